"""The agent protocol: a batch of decisions in (`Turns`), one action for each out.

An agent answers many tables at once: it is given the rows in which it is to move and returns one action for
each. A network does so with one matrix product, a bot with one compiled loop, a person row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from croupier.core.base import types
from croupier.core.base.copies import copy, take
from croupier.core.base.rng import choice_words
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions, Records
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.engine.loops import View
from croupier.core.engine.trail import Trail, TrailReader, too_late
from croupier.core.spec.spec import Bools, Floats


@dataclass(frozen=True, eq=False)
class Turns:
    """A batch of K decisions for one agent: the rows in which it is to move.

    Attributes:
        records: copies of the records, shape (K,). They hold hidden cards: who reads them must not peek, and the
            re-deal test finds out.
        keys: a random word a row, uint64, from which any random choice is made: a function of the deal's seed and
            the number of decisions before (`croupier.core.base.rng.choice_word`). So a choice depends on neither
            the number of rows nor their order, nor on who asks.
        trails: gives the trail of a row; None where no trails are kept. See `trail`.
    """

    game: Game
    records: Records
    keys: types.Generators
    trails: TrailReader | None = None

    @classmethod
    def of_rows(cls, game: Game, batch: Batch, rows: types.RowNumbers) -> Turns:
        """The decisions that are due in some rows of a batch.

        Args:
            rows: rows whose games go on, int64, shape (K,).
        """
        keys = choice_words(batch.seeds[rows], batch.plies[rows])
        turns = cls(game, take(batch.records, rows), keys, batch.trails_of(rows))
        turns.__dict__["masks"] = batch.masks[rows]  # known already: not computed again
        if batch.observing:
            turns.__dict__["observations"] = batch.observations[rows]
        return turns

    @classmethod
    def of_state(cls, state: State) -> Turns:
        """The one decision that is due in a game that is not over."""
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
        """Some of these decisions, by their places here, int64, shape (K,)."""
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
        """What the seat to move may know, float32, shape (K, observation_size)."""
        out = np.zeros((len(self), self.game.observation_size), dtype=np.float32)
        for_rows(self.game.loops.observe, len(self))(self.records, self.seats.astype(np.int64), out)
        return out

    def trail(self, row: int) -> Trail | None:
        """The decisions of a row's game so far, of all seats; see `croupier.core.engine.trail`.

        It is read while the decision is due, and made when it is asked for. Like `records` it holds hidden things:
        who reads it must not peek.

        Returns:
            The trail; None where the game has no `search` part, where nobody at these tables wants trails, or
            where the past is not known.

        Raises:
            RuntimeError: the game has gone on since.
        """
        return None if self.trails is None else self.trails(row)

    def state(self, row: int) -> State:
        """One row as a State, to be read. It knows no seed and no trail: a wrapper asks its agent by `part`."""
        return State(self.game, self.records[row : row + 1].copy(), self.keys[row : row + 1].copy(), 0, "", [])


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses actions: a bot, a policy, a person.

    A method `act` is all that an agent needs. One that reads trails, thinks for long or looks at a clock says so
    in ``traits``, a `croupier.agents.traits.AgentTraits`. It is no part of this protocol: an agent without it has
    the defaults.

    Attributes:
        name: the name by which it was made.
    """

    name: str

    def act(self, turns: Turns) -> Actions:
        """Choose one action for each row.

        Args:
            turns: the rows in which it is to move.

        Returns:
            Actions, int64, shape (K,).
        """
        ...


@runtime_checkable
class StochasticAgent(Agent, Protocol):
    """An agent that also gives the probability of each action (needed for exact values)."""

    def probabilities(self, turns: Turns) -> Floats:
        """Probability of each action, float32, shape (K, num_actions)."""
        ...


class SharedWhenCopied:
    """Mixin for agents that hold compiled loops, networks or locks, which cannot be copied.

    A copy, deep or not, has attributes of its own and shares those.
    """

    def __copy__(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.__copy__()


def not_pickled(name: str) -> TypeError:
    """The error of an agent that cannot be pickled."""
    return TypeError(
        f"the agent {name!r} cannot be pickled: take its name along, and make it again with "
        "croupier.agents.registry.make_agent(name, game)"
    )


class NeverPickled(SharedWhenCopied):
    """Mixin for agents whose parts cannot be pickled: that is refused in words.

    Another process makes the agent again by its name; see `croupier.agents.recipes`.
    """

    name: str

    def __reduce__(self) -> NoReturn:
        raise not_pickled(self.name)
