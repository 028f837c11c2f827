"""Positions of Oh Hell as one line of text: the deal of a round, bid and played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from croupier.core.base.types import Record
from croupier.games.oh_hell import rules
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.rules import BONUS, LARGEST, TURNED, round_count, seat_points
from croupier.games.tricks.cards import DECK, NOBODY, names_of
from croupier.games.tricks.positions import DealNotation, Range


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
