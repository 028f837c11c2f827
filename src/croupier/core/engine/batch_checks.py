"""Checks of what is put into a batch, before anything is changed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import IllegalAction, PositionError
from croupier.core.base.types import Actions, Generators, Records, RowNumbers
from croupier.core.engine.loops import View, first_misplaced
from croupier.core.engine.ruleset import Ruleset
from croupier.core.engine.saved import check_options
from croupier.core.spec.spec import TERMINAL


def as_integers(name: str, values: npt.ArrayLike, count: int | None = None) -> npt.NDArray[np.int64]:
    """Convert to int64, shape (count,), or of any length."""
    given = np.asarray(values)
    if given.ndim != 1 or (count is not None and len(given) != count) or given.dtype.kind not in "iu":
        shape = f"({given.size if count is None else count},)"
        raise ValueError(f"{name} must be integers of shape {shape}, not {given.dtype} {given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


def check_rows(rows: RowNumbers, size: int) -> None:
    """Check that row numbers are in range, different and ascending."""
    wrong = first_misplaced(rows, size)
    if wrong >= 0:
        after = f" after {rows[wrong - 1]}" if wrong else ""
        raise ValueError(
            f"rows must be different, ascending and in 0..{size - 1}; entry {wrong} is {rows[wrong]}{after}"
        )


def illegal_action(game: Ruleset, view: View, rows: RowNumbers, chosen: Actions) -> IllegalAction:
    """The error for the actions of some rows, at least one of which is not legal."""
    inside = (chosen >= 0) & (chosen < game.num_actions)
    legal = view.masks[rows, np.where(inside, chosen, 0)] & inside
    wrong, actions = rows[~legal], chosen[~legal]
    row, action, player = int(wrong[0]), int(actions[0]), int(view.current_players[wrong[0]])
    allowed = sorted(int(a) for a in view.actions[row, : view.counts[row]])
    phase = game.phase_names.get(int(view.phases[row]), str(view.phases[row]))
    rows_listed = f"{', '.join(map(str, wrong[:8]))}{'...' if len(wrong) > 8 else ''}"
    more = f" ({len(wrong)} rows in all: {rows_listed})" if len(wrong) > 1 else ""
    if player == TERMINAL:
        message = f"row {row}: action {action} refused: its game is over{more}; nothing was played"
    else:
        message = (
            f"row {row}: action {action} is not legal for player {player} in phase {phase}; "
            f"legal: {allowed}{more}; nothing was played"
        )
    return IllegalAction(message, action=action, player=player, phase=phase, legal=allowed)


def check_fit(game: Ruleset, rows: RowNumbers, records: Records, rngs: Generators) -> None:
    """Check the shape and dtype of records and generators, one of each a row."""
    if records.shape != rows.shape or records.dtype != game.spec.rules.state:
        raise ValueError(
            f"records must be those of {game.name}, of shape {rows.shape}, not {records.dtype} {records.shape}"
        )
    if rngs.shape != rows.shape or rngs.dtype != np.uint64:
        raise ValueError(f"rngs must be uint64 of shape {rows.shape}, not {rngs.dtype} {rngs.shape}")
    seats = int(records["players"].max(initial=0))
    if seats > game.num_players:
        raise ValueError(f"a record has {seats} seats, and a batch of {game!r} has {game.num_players}")


def check_positions(game: Ruleset, rows: RowNumbers, records: Records) -> None:
    """Check that every record is a possible position of a game with its options."""
    for k, row in enumerate(rows):
        try:
            game.spec.notation.validate(records[k : k + 1])
            check_options(game, records[k : k + 1])
        except PositionError as error:
            raise PositionError(f"the record for row {row} is refused: {error}") from error
