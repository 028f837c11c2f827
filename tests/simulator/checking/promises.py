"""Checks of what people were told against what is in the database: the promises of docs/serve.md, computed anew.

Nothing here asks the server's code. The log is read as rows, and the game is played again by its rules alone.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import State
from croupier.core.spec.position import is_sealed
from tests.simulator.checking.clocks import clock_faults, shown_clock_faults
from tests.simulator.checking.history import Visit, WireData
from tests.simulator.checking.record import TableRecord

_PLAYED = ("move", "seal")


def faults(told: TableRecord) -> list[str]:
    """The promises that were not kept, each in a sentence."""
    found = [*told.history.broken, *_log(told)]
    if found:
        return found  # what is wrong in the log itself makes all else wrong
    try:
        told.states  # noqa: B018  # the game is played again by its rules
    except IllegalAction as error:
        return [f"the log cannot be played again by the rules: {error}"]
    return [
        *_confirmed(told), *_chat(told), *_afterwards(told), *clock_faults(told),
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
    """What was confirmed is in the log, as it was confirmed; and what people play there they have sent."""
    there = Counter(
        (row.seat, row.payload["turn"], row.payload["action"], told.shown(row.number))
        for row in told.log if row.kind in _PLAYED
    )  # fmt: skip
    for each in told.history.confirmed:
        if not there[each.seat, each.turn, each.action, each.number]:
            yield f"confirmed, and not in the log: {each}"
    for row in told.log:
        if row.kind in _PLAYED and row.payload.get("by", "person") == "person" and not row.payload.get("sealed"):
            members = told.members_of(row.seat)
            sent = [(member, row.payload["turn"], row.payload["action"]) for member in members]
            if not any(told.history.sent[each] for each in sent):
                yield f"in the log, and sent by nobody who had seat {row.seat}: event {row.number}"
            elif all(told.history.sent[each] == told.history.refused[each] for each in sent):
                yield f"in the log, and refused whenever it was sent: event {row.number}"


def _chat(told: TableRecord) -> Iterator[str]:
    """What was said and confirmed is there, and everybody hears it in its order."""
    for line in told.history.said:
        found = told.chat.get(line["number"])
        if found is None or found.data() != line:
            yield f"said, and not in the chat: {line}"
    spoken = Counter((line.member, line.text) for line in told.chat.values() if line.kind == "text")
    for (member, text), count in spoken.items():
        if count > 1 or (member, text) not in told.history.spoken:
            yield f"{count} times in the chat, and said once or never: {text!r} by member {member}"
    for visit in told.history.visits:
        heard = [line for _, _, each in visit.heard if each["type"] == "chat" for line in each["lines"]]
        shown = [line for _, _, each in visit.heard if each["type"] == "snapshot" for line in each["chat"]]
        for line in (*shown, *heard):
            if told.keeps_line(line["number"]) and line != told.line(line["number"]):
                yield f"told to member {visit.member}, and not in the chat: {line}"
        numbers = [line["number"] for line in heard]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            yield f"lines of the chat were heard in the order {numbers}"


def _afterwards(told: TableRecord) -> Iterator[str]:
    """People play again at one other table, which is there and was confirmed; a circle keeps the game once."""
    named = [row.payload["table"] for row in told.log if row.kind == "again"]
    if len(named) > 1 or not {*told.history.again} <= {*named}:
        yield f"played again at {named}, and confirmed: {told.history.again}"
    yield from (f"played again at a table that is not there: {each}" for each in named if each not in told.tables)
    ended = any(row.kind == "end" for row in told.log)
    circles = [
        hashlib.sha256(row.payload["circle"].encode()).hexdigest() for row in told.log if row.kind == "circle"
    ]
    if told.circles != (circles if ended else []):
        yield f"circles of the table: {circles}, circles that have kept its game: {told.circles}"


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
        wrong = (*_known(told, message, seats), *shown_clock_faults(told, message))
        yield from (f"member {visit.member}, event {said}: {why}" for why in wrong)


def _known(told: TableRecord, message: WireData, seats: set[int]) -> Iterator[str]:
    """What a message shows of the game is what the rules show to that seat."""
    view, sealed = message["view"], message["sealed"]
    if view is not None:
        if view["seat"] is not None and view["seat"] not in seats:
            yield f"shown what seat {view['seat']} may know alone"
        state = told.states.get(message["number"])
        if state is None or _plain(view, state) != _plain(state.view(view["seat"]), state):
            yield "shown another game than the log's"
    if sealed is not None:
        waiting = told.answers[message["number"]]
        own = None if view is None else view["seat"]
        if sealed["answer"] not in [None if own is None else each.get(own) for each in waiting]:
            yield "told a sealed answer that is not one's own"
        if sealed["done"] not in [sorted(each) for each in waiting]:
            yield "told that others have sealed answers than have"


def _plain(view: Any, state: State) -> Any:
    """A view without what a table adds to it, as it is sent; in a sealed phase each seat is asked apart."""
    added = ("shown", "actions") if is_sealed(state) else ("shown",)
    return json.loads(json.dumps({name: each for name, each in view.items() if name not in added}))
