"""Browsers as the server's tests script them: people who make tables, join, sit and play."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import re
import socket
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, Protocol, TypeVar

import pytest
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from croupier.server.agents.agent_queues import ReadyGames
from croupier.server.base.refusal import STATUS
from croupier.server.base.settings import ServerSettings
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.process.app import make_app
from croupier.server.process.run import uvicorn_settings
from croupier.server.process.tcp import ConnectionSlots, HttpProtocol, WebSocketProtocol
from croupier.server.room.room import Room
from croupier.server.storage.store import Store
from tests.splitmix import SplitMix64

SOON: dict[str, Any] = {"pace": "instant", "take_back": 0.0}
"""Settings under which agents answer at once."""
PATIENCE_SECONDS = 150.0
Message = dict[str, Any]
T = TypeVar("T")
ANSWERS = ("ok", "refused", "hint", "pong")


def wait_until(happened: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for something that takes real time."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it has not happened in time"
        time.sleep(0.01)


def is_sentence(text: str) -> bool:
    """Whether a refusal is a sentence: with a capital, unless a name or a field comes first, and a full stop."""
    small = re.match(r"[a-z]+(?=[ ,;.])(?![.]\w)", text)
    return small is None and text.endswith((".", "!", "?", "…"))


class _OnDemand(ReadyGames):
    """Compiles a game once somebody waits for it: all of them, as at a server's start, take minutes."""

    async def _compile_all(self) -> None:
        pass


class _Prompt(uvicorn.Server):
    """Ends as soon as it is told to and its connections are gone; the library waits for a fifth of a second."""

    async def main_loop(self) -> None:
        for counter in itertools.count():
            if await self.on_tick(counter % 100):
                return
            await asyncio.sleep(0.01)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        assert not sockets  # it has opened its own
        for server in self.servers:
            server.close()
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        until = time.monotonic() + (self.config.timeout_graceful_shutdown or PATIENCE_SECONDS)
        while (self.server_state.connections or self.server_state.tasks) and time.monotonic() < until:
            await asyncio.sleep(0.005)
        for task in self.server_state.tasks:
            task.cancel()
        await self.lifespan.shutdown()


