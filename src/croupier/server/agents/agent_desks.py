"""Asking the agents at the tables: quick ones many rows at a time in a few threads, the others by thinkers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.server.agents.allowed_agents import is_quick
from croupier.server.agents.jobs import act_job
from croupier.server.agents.process_pool import ProcessPool
from croupier.server.agents.ready_games import ReadyGames
from croupier.server.base.runtime import Runtime, ThreadPool
from croupier.server.base.settings import ServerSettings
from croupier.table.asking import ask_turns

_MOST = 64
_PATIENCE_SECONDS = 300.0
_GATHER_SECONDS = 0.005
"""How long questions to a quick agent are collected, to be asked at once; agents' pace is much slower."""


class AgentDesks:
    """The desks at which agents are asked, one for each agent of a game; the pool is asked for the others."""

    def __init__(
        self, settings: ServerSettings, pool: ProcessPool, ready_games: ReadyGames, runtime: Runtime
    ) -> None:
        """Ask nobody yet."""
        self._settings = settings
        self._runtime = runtime
        self._threads = runtime.threads(settings.askers, "croupier-agents")
        self._pool, self._ready_games = pool, ready_games
        self._desks: OrderedDict[tuple[AgentName, int], _Desk] = OrderedDict()

    def close(self) -> None:
        """Stop the threads, once they have answered."""
        self._threads.close()

    async def ask(self, agent: AgentName, state: State, name: str) -> int:
        """What an agent plays in the decision that is due."""
        game = state.game
        if is_quick(agent, game):
            return await self._desk(agent, game).ask(Turns.of_state(state), state.seed)
        await self._ready_games.compiled(game.name)
        answer = await self._pool.run(act_job(state, agent, self._settings, name), timeout=_PATIENCE_SECONDS)
        return int(answer["action"])

    def _desk(self, agent: AgentName, game: Game) -> _Desk:
        key = (agent, id(game))
        if key not in self._desks:
            self._desks[key] = _Desk(agent, game, self._threads, self._runtime)
            if len(self._desks) > _MOST:
                self._desks.popitem(last=False)
        self._desks.move_to_end(key)
        return self._desks[key]


class _Desk:
    """One agent of one game: questions that come while it is busy are asked together."""

    def __init__(self, name: AgentName, game: Game, threads: ThreadPool, runtime: Runtime) -> None:
        self._name, self._game, self._threads, self._runtime = name, game, threads, runtime
        self._agent: Agent | None = None
        self._open: list[tuple[Turns, int, asyncio.Future[int]]] = []
        self._task: asyncio.Task[None] | None = None

    async def ask(self, turns: Turns, seed: int) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._open.append((turns, seed, answer))
        if self._task is None or self._task.done():
            self._task = self._runtime.spawn(self._work())
        return await answer

    async def _work(self) -> None:
        while self._open:
            await self._runtime.sleep(_GATHER_SECONDS)
            asked, self._open = self._open, []
            turns, seeds = [each[0] for each in asked], [each[1] for each in asked]
            try:
                answers = await self._threads.run(self._answer, turns, seeds)
            except Exception as error:  # noqa: BLE001  # whatever the agent raises is told at every table that has asked it
                for _, _, future in asked:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, _, future), action in zip(asked, answers, strict=True):
                if not future.done():
                    future.set_result(action)

    def _answer(self, turns: list[Turns], seeds: list[int]) -> list[int]:
        if self._agent is None:
            self._agent = make_agent(self._name, self._game)
        return ask_turns(self._agent, turns, seeds, "agent")
