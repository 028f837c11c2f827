"""The match loop: each agent decides for all its tables at once; text agents play concurrent tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, wants_trail
from croupier.agents.speech import EndpointError, needs_table, speaks
from croupier.core.base.copies import take
from croupier.core.base.coroutines import at_once, run_coroutine
from croupier.core.base.progress import Progress, silent
from croupier.core.base.rng import as_seed, game_seed
from croupier.core.base.tiers import loop
from croupier.core.base.types import Actions, Codes, Records, Seeds
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.measure.play.metrics import SeatResults, finishing_ranks, win_shares
from croupier.table.asking import ask, ask_turn
from croupier.table.driver import Answer, drive
from croupier.table.events import Due, Move
from croupier.table.game_file import save_game
from croupier.table.model_run import ModelRun, StoppedError
from croupier.table.seat_counts import GameLog, SeatCounts
from croupier.table.speaking import Conversation, text_table

# Other agents are asked one row at a time at these tables, with the same random words as elsewhere, so a deal is
# the same whether or not a model sits at it.

OnEnd = Callable[[int, GameLog | None, Sequence[Move]], None]
"""Called with the number of a table that ended or was given up, its log and moves; the log is None if the run had
stopped before the table began.
"""


def write_silent(tables: Tables, actions: Sequence[Sequence[int]], run: ModelRun) -> None:
    """Write games without text agents into the folder of a run, next to those with models."""

    async def write() -> None:
        for row, played in enumerate(actions):
            seats = [tables.agents[index] for index in tables.seating[row]]
            names, seed = tuple(agent.name for agent in seats), int(tables.seeds[row])
            table = text_table(tables.game.new_initial_state(seed), seats, names, run.limits.retries, played)
            conversation = Conversation(table, run, run.name_table(seed, names))
            for event in table.events:
                conversation.note(event)
            await conversation.close(over=True)
            _save(conversation)
            counts = tuple(SeatCounts() for _ in names)
            run.games.append(GameLog(conversation.name.number, True, table.data(), counts, spoken=False))

    run_coroutine(write())


def _save(conversation: Conversation) -> None:
    """Write the file of a game that can be replayed, if the run has a folder."""
    path, table = conversation.run.game_file(conversation.name, ".json"), conversation.table
    if path is not None:
        save_game(path, table.state, table.names, table.forfeited)


class _Hall:
    """Concurrent tables, as many as the run allows."""

    def __init__(self, game: Game, agents: Sequence[Agent], run: ModelRun, on_end: OnEnd) -> None:
        self._game, self._agents, self._run, self._on_end = game, agents, run, on_end
        self._silent = ThreadPoolExecutor(1, "croupier-agents")  # one thread, since agents are not thread-safe

    async def play(self, seating: npt.NDArray[np.int64], seeds: Seeds) -> None:
        rows = iter(range(len(seeds)))
        try:
            work = partial(self._work, rows, seating, seeds)
            await at_once(min(self._run.limits.concurrency, len(seeds)), work)
        finally:
            self._silent.shutdown(wait=True, cancel_futures=True)
            for agent in self._agents:
                if speaks(agent):
                    await agent.close()

    async def _work(self, rows: Iterator[int], seating: npt.NDArray[np.int64], seeds: Seeds) -> None:
        """Play one table after another, in order, so that a stop leaves few deals incomplete."""
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


Seating = npt.NDArray[np.int64]
Watch = Callable[[npt.NDArray[np.int64], Records, Actions, Records], None]
"""Called after every step with the tables that were stepped, their records before, the actions, and the records
after.
"""


class ActionRecorder:
    """Records the actions at some tables."""

    def __init__(self, tables: int) -> None:
        self.actions: list[list[int]] = [[] for _ in range(tables)]

    def watch(self, rows: Seating, before: Records, actions: Actions, after: Records) -> None:
        """Record one action at each of the tables that were stepped."""
        del before, after
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            self.actions[row].append(action)


@dataclass(frozen=True, eq=False)
class Outcome:
    """How some tables ended, one row per table."""

    returns: Floats  # final utilities, float32, shape (tables, players)
    points: Floats  # final scores in the game's points, float32, shape (tables, players)
    plies: npt.NDArray[np.int64]  # decisions of each game, int64, shape (tables,)
    # whether each game was finished, bool, shape (tables,). An endpoint's failure makes a game void, and a run of
    # language models may stop; the other arrays hold zeros then
    whole: npt.NDArray[np.bool_]
    # seat that forfeited each game, int8, shape (tables,); -1 for none. Points stay as in the game's file, and
    # returns are 0 for the others; `results` has the figures that count
    forfeited: npt.NDArray[np.int8]
    failed: npt.NDArray[np.int8]  # seat whose failures made each game void, int8, shape (tables,); -1 for none

    @property
    def lost(self) -> npt.NDArray[np.int8]:
        """The seat that forfeited each game or made it void; -1 for none."""
        return np.maximum(self.forfeited, self.failed)

    def results(self, game: Game) -> SeatResults:
        """The result of each seat, for all reports; a forfeit or void game is the worst for its seat only."""
        players, facts = game.num_players, game.facts
        worst = -np.inf if facts.worst_points is None else facts.worst_points
        best = np.inf if facts.best_points is None else facts.best_points
        points, utilities = self.points.astype(np.float64), self.returns.astype(np.float64)
        margins = points - (points.sum(axis=1, keepdims=True) - points) / (players - 1)
        shares, ranks = win_shares(self.returns), finishing_ranks(self.returns, self.points)
        rows = np.flatnonzero(self.lost >= 0)
        lost = (rows, self.lost[rows])
        for figures, value in (
            (shares, 0.0), (points, worst), (margins, worst - best), (utilities, facts.min_utility),
            (ranks, players - 1),
        ):  # fmt: skip
            figures[lost] = value
        counts = np.repeat((self.whole & (self.lost < 0))[:, None], players, axis=1)
        counts[lost] = True
        return SeatResults(shares, points, margins, utilities, ranks, counts)


@loop
def _derive(seed: np.uint64, numbers: npt.NDArray[np.int64], out: Seeds) -> None:
    for k in range(len(numbers)):
        out[k] = game_seed(seed, numbers[k], 0)


def deal_seeds(seed: int, numbers: npt.NDArray[np.int64]) -> Seeds:
    """Seeds of numbered deals, for `game.new_initial_state`."""
    out = np.zeros(len(numbers), dtype=np.uint64)
    _derive(as_seed(seed), numbers, out)
    return out


def in_parts(total: int, size: int) -> Iterator[npt.NDArray[np.int64]]:
    """The numbers 0 .. total - 1 in parts."""
    for start in range(0, total, size):
        yield np.arange(start, min(start + size, total), dtype=np.int64)


class Tables(NamedTuple):
    """Tables that are played together."""

    game: Game
    agents: Sequence[Agent]
    seating: Seating
    seeds: Seeds
    threads: int
    progress: Progress
    watch: Watch | None
    codes: Codes | None
    run: ModelRun | None


def play_tables(
    game: Game,
    agents: Sequence[Agent],
    seating: Seating,
    seeds: Seeds,
    *,
    threads: int = 1,
    progress: Progress = silent,
    watch: Watch | None = None,
    codes: Codes | None = None,
    run: ModelRun | None = None,
) -> Outcome:
    """Play one game at each table; a run's records go into its folder, except for tables with `codes`."""
    tables = Tables(game, agents, seating, seeds, threads, progress, watch, codes, run)
    speaking: npt.NDArray[np.bool_] = np.any(np.array([speaks(agent) for agent in agents])[seating], axis=1)
    if not speaking.any():
        return _play_silent(tables)
    if codes is not None:
        raise needs_table(next(agent.name for agent in agents if speaks(agent)))
    return _play_mixed(tables, speaking)


