"""Search in Mini Spite and Malice: rollouts of a few turns, and the chance to win after them.

Plays are no evidence about hidden cards, so there is no history to read, and the whole game is one round. Rollouts
to the end would need no outlook, but the shuffles of about twenty turns hide what one action is worth.
"""

from __future__ import annotations

import math

from croupier.core import CHANCE_TO_WIN, TERMINAL, Record, Search, SeatValues, kernel, never, share_of_win
from croupier.games.spite_malice.rules import returns

# With g cards on the own goal pile, h on the other one, and x = 1 at the beginning of the own turn and -1 at that
# of the other seat's,
#
#     P(win) = 1 / (1 + exp(-SLOPE (h - g + TURN x) / sqrt(g + h))):
#
# a lead counts for more the fewer cards are left, and the turn is worth a part of a card. It looks at no other
# card.

SLOPE, TURN = 0.847, 0.75
"""Fitted to the turns of 4,000 games of two `bot`: ``python -m benchmarks.spite_malice_outlook``."""


@kernel
def chance_to_win(s: Record, seat: int) -> float:
    """A seat's chance to win, 0..1, at the beginning of a turn of a game that is not over."""
    own, others = float(s["goal_counts"][seat]), float(s["goal_counts"][1 - seat])
    lead = others - own + (TURN if s["turn"] == seat else -TURN)
    return 1.0 / (1.0 + math.exp(-SLOPE * lead / math.sqrt(own + others)))


TURNS = 3
"""Turns of a rollout: the rest of the own one, the other seat's, and the next own one."""
_share_of_win = share_of_win(returns)


@kernel
def stop(start: Record, s: Record) -> bool:
    """Whether a rollout has gone far enough."""
    return bool(s["turns"] >= start["turns"] + TURNS)


@kernel
def gain(start: Record, s: Record, out: SeatValues) -> None:
    """Each seat's chance to win in percentage points: what it came to at the end, the outlook before it."""
    if s["player"] == TERMINAL:
        _share_of_win(start, s, out)
    else:
        for seat in range(2):
            out[seat] = 100.0 * chance_to_win(s, seat)


def strata(s: Record, seat: int) -> dict[str, int]:
    """Cards left in a seat's goal pile."""
    return {"cards": int(s["goal_counts"][seat])}


SEARCH = Search(horizon=never, stop=stop, gain=gain, unit=CHANCE_TO_WIN, strata=strata)
