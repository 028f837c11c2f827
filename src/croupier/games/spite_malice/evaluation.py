"""How players of Mini Spite and Malice are judged: against both bots and chance."""

from croupier.core.spec.evaluation import Evaluation

EVALUATION = Evaluation(opponents=("bot", "bot:greedy", "random"))
