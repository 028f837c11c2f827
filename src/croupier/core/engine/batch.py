"""Batch: many games stepped together, by compiled loops on one or more threads."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from croupier.core.base import types
from croupier.core.base.code_cache import NOTICE
from croupier.core.base.copies import put, take
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.rng import as_seed, game_seed
from croupier.core.base.threads import ForkSafeThreads
from croupier.core.base.types import Codes, Counters, Generators, RowNumbers, Seeds
from croupier.core.engine.batch_arrays import (
    BatchArrays,
    as_integers,
    check_fit,
    check_positions,
    check_rows,
    illegal_action,
)
from croupier.core.engine.loops import (
    LENGTH,
    Ends,
    Shaping,
    first_illegal,
    first_refused,
    next_seeds,
    pick_uniformly,
)
from croupier.core.engine.ruleset import Ruleset
from croupier.core.engine.trail import Trail, TrailReader, Trails

AnyActions = npt.NDArray[np.integer[Any]]


class Batch(BatchArrays):
    """N games in one array of records. Arrays have one row a game.

    A batch is a record of arrays: a step overwrites what was read before it, so copy what is to be kept. `masks`,
    `legal_actions` and `legal_counts` cannot be written from outside, since actions are checked by them. The
    others can, since PyTorch warns of arrays that cannot; do not write into them either: a step overwrites it.

    Row r's e-th game has the seed ``seeds[r]``, a function of the batch's seed, r and e alone: it is the same for
    any batch size and number of threads, and ``game.new_initial_state(seeds[r])`` deals it again.

    ``copy.copy`` and ``copy.deepcopy`` give an independent batch that goes on as this one does, threads and trails
    included; so does pickling, where the registry has the game.

    Attributes:
        records: the games, shape (N,).
        current_players: seat to move, int8; -4 where the game is over (only without autoreset).
        phases: phase of the decision, int8.
        masks: legal actions, bool, shape (N, num_actions).
        legal_actions: their list, int16, shape (N, num_actions); the first ``legal_counts`` entries count.
        observations: what the seat to move may know, float32, shape (N, observation_size).
        rewards: utilities gained in the last step, float32, shape (N, players).
        shaped_rewards: training rewards of the last step, as above; zeros without `shaping`.
        dones: whether a game ended in the last step, bool.
        truncated: whether it was cut short by a limit, bool.
        final_observations: for truncated games, every seat's observation at the end, shape (N, players,
            observation_size); empty for games that never truncate.
        seeds: seed of each row's present game, uint64.
        episodes: number of games each row played before, int64.
    """

    def __init__(
        self,
        game: Ruleset,
        size: int,
        seed: int = 0,
        *,
        threads: int = 1,
        autoreset: bool = True,
        observe: bool = True,
        shaping: Mapping[str, float] | None = None,
        count_points: bool = False,
        seeds: Seeds | None = None,
        codes: Codes | None = None,
        trails: bool = False,
    ) -> None:
        """Deal the games.

        Args:
            game: the game; its options are those of every row until `set_options`.
            size: number of games, at least 1.
            seed: seed of the whole batch.
            threads: threads that share a step; the games do not depend on it.
            autoreset: deal a finished game again within the step that finishes it.
            observe: write observations at every step (False saves the time).
            shaping: weights for the game's shaped rewards, by name; None gives none.
            count_points: write `points_gained` at every step (False saves the time).
            seeds: a seed for each row's first game instead of those derived from `seed`, shape (size,).
            codes: options of each row's games where they are not the game's; see `set_codes`.
            trails: keep the trail of each row's game, for agents that want it; see `keep_trails`.

        Raises:
            ConfigError: a size, thread count or weight that is not valid.
            ValueError: codes of another kind or shape.
        """
        size, threads = checked_count("size", size), checked_count("threads", threads)
        super().__init__(game, size, seed, threads=threads, observe=observe, shaping=shaping)
        self.autoreset, self.counting_points, self._loops = autoreset, count_points, game.loops.compiled
        if codes is not None:
            self.set_codes(np.arange(size), codes)
        if seeds is None:
            self.seeds[:] = [game_seed(self._seed, row, 0) for row in range(size)]
        elif seeds.shape == (size,) and seeds.dtype == np.uint64:
            self.seeds[:] = seeds
        else:
            raise ConfigError(f"seeds must be uint64 of shape ({size},), not {seeds.dtype} {seeds.shape}")
        self._closed = False
        self._open_pool()
        NOTICE.say_of(game.name, game.loops.begin, game.loops.refresh, game.loops.step)
        self._loops.begin(self.records, self.rngs, self._codes, self.seeds, 0, size)
        self._trails: Trails | None = None
        self.refresh()
        if trails:
            self.keep_trails()

    def __len__(self) -> int:
        return self.size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_pool(self) -> None:
        self._pool = ForkSafeThreads(self.threads - 1) if self.threads > 1 else None
        if self._pool is not None:
            weakref.finalize(self, self._pool.shutdown, wait=False)

    def __copy__(self) -> Self:
        """An independent batch: one that shared its arrays would play on in both."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """As for the arrays; the threads, the loops and the trails as what they are made from."""
        trails = None if self._trails is None else [self._trails.trail(row) for row in range(self.size)]
        changed = {"_pool": self._pool is not None, "_loops": None, "_trails": trails}
        return super().__getstate__() | changed

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        self._loops, threaded, trails = self.game.loops, state["_pool"], state["_trails"]
        self._pool, self._trails = None, None
        if threaded:
            self._open_pool()
        if trails is not None and (made := Trails.of(self.game.spec, self.records)) is not None:
            made.resume(np.arange(self.size), trails)
            self._trails = made

    def close(self) -> None:
        """End the batch and its threads: its arrays can be read, and it is neither stepped nor dealt again."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the batch is closed: make another one")

    def __repr__(self) -> str:
        closed = ", closed" if self._closed else ""
        return f"<Batch of {self.size} x {self.game!r}, seed={int(self._seed)}, threads={self.threads}{closed}>"

    def _spread(self, work: Callable[[int, int, int], None]) -> None:
        """Call work(lo, hi, thread) so that the ranges cover all rows, one a thread."""
        if self._pool is None:
            work(0, self.size, 0)
            return
        cuts = np.linspace(0, self.size, self.threads + 1).astype(int)
        jobs = [self._pool.submit(work, int(cuts[t]), int(cuts[t + 1]), t) for t in range(1, self.threads)]
        work(0, int(cuts[1]), 0)
        for job in jobs:
            job.result()

    def refresh(self) -> None:
        """Write masks, current_players, phases and observations again, after records were changed from outside.

        Trails begin at the present records.

        Raises:
            ValueError: the batch is closed.
        """
        self._check_open()
        view = self._view[:]
        self._spread(lambda lo, hi, _: self._loops.refresh(self.records, lo, hi, view, self.observing))
        if self._trails is not None:
            self._trails.begin()

    def keep_trails(self) -> None:
        """Keep the trails of all rows from here on, if the game has a `search` part: which decisions led where.

        They begin at the present records, and again where a row is dealt or loaded.
        """
        if self._trails is None:
            self._trails = Trails.of(self.game.spec, self.records)

    def trail(self, row: int) -> Trail | None:
        """The decisions of a row's present game so far; None where no trails are kept. See `keep_trails`."""
        return None if self._trails is None else self._trails.trail(row)

    def trails_of(self, rows: RowNumbers) -> TrailReader | None:
        """The trails of the decisions now due in some rows, read when asked for; see `Trails.reader`.

        Args:
            rows: int64, shape (K,).

        Returns:
            A function of a place among them; None where no trails are kept.
        """
        return None if self._trails is None else self._trails.reader(rows)

    def step(self, actions: AnyActions) -> None:
        """Apply one action a row and resolve the chance events that follow; finished games are dealt again.

        Args:
            actions: integers, shape (N,); ignored in rows whose game is over.

        Raises:
            IllegalAction: some row's action is not legal; no row is changed.
            ValueError: not integers of that shape, or the batch is closed.
        """
        self._check_open()
        chosen = as_integers("actions", actions, self.size)
        if first_illegal(self._view.masks, chosen, self._view.counts) >= 0:
            going = np.flatnonzero(self.legal_counts)
            raise illegal_action(self.game, self._view, going, chosen[going])
        self._clock += 1
        before = self.points() if self.counting_points else None
        redealing = self.autoreset and before is None  # points are read before a game is dealt again
        how = (self._clock, *self._plain, self.observing, redealing, self._shaped)

        def work(lo: int, hi: int, thread: int) -> None:
            self._loops.step(self.records, self.rngs, chosen, lo, hi, *how, thread)

        self._spread(work)
        if self._trails is not None:
            self._trails.note(chosen, dealt=self.dones if redealing else None)
        if before is not None:
            np.subtract(self.points(), before, out=self._points_gained)
            if self.autoreset:
                self.deal_again(np.flatnonzero(self.dones))

    def step_rows(self, rows: RowNumbers, actions: AnyActions) -> None:
        """Apply one action in each of some rows, as `step` does; all other rows stay as they are.

        Args:
            rows: rows whose games go on, different and ascending, integers, shape (K,).
            actions: integers, shape (K,).

        Raises:
            IllegalAction: some row's action is not legal, or its game is over; no row is changed.
            ValueError: not such rows, or not integers of that shape, or the batch is closed; no row is changed.
        """
        self._check_open()
        given = as_integers("rows", rows)
        chosen = as_integers("actions", actions, len(given))
        if first_refused(self._view.masks, given, chosen) >= 0:
            check_rows(given, self.size)
            raise illegal_action(self.game, self._view, given, chosen)
        if len(given):
            self._step_rows(given, chosen)

    def _step_rows(self, rows: RowNumbers, chosen: types.Actions) -> None:
        count, players = len(rows), self.game.num_players
        records, rngs, view = take(self.records, rows), self.rngs[rows], self._room(rows)
        before = self._points_of(records) if self.counting_points else None
        ends = Ends(
            rewards=np.zeros((count, players), dtype=np.float32),
            dones=np.zeros(count, dtype=np.bool_),
            truncated=np.zeros(count, dtype=np.bool_),
            final_observations=np.empty((count, *self.final_observations.shape[1:]), dtype=np.float32),
        )
        shaped = np.zeros((count, players), dtype=np.float32) if self._shaped else self.shaped_rewards[:0]
        shaping = Shaping(self._weights, self._before, shaped)
        self._begun[rows] -= 1  # not a step of the other rows
        # taken, since an index of columns gives Fortran order, and for that the loop would be compiled once more
        deals = self._deals._replace(counts=self._counts.take(rows, axis=1))
        self._loops.step(
            records, rngs, chosen, 0, len(rows), self._clock, view[:], ends[:], deals[:], shaping[:],
            self.observing, False, self._shaped, 0,
        )  # fmt: skip
        put(self.records, rows, records)
        self.rngs[rows] = rngs
        self._lengths[rows] = deals.counts[LENGTH]
        self.rewards[rows], self.dones[rows], self.truncated[rows] = ends.rewards, ends.dones, ends.truncated
        if self._shaped:
            self.shaped_rewards[rows] = shaped
        if before is not None:
            self._points_gained[rows] = self._points_of(records) - before
        if ends.final_observations.size and ends.truncated.any():
            self.final_observations[rows[ends.truncated]] = ends.final_observations[ends.truncated]
        self._write(rows, view)
        if self._trails is not None:
            self._trails.note(chosen, rows)
        if self.autoreset:  # not by the loop: a row's next seed depends on its number in the batch
            self.deal_again(rows[ends.dones])

    def load(
        self,
        rows: RowNumbers,
        records: types.Records,
        rngs: Generators,
        *,
        trusted: bool = False,
        seeds: Seeds | None = None,
        plies: Counters | None = None,
        trails: Sequence[Trail | None] | None = None,
    ) -> None:
        """Put given positions into some rows; their games go on from there.

        Chance events that are due are resolved by the generators given. These rows' rewards, `dones` and
        `truncated` are cleared; their episodes stay, and decide their next deal alone. A game that is over stays
        in its row, with autoreset too, until `deal_again` or another `load`.

        Args:
            rows: different rows, ascending, integers, shape (K,).
            records: positions of this batch's game and options, dtype ``game.spec.rules.state``,
                shape (K,); copied.
            rngs: a generator for each, uint64, shape (K,); copied.
            trusted: leave out the check of each record, which takes Python a millisecond or less: for copies from
                states and batches of the same game. Their options may then be others that fit the batch, as with
                `set_options`. A record that is broken makes compiled code read and write anywhere.
            seeds: seeds of their deals, uint64, shape (K,), from which agents' choices are drawn; those of the
                rows where left out.
            plies: decisions made in them before, int64, shape (K,); 0 where left out.
            trails: what led to each position, where trails are kept; not checked. Without one, it begins there.

        Raises:
            ValueError: rows, records or generators of another kind or shape, not one trail a row, or more seats
                than the batch has; or the batch is closed.
            PositionError: a record that is no possible position of this game with its options. Nothing is changed.
        """
        self._check_open()
        given = as_integers("rows", rows)
        check_rows(given, self.size)
        records, rngs = np.array(records, order="C"), np.array(rngs, order="C")
        check_fit(self.game, given, records, rngs)
        if trails is not None and len(trails) != len(given):
            raise ValueError(f"{len(given)} rows take {len(given)} trails, not {len(trails)}")
        if not trusted:
            check_positions(self.game, given, records)
        self._loops.resume(records, rngs, 0, len(given))
        for array in self._of_last_step():
            array[given] = 0
        self._put(given, records, rngs)
        if seeds is not None:
            self.seeds[given] = seeds
        if plies is not None:
            self._begun[given] -= plies
        if trails is not None and self._trails is not None:
            self._trails.resume(given, trails)

    def reseed(self, seed: int) -> None:
        """Go on with the games of another seed: `deal_again` deals each row what a new batch of it would.

        Until then the present games go on.

        Args:
            seed: seed of the whole batch.

        Raises:
            ValueError: the seed is not in 0 .. 2**64 - 1.
        """
        self._seed = as_seed(seed)
        self._bundle()
        self.episodes[:] = -1

    def deal_again(self, rows: RowNumbers) -> None:
        """Deal a new game in some rows, as autoreset would: with their next seeds, and the options set for them.

        For batches without autoreset, whose user looks at finished games first.

        Args:
            rows: different rows, int64, shape (K,).

        Raises:
            ValueError: the batch is closed.
        """
        self._check_open()
        if len(rows) == 0:
            return
        self.episodes[rows] += 1
        next_seeds(self._seed, rows, self.episodes, self.seeds)
        records, rngs = take(self.records, rows), self.rngs[rows]
        self._loops.begin(records, rngs, self._codes[rows], self.seeds[rows], 0, len(rows))
        self._put(rows, records, rngs)

    def _put(self, rows: RowNumbers, records: types.Records, rngs: Generators) -> None:
        """Take over games at a decision, or over, and write what may be done and seen in them."""
        view = self._room(rows)
        self._loops.refresh(records, 0, len(rows), view[:], self.observing)
        put(self.records, rows, records)
        self.rngs[rows] = rngs
        self._begun[rows], self._lengths[rows] = self._clock, 0
        self._write(rows, view)
        if self._trails is not None:
            self._trails.begin(rows)

    def random_actions(self, rngs: Generators, out: types.Actions) -> None:
        """Draw a legal action for every row, each equally likely.

        Args:
            rngs: a generator a row, uint64, shape (N,); advanced.
            out: filled with the actions, int64, shape (N,).
        """
        pick_uniformly(self._view.actions, self._view.counts, rngs, out)

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from a snapshot of a batch of the same game and size.

        The seed is restored too, so that the same games are dealt afterwards. A snapshot of an earlier version has
        none: then this batch deals by its own. Settings of the batch (threads, autoreset, observe, shaping,
        count_points) stay as they are here. Rewards, points gained, `dones` and `truncated` are cleared. A
        snapshot holds no trails: they begin at the records that are restored.

        Raises:
            ValueError: an array is missing or has another shape or type than this batch's, or the batch is closed;
                nothing is changed.
        """
        self._check_open()
        for name, array in self.snapshot().items():
            given = saved.get(name, array if name == "seed" else None)
            if given is None or given.shape != array.shape or given.dtype != array.dtype:
                raise ValueError(f"the snapshot's {name!r} does not fit a batch of {self.size} x {self.game!r}")
        self.records[:] = saved["records"].copy().view(self.game.spec.rules.state).reshape(self.size)
        for name in ("rngs", "episodes", "seeds"):
            getattr(self, name)[:] = saved[name]
        self._begun[:], self._lengths[:] = self._clock - saved["plies"], saved["plies"]
        self._codes[:] = saved["codes"]
        if "seed" in saved:
            self._seed = as_seed(int(saved["seed"]))
            self._bundle()
        for array in self._of_last_step():
            array[:] = 0
        self.refresh()
