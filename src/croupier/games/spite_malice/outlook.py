"""Outlook of Mini Spite and Malice: a seat's chance to win, from both goal piles and whose turn it is.

With g cards on the own goal pile, h on the other one, and x = 1 at the beginning of the own turn and -1 at that of
the other seat's,

    P(win) = 1 / (1 + exp(-SLOPE (h - g + TURN x) / sqrt(g + h))):

a lead counts for more the fewer cards are left, and the turn is worth a part of a card. It looks at no other card.
"""

from __future__ import annotations

import math

from croupier.core.base.kernel import kernel
from croupier.core.base.types import Record

SLOPE, TURN = 0.847, 0.75
"""Fitted to the turns of 4,000 games of two `bot`: ``python -m benchmarks.spite_malice_outlook``."""


@kernel
def chance_to_win(s: Record, seat: int) -> float:
    """A seat's chance to win, 0..1, at the beginning of a turn of a game that is not over."""
    own, others = float(s["goal_counts"][seat]), float(s["goal_counts"][1 - seat])
    lead = others - own + (TURN if s["turn"] == seat else -TURN)
    return 1.0 / (1.0 + math.exp(-SLOPE * lead / math.sqrt(own + others)))
