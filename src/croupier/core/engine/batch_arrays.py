"""The arrays of a batch: allocated once, bundled for the loops, read by row, and checked before a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from croupier.core.base.copies import take
from croupier.core.base.errors import ConfigError, IllegalAction, PositionError, unknown
from croupier.core.base.rng import as_seed
from croupier.core.base.types import Actions, Codes, Counters, Generators, Records, RowNumbers, Seats
from croupier.core.engine.loops import (
    BEGUN,
    EPISODES,
    LENGTH,
    Deals,
    Ends,
    Shaping,
    View,
    encode_loop,
    first_misplaced,
)
from croupier.core.engine.ruleset import Ruleset
from croupier.core.engine.saved import check_options
from croupier.core.spec import options as option_codes
from croupier.core.spec.spec import TERMINAL, Floats


def as_integers(name: str, values: npt.ArrayLike, count: int | None = None) -> npt.NDArray[np.int64]:
    """Convert to int64, shape (count,), or of any length."""
    given = np.asarray(values)
    if given.ndim != 1 or (count is not None and len(given) != count) or given.dtype.kind not in "iu":
        shape = f"({given.size if count is None else count},)"
        raise ValueError(f"{name} must be integers of shape {shape}, not {given.dtype} {given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


def check_rows(rows: RowNumbers, size: int) -> None:
    """Check that row numbers are in range, different and ascending."""
    wrong = first_misplaced(rows, size)
    if wrong >= 0:
        after = f" after {rows[wrong - 1]}" if wrong else ""
        raise ValueError(
            f"rows must be different, ascending and in 0..{size - 1}; entry {wrong} is {rows[wrong]}{after}"
        )


def illegal_action(game: Ruleset, view: View, rows: RowNumbers, chosen: Actions) -> IllegalAction:
    """The error for illegal actions.

    Args:
        rows: the rows to step, shape (K,).
        chosen: their actions, shape (K,); at least one of them is not legal.
    """
    inside = (chosen >= 0) & (chosen < game.num_actions)
    legal = view.masks[rows, np.where(inside, chosen, 0)] & inside
    wrong, actions = rows[~legal], chosen[~legal]
    row, action, player = int(wrong[0]), int(actions[0]), int(view.current_players[wrong[0]])
    allowed = sorted(int(a) for a in view.actions[row, : view.counts[row]])
    phase = game.phase_names.get(int(view.phases[row]), str(view.phases[row]))
    rows_listed = f"{', '.join(map(str, wrong[:8]))}{'...' if len(wrong) > 8 else ''}"
    more = f" ({len(wrong)} rows in all: {rows_listed})" if len(wrong) > 1 else ""
    if player == TERMINAL:
        message = f"row {row}: action {action} refused: its game is over{more}; nothing was played"
    else:
        message = (
            f"row {row}: action {action} is not legal for player {player} in phase {phase}; "
            f"legal: {allowed}{more}; nothing was played"
        )
    return IllegalAction(message, action=action, player=player, phase=phase, legal=allowed)


def check_fit(game: Ruleset, rows: RowNumbers, records: Records, rngs: Generators) -> None:
    """Check the shape and dtype of records and generators, one of each a row."""
    if records.shape != rows.shape or records.dtype != game.spec.rules.state:
        raise ValueError(
            f"records must be those of {game.name}, of shape {rows.shape}, not {records.dtype} {records.shape}"
        )
    if rngs.shape != rows.shape or rngs.dtype != np.uint64:
        raise ValueError(f"rngs must be uint64 of shape {rows.shape}, not {rngs.dtype} {rngs.shape}")
    seats = int(records["players"].max(initial=0))
    if seats > game.num_players:
        raise ValueError(f"a record has {seats} seats, and a batch of {game!r} has {game.num_players}")


def check_positions(game: Ruleset, rows: RowNumbers, records: Records) -> None:
    """Check that every record is a possible position of a game with its options."""
    for k, row in enumerate(rows):
        try:
            game.spec.notation.validate(records[k : k + 1])
            check_options(game, records[k : k + 1])
        except PositionError as error:
            raise PositionError(f"the record for row {row} is refused: {error}") from error


_Type = TypeVar("_Type", bound=np.generic)


def _read_only(array: npt.NDArray[_Type]) -> npt.NDArray[_Type]:
    """A read-only view, for arrays that check the actions."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


class BatchArrays:
    """The arrays of a `croupier.core.engine.batch.Batch`, which documents them."""

    def __init__(
        self,
        game: Ruleset,
        size: int,
        seed: int,
        *,
        threads: int,
        observe: bool,
        shaping: Mapping[str, float] | None,
    ) -> None:
        """Allocate the arrays; arguments as for `Batch`.

        Raises:
            ConfigError: a weight of `shaping` is not valid.
            ValueError: the seed is not in 0 .. 2**64 - 1.
        """
        self.game, self.size, self.threads, self.observing = game, size, threads, observe
        self._seed = as_seed(seed)
        self._allocate()
        self._set_shaping(shaping)
        self._bundle()

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
        self.counting_points = False
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

    def __getstate__(self) -> dict[str, Any]:
        """All arrays and settings, without the views and bundles made from them."""
        shown = ("masks", "legal_actions", "legal_counts")
        made = ("episodes", "_begun", "_lengths", "_view", "_deals", "_plain", *shown)
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore the arrays, and make their views and bundles again."""
        self.__dict__.update(state)
        self._name_counts()
        self._bundle()

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
        self._plain = (self._view[:], ends[:], self._deals[:], shaping[:])  # as the loops take them

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

    def _room(self, rows: RowNumbers) -> View:
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
