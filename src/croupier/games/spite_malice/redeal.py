"""Determinization of Mini Spite and Malice: reshuffle what SM-4 hides from both seats."""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.base.rng import shuffle
from croupier.core.base.types import Generators, Record
from croupier.games.spite_malice.state import CARDS, JOKER, put_hidden


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """SM-4: reshuffle what is hidden: goal piles under the top, and the order of the shoe.

    Recycled cards are known not to lie in a goal pile, so the cards as dealt mix among themselves, and so do the
    recycled ones. Both seats know the same. The cards come from the counts that all see, not from where they lie,
    so that the world depends on what is known and on the generator alone.
    """
    pack = np.empty(CARDS, dtype=np.int8)
    size = 0
    for part in range(2):
        first = size
        for value in range(s["unseen"].shape[1]):
            for _ in range(s["unseen"][part, value]):
                pack[size] = JOKER + value
                size += 1
        shuffle(pack[first:], size - first, rng, i)
    put_hidden(s, pack)
