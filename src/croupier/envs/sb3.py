"""Stable-Baselines3 adapters: many tables as one `VecEnv`, a multi-head policy, and trained models as agents.

Examples:
    >>> from sb3_contrib import MaskablePPO
    >>> from croupier.envs.sb3 import BatchVecEnv, MultiHeadMaskablePolicy, head_sizes
    >>> env = BatchVecEnv("pig", 64, opponents="bot", seed=1)
    >>> model = MaskablePPO(MultiHeadMaskablePolicy, env, policy_kwargs={"heads": head_sizes(env.game)}, seed=1)
    >>> model.learn(200_000)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Turns
from croupier.core.base.errors import ConfigError, missing
from croupier.core.base.rng import as_seed
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import Bools, Floats

try:
    import torch
    from gymnasium import spaces
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import VecEnv
    from torch import nn
    from torch.nn import functional
except ImportError as error:
    raise ImportError(missing("croupier.envs.sb3", "sb3_contrib")) from error

from croupier.envs.gymnasium import check_open
from croupier.envs.gymnasium_vector import CroupierVectorEnv

__all__ = ["BatchVecEnv", "ModelAgent", "MultiHeadMaskablePolicy", "head_sizes"]

Infos = list[dict[str, Any]]
FINAL = ("return", "points", "seat", "is_success")
"""Entries of the vector environment's ``final_info`` that go into the info of a finished game."""


class RowView:
    """One table of a `BatchVecEnv`, for `VecEnv.get_attr` and `VecEnv.env_method`."""

    def __init__(self, env: CroupierVectorEnv, row: int) -> None:
        self._tables, self._row = env.tables, row
        self.game, self.render_mode = env.game, env.render_mode

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return int(self._tables.seats[self._row])

    def action_masks(self) -> Bools:
        """Legal actions of the learner, bool, shape (num_actions,)."""
        mask: Bools = self._tables.masks[self._row].copy()
        return mask

    def set_options(self, **options: Any) -> None:
        """Change options of the game from this table's next game on; see `Batch.set_options`."""
        self._tables.batch.set_options(self._row, **options)

    def state(self) -> State:
        """The table including everything hidden, as an independent `State`."""
        return self._tables.state(self._row)

    def render(self) -> str | None:
        """The learner's observation as text, in mode "ansi"; otherwise None."""
        return None if self.render_mode is None else self.state().observation_string(self.seat)


