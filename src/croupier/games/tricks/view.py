"""Shared parts of views of games with tricks: the current trick, and the last one."""

from __future__ import annotations

from typing import Any

from croupier.core import Record, laid_cards, seat_number
from croupier.games.tricks.cards import CARDS, NOBODY


def trick_parts(rule: str) -> dict[str, Any]:
    """The schemas of the result of `seen_tricks`, with the number of the rule about tricks."""
    return {
        "last_trick": laid_cards("the last finished trick in the order of play; null before the first", null=True),
        "last_winner": seat_number("who won it; null before the first", null=True),
        "trick": laid_cards(f"the trick under way, in the order of play ({rule})"),
    }


def seen_tricks(s: Record) -> dict[str, Any]:
    """The last trick with its winner, and the trick under way."""
    people, last, laid = int(s["players"]), int(s["last_leader"]), int(s["laid"])
    before = enumerate(s["last_trick"][:people])
    lying = enumerate(s["plays"][int(s["played"]) - laid : int(s["played"])])
    leader = (int(s["player"]) - laid) % people
    return {
        "last_trick": None if last == NOBODY else [
            {"seat": (last + k) % people, "card": CARDS[card]} for k, card in before
        ],
        "last_winner": None if last == NOBODY else int(s["last_winner"]),
        "trick": [{"seat": (leader + k) % people, "card": CARDS[card]} for k, card in lying],
    }  # fmt: skip
