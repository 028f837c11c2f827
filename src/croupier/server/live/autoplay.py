"""Automatic play: ask a table's agents at the table's pace, and let an agent play for people who have left.

Agents play only while somebody looks on, and in one process alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import AsyncIterator

from croupier.server.agents.allowed_agents import check_seatable
from croupier.server.base.refusal import MOOT, RefusalError
from croupier.server.live.contracts import TableInUse
from croupier.server.room import play
from croupier.server.room.messages import Countdown, message
from croupier.server.room.room_settings import PACES
from croupier.server.storage.log import LOGGER, UnavailableError

_CLAIM_MILLISECONDS = 15_000
_RENEW_SECONDS = 5.0
_RETRY_SECONDS = 1.0
_FAILED = "this agent has failed; the host can seat another one"
"""All that is told: what an agent raises may name the deal's seed, or its hand."""
_WITHDRAWN = "this agent is no longer allowed here; the host can seat another one"


class Autoplay:
    """What happens by itself at one table."""

    def __init__(self, live: TableInUse) -> None:
        self._table = weakref.ref(live)  # with two references, a table that is forgotten would stay in memory
        self._runtime = live.hub.runtime
        self._task: asyncio.Task[None] | None = None
        self._for: object = None
        self._skipped = asyncio.Event()

    @property
    def _live(self) -> TableInUse:
        live = self._table()
        if live is None:
            raise ReferenceError("the table is forgotten, and nothing may happen there by itself")
        return live

    def nudge(self) -> None:
        """Look what is due, after anything has changed."""
        due = self._due()
        if due == self._for:
            return
        self.stop()
        self._for = due
        if due is None:
            return
        kind, seat, turn, agent = due
        self._skipped.clear()
        work = self._play(seat, turn, agent) if kind == "play" else self._count_down(seat)
        self._task = self._runtime.spawn(work)

    def stop(self) -> None:
        """Stop what goes on."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task, self._for = None, None
        if self._live.countdown is not None:
            self._live.countdown = None
            self._live.tell_people()

    def _due(self) -> tuple[str, int, int, str] | None:
        """What is to be done: an agent asked, or the time counted for a person; None where nothing is."""
        live, room = self._live, self._live.room
        seat = room.due_seat()
        if seat is None or room.table is None or live.closed or not live.connections:
            return None
        turn, agent = room.table.number, room.player(seat)
        if agent is not None:
            return "play", seat, turn, agent
        waits = room.settings.away_after and room.patient_with != (turn, seat)
        if waits and room.chairs[seat].member not in live.people.here:
            return "wait", seat, turn, ""
        return None

    # ---------------------------------------------------------------------------------------------------- agents

    def skip(self, seat: int | None) -> None:
        """Let agents answer at once, as somebody wishes; only the mover gives up taking back.

        Args:
            seat: the seat of the person who wishes it; None if they have none.
        """
        moves = self._live.room.moves
        if not moves or not moves[-1].by_person or moves[-1].seat == seat:
            self._skipped.set()

    async def _play(self, seat: int, turn: int, agent: str) -> None:
        live = self._live
        try:
            async with self._claimed():
                if live.room.table is None:
                    return
                # the owner may have withdrawn it since somebody seated it
                name = check_seatable(agent, live.room.table.game, live.hub.settings.agents)
                action = await live.hub.agent_desks.ask(name, live.room.table, live.room.id)
                await self._keep_pace()
                await live.do(lambda room: play.agent_move(room, seat, turn, action))
        except RefusalError as error:
            await self._refused(error, seat, agent)
        except UnavailableError as error:
            await self._again_later(error.told, seat)
        except Exception as error:  # noqa: BLE001  # an agent may raise anything
            LOGGER.warning("the agent %s: %s: %s", agent, type(error).__name__, error)
            self._trouble(seat, _FAILED)

    async def _refused(self, error: RefusalError, seat: int, agent: str) -> None:
        """Do what follows where an agent's move was refused."""
        if error.code in ("unavailable", "busy"):
            await self._again_later(error.message, seat)
        elif error.code in ("forbidden", "malformed"):
            self._trouble(seat, _WITHDRAWN)
        elif error.code == "too-large":
            self._trouble(seat, error.message)
        elif error.code not in MOOT:  # else the table has gone on meanwhile, and nobody waits for this move
            LOGGER.warning("the agent %s: %s: %s", agent, error.code, error.message)
            self._trouble(seat, _FAILED)

    @contextlib.asynccontextmanager
    async def _claimed(self) -> AsyncIterator[None]:
        """Be the one process that asks this table's agents, however long an agent thinks."""
        hub, table = self._live.hub, self._live.room.id
        while not await hub.claim(table, _CLAIM_MILLISECONDS):
            await self._runtime.sleep(_RETRY_SECONDS)
        if hub.serves_alone:  # there is nobody to claim it from
            yield
            return
        renewing = self._runtime.spawn(self._renew())
        try:
            yield
        finally:
            renewing.cancel()

    async def _renew(self) -> None:
        while True:
            await self._runtime.sleep(_RENEW_SECONDS)
            with contextlib.suppress(UnavailableError):  # the next time comes before the claim ends
                await self._live.hub.claim(self._live.room.id, _CLAIM_MILLISECONDS)

    async def _again_later(self, why: str, seat: int) -> None:
        """Tell why nothing happens, and try again in a moment."""
        self._trouble(seat, why)
        await self._runtime.sleep(_RETRY_SECONDS)
        if self._task is asyncio.current_task():
            self._for = None
            self.nudge()

    def _trouble(self, seat: int, why: str) -> None:
        self._live.broadcast(message("trouble", seat=seat, message=why))

    async def _keep_pace(self) -> None:
        """Wait until the next move may be shown."""
        room = self._live.room
        wait, since = PACES[room.settings.pace], room.at
        if room.moves:
            last = room.moves[-1]
            since = last.at
            if last.by_person and room.settings.undo:
                wait = max(wait, room.settings.take_back)
        left = min(wait, wait - (self._runtime.now() - since) / 1000.0)
        if left > 0.0:
            with contextlib.suppress(TimeoutError):
                async with self._runtime.timeout(left):
                    await self._skipped.wait()

    # ------------------------------------------------------------------------------------------------------ away

    async def _count_down(self, seat: int) -> None:
        """Let an agent take the seat of a person who has left, after the pause that the host has chosen."""
        live = self._live
        pause = live.room.settings.away_after
        live.countdown = Countdown(seat, self._runtime.now() + 1000 * pause)
        live.tell_people()
        await self._runtime.sleep(pause)
        live.countdown = None
        live.tell_people()
        try:
            await live.do(lambda room: play.stand_in(room, None, seat))
        except RefusalError as error:
            if error.code in ("unavailable", "busy"):
                await self._again_later(error.message, seat)
            elif error.code != "forbidden":  # else the person has come back, or left the seat
                LOGGER.warning("no agent could take the seat of who has left: %s: %s", error.code, error.message)
