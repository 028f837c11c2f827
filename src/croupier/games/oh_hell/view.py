"""The table of Oh Hell as plain data: a seat sees its own hand; all see bids, tricks and what was played."""

from __future__ import annotations

from typing import Any

from croupier.core.base.types import Records
from croupier.core.engine.view import by_seat, card_name, object_of, own_hand, points_by_seat, seat_number, value
from croupier.core.spec.spec import Schema
from croupier.games.oh_hell.rules import round_count
from croupier.games.tricks.cards import CARDS, NOBODY, RANKS, SUIT_LETTERS, names_of
from croupier.games.tricks.view import seen_tricks, trick_parts

SCHEMA: Schema = object_of(
    "The table of Oh Hell.",
    round=value("integer", "number of the round, from 1"),
    rounds=value("integer", "rounds of the game (OH-2)"),
    cards=value("integer", "cards dealt to each seat this round (OH-2)"),
    dealer=seat_number("who deals; null before the first deal", null=True),
    turned=card_name("the card turned up; null if none is (OH-3)", null=True),
    trump=value("string", "the suit of trumps: C, D, H or S; null if there is none (OH-3)", null=True),
    bids=by_seat(value("integer", "tricks bid; null before", null=True), "the bids of this round (OH-4)"),
    won=by_seat(value("integer", "tricks"), "tricks won this round (OH-5)"),
    scores=points_by_seat("points of all rounds scored, by seat (OH-6)"),
    **trick_parts("OH-5"),
    hand=own_hand("the own hand by suit and rank; null for a spectator", null=True),
)


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """The table as a seat may know it."""
    s = records[0]
    people, turned = int(s["players"]), int(s["turned"])
    over = bool(s["cards"] and s["played"] == people * s["cards"])  # the round; the next deal is due
    return {
        "round": int(s["round"]) + (not over),
        "rounds": round_count(int(s["schedule"]), int(s["largest"])),
        "cards": int(s["cards"]),
        "dealer": None if s["dealer"] == NOBODY else int(s["dealer"]),
        "turned": None if turned == NOBODY else CARDS[turned],
        "trump": None if turned == NOBODY else SUIT_LETTERS[turned // RANKS],
        "bids": [None if bid == NOBODY else bid for bid in s["bids"][:people].tolist()],
        "won": s["won"][:people].tolist(),
        "scores": s["scores"][:people].tolist(),
        **seen_tricks(s),
        "hand": None if seat is None else names_of((s["where"] == seat).nonzero()[0]),
    }  # fmt: skip
