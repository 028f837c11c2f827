"""Skull King, a trick-taking game: bid how many tricks you will win; every pirate's ability is a decision.

Read in this order: `record` (cards, the record, tricks, points, hands, abilities), `rules`, `redeal`, `observe`,
`view`, `notation`, `text`, `words` and `english`, `pictures`, `bots`, `training`, `spec` (all of it together).
"""

from croupier.games.skull_king.api import (
    RoundScore,
    RoundTally,
    TrickResult,
    legal_cards,
    resolve_trick,
    score_round,
    tally_tricks,
)
from croupier.games.skull_king.record.state import DecisionPhase

__all__ = [
    "DecisionPhase",
    "RoundScore",
    "RoundTally",
    "TrickResult",
    "legal_cards",
    "resolve_trick",
    "score_round",
    "tally_tricks",
]
