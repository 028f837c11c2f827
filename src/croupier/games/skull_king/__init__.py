"""Skull King, a trick-taking game: bid how many tricks you will win; every pirate's ability is a decision.

Read `record/state.py` (the record) first, then `rules.py` (the kernels) and `spec.py` (all parts together). The
folder imports `core`, and no other game. A rule goes into `rules` or `record` with its id, a sentence into
`languages/en.toml`, a bot into `bots`; a new part gets a line in `spec`.

- `record`: cards, tricks, points, hands, abilities; `notation` and `validate`: positions as text, and their check
- `observe`, `view`: a seat's knowledge, as features and as data; `redeal`: the rest, sampled from it
- `text`, `words`, `english`: actions and prompts; the table, cards, lessons and free replies
- `languages`: every sentence by its key, one file per language
- `pictures`, `score_sheet`, `api`: drawings; points for people with real cards; public scoring functions
- `bots`, `search`, `outlook`: rule bots and opponent models; the game's part of search; chances to win
- `training`, `rewards`, `evaluation`: presets and curricula; shaped rewards; opponents and metrics of reports
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
