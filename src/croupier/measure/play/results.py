"""The table of results: what each seat of each game got, a row a seat, for grouping by anything."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from croupier.core.base.errors import FileError
from croupier.core.base.files import writing
from croupier.measure.play.chunks import Chunk, Match, PlayedChunk
from croupier.measure.play.metrics import places


class ResultsTable:
    """Rows of the games that are played, in the order of their chunks.

    Attributes:
        rows: a mapping a seat: ``game`` (its number), ``deal``, ``seat``, ``agent``, ``win`` (share of it),
            ``points``, ``place``, ``utility``, ``decisions`` of the whole game, and ``counted``: whether the game
            counts for the seat. It does not where another has forfeited it, nor where it did not come to its end.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.rows: list[Mapping[str, Any]] = []
        self._games = 0

    def add(self, match: Match, chunk: Chunk, played: PlayedChunk) -> None:
        """Add the games of a chunk."""
        found = played.outcome.results(match.game)
        placed = places(found.ranks)
        for row in range(len(chunk)):
            for seat, which in enumerate(chunk.seating[row].tolist()):
                self.rows.append(
                    {
                        "game": self._games + row, "deal": int(chunk.deals[row]), "seat": seat,
                        "agent": match.agents[which].name, "win": float(found.shares[row, seat]),
                        "points": float(found.points[row, seat]), "place": float(placed[row, seat]),
                        "utility": float(found.utilities[row, seat]), "decisions": int(played.outcome.plies[row]),
                        "counted": bool(found.counts[row, seat]),
                    }
                )  # fmt: skip
        self._games += len(chunk)


def write_csv(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write a table, with the names of its columns above."""
    whole, text = list(rows), StringIO()
    table = csv.DictWriter(text, list(dict.fromkeys(name for row in whole for name in row)), lineterminator="\n")
    table.writeheader()
    table.writerows(whole)
    try:
        with writing(path) as out:
            out.write(text.getvalue().encode())
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error
