"""Scores by round of a game in progress or finished, as messages and replays hold them."""

from __future__ import annotations

from typing import Any

from croupier.table import Table
from croupier.table.table import Move


def scores_of(table: Table, moves: int | None = None) -> list[dict[str, Any]]:
    """The rounds that have ended, with everybody's scores; empty in a game without rounds.

    Args:
        table: the game.
        moves: how many of its moves count, from the first on; None for all.
    """
    if table.game.spec.words.round_score is None:
        return []
    ended = (ended_by(move) for move in table.moves[:moves])
    return [round_ for round_ in ended if round_ is not None]


def ended_by(move: Move) -> dict[str, Any] | None:
    """The round that a move has ended, with everybody's scores; None where it has ended none."""
    score = move.before.game.spec.words.round_score
    found = None if score is None else score(move.before, move.action, move.after)
    return None if found is None else found.data()
