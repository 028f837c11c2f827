"""A table's chat in this process: its last lines, listeners, and limits per person."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Literal

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.live.watches import AtTable
from croupier.server.room.checks import member_of
from croupier.server.room.messages import WireMessage, message
from croupier.server.room.room import Room
from croupier.server.storage.chat_lines import MOST_LINES, ChatLine
from croupier.server.storage.log import ConflictError

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable

Reaction = Literal["clap", "gasp", "laugh", "heart", "think", "hooray", "pirate", "moment"]
MOST_AT_ONCE, IN_SECONDS = 5, 10.0
"""Most lines, reactions and new names of one member in a time."""
MOST_OF_BROWSER, MOST_OF_TABLE, IN_A_WHILE = 30, 120, 60.0
"""The same for one browser, which may speak for several members, and for a whole table."""
_TRIES = 8


def check_may_speak(room: Room, member: int) -> None:
    """Check that a member may speak now; nobody may if the host has switched chat off."""
    member_of(room, member)
    if not room.settings.chat:
        raise RefusalError("forbidden", say("chat.off"))


class TableChat(AtTable):
    """The chat of one table, in the order of the database, across processes."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._lines: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._spoken: dict[int | str, deque[float]] = {}
        self._lock = asyncio.Lock()

    @property
    def number(self) -> int:
        """Number of the last line; 0 for none."""
        return self._lines[-1].number if self._lines else 0

    def data(self) -> list[WireMessage]:
        """The last lines as sent."""
        return [line.data() for line in self._lines]

    async def refresh(self, number: int | None = None) -> None:
        """Read lines written at other processes."""
        if number is None or number > self.number:
            async with self._lock:
                await self._read()

    async def say(self, member: int, kind: str, text: str, browser: str) -> ChatLine:
        """Say something as a member: it is stored when this returns, and sent to everybody at the table."""
        check_may_speak(self.live.room, member)
        self.check_pace(member, browser)
        return await self._add(member, kind, text, self.live.room.members[member].name)

    async def note_name(self, member: int, old: str) -> None:
        """Report a member's new name to readers of the chat, if there are any."""
        room = self.live.room
        if room.settings.chat and len(room.members) > 1 and room.members[member].name != old:
            await self._add(member, "name", room.members[member].name, old)

    async def _add(self, member: int, kind: str, text: str, name: str) -> ChatLine:
        async with self._lock:
            for _ in range(_TRIES):
                live = self.live
                if live.closed:
                    raise RefusalError("unavailable", say("closed"))
                check_may_speak(live.room, member)
                line = ChatLine(self.number + 1, member, name, kind, text, live.hub.runtime.now())
                try:
                    await live.hub.store.say(live.room.id, line)
                except ConflictError:  # another process was first
                    await self._read()
                    continue
                self._take([line])
                return line
        raise RefusalError("busy", say("busy.chat"))

    def check_pace(self, member: int, browser: str) -> None:
        """Count a line or a new name of a member."""
        now = self.live.hub.runtime.monotonic()
        bounds: tuple[tuple[int | str, int, float, str], ...] = (
            (member, MOST_AT_ONCE, IN_SECONDS, "chat.often"),
            (browser, MOST_OF_BROWSER, IN_A_WHILE, "chat.often.browser"),
            ("table", MOST_OF_TABLE, IN_A_WHILE, "chat.often.table"),
        )
        counted = [self._spoken.setdefault(who, deque(maxlen=most)) for who, most, _, _ in bounds]
        for spoken, (_, most, seconds, key) in zip(counted, bounds, strict=True):
            if len(spoken) == most and now - spoken[0] < seconds:
                raise RefusalError("too-fast", say(key, most=most, seconds=f"{seconds:g}"))
        for spoken in counted:
            spoken.append(now)

    async def _read(self) -> None:
        live = self.live
        self._take(await live.hub.store.said(live.room.id, self.number))

    def _take(self, lines: list[ChatLine]) -> None:
        """Keep new lines, and send them to every socket."""
        self._lines.extend(lines)
        if lines:
            self.live.broadcast(message("chat", lines=[line.data() for line in lines]))
