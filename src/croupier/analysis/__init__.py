"""Analysis for people: what each legal action is worth, what is believed of hidden cards, and reviews of games.

- `analyst`, `position`: the analysis of a decision, and its result as data
- `review`: a played game, each decision held against the best one
- `choosing`: problems for people, chosen from a set of decisions
- `second_look`: a decision under another seed, and in the true cards: mistake or bad luck
- `english`: its sentences by key
- `explain`, `lines`, `page`: in words; for the terminal; as a page
- `values`: what the legal actions of many positions are worth, from `croupier.decisions`
"""

from croupier.analysis.analyst import Analyst
from croupier.analysis.position import Action, Analysis, Estimate
from croupier.analysis.review import Decision, Review, review
from croupier.decisions.valued import Values, values

__all__ = ["Action", "Analysis", "Analyst", "Decision", "Estimate", "Review", "Values", "review", "values"]
