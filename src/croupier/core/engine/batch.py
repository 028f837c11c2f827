"""Batch: many games stepped together, by compiled loops on one or more threads."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from croupier.core.base.code_cache import NOTICE
from croupier.core.base.copies import put, take
from croupier.core.base.errors import ConfigError, checked_count, unknown
from croupier.core.base.rng import as_seed, game_seed
from croupier.core.base.threads import ForkSafeThreads
from croupier.core.base.types import Actions, Codes, Counters, Generators, Records, RowNumbers, Seats, Seeds
from croupier.core.engine.batch_checks import as_integers, check_fit, check_positions, check_rows, illegal_action
from croupier.core.engine.loops import (
    BEGUN,
    EPISODES,
    LENGTH,
    Deals,
    Ends,
    Shaping,
    View,
    encode_loop,
    first_illegal,
    first_refused,
    next_seeds,
    pick_uniformly,
)
from croupier.core.engine.ruleset import Ruleset
from croupier.core.engine.trail import Trail, TrailReader, Trails
from croupier.core.spec import options as option_codes
from croupier.core.spec.spec import TERMINAL, Floats

AnyActions = npt.NDArray[np.integer[Any]]
_Type = TypeVar("_Type", bound=np.generic)


def _read_only(array: npt.NDArray[_Type]) -> npt.NDArray[_Type]:
    """A read-only view, for arrays that check the actions."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


