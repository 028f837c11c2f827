"""What a case needs to know of a door: how a game is begun there, who is asked, what is told, played and paid."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import pytest

from croupier.agents.bots import RandomAgent
from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import Game, State
from croupier.table.asking import ask_one

OTHERS = "random"
"""Who sits in the seats that are not played from outside."""
Refusal = tuple[str, Callable[[], object], type[Exception] | None]
"""What is closed, something that is asked of it, and the error that says so: None where the answer itself does."""


class Session:
    """A game in progress behind a door.

    Attributes:
        game: the game.
        deal: seed of the deal.
        seats: the seats that are played from outside.
        played: the actions from outside, in order.
        over: whether the game is over, as the door has said.
        refusals: errors by which the door refuses an illegal action.
        deals_again: whether the next game is dealt in the step that ends one.
        goes_on: whether it can be played on.
    """

    refusals: tuple[type[Exception], ...] = (IllegalAction,)
    deals_again = False
    goes_on = True

    def __init__(self, game: Game, deal: int, seats: Sequence[int]) -> None:
        self.game, self.deal, self.seats = game, deal, list(seats)
        self.played: list[int] = []
        self.over = False

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
        returns: list[float] = end.returns().tolist()
        return returns

    def copy(self) -> Session:
        """Another session, which the door says goes on apart."""
        raise NotImplementedError

    def apart(self, name: str) -> Self:
        """Another session with a copy of its own of what the door made; `name` is the attribute that holds it."""
        made = copy.copy(self)
        setattr(made, name, copy.deepcopy(getattr(self, name)))
        made.played = list(self.played)
        return made

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        """Two sessions that go on from here, the second with all dealt anew that a seat cannot know."""
        raise NotImplementedError

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


@dataclass(frozen=True)
class About:
    """What the page says of a door, and what cases leave out there.

    Attributes:
        id: its name in the tests.
        title: its name on the page.
        module: what stands behind it.
        library: what must be installed, by the name of its import.
        group: the dependency group outside the default that has it; "" for the default.
        games: the games that it serves; empty for all.
        unseeded: "" if a seed is drawn where none is given, or what happens.
        begins_anew: "" if one thing plays several games, or why not.
        unmasked: "" if the legal actions are told as data, or how they are told.
        copies: "" if it copies, or why not.
        future: "" if a copy has the same future, or why not.
        slow: whether a step takes a millisecond or more.
    """

    id: str
    title: str
    module: str
    library: str = "croupier"
    group: str = ""
    games: tuple[str, ...] = ()
    unseeded: str = ""
    begins_anew: str = ""
    unmasked: str = ""
    copies: str = ""
    future: str = ""
    slow: bool = False

    def serves(self, game: Game) -> bool:
        """Whether it serves a game."""
        return not self.games or game.name in self.games


@dataclass(frozen=True)
class Door:
    """A door.

    Attributes:
        about: what is said of it.
        begin: begins a session: of a game, with a seed or None.
        closed: what says that it is closed.
        end: gives back what the door holds, once no case needs it any more.
    """

    about: About
    begin: Callable[[Game, int | None], Session]
    closed: Callable[[Game], Iterator[Refusal]]
    end: Callable[[], None] = lambda: None
