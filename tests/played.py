"""What a failing test has played: game, seed and actions of what lies in its error's frames, to be played again.

A state is one game, a batch the first of many. A server has the games of its tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.table.game_file import game_data, json_line
from croupier.table.table import Table

MOST = 3
"""Of so many games is told, those nearest to the error; and of so many rows of a batch."""


def played(trace: TracebackType | None) -> list[str]:
    """Of each game in the frames of an error: what it is, and a command that plays it again."""
    found: list[str] = []
    while trace is not None:
        for each in trace.tb_frame.f_locals.values():
            found += rows_told(each) if isinstance(each, Batch) else [told(state) for state in _states(each)]
        trace = trace.tb_next
    return [*dict.fromkeys(found)][-MOST:]


def told(state: State) -> str:
    """A state with its actions, and the command; where actions before it are not known, from its position on."""
    if state.plies != len(state.history) or (state.secret is not None and not state.is_terminal()):
        return f"{state!r}, actions {state.history}\n{_from(state)}"
    line = json_line(game_data(state)).decode().strip().replace("'", "'\\''")
    return f"{state!r}, actions {state.history}\n  echo '{line}' > game.json && uv run croupier replay game.json"


def rows_told(batch: Batch) -> list[str]:
    """The first rows of a batch, with their seeds and positions: it does not keep actions."""
    game = batch.game
    assert isinstance(game, Game)
    turns = Turns(game, batch.records, np.zeros(batch.size, dtype=np.uint64))
    return [
        f"{game!r}, seed={batch.seeds[row]}, game {batch.episodes[row]} of row {row} of {batch.size}\n"
        f"{_from(turns.state(row))}"
        for row in range(min(MOST, batch.size))
    ]


def _from(state: State) -> str:
    position = state.position().replace("'", "'\\''")
    return f"  uv run croupier play --position '{position}'"


def _states(found: object) -> Iterator[State]:
    """The states of a variable: itself, that of a table or beside a reference, those of a server's tables."""
    held = getattr(found, "__dict__", {})
    for each in (found, held.get("state"), held.get("table")):
        state = each.state if isinstance(each, Table) else each
        if isinstance(state, State):
            yield state
    server = held.get("server", found)
    if (app := getattr(server, "__dict__", {}).get("app")) and (hub := getattr(app.state, "hub", None)):
        for live in hub.present():
            yield from _states(live.room)
