"""How players of Pig are judged: against optimal play, hold at 20 and chance."""

from croupier.core.spec.evaluation import Evaluation

EVALUATION = Evaluation(opponents=("optimal", "bot:hold-20", "random"))
