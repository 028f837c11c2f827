"""The result of a finished game by people's names, for its circle, and standings over such games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.server.base.plain_text import skeleton
from croupier.server.base.runtime import hashed
from croupier.server.room.room import Room
from croupier.server.storage.circles import CircleGame
from croupier.server.storage.log import LOGGER, UnavailableError
from croupier.server.storage.store import Store

LONGEST_CIRCLE_NAME = 48


def result_of(room: Room, grants: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """A finished game as stored in a circle: names and results, no cards."""
    if room.ended is None:
        raise ValueError("the game is not over")
    returns, points = room.ended["returns"], room.ended["points"]
    best = max(returns)
    winners = sum(each == best for each in returns)
    browsers = list(grants)
    seats = [
        {
            "name": name, "by": sorted(browser for browser, member in browsers if member == chair.member),
            "agent": chair.agent, "points": points[seat],
            "place": 1 + sum(each > points[seat] for each in points),
            # its share of the win
            "won": 1.0 / winners if returns[seat] == best else 0.0,
            **_rounds_of(room, seat),
        }
        for seat, (name, chair) in enumerate(zip(room.names, room.chairs, strict=True))
    ]  # fmt: skip
    return {"game": room.name, "seats": seats}


async def keep_result(room: Room, store: Store) -> bool:
    """Store the result of a table's game in its circle."""
    if room.circle is None:
        raise ValueError("the table has no circle")
    try:
        result = result_of(room, await store.grants_of(room.id))
        await store.circles.add(hashed(room.circle), CircleGame(room.id, room.at, result))
    except UnavailableError as error:
        LOGGER.warning("the result of table %s is not in its circle yet: %s", room.id, error.message)
        return False
    return True


def _rounds_of(room: Room, seat: int) -> dict[str, Any]:
    """Number of a seat's exact bids, and the most that it captured in a round."""
    rounds = [] if room.table is None else [each for each in room.table.rounds if each is not None]
    scores = [score for each in rounds for score in each.seats if score.seat == seat]
    bids = [score.bid == score.won for score in scores if score.bid is not None]
    captured = [score.captured for score in scores if score.captured is not None]
    return {"bids": [sum(bids), len(bids)] if bids else None, "capture": max(captured, default=None)}


@dataclass
class Standing:
    """A person's totals over all games of a circle."""

    name: str
    games: int = 0
    won: float = 0.0  # sum of shares of wins
    places: float = 0.0  # mean place
    made: int = 0  # exact bids
    bids: int = 0
    capture: int | None = None  # most points captured in a round; None in games without captures


@dataclass(frozen=True)
class CountedSeat:
    """A seat of a game of a circle."""

    result: Mapping[str, Any]  # see `result_of`
    counts: bool  # whether it counts for its name
    owners: frozenset[str]  # hashed cookies of the browsers that own the name so far


def counted(results: Iterable[Mapping[str, Any]]) -> list[list[CountedSeat]]:
    """The seats of a circle's games, with whether each counts for its name."""
    # A name, with all that look like it, belongs to the browsers that first used it. A game counts for it if one
    # of them spoke for it there, or if that was accepted (``accepted``); then all browsers that spoke for it own
    # the name too. Games older than this record count.
    owners: dict[str, frozenset[str]] = {}
    games = []
    for result in results:
        seats = []
        for seat in result["seats"]:
            look, by = skeleton((seat["name"] or "").casefold()), frozenset(seat.get("by", ()))
            known = owners.get(look, frozenset())
            counts = "by" not in seat or seat.get("accepted", False) or not known or bool(known & by)
            if counts and seat["name"] is not None:
                owners[look] = known | by
            seats.append(CountedSeat(seat, counts or seat["name"] is None, known))
        games.append(seats)
    return games


def standings(results: Iterable[Mapping[str, Any]]) -> list[Standing]:
    """The people of a circle by wins; agents and games that do not count are left out."""
    found: dict[str, Standing] = {}
    for seats in counted(results):
        for seat in (each.result for each in seats if each.counts and each.result["name"] is not None):
            each = found.setdefault(seat["name"], Standing(seat["name"]))
            each.places = (each.places * each.games + seat["place"]) / (each.games + 1)
            each.games += 1
            each.won += seat["won"]
            made, bids = seat["bids"] or (0, 0)
            each.made, each.bids = each.made + made, each.bids + bids
            if seat["capture"] is not None:
                each.capture = max(seat["capture"], each.capture or 0)
    return sorted(found.values(), key=lambda each: (-each.won, each.places, each.name))
