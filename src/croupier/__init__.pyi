"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.core.base.errors import (
    ConfigError as ConfigError,
    FileError as FileError,
    IllegalAction as IllegalAction,
    PositionError as PositionError,
)
from croupier.core.engine.batch import Batch as Batch
from croupier.core.engine.game import Game as Game, State as State
from croupier.core.engine.making import (
    make as make,
    open_position as open_position,
    position_link as position_link,
    position_text as position_text,
)
from croupier.core.spec.registry import registered_games as registered_games
from croupier.testing.agent_check import check_agent as check_agent
from croupier.testing.checks import check_game as check_game

__version__: str
__all__: list[str]