class AnyServer(ABC):
    """A server as tests see it, with real sockets or in the instant world.

    Attributes:
        app: its application.
    """

    app: FastAPI

    @abstractmethod
    def browser(self) -> Browser:
        """A new person's browser."""

    @abstractmethod
    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What work of the server's event loop comes to."""

    @abstractmethod
    def sql(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Read or change the database by another way."""

    @abstractmethod
    def pass_time(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    def stop(self) -> None:
        """Stop it, as Ctrl-C does."""

    @property
    def hub(self) -> Hub:
        """What it holds. While no message is on its way nothing happens there."""
        hub: Hub = self.app.state.hub
        return hub

    def deal_from_the_first(self) -> None:
        """Count deals from the first of its seed again."""
        self.hub._deals = itertools.count()

    @property
    def store(self) -> Store:
        """Its database."""
        store = self.hub.store
        assert isinstance(store, Store)
        return store

    def live(self, table: str) -> LiveTable:
        """A table in its memory."""
        return next(live for live in self.hub.present() if live.room.id == table)

    def room(self, table: str) -> Room:
        """The same without what lives beside it."""
        return self.live(table).room

    def forget(self, table: str) -> None:
        """Let its memory lose a table, as in a new process, once the sockets that were closed there are gone."""
        until = time.monotonic() + PATIENCE_SECONDS
        while any(live.room.id == table and live.connections for live in self.hub.present()):
            assert time.monotonic() < until, "a socket is still open at the table"
            self.pass_time(0.01)

        async def drop() -> None:
            self.hub.drop(table)

        self.do(drop())


class Server(AnyServer):
    """A server in a thread of this process.

    Attributes:
        port: where it listens, on the loopback address.
        slots: its connections.
    """

    def __init__(self, settings: ServerSettings, port: int = 0) -> None:
        self.app = make_app(settings)
        self.slots = ConnectionSlots(settings)
        protocols = {"http": partial(HttpProtocol, self.slots), "ws": partial(WebSocketProtocol, self.slots)}
        config = uvicorn.Config(self.app, host="127.0.0.1", port=port, **uvicorn_settings() | protocols)
        self._server = _Prompt(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("croupier.server.live.hub.ReadyGames", _OnDemand)
            self._thread.start()
            wait_until(lambda: self._server.started or not self._thread.is_alive(), PATIENCE_SECONDS)
        assert self._server.started
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stop it, as Ctrl-C does."""
        loop = self.loop
        self._server.should_exit = True
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive(), self._waits_for(loop)

    def _waits_for(self, loop: asyncio.AbstractEventLoop) -> str:
        """Why it does not end."""
        tasks = [f"{task!r}: {task.get_stack()}" for task in asyncio.all_tasks(loop)]
        return "\n".join([f"connections: {self._server.server_state.connections}", *tasks])

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop that serves it."""
        return self.hub._tasks[0].get_loop()

    def browser(self) -> Browser:
        return Browser(self.port)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_SECONDS)

    def sql(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        path = self.store.engine.url.database
        assert path is not None
        with closing(sqlite3.connect(path, timeout=10)) as connection, connection:
            return connection.execute(statement, given).fetchall()

    def pass_time(self, seconds: float) -> None:
        time.sleep(seconds)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    set_cookies: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """A browser with cookies of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def another(self) -> Browser:
        """Another person's browser at the same server."""
        return Browser(self.port)

    def move_to(self, server: AnyServer) -> None:
        """Go on at another server with the same cookies."""
        assert isinstance(server, Server)
        self.port = server.port

    def pause(self, seconds: float) -> None:
        """Let some time pass."""
        time.sleep(seconds)

    @property
    def origin(self) -> str:
        """Where its pages come from."""
        return f"http://127.0.0.1:{self.port}"

    def _headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"origin": self.origin, **({"cookie": cookie} if cookie else {})}

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request; returns the answer, whatever its status."""
        sent = {**self._headers(), **(headers or {})}
        sent = {name: value for name, value in sent.items() if value}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
        return self._kept(self._exchanged(method, path, body, sent))

    def _kept(self, answer: Answer) -> Answer:
        """An answer, of which the browser keeps the cookies."""
        for cookie in answer.set_cookies:
            for name, morsel in SimpleCookie(cookie).items():
                self.cookies[name] = morsel.value
        return answer

    def _exchanged(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        with closing(connection):
            connection.request(method, path, body, headers)
            found = connection.getresponse()
            named = {name.lower(): value for name, value in found.headers.items()}
            return Answer(found.status, named, found.read(), found.headers.get_all("set-cookie") or [])

    def post(self, path: str, body: Any = None) -> Message:
        """Send a request that must be granted; a script that is too fast sends it again."""
        return self._granted("POST", path, body)

    def delete(self, path: str) -> Message:
        """Likewise, to delete something."""
        return self._granted("DELETE", path)

    def _granted(self, method: str, path: str, body: Any = None) -> Message:
        while (answer := self.ask(method, path, body)).status == STATUS["too-fast"]:
            self.pause(0.1)
        assert answer.status == 200, answer.text
        found: Message = answer.json()
        return found

    def get(self, path: str) -> Any:
        """Ask for something that must be there."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None) -> str:
        """Send a request that must be refused; returns the code."""
        return self.why(method, path, body)[0]

    def why(self, method: str, path: str, body: Any = None) -> tuple[str, str]:
        """Send a request that must be refused; returns the code and the sentence."""
        answer = self.ask(method, path, body)
        assert answer.status >= 400, answer.text
        error = answer.json()["error"]
        assert is_sentence(error["message"]), error
        return str(error["code"]), str(error["message"])

    def make(self, game: str, *seats: str, start: bool = False, **more: Any) -> Message:
        """Make a table: seats are ``me``, ``open`` or an agent's name."""
        wished = [{"kind": seat} if seat in ("me", "open") else {"kind": "agent", "agent": seat} for seat in seats]
        body: Message = {"game": game, "name": "Ann", "start": start, "settings": SOON, **more}
        if seats:
            body["seats"] = wished
        return self.post("/api/tables", body)

    def join(self, made: Mapping[str, Any], name: str) -> Message:
        """Come to a table that somebody has made."""
        return self.post(f"/api/tables/{made['table']}/join", {"token": made["join"], "name": name})

    def sit(self, table: str, member: int | None) -> Seat:
        """Follow a table; None as a spectator."""
        who = "" if member is None else f"?member={member}"
        return Seat(self.open(f"/api/tables/{table}/socket{who}"), self.pause)

    @contextmanager
    def open(
        self, path: str, origin: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[Any]:
        """A socket, which is open in a ``with`` block; a script that is too fast asks for it again."""
        headers = {**self._headers(), **(headers or {})}
        own = headers.pop("origin")
        address = f"ws://127.0.0.1:{self.port}{path}"
        with ExitStack() as stack:
            while True:
                try:
                    opening = connect(
                        address, origin=Origin(own if origin is None else origin), additional_headers=headers,
                        open_timeout=PATIENCE_SECONDS, compression=None, max_size=2**24, proxy=None,
                    )  # fmt: skip
                    socket = stack.enter_context(opening)
                    break
                except InvalidStatus as refused:
                    if refused.response.status_code != STATUS["too-fast"]:
                        raise
                    time.sleep(0.1)
            yield socket

    def shut_out(self, path: str, headers: Mapping[str, str] | None = None) -> str:
        """Open a socket that is closed at once; gives the reason."""
        with self.open(path, headers=headers) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE_SECONDS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004
        return closed.value.rcvd.reason


class Seat:
    """A socket at a table, and what was said on it."""

    socket: Any

    def __init__(self, opening: AbstractContextManager[Any], pause: Callable[[float], None] = time.sleep) -> None:
        self._opening, self._pause = opening, pause
        self._stack = ExitStack()
        self.heard: list[Message] = []
        self.view: Message | None = None
        self.turn = 0
        self.number = 0
        self._asked = 0

    def __enter__(self) -> Seat:
        self.socket = self._stack.enter_context(self._opening)
        self.hear("snapshot")
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def hear_one(self) -> Message:
        """The next message."""
        said: Message = json.loads(self.socket.recv(PATIENCE_SECONDS))
        self.heard.append(said)
        assert said["v"] == 1
        if said["type"] in ("snapshot", "update"):
            self.view, self.turn, self.number = said["view"], said["turn"], said["number"]
        return said

    def catch_up(self, number: int) -> None:
        """Listen until an event was heard."""
        while self.number < number:
            self.hear_one()

    def hear(self, *kinds: str, where: Callable[[Message], bool] = lambda _: True) -> Message:
        """The next message of some type."""
        while True:
            said = self.hear_one()
            if said["type"] in kinds and where(said):
                return said

    def hear_event(self, kind: str) -> Message:
        """The update that told of an event of some kind, which may have been heard already."""
        for said in self.heard:
            if said["type"] == "update" and said["event"]["kind"] == kind:
                return said
        return self.hear("update", where=lambda said: said["event"]["kind"] == kind)

    def closed(self) -> int:
        """Listen until the server closes the socket; gives the code."""
        with pytest.raises(ConnectionClosed) as closed:
            self.hear("nothing")
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    def say(self, kind: str, **parts: Any) -> int:
        """Say something; returns its id."""
        self._asked += 1
        self.socket.send(json.dumps({"v": 1, "type": kind, "id": self._asked, **parts}))
        return self._asked

    def ask(self, kind: str, **parts: Any) -> Message:
        """Say something and wait for the answer to it; a script that is too fast says it again."""
        while True:
            asked = self.say(kind, **parts)
            answer = self.hear(*ANSWERS, where=lambda said: said.get("re") == asked)  # noqa: B023  # heard at once
            if answer.get("code") != "too-fast":
                return answer
            self._pause(0.1)

    def snapshot(self) -> Message:
        """All that the server sends to who comes anew."""
        self.ask("ping")  # slows down a script that is too fast
        self.say("snapshot")
        while (said := self.hear("snapshot", "refused"))["type"] == "refused":
            self._pause(0.1)
            self.say("snapshot")
        return said

    def move(self, action: int) -> Message:
        """Play an action, which must be accepted."""
        answer = self.ask("move", turn=self.turn, action=action)
        assert answer["type"] == "ok", answer
        return answer

    def legal(self) -> list[int]:
        """The actions that the seat may play now; empty where it is not to move."""
        return [] if self.view is None else [each["action"] for each in self.view["actions"]]

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as this socket has heard."""
        return self.view is not None and bool(self.view["over"])

    def wait_for_turn(self) -> None:
        """Listen until this seat is to move, or the game is over."""
        while not self.legal() and not self.over:
            self.hear_one()


NAMES = ("Ann", "Bob", "Cid", "Dora")


class Company:
    """People at one table, each in front of a browser; the first one hosts.

    Attributes:
        server: where the table is.
        made: what the host was told when it was made.
        table: its id.
        browsers: of the people, by their numbers at the table.
    """

    def __init__(
        self, server: AnyServer, game: str = "pig", *seats: str, people: int = 2, start: bool = True, **more: Any
    ) -> None:
        self.server = server
        self.browsers = {0: server.browser()}
        self.made = self.browsers[0].make(game, *seats, **more)
        self.table: str = self.made["table"]
        for name in NAMES[1:people]:
            self.join(name)
        if start:
            self.post(0, "start")

    def join(self, name: str, browser: Browser | None = None) -> int:
        """Somebody comes by the link; gives the number."""
        browser = browser or self.server.browser()
        member: int = browser.join(self.made, name)["member"]
        self.browsers[member] = browser
        return member

    def path(self, what: str = "") -> str:
        """The address of something at the table."""
        return f"/api/tables/{self.table}/{what}".rstrip("/")

    def post(self, member: int, what: str, **body: Any) -> Message:
        """Ask for something in a member's name, which must be granted."""
        return self.browsers[member].post(self.path(what), {"member": member, **body})

    def ask(self, member: int, what: str, **body: Any) -> Answer:
        """The same, whatever the answer."""
        return self.browsers[member].ask("POST", self.path(what), {"member": member, **body})

    def refused(self, member: int, what: str, **body: Any) -> str:
        """The same, which must be refused; gives the code."""
        return self.why(member, what, **body)[0]

    def why(self, member: int, what: str, **body: Any) -> tuple[str, str]:
        """The same; gives the code and the sentence."""
        return self.browsers[member].why("POST", self.path(what), {"member": member, **body})

    def delete(self, member: int = 0) -> Any:
        """Ask for the table's deletion; gives the answer."""
        return self.browsers[member].ask("DELETE", self.path() + f"?member={member}").json()

    def get(self, member: int, what: str = "") -> Any:
        """Read something at the table."""
        return self.browsers[member].get(self.path(what))

    def sit(self, member: int | None) -> Seat:
        """Follow the table; None as a stranger."""
        browser = self.server.browser() if member is None else self.browsers[member]
        return browser.sit(self.table, member)

    @contextmanager
    def seats(self, *members: int | None) -> Iterator[list[Seat]]:
        """Several of them, while the block runs."""
        with ExitStack() as sockets:
            yield [sockets.enter_context(self.sit(member)) for member in members]

    def move_to(self, server: AnyServer) -> None:
        """All go on at another server, or at the same that has started anew."""
        self.server = server
        for browser in self.browsers.values():
            browser.move_to(server)

    @property
    def live(self) -> LiveTable:
        """The table in the server's memory."""
        return self.server.live(self.table)

    @property
    def room(self) -> Room:
        """What its log says."""
        return self.live.room

    def kinds(self) -> list[str]:
        """Kinds of its events, as they are stored."""
        rows = self.server.sql("SELECT kind FROM events WHERE table_id = ? ORDER BY number", self.table)
        return [kind for (kind,) in rows]


def play_on(seats: Sequence[Seat], seed: int = 3) -> None:
    """Let people play at random, and agents in the other seats, until the game is over for all."""
    draw = SplitMix64(seed)
    while not all(seat.over for seat in seats):
        mover = next((seat for seat in seats if seat.legal()), None)
        if mover is None:
            seats[0].hear_one()
        else:
            mover.move(mover.legal()[draw.below(len(mover.legal()))])
        last = max(seat.number for seat in seats)
        for seat in seats:
            seat.catch_up(last)


def here(*members: int) -> Callable[[Message], bool]:
    """Whether a message says that some people, and no others, are there."""
    return lambda said: said["here"] == list(members)


class Listening(Protocol):
    """A socket that keeps what it has heard."""

    heard: list[Message]


def notices(seat: Listening) -> list[str]:
    """What a socket was told in words beside the game, in its order."""
    told = [each for message in seat.heard for each in message.get("messages", ()) if each["kind"] == "notice"]
    return [each["text"] for each in told]


def mover_among(seats: Sequence[Seat]) -> Seat:
    """The first of some people who is to answer, once sealed answers that are all in have been shown."""
    while True:
        found = next((seat for seat in seats if seat.legal()), None)
        if found is None:
            found = seats[0]
            found.hear_one()
        for seat in seats:
            seat.catch_up(found.number)
        if found.legal():
            return found


def accepted(seat: Seat, turn: int, action: int) -> Message:
    """Move, and try again while the database does not answer."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        answer = seat.ask("move", turn=turn, action=action)
        if answer.get("code") != "unavailable":
            return answer
        assert time.monotonic() < until
        time.sleep(0.2)
