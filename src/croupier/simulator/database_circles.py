"""Circles of a model database."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from croupier.server.storage.circles import MOST_GAMES, Circle, CircleGame
from croupier.server.storage.log import UnavailableError


@dataclass
class _Kept:
    name: str
    last: int
    deleted_at: int | None = None
    games: dict[str, CircleGame] = field(default_factory=dict)
    host: str = ""


class ModelCircles:
    """See `croupier.server.storage.circles.CircleStore`."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def make(self, circle: str, name: str, at: int, host: str) -> None:
        """Make a circle."""
        if circle in self._kept:
            raise UnavailableError("the database: there is such a circle")
        self._kept[circle] = _Kept(name, at, host=host)

    def read(self, circle: str) -> Circle | None:
        """A circle with its games."""
        found = self._kept.get(circle)
        if found is None:
            return None
        latest = sorted(found.games.values(), key=lambda each: (-each.at, each.table))[:MOST_GAMES]
        return Circle(
            found.name,
            found.last,
            found.deleted_at,
            tuple(each for each in reversed(latest) if each.result),
            found.host,
        )

    def add(self, circle: str, game: CircleGame) -> bool:
        """Add a game, once."""
        found = self._kept.get(circle)
        if found is None:
            return False
        found.last = game.at
        found.games.setdefault(game.table, game)
        return True

    def change(self, circle: str, game: CircleGame, at: int) -> None:
        """Let a game of it have another result; with an empty one it is out."""
        found = self._kept.get(circle)
        if found is not None:
            found.last = at
            if game.table in found.games:
                found.games[game.table] = replace(found.games[game.table], result=game.result)

    def move(self, circle: str, to: str, at: int) -> None:
        """Let it be found by another link alone."""
        if circle in self._kept:
            if to in self._kept:
                raise UnavailableError("the database: there is such a circle")
            self._kept[to] = self._kept.pop(circle)
            self._kept[to].last = at

    def rename(self, circle: str, name: str, at: int) -> None:
        """Let it be called something else."""
        if circle in self._kept:
            self._kept[circle].name, self._kept[circle].last = name, at

    def delete_at(self, circle: str, when: int | None, at: int) -> None:
        """Let it be deleted at some time."""
        if circle in self._kept:
            self._kept[circle].deleted_at, self._kept[circle].last = when, at

    def forget(self, now: int, before: int | None) -> None:
        """Delete the circles whose time has come."""
        self._kept = {
            name: each for name, each in self._kept.items()
            if (each.deleted_at is None or each.deleted_at > now) and (before is None or each.last >= before)
        }  # fmt: skip
