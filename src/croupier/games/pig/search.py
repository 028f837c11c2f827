"""Search in Pig Dice: rollouts to the end of the game. Nothing is hidden, so there is only one world."""

from __future__ import annotations

from croupier.core import CHANCE_TO_WIN, Record, Search, never, share_of_win
from croupier.games.pig.rules import returns

_STEP = 20  # width in points of strata of positions


def strata(s: Record, seat: int) -> dict[str, int]:
    """Points that each seat still needs, in twenties: its own first."""
    own, other = ((int(s["winning_score"]) - int(s["scores"][each]) - 1) // _STEP for each in (seat, 1 - seat))
    return {"own": own, "other": other}


SEARCH = Search(horizon=never, gain=share_of_win(returns), unit=CHANCE_TO_WIN, strata=strata)
