"""A server in the instant world, asked as a real one is: time passes only while something is waited for."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Iterator, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import insert, select
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

from croupier.agents.names import AgentName
from croupier.core.base.sentence import packed, unpacked
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.server.agents.jobs import JobData
from croupier.server.agents.process_pool import JobAnswer, ProcessPool
from croupier.server.agents.worker import answer_to
from croupier.server.base.refusal import RefusalError
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.events import game as playing
from croupier.server.process.app import make_app
from croupier.server.room.event import RoomEvent
from croupier.server.room.messages import SeatMessages
from croupier.server.room.room import Room
from croupier.server.storage import schema
from croupier.server.storage.database import migrate, synchronous
from croupier.server.storage.log import LogEvent
from croupier.table import Table
from tests.server.clients import PATIENCE_SECONDS, Answer, AnyServer, Browser, Company, Message, Seat
from tests.simulator.network import WEBSOCKET, scope_of
from tests.simulator.process import SimulatedProcess
from tests.simulator.servers import ALONE, SHARED, PlainGames, hub_on
from tests.simulator.store import Disk
from tests.simulator.world import SimulatedLoop, World

T = TypeVar("T")
Data = MutableMapping[str, Any]


class InstantWorld:
    """A world, and a database that outlives the servers in it.

    Attributes:
        world: its time.
        disk: the database.
        loop: its event loop, which runs while something is asked for.
        servers: those that have begun.
    """

    def __init__(self, seed: int | None = None) -> None:
        """Make it.

        Args:
            seed: draws how long all takes that is not instant then; None where everything is.
        """
        self.world = World(seed or 0, instant=seed is None)
        self.disk = Disk(self.world)
        self.loop = SimulatedLoop(self.world)
        self.servers: list[InstantServer] = []
        self._sent: list[bytes] | None = None
        self._time = SimulatedProcess(self.world, "time")

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What some work comes to, once everything has happened that needs no more time."""

        async def settled() -> T:
            found = await work
            await self._time.settle()
            return found

        return self.loop.run_until_complete(settled())

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.do(self._time.advance(seconds))

    def start(self, *, shared: bool = False, **settings: Any) -> InstantServer:
        """Start a server, `shared` where others serve the same tables; settings are keywords."""
        known = ServerSettings(database=SHARED if shared else ALONE, thinkers=1, **settings)
        self.servers.append(InstantServer(self, known, shared=shared))
        return self.servers[-1]

    def listen(self) -> list[bytes]:
        """All that leaves servers for browsers from now on, as it is handed to the network."""
        self._sent = []
        return self._sent

    def note_sent(self, message: Data) -> None:
        """Keep it, where somebody listens."""
        if self._sent is not None:
            self._sent += [b": ".join(pair) for pair in message.get("headers", ())]
            self._sent += [message.get("body", b""), (message.get("text") or message.get("reason") or "").encode()]

    def keep(self, folder: Path) -> None:
        """Write the database into a folder, as a server with a file would have."""
        address = database_address(None, folder)
        migrate(address)
        file = synchronous(address)
        with self.disk._engine.begin() as here, file.begin() as there:
            for table in schema.metadata.sorted_tables:
                for row in here.execute(select(table)).all():
                    there.execute(insert(table).values(tuple(row)))
        file.dispose()

    def end(self) -> None:
        """Stop the servers; nothing may have gone wrong that nobody has heard of."""
        for server in self.servers:
            server.stop()
        self.world.note_unheard()
        for end in self.world.ended:
            end()
        self.loop.close()
        assert self.world.errors == []


class _Thinkers(ProcessPool):
    """A pool whose jobs are done here, since no other process is in this world."""

    async def _answer(
        self, job: JobData, timeout: float, on_progress: Callable[[float], None] | None
    ) -> JobAnswer:
        del timeout
        try:
            answer = answer_to(json.loads(json.dumps(job)), on_progress or (lambda _share: None))
        except Exception as error:  # noqa: BLE001  # as the worker does
            answer = {"error": f"{type(error).__name__}: {error}"}
        found: JobAnswer = unpacked(json.loads(json.dumps(packed(answer))))
        return found