class BatchVecEnv(VecEnv):  # type: ignore[misc]  # SB3 is not checked
    """A `croupier.envs.gymnasium_vector.CroupierVectorEnv` as SB3's `VecEnv`.

    If ``dones``, the observation is that of the next game, and the row's info holds ``terminal_observation``,
    ``TimeLimit.truncated``, ``episode`` (``r``, ``l``, ``t``, as from SB3's monitors, which are not needed),
    ``return``, ``points``, ``seat`` and ``is_success``. The infos of other rows are empty.

    Attributes:
        env: the vector environment.
        game: its game.
        tables: its tables; ``tables.batch.set_options(rows, ...)`` changes some of them from their next game on.
    """

    def __init__(self, game: str | Game, num_envs: int = 64, *, seed: int | None = None, **settings: Any) -> None:
        """Make the tables.

        Args:
            game: name of a game or a variant, or a `Game`.
            num_envs: number of tables.
            seed: seed of all deals, 0 .. 2**64 - 1; None for a random one. A model's own ``seed`` replaces it.
            **settings: settings of `CroupierVectorEnv`, and options of the game.

        Raises:
            ConfigError: an option or setting is not valid.
            FileError: an opponent's file cannot be used.
        """
        self.env = CroupierVectorEnv(game, num_envs, **settings)
        self.game, self.tables = self.env.game, self.env.tables
        self._views = [RowView(self.env, row) for row in range(num_envs)]
        self._sums = np.zeros(num_envs, dtype=np.float64)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        self._started = time.perf_counter()
        self._actions: npt.NDArray[Any] | None = None
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)
        self.seed(seed)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next `reset`.

        Args:
            seed: 0 .. 2**64 - 1; None for a random one.

        Returns:
            The common seed of all tables, once for each.
        """
        self._seeds = [secrets.randbits(64) if seed is None else int(as_seed(seed))] * self.num_envs
        return self._seeds

    def reset(self) -> Floats:
        """Deal all tables again, with the seed and options given since the last reset.

        Returns:
            Observations, float32, shape (num_envs, observation_size).
        """
        check_open(self.env.closed)
        for row, options in enumerate(self._options):
            if options:
                self.tables.batch.set_options(row, **options)
        observations = self.env.deal(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._sums[:], self._lengths[:] = 0.0, 0
        return observations

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Store the learner's actions, integers, shape (num_envs,), for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, Bools, Infos]:
        """Play the actions and the opponents' answers.

        Returns:
            Observations, rewards, dones, infos.

        Raises:
            ValueError: no actions were given; for other errors see `CroupierVectorEnv.step`.
        """
        actions, self._actions = self._actions, None
        if actions is None:
            raise ValueError("no actions were given: call step(), or step_async() before step_wait()")
        observations, rewards, terminated, truncated, told = self.env.step(actions)
        dones: Bools = terminated | truncated
        self._sums += rewards
        self._lengths += 1
        infos: Infos = [{} for _ in range(self.num_envs)]
        elapsed = round(time.perf_counter() - self._started, 6)
        for row in map(int, np.flatnonzero(dones)):
            infos[row] = {
                "terminal_observation": told["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
                "episode": {"r": float(self._sums[row]), "l": int(self._lengths[row]), "t": elapsed},
                **{name: told["final_info"][name][row].item() for name in FINAL},
            }
        self._sums[dones], self._lengths[dones] = 0.0, 0
        return observations, rewards, dones, infos

    def close(self) -> None:
        """Close the tables."""
        self.env.close()

    def action_masks(self) -> Bools:
        """Legal actions of the learner, bool, shape (num_envs, num_actions)."""
        return self.env.action_masks()

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of some tables; see `RowView`."""
        return [getattr(self._views[row], attr_name) for row in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute of some tables."""
        for row in self._get_indices(indices):
            setattr(self._views[row], attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method of some tables; see `RowView`."""
        check_open(self.env.closed)
        if method_name == "action_masks" and indices is None:
            return list(self.action_masks())  # MaskablePPO asks at every step
        return [method(*args, **kwargs) for method in self.get_attr(method_name, indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """False for every table."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]


def head_sizes(game: Game) -> dict[str, int]:
    """Sizes of a game's policy heads by name, in the order of its actions, for `MultiHeadMaskablePolicy`."""
    return {head.name: head.size for head in game.heads}


class Encoder(BaseFeaturesExtractor):  # type: ignore[misc]  # SB3 is not checked
    """The shared part of the network: linear layers with an activation after each."""

    def __init__(
        self, observation_space: spaces.Box, hidden: Sequence[int], activation: Callable[[], nn.Module]
    ) -> None:
        super().__init__(observation_space, features_dim=hidden[-1])
        sizes = [int(np.prod(observation_space.shape)), *hidden]
        layers = [(nn.Linear(a, b), activation()) for a, b in pairwise(sizes)]
        self.layers = nn.Sequential(*(module for layer in layers for module in layer))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Encode observations, float32, shape (B, observation_size), to shape (B, hidden[-1])."""
        encoded: torch.Tensor = self.layers(observations)
        return encoded


class Heads(nn.Module):
    """One linear layer a head, concatenated in the order of the action space."""

    def __init__(self, features: int, heads: Mapping[str, int]) -> None:
        super().__init__()
        self.heads = nn.ModuleDict({name: nn.Linear(features, size) for name, size in heads.items()})

    def forward(self, encoded: torch.Tensor) -> torch.Tensor:
        """Logits of all actions, shape (B, num_actions)."""
        layers: list[Any] = list(self.heads.values())  # one matrix product for all of them
        weight = torch.cat([layer.weight for layer in layers])
        return functional.linear(encoded, weight, torch.cat([layer.bias for layer in layers]))


class MultiHeadMaskablePolicy(MaskableActorCriticPolicy):  # type: ignore[misc]  # SB3 is not checked
    """A policy for MaskablePPO: a shared encoder, one linear head for each slice of the actions, one value head.

    The mask of a decision lies within the slice of its phase, so the mask selects the head.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Callable[[float], float],
        heads: Mapping[str, int],
        hidden: Sequence[int] = (256, 256),
        activation_fn: Callable[[], nn.Module] = nn.ReLU,
        **settings: Any,
    ) -> None:
        """Build the network.

        Args:
            observation_space: the environment's.
            action_space: the environment's.
            lr_schedule: learning rate as a function of the remaining share of the training.
            heads: sizes of the heads by name, in order: `head_sizes`.
            hidden: sizes of the encoder's layers; at least one.
            activation_fn: activation after each layer of the encoder.
            **settings: other settings of `MaskableActorCriticPolicy`.

        Raises:
            ConfigError: the heads do not cover the action space, or there is no hidden layer.
        """
        if sum(heads.values()) != action_space.n:
            raise ConfigError(f"the heads {dict(heads)} have {sum(heads.values())} actions of {action_space.n}")
        if not hidden:
            raise ConfigError("hidden must name at least one layer, like (256, 256)")
        self._heads, self._hidden = dict(heads), tuple(hidden)
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            activation_fn=activation_fn,
            features_extractor_class=Encoder,
            features_extractor_kwargs={"hidden": self._hidden, "activation": activation_fn},
            **settings,
        )

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = Heads(self.mlp_extractor.latent_dim_pi, self._heads)
        if self.ortho_init:
            self.action_net.apply(partial(self.init_weights, gain=0.01))
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data: dict[str, Any] = super()._get_constructor_parameters()
        for name in ("net_arch", "features_extractor_class", "features_extractor_kwargs"):
            del data[name]
        return data | {"heads": self._heads, "hidden": self._hidden}


class ModelAgent:
    """A trained MaskablePPO model as an agent: an opponent, or an entry of the arena.

    Attributes:
        name: its name in reports.
    """

    def __init__(self, model: Any, *, sample: bool = False, name: str = "sb3") -> None:
        """Wrap a model.

        Args:
            model: a `MaskablePPO`, or its policy.
            sample: sample from the policy instead of playing its likeliest action.
            name: its name in reports.
        """
        self._policy: Any = getattr(model, "policy", model)
        self._sample = sample
        self.name = name

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action, float32, shape (K, num_actions)."""
        self._policy.set_training_mode(False)
        with torch.no_grad():
            seen = self._policy.obs_to_tensor(turns.observations)[0]
            distribution = self._policy.get_distribution(seen, action_masks=turns.masks).distribution
            shares: Floats = distribution.probs.cpu().numpy()
        if self._sample:
            return shares
        best: Floats = np.zeros_like(shares)
        best[np.arange(len(best)), shares.argmax(axis=1)] = 1.0
        return best

    def act(self, turns: Turns) -> Actions:
        """Choose an action for each row; see `Agent.act`. It samples with the rows' keys."""
        shares = self.probabilities(turns).astype(np.float64)
        drawn = (turns.keys >> np.uint64(11)).astype(np.float64) * 2.0**-53
        # scaled by their total, which rounding may move from one
        sums = shares.cumsum(axis=1)
        chosen: Actions = (sums > (drawn * sums[:, -1])[:, None]).argmax(axis=1)
        return chosen
