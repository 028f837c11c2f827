"""The table of Hearts as plain data: a seat sees its hand and what it passed and got; all see what was played."""

from __future__ import annotations

from typing import Any

from croupier.core import (
    Schema,
    array_of,
    by_seat,
    card_name,
    object_of,
    own_hand,
    points_by_seat,
    seat_number,
    value,
)
from croupier.core.base.types import Record, Records
from croupier.games.hearts.rules import PASSED, PASSINGS, deal_points, direction_of
from croupier.games.tricks.cards import NOBODY, names_of
from croupier.games.tricks.view import seen_tricks, trick_parts


def _own(description: str) -> Schema:
    return array_of(card_name("a card"), f"{description}; null for a spectator", null=True)


SCHEMA: Schema = object_of(
    "The table of Hearts.",
    deal=value("integer", "number of the deal, from 1"),
    deals=value("integer", "most deals of the game (HE-8)"),
    target=value("integer", "penalty points that end the game; null for none (HE-8)", null=True),
    passing=value(
        "string", "`left`, `right`, `across` or `none` in this deal; null before the first (HE-2)", null=True
    ),
    broken=value("boolean", "whether hearts may be led (HE-5)"),
    taken=by_seat(value("integer", "points"), "points of hearts and the queen of spades taken this deal (HE-6)"),
    queen=seat_number("who has taken the queen of spades this deal; null for nobody yet", null=True),
    jack=seat_number(
        "who has taken the jack of diamonds this deal, where it counts; null for nobody yet", null=True
    ),
    gained=by_seat(
        value("integer", "points"), "penalty points of the deal, once it is played; null before (HE-7)", null=True
    ),
    scores=points_by_seat("penalty points of all deals scored, by seat (HE-9)", penalties=True),
    **trick_parts("HE-3"),
    to=seat_number(
        "who gets the cards that the own seat passes this deal; null for nobody and a spectator", null=True
    ),
    passed=_own("the own cards that are passed this deal, so far (HE-2)"),
    received=_own("the cards that the own seat was passed this deal, once all have passed theirs (HE-2)"),
    hand=own_hand("the own hand by suit and rank; null for a spectator", null=True),
)


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """The table as a seat may know it."""
    s = records[0]
    people = int(s["players"])
    over = bool(s["cards"] and s["played"] == people * s["cards"])  # the deal; the next is due
    giver = None if seat is None else (seat - int(s["direction"])) % people
    where, given = s["where"], s["given"]
    passing = _direction(s) if s["cards"] else None
    return {
        "deal": int(s["deal"]) + (not over),
        "deals": int(s["max_deals"]),
        "target": int(s["target"]) or None,
        "passing": passing,
        "broken": bool(s["broken"]),
        "taken": s["taken"][:people].tolist(),
        "queen": None if s["queen_by"] == NOBODY else int(s["queen_by"]),
        "jack": None if s["jack_by"] == NOBODY or not s["jack"] else int(s["jack_by"]),
        "gained": [deal_points(s, k) for k in range(people)] if over else None,
        "scores": s["scores"][:people].tolist(),
        **seen_tricks(s),
        "to": None if seat is None or not passing or not s["direction"] else (seat + int(s["direction"])) % people,
        "passed": None if seat is None else names_of(((where == PASSED + seat) | (given == seat)).nonzero()[0]),
        "received": None if seat is None else names_of(((given == giver) & (given != NOBODY)).nonzero()[0]),
        "hand": None if seat is None else names_of((where == seat).nonzero()[0]),
    }  # fmt: skip


def _direction(s: Record) -> str:
    """HE-2: the name of this deal's direction, the first that matches the number of seats."""
    seats = [direction_of(number, 0, int(s["players"])) for number in range(1, len(PASSINGS))]
    return PASSINGS[1 + seats.index(s["direction"])]
