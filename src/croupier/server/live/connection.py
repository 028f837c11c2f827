"""A browser's socket: what it is sent waits in a bounded queue, and what it says is limited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.core.base.sentence import Language, in_language
from croupier.server.base.runtime import Runtime
from croupier.server.room.messages import WireMessage, encode

QUEUE = 64
"""Messages that may wait for a browser; one more, and it is dropped. It may come back for a new snapshot."""
TOO_SLOW, REVOKED, GONE, RUDE = 4000, 4001, 4002, 4003
"""Codes with which sockets are closed: too slow to read, no longer allowed, table deleted, too many messages."""
_END = ""
_CLOSE_SECONDS = 5.0
"""How long a socket that is to be closed may take to send what is under way."""


class Connection:
    """One socket at one table."""

    def __init__(
        self, socket: WebSocket, member: int | None, runtime: Runtime, language: Language | None = None
    ) -> None:
        self.member = member  # that it speaks for; None for a spectator
        self.language = language  # in which its browser is told everything; None for English
        self.also: frozenset[int] = frozenset()  # others for whom its browser may speak, who are all here
        self.turn = self.number = 0  # up to which its messages, and what happened, have been told
        self.closing: int | None = None  # the code with which it is to be closed
        self._socket = socket
        self._runtime = runtime
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._writer: asyncio.Task[None] | None = None

    @property
    def present(self) -> frozenset[int]:
        """The members who are in front of it."""
        return self.also if self.member is None else self.also | {self.member}

    def start(self) -> asyncio.Task[None]:
        """Begin to send; the task ends when the socket is closed by either side."""
        self._writer = self._runtime.spawn(self.write())
        return self._writer

    def send(self, message: WireMessage) -> None:
        """Let a message be sent; a browser that is too slow is dropped."""
        self.send_text(encode(in_language(message, self.language)))

    def send_text(self, text: str) -> None:
        """The same, of a message that is encoded already."""
        if self.closing is not None:
            return
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Let the socket be closed; what waits is not sent any more, and who does not read is not waited for."""
        if self.closing is None:
            self.closing = code
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(_END)
            if self._writer is not None:
                self._runtime.call_later(_CLOSE_SECONDS, self._writer.cancel)

    async def write(self) -> None:
        """Send what waits, until the socket is closed by either side."""
        try:
            while True:
                text = await self._queue.get()
                if self.closing is not None:
                    await self._socket.close(self.closing)
                    return
                await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.closing = self.closing or GONE  # the other side has closed it


def connected(connections: Iterable[Connection]) -> tuple[int, ...]:
    """Numbers of the members who are in front of some sockets, ascending."""
    return tuple(sorted({member for each in connections for member in each.present}))


class Bucket:
    """A limit of rate: so many at once, and so many a second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Runtime) -> None:
        self._clock = clock
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, self._clock.monotonic()

    def take(self) -> bool:
        """Take one; False where none is left."""
        at = self._clock.monotonic()
        self._left = min(self._burst, self._left + self._rate * (at - self._at))
        self._at = at
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self._left + self._rate * (self._clock.monotonic() - self._at) >= self._burst
