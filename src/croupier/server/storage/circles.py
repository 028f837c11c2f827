"""Circles in the database: finished games of the same people, independent of tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Update, delete, insert, literal, or_, select, update

from croupier.server.storage.log import Queries
from croupier.server.storage.schema import circle_games, circles

MOST_GAMES = 1000
"""Most games of a circle that are read, the latest ones."""


@dataclass(frozen=True)
class CircleGame:
    """A finished game of a circle."""

    table: str
    at: int  # end of the game, in milliseconds since 1970
    result: dict[str, Any]  # see `croupier.server.live.results.result_of`


@dataclass(frozen=True)
class Circle:
    """A circle: games of the same people."""

    name: str
    last: int  # last change, in milliseconds since 1970
    deleted_at: int | None = None  # None for no deletion
    games: tuple[CircleGame, ...] = ()  # oldest first
    host: str = ""  # hash of the cookie of the browser that made it; empty in older ones


class Circles(Queries):
    """The circles of a database, each by the hash of its link."""

    async def make(self, circle: str, name: str, at: int, host: str) -> None:
        """Make an empty circle."""
        await self.change(insert(circles).values(hash=circle, name=name, last=at, host=host))

    async def read(self, circle: str) -> Circle | None:
        """A circle with its games; None if there is none."""
        games = select(circle_games).where(circle_games.c.circle == circle)
        games = games.order_by(circle_games.c.at.desc(), circle_games.c.game).limit(MOST_GAMES)
        async with self.transaction(reads=True) as connection:
            row = (await connection.execute(select(circles).where(circles.c.hash == circle))).first()
            if row is None:
                return None
            rows = (await connection.execute(games)).all()
        games_kept = (CircleGame(each.game, each.at, json.loads(each.result)) for each in reversed(rows))
        played = tuple(each for each in games_kept if each.result)
        return Circle(row.name, row.last, row.deleted_at, played, row.host)

    async def add(self, circle: str, game: CircleGame) -> bool:
        """Add a game once; returns whether the circle exists."""
        values = {"circle": circle, "game": game.table, "at": game.at, "result": json.dumps(game.result)}
        async with self.transaction() as connection:
            there: bool = (await connection.execute(_touched(circle, game.at))).rowcount == 1
            if there:
                await connection.execute(self.put(circle_games).values(values).on_conflict_do_nothing())
            return there

    async def set_result(self, circle: str, game: CircleGame, at: int) -> None:
        """Change the result of a game; an empty one removes it for good."""
        one = (circle_games.c.circle == circle, circle_games.c.game == game.table)
        changed = update(circle_games).where(*one).values(result=json.dumps(game.result))
        await self.change(_touched(circle, at), changed)

    async def move(self, circle: str, to: str, at: int) -> None:
        """Replace the link of a circle."""
        same = [literal(to), circles.c.name, literal(at), circles.c.deleted_at, circles.c.host]
        names = ["hash", "name", "last", "deleted_at", "host"]
        await self.change(
            insert(circles).from_select(names, select(*same).where(circles.c.hash == circle)),
            update(circle_games).where(circle_games.c.circle == circle).values(circle=to),
            delete(circles).where(circles.c.hash == circle),
        )

    async def rename(self, circle: str, name: str, at: int) -> None:
        """Rename a circle."""
        await self.change(_touched(circle, at).values(name=name))

    async def delete_at(self, circle: str, when: int | None, at: int) -> None:
        """Set or cancel the deletion of a circle."""
        await self.change(_touched(circle, at).values(deleted_at=when))

    async def forget(self, now: int, before: int | None) -> None:
        """Delete the circles whose time has come, and those without changes since a time."""
        old = circles.c.deleted_at <= now
        if before is not None:
            old = or_(old, circles.c.last < before)
        await self.change(delete(circles).where(old))


def _touched(circle: str, at: int) -> Update:
    """The update of a circle's last change."""
    return update(circles).where(circles.c.hash == circle).values(last=at)
