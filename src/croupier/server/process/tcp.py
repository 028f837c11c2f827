"""TCP connections of a process: their number, and time limits for clients.

Uvicorn waits forever for the rest of a request, and accepts as many connections as there are descriptors. Here
every connection has a slot. While the server waits for its client (for the rest of a request, or for an answer to
be read) there is a time limit. If all slots are taken, the client waited for longest makes room for a new one; so
silent clients keep nobody out.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import math
import os
from asyncio import BaseTransport, Transport
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any, Literal, cast

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from croupier.server.base.english import say
from croupier.server.base.refusal import STATUS, RefusalError
from croupier.server.base.settings import VARIABLE, ServerSettings, holder
from croupier.server.storage.log import LOGGER

Awaited = Literal["header", "body", "reading"]
"""What the server waits for: a request's header, its body, or the reading of an answer."""
RESERVE = 256
"""Descriptors reserved for everything but connections: files, the database, pipes."""
_SWEEP_SECONDS = 0.25
_REFUSE_SECONDS = 1.0
_MOST_REFUSED = 32
"""Most connections at a time that are told why they are refused; more are closed at once."""


def raise_open_files(settings: ServerSettings) -> int:
    """Raise this process's limit of open files as far as the system allows; child processes inherit it."""
    wished = settings.connections + RESERVE
    resource = _limits()
    if resource is None:
        return wished
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most: int = max(soft, wished) if hard == resource.RLIM_INFINITY else hard
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wished:
        LOGGER.warning(
            "this system lets a process open %d files, so %d connections are served at a time, not %d: "
            "raise the limit (ulimit -Hn, LimitNOFILE= of systemd) or name fewer by --limit connections=N",
            most, _most_connections(settings), settings.connections,
        )  # fmt: skip
    return most


def _limits() -> ModuleType | None:
    """The module of process limits; None on Windows, which has none."""
    try:
        return importlib.import_module("resource")
    except ImportError:
        return None


