"""RLlib environment (new API stack) in which every seat is an agent, and a PPO module that masks illegal actions.

>>> from ray.rllib.algorithms.ppo import PPOConfig
>>> from ray.rllib.core.rl_module.rl_module import RLModuleSpec
>>> from croupier.envs.rllib import MaskedPPOModule, MultiAgentCroupier
>>> config = PPOConfig().environment(MultiAgentCroupier, env_config={"game": "skull-king", "players": 4})
>>> config = config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
>>> config = config.rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedPPOModule))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError, missing
from croupier.envs.seats import AllSeats, check_render_mode

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
    from ray.rllib.core.columns import Columns
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.utils.torch_utils import FLOAT_MIN
except ImportError as error:
    raise ImportError(missing("croupier.envs.rllib", "ray.rllib")) from error

from croupier.envs.gymnasium import check_open, find_game, observation_space

__all__ = ["MaskedPPOModule", "MultiAgentCroupier"]

Seen = dict[str, Any]
"""By agent, as RLlib has it."""
OBSERVATION, MASK = "observation", "action_mask"


class MultiAgentCroupier(MultiAgentEnv):  # type: ignore[misc]  # RLlib is not checked
    """A game as an RLlib `MultiAgentEnv`. Agents are ``player_0``, ``player_1``... in the order of seats.

    Only the agent to move is observed, and only it may act. Rewards go to all: the game's utilities, which come at
    the end, or its shaped rewards where weights are given. When the game is over, every agent gets a last
    observation. An observation holds ``observation`` (float32, shape (observation_size,)) and ``action_mask``
    (float32, shape (num_actions,); zeros at the end). An info holds ``phase`` and ``seed`` of the game; at the
    end also ``return`` and ``points``. RLlib's checker of environments samples actions without the mask, so switch
    it off (``disable_env_checking=True``) for games in which not every action is always legal.

    Actions that are not legal raise `croupier.IllegalAction` and change nothing; `MaskedPPOModule` plays none.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Make the environment.

        Args:
            config: ``game`` (a name, or a `Game`), and where wanted ``shaping`` (weights of the shaped rewards, {}
                for their defaults), ``render_mode`` ("ansi", "svg" or "rgb_array") and options of the game.

        Raises:
            ConfigError: no game is named, or an option or setting is not valid.
        """
        settings = dict(config or {})
        if "game" not in settings:
            raise ConfigError('env_config must name a game: {"game": NAME}')
        named, shaping = settings.pop("game"), settings.pop("shaping", None)
        self.render_mode: str | None = settings.pop("render_mode", None)
        self.game = find_game(named, settings)
        check_render_mode(self.game, self.render_mode, ("ansi", "svg", "rgb_array"))
        self._table = AllSeats(self.game, shaping=shaping)
        self._closed = False
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.agents = list(self.possible_agents)
        masks = spaces.Box(0.0, 1.0, (self.game.num_actions,), np.float32)
        seen = spaces.Dict({OBSERVATION: observation_space(self.game), MASK: masks})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(self.game.num_actions))
        super().__init__()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Seen, Seen]:
        """Deal the next game.

        Args:
            seed: begins a new sequence of games; None goes on with the present one (the first of all is drawn from
                the system).
            options: options of the game that change from this game on.

        Returns:
            Observation and info of the agent to move.

        Raises:
            ConfigError: an option is not valid, or changes the actions or the observation.
            gymnasium.error.ClosedEnvironmentError: the environment is closed.
        """
        check_open(self._closed)
        self._table.reset(seed, options)
        self.agents = self.possible_agents[: self._table.num_players]
        mover = self.agents[self._table.player]
        return {mover: self._seen(self._table.player)}, {mover: self._info()}

    def step(self, action_dict: Mapping[str, Any]) -> tuple[Seen, Seen, Seen, Seen, Seen]:
        """Play the action of the agent to move.

        Args:
            action_dict: its action, by its name.

        Returns:
            Observations, rewards, terminateds, truncateds, infos, each by agent.

        Raises:
            IllegalAction: the action is not legal; nothing was changed.
            ValueError: another agent acts, or none does; nothing was changed.
            gymnasium.error.ClosedEnvironmentError: the environment is closed.
            gymnasium.error.ResetNeeded: no game goes on.
        """
        check_open(self._closed)
        table = self._table
        if not table.begun or table.over:
            raise ResetNeeded("no game goes on: call reset() before step()")
        mover = self.agents[table.player]
        if set(action_dict) != {mover}:
            raise ValueError(f"it is the turn of {mover} alone, and actions were given for {sorted(action_dict)}")
        table.step(action_dict[mover])
        rewards = {agent: float(table.rewards[seat]) for seat, agent in enumerate(self.agents)}
        if not self._table.over:
            mover, ends = self.agents[table.player], {"__all__": False}
            return {mover: self._seen(table.player)}, rewards, ends, dict(ends), {mover: self._info()}
        observations = {agent: self._seen(seat) for seat, agent in enumerate(self.agents)}
        returns, points = table.returns(), table.points()
        infos = {
            agent: self._info() | {"return": float(returns[seat]), "points": float(points[seat])}
            for seat, agent in enumerate(self.agents)
        }
        ended = dict.fromkeys([*self.agents, "__all__"], True)
        going = dict.fromkeys([*self.agents, "__all__"], False)
        terminated, truncated = (going, ended) if table.truncated else (ended, going)
        return observations, rewards, terminated, truncated, infos

    def _seen(self, seat: int) -> Seen:
        table = self._table
        legal = table.mask() if seat == table.player else np.zeros(self.game.num_actions)
        return {OBSERVATION: table.observation(seat), MASK: legal.astype(np.float32)}

    def _info(self) -> Seen:
        return {"phase": self._table.phase, "seed": self._table.seed}

    def close(self) -> None:
        """End the environment: it is neither stepped, reset nor rendered."""
        self._closed = True

    def render(self) -> Any:
        """The table as the agent to move may see it, and as a spectator does at the end; None without a mode.

        Raises:
            gymnasium.error.ClosedEnvironmentError: the environment is closed.
            gymnasium.error.ResetNeeded: nothing was dealt yet.
        """
        check_open(self._closed)
        if not self._table.begun:
            raise ResetNeeded("nothing was dealt yet: call reset() before render()")
        return None if self.render_mode is None else self._table.render(self.render_mode)


class MaskedPPOModule(DefaultPPOTorchRLModule):  # type: ignore[misc]
    """RLlib's PPO network behind a mask: an illegal action has the least logit there is, so it is never drawn.

    It takes every ``model_config`` that RLlib's own module takes.
    """

    def __init__(self, *, observation_space: Any = None, **settings: Any) -> None:
        """Build the network for the features alone.

        Args:
            observation_space: a ``Dict`` of ``observation`` and ``action_mask``, as `MultiAgentCroupier` has it.
            **settings: as RLlib gives them.

        Raises:
            ConfigError: it is another space.
        """
        if not isinstance(observation_space, spaces.Dict) or set(observation_space) != {OBSERVATION, MASK}:
            raise ConfigError(f"the observation space must be a Dict of {OBSERVATION} and {MASK}")
        self._masked_space = observation_space
        super().__init__(observation_space=observation_space[OBSERVATION], **settings)

    def setup(self) -> None:
        """Build the parts of the network; RLlib calls it."""
        super().setup()
        self.observation_space = self._masked_space

    def _forward(self, batch: Seen, **settings: Any) -> Seen:
        features, mask = _parts(batch)
        return _masked(super()._forward(features, **settings), mask)

    def _forward_train(self, batch: Seen, **settings: Any) -> Seen:
        features, mask = _parts(batch)
        return _masked(super()._forward_train(features, **settings), mask)

    def compute_values(self, batch: Seen, embeddings: Any = None) -> Any:
        """Values of observations, shape (B,) or (B, T)."""
        return super().compute_values(_parts(batch)[0], embeddings)


def _parts(batch: Seen) -> tuple[Seen, Any]:
    """A batch in which the observations are features alone, and their masks."""
    seen = batch[Columns.OBS]
    return {**batch, Columns.OBS: seen[OBSERVATION]}, seen[MASK]


def _masked(outputs: Seen, mask: Any) -> Seen:
    logits = outputs[Columns.ACTION_DIST_INPUTS]
    return {**outputs, Columns.ACTION_DIST_INPUTS: logits.masked_fill(mask == 0.0, FLOAT_MIN)}
