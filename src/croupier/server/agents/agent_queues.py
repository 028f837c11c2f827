"""Asking the agents at the tables: quick ones many rows at a time in a few threads, the others in processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent, Turns
from croupier.agents.ahead import MODULE, is_done, order, usual_agents
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.core.base.tiers import at_a_table
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.core.spec.registry import registered_games
from croupier.server.agents.allowed_agents import is_quick
from croupier.server.agents.jobs import act_job, hint_job
from croupier.server.agents.process_pool import ProcessPool, WorkerError, start_process, stop_process
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime, ThreadPool
from croupier.server.base.settings import ServerSettings
from croupier.server.storage.log import LOGGER
from croupier.table.asking import ask_turns

_MOST_GAMES = 128
_LOOK_SECONDS = 0.5


class ReadyGames:
    """Games by their options; the searches of each game are compiled once."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.preparing: list[str] = []  # names of games being compiled
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._compiled: dict[str, asyncio.Task[None]] = {}
        self._ahead: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile missing games one by one, in the registry's order, while the server runs."""
        at_a_table()
        self._ahead = self._runtime.spawn(self._compile_all())

    async def close(self) -> None:
        """Stop compiling."""
        tasks = [*self._compiled.values(), *([] if self._ahead is None else [self._ahead])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game with its options."""
        key = json.dumps([name, dict(sorted(options.items()))])
        game = self._games.get(key)
        if game is None:
            game = await self._runtime.in_thread(make, name, **options)
            self._games[key] = game
            if len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return game

    async def compiled(self, name: str) -> None:
        """Wait until the searches of a game are compiled."""
        if name not in self._compiled:
            self._compiled[name] = self._runtime.spawn(self._compile(name))
        await asyncio.shield(self._compiled[name])

    def must_compile(self, name: str) -> bool:
        """Whether a search in a game has to wait for compilation."""
        return name not in self._compiled or not self._compiled[name].done()

    async def _compile_all(self) -> None:
        for name in registered_games():
            while self.preparing:  # games that somebody waits for come first
                await self._runtime.sleep(_LOOK_SECONDS)
            await self.compiled(name)

    async def _compile(self, name: str) -> None:
        self.preparing.append(name)
        try:
            with contextlib.suppress(ConfigError):  # errors of a game are reported to whoever asks for it
                game = await self._runtime.in_thread(make, name)
                if not await self._runtime.in_thread(is_done, game, usual_agents(game)):
                    await _compile_apart(game, self._runtime)
        finally:
            self.preparing.remove(name)


async def _compile_apart(game: Game, runtime: Runtime) -> None:
    """Compile a game's agents in a process; what it leaves is compiled where it is called."""
    try:
        process = await start_process(
            runtime, sys.executable, "-P", "-m", MODULE,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except OSError as error:
        LOGGER.warning("%s is not compiled ahead: %s", game.name, error)
        return
    try:
        assert process.stdin is not None  # noqa: S101  # a pipe, as requested
        assert process.stderr is not None  # noqa: S101  # as above
        process.stdin.write(order(game, usual_agents(game)).encode())
        said = await process.stderr.read()
        if await process.wait():
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            LOGGER.warning("%s is not compiled ahead: %s", game.name, last or process.returncode)
    finally:
        await stop_process(runtime, process)


_SECONDS = 300.0


async def warm(ready: ReadyGames, pool: ProcessPool, thinkers: int) -> None:
    """Let every worker make a hint in each game, one after another, once its searches are compiled."""
    if not compiled():  # a hint takes minutes then
        return
    for name in registered_games():
        await ready.compiled(name)
        with contextlib.suppress(ConfigError):  # errors of a game are reported to whoever asks for it
            game = await ready.game(name, {})
            await asyncio.gather(*(_one(game, pool, number) for number in range(thinkers)))


async def _one(game: Game, pool: ProcessPool, number: int) -> None:
    job = hint_job(game.new_initial_state(seed=0))
    with contextlib.suppress(WorkerError, RefusalError):  # the pool has logged it; people's hints come first
        await pool.run(job, timeout=_SECONDS, owner=f"warm {number}")


# Each table has a folder of its own under `ServerSettings.replies`, which goes with the table. Nobody at the
# table can read it: it holds what the models saw of their hands.

_PAUSE_SECONDS = 0.1


async def forget_replies(settings: ServerSettings, tables: Iterable[str], runtime: Runtime) -> None:
    """Remove the replies of models at deleted tables; failures are logged for the owner."""
    for table in tables if settings.replies else ():
        for last in (False, False, True):  # a process that was just killed may write once more
            if await runtime.in_thread(_removed, Path(settings.replies) / table, last):
                break
            await runtime.sleep(_PAUSE_SECONDS)


def _removed(folder: Path, last: bool) -> bool:
    """Remove a folder and return whether it is gone; the last attempt logs errors."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return True
    except OSError as error:
        if last:
            LOGGER.warning("%s cannot be removed: %s", error.filename or folder, error.strerror)
    return False


_MOST_QUEUES = 64
_PATIENCE_SECONDS = 300.0
_GATHER_SECONDS = 0.005
"""Seconds in which questions to a quick agent are collected for one batch, much less than the pace of agents."""


class AgentQueues:
    """Queues of questions, one per agent and game; agents that are not quick are asked in the pool."""

    def __init__(
        self, settings: ServerSettings, pool: ProcessPool, ready_games: ReadyGames, runtime: Runtime
    ) -> None:
        self._settings = settings
        self._runtime = runtime
        self._threads = runtime.threads(settings.askers, "croupier-agents")
        self._pool, self._ready_games = pool, ready_games
        self._queues: OrderedDict[tuple[AgentName, int], _AgentQueue] = OrderedDict()

    def close(self) -> None:
        """Stop the threads after their current answers."""
        self._threads.close()

    async def ask(self, agent: AgentName, state: State, name: str) -> int:
        """Ask an agent for its action in the next decision."""
        game = state.game
        if is_quick(agent, game):
            return await self._queue(agent, game).ask(Turns.of_state(state), state.seed)
        await self._ready_games.compiled(game.name)
        answer = await self._pool.run(act_job(state, agent, self._settings, name), timeout=_PATIENCE_SECONDS)
        return int(answer["action"])

    def _queue(self, agent: AgentName, game: Game) -> _AgentQueue:
        key = (agent, id(game))
        if key not in self._queues:
            self._queues[key] = _AgentQueue(agent, game, self._threads, self._runtime)
            if len(self._queues) > _MOST_QUEUES:
                self._queues.popitem(last=False)
        self._queues.move_to_end(key)
        return self._queues[key]


class _AgentQueue:
    """One agent of one game: questions that arrive while it is busy are asked together."""

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
            except Exception as error:  # noqa: BLE001  # any error of the agent is reported at its tables
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
