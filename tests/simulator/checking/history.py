"""What people have said and heard, as it is checked afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

WireData = dict[str, Any]


@dataclass(frozen=True)
class Confirmed:
    """A move of which a server has said that it stands in the log."""

    seat: int  # whose
    turn: int  # the turn that it named
    action: int  # what was played or sealed
    number: int  # of the event, as it was told


@dataclass
class Visit:
    """A page that was open for a while."""

    member: int | None  # whose; None for a spectator's
    # what came: when it was sent, as text, and read
    heard: list[tuple[float, str, WireData]] = field(default_factory=list)


@dataclass
class TableHistory:
    """What has happened at one table, as people know it."""

    # pages that were open, in the order in which they were opened
    visits: list[Visit] = field(default_factory=list)
    confirmed: list[Confirmed] = field(default_factory=list)  # moves that were confirmed
    # how often members have sent each move: whose, the turn and the action
    sent: Counter[tuple[int | None, int, int]] = field(default_factory=Counter)
    # how often it was refused, and so not written
    refused: Counter[tuple[int | None, int, int]] = field(default_factory=Counter)
    # what members have said, whether that was confirmed or not
    spoken: set[tuple[int | None, str]] = field(default_factory=set)
    said: list[WireData] = field(default_factory=list)  # lines of chat that were confirmed
    again: list[str] = field(default_factory=list)  # tables at which the game was confirmed to go on
    # all that came to each member's browsers, and when it was sent
    received: dict[int | None, list[list[tuple[float, str]]]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)  # answers that no server may give

    def visit(self, member: int | None) -> Visit:
        """A page is opened."""
        self.visits.append(Visit(member))
        return self.visits[-1]

    def heard(self, visit: Visit, seconds: float, text: str, message: WireData) -> None:
        """Something comes to a page."""
        visit.heard.append((seconds, text, message))

    def answered(self, method: str, path: str, body: Any, status: int, answer: Any) -> None:
        """A request is answered."""
        if status == 200 and path == "/say":
            self.said.append(answer["line"])
            if answer["line"]["text"] != body["text"]:
                self.broken.append(f"another line was confirmed than was said: {answer['line']}")
        if status == 200 and path == "/again":
            self.again.append(answer["table"])
        if status >= 400 and "error" not in answer:
            self.broken.append(f"{method} {path}: {status} {answer}")
