"""Search in games with tricks: the gain of a deal, and exchanges of hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.core import Explanation, Generators, History, Record, Search, SeatValues, below, inlined, kernel
from croupier.games.tricks.cards import NOBODY
from croupier.games.tricks.english import say
from croupier.games.tricks.hidden import Whole


@inlined
def gain_points(start: Record, s: Record, sign: int, out: SeatValues) -> None:
    """What each seat has scored, below nothing with `sign` -1, less the mean of what the others have."""
    people, total = s["players"], 0.0
    for seat in range(people):
        out[seat] = sign * (int(s["scores"][seat]) - int(start["scores"][seat]))
        total += out[seat]
    for seat in range(people):
        out[seat] -= (total - out[seat]) / (people - 1)


@kernel
def pick_hidden(
    where: Whole, seats: int, cards: Whole, free: Whole, count: int, other: int, common: Generators, picked: Whole
) -> tuple[int, int]:
    """Pick cards of a seat and of another place that either may hold, of those that are hidden.

    `free` says where each may be, as bits; what is not dealt, at place `seats`, may be any. Returns how many are
    picked, and the place.
    """
    sizes, near, passed, size = np.zeros(seats + 1, dtype=np.int64), 0, 0, 0
    for k in range(count):
        sizes[_place(where[cards[k]], seats)] += 1
    held = sizes[other]
    if held == 0 or count == held:
        return 0, 0
    number = below(common, 0, count - held)
    while near == other or number >= sizes[near]:
        number -= sizes[near] if near != other else 0
        near += 1
    left = 1 + max(below(common, 0, held), below(common, 0, held))  # large steps: chains begin far off
    for k in range(count):
        place = _place(where[cards[k]], seats)
        taken = place == near
        if place == other:
            taken = below(common, 0, held - passed) < left
            left -= taken
            passed += 1
        if taken and (free[k] >> other) & 1 and (near == seats or (free[k] >> near) & 1):
            picked[size] = cards[k]
            size += 1
    return size, near


@inlined
def _place(holder: int, seats: int) -> int:
    """The seat that holds a card, or has put it aside; `seats` for what is not dealt."""
    return int(holder) % seats if holder != NOBODY else seats


@kernel
def _code(s: Record, action: int) -> int:  # a bid or a card means the same in every world
    """The action itself."""
    return action


def _strata(s: Record, seat: int) -> dict[str, int]:
    """Cards left in a seat's hand."""
    return {"cards": int((s["where"] == seat).sum())}


def search_of(
    horizon: Callable[..., Any],
    gain: Callable[..., Any],
    outlook: Callable[..., Any] | None = None,
    **history: Any,
) -> Search:
    """The `Search` of a game whose actions are their own codes, with the other fields of its `History`."""
    explanation = Explanation(outlook=outlook)
    return Search(
        horizon=horizon,
        gain=gain,
        unit=say("points"),
        scale=0.125,  # actions differ by about 5 points between worlds
        history=History(code=_code, **history),
        explain=None if outlook is None else lambda: explanation,
        strata=_strata,
    )
