"""Evaluation of agents for Pig: against optimal play, hold at 20 and random play."""

from croupier.core.spec.evaluation import Evaluation

EVALUATION = Evaluation(opponents=("optimal", "bot:hold-20", "random"))