def _play_mixed(tables: Tables, speaking: npt.NDArray[np.bool_]) -> Outcome:
    """Play the tables without text agents together, and then the others."""
    game, _, seating, seeds, _, progress, watch, *_ = tables
    count, shape = len(seeds), (len(seeds), game.num_players)
    found = Outcome(
        returns=np.zeros(shape, np.float32), points=np.zeros(shape, np.float32), plies=np.zeros(count, np.int64),
        whole=np.zeros(count, np.bool_), forfeited=np.full(count, -1, np.int8), failed=np.full(count, -1, np.int8),
    )  # fmt: skip
    silent, spoken = np.flatnonzero(~speaking), np.flatnonzero(speaking)
    if len(silent):
        on_step: Watch | None = None
        if watch is not None:
            seen = watch

            def on_step(rows: Seating, before: Records, actions: Actions, after: Records) -> None:
                seen(silent[rows], before, actions, after)

        part = _play_silent(
            tables._replace(
                seating=seating[silent], seeds=seeds[silent], watch=on_step,
                progress=lambda share: progress(share * len(silent) / count),
            )
        )  # fmt: skip
        found.returns[silent], found.points[silent], found.plies[silent] = part.returns, part.points, part.plies
        found.whole[silent] = True
    done = len(silent)

    def on_end(table: int, log: GameLog | None, moves: Sequence[Move]) -> None:
        nonlocal done
        done += 1
        progress(done / count)
        row = spoken[table]
        if log is not None and log.failed is not None:
            found.failed[row] = log.failed
        if log is None or not log.over:
            return
        returns = np.array(log.data["returns"], dtype=np.float32)  # NaN for seats that a forfeit leaves out
        found.returns[row], found.points[row] = np.nan_to_num(returns), log.data["points"]
        found.plies[row], found.whole[row] = len(log.data["actions"]), True
        if log.data["forfeited"] is not None:
            found.forfeited[row] = log.data["forfeited"]
        for move in moves if watch is not None else ():
            if watch is not None:
                watch(spoken[[table]], move.before.records, np.array([move.action]), move.after.records)

    hall = _Hall(game, tables.agents, tables.run or ModelRun(), on_end)
    run_coroutine(hall.play(seating[spoken], seeds[spoken]))
    return found


