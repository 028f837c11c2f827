"""Many tables as one Gymnasium vector environment, stepped together in compiled code.

Examples:
    >>> import gymnasium
    >>> import croupier.envs.gymnasium
    >>> envs = gymnasium.make_vec("croupier/SkullKing-v0", num_envs=256, opponents="bot")

Gymnasium uses this class for every id of `croupier.envs.gymnasium`. With ``vectorization_mode="sync"`` or
``"async"`` it uses its own classes instead, one environment after another or one process each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import missing
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import Bools, Floats
from croupier.envs.learner import LearnerBatch, Opponents, SeatChoice

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(missing("croupier.envs.gymnasium_vector", "gymnasium")) from error

from croupier.envs.gymnasium import check_ansi, check_open, find_game, observation_space

__all__ = ["CroupierVectorEnv"]

Step = tuple[Floats, Floats, Bools, Bools, dict[str, Any]]


class CroupierVectorEnv(VectorEnv[Floats, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Tables of a game, each with the data of `croupier.envs.gymnasium.CroupierEnv`, which also lists the errors.

    A finished game is dealt again within the same step (``AutoresetMode.SAME_STEP``). ``info`` has one array for
    each entry, with a row a table: ``action_mask`` (int8, shape (num_envs, num_actions)), and ``seat`` and
    ``seed`` of the present game. If games ended it also has, as Gymnasium defines them, ``final_obs`` (object
    array: the last observation, None in other rows) and ``final_info``, a dictionary of arrays ``seat``, ``seed``,
    ``return``, ``points`` and ``is_success``, with zeros in other rows. ``_final_obs`` and ``_final_info`` mark
    the rows that ended.

    Attributes:
        tables: the tables; ``tables.batch.set_options(rows, ...)`` changes some of them from their next game on.
    """

    metadata = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: SeatChoice = "rotate",
        opponents: Opponents = "random",
        shaping: Mapping[str, float] | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        disable_env_checker: bool | None = None,
        **options: Any,
    ) -> None:
        """Make the tables; arguments that are not listed are those of `CroupierEnv`.

        Args:
            num_envs: number of tables.
            seat: see `CroupierEnv`; with "rotate" adjacent tables begin in adjacent seats.
            threads: threads that share a step; the results do not depend on it.
            max_episode_steps: steps of the learner after which a game is truncated, with ``return`` 0 and the
                ``points`` so far. None lets the rules end every game.
            disable_env_checker: passed by Gymnasium; ignored, since its checker is for single environments.

        Raises:
            ConfigError: an option or setting is not valid.
            FileError: an opponent's file cannot be used.
        """
        del disable_env_checker
        check_ansi(render_mode)
        self.game = find_game(game, options)
        self.tables = LearnerBatch(
            self.game,
            num_envs,
            seat=seat,
            opponents=opponents,
            shaping=shaping,
            threads=threads,
            max_steps=max_episode_steps,
        )
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal all tables again and play up to the learner's first decisions.

        Args:
            seed: starts new sequences of games. Table 0 has the games of a `CroupierEnv` with this seed, and no
                table's games depend on the number of tables. None goes on with the present sequences, whose first
                seed is random.
            options: options of the game that change at all tables from this game on.

        Returns:
            The observations, float32, shape (num_envs, observation_size), and the info.

        Raises:
            ConfigError: an option is not valid, or changes the actions or the observation.
        """
        check_open(self.closed)
        super().reset(seed=seed)
        if options:
            self.tables.batch.set_options(np.arange(self.num_envs), **options)
        restart = seed is not None or not self._begun
        seen = self.deal(int(self.np_random.integers(0, 1 << 64, dtype=np.uint64)) if restart else None)
        return seen, self._info()

    def deal(self, seed: int | None) -> Floats:
        """Deal all tables again, with a seed for the tables themselves; returns the observations."""
        self.tables.reset(seed)
        self._begun = True
        return self.tables.observations.copy()

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        """Play the learner's action at every table, and the others' until it is to move again everywhere.

        Args:
            actions: legal actions, integers, shape (num_envs,).

        Returns:
            Observations, rewards, terminations, truncations, info, with a row a table.

        Raises:
            IllegalAction: an action is not legal in its row; nothing is changed.
            ValueError: the actions are not integers of that shape.
        """
        check_open(self.closed)
        if not self._begun:
            raise gymnasium.error.ResetNeeded("nothing was dealt yet: call reset() before step()")
        tables = self.tables
        seats, seeds = tables.seats.copy(), tables.batch.seeds.copy()
        tables.step(actions)
        truncated = tables.truncated.copy()
        info = self._info()
        if tables.dones.any():
            info |= self._final(seats, seeds)
        return tables.observations.copy(), tables.rewards.copy(), tables.dones & ~truncated, truncated, info

    def _info(self) -> dict[str, Any]:
        entries = {
            "action_mask": self.tables.masks.astype(np.int8),
            "seat": self.tables.seats.copy(),
            "seed": self.tables.batch.seeds.copy(),
        }
        return entries | {f"_{name}": np.ones(self.num_envs, dtype=np.bool_) for name in entries}

    def _final(self, seats: npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64]) -> dict[str, Any]:
        """The final info of the rows that ended; seats and seeds are those before the step."""
        tables, ended = self.tables, self.tables.dones.copy()
        seen = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(ended):
            seen[row] = tables.last_observations[row].copy()
        entries: dict[str, npt.NDArray[Any]] = {
            "seat": seats,
            "seed": seeds,
            "return": tables.returns,
            "points": tables.points,
            "is_success": tables.won,
        }
        final: dict[str, npt.NDArray[Any]] = {
            name: np.where(ended, values, np.zeros_like(values)) for name, values in entries.items()
        }
        final |= {f"_{name}": ended.copy() for name in entries}
        return {"final_obs": seen, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def action_masks(self) -> Bools:
        """Legal actions of the learner, bool, shape (num_envs, num_actions)."""
        masks: Bools = self.tables.masks.copy()
        return masks

    def state(self, row: int) -> State:
        """One table including everything hidden, as an independent `State`."""
        return self.tables.state(row)

    def render(self) -> tuple[str, ...] | None:
        """The learner's observation at each table as text, in mode "ansi"; otherwise None."""
        check_open(self.closed)
        if not self._begun:
            raise gymnasium.error.ResetNeeded("nothing was dealt yet: call reset() before render()")
        if self.render_mode is None:
            return None
        seats = self.tables.seats
        return tuple(self.state(row).observation_string(int(seats[row])) for row in range(self.num_envs))
