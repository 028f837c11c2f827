"""Mini Spite and Malice in words for verifiers: ``vf-eval croupier-spite-malice``, or `load_environment()`."""

from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from croupier.envs.verifiers import (
    CroupierHarness,
    CroupierInteractionEnv,
    CroupierTask,
    CroupierTaskset,
    CroupierTasksetConfig,
)
from croupier.envs.verifiers import load_environment as load

__all__ = ["CroupierHarness", "CroupierInteractionEnv", "SpiteMaliceTaskset", "load_environment"]


class SpiteMaliceTasksetConfig(CroupierTasksetConfig):
    """Which games are played, under ``--env.taskset.*``."""

    game: str = "spite-malice"
    """The game."""
    options: dict[str, Any] = Field(default_factory=dict)
    """The game's options."""
    opponents: list[str] = Field(default_factory=lambda: ["net"])
    """Names of agents: one for all other seats, or one for each."""


class SpiteMaliceTaskset(CroupierTaskset, vf.Taskset[CroupierTask, SpiteMaliceTasksetConfig]):
    """Deals by their seeds, each with the model in every seat."""


def load_environment(**settings: Any) -> CroupierInteractionEnv:
    """Make the environment; what is named takes the place of a default.

    Args:
        **settings: those of `croupier.envs.verifiers.load_environment`, the game's options among them.
    """
    return load("spite-malice", **{"opponents": ["net"], **settings})
