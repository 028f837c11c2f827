"""The socket of a table: messages from and to a browser. docs/protocol.md describes them."""

from __future__ import annotations

import asyncio
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import APIRouter, WebSocket
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from croupier.server.agents.jobs import JobData, hint_job
from croupier.server.agents.process_pool import WorkerError
from croupier.server.base.english import say
from croupier.server.base.languages import language_of
from croupier.server.base.refusal import Code, RefusalError, invalid
from croupier.server.base.settings import is_loopback
from croupier.server.events.asking import SAID, Count, SocketMessage
from croupier.server.events.game import hint, tells_of_hint
from croupier.server.live.connection import REVOKED, RUDE, Bucket, Connection
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.room.checks import game_of, hint_state, may_skip, own_seat
from croupier.server.room.messages import VERSION, WireMessage, message, refused, shown_number
from croupier.server.routes.session import address_of, check_watcher, hub_of, session_id

router = APIRouter()
LONGEST = 2048
"""Most characters of a message."""
MOST_OF_MEMBER, MOST_WATCHERS, MOST_OF_ADDRESS = 16, 200, 128
"""Most sockets at a time: for a member, watching a table, per address other than this machine's."""
_RATE, _BURST = 20.0, 40.0
_MOST_WRONG = 100
"""Unreadable messages, or ones above the rate, after which a socket is closed."""
_HINT_SECONDS = 120.0
_SHORT_SECONDS, _PAUSE = 0.001, 4.0
"""When sending everything again, work longer than the first is followed by a pause this many times as long."""


class HintMessage(SocketMessage):
    """Ask what the actions are worth."""

    type: Literal["hint"]
    turn: Count


class Plain(SocketMessage):
    """Let agents answer at once; is anybody there; send everything again."""

    type: Literal["skip", "ping", "snapshot"]


_EVENTS = {kind: request.body for kind, request in SAID.items()}
_MESSAGES: Any = (_EVENTS.pop("move"), _EVENTS.pop("undo"), HintMessage, *_EVENTS.values(), Plain)
_MESSAGE: Any = Annotated[reduce(or_, _MESSAGES), Field(discriminator="type")]
_READER: TypeAdapter[Any] = TypeAdapter(_MESSAGE)


@router.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str, member: int | None = None) -> None:
    """Follow a table, as one of its members or as a spectator."""
    hub, session = hub_of(websocket), session_id(websocket)
    address = address_of(websocket)
    try:
        live, mine = await _admitted(hub, session, table, member)
        _check_room(hub, live, member, address)
        if not hub.peers.alone:
            await live.chat.refresh()
    except RefusalError as error:
        await refuse(websocket, error.code)
        return
    connection = Connection(websocket, member, hub.runtime, language_of(websocket))
    connection.also = mine
    hub.sockets[address] += 1
    try:
        await websocket.accept()
        await _follow(websocket, Talk(hub, live, connection), session)
    finally:
        hub.sockets[address] -= 1
        if not hub.sockets[address]:
            del hub.sockets[address]
        hub.gc_pauses.closed += 1


async def refuse(websocket: WebSocket, code: Code) -> None:
    """Close a socket at once, with a refusal's code as the reason."""
    await websocket.accept()
    await websocket.close(4004, code)


async def _follow(websocket: WebSocket, talk: Talk, session: str) -> None:
    """Send events to a browser, and handle its messages, until either side closes the socket."""
    hub, live, connection = talk.hub, talk.live, talk.connection
    live.attach(connection)
    writer = connection.start()
    try:
        try:
            _, connection.also = await _admitted(hub, session, live.room.id, connection.member)
        except RefusalError:
            connection.close(REVOKED)  # the link was replaced while the socket was opened
        if connection.closing is None:
            await talk.come_back()
        await _read(websocket, talk, writer)
    finally:
        talk.close()
        live.detach(connection)
        if connection.closing is None:
            writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


def _check_room(hub: Hub, live: LiveTable, member: int | None, address: str) -> None:
    """Refuse a socket above the limits."""
    same = sum(each.member == member for each in live.connections)
    if same >= (MOST_WATCHERS if member is None else MOST_OF_MEMBER):
        raise RefusalError("busy", say("pages.table"))
    if hub.sockets[address] >= MOST_OF_ADDRESS and not is_loopback(address):
        raise RefusalError("busy", say("pages.address"))


async def _admitted(hub: Hub, session: str, table: str, member: int | None) -> tuple[LiveTable, frozenset[int]]:
    """The table, for a browser that may follow it, and other members that it may speak for there."""
    granted = await hub.store.granted(session, table) if session and member is not None else ()
    live = await hub.live(table)  # after the right was read, so that the event that granted it is in the room
    if member is None:
        check_watcher(live)
    elif member not in live.room.members or member not in granted:
        raise RefusalError("forbidden", say("not_for"))
    return live, frozenset(granted) & live.room.members.keys() - {member}


