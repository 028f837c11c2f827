"""Automatic play: ask a table's agents at the table's pace, and let an agent play for people who have left.

Agents play while somebody watches, and at tables with a clock at any time, in one process only.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Literal

from croupier.core.spec.position import is_sealed
from croupier.server.agents.allowed_agents import check_seatable, check_stand_in
from croupier.server.base.english import say
from croupier.server.base.refusal import MOOT, RefusalError, as_sentence
from croupier.server.events import game, waiting
from croupier.server.live.watches import RETRY_SECONDS, TableWatch, leased
from croupier.server.room.chairs import PACES, Pace
from croupier.server.room.messages import Countdown, message
from croupier.server.room.waiting import clock_runs, has_long_clock
from croupier.server.storage.log import LOGGER

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable

_BEAT_SECONDS = 1.5
"""Seconds for which sealed answers are shown before the next move, if agents have a pace."""
_FAILED = as_sentence(say("agent.failed"))
"""The only message about an agent's error, which may contain the deal's seed or a hand."""
_WITHDRAWN = as_sentence(say("agent.withdrawn"))


_Due = tuple[Literal["play", "reveal", "wait"], int, int, str]
"""A task for a seat in a turn, and the agent to ask."""


class Autoplay(TableWatch):
    """Automatic events at one table."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._for: tuple[_Due | None, Pace] | None = None  # purpose of the running task
        self._skipped = asyncio.Event()
        self._waits: dict[int, int] = {}  # seats of absent people that the table waits for, and since when

    def nudge(self) -> None:
        """Check what is due, after any change."""
        due = self._due()
        self._note_absences(due is not None and due[0] == "wait")
        found = due, self.live.room.settings.pace  # a change of pace restarts the wait
        if found == self._for:
            return
        self.stop()
        self._for = found
        if due is None:
            return
        kind, seat, turn, agent = due
        self._skipped.clear()
        if kind == "play":
            work = self._play(seat, turn, agent)
        else:
            work = self._reveal(turn) if kind == "reveal" else self._count_down(seat)
        self.begin(work)

    def stop(self) -> None:
        """Stop the running task."""
        super().stop()
        self._task, self._for = None, None
        if self.live.countdown is not None:
            self.live.countdown = None
            self.live.tell_people()

    def _due(self) -> _Due | None:
        """The task that is due: ask an agent, play a sealed answer, or count down for a person."""
        live, room = self.live, self.live.room
        seat, agent = room.due.seat, room.due.agent
        if seat is None or room.table is None or live.closed or not self._goes_on():
            return None
        turn = room.table.number
        if room.due.answer is not None:
            return "reveal", seat, turn, ""
        if agent is not None and seat not in room.table.sealed:
            return "play", seat, turn, agent
        missing = self._missing()
        return ("wait", missing[0], turn, "") if missing else None

    def _goes_on(self) -> bool:
        """Whether automatic events happen: somebody watches, or the clock runs."""
        live = self.live
        return bool(live.connections) or (clock_runs(live.room) and PACES[live.room.settings.pace] is not None)

    @property
    def asks(self) -> bool:
        """Whether an agent is asked, or sealed answers are played."""
        due = None if self._for is None else self._for[0]
        return due is not None and due[0] != "wait" and self.goes_on

    def _note_absences(self, waits: bool) -> None:
        """Record since when people are waited for while somebody watches; several at once in a sealed phase."""
        table, now = self.live.room.table, self.runtime.now()
        several = self.live.connections and table is not None and table.sealing
        missing = self._missing() if waits or several else ()
        self._waits = {seat: self._waits.get(seat, now) for seat in missing}

    def _missing(self) -> list[int]:
        """The seats of absent people that the table waits for."""
        live, room = self.live, self.live.room
        if room.table is None or not room.settings.away_after or has_long_clock(room) or not live.connections:
            return []
        here, turn = live.people.here, room.table.number
        return [
            seat for seat in room.due.people
            if (turn, seat) not in room.patient_with and room.chairs[seat].member not in here
        ]  # fmt: skip

    # ---------------------------------------------------------------------------------------------------- agents

    def skip(self, seat: int | None) -> None:
        """Let agents answer at once at somebody's wish, in a seat or in none; only the mover ends taking back."""
        moves = self.live.room.moves
        if not moves or not moves[-1].by_person or moves[-1].seat == seat:
            self._skipped.set()

    async def _play(self, seat: int, turn: int, agent: str) -> None:
        live = self.live
        try:
            async with leased(live.hub, live.room.id):
                if live.room.table is None:
                    return
                # the owner may have withdrawn it since it was seated
                check = check_stand_in if live.room.chairs[seat].stand_in else check_seatable
                name = check(agent, live.room.table.game, live.hub.settings.agents)
                action = await live.hub.agent_queues.ask(name, live.room.table.state, live.room.id)
                await self._keep_pace()
                await live.do(lambda room: game.agent_move(room, seat, turn, action))
        except RefusalError as error:
            await self._refused(error, seat, agent)
        except Exception as error:  # noqa: BLE001  # an agent may raise anything
            LOGGER.warning("the agent %s: %s: %s", agent, type(error).__name__, error)
            self._trouble(seat, _FAILED)

    async def _refused(self, error: RefusalError, seat: int, agent: str) -> None:
        """Handle a refused move of an agent."""
        if error.code in ("unavailable", "busy"):
            await self._again_later(error.message, seat)
        elif error.code in ("forbidden", "malformed"):
            self._trouble(seat, _WITHDRAWN)
        elif error.code == "too-large":
            self._trouble(seat, error.message)
        elif error.code not in MOOT:  # otherwise the table has moved on and no longer needs this move
            LOGGER.warning("the agent %s: %s: %s", agent, error.code, error.message)
            self._trouble(seat, _FAILED)

    async def _again_later(self, why: str, seat: int | None) -> None:
        """Report why nothing happens, and try again soon."""
        self._trouble(seat, why)
        await self.runtime.sleep(RETRY_SECONDS)
        if self._task is asyncio.current_task():
            self._for = None
            self.nudge()

    def _trouble(self, seat: int | None, why: str) -> None:
        self.live.broadcast(message("trouble", seat=seat, message=as_sentence(why)))

    async def _keep_pace(self) -> None:
        """Wait until the next move may be shown."""
        room = self.live.room
        wait, since = PACES[room.settings.pace], room.at
        if wait is None:
            await self._skipped.wait()
            return
        sealing_now = room.table is not None and bool(room.table.sealing)
        if sealing_now and room.people:
            return  # answers are not shown yet, and people wait
        if room.moves:
            last = room.moves[-1]
            since = last.at
            if last.by_person and room.settings.undo and not last.sealed:
                wait = max(wait, room.settings.take_back)
            if wait and not sealing_now and room.table is not None and is_sealed(room.table.moves[-1].before):
                wait = max(wait, _BEAT_SECONDS)
        await self._pause(wait, since)

    async def _pause(self, wait: float, since: int) -> None:
        """Wait until some seconds after a moment, unless somebody wishes to continue."""
        left = min(wait, wait - (self.runtime.now() - since) / 1000.0)
        if left > 0.0:
            with contextlib.suppress(TimeoutError):
                async with self.runtime.timeout(left):
                    await self._skipped.wait()

    # ---------------------------------------------------------------------------------------------------- sealed

    async def _reveal(self, turn: int) -> None:
        """Play a sealed answer or a claimed trick, which keeps the table's pace."""
        # A person who plays alone may change a sealed answer while agents wait (`take_back`).
        live, room = self.live, self.live.room
        try:
            async with leased(live.hub, live.room.id):
                if room.rest is not None:
                    await self._pause(PACES[room.settings.pace] or 0.0, room.at)
                elif room.people == 1 and room.settings.undo:
                    await self._pause(room.settings.take_back, room.sealed_at)
                await live.do(lambda now: game.reveal(now, turn))
        except RefusalError as error:
            if error.code in ("unavailable", "busy"):
                await self._again_later(error.message, None)
            elif error.code not in MOOT:
                LOGGER.warning("sealed answers could not be played: %s", error.code)

    # ------------------------------------------------------------------------------------------------------ away

    async def _count_down(self, seat: int) -> None:
        """Let an agent take the seat of a person who has left, after the pause chosen by the host."""
        live = self.live
        pause = live.room.settings.away_after
        until = self._waits[seat] + 1000 * pause
        live.countdown = Countdown(seat, until)
        live.tell_people()
        await self.runtime.sleep(max(0, until - self.runtime.now()) / 1000)
        live.countdown = None
        live.tell_people()
        try:
            await live.do(lambda room: waiting.stand_in(room, None, seat))
        except RefusalError as error:
            if error.code in ("unavailable", "busy"):
                await self._again_later(error.message, seat)
            elif error.code not in MOOT:  # otherwise the person is back, or has left the seat
                LOGGER.warning("no agent could take the seat of who has left: %s: %s", error.code, error.message)
