"""What a seat may know of the table of Oh Hell, as data, and positions as text: a deal, bid and played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from croupier.core.base.types import Record, Records
from croupier.core.engine.view import by_seat, card_name, object_of, own_hand, points_by_seat, seat_number, value
from croupier.core.spec.spec import Schema
from croupier.games.oh_hell import rules
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.rules import BONUS, LARGEST, TURNED, round_count, seat_points
from croupier.games.tricks.cards import CARDS, DECK, NOBODY, RANKS, SUIT_LETTERS, names_of
from croupier.games.tricks.positions import DealNotation, Range
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
    """What a seat may know of the table."""
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


class _Notation(DealNotation):
    """The card turned up belongs to the deal; bids come before the plays."""

    rules: ClassVar[Any] = rules
    say = staticmethod(say)
    called: ClassVar = {"rounds": "schedule"}
    heading = ("dealer",)
    dealt = ("turned",)
    done: ClassVar = {"bids": DECK, "plays": 0}

    def gained(self, s: Record, seat: int) -> int:
        return seat_points(int(s["bids"][seat]), int(s["won"][seat]), int(s["scoring"]))

    def bounds(self, s: Record) -> tuple[int, int, int]:
        return round_count(int(s["schedule"]), int(s["largest"])), 0, BONUS + LARGEST

    def written(self, s: Record) -> dict[str, str]:
        return super().written(s) | {"turned": names_of(s["turned"])[0] if s["turned"] != NOBODY else ""}

    def deal(self, s: Record, fields: Mapping[str, str]) -> None:
        if bool(s["trump"]) != ("turned" in fields):
            self.refuse("hands", fields["hands"], s)
        if s["trump"]:
            card = self.cards(fields["turned"], "turned", 1)[0]
            if s["where"][card] != NOBODY:
                self.refuse("hands", fields["hands"], s)
            s["turned"], s["where"][card] = card, TURNED

    def ranges(self, s: Record) -> Iterable[Range]:
        return ("turned", NOBODY, DECK - 1), ("bids_in", 0, int(s["players"]))


NOTATION = _Notation()
