"""Where a game deals its hidden things anew: from there on a newcomer may see what a seat holds.

A game says so by its `search` part: hidden things stay what they are within a stretch
(`croupier.core.spec.search.Search`). A game without one, or of one stretch, deals at its beginning alone.
"""

from __future__ import annotations

from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.core.spec.search import never
from croupier.server.room.undo import random_event
from croupier.table import Table


def deals_again(game: Game) -> bool:
    """Whether a game deals anew after its beginning."""
    search = game.spec.search
    return search is not None and search().horizon is not never


def stretch_start(table: Table) -> State:
    """The position at which the present stretch of a game began."""
    if not table.moves:
        return table.state.clone()
    start = table.moves[0].before
    for move in table.moves:
        if not move.after.is_terminal() and _over(start, move.after):
            start = move.after
    return start


def stretch_ended(start: State, table: Table) -> bool:
    """Whether the last move has ended a stretch, and the game goes on."""
    return not table.over and _over(start, table.state)


def dealt_anew(start: State, table: Table) -> bool:
    """Whether the last move has ended a stretch, and chance has dealt the next one; see `stretch_ended`."""
    return stretch_ended(start, table) and random_event(table.moves[-1])


def _over(start: State, now: State) -> bool:
    search = now.game.spec.search
    return search is not None and bool(search().horizon(start.records[0], now.records[0]))
