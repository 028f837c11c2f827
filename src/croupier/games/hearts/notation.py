"""Positions of Hearts as one line of text: a deal, passed and played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from croupier.core.base.types import Record
from croupier.games.hearts import rules
from croupier.games.hearts.english import say
from croupier.games.hearts.rules import ALL_POINTS, JACK_POINTS, PASSED, PASSES, PLAYED, begin, deal_points
from croupier.games.tricks.cards import DECK, NOBODY, names_of
from croupier.games.tricks.positions import DealNotation, Range


class _Notation(DealNotation):
    """Hands are written as they were dealt, then the cards that were passed."""

    rules: ClassVar[Any] = rules
    say = staticmethod(say)
    counted = "deal"
    done: ClassVar = {"passed": DECK, "plays": 0}

    def gained(self, s: Record, seat: int) -> int:
        return int(deal_points(s, seat))

    def bounds(self, s: Record) -> tuple[int, int, int]:
        return int(s["max_deals"]), JACK_POINTS - ALL_POINTS, ALL_POINTS

    def in_deck(self, card: int, players: int) -> bool:
        return bool(rules.in_deck(card, players))

    def hand(self, s: Record, seat: int) -> Any:
        where, given = s["where"], s["given"]
        kept = ((where == seat) | (where == PLAYED + seat)) & (given == NOBODY)
        return kept | (where == PASSED + seat) | (given == seat)

    def written(self, s: Record) -> dict[str, str]:
        passed = [(s["where"] == PASSED + k) | (s["given"] == k) for k in range(int(s["players"]))]
        return {"passed": "/".join(",".join(names_of(each.nonzero()[0])) for each in passed if each.any())}

    def deal(self, s: Record, fields: Mapping[str, str]) -> None:
        if 0 < s["target"] <= s["scores"].max():
            self.refuse("scores", fields["scores"], s)
        begin(s)

    def ranges(self, s: Record) -> Iterable[Range]:
        people, seat = int(s["players"]), (NOBODY, int(s["players"]) - 1)
        points = ("direction", 0, people - 1), ("passed", 0, PASSES * people), ("taken", 0, ALL_POINTS)
        return *points, *((name, *seat) for name in ("queen_by", "jack_by", "given"))


NOTATION = _Notation()
