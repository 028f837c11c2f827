"""What a failing test has played: game, seed and actions of states in its error's frames, to be played again."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

from croupier.core.engine.game import State
from croupier.table.game_file import game_data, json_line
from croupier.table.table import Table

MOST = 3
"""Of so many states is told, those nearest to the error."""


def played(trace: TracebackType | None) -> list[str]:
    """Of each state in the frames of an error: what it is, and a command that plays it again."""
    found = dict.fromkeys(told(state) for state in _states(trace))
    return [*found][-MOST:]


def told(state: State) -> str:
    """A state with its actions, and the command; where actions before it are not known, its position."""
    if state.plies != len(state.history) or (state.secret is not None and not state.is_terminal()):
        return f"{state!r}\n  {state.position()}"
    line = json_line(game_data(state)).decode().strip().replace("'", "'\\''")
    return f"{state!r}, actions {state.history}\n  echo '{line}' > game.json && uv run croupier replay game.json"


def _states(trace: TracebackType | None) -> Iterator[State]:
    while trace is not None:
        for each in trace.tb_frame.f_locals.values():
            beside = getattr(each, "__dict__", {}).get("state", each)  # of the reference and the kernels, in step
            found = each.state if isinstance(each, Table) else beside
            if isinstance(found, State):
                yield found
        trace = trace.tb_next