@contextmanager
def _kept(tables: Tables) -> Iterator[Watch | None]:
    """The watcher of every decision; if a run has a folder, the games are written there at the end."""
    run, watch = tables.run, tables.watch
    if run is None or run.folder is None or run.stopped or tables.codes is not None:
        yield watch
        return

    recorder = ActionRecorder(len(tables.seeds))

    def on_step(rows: Seating, before: Records, actions: Actions, after: Records) -> None:
        recorder.watch(rows, before, actions, after)
        if watch is not None:
            watch(rows, before, actions, after)

    yield on_step
    write_silent(tables, recorder.actions, run)


def _play_silent(tables: Tables) -> Outcome:
    """Step all tables together."""
    game, agents, seating, count = tables.game, tables.agents, tables.seating, len(tables.seeds)
    batch = Batch(
        game, count, threads=tables.threads, autoreset=False, observe=False, seeds=tables.seeds,
        codes=tables.codes, trails=wants_trail(agents),
    )  # fmt: skip
    actions = np.zeros(count, dtype=np.int64)
    with _kept(tables) as seen:
        while len(active := np.flatnonzero(batch.legal_counts > 0)):
            tables.progress(1.0 - len(active) / count)
            movers = seating[active, batch.current_players[active]]
            for index, agent in enumerate(agents):
                asked = np.flatnonzero(movers == index)
                if len(asked):
                    rows = active[asked]
                    actions[rows] = ask(agent, game, batch, rows)
            before = None if seen is None else take(batch.records, active)
            batch.step(actions)
            if seen is not None and before is not None:
                seen(active, before, actions[active], take(batch.records, active))
    nobody = np.full(count, -1, np.int8)
    return Outcome(batch.returns(), batch.points(), batch.plies, np.ones(count, np.bool_), nobody, nobody)
