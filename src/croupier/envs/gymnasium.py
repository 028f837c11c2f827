"""Single-agent Gymnasium environments of all games. Importing this module registers them.

Examples:
    >>> import gymnasium
    >>> import croupier.envs.gymnasium
    >>> env = gymnasium.make("croupier/Pig-v0", opponents="bot")

``gymnasium.make("croupier.envs.gymnasium:croupier/Pig-v0")`` imports it automatically. The game ``skull-king`` has
the id ``croupier/SkullKing-v0``, and its variant ``SkullKing-v0-full`` has ``croupier/SkullKing-full-v0``, because
Gymnasium requires the version at the end. Games of other packages are registered the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError, missing
from croupier.core.engine import making
from croupier.core.engine.game import Game, State
from croupier.core.spec import registry
from croupier.core.spec.spec import Bools, Floats
from croupier.envs.learner import LearnerBatch, Opponents, SeatChoice, checked_action

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(missing("croupier.envs.gymnasium", "gymnasium")) from error

__all__ = ["CroupierEnv", "env_id"]

NAMESPACE = "croupier"


def observation_space(game: Game) -> spaces.Box[np.float32]:
    """The observation space with the declared range of each block, float32, shape (observation_size,)."""
    low = np.concatenate([np.full(block.size, block.low, dtype=np.float32) for block in game.blocks])
    high = np.concatenate([np.full(block.size, block.high, dtype=np.float32) for block in game.blocks])
    return spaces.Box(low, high, dtype=np.float32)


def find_game(game: str | Game, options: Mapping[str, Any]) -> Game:
    """A game by name with options, or a game that is already made."""
    if isinstance(game, str):
        return making.make(game, **options)
    if options:
        raise ConfigError(f"{game!r} has its options already; {', '.join(options)} would be ignored")
    return game


def check_ansi(render_mode: str | None) -> None:
    """Check the render mode of environments that render only text."""
    if render_mode not in (None, "ansi"):
        raise ConfigError(f'render_mode must be "ansi" or None, not {render_mode!r}')


def check_open(closed: bool) -> None:
    """Raise ClosedEnvironmentError if an environment is closed."""
    if closed:
        raise gymnasium.error.ClosedEnvironmentError("the environment is closed: make another one")


class CroupierEnv(gymnasium.Env[Floats, np.int64]):
    """A game for one learner, with agents in the other seats.

    A step plays the learner's action, then the others' until the learner is to move again or the game is over. The
    observation is that of the learner's seat; actions are those of the game. The reward is the game's utility at
    the end, or with `shaping` the sum of shaped rewards since the last decision. A game is ``truncated`` if a
    limit cut it short, and otherwise ``terminated``.

    Actions that are not legal raise `croupier.IllegalAction` and change nothing: sample with
    ``env.action_space.sample(mask=info["action_mask"])``. Nothing uses a global generator; the same seed and
    actions give the same games. A closed environment raises ``gymnasium.error.ClosedEnvironmentError``, and one
    without a game ``gymnasium.error.ResetNeeded``.

    ``info`` holds ``action_mask`` (int8, shape (num_actions,), zeros after the end), ``phase`` (its name),
    ``seat`` (the learner's) and ``seed`` (of this game, uint64). At the end it also holds ``return`` (the utility,
    even with shaped rewards), ``points`` and ``is_success`` (whether only the learner has the highest utility).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        seat: SeatChoice = "rotate",
        opponents: Opponents = "random",
        shaping: Mapping[str, float] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment.

        Args:
            game: name of a game or a variant, or a `Game`.
            seat: the learner's seat; "rotate" changes to the next seat with each game (the seed chooses the
                first), "random" chooses one for each game.
            opponents: agents or their names: one for all other seats, or one for each, in order after the learner.
            shaping: weights of the game's shaped rewards, by name ({} for their defaults); None for utilities.
            render_mode: "ansi" or None.

        Raises:
            ConfigError: an option or setting is not valid.
            FileError: an opponent's file cannot be used.
        """
        check_ansi(render_mode)
        self.game = find_game(game, options)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Floats] = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._tables = LearnerBatch(self.game, seat=seat, opponents=opponents, shaping=shaping, autoreset=False)
        self._begun = self._closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal the next game and play up to the learner's first decision.

        Args:
            seed: starts a new sequence of games; the same seed gives the same ones. None goes on with the present
                sequence, whose first seed is random.
            options: options of the game that change from this game on.

        Returns:
            The observation and the info.

        Raises:
            ConfigError: an option is not valid, or changes the actions or the observation.
        """
        check_open(self._closed)
        super().reset(seed=seed)
        if options:
            self._tables.batch.set_options(0, **options)
        restart = seed is not None or not self._begun
        self._tables.reset(int(self.np_random.integers(0, 1 << 64, dtype=np.uint64)) if restart else None)
        self._begun = True
        return self._tables.observations[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the others' until it is to move again.

        Returns:
            Observation, reward, terminated, truncated, info.

        Raises:
            IllegalAction: the action is not legal; nothing is changed.
        """
        check_open(self._closed)
        tables = self._tables
        if not self._begun or tables.dones[0]:
            raise gymnasium.error.ResetNeeded("no game goes on: call reset() before step()")
        chosen = checked_action(tables.batch, 0, action)
        tables.step(np.array([chosen]))
        over, cut = bool(tables.dones[0]), bool(tables.truncated[0])
        info = self._info()
        if over:
            info["return"] = float(tables.returns[0])
            info["points"] = float(tables.points[0])
            info["is_success"] = bool(tables.won[0])
        return tables.observations[0].copy(), float(tables.rewards[0]), over and not cut, cut, info

    def _info(self) -> dict[str, Any]:
        batch = self._tables.batch
        return {
            "action_mask": batch.masks[0].astype(np.int8),
            "phase": self.game.phase_names.get(int(batch.phases[0]), ""),
            "seat": int(self._tables.seats[0]),
            "seed": np.uint64(batch.seeds[0]),  # vectorisers store an int as int64, which may be too small
        }

    def action_masks(self) -> Bools:
        """Legal actions for MaskablePPO, bool, shape (num_actions,); all False after the end."""
        mask: Bools = self._tables.masks[0].copy()
        return mask

    def state(self) -> State:
        """The table including everything hidden, as an independent `State`."""
        return self._tables.state(0)

    def close(self) -> None:
        """Close the environment."""
        self._closed = True

    def render(self) -> str | None:
        """The learner's observation as text, in mode "ansi"; otherwise None."""
        check_open(self._closed)
        if not self._begun:
            raise gymnasium.error.ResetNeeded("nothing was dealt yet: call reset() before render()")
        if self.render_mode is None:
            return None
        return self.state().observation_string(int(self._tables.seats[0]))


def env_id(name: str) -> str:
    """Id of the environment of a game or a variant.

    ``skull-king`` has the id ``croupier/SkullKing-v0``. In the id of the variant ``PigDice-v0-short`` the version
    moves to the end: ``croupier/PigDice-short-v0``.
    """
    if name in registry.registered_games():
        return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('-'))}-v0"
    parts = name.split("-")
    version = next((part for part in parts if re.fullmatch(r"v\d+", part)), "v0")
    return "-".join([f"{NAMESPACE}/{parts[0]}", *(part for part in parts[1:] if part != version), version])


def _register() -> None:
    for name in registry.names():
        if env_id(name) not in gymnasium.registry:  # a game's own id is that of its variant with the defaults
            gymnasium.register(
                env_id(name),
                entry_point="croupier.envs.gymnasium:CroupierEnv",
                vector_entry_point="croupier.envs.gymnasium_vector:CroupierVectorEnv",
                kwargs={"game": name},
            )


_register()
