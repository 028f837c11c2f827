"""What a failing test has played: the games among the local variables of its frames, with commands to play them.

These are states, tables, rows of batches, and the tables of a server.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import islice
from traceback import walk_tb
from types import TracebackType

from croupier.core.engine.batch import Batch
from croupier.core.engine.game import State
from croupier.envs.learner import row_state
from croupier.table.game_file import game_data, json_line
from croupier.table.table import Table

MOST = 3
"""At most this many games are told, and at most this many rows of a batch."""


def played(trace: TracebackType | None) -> list[str]:
    """The games that lie nearest to an error, the nearest first: what each is, and a command."""
    found: dict[str, None] = {}
    for each in _locals(trace):
        if len(found) >= MOST:
            break
        try:
            found |= dict.fromkeys(told(state) for state in islice(_states(each), MOST))
        except Exception as error:  # noqa: BLE001  # of a broken game, or of what is only half made
            found[f"a {type(each).__name__} that cannot be told: {error!r}"] = None
    return [*found][:MOST]


def told(state: State) -> str:
    """A state with its actions, and a command that plays it again; if these do not lead to it, its position."""
    if (state.secret is None or state.is_terminal()) and _replayed(state) == state.records.tobytes():
        line = json_line(game_data(state)).decode().strip()
        command = f"echo {shlex.quote(line)} > game.json && uv run croupier replay game.json"
    else:
        command = f"uv run croupier play --position {shlex.quote(state.position())}"
    return f"{state!r}, actions {state.history}\n  {command}"


def _replayed(state: State) -> bytes:
    """The record to which a state's seed and actions lead."""
    again = state.initial_state()
    for action in state.history:
        again.apply_action(action)
    return again.records.tobytes()


def _locals(trace: TracebackType | None) -> Iterator[object]:
    """All local variables, those of the innermost frame first, and in a frame batches last."""
    found: dict[int, object] = {}
    for frame, _ in reversed(list(walk_tb(trace))):
        for each in sorted(frame.f_locals.values(), key=lambda value: isinstance(value, Batch)):
            found.setdefault(id(each), each)
    yield from found.values()


def _states(found: object) -> Iterator[State]:
    """The states of a variable: itself, that of a table or beside a reference, those of a batch or server."""
    held = getattr(found, "__dict__", {})
    if isinstance(found, Batch):
        yield from (row_state(found, row) for row in range(min(MOST, found.size)))
    for each in (found, held.get("state"), held.get("table")):
        state = each.state if isinstance(each, Table) else each
        if isinstance(state, State):
            yield state
    server = getattr(held.get("server", found), "__dict__", {})
    hub = getattr(getattr(server.get("app"), "state", None), "hub", None)
    for live in [] if hub is None else reversed(hub.present()):  # the tables of tests before come last
        yield from _states(live.room)
