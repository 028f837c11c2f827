"""Concurrent tables with agents that answer in words, each a `croupier.table.Table`.

Who does not speak is asked one row at a time, with the same random words as everywhere, so a deal is the same deal
whether or not a model sits at it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.speech import EndpointError, speaks
from croupier.core.base.coroutines import run_coroutine
from croupier.core.base.types import Seeds
from croupier.core.engine.game import Game
from croupier.table.asking import ask_turn
from croupier.table.driver import Answer, drive
from croupier.table.events import Due, Move
from croupier.table.game_file import save_game
from croupier.table.model_run import ModelRun, StoppedError
from croupier.table.seat_counts import GameLog, SeatCounts
from croupier.table.speaking import Conversation, text_table

OnEnd = Callable[[int, GameLog | None, Sequence[Move]], None]
"""Called with the number of a table that has ended or was given up, how it went, and the decisions; None where the
run had stopped before it began."""


def play_text_tables(
    game: Game, agents: Sequence[Agent], seating: npt.NDArray[np.int64], seeds: Seeds, run: ModelRun, on_end: OnEnd
) -> None:
    """Play one game at each table, as many at once as the run allows."""
    hall = _Hall(game, agents, run, on_end)
    run_coroutine(hall.play(seating, seeds))


def write_silent(
    game: Game,
    agents: Sequence[Agent],
    seating: npt.NDArray[np.int64],
    seeds: Seeds,
    actions: Sequence[Sequence[int]],
    run: ModelRun,
) -> None:
    """Write games among agents that compute into the folder of a run, beside those with models."""

    async def write() -> None:
        for row, played in enumerate(actions):
            seats = [agents[index] for index in seating[row]]
            names, seed = tuple(agent.name for agent in seats), int(seeds[row])
            table = text_table(game.new_initial_state(seed), seats, names, run.limits.retries, played)
            conversation = Conversation(table, run, run.name_table(seed, names))
            for event in table.events:
                conversation.note(event)
            await conversation.close(over=True)
            _save(conversation)
            counts = tuple(SeatCounts() for _ in names)
            run.games.append(GameLog(conversation.name.number, True, table.data(), counts, spoken=False))

    run_coroutine(write())


def _save(conversation: Conversation) -> None:
    """Write the file of a game that replays, where the run is kept."""
    path, table = conversation.run.game_file(conversation.name, ".json"), conversation.table
    if path is not None:
        save_game(path, table.state, table.names, table.forfeited)


class _Hall:
    """Tables that are played at once."""

    def __init__(self, game: Game, agents: Sequence[Agent], run: ModelRun, on_end: OnEnd) -> None:
        self._game, self._agents, self._run, self._on_end = game, agents, run, on_end
        self._silent = ThreadPoolExecutor(1, "croupier-agents")  # one: agents are asked by one thread at a time

    async def play(self, seating: npt.NDArray[np.int64], seeds: Seeds) -> None:
        rows = iter(range(len(seeds)))
        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(self._run.limits.concurrency, len(seeds))):
                    workers.create_task(self._work(rows, seating, seeds))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        finally:
            self._silent.shutdown(wait=True, cancel_futures=True)
            for agent in self._agents:
                if speaks(agent):
                    await agent.close()

    async def _work(self, rows: Iterator[int], seating: npt.NDArray[np.int64], seeds: Seeds) -> None:
        """Play one table after the other, in order, so that a stop leaves few deals open."""
        for row in rows:
            if self._run.stopped:
                self._run.never_begun += 1
                self._on_end(row, None, ())
                continue
            seats = [self._agents[index] for index in seating[row]]
            log, moves = await self._table(seats, int(seeds[row]))
            self._run.games.append(log)
            self._on_end(row, log, moves)

    async def _table(self, seats: Sequence[Agent], seed: int) -> tuple[GameLog, Sequence[Move]]:
        names = tuple(agent.name for agent in seats)
        state = self._game.new_initial_state(seed)
        table = text_table(state, seats, names, self._run.limits.retries)
        conversation = Conversation(table, self._run, self._run.name_table(seed, names))
        failed: int | None = None
        try:
            await drive(table, partial(self._ask, conversation), conversation.note)
        except EndpointError as error:
            failed = table.state.current_player()
            conversation.counts[failed].failures += error.failures
            self._run.note_void(names[failed], error)
        except StoppedError:
            pass
        else:
            self._run.note_end(names)
        finally:
            await conversation.close(over=table.over)
            _save(conversation)
        counts = tuple(conversation.counts)
        log = GameLog(conversation.name.number, table.over, table.data(), counts, failed=failed)
        return log, table.moves

    async def _ask(self, conversation: Conversation, due: Due) -> Answer:
        if speaks(due.agent):
            return await conversation.ask(due, due.agent)
        if due.agent is None:
            raise AssertionError("agents sit in all seats")
        seed, loop = conversation.table.state.seed, asyncio.get_running_loop()
        return await loop.run_in_executor(self._silent, ask_turn, due.agent, due.turns, seed)
