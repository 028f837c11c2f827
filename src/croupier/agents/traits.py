"""Traits of an agent: what arena, tables and learner must know of it beside its choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.spec.exact import ExactPlay

TABLES_AT_ONCE = 1 << 10
"""Tables that the arena plays together: so many that the cost of a step beside its rows no longer matters."""


@dataclass(frozen=True, kw_only=True)
class AgentTraits:
    """What is known of an agent. An agent without ``traits`` has the defaults.

    What follows from its name alone, `asks` and `speaks`, stands in its `croupier.agents.registry.AgentEntry` as
    well, before it is made; `make_agent` sees to it that both say the same.

    Attributes:
        reproducible: whether its choice follows from the turns alone, and so from the seed. Where it does not, as
            by a clock, `make_agent` refuses it wherever a game has to be the same when it is played again.
        wants_trail: whether it reads `Turns.trail`: no trails are kept where nobody does.
        tables_at_once: most tables that the arena plays together with it, where it thinks for long about each;
            None for `TABLES_AT_ONCE`.
        asks: whether somebody else answers for it, as a person does.
        speaks: whether it answers in words, and so sits only at tables; see `croupier.agents.speech`.
        reads_prompts: of an agent that answers in words, whether it reads the game's prompts; a program that gets
            data alone does not.
        exact_play: what is known of how it chooses, for exact values; None where too little is.
        recipe: how another process makes it again, see `croupier.agents.recipes`; None where nothing is noted.
        around: the agents that it asks.
        plays_by: what else its choices follow from, by what that is called: the path of a file, or the name of a
            package of others.
    """

    reproducible: bool = True
    wants_trail: bool = False
    tables_at_once: int | None = None
    asks: bool = False
    speaks: bool = False
    reads_prompts: bool = True
    exact_play: ExactPlay | None = None
    recipe: dict[str, Any] | None = None
    around: tuple[object, ...] = field(default=(), compare=False)
    plays_by: Mapping[str, Path | str] = field(default_factory=dict, compare=False)

    @property
    def computes(self) -> bool:
        """Whether it computes its choices: no person, language model or program answers for it."""
        return not (self.asks or self.speaks)


_DEFAULTS = AgentTraits()


def traits_of(agent: object) -> AgentTraits:
    """An agent's traits; the defaults where it has none."""
    traits = getattr(agent, "traits", None)
    if isinstance(traits, AgentTraits):
        return traits
    kind = type(agent).__name__
    if traits is not None:
        raise ConfigError(f"traits of {kind} must be AgentTraits(...), not {traits!r}")
    for trait in fields(AgentTraits):
        if hasattr(agent, trait.name):
            raise ConfigError(f"{kind} has {trait.name} of its own: write traits = AgentTraits({trait.name}=...)")
    return _DEFAULTS


def parts_of(agent: object) -> Iterator[object]:
    """An agent, and all agents that it asks, each behind the one that asks it."""
    yield agent
    for each in traits_of(agent).around:
        yield from parts_of(each)


def is_own(agent: object) -> bool:
    """Whether an agent computes by code of croupier and of a game alone, which may be compiled ahead."""
    return all(
        # without a recipe nothing is known: an agent of one's own may have fixed attributes
        traits.computes
        and traits.recipe is not None
        and all(isinstance(by, Path) for by in traits.plays_by.values())
        for traits in map(traits_of, parts_of(agent))
    )


def wants_trail(agents: Iterable[object]) -> bool:
    """Whether some of these agents reads `Turns.trail`, so that trails are to be kept at its tables."""
    return any(traits_of(agent).wants_trail for agent in agents)


def at_once(agents: Iterable[object]) -> int:
    """How many tables of these agents are played together: `TABLES_AT_ONCE`, or fewer if one of them says so."""
    return min((traits_of(agent).tables_at_once or TABLES_AT_ONCE for agent in agents), default=TABLES_AT_ONCE)


def traits_around(*agents: object, recipe: dict[str, Any] | None = None) -> AgentTraits:
    """Traits of an agent that asks others: of all of them together.

    Args:
        agents: whom it asks.
        recipe: how another process makes it again.
    """
    return AgentTraits(
        reproducible=all(traits_of(agent).reproducible for agent in agents),
        wants_trail=wants_trail(agents),
        tables_at_once=min((n for agent in agents if (n := traits_of(agent).tables_at_once)), default=None),
        asks=not all(traits_of(agent).computes for agent in agents),
        recipe=recipe,
        around=agents,
    )
