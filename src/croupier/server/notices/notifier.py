"""Notices to absent people: their turn, a reminder, the end of a game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.core.base.errors import FileError
from croupier.core.base.sentence import Language, Sentence, in_language, joined
from croupier.server.base.english import say
from croupier.server.base.languages import language
from croupier.server.base.runtime import Runtime
from croupier.server.base.settings import ServerSettings
from croupier.server.notices.delivery import Delivery, HostLookup, deliver, read_endpoint
from croupier.server.notices.encryption import (
    LONGEST_TEXT,
    authorization,
    encrypted,
    has_extra,
    public_bytes,
    read_keys,
    unpadded,
)
from croupier.server.room.chairs import AwaitedSince
from croupier.server.room.event import RoomEvent
from croupier.server.room.room import Room
from croupier.server.storage.log import LOGGER, UnavailableError
from croupier.server.storage.store import Pushes, Subscription

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_AT_ONCE, _WAITING = 8, 500
_DAY_SECONDS = 86_400


class Notifier:
    """Sends the notices of a process."""

    def __init__(self, settings: ServerSettings, store: Pushes, runtime: Runtime) -> None:
        self.why_off: Sentence | str = ""  # why there are no notices
        self.key = ""  # key for subscriptions; empty without notices
        self.hosts = HostLookup(runtime)
        self._settings, self._store, self._runtime = settings, store, runtime
        self._keys: EllipticCurvePrivateKey | None = None
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._read_keys()

    def _read_keys(self) -> None:
        if not has_extra():
            self.why_off = say("notice.no-extra")
        elif not self._settings.push_keys:
            self.why_off = say("notice.no-keys")
        else:
            try:
                self._keys = read_keys(Path(self._settings.push_keys))
            except FileError as error:
                LOGGER.warning("no notices are sent: %s", error)
                self.why_off = say("notice.bad-keys")
            else:
                self.key = unpadded(public_bytes(self._keys))

    async def close(self) -> None:
        """Stop sending."""
        self.hosts.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def after(
        self, room: Room, event: RoomEvent, before: Mapping[int, AwaitedSince], here: Collection[int]
    ) -> None:
        """Notify absent people of what an event means to them."""
        if self._keys is None:
            return
        told = _notices_of(room, event, before)
        away = {member: words for member, words in told.items() if member not in here}
        if not away or len(self._tasks) >= _WAITING:
            return
        title = room.name if room.game is None else room.game.spec.title
        task = self._runtime.spawn(self._tell(room.id, title, away, room.settings.clock))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, table: str, title: str, told: Mapping[int, str], clock: int | None) -> None:
        try:
            found = await self._store.of(table, tuple(told))
            for member, subscription in found:
                notice = {"title": title, "body": told[member], "tag": table, "url": f"/#/table/{table}/{member}"}
                async with self._slots:
                    outcome = await self._send(subscription, notice, clock)
                if outcome == "gone":
                    await self._store.dead(subscription.endpoint)
        except UnavailableError:
            pass  # it was logged for the owner
        except Exception:  # noqa: BLE001  # play goes on in any case
            LOGGER.exception("a notice could not be sent")

    async def _send(self, subscription: Subscription, notice: Mapping[str, str], clock: int | None) -> Delivery:
        """Send a notice to one browser; it replaces earlier ones that were not fetched."""
        if self._keys is None:
            return "failed"
        endpoint = read_endpoint(subscription.endpoint, self._settings.push_hosts)
        contact = self._settings.base_url if self._settings.secure else "https://localhost"
        body = encrypted(_data(notice, language(subscription.language)), subscription.p256dh, subscription.auth)
        headers = {
            "authorization": authorization(self._keys, endpoint.origin, contact, self._runtime.now()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(min(clock or _DAY_SECONDS, _DAY_SECONDS)),
            "topic": notice["tag"],
            "urgency": "high",
        }
        return await deliver(endpoint, headers, body, self._runtime, self.hosts)


def _data(notice: Mapping[str, str], told_in: Language | None = None) -> bytes:
    """A notice before encryption; names of others are left out if there is no room."""
    data = json.dumps(in_language(notice, told_in), ensure_ascii=False).encode()
    if len(data) <= LONGEST_TEXT:
        return data
    short = {**notice, "body": say("notice.turn")}
    return json.dumps(in_language(short, told_in), ensure_ascii=False).encode()


def _notices_of(room: Room, event: RoomEvent, before: Mapping[int, AwaitedSince]) -> dict[int, Sentence]:
    """The notice for each member, present or not, with names of people but no cards."""
    found: dict[int, Sentence] = {}
    for seat, asked in room.asked.items():
        member = room.chairs[seat].member
        known = before.get(seat)
        if member is not None and (known is None or not known.same(asked)):
            found[member] = _your_turn(room, seat)
    return found | dict(event.notices(room))


def _your_turn(room: Room, seat: int) -> Sentence:
    others = [name for number, name in enumerate(room.names) if name is not None and number != seat]
    if not others:
        return say("notice.turn")
    first = ", ".join(others[:-1])
    names = joined(say("notice.and"), [first, others[-1]]) if first else others[-1]
    return say("notice.turn-with", names=names)
