"""What was told at a table and what is stored, read once for all checks."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.core.engine.game import State
from tests.simulator.checking.history import TableHistory, WireData
from tests.simulator.redealing import Redeal, game_of
from tests.simulator.store import Disk

Times = tuple[float, float]
"""From when until when."""


@dataclass
class LogRow:
    """An event of the log."""

    number: int  # from 1 on
    kind: str  # what it is
    seat: int | None  # whose, if it is one's
    at: int  # when, in milliseconds since 1970
    payload: WireData  # what else belongs to it

    @classmethod
    def read(cls, row: Any) -> LogRow:
        """An event as it is stored."""
        return cls(row.number, row.kind, row.seat, row.at, json.loads(row.payload))


class TableRecord:
    """What was told at a table, and what is stored."""

    def __init__(
        self, disk: Disk, table: str, history: TableHistory, clock: int | None, down: Sequence[Sequence[Times]],
        redeal: Redeal | None = None,
    ) -> None:  # fmt: skip
        self.log = [LogRow.read(row) for row in disk.rows(table)]  # the events
        self.chat = {line.number: line for line in disk.lines(table)}  # the lines of its chat
        # hashes of the circles that have kept what the game came to
        self.tables, self.circles = disk.tables, disk.circles_of(table)
        # when events were committed, by number, in seconds of the world
        self.commits = {number: at for (each, number), at in disk.commits.items() if each == table}
        # how many times longer than usual the database took at worst
        self.silent, self.slowest = disk.silent, disk.slowest
        # seconds of its clock; None for none
        self.history, self.clock, self.down, self.redeal = history, clock, down, redeal
        self.history, self.clock, self.down, self.redeal = history, clock, down, redeal
        self.history, self.clock, self.down, self.redeal = history, clock, down, redeal
        self.history, self.clock, self.down, self.redeal = history, clock, down, redeal

    @cached_property
    def changes(self) -> list[int]:
        """Numbers of events that one person alone is told of."""
        return [each.number for each in self.log if each.kind == "seal" and each.payload["changes"]]

    def shown(self, number: int) -> int:
        """The number of an event as it is told."""
        return number - bisect_right(self.changes, number)

    @cached_property
    def answers(self) -> dict[int, list[dict[int, int]]]:
        """The sealed answers that wait, by seat, after each number as it is told; several where one is changed."""
        found: dict[int, list[dict[int, int]]] = {}
        waiting: dict[int, int] = {}
        for row in self.log:
            if row.kind == "seal" and row.seat is not None:
                waiting = {**waiting, row.seat: row.payload["action"]}
            elif row.kind == "move":
                waiting = {seat: action for seat, action in waiting.items() if seat != row.seat}
            elif row.kind == "undo":
                waiting = {}
            found.setdefault(self.shown(row.number), []).append(waiting)
        return found

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
                game = game_of(self.log[0].payload["game"], options, self.redeal)
                past = [game.new_initial_state(_deal(row.payload))]
            elif row.kind == "move":
                past.append(past[-1].clone())
                past[-1].apply_action(row.payload["action"])
            elif row.kind == "undo":
                past.pop()
            if past:
                found[self.shown(row.number)] = past[-1]
        return found

    def line(self, number: int) -> WireData | None:
        """A line of the chat as it is told; None where there is none."""
        return self.chat[number].data() if number in self.chat else None

    def keeps_line(self, number: int) -> bool:
        """Whether the chat still holds a line of this number, if there ever was one."""
        return number >= min(self.chat, default=1)

    def seats_of(self, member: int | None) -> set[int]:
        """Seats that a member has ever had; a spectator has none."""
        if member is None:
            return set()
        first = [seat for seat, each in enumerate(self.log[0].payload["seats"]) if each["member"] == member]
        later = [row.seat for row in self.log if row.seat is not None and row.payload.get("member") == member]
        return {*first, *later}

    def members_of(self, seat: int | None) -> list[int | None]:
        """The members that have ever had a seat."""
        return [member for member in self.history.received if seat in self.seats_of(member)]

    def nobody_sits_after(self, number: int) -> bool:
        """Whether somebody has left the table or a seat until then: all may see the hands where nobody has one."""
        return any(row.kind in ("remove", "leave") for row in self.log if row.number <= number)


def _deal(payload: WireData) -> Deal:
    if payload.get("secret") is None:
        return int(payload["seed"])
    numbers = tuple(bytes.fromhex(each) for each in payload.get("contributions", ()))
    return DealSecret(bytes.fromhex(payload["secret"]), numbers)
