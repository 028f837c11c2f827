"""Weighs what people's choices cost while their game goes on, so that luck is known when it ends.

Nobody is told anything of it before. It is done at the lowest priority, a decision at a time, and by what the seat
could know; what is weighed lies in memory alone, so a server that was started again weighs again.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from croupier.core.base.kernel import compiled
from croupier.measure.costs.review import luck, share_of_win, total_lost
from croupier.server.agents.jobs import weigh_job
from croupier.server.agents.process_pool import ThinkerError
from croupier.server.base.refusal import RefusalError
from croupier.server.live.watch import TableWatch
from croupier.server.room.room import PERSON

if TYPE_CHECKING:
    from croupier.server.live.live import LiveTable
    from croupier.server.room.room import Room
    from croupier.table.table import Table

_JOB_SECONDS = 300.0
_PATIENCE_SECONDS = 60.0
"""For how long who asks at the end waits for the last decisions."""


class LuckWatch(TableWatch):
    """What the decisions of a table's people have cost so far, in chances to win."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live)
        self._weighed: tuple[int, ...] = ()  # the actions of the game that were looked at
        self._lost: list[tuple[int, float | None]] = []  # what each decision cost its seat
        self._seats: frozenset[int] = frozenset()
        self._game: Table | None = None
        self._failed = False

    def due(self, live: LiveTable) -> bool:
        """People have made decisions that are not weighed, at a server whose thinkers work ahead."""
        table, settings = live.room.table, live.hub.settings
        if table is None or not (settings.warm and live.hub.serves_alone and compiled()):
            return False
        self._follow(live.room, table)
        return bool(self._seats) and not self._failed and len(self._weighed) < len(table.state.history)

    def _follow(self, room: Room, table: Table) -> None:
        """Begin again where another game has begun, a move was taken back, or somebody more plays."""
        seats = frozenset(seat for seat, name in enumerate(room.agents()) if name == PERSON)
        same = table is self._game and seats <= self._seats
        if same and tuple(table.state.history[: len(self._weighed)]) == self._weighed:
            return
        self._game, self._seats, self._weighed, self._lost, self._failed = table, seats, (), [], False

    async def run(self, live: LiveTable) -> None:
        """Weigh one decision after the other."""
        hub = live.hub
        await hub.ready_games.compiled(live.room.name)  # here, so that no process of those that think compiles
        while self.due(live) and self._game is not None:
            game, sent = self._game, tuple(self._game.state.history)
            job = weigh_job(game.state, sorted(self._seats), len(self._weighed))
            try:
                answer = await hub.process_pool.run(job, timeout=_JOB_SECONDS)
            except (RefusalError, ThinkerError):  # the pool has noted it down; who asks can have a review
                self._failed = True
                return
            weighed = sent[: answer["to"]]
            if game is self._game and tuple(game.state.history[: answer["to"]]) == weighed:
                self._weighed = weighed
                self._lost += [(answer["seat"], answer["lost"])] if "seat" in answer else []

    async def told(self) -> list[dict[str, Any]] | None:
        """What luck gave each person in a game that is over, and what mistakes cost; None where none knows."""
        live = self.live
        self.nudge()
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with self.runtime.timeout(_PATIENCE_SECONDS):
                    await asyncio.wait([self._task])
        if self._game is None or not self._game.state.is_terminal() or not self._seats or self.due(live):
            return None
        return None if self._failed else [self._of(seat) for seat in sorted(self._seats)]

    def _of(self, seat: int) -> dict[str, Any]:
        state = self.live.room.table.state  # type: ignore[union-attr]  # `told` has looked
        lost = total_lost([lost for each, lost in self._lost if each == seat])
        found = luck(share_of_win(state, seat), state.game.num_players, lost)
        return {"seat": seat, "luck": found, "chance_lost": lost}
