"""A table's chat in this process: its last lines, who is told of a new one, and how much each person may say."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.live.contracts import TableInUse
from croupier.server.people.chatting import check_may_speak
from croupier.server.room.messages import WireMessage, message
from croupier.server.storage.chat_lines import MOST_LINES, ChatLine
from croupier.server.storage.log import ConflictError

MOST_AT_ONCE, IN_SECONDS = 5, 10.0
"""Lines and reactions of one member in so much time."""
_TRIES = 8


class TableChat:
    """What is said at one table. Its order is that of the database, whichever process a line was said at."""

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # with two references, a table that is forgotten would stay in memory
        self._lines: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._spoken: dict[int, deque[float]] = {}
        self._lock = asyncio.Lock()

    @property
    def _live(self) -> TableInUse:
        live = self._table()
        if live is None:
            raise ReferenceError("the table is forgotten, and nobody may say anything there")
        return live

    @property
    def number(self) -> int:
        """Number of the last line; 0 where nothing was said."""
        return self._lines[-1].number if self._lines else 0

    def data(self) -> list[WireMessage]:
        """The last lines as they are sent."""
        return [line.data() for line in self._lines]

    async def refresh(self, number: int | None = None) -> None:
        """Read what was said at other processes.

        Args:
            number: a line that there is, as another process says; nothing is read where it is here.

        Raises:
            UnavailableError: the database does not answer.
        """
        if number is None or number > self.number:
            async with self._lock:
                await self._read()

    async def say(self, member: int, kind: str, text: str) -> ChatLine:
        """Let a member say something: it is stored when this returns, and everybody at the table is told.

        Args:
            kind: `text` or `reaction`.
            text: what is said, cleaned; of a reaction, which one.

        Raises:
            RefusalError: the member may not, or has said too much just now (``too-fast``).
            UnavailableError: the database does not answer.
        """
        check_may_speak(self._live.room, member)
        self._check_rate(member)
        async with self._lock:
            for _ in range(_TRIES):
                live = self._live
                if live.closed:
                    raise RefusalError("unavailable", say("closed"))
                check_may_speak(live.room, member)
                name, at = live.room.members[member].name, live.hub.runtime.now()
                line = ChatLine(self.number + 1, member, name, kind, text, at)
                try:
                    await live.hub.store.say(live.room.id, line)
                except ConflictError:  # another process was first
                    await self._read()
                    continue
                self._take([line])
                return line
        raise RefusalError("busy", say("busy.chat"))

    def _check_rate(self, member: int) -> None:
        now = self._live.hub.runtime.monotonic()
        spoken = self._spoken.setdefault(member, deque(maxlen=MOST_AT_ONCE))
        if len(spoken) == MOST_AT_ONCE and now - spoken[0] < IN_SECONDS:
            raise RefusalError("too-fast", say("chat.often", most=MOST_AT_ONCE, seconds=f"{IN_SECONDS:g}"))
        spoken.append(now)

    async def _read(self) -> None:
        live = self._live
        self._take(await live.hub.store.said(live.room.id, self.number))

    def _take(self, lines: list[ChatLine]) -> None:
        """Keep new lines, and tell every socket of them."""
        self._lines.extend(lines)
        if lines:
            self._live.broadcast(message("chat", lines=[line.data() for line in lines]))
