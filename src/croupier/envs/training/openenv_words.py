"""What OpenEnv's clients and server of croupier send each other; `croupier.envs.openenv` is the door."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from croupier.core.base.errors import ConfigError, missing
from croupier.core.engine.making import make

try:
    from openenv.core.env_server import Action, Observation, State
except ImportError as error:
    raise ImportError(missing("croupier.envs.openenv", "openenv")) from error


class ModelAction(Action):  # type: ignore[misc]  # OpenEnv is not installed where types are checked
    """What the model says: any words, and at their end one action in square brackets."""

    reply: str = Field(..., description="All that the model says, ending with one action in brackets, like [roll]")


class ModelObservation(Observation):  # type: ignore[misc]  # likewise
    """What the model is told. ``metadata`` has the rates of its invalid replies."""

    system: str = Field(default="", description="The system's message: who the model is, and how to answer")
    prompt: str = Field(default="", description="What happened since its last reply; first, the rules too")
    seat: int = Field(default=0, description="The model's seat")
    legal_actions: list[str] = Field(default_factory=list, description="What may be answered now")
    invalid: str = Field(default="", description="Why the last reply was refused; empty if it was not")


class GameState(State):  # type: ignore[misc]  # likewise
    """What is known of the episode: for the trainer, not for the model, since the seed gives the deal."""

    game: str = Field(default="", description="Name of the game")
    seed: int = Field(default=0, description="Seed of the deal")
    seat: int = Field(default=0, description="The model's seat")
    agents: list[str] = Field(default_factory=list, description="Who sits in each seat")
    actions: list[int] = Field(default_factory=list, description="All actions: with the seed they give the game")
    decision: str = Field(default="", description="Mode decision: id of the row in its set")
    rewards: dict[str, float] = Field(default_factory=dict, description="Mode decision: of every legal action")


def options_of(game: str, words: list[str]) -> dict[str, Any]:
    """Options from ``NAME=VALUE``.

    Raises:
        ConfigError: a word of another form, or no such option or value.
    """
    declared = {option.name: option for option in make(game).spec.options}
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in declared:
            raise ConfigError(f"--option takes NAME=VALUE with one of {', '.join(declared)}, not {word!r}")
        found[name] = declared[name].parse(value)
    return found
