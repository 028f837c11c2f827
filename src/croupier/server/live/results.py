"""What a finished game came to by people's names, for the circle that keeps it, and standings over such games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from croupier.server.base.secret import hashed
from croupier.server.room.room import Room
from croupier.server.storage.circles import CircleGame, CircleStore
from croupier.server.storage.log import LOGGER, UnavailableError

LONGEST_CIRCLE_NAME = 48


def result_of(room: Room) -> dict[str, Any]:
    """A finished game as a circle keeps it: names and results, no card.

    Args:
        room: the table.

    Returns:
        ``game``, and ``seats``: of each the ``name`` of its person (None for an agent), the ``agent``, its
        ``points``, ``place`` from 1, ``won`` (its share of the win), ``bids`` (how many came out exactly, and of
        how many; None in games without) and ``capture``, the most points captured in a round (None likewise).

    Raises:
        ValueError: the game is not over.
    """
    if room.ended is None:
        raise ValueError("the game is not over")
    returns, points = room.ended["returns"], room.ended["points"]
    best = max(returns)
    winners = sum(each == best for each in returns)
    seats = []
    for seat, chair in enumerate(room.chairs):
        name = None if chair.member is None else room.members[chair.member].name
        seats.append({
            "name": name, "agent": chair.agent, "points": points[seat],
            "place": 1 + sum(each > points[seat] for each in points),
            "won": 1.0 / winners if returns[seat] == best else 0.0,
            **_rounds_of(room, seat),
        })  # fmt: skip
    return {"game": room.name, "seats": seats}


async def keep_result(room: Room, circles: CircleStore) -> bool:
    """Let the circle of a table keep what its game came to.

    Returns:
        Whether it does: the database answers.
    """
    if room.circle is None:
        raise ValueError("the table has no circle")
    try:
        await circles.add(hashed(room.circle), CircleGame(room.id, room.at, result_of(room)))
    except UnavailableError as error:
        LOGGER.warning("the result of table %s is not in its circle yet: %s", room.id, error.told)
        return False
    return True


def _rounds_of(room: Room, seat: int) -> dict[str, Any]:
    """How many of a seat's bids came out exactly, and the most that it captured in a round."""
    rounds = [] if room.table is None else [each for each in room.table.rounds if each is not None]
    scores = [score for each in rounds for score in each.seats if score.seat == seat]
    bids = [score.bid == score.won for score in scores if score.bid is not None]
    captured = [score.captured for score in scores if score.captured is not None]
    return {"bids": [sum(bids), len(bids)] if bids else None, "capture": max(captured, default=None)}


@dataclass
class Standing:
    """What a person has made in all games of a circle.

    Attributes:
        name: of the person.
        games: how many.
        won: shares of their wins, added.
        places: mean place.
        made: bids that came out exactly.
        bids: all bids.
        capture: the most points captured in a round; None in games without captures.
    """

    name: str
    games: int = 0
    won: float = 0.0
    places: float = 0.0
    made: int = 0
    bids: int = 0
    capture: int | None = None

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)


def standings(results: Iterable[Mapping[str, Any]]) -> list[Standing]:
    """The people of a circle, who has won most first; agents are left out.

    Args:
        results: games, as `result_of` gives them.
    """
    found: dict[str, Standing] = {}
    for result in results:
        for seat in result["seats"]:
            if seat["name"] is None:
                continue
            each = found.setdefault(seat["name"], Standing(seat["name"]))
            each.places = (each.places * each.games + seat["place"]) / (each.games + 1)
            each.games += 1
            each.won += seat["won"]
            made, bids = seat["bids"] or (0, 0)
            each.made, each.bids = each.made + made, each.bids + bids
            if seat["capture"] is not None:
                each.capture = max(seat["capture"], each.capture or 0)
    return sorted(found.values(), key=lambda each: (-each.won, each.places, each.name))