def _most_connections(settings: ServerSettings) -> int:
    resource = _limits()
    if resource is None:
        return settings.connections
    open_files: int = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(settings.connections, max(open_files - RESERVE, open_files // 2))


@dataclass(eq=False)
class ConnectionSlot:
    """One connection."""

    transport: Transport
    address: str  # holder of the address (`croupier.server.base.settings.holder`)
    awaited: Awaited | None = None  # None during the server's turn, or for a WebSocket
    deadline: float = math.inf  # by the event loop's clock


class ConnectionSlots:
    """The connections of a process."""

    def __init__(self, settings: ServerSettings) -> None:
        self._most, self._most_of_address = _most_connections(settings), settings.connections_per_address
        self._seconds: dict[Awaited, float] = {
            "header": settings.header_seconds, "body": settings.body_seconds, "reading": settings.body_seconds,
        }  # fmt: skip
        self._slots: dict[BaseTransport, ConnectionSlot] = {}
        self._addresses: dict[str, set[ConnectionSlot]] = {}
        self._waiting: OrderedDict[ConnectionSlot, None] = OrderedDict()  # longest waited for first
        self._refused: set[BaseTransport] = set()
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._slots)

    def take(self, transport: Transport, address: str, *, is_proxy: bool) -> ConnectionSlot:
        """Give a new connection a slot, perhaps by closing the one waited for longest."""
        address = holder(address)
        of_address = self._addresses.get(address, set())
        if len(of_address) >= self._most_of_address and not is_proxy:
            waiting = (each for each in of_address if each.awaited is not None)
            self._make_room(sorted(waiting, key=lambda each: each.deadline), say("connections.address"))
        if len(self._slots) >= self._most:
            self._make_room(self._waiting, say("connections"))
        slot = ConnectionSlot(transport, address)
        self._slots[transport] = slot
        self._addresses.setdefault(address, set()).add(slot)
        if self._sweeping is None:
            self._sweep()
        return slot

    def _make_room(self, waiting: Iterable[ConnectionSlot], why: str) -> None:
        first = next(iter(waiting), None)
        if first is None:
            raise RefusalError("busy", why)
        self.free(first.transport)
        first.transport.abort()

    def wait(self, slot: ConnectionSlot, awaited: Awaited | None) -> None:
        """Start waiting for a connection's client, with a time limit, or stop."""
        if awaited == slot.awaited or slot.transport not in self._slots:
            return
        slot.awaited, slot.deadline = awaited, math.inf
        self._waiting.pop(slot, None)
        if awaited is not None:
            slot.deadline = asyncio.get_running_loop().time() + self._seconds[awaited]
            self._waiting[slot] = None

    def free(self, transport: BaseTransport) -> None:
        """Forget a closed connection."""
        slot = self._slots.pop(transport, None)
        if slot is None:
            return
        self._waiting.pop(slot, None)
        of_address = self._addresses[slot.address]
        of_address.remove(slot)
        if not of_address:
            del self._addresses[slot.address]

    def refuse(self, transport: Transport, error: RefusalError) -> None:
        """Tell a connection without a slot why, and close it soon after, so that the client can read it."""
        if len(self._refused) >= _MOST_REFUSED:
            transport.abort()
            return
        self._refused.add(transport)
        body = json.dumps({"error": error.data()})
        transport.write(
            f"HTTP/1.1 {STATUS[error.code]} Service Unavailable\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{body}".encode()
        )
        transport.write_eof()
        asyncio.get_running_loop().call_later(_REFUSE_SECONDS, self._end_refusal, transport)

    def _end_refusal(self, transport: Transport) -> None:
        self._refused.remove(transport)
        transport.abort()

    def _sweep(self) -> None:
        """Close connections past their time limit, and repeat while there are any."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        for slot in list(self._slots.values()):
            if slot.transport.is_closing():
                self.wait(slot, "reading")  # pending data to it
            if at >= slot.deadline:
                slot.transport.abort()
        self._sweeping = loop.call_later(_SWEEP_SECONDS, self._sweep) if self._slots else None


class _OfSlots:
    """A protocol of a process with slots."""

    def __init__(self, slots: ConnectionSlots, **given: Any) -> None:
        super().__init__(**given)
        self._slots = slots


class HttpProtocol(_OfSlots, H11Protocol):
    """Uvicorn's HTTP protocol with a slot per connection."""

    _slot: ConnectionSlot | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as in Uvicorn
        """Take a slot, or refuse the connection."""
        client = get_remote_addr(transport)
        address = "" if client is None else client[0]
        proxies = cast(ProxyHeadersMiddleware, self.config.loaded_app).trusted_hosts
        try:
            self._slot = self._slots.take(transport, address, is_proxy=address in proxies)
        except RefusalError as error:
            self._slots.refuse(transport, error)
            return
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the slot."""
        if self._slot is not None:
            self._slots.free(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process data from a client; ignored without a slot."""
        if self._slot is not None:
            super().data_received(data)
            self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Continue writing."""
        super().resume_writing()
        self._look()

    def _look(self) -> None:
        """Update what the client is waited for."""
        if self._slot is not None:
            self._slots.wait(self._slot, self._what_is_awaited())

    def _what_is_awaited(self) -> Awaited | None:
        if self.transport.get_protocol() is not self:
            return None  # a WebSocket, which Uvicorn pings
        if self.flow.write_paused or self.transport.is_closing():
            return "reading"
        said = self.conn.their_state
        return "header" if said is h11.IDLE else "body" if said is h11.SEND_BODY else None


class WebSocketProtocol(_OfSlots, WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, which frees the slot of its connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the slot."""
        self._slots.free(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send data of the application; a refused handshake counts as complete, or Uvicorn would log an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True


@lru_cache(maxsize=1)
def _slots() -> ConnectionSlots:
    """The slots of a serving process, with settings from its environment."""
    return ConnectionSlots(ServerSettings.from_json(os.environ[VARIABLE]))


def http_protocol(**given: Any) -> HttpProtocol:
    """A connection's protocol, which Uvicorn imports by name."""
    return HttpProtocol(_slots(), **given)


def websocket_protocol(**given: Any) -> WebSocketProtocol:
    """A WebSocket's protocol, which Uvicorn imports by name."""
    return WebSocketProtocol(_slots(), **given)
