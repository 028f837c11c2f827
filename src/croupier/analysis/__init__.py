"""Analysis for people: what each legal action is worth, what is believed of hidden cards, and reviews of games."""

from croupier.analysis.analyst import Analyst
from croupier.analysis.position import Action, Analysis, Estimate
from croupier.analysis.review import Decision, Review, review

__all__ = ["Action", "Analysis", "Analyst", "Decision", "Estimate", "Review", "review"]
