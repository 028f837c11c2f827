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


def shallow(counts: list[int]) -> list[int]:
    """Depths that are walked every day: where there are few sequences."""
    return [depth for depth, count in enumerate(counts, 1) if count < 3000]


def reference_counts(
    game: Game, depths: int, possible: Callable[[Game], Sequence[Move]], play: Callable[[Game, Move], object]
) -> list[int]:
    """How many sequences of 1, 2, 3, ... plies a reference's game has, by trying all."""
    counts = [0] * depths

    def walk(game: Game, depth: int) -> None:
        moves = possible(game)
        counts[depth] += len(moves)
        for move in moves if depth + 1 < depths else ():
            after = copy.deepcopy(game)
            play(after, move)
            walk(after, depth + 1)

    walk(game, 0)
    return counts
