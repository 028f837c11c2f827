"""Determinization of Mini Spite and Malice: reshuffle what SM-4 hides from both seats."""

from __future__ import annotations

import numpy as np

from croupier.core.kernel import kernel
from croupier.core.rng import shuffle
from croupier.core.types import Generators, Record
from croupier.games.spite_malice.state import CARDS, hidden


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """SM-4: reshuffle what is hidden: goal piles under the top, and the order of the shoe.

    Recycled cards are known not to lie in a goal pile, so the cards as dealt mix among themselves, and so do the
    recycled ones. Both seats know the same.
    """
    pack = np.empty(CARDS, dtype=np.int8)
    first, second = hidden(s, pack, False)
    shuffle(pack, first, rng, i)
    shuffle(pack[first:], second, rng, i)
    hidden(s, pack, True)
