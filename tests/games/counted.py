"""Node counts as files keep them: a position, ``:``, and how many sequences there are of 1, 2, 3, ... plies."""

from pathlib import Path


def counted(file: Path) -> list[tuple[str, list[int]]]:
    """The positions of a file with their counts; lines that begin with ``#`` are none."""
    rows = [line.partition(":") for line in file.read_text().splitlines() if not line.startswith("#")]
    return [(position.strip(), [int(word) for word in counts.split()]) for position, _, counts in rows]
