"""Pig Dice in words for verifiers: ``vf-eval croupier-pig``, or `load_environment()`."""

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

__all__ = ["CroupierHarness", "CroupierInteractionEnv", "PigTaskset", "load_environment"]


class PigTasksetConfig(CroupierTasksetConfig):
    """Which games are played, under ``--env.taskset.*``."""

    game: str = "pig"
    """The game."""
    options: dict[str, Any] = Field(default_factory=lambda: {"winning_score": 50})
    """The game's options."""
    opponents: list[str] = Field(default_factory=lambda: ["bot"])
    """Names of agents: one for all other seats, or one for each."""


class PigTaskset(CroupierTaskset, vf.Taskset[CroupierTask, PigTasksetConfig]):
    """Deals by their seeds, each with the model in every seat."""


def load_environment(**settings: Any) -> CroupierInteractionEnv:
    """Make the environment; what is named takes the place of a default.

    Args:
        **settings: those of `croupier.envs.verifiers.load_environment`, the game's options among them.
    """
    return load("pig", **{"opponents": ["bot"], "winning_score": 50, **settings})
