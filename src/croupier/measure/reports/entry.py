"""One agent's result on a leaderboard: a file with its own hash."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from dataclasses import field as dataclass_field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import FileError
from croupier.measure.play.metrics import Doubles, GameCounts
from croupier.measure.reports.board import (
    ENTRIES,
    Board,
    canonical,
    check_kinds,
    read_board,
    read_json,
    write_text,
)

FORMAT = "croupier-board-entry"
VERSION = 1
_DIGITS = 9
_KINDS: dict[str, type] = {
    "agent": str, "board": str, "croupier": str, "begun": str, "ended": str, "numbers": list, "wins": list,
    "points": list, "places": list, "others": list, "counted": dict, "model": dict,
}  # fmt: skip
_LATER: dict[str, type] = {"lost": dict, "provenance": dict, "utilities": list, "forfeits": list}
"""What older entries do not have."""


@dataclass(frozen=True, eq=False)
class BoardEntry:
    """What one agent got."""

    agent: str  # its name
    board: str  # digest of the board
    croupier: str  # version that played it
    begun: str  # when it began to play, in UTC
    ended: str  # when it had played
    numbers: list[int]  # which deals, in order; those with a void game are left out
    wins: list[list[float]]  # share of the win by deal and seat; also for the next three
    # points. Where a game has no bound of them, those of a game that the entry forfeited are None
    points: list[list[float]]
    places: list[list[float]]  # finishing place; seats that tie share the mean of their places
    # mean points of the field at that table, and where the entry forfeited the most there are, as above
    others: list[list[float]]
    counted: Mapping[str, Any]  # what the game counts beside, like bids made exactly, by its label
    model: Mapping[str, Any]  # of language models and programs what they took and what answered; else empty
    # what a sample of its decisions cost: a `croupier.measure.costs.lost.AgentLost` without the name, with
    # ``unit`` and ``judge``; empty where none were valued
    lost: Mapping[str, Any] = dataclass_field(default_factory=dict)
    # where it comes from, see `croupier.provenance`; empty in entries that are older than that
    provenance: Mapping[str, Any] = dataclass_field(default_factory=dict)
    # utility by deal and seat, of a game in which it says more than who has won; else empty
    utilities: list[list[float]] = dataclass_field(default_factory=list)
    # the deal and the seat of each game that it forfeited: it has the worst there in all of the above. Entries
    # of version 0.2 do not have it, and their forfeited games have the points as they stood
    forfeits: list[list[int]] = dataclass_field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """All of it as plain data, with its format."""
        found = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return {name: value for name, value in found.items() if value or name not in _LATER}

    @property
    def digest(self) -> str:
        """SHA-256 of all that it says, in hexadecimal digits."""
        return sha256(canonical(self.data())).hexdigest()

    def per_deal(self, measure: str) -> Doubles:
        """A deal's mean over the seats."""
        if measure in ("margin", "points") and self.model.get("forfeited", 0) > len(self.forfeits):
            return np.full(len(self.numbers), np.nan)
        if measure == "margin":
            return _means(self.points) - _means(self.others)
        return _means(getattr(self, measure))

    def counts(self, games: int) -> GameCounts:
        """How many of its games count."""
        return GameCounts(
            games, counted=sum(map(len, self.wins)), forfeited=self.model.get("forfeited", 0),
            void=self.model.get("void", 0),
        )  # fmt: skip

    @property
    def deals(self) -> npt.NDArray[np.int64]:
        """The numbers of its deals."""
        return np.array(self.numbers, dtype=np.int64)


def _means(by_seat: list[list[float]]) -> Doubles:
    found: Doubles = np.round(np.array(by_seat, dtype=np.float64).mean(axis=1), _DIGITS)
    return found


def plain(by_seat: Doubles) -> list[list[Any]]:
    """A measure by deal and seat as it is kept: nine digits, whole numbers as such, None without a bound."""
    return [[_plain(x) for x in row] for row in by_seat.tolist()]


def _plain(value: float) -> float | None:
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else round(value, _DIGITS)


def file_name(agent: str) -> str:
    """The file of an agent's entry: its name where that can be a file's, and no other agent's."""
    plain_name = agent.translate({ord(":"): "@", ord("/"): "+"})
    kept = re.sub(r"[^a-z0-9.,=@+_-]", "_", plain_name)[:80]
    odd = kept != plain_name or "@" in agent or "+" in agent
    return f"{kept}{'-' + sha256(agent.encode()).hexdigest()[:8] if odd else ''}.json"


def write_entry(folder: Path, entry: BoardEntry) -> Path:
    """Write an entry into the folder of its board."""
    path = folder / ENTRIES / file_name(entry.agent)
    lines = [f" {json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in entry.data().items()]
    write_text(path, "{\n" + ",\n".join([*lines, f' "digest": "{entry.digest}"']) + "\n}")
    return path


def read_entry(path: Path, board: Board) -> BoardEntry:
    """Read an entry."""
    data = read_json(path, "an entry", FORMAT, VERSION, _KINDS)
    later = {name: data.get(name, kind()) for name, kind in _LATER.items()}
    check_kinds(path, later, _LATER)
    entry = BoardEntry(**{name: data[name] for name in _KINDS}, **later)
    if data.get("digest") != entry.digest:
        raise FileError(f"{path} was changed: its digest is {entry.digest[:16]}, not what it says")
    if entry.board != board.digest:
        raise FileError(f"{path} was played for another board: {entry.board[:16]}, not {board.digest[:16]}")
    seats, numbers = len(board.field) + 1, entry.numbers
    if not numbers or sorted(set(numbers)) != numbers or numbers[0] < 0 or numbers[-1] >= board.deals:
        raise FileError(f"{path} names deals that its board does not have, or none")
    for name in ("wins", "points", "places", "others", *(["utilities"] if entry.utilities else [])):
        if np.shape(getattr(entry, name)) != (len(numbers), seats):
            raise FileError(f"{path} has {name} of another form than {len(numbers)} deals of {seats} seats")
    return entry


def read_entries(folder: Path) -> tuple[Board, list[BoardEntry]]:
    """Read a board with its entries, in the order of their names."""
    board = read_board(folder)
    found = [read_entry(path, board) for path in sorted((folder / ENTRIES).glob("*.json"))]
    names = [entry.agent for entry in found]
    if len(set(names)) != len(names):
        raise FileError(f"{folder / ENTRIES} has two entries of one agent")
    return board, sorted(found, key=lambda entry: entry.agent)
