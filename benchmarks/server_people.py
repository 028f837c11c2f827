"""People at the tables of a load test: WebSocket clients that click every few seconds and time the answer."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

CLICK_SECONDS = 4.0
"""How often a person plays, where the turn has come by then."""
PACE_SECONDS, TAKE_BACK_SECONDS = 0.4, 1.0
"""How long agents wait, as the tables' settings say: after each other, and after the person."""
SETTINGS = {"pace": "quick", "take_back": TAKE_BACK_SECONDS, "away_after": 0}
MINE = 0
"""The person's seat."""


@dataclass
class Times:
    """What all people saw since the last `clear`.

    Attributes:
        views: seconds from each click to the view that shows it.
        late: seconds by which each agent's move came later than its pace; sealed answers have none.
        moves: how many moves were shown, of people and agents, sealed ones as they are turned up.
        refused: messages that were refused, by code.
    """

    views: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    moves: int = 0
    refused: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all, to measure anew."""
        for kept in (self.views, self.late, self.refused):
            kept.clear()
        self.moves = 0


@dataclass
class Person:
    """One person at one table, with agents in all other seats: three of Skull King, one of the games for two.

    Attributes:
        number: counts the people; each has an address of its own, as behind a proxy.
        port: where the server listens.
        game: the game that is played.
        choice: chooses among the legal actions.
        times: what is seen goes there.
        agent: who sits in the other seats.
    """

    number: int
    port: int
    game: str
    choice: random.Random
    times: Times
    agent: str = "bot"
    _table: str = ""
    _cookie: str = ""
    _clicked: float = 0.0  # when the move that is not shown yet was clicked; 0 where there is none
    _last_click: float = 0.0
    _expected: float = 0.0  # when the next agent's move would be shown, were the server infinitely fast
    _sealing: bool = False  # whether answers are sealed now, as bids are

    def make_table(self) -> None:
        """Make a table and begin its game."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        seats = [{"kind": "me"}] + [{"kind": "agent", "agent": self.agent}] * (
            3 if self.game == "skull-king" else 1
        )
        options = {"players": 4} if self.game == "skull-king" else {}
        body = {"game": self.game, "options": options, "seats": seats, "settings": SETTINGS, "start": True}
        headers = {"content-type": "application/json", **self._headers()}
        connection.request("POST", "/api/tables", json.dumps(body), {**headers, "origin": self._origin})
        answer = connection.getresponse()
        said = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"the table of person {self.number} was refused: {said}")
        cookie = SimpleCookie(answer.headers["set-cookie"])
        self._cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in cookie.items())
        self._table = json.loads(said)["table"]
        connection.close()

    @property
    def _origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _headers(self) -> dict[str, str]:
        address = f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"
        return {"x-forwarded-for": address, **({"cookie": self._cookie} if self._cookie else {})}

    async def play(self, begin: float) -> None:
        """Play until this is cancelled, or the game is over.

        Args:
            begin: the first click comes so many seconds from now.
        """
        self._last_click = time.perf_counter() + begin - CLICK_SECONDS
        async with self.open() as socket:
            clicking: asyncio.Task[None] | None = None
            answered = False  # once, while answers are sealed: others' answers come as updates meanwhile
            try:
                async for text in socket:
                    turn = self._hear(text, time.perf_counter())
                    answered = answered and self._sealing
                    if turn is not None and not answered:
                        answered = self._sealing
                        clicking = asyncio.create_task(self._click(socket, *turn))
            finally:
                if clicking is not None:
                    clicking.cancel()

    def open(self) -> connect:
        """A socket at the table, which is open in an ``async with`` block."""
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{self._table}/socket?member=0", origin=Origin(self._origin),
            additional_headers=self._headers(), compression=None, max_size=2**24, open_timeout=120, proxy=None,
        )  # fmt: skip

    async def wait_for_turn(self) -> None:
        """Follow the table until it is the person's turn."""
        async with self.open() as socket:
            async for text in socket:
                if self._hear(text, time.perf_counter()) is not None:
                    return

    async def wait_for_hint(self) -> None:
        """Ask for a hint, once it is the person's turn, until it is there.

        Raises:
            RuntimeError: it was refused.
        """
        async with self.open() as socket:
            async for text in socket:
                turn = self._hear(text, time.perf_counter())
                if turn is not None:
                    await socket.send(json.dumps({"v": 1, "type": "hint", "turn": turn[0]}))
                said = json.loads(text)
                if said["type"] == "refused":
                    raise RuntimeError(f"the hint was refused: {text!r}")
                if said["type"] == "hint":
                    return

    def _hear(self, text: str | bytes, at: float) -> tuple[int, int] | None:
        """Take a message; returns turn and action where it is the person's turn now."""
        said: dict[str, Any] = json.loads(text)
        if said["type"] == "refused":
            self.times.refused.append(said["code"])
        if said["type"] not in ("snapshot", "update"):
            return None
        event, was_sealing = said.get("event"), self._sealing
        self._sealing = said["sealed"] is not None
        self.times.moves += event is not None and event["kind"] == "move"
        if event is not None and event["kind"] == ("seal" if was_sealing else "move"):
            self._note(event["seat"], at)
        if self._sealing or was_sealing:  # agents answer at once there, and then all is shown for a moment
            self._expected = 0.0
        view = said["view"]
        legal = view["actions"] if view is not None else []
        return (said["turn"], self.choice.choice(legal)["action"]) if legal else None

    def _note(self, seat: int, at: float) -> None:
        """Note how long a move took to be shown."""
        if seat == MINE:
            self.times.views.append(at - self._clicked)
        elif self._expected:
            self.times.late.append(at - self._expected)
        self._expected = at + (max(TAKE_BACK_SECONDS, PACE_SECONDS) if seat == MINE else PACE_SECONDS)

    async def _click(self, socket: ClientConnection, turn: int, action: int) -> None:
        """Play, some seconds after the last time."""
        await asyncio.sleep(self._last_click + CLICK_SECONDS - time.perf_counter())
        self._clicked = self._last_click = time.perf_counter()
        await socket.send(json.dumps({"v": 1, "type": "move", "turn": turn, "action": action}))