async def _read(websocket: WebSocket, talk: Talk, writer: asyncio.Task[None]) -> None:
    """Read until either side closes the socket."""
    while not writer.done():
        reading = talk.hub.runtime.spawn(websocket.receive())
        await asyncio.wait((reading, writer), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            return
        try:
            got = reading.result()
        except (WebSocketDisconnect, RuntimeError):
            return
        if got["type"] == "websocket.disconnect":
            return
        await talk.hear(got.get("text"))


class Talk:
    """The messages of one socket, and their answers."""

    def __init__(self, hub: Hub, live: LiveTable, connection: Connection) -> None:
        self.hub, self.live, self.connection = hub, live, connection
        self._bucket = Bucket(_RATE, _BURST, hub.runtime)
        self._wrong = 0
        self._hint: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop tasks of this socket."""
        if self._hint is not None:
            self._hint.cancel()

    async def come_back(self) -> None:
        """Give the person of this socket the seat back from an agent."""
        try:
            await self.live.come_back(self.connection.member, self.connection.also)
        except RefusalError as error:
            self.connection.send(refused(error, None))

    async def hear(self, text: str | None) -> None:
        """Answer a message: ``ok`` once its event is in the log, or ``refused`` with the reason."""
        if self.connection.closing is not None:
            return  # it has no rights here any more
        asked: int | None = None
        try:
            said = _parsed(text)
            asked = said.id
            self._check_rate()
            answer = await self._do(said)
        except RefusalError as error:
            self._count(error)
            self.connection.send(refused(error, asked))
        else:
            if answer is not None:
                self.connection.send(answer | {"re": asked})

    def _check_rate(self) -> None:
        """Refuse a message above the rate."""
        if not self._bucket.take():
            raise RefusalError("too-fast", say("message.often", rate=f"{_RATE:g}"))

    def _count(self, error: RefusalError) -> None:
        """Close a socket that keeps sending too much, or unreadable messages."""
        if error.code in ("too-fast", "malformed", "too-large"):
            self._wrong += 1
            if self._wrong > _MOST_WRONG:
                self.connection.close(RUDE)

    async def _do(self, said: Any) -> WireMessage | None:
        live, room = self.live, self.live.room
        member: int | None = self.connection.member
        if said.type in SAID:
            if said.type == "move":  # an agent may just have taken the seat, against the person's wish
                await live.come_back(member)
            if "member" in said.model_fields_set:  # any member in front of this page
                member = said.member
                if member not in self.connection.present:
                    raise RefusalError("forbidden", say("not_for.page"))
            happened = await live.ask(SAID[said.type], member, said)
            return message("ok", number=shown_number(room, happened.number))
        if said.type == "hint":
            await self._ask_for_hint(said)
            return None
        if said.type == "snapshot":
            await self._show_again()
            return None
        if said.type == "skip":
            seat = may_skip(room, member)
            live.autoplay.skip(seat)
            await self.hub.peers.say_skip(room.id, seat)
        return message("ok" if said.type == "skip" else "pong", number=shown_number(room, room.number))

    async def _show_again(self) -> None:
        """Send everything again, serving others in pauses, since a long game takes a while."""
        runtime = self.hub.runtime
        async with self.hub.snapshots:
            began = runtime.monotonic()
            self.live.show_again(self.connection)
            took = runtime.monotonic() - began
            if took > _SHORT_SECONDS:
                await runtime.sleep(_PAUSE * took)

    async def _ask_for_hint(self, said: HintMessage) -> None:
        """Let a worker analyse the decision, and send the result when it is ready; the others are told first."""
        room = self.live.room
        member = self.connection.member
        seat, table = own_seat(room, member), game_of(room)
        if not room.hints:
            raise RefusalError("forbidden", say("hints.off"))
        if table.over:
            raise RefusalError("over", say("over"))
        if said.turn != table.number:
            raise RefusalError("stale", say("stale", number=table.number, turn=said.turn))
        state = hint_state(room, table, seat)
        if self._hint is not None and not self._hint.done():
            raise RefusalError("busy", say("hints.asked"))
        if member is not None and tells_of_hint(room, member, said.turn):
            await self.live.do(lambda latest: hint(latest, member, said.turn))
        self._hint = self.hub.runtime.spawn(self._make_hint(said, hint_job(state)))

    async def _make_hint(self, said: HintMessage, job: JobData) -> None:
        try:
            owner = f"hint {self.live.room.id} {self.connection.member}"
            await self.hub.ready_games.compiled(self.live.room.name)
            found = await self.hub.process_pool.run(job, timeout=_HINT_SECONDS, owner=owner)
        except RefusalError as error:
            self.connection.send(refused(error, said.id))
        except WorkerError as error:
            self.connection.send(
                refused(RefusalError("unavailable", say("hints.failed", why=str(error))), said.id)
            )
        else:
            self.connection.send(message("hint", re=said.id, turn=said.turn, **found))


def _parsed(text: str | None) -> Any:
    """Parse a message."""
    if text is None:
        raise RefusalError("malformed", say("message.bytes"))
    if len(text) > LONGEST:
        raise RefusalError("too-large", say("message.long", most=LONGEST, found=len(text)))
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        why = say("schema", why=invalid(first), version=VERSION)
        raise RefusalError("malformed", why) from error
