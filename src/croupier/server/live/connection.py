"""A browser's socket, with a bounded queue of outgoing messages and limits on incoming ones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.core.base.sentence import Language, in_language
from croupier.server.base.runtime import Runtime
from croupier.server.room.messages import WireMessage, encode

QUEUE = 64
"""Most messages that may wait for a browser before it is disconnected. It can reconnect for a new snapshot."""
TOO_SLOW, REVOKED, GONE, RUDE = 4000, 4001, 4002, 4003
"""Codes of closed sockets: too slow to read, no longer allowed, table deleted, too many messages."""
_END = ""
_CLOSE_SECONDS = 5.0
"""Seconds that a closing socket may take to send pending data."""


class Connection:
    """One socket at one table."""

    def __init__(
        self, socket: WebSocket, member: int | None, runtime: Runtime, language: Language | None = None
    ) -> None:
        self.member = member  # member it speaks for; None for a spectator
        self.language = language  # language of its browser; None for English
        self.also: frozenset[int] = frozenset()  # other present members that its browser may speak for
        self.turn = self.number = 0  # turn and event up to which it was told everything
        self.closing: int | None = None  # code with which it will be closed
        self._socket = socket
        self._runtime = runtime
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._writer: asyncio.Task[None] | None = None

    @property
    def present(self) -> frozenset[int]:
        """The members who are in front of it."""
        return self.also if self.member is None else self.also | {self.member}

    def start(self) -> asyncio.Task[None]:
        """Start to send; the task ends when either side closes the socket."""
        self._writer = self._runtime.spawn(self.write())
        return self._writer

    def send(self, message: WireMessage) -> None:
        """Queue a message; a browser that is too slow is disconnected."""
        self.send_text(encode(in_language(message, self.language)))

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""
        if self.closing is not None:
            return
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Close the socket without sending queued messages or waiting for a slow reader."""
        if self.closing is None:
            self.closing = code
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(_END)
            if self._writer is not None:
                self._runtime.call_later(_CLOSE_SECONDS, self._writer.cancel)

    async def write(self) -> None:
        """Send queued messages until either side closes the socket."""
        try:
            while True:
                text = await self._queue.get()
                if self.closing is not None:
                    await self._socket.close(self.closing)
                    return
                await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.closing = self.closing or GONE  # closed by the other side


def connected(connections: Iterable[Connection]) -> tuple[int, ...]:
    """Numbers of the members in front of some sockets, ascending."""
    return tuple(sorted({member for each in connections for member in each.present}))


class Bucket:
    """A rate limit: a burst, and a rate per second in the long run."""

    def __init__(self, rate: float, burst: float, runtime: Runtime) -> None:
        self._runtime = runtime
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, self._runtime.monotonic()

    def take(self) -> bool:
        """Take one token; False if none is left."""
        at = self._runtime.monotonic()
        self._left = min(self._burst, self._left + self._rate * (at - self._at))
        self._at = at
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self._left + self._rate * (self._runtime.monotonic() - self._at) >= self._burst
