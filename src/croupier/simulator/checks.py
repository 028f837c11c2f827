"""Checks of what people were told against what is in the database: the promises of docs/serve.md, computed anew.

Nothing here asks the server's code. The log is read as rows, and the game is played again by its rules alone.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.core.engine.making import make
from croupier.core.engine.sealed import is_sealed
from croupier.core.engine.state import State
from croupier.simulator.history import TableHistory, Visit, WireData
from croupier.simulator.world import EPOCH

_PLAYED = ("move", "seal")
_BEGINS_CLOCKS = ("start", "move", "undo")
_NOTED_SECONDS = 40.0
"""A time in which no server ran is known as one for certain, where several serve, if it was as long as this."""
_INEXACT = 100
"""Milliseconds by which a clock may seem too fast."""


@dataclass
class LogRow:
    """An event of the log.

    Attributes:
        number: from 1 on.
        kind: what it is.
        seat: whose, if it is one's.
        at: when, in milliseconds since 1970.
        payload: what else belongs to it.
    """

    number: int
    kind: str
    seat: int | None
    at: int
    payload: WireData

    @classmethod
    def read(cls, row: WireData) -> LogRow:
        """An event as it is stored."""
        return cls(row["number"], row["kind"], row["seat"], row["at"], json.loads(row["payload"]))


class TableRecord:
    """What was told at a table, and what is stored.

    Attributes:
        log: the events.
        chat: the lines of its chat.
        history: what people have said and heard.
        clock: seconds of its clock; None for none.
        commits: when events were committed, by number, in seconds of the world.
        down: of each server the times in which it did not serve, in seconds of the world.
    """

    def __init__(
        self, rows: Sequence[WireData], chat: Sequence[Any], history: TableHistory, clock: int | None,
        down: Sequence[Sequence[tuple[float, ...]]], commits: Mapping[int, float],
    ) -> None:  # fmt: skip
        self.log = sorted((LogRow.read(row) for row in rows), key=lambda each: each.number)
        self.chat = {line.number: line for line in chat}
        self.history, self.clock, self.down, self.commits = history, clock, down, commits

    @cached_property
    def changes(self) -> list[int]:
        """Numbers of events that one person alone is told of."""
        return [each.number for each in self.log if each.kind == "seal" and each.payload["changes"]]

    def shown(self, number: int) -> int:
        """The number of an event as it is told."""
        return number - bisect_right(self.changes, number)

    @cached_property
    def states(self) -> dict[int, State]:
        """The game as it stood after each event, by its number as it is told; played again by its rules alone."""
        found: dict[int, State] = {}
        options = dict(self.log[0].payload["options"])
        past: list[State] = []
        for row in self.log:
            if row.kind == "rules":
                options = row.payload["options"]
            elif row.kind == "start":
                past = [make(self.log[0].payload["game"], **options).new_initial_state(_deal(row.payload))]
            elif row.kind == "move":
                past.append(past[-1].clone())
                past[-1].apply_action(row.payload["action"])
            elif row.kind == "undo":
                past.pop()
            if past:
                found[self.shown(row.number)] = past[-1]
        return found

    def seats_of(self, member: int) -> set[int]:
        """Seats that a member has ever had."""
        first = [seat for seat, each in enumerate(self.log[0].payload["seats"]) if each["member"] == member]
        later = [row.seat for row in self.log if row.seat is not None and row.payload.get("member") == member]
        return {*first, *later}

    def until_sealed(self) -> list[tuple[float, int, str]]:
        """All that others than the first person were told before the first sealed answer was played."""
        played = next((row.number for row in self.log if row.payload.get("sealed")), None)
        end = float("inf") if played is None else self.commits[played]
        return [
            (seconds, visit.member, text)
            for visit in self.history.visits
            for seconds, text, _ in visit.heard
            if visit.member and seconds < end
        ]


def _deal(payload: WireData) -> Deal:
    if payload.get("secret") is None:
        return int(payload["seed"])
    numbers = tuple(bytes.fromhex(each) for each in payload.get("contributions", ()))
    return DealSecret(bytes.fromhex(payload["secret"]), numbers)


def faults(told: TableRecord) -> list[str]:
    """The promises that were not kept, each in a sentence."""
    found = [*told.history.broken, *_log(told)]
    if found:
        return found  # what is wrong in the log itself makes all else wrong
    return [
        *_confirmed(told), *_chat(told), *_clocks(told),
        *(each for visit in told.history.visits for each in _visit(told, visit)),
    ]  # fmt: skip


def _log(told: TableRecord) -> Iterator[str]:
    """The log has no gaps, its times ascend, and nothing is played twice."""
    numbers = [row.number for row in told.log]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the log has gaps: {numbers}"
    if any(before.at > after.at for before, after in zip(told.log, told.log[1:], strict=False)):
        yield "times of the log go back"
    turns = Counter(row.payload["turn"] for row in told.log if row.kind in ("move", "undo"))
    yield from (f"turn {turn} was played {count} times" for turn, count in turns.items() if count > 1)
    kinds = Counter(row.kind for row in told.log)
    yield from (f"{kinds[kind]} times {kind}" for kind in ("create", "start", "end") if kinds[kind] > 1)


def _confirmed(told: TableRecord) -> Iterator[str]:
    """What was confirmed is in the log, with the number and the content that were confirmed."""
    there = Counter(
        (row.seat, row.payload["turn"], row.payload["action"], told.shown(row.number))
        for row in told.log if row.kind in _PLAYED
    )  # fmt: skip
    for each in told.history.confirmed:
        if not there[each.seat, each.turn, each.action, each.number]:
            yield f"confirmed, and not in the log: {each}"


def _chat(told: TableRecord) -> Iterator[str]:
    """What was said and confirmed is there, and everybody hears it in its order."""
    for line in told.history.said:
        found = told.chat.get(line["number"])
        if found is None or found.data() != line:
            yield f"said, and not in the chat: {line}"
    for visit in told.history.visits:
        heard = [line for _, _, each in visit.heard if each["type"] == "chat" for line in each["lines"]]
        numbers = [line["number"] for line in heard]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            yield f"lines of the chat were heard in the order {numbers}"


def _clocks(told: TableRecord) -> Iterator[str]:
    """No clock has gone on while nobody served."""
    begun = 0
    for row in told.log:
        if row.payload.get("by") == "clock" and told.clock is not None:
            ran = row.at - begun - _lost(told, begun, row.at)
            if ran < 1000 * told.clock - _INEXACT:
                yield f"a clock of {told.clock} s ended after {ran / 1000:.3f} s, by event {row.number}"
        if row.kind in _BEGINS_CLOCKS and not _goes_on_sealed(told, row):
            begun = row.at


def _goes_on_sealed(told: TableRecord, row: LogRow) -> bool:
    """Whether a move stands in the middle of a sealed phase: an agent's, while people are asked too."""
    before, after = (told.states.get(told.shown(number)) for number in (row.number - 1, row.number))
    return before is not None and after is not None and is_sealed(before) and is_sealed(after)


