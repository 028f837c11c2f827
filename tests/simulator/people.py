"""People at a table: each has pages open, hears what happens, plays, and does what people do beside.

They know what the protocol says (docs/protocol.md) and nothing of the server. What they choose comes from a
generator of their own, so that it does not depend on what others hear.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.simulator.checking.history import Confirmed, TableHistory, WireData
from tests.simulator.network import BrokenError, Browser, Socket
from tests.simulator.process import SimulatedProcess
from tests.simulator.servers import SimulatedServer

_PATIENCE_SECONDS = 8.0
"""How long somebody waits for an answer, and then does the same again."""
_NO_ACTION = 1_000_000
_NOT_KNOWN = "unavailable"
"""The code of a refusal after which a move may have been written."""
_READ = ("", "", "", "/rules", "/game", "/replay")
_REACTIONS = ("clap", "heart")
"""What people read of a table."""


@dataclass
class Company:
    """What people at one table share."""

    servers: list[SimulatedServer]  # where they may go
    history: TableHistory  # what they say and hear
    runtime: SimulatedProcess  # the time
    table: str = ""  # the table's id
    over: bool = False  # whether they go home
    calm: bool = False  # whether they do nothing but play


@dataclass
class Person:
    """Somebody at a table."""

    name: str  # what the person is called
    browser: Browser  # the browser that came to the table
    company: Company  # the others, and where all are
    random: Random  # draws what the person chooses
    member: int | None = 0  # number at the table; None for a spectator
    # from which turn on sealed choices are others, to compare what others hear of them
    other_answers: int | None = None

    def server(self) -> SimulatedServer:
        """One that is there; BrokenError where none is."""
        there = [each for each in self.company.servers if each.process is not None]
        if not there:
            raise BrokenError
        return there[int(self.random.random() * len(there))]

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask for something about the table; whoever is too fast waits."""
        if body is not None and "token" not in body:
            body = {"member": self.member, **body}
        where = f"/api/tables/{self.company.table}{path}"
        status, answer = await self.browser.ask(self.server(), method, where, body)
        self.company.history.answered(method, path, body, status, answer)
        return status, answer

    async def read_tables(self) -> None:
        """Read the list of one's tables, as whoever has been away does; BrokenError where nothing is answered."""
        status, answer = await self.browser.ask(self.server(), "GET", "/api/tables")
        self.company.history.answered("GET", "/api/tables", None, status, answer)

    async def live(self, page: OpenPage) -> None:
        """Open the table's page again and again, until all go home."""
        while not self.company.over:
            try:
                await page.visit(self.server())
            except BrokenError:
                page.away = max(page.away, 0.2)
            away, page.away = page.away, 0.0
            await self.company.runtime.sleep(away + 0.05 + 0.5 * self.random.random())
            if away:
                with contextlib.suppress(BrokenError):
                    await self.read_tables()


