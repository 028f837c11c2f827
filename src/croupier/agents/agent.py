"""The agent protocol: a batch of decisions in (`Turns`), one action for each out; and traits, facts about agents.

An agent answers many tables at once: it gets the rows in which it is to move and returns one action a row. A
network does so with one matrix product, a bot with one compiled loop, a person row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.core.base import types
from croupier.core.base.copies import copy, take
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import choice_words
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions, Records
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.engine.loops import View
from croupier.core.engine.trail import Trail, TrailReader, too_late
from croupier.core.spec.exact import ExactPlay
from croupier.core.spec.spec import Bools, Floats

TABLES_AT_ONCE = 1 << 10
"""Tables that the arena plays together: enough that the fixed cost of a step does not matter."""


@dataclass(frozen=True, kw_only=True)
class AgentTraits:
    """Facts about an agent. An agent without ``traits`` has the defaults.

    `asks` and `speaks` are known from the name, so the `croupier.agents.registry.AgentEntry` has them too, before
    the agent is made; `make_agent` checks that both agree.

    Attributes:
        reproducible: whether its choices depend only on the turns, and so on the seed. If not, as with a clock,
            `make_agent` refuses it wherever a game has to be replayed.
        wants_trail: whether it reads `Turns.trail`; trails are recorded only if some agent reads them.
        tables_at_once: most tables that the arena plays together with a slow agent; None for `TABLES_AT_ONCE`.
        asks: whether somebody else answers for it, like a person.
        speaks: whether it answers in words, and so plays only at tables; see `croupier.agents.speech`.
        reads_prompts: for an agent that speaks: whether it reads the game's prompts; a program gets only data.
        exact_play: what an exact solver may assume about it; None if too little is known.
        recipe: data from which another process makes it again, see `croupier.agents.recipes`; None without one.
        around: the agents that it asks.
        plays_by: other files and packages that determine its choices, by name: a path, or a package's name.
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
    """An agent's traits, or the defaults."""
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
    """An agent, and all agents that it asks, each after the one that asks it."""
    yield agent
    for each in traits_of(agent).around:
        yield from parts_of(each)


def is_own(agent: object) -> bool:
    """Whether an agent uses only code of croupier and of a game, which can be compiled in advance."""
    return all(
        # without a recipe nothing is known: a user's agent may have fixed attributes
        traits.computes
        and traits.recipe is not None
        and all(isinstance(by, Path) for by in traits.plays_by.values())
        for traits in map(traits_of, parts_of(agent))
    )


def wants_trail(agents: Iterable[object]) -> bool:
    """Whether some of these agents reads `Turns.trail`, so that trails must be recorded."""
    return any(traits_of(agent).wants_trail for agent in agents)


def at_once(agents: Iterable[object]) -> int:
    """How many tables of these agents are played together: the least of their `tables_at_once`."""
    return min((traits_of(agent).tables_at_once or TABLES_AT_ONCE for agent in agents), default=TABLES_AT_ONCE)


def traits_around(*agents: object, recipe: dict[str, Any] | None = None) -> AgentTraits:
    """Combined traits of an agent that asks others.

    Args:
        agents: the agents that it asks.
        recipe: data from which another process makes it again.
    """
    return AgentTraits(
        reproducible=all(traits_of(agent).reproducible for agent in agents),
        wants_trail=wants_trail(agents),
        tables_at_once=min((n for agent in agents if (n := traits_of(agent).tables_at_once)), default=None),
        asks=not all(traits_of(agent).computes for agent in agents),
        recipe=recipe,
        around=agents,
    )


