"""One row of a batch, as adapters with one table need it: its state, and the check of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from croupier.core.base.errors import as_whole
from croupier.core.engine.batch import Batch
from croupier.core.engine.state import State

if TYPE_CHECKING:
    from croupier.core.engine.game import Game


def row_state(batch: Batch, row: int) -> State:
    """A row as it stands, as a `State` of its own, hidden parts included.

    It has the game's trail where the batch keeps trails.
    """
    part = slice(row, row + 1)
    records, rngs = batch.records[part].copy(), batch.rngs[part].copy()
    seed, plies = int(batch.seeds[row]), int(batch.plies[row])
    game = cast("Game", batch.game)  # a batch is dealt from nothing else
    return State(game, records, rngs, seed, "", [], earlier=plies, trail=batch.trail(row))


def checked_action(batch: Batch, row: int, action: object) -> int:
    """An action as an int, if it is legal in a row; an array of no dimensions, as libraries sample it, will do."""
    number = as_whole(action)
    if number is not None and 0 <= number < batch.game.num_actions and batch.masks[row, number]:
        return number
    given: Any = action.item() if isinstance(action, np.ndarray) and action.ndim == 0 else action
    row_state(batch, row).apply_action(given)  # raises IllegalAction
    raise AssertionError(f"{batch.game!r} takes action {given!r} and its mask does not")