class Batch:
    """N games in one array of records. Every array has one row a game.

    Examples:
        >>> import croupier
        >>> batch = croupier.make("pig").batch(1000, seed=1)
        >>> batch.masks.shape, batch.observations.shape
        ((1000, 2), (1000, 7))
        >>> batch.step(batch.legal_actions[:, 0])
        >>> batch.rewards.shape, int(batch.dones.sum())
        ((1000, 2), 0)

    A step overwrites the arrays in place, so copy values that you keep. `masks`, `legal_actions` and
    `legal_counts` are read-only, because they check the actions. The others are writable, because PyTorch warns
    about read-only arrays; do not write to them. A closed batch raises ValueError if it is changed.

    The e-th game of row r has the seed ``seeds[r]``, a function of the batch's seed, r and e only. It does not
    depend on the batch size or the number of threads, and ``game.new_initial_state(seeds[r])`` deals the same
    game. Copies and pickles are independent batches with the same future, threads and trails included; pickling
    needs a game in the registry.

    Attributes:
        records: the games, shape (N,).
        current_players: seat to move, int8, shape (N,); -4 if the game is over (only without autoreset).
        phases: phase of the decision, int8, shape (N,).
        masks: legal actions, bool, shape (N, num_actions).
        legal_actions: their list, int16, shape (N, num_actions); the first ``legal_counts`` entries are valid.
        legal_counts: number of legal actions, int16, shape (N,); 0 if the game is over.
        observations: observation of the seat to move, float32, shape (N, observation_size).
        rewards: utilities gained in the last step, float32, shape (N, players).
        shaped_rewards: training rewards of the last step, float32, shape (N, players); zeros without `shaping`.
        dones: whether a game ended in the last step, bool, shape (N,).
        truncated: whether a limit ended it, bool, shape (N,).
        final_observations: every seat's last observation in truncated games, float32, shape (N, players,
            observation_size); empty for games that never truncate.
        seeds: seed of each row's present game, uint64, shape (N,).
        episodes: number of games that each row played before, int64, shape (N,).
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
            game: the game; its options apply to every row until `set_options`.
            size: number of games, at least 1.
            seed: seed of the whole batch.
            threads: threads that share a step; the games do not depend on it.
            autoreset: deal a finished game again within the step that finishes it.
            observe: write observations at every step; False saves the time.
            shaping: weights of the game's shaped rewards, by name; None gives zeros.
            count_points: write `points_gained` at every step; False saves the time.
            seeds: seeds of the first games, uint64, shape (size,), instead of those derived from `seed`.
            codes: options of each row's games, if they differ from the game's; see `set_codes`.
            trails: record the trail of each row's game, for agents that need it; see `keep_trails`.

        Raises:
            ConfigError: a size, thread count or weight is not valid.
            ValueError: codes have another dtype or shape.
        """
        size, threads = checked_count("size", size), checked_count("threads", threads)
        self.game, self.size, self.threads, self.observing = game, size, threads, observe
        self.autoreset, self.counting_points, self._loops = autoreset, count_points, game.loops.compiled
        self._seed = as_seed(seed)
        self._allocate()
        self._set_shaping(shaping)
        self._bundle()
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

    def _allocate(self) -> None:
        game, size = self.game, self.size
        self.records = np.zeros(size, dtype=game.spec.rules.state)
        self.rngs = np.zeros(size, dtype=np.uint64)
        self.seeds = np.zeros(size, dtype=np.uint64)
        self._counts = np.zeros((3, size), dtype=np.int64)
        self._name_counts()
        self._clock = 0  # steps so far
        self._codes = np.tile(game.codes, (size, 1))
        self._masks = np.zeros((size, game.num_actions), dtype=np.bool_)
        self._legal_actions = np.zeros((size, game.num_actions), dtype=np.int16)
        self._legal_counts = np.zeros(size, dtype=np.int16)
        self.current_players = np.zeros(size, dtype=np.int8)
        self.phases = np.zeros(size, dtype=np.int8)
        self.observations = np.zeros((size, game.observation_size), dtype=np.float32)
        self.rewards = np.zeros((size, game.num_players), dtype=np.float32)
        self.shaped_rewards = np.zeros((size, game.num_players), dtype=np.float32)
        self._points_gained = np.zeros((size, game.num_players), dtype=np.float32)
        self.dones = np.zeros(size, dtype=np.bool_)
        self.truncated = np.zeros(size, dtype=np.bool_)
        seats = game.num_players if game.spec.rules.truncates else 0
        self.final_observations = np.zeros((size, seats, game.observation_size), dtype=np.float32)
        self._before = np.zeros(self.threads, dtype=game.spec.rules.state)

    def _name_counts(self) -> None:
        """Name the rows of the counts as views, so that they show what a step counts."""
        counts = self._counts
        self.episodes, self._begun, self._lengths = counts[EPISODES], counts[BEGUN], counts[LENGTH]

    def _set_shaping(self, shaping: Mapping[str, float] | None) -> None:
        spec = self.game.spec
        weights = dict(spec.rules.shape_weights)
        if shaping is not None:
            if spec.rules.shape is None:
                raise ConfigError(f"{spec.name} has no shaped rewards")
            for name, weight in shaping.items():
                if name not in weights:
                    raise unknown("reward weight", name, weights)
                weights[name] = float(weight)
        self._shaped = shaping is not None
        self._weights = np.array([*weights.values(), 0.0], dtype=np.float64)

    def _bundle(self) -> None:
        """Bundle the arrays for the loops, once: no array is ever replaced."""
        self.masks, self.legal_actions = _read_only(self._masks), _read_only(self._legal_actions)
        self.legal_counts = _read_only(self._legal_counts)
        self._view = View(
            masks=self._masks,
            actions=self._legal_actions,
            counts=self._legal_counts,
            current_players=self.current_players,
            phases=self.phases,
            observations=self.observations,
        )
        self._deals = Deals(self._codes, self.seeds, self._counts, self._seed)
        shaping = Shaping(self._weights, self._before, self.shaped_rewards)
        ends = Ends(self.rewards, self.dones, self.truncated, self.final_observations)
        self._for_loops = (self._view[:], ends[:], self._deals[:], shaping[:])  # as the loops take them

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
        """An independent batch: with shared arrays, a step of one would change the other."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """The arrays and settings, and what threads and trails are made from; without views, bundles and loops."""
        shown = ("masks", "legal_actions", "legal_counts")
        made = ("episodes", "_begun", "_lengths", "_view", "_deals", "_for_loops", "_loops", *shown)
        kept = {name: value for name, value in self.__dict__.items() if name not in made}
        trails = None if self._trails is None else [self._trails.trail(row) for row in range(self.size)]
        return kept | {"_pool": self._pool is not None, "_trails": trails}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, _pool=None, _trails=None, _loops=state["game"].loops.compiled)
        self._name_counts()
        self._bundle()
        threaded, trails = state["_pool"], state["_trails"]
        if threaded:
            self._open_pool()
        if trails is not None and (made := Trails.of(self.game.spec, self.records)) is not None:
            made.resume(np.arange(self.size), trails)
            self._trails = made

    def close(self) -> None:
        """Close the batch and its threads. Its arrays can still be read; it cannot be stepped or dealt again."""
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
        """Call work(lo, hi, thread) for ranges that cover all rows, one range a thread."""
        if self._pool is None:
            work(0, self.size, 0)
            return
        cuts = np.linspace(0, self.size, self.threads + 1).astype(int)
        jobs = [self._pool.submit(work, int(cuts[t]), int(cuts[t + 1]), t) for t in range(1, self.threads)]
        work(0, int(cuts[1]), 0)
        for job in jobs:
            job.result()

    def refresh(self) -> None:
        """Update masks, current_players, phases and observations after records were changed from outside.

        Trails restart at the present records.
        """
        self._check_open()
        view = self._view[:]
        self._spread(lambda lo, hi, _: self._loops.refresh(self.records, lo, hi, view, self.observing))
        if self._trails is not None:
            self._trails.begin()

    def keep_trails(self) -> None:
        """Record the decisions of all rows from now on, if the game has a `search` part.

        A trail begins at the present record, and again when its row is dealt or loaded.
        """
        if self._trails is None:
            self._trails = Trails.of(self.game.spec, self.records)

    def trail(self, row: int) -> Trail | None:
        """The decisions of a row's present game so far; None without trails. See `keep_trails`."""
        return None if self._trails is None else self._trails.trail(row)

    def trails_of(self, rows: RowNumbers) -> TrailReader | None:
        """A reader of the trails of the decisions now due in some rows; see `Trails.reader`. None without trails.

        Args:
            rows: int64, shape (K,).
        """
        return None if self._trails is None else self._trails.reader(rows)

    def step(self, actions: AnyActions) -> None:
        """Apply one action a row, resolve the chance events that follow, and deal finished games again.

        Args:
            actions: integers, shape (N,); ignored in rows whose game is over.

        Raises:
            IllegalAction: an action is not legal in its row; no row is changed.
            ValueError: not integers of that shape.
        """
        self._check_open()
        chosen = as_integers("actions", actions, self.size)
        if first_illegal(self._view.masks, chosen, self._view.counts) >= 0:
            going = np.flatnonzero(self.legal_counts)
            raise illegal_action(self.game, self._view, going, chosen[going])
        self._clock += 1
        before = self.points() if self.counting_points else None
        redealing = self.autoreset and before is None  # points have to be read before the next deal
        how = (self._clock, *self._for_loops, self.observing, redealing, self._shaped)

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
        """Apply one action in each of some rows, as `step` does. Other rows do not change.

        Args:
            rows: row numbers, ascending and different, integers, shape (K,).
            actions: integers, shape (K,).

        Raises:
            IllegalAction: an action is not legal in its row, or the row's game is over; no row is changed.
            ValueError: rows or actions are not of that form; no row is changed.
        """
        self._check_open()
        given = as_integers("rows", rows)
        chosen = as_integers("actions", actions, len(given))
        if first_refused(self._view.masks, given, chosen) >= 0:
            check_rows(given, self.size)
            raise illegal_action(self.game, self._view, given, chosen)
        if len(given):
            self._step_rows(given, chosen)

    def _step_rows(self, rows: RowNumbers, chosen: Actions) -> None:
        count, players = len(rows), self.game.num_players
        records, rngs, view = take(self.records, rows), self.rngs[rows], self._scratch_view(rows)
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
        # take(), since indexing columns gives Fortran order, for which the loop would be compiled again
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
        records: Records,
        rngs: Generators,
        *,
        trusted: bool = False,
        seeds: Seeds | None = None,
        plies: Counters | None = None,
        trails: Sequence[Trail | None] | None = None,
    ) -> None:
        """Put given positions into some rows, and go on from them.

        The given generators resolve chance events that are due. Rewards, `dones` and `truncated` of these rows are
        cleared. Their episodes stay, and decide only the next deal. A finished game stays in its row, with
        autoreset too, until `deal_again` or another `load`.

        Args:
            rows: row numbers, ascending and different, integers, shape (K,).
            records: positions of this batch's game and options, dtype ``game.spec.rules.state``, shape (K,);
                copied.
            rngs: one generator a row, uint64, shape (K,); copied.
            trusted: skip the check of each record, which takes up to a millisecond of Python. Only for copies from
                states and batches of the same game; their options may then differ as far as `set_options` allows.
                With a broken record, compiled code reads and writes anywhere.
            seeds: seeds of their deals, uint64, shape (K,), from which agents' choices are drawn; the rows' own if
                left out.
            plies: decisions made in them before, int64, shape (K,); 0 if left out.
            trails: one a row, if trails are recorded; not checked. Without one, a trail begins at the position.

        Raises:
            ValueError: arrays of another dtype, shape or length, or a record with more seats than the batch.
            PositionError: a record is not a possible position of this game with its options. Nothing is changed.
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
        """Switch to the games of another seed: `deal_again` then deals what a new batch with that seed would.

        Until then the present games go on. Raises ValueError for a seed outside 0 .. 2**64 - 1.
        """
        self._seed = as_seed(seed)
        self._bundle()
        self.episodes[:] = -1

    def deal_again(self, rows: RowNumbers) -> None:
        """Deal a new game in some rows, as autoreset would: with their next seeds and the options set for them.

        For batches without autoreset, to look at finished games first.

        Args:
            rows: different row numbers, int64, shape (K,).
        """
        self._check_open()
        if len(rows) == 0:
            return
        self.episodes[rows] += 1
        next_seeds(self._seed, rows, self.episodes, self.seeds)
        records, rngs = take(self.records, rows), self.rngs[rows]
        self._loops.begin(records, rngs, self._codes[rows], self.seeds[rows], 0, len(rows))
        self._put(rows, records, rngs)

    def _put(self, rows: RowNumbers, records: Records, rngs: Generators) -> None:
        """Copy games at a decision, or over, into some rows, and write their masks and observations."""
        view = self._scratch_view(rows)
        self._loops.refresh(records, 0, len(rows), view[:], self.observing)
        put(self.records, rows, records)
        self.rngs[rows] = rngs
        self._begun[rows], self._lengths[rows] = self._clock, 0
        self._write(rows, view)
        if self._trails is not None:
            self._trails.begin(rows)

    def random_actions(self, rngs: Generators, out: Actions) -> None:
        """Draw a legal action for every row, all equally likely.

        Args:
            rngs: one generator a row, uint64, shape (N,); advanced.
            out: filled with the actions, int64, shape (N,).
        """
        pick_uniformly(self._view.actions, self._view.counts, rngs, out)

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from a snapshot of a batch of the same game and size.

        The seed is restored too, so later deals are the same. Settings of this batch (threads, autoreset, observe,
        shaping, count_points) do not change. Rewards, points gained, `dones` and `truncated` are cleared. A
        snapshot has no trails: they begin at the restored records.

        Args:
            saved: arrays from `snapshot`. A snapshot of an earlier version has no ``seed``; then this batch's own
                is used.

        Raises:
            ValueError: an array is missing or has another shape or dtype; nothing is changed.
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

    @property
    def plies(self) -> Counters:
        """Decisions made in each row's present game, int64, shape (N,); 0 after a deal and after `load`."""
        plies: Counters = np.where(self.legal_counts > 0, self._clock - self._begun, self._lengths)
        return plies

    @property
    def points_gained(self) -> Floats:
        """Points that each seat gained in the last step, in the game's own points, float32, shape (N, players).

        Games that ended in the step are included. Every step writes to the same memory.

        Raises:
            ConfigError: the batch was made without `count_points`.
        """
        if not self.counting_points:
            raise ConfigError("points gained are not counted: make the batch with count_points=True")
        return self._points_gained

    def _of_last_step(self) -> tuple[npt.NDArray[Any], ...]:
        """The arrays with the results of the last step."""
        return self.rewards, self.shaped_rewards, self._points_gained, self.dones, self.truncated

    def returns(self) -> Floats:
        """Final utilities, float32, shape (N, players); zeros while a game goes on."""
        out = np.zeros((self.size, self.game.num_players), dtype=np.float32)
        over = self.current_players == TERMINAL
        done = np.zeros((int(over.sum()), self.game.num_players), dtype=np.float32)
        self.game.loops.compiled.returns(take(self.records, over), done)
        out[over] = done
        return out

    def points(self) -> Floats:
        """Scores in the game's own points, float32, shape (N, players)."""
        return self._points_of(self.records)

    def _points_of(self, records: Records) -> Floats:
        out = np.zeros((len(records), self.game.num_players), dtype=np.float32)
        self.game.loops.compiled.points(records, out)
        return out

    def seat_observations(self) -> Floats:
        """The present observation of every seat.

        Returns:
            A new array, float32, shape (N, players, observation_size); zeros for seats that a row's game lacks.
        """
        rows, seats = self._seats()
        seen = np.zeros((len(rows), self.game.observation_size), dtype=np.float32)
        self.game.loops.compiled.observe(take(self.records, rows), seats, seen)
        return self._by_seat(rows, seats, seen)

    def privileged_features(self) -> Floats:
        """Features of everything that is hidden from each seat, for an oracle critic. For training only.

        Returns:
            A new array, float32, shape (N, players, size), with ``size`` of ``game.training.privileged(game)``;
            zeros for seats that a row's game lacks.

        Raises:
            ConfigError: the game has no such features.
        """
        if self.game.training.privileged is None:
            raise ConfigError(f"{self.game.name} brings no features of what is hidden from a seat")
        hidden = self.game.training.privileged(self.game)
        rows, seats = self._seats()
        told = np.zeros((len(rows), hidden.size), dtype=np.float32)
        encode_loop(hidden.encode)(take(self.records, rows), seats.astype(np.int8), told)
        return self._by_seat(rows, seats, told)

    def _seats(self) -> tuple[RowNumbers, Seats]:
        """Row and number of every occupied seat, int64, shape (K,)."""
        rows, seats = np.nonzero(np.arange(self.game.num_players) < self.records["players"][:, None])
        return rows, seats

    def _by_seat(self, rows: RowNumbers, seats: Seats, values: Floats) -> Floats:
        out = np.zeros((self.size, self.game.num_players, values.shape[1]), dtype=np.float32)
        out[rows, seats] = values
        return out

    def set_options(self, rows: Any, **options: object) -> None:
        """Change the options of some rows from their next game on.

        Args:
            rows: an index, slice or array of rows.
            **options: the options that differ from the batch's game.

        Raises:
            ConfigError: an option is not valid, or it adds seats or changes the actions or the observation, which
                all rows share.
        """
        changed = Ruleset(self.game.spec, **{**self.game.options, **options})
        ours = (self.game.phases, self.game.blocks)
        if (changed.phases, changed.blocks) != ours or changed.num_players > self.game.num_players:
            raise ConfigError(f"{changed!r} does not fit a batch of {self.game!r}")
        self._codes[rows] = option_codes.encode(self.game.spec.options, changed.options)

    def set_codes(self, rows: RowNumbers, codes: Codes) -> None:
        """Change the options of some rows from their next game on, each row to its own.

        Args:
            rows: different row numbers, int64, shape (K,).
            codes: all options as encoded by `croupier.core.spec.options.encode`, int64, shape (K, options). They
                must fit the batch, as for `set_options`; this is not checked, since it would take a ruleset a row.

        Raises:
            ValueError: codes have another dtype or shape.
        """
        wanted = (len(rows), self._codes.shape[1])
        if codes.dtype != np.int64 or codes.shape != wanted:
            raise ValueError(f"codes must be int64 of shape {wanted}, not {codes.dtype} {codes.shape}")
        self._codes[rows] = codes

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """Copies of everything that decides the future of this batch, for a checkpoint.

        Returns:
            Arrays by name, for `croupier.core.engine.batch.Batch.restore`: ``records`` (bytes, uint8, shape (N,
                itemsize)), ``rngs``, ``episodes``, ``plies``, ``seeds``, ``codes``, and ``seed``, the batch's own
                (uint64, shape ()), from which later games are dealt.
        """
        return {
            "records": self.records.view(np.uint8).reshape(self.size, -1).copy(),
            "rngs": self.rngs.copy(),
            "episodes": self.episodes.copy(),
            "plies": self.plies,
            "seeds": self.seeds.copy(),
            "codes": self._codes.copy(),
            "seed": np.array(self._seed),
        }

    def _scratch_view(self, rows: RowNumbers) -> View:
        """Arrays for the masks and observations of some rows; a finished game keeps its last observation."""
        view = View.empty(self.game.num_actions, len(rows))
        return view._replace(observations=self.observations[rows]) if self.observing else view

    def _write(self, rows: RowNumbers, view: View) -> None:
        """Copy masks and observations into some rows."""
        self._masks[rows], self._legal_actions[rows] = view.masks, view.actions
        self._legal_counts[rows] = view.counts
        self.current_players[rows], self.phases[rows] = view.current_players, view.phases
        if self.observing:
            self.observations[rows] = view.observations
