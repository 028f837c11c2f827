"""Checks of a table's clock: it stands still while nobody serves, and comes back with a decision as it was left.

Nobody serves where no server runs, or the database does not answer. How short a time counts is said in
docs/protocol.md; here one counts where it does for certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from croupier.core.spec.position import is_sealed
from tests.simulator.checking.history import WireData
from tests.simulator.checking.record import LogRow, TableRecord
from tests.simulator.world import EPOCH, LONGEST_DELAY

_BEGINS_CLOCKS = ("start", "move", "undo")
_NOTES_SECONDS = 10.0
"""How often a server notes that it is there."""
_GAP_SECONDS = 25.0
"""A longer time without a note counts, where another server may have run."""
_GOES_ON = ("start", "move", "seal", "undo", "end")
_LATE_SECONDS = 45.0
"""How much longer than the clock a decision may wait, since what follows an outage takes a while."""
_ANSWERS = 6
"""Answers of the database for which a server may wait between two notes."""
_INEXACT = 100
"""Milliseconds by which a clock may seem too fast."""


@dataclass(frozen=True)
class _Unserved:
    """A time in which nobody served, in seconds of the world."""

    begin: float
    end: float
    restarted: bool  # whether no server ran for some of it
    silent: bool  # whether it was the database that answered first at its end


def clock_faults(told: TableRecord) -> Iterator[str]:
    """No clock has gone on while nobody served, and each has ended at last."""
    yield from _late(told)
    for row, times in _asked(told):
        if row.payload.get("by") == "clock" and told.clock is not None:
            ran = sum(end - begin - _lost(told, begin, end) for begin, end in times)
            since = row.at - times[0][0] - _lost(told, times[0][0], row.at)
            if ran < 1000 * told.clock - _INEXACT and since < 2000 * told.clock - _INEXACT:
                yield f"a clock of {told.clock} s ended after {ran / 1000:.3f} s, by event {row.number}"


def shown_clock_faults(told: TableRecord, message: WireData) -> Iterator[str]:
    """No clock that a page is shown ends too early; what counts for none is known a while after it."""
    known = message["now"] - 1000 * (_GAP_SECONDS + _ANSWERS * LONGEST_DELAY * told.slowest)
    for wait in message["waits"]:
        since, until = wait["since"], wait["until"]
        if told.clock is not None and until is not None:
            runs = until - since - _lost(told, since, until, known)
            if runs < 1000 * told.clock - _INEXACT:
                yield f"shown that a clock of {told.clock} s ends after {runs / 1000:.3f} s: {wait}"


def _asked(told: TableRecord) -> Iterator[tuple[LogRow, list[tuple[int, int]]]]:
    """Each event, and when the game stood until then where it stands; a sealed phase is one place."""
    known: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    actions: list[int] = []
    here: list[tuple[int, ...]] = [()]
    begun = 0
    for row in told.log:
        times = known.setdefault(here[-1], [])
        yield row, [*times, (begun, row.at)]
        if row.kind not in _BEGINS_CLOCKS:
            continue
        sealed = _goes_on_sealed(told, row)
        if row.kind == "move":
            actions.append(row.payload["action"])
            here.append(here[-1] if sealed else tuple(actions))
        elif row.kind == "undo":
            actions.pop()
            here.pop()
        if not sealed:
            times += [(begun, row.at)] if begun else []
            begun = row.at


def _late(told: TableRecord) -> Iterator[str]:
    """No decision waits much longer than the clock, beside the times in which something was in trouble."""
    if told.clock is None or told.slowest > 1:
        return
    patience = 1000 * (told.clock + _LATE_SECONDS)
    rows = [row for row in told.log if row.kind in (*_GOES_ON, "remove", "leave")]
    for before, after in pairwise(rows):
        if before.kind in ("remove", "leave"):
            return  # where nobody has a seat any more nothing is waited for
        if before.kind != "end" and after.at - before.at - _troubled(told, before.at, after.at) > patience:
            yield f"nothing has ended a wait of {(after.at - before.at) / 1000:.1f} s before event {after.number}"


def _troubled(told: TableRecord, since: int, until: int) -> float:
    """Milliseconds between two moments in which some server did not run, or the database did not answer."""
    times = [time for server in (*told.down, told.silent) for time in server]
    each = [(EPOCH + 1000 * begin, EPOCH + 1000 * end) for begin, end in times]
    return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in each)


def _goes_on_sealed(told: TableRecord, row: LogRow) -> bool:
    """Whether a move stands in the middle of a sealed phase: an agent's, while people are asked too."""
    before, after = (told.states.get(told.shown(number)) for number in (row.number - 1, row.number))
    return before is not None and after is not None and is_sealed(before) and is_sealed(after)


def _lost(told: TableRecord, since: int, until: int, known: float = math.inf) -> float:
    """Milliseconds in which nobody served, as far as they count for certain and ended before `known`."""
    answer, alone, found = LONGEST_DELAY * told.slowest, len(told.down) == 1, 0.0
    for each in _unserved(told):
        end = each.end - (answer if each.silent else 0.0)  # a note that is under way bears its beginning
        least = _NOTES_SECONDS + _ANSWERS * answer if alone else _GAP_SECONDS
        if end - each.begin > least or (alone and each.restarted):
            begin, end = EPOCH + 1000 * each.begin, EPOCH + 1000 * end
            found += 0.0 if EPOCH + 1000 * each.end > known else max(0.0, min(end, until) - max(begin, since))
    return found


def _unserved(told: TableRecord) -> list[_Unserved]:
    """The times in which nobody served, ascending."""
    common: Sequence[tuple[float, float]] = [(0.0, float("inf"))]
    for server in told.down:
        common = [(max(a, c), min(b, d)) for a, b in common for c, d in server if max(a, c) < min(b, d)]
    parts = sorted(
        [_Unserved(*each, restarted=True, silent=False) for each in common]
        + [_Unserved(*each, restarted=False, silent=True) for each in told.silent],
        key=lambda each: each.begin,
    )
    found: list[_Unserved] = []
    for each in parts:
        if found and each.begin <= found[-1].end:
            last = found.pop()
            later = each if each.end > last.end else last
            found.append(_Unserved(last.begin, later.end, last.restarted or each.restarted, later.silent))
        else:
            found.append(each)
    return found
