"""Games in which all that one seat cannot know is dealt anew at some moment: to compare what it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.core.engine.deal_secret import Deal
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make


@dataclass(frozen=True)
class Redeal:
    """That what a seat cannot know is dealt anew."""

    seat: int  # whose knowledge stays
    plies: int  # after how many decisions


class RedealtGame(Game):
    """A game in which that happens."""

    def __init__(self, game: Game, redeal: Redeal) -> None:
        super().__init__(game.spec, **game.options)
        self.redeal = redeal

    def new_initial_state(self, seed: Deal | None = None) -> State:
        """Deal one game."""
        state = _RedealtState.dealt(self, seed)
        redeal_when_due(state)
        return state


class _RedealtState(State):
    def apply_action(self, action: int) -> None:
        """Play an action."""
        super().apply_action(action)
        redeal_when_due(self)

    def clone(self) -> State:
        """An independent copy, with the same future."""
        made = super().clone()
        made.__class__ = _RedealtState
        return made


def redeal_when_due(state: State) -> None:
    """Let a state become another one that the seat cannot tell from it, after as many decisions as were chosen."""
    game = state.game
    if isinstance(game, RedealtGame) and state.plies == game.redeal.plies and not state.is_terminal():
        other = state.resample_hidden(game.redeal.seat, game.redeal.plies)
        state.records[:] = other.records
        state._refresh()


def game_of(name: str, options: dict[str, Any], redeal: Redeal | None) -> Game:
    """A game with some options, in which something is dealt anew or nothing."""
    game = make(name, **options)
    return game if redeal is None else RedealtGame(game, redeal)
