"""croupier: turn-based card and dice games compiled with Numba, for play and for training agents.

>>> import croupier
>>> state = croupier.make("pig", winning_score=50).new_initial_state(seed=7)
>>> state.legal_actions()
[0, 1]

Importing the package loads neither Numba nor a game: `make` does.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError
from croupier.core.base.lazy import lazy_names
from croupier.core.engine.making import make
from croupier.core.spec.registry import entries as registered_games

if TYPE_CHECKING:
    from croupier.core.engine.batch import Batch
    from croupier.core.engine.game import Game
    from croupier.core.engine.position_links import open_position, position_link, position_text
    from croupier.core.engine.state import State
    from croupier.testing.agent_check import check_agent
    from croupier.testing.checks import check_game

__version__ = version("croupier")
__all__ = [
    "Batch",
    "ConfigError",
    "FileError",
    "Game",
    "IllegalAction",
    "PositionError",
    "State",
    "check_agent",
    "check_game",
    "make",
    "open_position",
    "position_link",
    "position_text",
    "registered_games",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.core.engine.batch": ("Batch",),
        "croupier.core.engine.game": ("Game",),
        "croupier.core.engine.position_links": ("open_position", "position_link", "position_text"),
        "croupier.core.engine.state": ("State",),
        "croupier.testing.agent_check": ("check_agent",),
        "croupier.testing.checks": ("check_game",),
    },
)