@dataclass
class OpenPage:
    """One page of a person's."""

    person: Person  # whose it is
    browser: Browser  # where it is open
    away: float = 0.0  # seconds for which the person is away next
    _turn: int = 0
    _view: WireData | None = None
    _sealed: WireData | None = None
    _table: WireData = field(default_factory=dict)
    _seat: int | None = None
    _circle: str | None = None
    _undo: bool = False
    _rest: WireData | None = None
    _asked: int = 0
    _idle_until: float = 0.0
    _waits: dict[int, float] = field(default_factory=dict)
    _said: dict[int, WireData] = field(default_factory=dict)
    _chosen: tuple[int, int] | None = None

    async def visit(self, server: SimulatedServer) -> None:
        """Follow the table until the socket breaks or the person goes."""
        person, company = self.person, self.person.company
        socket = Socket(self.browser, server, company.table, person.member)
        visit = company.history.visit(person.member)
        self._waits, self._said, self._view = {}, {}, None
        try:
            while not company.over and not self.away:
                told = await self._next(socket)
                if told is None:
                    return
                if told[1]:
                    message = json.loads(told[1])
                    company.history.heard(visit, *told, message)
                    self._hear(message)
                if person.member is not None and (self._view is not None or self._table):
                    await self._act(socket)
        finally:
            socket.close()

    async def _next(self, socket: Socket) -> tuple[float, str] | None:
        """The next message, and when it was sent; an empty one where none comes for a while."""
        try:
            async with asyncio.timeout(0.5 + 4.0 * self.person.random.random()):
                return await socket.heard.get()
        except TimeoutError:
            return 0.0, ""

    def _hear(self, message: WireData) -> None:
        kind = message["type"]
        if kind in ("snapshot", "update"):
            self._turn, self._view = message["turn"], message["view"]
            self._sealed, self._undo, self._rest = message["sealed"], message["undo"], message.get("rest")
            if "table" in message:
                self._table, self._seat = message["table"], message["you"]["seat"]
                self._circle = message["you"]["circle"]
        elif kind in ("ok", "refused") and message["re"] in self._said:
            asked = self._said.pop(message["re"])
            self._waits.pop(message["re"], None)
            if kind == "ok" and asked["type"] == "move" and self._seat is not None:
                found = Confirmed(self._seat, asked["turn"], asked["action"], message["number"])
                self.person.company.history.confirmed.append(found)
            elif kind == "refused" and asked["type"] == "move" and message["code"] != _NOT_KNOWN:
                self.person.company.history.refused[self.person.member, asked["turn"], asked["action"]] += 1

    def _say(self, socket: Socket, kind: str, **more: Any) -> None:
        self._asked += 1
        message = {"v": 1, "type": kind, "id": self._asked, **more}
        self._waits[self._asked] = self.person.company.runtime.monotonic()
        self._said[self._asked] = message
        if kind == "move":
            self.person.company.history.sent[self.person.member, more["turn"], more["action"]] += 1
        socket.say(message)

    # ----------------------------------------------------------------------------------------------------- playing

    async def _act(self, socket: Socket) -> None:
        """Do what is to be done, or what one feels like."""
        draw, now = self.person.random, self.person.company.runtime.monotonic()
        self._waits = {key: at for key, at in self._waits.items() if now - at < _PATIENCE_SECONDS}
        fair = self._table.get("fair")
        if fair is not None and fair["phase"] != "dealt" and self.person.member in fair["members"]:
            self._give_number(socket, fair)
            return
        if not self.person.company.calm and draw.random() < 0.25 and await self._whim(socket):
            return
        if self._rest is not None and not self.person.company.calm and draw.random() < 0.5:
            self._take_rest(socket, self._rest)
            return
        actions = [each["action"] for each in (self._view or {}).get("actions", ())]
        idle = now < self._idle_until and not self.person.company.calm
        if actions and not self._waits and not idle:
            await self.person.company.runtime.sleep(0.4 * draw.random())
            self._move(socket, actions)

    def _move(self, socket: Socket, actions: list[int]) -> None:
        """Play; sometimes twice, and what is not known to have arrived is sent again as it was."""
        person, draw = self.person, self.person.random.random()
        chosen = actions[int(person.random.random() * len(actions))]
        if self._sealed is not None:
            chosen = actions[(actions.index(chosen) + self._twist()) % len(actions)]
        if self._chosen is not None and self._chosen[0] == self._turn and self._chosen[1] in actions:
            chosen = self._chosen[1]
        self._chosen = self._turn, chosen
        for _ in range(2 if draw < 0.15 and not person.company.calm else 1):
            self._say(socket, "move", turn=self._turn, action=chosen)

    def _take_rest(self, socket: Socket, rest: WireData) -> None:
        """Claim the rest of the tricks, or answer who has."""
        yes = self.person.random.random() < 0.8
        if rest["seat"] is None:
            self._say(socket, "rest", turn=self._turn, show=yes)
        elif not rest["settled"]:
            self._say(socket, "rest-answer", turn=self._turn, agrees=yes)

    def _twist(self) -> int:
        """By how much a sealed choice is another one."""
        begins = self.person.other_answers
        return 0 if begins is None or self._turn < begins else 1

    def _give_number(self, socket: Socket, fair: WireData) -> None:
        """Commit to a number for the deal, or show it."""
        person = self.person
        number = hashlib.sha256(f"{person.name} {fair['hash']}".encode()).digest()
        place = fair["members"].index(person.member)
        if self._waits or person.random.random() < 0.05:
            return  # some wait too long
        about = {"member": person.member, "hash": fair["hash"]}
        if fair["phase"] == "commit" and fair["commitments"][place] is None:
            self._say(socket, "commit", **about, commitment=hashlib.sha256(number).hexdigest())
        elif fair["phase"] == "reveal" and fair["numbers"][place] is None:
            self._say(socket, "reveal", **about, number=number.hex())

    # ------------------------------------------------------------------------------------------------------- whims

    async def _whim(self, socket: Socket) -> bool:
        """Do something beside playing; returns whether that was enough for now."""
        draw = self.person.random
        over = self._table.get("status") == "over"
        kind = 18 if over and draw.random() < 0.3 else int(draw.random() * 18)
        if kind == 14:
            self._idle_until = self.person.company.runtime.monotonic() + 100.0 * draw.random() ** 3
        elif kind == 0:
            self.away = 100.0 * draw.random() ** 3 + 0.01
        elif kind in (1, 2):
            self._say(socket, ("ping", "snapshot")[kind - 1])
        elif kind == 3:
            self._say(socket, "undo", turn=self._turn)
        elif kind == 4:
            self._say(socket, ("away", "back")[int(draw.random() * 2)])
        elif kind == 5:
            self._say(socket, "skip")
        elif kind == 6:
            self._send_wrongly(socket)
        elif kind == 7 and self._sealed is not None and self._sealed["actions"]:
            actions = [each["action"] for each in self._sealed["actions"]]
            chosen = (int(draw.random() * len(actions)) + self._twist()) % len(actions)
            self._say(socket, "move", turn=self._turn, action=actions[chosen])
        elif kind == 15:
            self._say(socket, "hint", turn=self._turn)
        else:
            return await self._ask(kind)
        return True

    def _send_wrongly(self, socket: Socket) -> None:
        """Send a move of an earlier turn or none at all, refused whatever is hidden or sealed."""
        draw = self.person.random
        earlier, action = int(draw.random() * 3), int(draw.random() * 9)
        wrong = action + (0 if earlier and self._sealed is None else _NO_ACTION)
        self._say(socket, "move", turn=self._turn - earlier, action=wrong)

    async def _ask(self, kind: int) -> bool:
        """Ask for something by a request."""
        person, draw = self.person, self.person.random
        if kind in (8, 9):
            said = f"{person.name} {draw.random()}"  # never twice: the history looks for lines that are
            person.company.history.spoken.add((person.member, said))
            await person.ask("POST", "/say", {"text": said})
        elif kind in (10, 13):
            await person.ask("GET", _READ[int(draw.random() * len(_READ))])
        elif kind == 11 and self._table.get("status") == "playing" and draw.random() < 0.6:
            gone = self._seat is not None
            body = {"whom": person.member} if gone else {}
            await person.ask("POST", "/remove" if gone else "/claim", body)
        elif kind == 12:
            await person.ask("POST", "/nudge", {"seat": int(draw.random() * 4)})
        elif kind == 16:
            await person.ask("POST", "/react", {"reaction": _REACTIONS[int(draw.random() * len(_REACTIONS))]})
        elif kind == 17 and self._circle is None:
            await person.ask("POST", "/circle", {"name": f"Circle of {person.name}"})
        elif kind == 17:
            await person.browser.ask(person.server(), "GET", f"/api/circles/{self._circle}")
        elif kind == 18:
            await person.ask("POST", "/again", {"start": draw.random() < 0.5})
        else:
            return False
        return True