@dataclass(frozen=True, eq=False)
class Turns:
    """A batch of K decisions for one agent: the rows in which it is to move.

    Examples:
        >>> import croupier
        >>> from croupier.agents import Turns
        >>> turns = Turns.of_state(croupier.make("pig").new_initial_state(seed=7))
        >>> turns.seats.tolist(), turns.masks.tolist(), turns.observations.shape
        ([0], [[True, True]], (1, 7))

    Attributes:
        records: copies of the records, shape (K,). They contain hidden cards, which an agent must not use; the
            re-deal test detects it.
        keys: one random word a row, uint64, shape (K,), for all random choices. It is a function of the deal's
            seed and the number of earlier decisions (`croupier.core.base.rng.choice_word`). So a choice does not
            depend on the number or order of rows, or on the interface.
        trails: gives the trail of a row; None without trails. See `trail`.
    """

    game: Game
    records: Records
    keys: types.Generators
    trails: TrailReader | None = None

    @classmethod
    def of_rows(cls, game: Game, batch: Batch, rows: types.RowNumbers) -> Turns:
        """The decisions now due in some rows of a batch.

        Args:
            rows: rows whose games go on, int64, shape (K,).
        """
        keys = choice_words(batch.seeds[rows], batch.plies[rows])
        turns = cls(game, take(batch.records, rows), keys, batch.trails_of(rows))
        turns.__dict__["masks"] = batch.masks[rows]  # already computed
        if batch.observing:
            turns.__dict__["observations"] = batch.observations[rows]
        return turns

    @classmethod
    def of_state(cls, state: State) -> Turns:
        """The one decision now due in a game that is not over."""
        keys = choice_words(np.array([state.seed], dtype=np.uint64), np.array([state.plies]))
        plies = state.plies

        def read(row: int) -> Trail | None:
            del row
            if state.plies != plies:
                raise too_late()
            return state.trail()

        turns = cls(state.game, copy(state.records), keys, read)
        turns.__dict__["masks"] = state.legal_actions_mask()[None, :]
        return turns

    def part(self, rows: types.RowNumbers) -> Turns:
        """Some of these decisions, by index, int64, shape (K,)."""
        read = None if self.trails is None else lambda row: self.trail(int(rows[row]))
        turns = Turns(self.game, take(self.records, rows), self.keys[rows], read)
        for name in ("masks", "observations"):
            if name in self.__dict__:
                turns.__dict__[name] = self.__dict__[name][rows]
        return turns

    def __len__(self) -> int:
        return len(self.records)

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """Seat to move, int8, shape (K,)."""
        seats: npt.NDArray[np.int8] = self.records["player"]
        return seats

    @property
    def phases(self) -> npt.NDArray[np.int8]:
        """Value of the phase, int8, shape (K,)."""
        phases: npt.NDArray[np.int8] = self.records["phase"]
        return phases

    @cached_property
    def masks(self) -> Bools:
        """Legal actions, bool, shape (K, num_actions)."""
        view = View.empty(self.game.num_actions, len(self))
        for_rows(self.game.loops.choices, len(self))(self.records, 0, len(self), view[:])
        return view.masks

    @cached_property
    def observations(self) -> Floats:
        """Observations of the seats to move, float32, shape (K, observation_size)."""
        out = np.zeros((len(self), self.game.observation_size), dtype=np.float32)
        for_rows(self.game.loops.observe, len(self))(self.records, self.seats.astype(np.int64), out)
        return out

    def trail(self, row: int) -> Trail | None:
        """The decisions of a row's game so far, of all seats; see `croupier.core.engine.trail`.

        It can be read only while the decision is due. Like `records` it contains hidden information, which an
        agent must not use.

        Returns:
            The trail; None if the game has no `search` part, trails are not recorded, or the past is not known.

        Raises:
            RuntimeError: the game has gone on.
        """
        return None if self.trails is None else self.trails(row)

    def state(self, row: int) -> State:
        """One row as a State, read-only. It has no seed and no trail; a wrapper asks its agent by `part`."""
        return State(self.game, self.records[row : row + 1].copy(), self.keys[row : row + 1].copy(), 0, "", [])


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses actions: a bot, a policy, a person.

    An agent needs only the method `act`. The optional attribute ``traits``, a `croupier.agents.agent.AgentTraits`,
    says that it reads trails, is slow or uses a clock.

    Examples:
        >>> from croupier.agents import Agent
        >>> class FirstLegal:
        ...     name = "first-legal"
        ...     def act(self, turns):
        ...         return turns.masks.argmax(axis=1)
        >>> isinstance(FirstLegal(), Agent)
        True

    Attributes:
        name: the name by which it was made.
    """

    name: str

    def act(self, turns: Turns) -> Actions:
        """Choose one action a row.

        Args:
            turns: the rows in which it is to move.

        Returns:
            Actions, int64, shape (K,).
        """
        ...


@runtime_checkable
class StochasticAgent(Agent, Protocol):
    """An agent that also gives the probability of each action, which exact values need."""

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action, float32, shape (K, num_actions)."""
        ...


class SharedWhenCopied:
    """Mixin for agents whose copies, deep or not, share compiled loops, networks or locks, but not attributes."""

    def __copy__(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.__copy__()


def not_pickled(name: str) -> TypeError:
    """The error for an agent that cannot be pickled."""
    return TypeError(
        f"the agent {name!r} cannot be pickled: take its name along, and make it again with "
        "croupier.agents.registry.make_agent(name, game)"
    )


class NeverPickled(SharedWhenCopied):
    """Mixin for agents that cannot be pickled, with an error that says what to do instead."""

    # Another process makes the agent again by its name; see `croupier.agents.recipes`.

    name: str

    def __reduce__(self) -> NoReturn:
        raise not_pickled(self.name)
