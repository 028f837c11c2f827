"""The match loop: tables are stepped together, and each agent decides for all its tables at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.speech import needs_table, speaks
from croupier.agents.traits import wants_trail
from croupier.core.base.copies import take
from croupier.core.base.progress import Progress, part_of, silent
from croupier.core.base.rng import as_seed, game_seed
from croupier.core.base.tiers import loop
from croupier.core.base.types import Actions, Codes, Records, Seeds
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.measure.play.metrics import SeatResults, finishing_ranks, win_shares
from croupier.table.asking import ask

if TYPE_CHECKING:
    from croupier.table.events import Move
    from croupier.table.model_run import ModelRun
    from croupier.table.seat_counts import GameLog

Seating = npt.NDArray[np.int64]
Watch = Callable[[npt.NDArray[np.int64], Records, Actions, Records], None]
"""Called after every step: which tables were stepped, their records before, the actions, the records after."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """How some tables ended; one row a table."""

    returns: Floats  # final utilities, float32, shape (tables, players)
    points: Floats  # final scores in the game's own points, float32, shape (tables, players)
    plies: npt.NDArray[np.int64]  # decisions of each game, int64, shape (tables,)
    # whether each game came to its end, bool, shape (tables,). An endpoint's failure makes a game void, and a
    # run of language models may stop; then the other rows hold zeros
    whole: npt.NDArray[np.bool_]
    # the seat that lost a game by its replies, int8, shape (tables,); -1 where nobody did. Points stay what its
    # file says, and returns are 0 for the others; `results` is what counts
    forfeited: npt.NDArray[np.int8]
    failed: npt.NDArray[np.int8]  # the seat whose endpoint's failures made a game void, as above

    @property
    def lost(self) -> npt.NDArray[np.int8]:
        """The seat that forfeited each game, or made it void; -1 for none."""
        return np.maximum(self.forfeited, self.failed)

    def results(self, game: Game) -> SeatResults:
        """What each seat got; neither a forfeit nor a void game pays. All reports of the arena are made of it."""
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
    """Seeds of numbered deals: `game.new_initial_state` deals them again."""
    out = np.zeros(len(numbers), dtype=np.uint64)
    _derive(as_seed(seed), numbers, out)
    return out


def in_parts(total: int, size: int, progress: Progress | None) -> Iterator[tuple[npt.NDArray[np.int64], Progress]]:
    """Divide numbered work into parts."""
    for start in range(0, total, size):
        numbers = np.arange(start, min(start + size, total), dtype=np.int64)
        yield numbers, part_of(progress, start / total, (start + len(numbers)) / total)


class Tables(NamedTuple):
    """Tables that are played together: who sits where, the deals, and what is told of them."""

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
    """Play one game at each table; what is noted of a run stands in its folder, but for tables of own options."""
    tables = Tables(game, agents, seating, seeds, threads, progress, watch, codes, run)
    speaking: npt.NDArray[np.bool_] = np.any(np.array([speaks(agent) for agent in agents])[seating], axis=1)
    if not speaking.any():
        return _play_silent(tables)
    if codes is not None:
        raise needs_table(next(agent.name for agent in agents if speaks(agent)))
    return _play_mixed(tables, speaking)


def _play_mixed(tables: Tables, speaking: npt.NDArray[np.bool_]) -> Outcome:
    """Play the tables without text agents together, and then the others."""
    from croupier.measure.play.spoken import play_text_tables
    from croupier.table.model_run import ModelRun

    game, seating, seeds, watch, progress = (
        tables.game,
        tables.seating,
        tables.seeds,
        tables.watch,
        tables.progress,
    )
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

    play_text_tables(game, tables.agents, seating[spoken], seeds[spoken], tables.run or ModelRun(), on_end)
    return found


@contextmanager
def _kept(tables: Tables) -> Iterator[Watch | None]:
    """Who is to be called with every decision; where a run is kept, the games are written there at the end."""
    run, watch = tables.run, tables.watch
    if run is None or run.folder is None or run.stopped or tables.codes is not None:
        yield watch
        return
    from croupier.measure.play.spoken import write_silent

    played: list[list[int]] = [[] for _ in range(len(tables.seeds))]

    def on_step(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            played[row].append(action)
        if watch is not None:
            watch(rows, before, actions, after)

    yield on_step
    write_silent(tables.game, tables.agents, tables.seating, tables.seeds, played, run)


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
