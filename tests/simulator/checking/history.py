"""What people have said and heard, as it is checked afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

WireData = dict[str, Any]


@dataclass(frozen=True)
class Confirmed:
    """A move of which a server has said that it stands in the log.

    Attributes:
        seat: whose.
        turn: the turn that it named.
        action: what was played or sealed.
        number: of the event, as it was told.
    """

    seat: int
    turn: int
    action: int
    number: int


@dataclass
class Visit:
    """A page that was open for a while.

    Attributes:
        member: whose; None for a spectator's.
        heard: what came: when it was sent, as text, and read.
    """

    member: int | None
    heard: list[tuple[float, str, WireData]] = field(default_factory=list)


@dataclass
class TableHistory:
    """What has happened at one table, as people know it.

    Attributes:
        visits: pages that were open, in the order in which they were opened.
        confirmed: moves that were confirmed.
        sent: how often members have sent each move: whose, the turn and the action.
        refused: how often it was refused, and so not written.
        spoken: what members have said, whether that was confirmed or not.
        said: lines of chat that were confirmed.
        again: tables at which the game was confirmed to go on.
        received: all that came to each member's browsers, and when it was sent.
        broken: answers that no server may give.
    """

    visits: list[Visit] = field(default_factory=list)
    confirmed: list[Confirmed] = field(default_factory=list)
    sent: Counter[tuple[int | None, int, int]] = field(default_factory=Counter)
    refused: Counter[tuple[int | None, int, int]] = field(default_factory=Counter)
    spoken: set[tuple[int | None, str]] = field(default_factory=set)
    said: list[WireData] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    received: dict[int | None, list[list[tuple[float, str]]]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

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
