"""Scores by round of a game in progress or finished, as messages hold them."""

from __future__ import annotations

from typing import Any

from croupier.table import Table


def scores_of(table: Table, moves: int | None = None) -> list[dict[str, Any]]:
    """The rounds that have ended, with everybody's scores; empty in a game without rounds.

    Args:
        table: the game.
        moves: how many of its moves count, from the first on; None for all.
    """
    return [ended.data() for ended in table.rounds[:moves] if ended is not None]
