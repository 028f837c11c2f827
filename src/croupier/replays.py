"""Public module for game files: what was played, as JSON that replays it exactly.

`croupier.table.game_file` says what each function does; code of croupier itself imports from there.
"""

from croupier.table.game_file import (
    PlayedGame,
    append_game,
    game_data,
    load_game,
    read_games,
    save_game,
)

__all__ = [
    "PlayedGame",
    "append_game",
    "game_data",
    "load_game",
    "read_games",
    "save_game",
]