def _lost(told: TableRecord, since: int, until: int) -> float:
    """Milliseconds between two moments in which no server ran, as far as that is known for certain."""
    common = [(0.0, float("inf"))]
    for server in told.down:
        times = [(each[0], each[1] if len(each) > 1 else float("inf")) for each in server]
        common = [(max(a, c), min(b, d)) for a, b in common for c, d in times if max(a, c) < min(b, d)]
    least = 0.0 if len(told.down) == 1 else _NOTED_SECONDS
    times_in_ms = [(EPOCH + 1000 * begin, EPOCH + 1000 * end) for begin, end in common if end - begin >= least]
    return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in times_in_ms)


def _visit(told: TableRecord, visit: Visit) -> Iterator[str]:
    """One page was told what the log holds, in its order, without gaps, and no more than it may know."""
    number: int | None = None
    events = {told.shown(row.number): row for row in told.log if row.number not in told.changes}
    seats = told.seats_of(visit.member)
    for _, _, message in visit.heard:
        if message["type"] not in ("snapshot", "update"):
            continue
        said, before = message["number"], number
        number = said
        if message["type"] == "update":
            event = message["event"]
            own = said == before and event["kind"] == "seal" and event["seat"] in seats
            if before is not None and said != before + 1 and not own:
                yield f"member {visit.member} was told event {said} after {before}"
            row = events.get(said)
            if row is None or (
                not own and (row.kind, row.seat, row.at) != (event["kind"], event["seat"], event["at"])
            ):
                yield f"member {visit.member} was told of an event that is not in the log: {event}"
        yield from (f"member {visit.member}, event {said}: {why}" for why in _known(told, message, seats))


def _known(told: TableRecord, message: WireData, seats: set[int]) -> Iterator[str]:
    """What a message shows of the game is what the rules show to that seat."""
    view, sealed = message["view"], message["sealed"]
    if view is not None:
        if view["seat"] is not None and view["seat"] not in seats:
            yield f"shown what seat {view['seat']} may know alone"
        state = told.states.get(message["number"])
        if state is None or _plain(view) != _plain(state.view(view["seat"])):
            yield "shown another game than the log's"
    if sealed is not None and sealed["answer"] is not None:
        own = {(row.seat, row.payload["action"]) for row in told.log if row.kind == "seal"}
        if view is None or (view["seat"], sealed["answer"]) not in own:
            yield "told a sealed answer that is not one's own"


def _plain(view: Any) -> Any:
    """A view without what a table adds to it, as it is sent."""
    kept = {name: each for name, each in view.items() if name not in ("actions", "shown")}
    return json.loads(json.dumps(kept))
