"""Evaluation of agents for Mini Spite and Malice: against both bots and random play."""

from croupier.core.spec.evaluation import Evaluation

EVALUATION = Evaluation(opponents=("bot", "bot:greedy", "random"))
