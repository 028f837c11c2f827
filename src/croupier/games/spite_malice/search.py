"""Search in Mini Spite and Malice: rollouts to the end of the game.

What was played says nothing of what is hidden, so there is no history to read.
"""

from __future__ import annotations

from croupier.core.search import CHANCE_TO_WIN, Search, never, share_of_win
from croupier.games.spite_malice.rules import returns

SEARCH = Search(horizon=never, gain=share_of_win(returns), unit=CHANCE_TO_WIN)
