"""Node counts as files keep them: a position, ``:``, and how many sequences there are of 1, 2, 3, ... plies."""

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

Game = TypeVar("Game")
Move = TypeVar("Move")


def counted(file: Path) -> list[tuple[str, list[int]]]:
    """The positions of a file with their counts; lines that begin with ``#`` are none."""
    rows = [line.partition(":") for line in file.read_text().splitlines() if not line.startswith("#")]
    return [(position.strip(), [int(word) for word in counts.split()]) for position, _, counts in rows]


def _count(
    game: Game, depth: int, possible: Callable[[Game], Sequence[Move]], play: Callable[[Game, Move], object]
) -> int:
    """Sequences of so many plies."""
    if depth == 1:
        return len(possible(game))
    total = 0
    for move in possible(game):
        after = copy.deepcopy(game)
        play(after, move)
        total += _count(after, depth - 1, possible, play)
    return total


def reference_counts(
    game: Game, depths: int, possible: Callable[[Game], Sequence[Move]], play: Callable[[Game, Move], object]
) -> list[int]:
    """How many sequences of 1, 2, 3, ... plies a reference's game has, by trying all."""
    return [_count(game, depth, possible, play) for depth in range(1, depths + 1)]
