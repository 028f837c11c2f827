"""What a case needs to know of a door: how a game is begun there, who is asked, what is told, played and paid."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pytest

from croupier.agents.bots import RandomAgent
from croupier.core.base.errors import IllegalAction
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.table.asking import ask_one

OTHERS = "random"
"""Who sits in the seats that are not played from outside."""
Refusal = tuple[str, Callable[[], object], type[Exception] | None]
"""What is closed, something that is asked of it, and the error that says so: None where the answer itself does."""


class Session:
    """A game in progress behind a door."""

    refusals: tuple[type[Exception], ...] = (IllegalAction,)  # by which an illegal action is refused
    deals_again = False  # whether the next game is dealt in the step that ends one
    goes_on = True  # whether it can be played on
    pays_above_least = False  # whether what is paid counts from the least that a game can come to

    def __init__(self, game: Game, deal: int, seats: Sequence[int]) -> None:
        self.game, self.deal = game, deal
        self.seats = list(seats)  # that are played from outside
        self.played: list[int] = []  # from outside, in order
        self.over = False  # as the door has said

    @property
    def truth(self) -> State:
        """The game as it stands, hidden things included."""
        raise NotImplementedError

    @property
    def mover(self) -> int | None:
        """The seat that the door asks now; None when the game is over."""
        raise NotImplementedError

    def masks(self) -> dict[int, list[int]]:
        """The legal actions, by each seat to which the door tells some."""
        raise NotImplementedError

    def told(self, seat: int) -> Any:
        """All that the door tells a seat now, the mask apart."""
        raise NotImplementedError

    def step(self, action: Any) -> dict[int, float]:
        """Hand an action in; returns what the door pays for it, by seat, and says whether the game is over."""
        raise NotImplementedError

    def play(self, action: int) -> dict[int, float]:
        """The same for a legal action, which is noted."""
        paid = self.step(action)
        self.played.append(action)
        return paid

    def finish(self) -> Self:
        """Play the first legal action to the end."""
        while not self.over:
            self.step(self.truth.legal_actions()[0])
        return self

    def wrong(self) -> list[Any]:
        """What is not legal now."""
        legal = set(self.truth.legal_actions())
        illegal = [action for action in range(self.game.num_actions) if action not in legal]
        return [*illegal[:1], *illegal[-1:], -1, self.game.num_actions]

    def refuse(self, wrong: Any) -> None:
        """Hand in what is not legal; the door must say that it is not."""
        with pytest.raises(self.refusals):
            self.step(wrong)

    def unchanged(self) -> Any:
        """All that an action which is refused may not change."""
        truth = self.truth
        told = [self.told(seat) for seat in self.seats]
        return truth.records.tobytes(), truth.rngs.tobytes(), self.masks(), told, self.over

    def earned(self, end: State) -> Sequence[float]:
        """What the door is to have paid when the game has come to its end, by seat."""
        least = self.game.facts.min_utility if self.pays_above_least else 0.0
        return [float(value) - least for value in end.returns()]

    def copy(self) -> Session:
        """Another session, which the door says goes on apart."""
        raise NotImplementedError

    def apart(self, name: str) -> Self:
        """Another session with a copy of its own of what the door made; `name` is the attribute that holds it."""
        made = copy.copy(self)
        setattr(made, name, copy.deepcopy(getattr(self, name)))
        made.played = list(self.played)
        return made

    def begun_at(self, state: State, seat: int) -> Session:
        """Another session, in which this seat meets a position."""
        raise NotImplementedError

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        """Two sessions that go on from here, the second with all dealt anew that a seat cannot know."""
        found = [self.begun_at(state, seat) for state in (self.truth, self.truth.resample_hidden(seat, seed))]
        for each in found:
            each.played = list(self.played)
        return found[0], found[1]

    def again(self, seed: int | None) -> None:
        """Begin another game with the same thing, in the middle of one: with a seed, or with none."""
        raise NotImplementedError

    def last(self) -> State:
        """The end of the game, played again by the game alone, with `OTHERS` in the other seats."""
        state, left, others = self.game.new_initial_state(self.deal), list(self.played), RandomAgent()
        while not state.is_terminal():
            outside = state.current_player() in self.seats
            state.apply_action(left.pop(0) if outside else ask_one(others, state))
        assert not left
        return state


def dealt(kind: Callable[[State], Session]) -> Callable[[Game, int | None], Session]:
    """Begins sessions of what is made of a game in progress; without a seed the deal is 0."""
    return lambda game, seed: kind(game.new_initial_state(seed or 0))


def put(batch: Batch, row: int, world: State) -> None:
    """Let a row of a batch go on in another world under the same seed."""
    seeds = batch.seeds[row : row + 1].copy()
    batch.load(np.array([row]), world.records, world.rngs, trusted=True, seeds=seeds)


@dataclass(frozen=True)
class About:
    """What the page says of a door; a text says why a case is left out there or what happens instead."""

    id: str  # its name in the tests
    title: str  # its name on the page
    module: str
    library: str = "croupier"  # what must be installed, by the name of its import
    group: str = ""  # the dependency group that has it; "" for the default
    games: tuple[str, ...] = ()  # that it serves; empty for all
    unseeded: str = ""  # "" if a seed is drawn where none is given
    begins_anew: str = ""  # "" if one thing plays several games
    unmasked: str = ""  # "" if the legal actions are told as data
    copies: str = ""  # "" if it copies
    future: str = ""  # "" if a copy has the same future
    slow: bool = False  # whether a step takes a millisecond or more

    def serves(self, game: Game) -> bool:
        """Whether it serves a game."""
        return not self.games or game.name in self.games


@dataclass(frozen=True)
class Door:
    """A door: how a session is begun, what says that it is closed, and how it gives back what it holds."""

    about: About
    begin: Callable[[Game, int | None], Session]
    closed: Callable[[Game], Iterator[Refusal]]
    end: Callable[[], None] = lambda: None
