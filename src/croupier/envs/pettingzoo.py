"""PettingZoo AEC environments of all games: every seat is an agent. Importing this module registers them.

Examples:
    >>> from croupier.envs import pettingzoo
    >>> env = pettingzoo.env("skull-king", players=4)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

``pettingzoo.make("aec", "croupier/SkullKing-v0", players=4)`` makes the same. The ids are those of
`croupier.envs.gymnasium`. There is no ``parallel_env``: players of these games act one after another.
"""

from __future__ import annotations

import io
import secrets
import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, missing, require, unknown
from croupier.core.base.rng import as_seed
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.spec import registry
from croupier.core.spec.spec import TERMINAL, Floats
from croupier.envs.learner import checked_action, row_state

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(missing("croupier.envs.pettingzoo", "pettingzoo")) from error

from croupier.envs.gymnasium import check_open, env_id, find_game, observation_space

__all__ = ["env", "raw_env"]

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""As text on standard output, as text, as an SVG, and as an RGB array (uint8, shape (height, width, 3))."""
WIDTH = 800
"""Width of a picture, in pixels."""


class AllSeats:
    """All seats of one table, played by the caller.

    Attributes:
        batch: the table as a single row.
        begun: whether a game was dealt.
        rewards: each seat's reward for the last decision, float32, shape (num_players,): the utilities at the end,
            or shaped rewards if weights were given.
    """

    def __init__(self, game: Game, *, shaping: Mapping[str, float] | None = None) -> None:
        """Set up the table, with weights of shaped rewards or None for utilities; `reset` deals."""
        self.game, self.begun = game, False
        self._shaping = None if shaping is None else dict(shaping)
        self._sequence = 0
        self.batch = Batch(game, 1, autoreset=False, observe=False, shaping=shaping)
        self.rewards: Floats = np.zeros(game.num_players, dtype=np.float32)
        self._seats = np.arange(game.num_players, dtype=np.int64)
        self._row = np.zeros(1, dtype=np.int64)
        self._chosen = np.zeros(1, dtype=np.int64)

    @property
    def num_players(self) -> int:
        """Seats at the present table; fewer than `Game.num_players` only if the options were changed."""
        return int(self.batch.records["players"][0])

    @property
    def player(self) -> int:
        """The seat to move, or -4 if the game is over."""
        return int(self.batch.current_players[0])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.player == TERMINAL

    @property
    def phase(self) -> str:
        """Name of the phase; empty if the game is over."""
        return "" if self.over else self.game.phase_name(int(self.batch.phases[0]))

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game, the first of a new sequence if a seed is given."""
        if options:
            self.batch.set_options(0, **options)
        if seed is not None or not self.begun:
            self._sequence = secrets.randbits(64) if seed is None else int(as_seed(seed))
            self.batch.reseed(self._sequence)
        self.batch.deal_again(self._row)
        self.rewards[:], self.begun = 0.0, True
        self.batch.truncated[:] = False

    def step(self, action: object) -> None:
        """Play an action of the seat to move."""
        batch = self.batch
        self._chosen[0] = checked_action(batch, 0, action)
        batch.step(self._chosen)
        self.rewards[:] = batch.rewards[0] if self._shaping is None else batch.shaped_rewards[0]

    def observation(self, seat: int) -> Floats:
        """A new array with a seat's observation, float32, shape (observation_size,)."""
        out = np.empty((1, self.game.observation_size), dtype=np.float32)
        self.game.loops.tiered.observe(self.batch.records, self._seats[seat : seat + 1], out)
        row: Floats = out[0]
        return row

    def mask(self) -> npt.NDArray[np.int8]:
        """Legal actions of the seat to move, int8, shape (num_actions,); zeros if the game is over."""
        mask: npt.NDArray[np.int8] = self.batch.masks[0].astype(np.int8)
        return mask

    def state(self) -> State:
        """The table including everything hidden, as an independent `State`."""
        return row_state(self.batch, 0)

    def render(self, mode: str) -> str | npt.NDArray[np.uint8]:
        """The table as the seat to move sees it, or a spectator if the game is over."""
        seat = None if self.over else self.player
        state = self.state()
        if mode == "ansi":
            return self.game.spec.words.text.observation_string(state.view(seat))
        svg = state.svg(seat)
        return svg if mode == "svg" else _rgb_array(svg)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle everything that decides the future; see `Game.__reduce__`."""
        saved = {
            "begun": self.begun,
            "sequence": self._sequence,
            "rewards": self.rewards.copy(),
            "truncated": self.batch.truncated.copy(),
            "batch": self.batch.snapshot(),
        }
        return _restored, (self.game, self._shaping, saved)


def _restored(game: Game, shaping: Mapping[str, float] | None, saved: Mapping[str, Any]) -> AllSeats:
    """Unpickle a table."""
    table = AllSeats(game, shaping=shaping)
    table.begun, table._sequence = saved["begun"], saved["sequence"]
    table.batch.reseed(table._sequence)
    table.batch.restore(saved["batch"])
    table.batch.truncated[:], table.rewards[:] = saved["truncated"], saved["rewards"]
    return table


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo publishes no types, and this is its name
    """A game in which every seat is an agent, without PettingZoo's order-enforcing wrapper.

    Agents are ``player_0``, ``player_1``... in the order of seats. ``agent_selection`` is the agent to move; a
    seat with nothing to decide is not selected. An observation holds ``observation`` (float32, shape
    (observation_size,)) and ``action_mask`` (int8, shape (num_actions,); zeros except for the agent to move). The
    reward is the game's utility at the end, or with `shaping` the sum of shaped rewards. When the game is over all
    agents are terminated, or truncated if a limit cut it short, and ``step(None)`` retires each.

    An info holds ``action_mask``, ``phase`` (its name; empty after the end) and ``seed`` (of this game); at the
    end also ``return`` (the utility, even with shaped rewards) and ``points``.

    Actions that are not legal raise `croupier.IllegalAction`, change nothing and do not end the game. Nothing uses
    a global generator: the same seed and actions give the same game. A closed environment raises
    ``gymnasium.error.ClosedEnvironmentError``, one without a game ``gymnasium.error.ResetNeeded``, and an unknown
    agent `ConfigError`.

    Attributes:
        state_space: space of `state`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it; each environment adds its name
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        shaping: Mapping[str, float] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment.

        Args:
            game: name of a game or a variant, or a `Game`.
            shaping: weights of the game's shaped rewards, by name ({} for their defaults); None for utilities.
            render_mode: "ansi" (text), "svg", "rgb_array", "human" (text on standard output at each step) or None.

        Raises:
            ConfigError: an option or setting is not valid.
        """
        super().__init__()
        self.game = find_game(game, options)
        _check_render_mode(self.game, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            **self.metadata,
            "render_modes": list(_render_modes(self.game)),
            "name": f"croupier_{self.game.name.replace('-', '_')}_v0",
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.agents: list[str] = []
        self._table = AllSeats(self.game, shaping=shaping)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, masks = observation_space(self.game), spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        self._observed = {
            agent: spaces.Dict({"observation": _again(seen), "action_mask": _again(masks)})
            for agent in self.possible_agents
        }
        self._acted = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(
            np.tile(seen.low, self.game.num_players), np.tile(seen.high, self.game.num_players), dtype=np.float32
        )
        self._no_action = np.zeros(self.game.num_actions, dtype=np.int8)
        self._no_action.flags.writeable = False  # one for all infos
        self._closed = False

    def observation_space(self, agent: str) -> spaces.Dict:
        """Space of an agent's observations."""
        return self._observed[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of an agent's actions: those of the game."""
        return self._acted[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise unknown("agent", str(agent), self.possible_agents)
        return agent

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal the next game.

        Args:
            seed: starts a new sequence of games; the same seed gives the same ones. None goes on with the present
                sequence, whose first seed is random.
            options: options of the game that change from this game on. Other keys (as in PettingZoo's `api_test`)
                are ignored, with a warning.

        Raises:
            ConfigError: an option is not valid, or changes the actions or the observation.
        """
        check_open(self._closed)
        given = dict(options or {})
        foreign = [name for name in given if name not in self.game.options]
        if foreign:
            gymnasium.logger.warn(f"reset: {self.game.name} has no option {', '.join(foreign)}; it is ignored")
        self._table.reset(seed, {name: value for name, value in given.items() if name not in foreign})
        self.agents = self.possible_agents[: self._table.num_players]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._skip_agent_selection: str | None = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play the action of ``agent_selection``; None retires an agent whose game is over.

        Raises:
            IllegalAction: the action is not legal; nothing is changed.
            ValueError: an action, not None, for an agent whose game is over.
        """
        check_open(self._closed)
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no game goes on: call reset() before step()")
        agent, table = self.agent_selection, self._table
        if table.over:
            self._was_dead_step(action)
            return
        table.step(action)
        self._cumulative_rewards[agent] = 0.0
        for seat, live in enumerate(self.agents):
            self.rewards[live] = float(table.rewards[seat])
        self._accumulate_rewards()
        if not self._select():
            self._end()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> bool:
        """Select the agent to move, and update the masks in all infos; False if the game is over."""
        table = self._table
        seed, phase = int(table.batch.seeds[0]), table.phase
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self._no_action, "phase": phase, "seed": seed}
        if not table.over:
            self.agent_selection = self.agents[table.player]
            self.infos[self.agent_selection]["action_mask"] = table.mask()
        return not table.over

    def _end(self) -> None:
        batch = self._table.batch
        ended, returns, points = dict.fromkeys(self.agents, True), batch.returns()[0], batch.points()[0]
        if batch.truncated[0]:
            self.truncations = ended
        else:
            self.terminations = ended
        for seat, agent in enumerate(self.agents):
            self.infos[agent] |= {"return": float(returns[seat]), "points": float(points[seat])}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """An agent's present observation and mask."""
        self._need_table()
        seat = self._seats[self._known(agent)]
        if seat >= self._table.num_players:
            raise unknown("agent at this table", agent, self.possible_agents[: self._table.num_players])
        to_move = self._table.player == seat
        mask = self._table.mask() if to_move else self._no_action.copy()
        return {"observation": self._table.observation(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the selected agent."""
        check_open(self._closed)
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def _need_table(self) -> None:
        check_open(self._closed)
        if not self._table.begun:
            raise gymnasium.error.ResetNeeded("nothing was dealt yet: call reset() first")

    def state(self) -> npt.NDArray[np.float32]:
        """The observations of all agents in one array, for centralised critics.

        Returns:
            float32, shape (num_players * observation_size,); zeros for seats that are not at the present table.
        """
        self._need_table()
        known = np.zeros((self.game.num_players, self.game.observation_size), dtype=np.float32)
        for seat in range(self._table.num_players):
            known[seat] = self._table.observation(seat)
        return known.reshape(-1)

    def game_state(self) -> State:
        """The game including everything hidden, as an independent `State`."""
        self._need_table()
        return self._table.state()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the agent to move sees it, or at the end a spectator, in the `render_mode`."""
        self._need_table()
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode: name one when you make it")
            return None
        if self.render_mode == "human":
            sys.stdout.write(f"{self._table.render('ansi')}\n\n")
            return None
        return self._table.render(self.render_mode)

    def close(self) -> None:
        """Close the environment."""
        self._closed = True


def _render_modes(game: Game) -> tuple[str, ...]:
    return RENDER_MODES[:2] if game.spec.pictures is None else RENDER_MODES


def _check_render_mode(game: Game, mode: str | None) -> None:
    """Check that a game has this render mode."""
    if mode not in (None, *RENDER_MODES):
        raise ConfigError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    if mode not in (None, *_render_modes(game)):
        raise ConfigError(f"render_mode {mode!r}: {game.name} has no pictures; it can be shown as 'ansi'")
    if mode == "rgb_array":
        require("render_mode 'rgb_array'", "resvg_py", "PIL")


def _rgb_array(svg: str) -> npt.NDArray[np.uint8]:
    """Draw an SVG on white by resvg, with the system's fonts: uint8, shape (height, width, 3)."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError(missing("a picture in pixels", "resvg_py")) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", width=WIDTH)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def _again(space: spaces.Box[Any]) -> spaces.Box[Any]:
    """A copy of a space with its own generator."""
    return spaces.Box(space.low, space.high, dtype=space.dtype)


def env(game: str | Game, **settings: Any) -> OrderEnforcingWrapper:
    """A game as a PettingZoo AEC environment, in the wrapper that checks the order of calls.

    Args:
        game: name of a game or a variant, or a `Game`.
        **settings: settings of `raw_env`, and options of the game.

    Raises:
        ConfigError: an option or setting is not valid.
    """
    return OrderEnforcingWrapper(raw_env(game, **settings))


def _register() -> None:
    for name in registry.names():
        if env_id(name) not in aec_registry:  # a game's own id is that of its variant with the defaults
            register("aec", env_id(name), "croupier.envs.pettingzoo:env", kwargs={"game": name})


_register()
