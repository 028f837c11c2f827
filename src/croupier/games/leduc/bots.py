"""A compiled bot of Leduc poker."""

from __future__ import annotations

from croupier.core import BotParams, Generators, Mask, Record, kernel, lone_bot
from croupier.games.leduc.english import say
from croupier.games.leduc.rules import CALL, FOLD, RAISE, strength


@kernel
def choose(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Raise with a pair, or with a king in the first round; fold a jack, and what the table beats."""
    own = strength(s, s["player"])
    if own >= (2 if s["board"] == 0 else 3):
        return RAISE if mask[RAISE] else CALL
    weak = own == 0 or (own < 2 and s["board"] > 0)
    return FOLD if weak and mask[FOLD] else CALL


BOTS = lone_bot("leduc", choose, say("bot"))
