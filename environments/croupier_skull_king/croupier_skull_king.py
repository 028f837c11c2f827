"""Skull King in words for verifiers: ``vf-eval croupier-skull-king``, or `load_environment()`."""

from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from croupier.envs.verifiers import (
    CroupierEnvConfig,
    CroupierHarness,
    CroupierInteractionEnv,
    CroupierTask,
    CroupierTaskset,
    CroupierTasksetConfig,
)
from croupier.envs.verifiers import load_environment as load

__all__ = ["CroupierHarness", "SkullKingEnv", "SkullKingTaskset", "load_environment"]


class SkullKingTasksetConfig(CroupierTasksetConfig):
    """Which games are played, under ``--env.taskset.*``."""

    game: str = "skull-king"
    """The game."""
    options: dict[str, Any] = Field(default_factory=lambda: {"players": 4, "schedule": "fives"})
    """The game's options."""
    opponents: list[str] = Field(default_factory=lambda: ["net"])
    """Names of agents: one for all other seats, or one for each."""


class SkullKingTaskset(CroupierTaskset, vf.Taskset[CroupierTask, SkullKingTasksetConfig]):
    """Deals by their seeds, each with the model in every seat."""


class SkullKingConfig(CroupierEnvConfig):
    """What is rewarded."""

    kept_bid: float = Field(0.2, ge=0.0)
    """What a round earns in which a bid of more than 0 is kept."""


class SkullKingEnv(CroupierInteractionEnv, vf.Env[SkullKingConfig]):
    """One game an episode."""


def load_environment(**settings: Any) -> CroupierInteractionEnv:
    """Make the environment; what is named takes the place of a default.

    Args:
        **settings: those of `croupier.envs.verifiers.load_environment`, the game's options among them.
    """
    return load(
        "skull-king", **{"opponents": ["net"], "kept_bid": 0.2, "players": 4, "schedule": "fives", **settings}
    )
