"""The table of results: one row per seat of each game. Every report on matches groups it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from io import StringIO
from operator import getitem
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.files import write_errors, writing
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Match, PlayedChunk, TableNumbers, counter_of
from croupier.measure.play.match import Outcome, Seating, deal_seeds
from croupier.measure.play.metrics import SeatResults, places
from croupier.table.recorded import deal_key

_GAMES_AT_ONCE = 1 << 16
_Counts = Mapping[str, npt.NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class Results:
    """The games of whole deals, table by table."""

    match: Match
    seatings: Seating  # place in the line-up of the agent in each seat, at each table of a deal
    first: int  # number of the first deal
    outcome: Outcome
    counts: _Counts  # `Measures.counts` of the recorded seats, shape (games, seats, ...)

    @classmethod
    def of(cls, match: Match, seatings: Seating, first: int, chunks: Iterable[PlayedChunk]) -> Results:
        """Concatenate the results of chunks."""
        parts = [chunk.arrays() for chunk in chunks]
        played = PlayedChunk.of_arrays({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
        return cls(match, seatings, first, played.outcome, played.counts)

    def __len__(self) -> int:
        return len(self.outcome.plies)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return len(self) // len(self.seatings)

    def by_deal(self, column: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A column of the games, shape (deals, tables, ...)."""
        return column.reshape(self.deals, len(self.seatings), *column.shape[1:])

    def parts(self) -> Iterator[tuple[TableNumbers, SeatResults]]:
        """Numbers of the games and results of each seat, in blocks that fit into memory."""
        for start in range(0, len(self), _GAMES_AT_ONCE):
            numbers = np.arange(start, min(start + _GAMES_AT_ONCE, len(self)))
            some = Outcome(**{each.name: getattr(self.outcome, each.name)[numbers] for each in fields(Outcome)})
            yield numbers, some.results(self.match.game)

    def measures(self) -> dict[str, Any]:
        """The game's measures of the first agent in the line-up; empty if nothing is counted."""
        own = np.tile(np.argmin(self.seatings, axis=1), self.deals)
        rows = np.arange(len(self))
        taken = {name: each[rows, own if each.shape[1] > 1 else 0] for name, each in self.counts.items()}
        return figures(self.match.game, {name: each.sum(axis=0, dtype=np.int64) for name, each in taken.items()})

    def rows(self, match: int = 0, before: int = 0) -> Iterator[dict[str, Any]]:
        """One row per seat: its result, and the game's measures if they are recorded.

        ``deal`` is a key, as in the table of costs. ``entry`` is the agent's place in the line-up, where it may be
        twice; 0 is an agent that is reported on. ``against`` names the other agents at the table once each, in
        line-up order. ``counted`` is false if another seat forfeited the game, or it was not finished.
        """
        game, agents = self.match.game, self.match.agents
        shown = () if game.spec.evaluation is None or not self.counts else game.spec.evaluation().rows
        keys = dict.fromkeys(key for row in shown for key in (row.value, row.count) if key)
        against = [_against([agents[which].name for which in sorted(row)]) for row in self.seatings.tolist()]
        for numbers, found in self.parts():
            placed = places(found.ranks)
            seeds = deal_seeds(self.match.seed, self.first + numbers // len(self.seatings)).tolist()
            for row, number in enumerate(numbers.tolist()):
                table = number % len(self.seatings)
                for seat, which in enumerate(self.seatings[table].tolist()):
                    counts = {name: each[number, seat] for name, each in self.counts.items()}
                    counted = figures(game, counts)
                    yield {
                        "match": match, "game": before + number, "deal": deal_key({"seed": seeds[row]}),
                        "seat": seat, "entry": which, "agent": agents[which].name,
                        "against": against[table][agents[which].name], "players": game.num_players,
                        "win": float(found.shares[row, seat]),
                        "points": float(found.points[row, seat]), "place": float(placed[row, seat]),
                        "utility": float(found.utilities[row, seat]),
                        "decisions": int(self.outcome.plies[number]), "counted": bool(found.counts[row, seat]),
                        **{".".join(key): at(counted, key) for key in keys},
                    }  # fmt: skip


def _against(table: Sequence[str]) -> dict[str, str]:
    """The names of the others at a table, by name."""
    others = {name: list(table) for name in table}
    for name, rest in others.items():
        rest.remove(name)
    return {name: ", ".join(dict.fromkeys(rest)) for name, rest in others.items()}


def figures(game: Game, sums: _Counts) -> dict[str, Any]:
    """`Measures.result` of summed counts; empty without counts."""
    counter = counter_of(game, 0) if sums else None
    if counter is None:
        return {}
    counter.merge(sums)
    return counter.result()


def at(found: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """A value in nested dictionaries."""
    return reduce(getitem, keys, found)


def write_csv(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write a table as CSV with a header."""
    whole, text = list(rows), StringIO()
    table = csv.DictWriter(text, list(dict.fromkeys(name for row in whole for name in row)), lineterminator="\n")
    table.writeheader()
    table.writerows(whole)
    with write_errors(path), writing(path) as out:
        out.write(text.getvalue().encode())


def results_rows(tables: Iterable[Results]) -> Iterator[dict[str, Any]]:
    """The rows of several tables, with matches and games numbered on; a match may be in several tables."""
    match, before, last = -1, 0, None
    for each in tables:
        match += each.match is not last
        last = each.match
        yield from each.rows(match, before)
        before += len(each)
