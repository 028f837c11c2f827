"""Search in Pig Dice: rollouts to the end of the game. Nothing is hidden, so there are no worlds to tell apart."""

from __future__ import annotations

from croupier.core.spec.search import CHANCE_TO_WIN, Search, never, share_of_win
from croupier.games.pig.rules import returns

SEARCH = Search(horizon=never, gain=share_of_win(returns), unit=CHANCE_TO_WIN)
