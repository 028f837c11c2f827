"""Checks that two evenings which differ in what somebody may not know are the same to that person, byte by byte.

They may differ once the difference has become public: by the log, as far as all are told of it, or by what the
rules show to the person's seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from tests.simulator.checking.record import LogRow, TableRecord


def leaks(one: TableRecord, other: TableRecord, members: Iterable[int | None]) -> list[str]:
    """What some members were told that differs before it may, each in a sentence."""
    found = []
    for member in members:
        end = _public_at(one, other, member)
        told = [_received(each, member, end) for each in (one, other)]
        for first, second in zip_longest(*told):
            if first != second:
                found.append(
                    f"member {member} can tell what is hidden: {_shortened(first)} or {_shortened(second)}"
                )
                break
    return found


def compared(one: TableRecord, other: TableRecord, members: Iterable[int | None]) -> int:
    """Characters that are compared."""
    ends = [(member, _public_at(one, other, member)) for member in members]
    return sum(len(text) for member, end in ends for _, text in _received(one, member, end))


def _received(told: TableRecord, member: int | None, end: float) -> list[tuple[float, str]]:
    """All that came to a member's browsers until some moment, one browser after the other."""
    browsers = told.history.received.get(member, ())
    return [each for browser in browsers for each in browser if each[0] < end]


def _public_at(one: TableRecord, other: TableRecord, member: int | None) -> float:
    """When two evenings may begin to differ for a member, in seconds of the world."""
    seats = one.seats_of(member)
    for first, second in zip_longest(_told(one), _told(other)):
        if first is None or second is None or _public(one, first, seats) != _public(other, second, seats):
            committed = [
                told.commits[row.number] for told, row in ((one, first), (other, second)) if row is not None
            ]
            return min(committed)
    return float("inf")


def _told(told: TableRecord) -> list[LogRow]:
    """The events that others than one person are told of."""
    return [row for row in told.log if row.number not in told.changes]


def _public(told: TableRecord, row: LogRow, seats: set[int]) -> Any:
    """What an event tells those who have had some seats; who has left one may see all hands, which then counts."""
    hidden = ("action", "text") if row.kind == "seal" and row.seat not in seats else ()
    payload = {name: each for name, each in row.payload.items() if name not in hidden}
    state = told.states.get(told.shown(row.number))
    views = [] if state is None else [json.dumps(state.view(seat)) for seat in (None, *sorted(seats))]
    hands = state.position() if state is not None and told.nobody_sits_after(row.number) else ""
    return row.kind, row.seat, payload, views, hands


def _shortened(told: tuple[float, str] | None) -> str:
    return "nothing" if told is None else f"at {told[0]:.6f} {told[1]}"