class InstantServer(AnyServer):
    """The real application on a database in memory.

    Attributes:
        at: the world in which it is.
        runtime: its process.
    """

    def __init__(self, at: InstantWorld, settings: ServerSettings, *, shared: bool = False) -> None:
        self.at = at
        self.runtime = SimulatedProcess(at.world, f"server {len(at.servers)}")
        self.app = make_app(settings, runtime=self.runtime)
        thinkers = _Thinkers(1, settings.waiting, self.runtime)
        hub = self.app.state.hub = hub_on(at.disk, settings, self.runtime, thinkers, PlainGames(), shared=shared)
        self.do(hub.start())

    @property
    def disk(self) -> Disk:
        """Its database."""
        return self.at.disk

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.at.do(work)

    def browser(self) -> Browser:
        return InstantBrowser(self)

    def sql(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        with self.at.disk._engine.begin() as connection:
            found = connection.exec_driver_sql(statement, given)
            return [tuple(row) for row in found] if found.returns_rows else []

    def pass_time(self, seconds: float) -> None:
        self.at.pass_time(seconds)

    def stop(self) -> None:
        if self.runtime.alive:
            self.do(self.hub.close())
            self.at.loop.run_until_complete(self.runtime.kill("stops"))


class InstantBrowser(Browser):
    """A browser there."""

    def __init__(self, server: InstantServer) -> None:
        super().__init__(8000)
        self.server = server

    def another(self) -> Browser:
        return InstantBrowser(self.server)

    def move_to(self, server: AnyServer) -> None:
        assert isinstance(server, InstantServer)
        self.server = server

    def pause(self, seconds: float) -> None:
        self.server.pass_time(seconds)

    def _scope(self, target: str, headers: Mapping[str, str], **more: Any) -> Data:
        sent = {"host": f"127.0.0.1:{self.port}", **headers}
        return scope_of(self.server.app, target, sent, sent.pop("x-forwarded-for", "127.0.0.1"), **more)

    def _exchanged(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        return self.server.do(self.exchange(method, path, body, headers))

    async def exchange(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """What comes back to a request."""
        sent = {**headers, **({} if body is None else {"content-length": str(len(body))})}
        scope = self._scope(path, sent, type="http", scheme="http", method=method)
        asked = [{"type": "http.request", "body": body or b"", "more_body": False}]
        got: list[Data] = []

        async def receive() -> Data:
            if not asked:
                await asyncio.get_running_loop().create_future()  # nobody goes away
            return asked.pop()

        async def send(message: Data) -> None:
            got.append(message)
            self.server.at.note_sent(message)

        await self.server.app(scope, receive, send)
        pairs = [(name.decode().lower(), value.decode("latin-1")) for name, value in got[0]["headers"]]
        content = b"".join(each.get("body", b"") for each in got[1:])
        cookies = [value for name, value in pairs if name == "set-cookie"]
        return Answer(got[0]["status"], dict(pairs), content, cookies)

    @contextlib.contextmanager
    def open(
        self, path: str, origin: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[Any]:
        sent = {**self._headers(), **(headers or {}), **({} if origin is None else {"origin": origin})}
        socket = InstantSocket(self.server, self._scope(path, sent, **WEBSOCKET))
        try:
            yield socket
        finally:
            socket.close()


def at_once(*asked: tuple[Browser, str, Mapping[str, Any]]) -> list[Answer]:
    """Send requests at the same moment: browser, path and body of each."""
    browsers = [browser for browser, _, _ in asked if isinstance(browser, InstantBrowser)]

    async def all_of_them() -> list[Answer]:
        world, exchanges = browsers[0].server.at.world, list[asyncio.Task[Answer]]()
        for browser, (_, path, body) in zip(browsers, asked, strict=True):
            sent = {**browser._headers(), "content-type": "application/json"}
            work = browser.exchange("POST", path, json.dumps(body).encode(), sent)
            exchanges.append(asyncio.create_task(later(world.delay(), work)))
        return await asyncio.gather(*exchanges)

    async def later(seconds: float, work: Coroutine[Any, Any, T]) -> T:
        await asyncio.sleep(seconds)
        return await work

    answers = browsers[0].server.do(all_of_them())
    return [browser._kept(answer) for browser, answer in zip(browsers, answers, strict=True)]


class InstantSocket:
    """A browser's socket there.

    Attributes:
        close_code: why the server has closed it.
    """

    def __init__(self, server: InstantServer, scope: Data) -> None:
        self.close_code: int | None = None
        self._closed: Close | None = None
        self._server = server
        self._heard: asyncio.Queue[str | Close] = asyncio.Queue()
        self._said: asyncio.Queue[Data] = asyncio.Queue()
        self._open = True
        self._refused: list[Data] = []
        self._said.put_nowait({"type": "websocket.connect"})

        async def begin() -> None:
            server.runtime.spawn(server.app(scope, self._said.get, self._send))

        server.do(begin())
        if self._refused:
            start, *rest = self._refused
            named = Headers([(name.decode(), value.decode()) for name, value in start["headers"]])
            body = b"".join(each["body"] for each in rest)
            raise InvalidStatus(Response(start["status"], "", named, body))

    def _say(self, message: Data) -> None:
        async def say() -> None:
            self._said.put_nowait(message)

        self._server.do(say())

    async def _send(self, message: Data) -> None:
        self._server.at.note_sent(message)
        if message["type"] == "websocket.send":
            if not self._open:
                raise OSError("the browser is gone")
            self._heard.put_nowait(message["text"])
        elif message["type"].startswith("websocket.http.response"):
            self._open = False
            self._refused.append(message)
        elif message["type"] == "websocket.close":
            self._open = False
            self._closed = Close(message["code"], message.get("reason") or "")
            self._heard.put_nowait(self._closed)

    @property
    def has_more(self) -> bool:
        """Whether something has come that nobody has read."""
        return not self._heard.empty()

    def send(self, text: str | bytes) -> None:
        """Say something."""
        if not self._open:
            raise ConnectionClosedError(self._closed, None)
        self._say({"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text})

    def recv(self, timeout: float = PATIENCE_SECONDS) -> str:
        """What comes next; time passes until then."""
        if self._heard.empty():
            found = self._server.do(asyncio.wait_for(self._heard.get(), timeout))
        else:
            found = self._heard.get_nowait()
        if isinstance(found, Close):
            self.close_code = found.code
            self._heard.put_nowait(found)
            raise ConnectionClosedError(found, None)
        return found

    def __iter__(self) -> Iterator[str]:
        while True:
            yield self.recv()

    def close(self) -> None:
        """Close it."""
        if self._open and self._server.runtime.alive:
            self._open = False
            self._say({"type": "websocket.disconnect", "code": 1001})


def first_legal(server: AnyServer, seconds: float = 0.0) -> list[str]:
    """Let agents at a server play the first legal action after a while; gives who was asked so far."""
    asked: list[str] = []

    async def ask(agent: AgentName, state: State, name: str) -> int:
        del name
        asked.append(agent.text)
        await server.hub.runtime.sleep(seconds)
        return int(state.legal_actions()[0])

    server.hub.agent_queues.ask = ask  # type: ignore[method-assign]  # nothing is compiled
    return asked


class Gathering(Company):
    """People at a table whose pages stay open, and agents who play the first legal action.

    Attributes:
        pages: by the people's numbers.
        asked: the agents that were asked.
    """

    server: InstantServer

    def __init__(
        self, server: InstantServer, game: Game | None = None, seats: Sequence[int | str] = (0, 1), *,
        start: bool = True, **settings: Any,
    ) -> None:  # fmt: skip
        """Let them come, and the game begin.

        Args:
            game: Pig Dice unless told otherwise.
            seats: people by their numbers, and agents by their names.
        """
        game = make("pig") if game is None else game
        kinds = [each if isinstance(each, str) else "open" if each else "me" for each in seats]
        options, people = dict(game.options), sum(isinstance(each, int) for each in seats)
        wished = {"pace": "instant", **settings}
        super().__init__(server, game.name, *kinds, people=people, start=False, options=options, settings=wished)
        self.asked = first_legal(server)
        self.pages: dict[int, Seat] = {}
        for member in self.browsers:
            self.come(member)
        if start:
            self.post(0, "start")

    def come(self, member: int) -> None:
        """Somebody opens the table's page."""
        self.pages[member] = self.sit(member).__enter__()

    def leave(self, *members: int) -> None:
        """Some people close their pages."""
        for member in members:
            self.pages[member].socket.close()

    def heard(self, member: int) -> list[Message]:
        """All that somebody's page was told."""
        page = self.pages[member]
        while page.socket.has_more:
            page.hear_one()
        return page.heard

    def do(self, wish: Callable[[Room], RoomEvent]) -> None:
        """Let something happen at the table, if it may."""
        self.server.do(self.live.do(wish))

    def refusal(self, wish: Callable[[Room], RoomEvent]) -> tuple[str, str]:
        """Wish for something that is refused, which writes nothing; gives the code and the words."""
        number = self.room.number
        with pytest.raises(RefusalError) as error:
            self.do(wish)
        assert self.room.number == number
        return error.value.code, error.value.message

    def play(self, member: int, action: int | None = None) -> None:
        """Somebody answers by an action, or by the last one that is legal."""
        chosen = self.game.state.legal_actions()[-1] if action is None else action
        self.do(lambda room: playing.move(room, member, self.game.number, chosen))

    @property
    def game(self) -> Table:
        """The game that goes on."""
        assert self.room.table is not None
        return self.room.table

    @property
    def due(self) -> int:
        """The seat that is to move."""
        assert self.room.due.seat is not None
        return self.room.due.seat

    def snapshot(self, member: int | None) -> Message:
        """What a page of somebody's would be told that is opened now."""
        return SeatMessages(self.room, self.live.people).snapshot(member)

    def log(self) -> list[LogEvent]:
        """Its events, as they are stored."""
        return self.server.disk.log(self.table)

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.server.runtime.now()

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and all happen that does until then."""
        self.server.pass_time(seconds)
