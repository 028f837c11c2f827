"""The table of Mini Spite and Malice as plain data. Both seats and a spectator see the same (SM-4).

The goal piles under their tops and the order of the shoe are hidden; the data only has their numbers of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.core import TERMINAL, Record, Records, Schema, array_of, card_name, object_of, value
from croupier.games.spite_malice.classic.cards import FACES
from croupier.games.spite_malice.lists import pile_cards
from croupier.games.spite_malice.state import DEAL, JOKER, PILES

_CARD = card_name("`0` to `9`, or `*` for a joker")

SCHEMA: Schema = object_of(
    "The table of Mini Spite and Malice.",
    dealt=value("boolean", "whether the cards are dealt; before that, nothing lies on the table"),
    turn=value("integer", "the seat whose turn it is; at the end, the one that moved last"),
    turns=value("integer", "turns ended"),
    max_turns=value("integer", "turns after which the game is a draw (SM-15)"),
    ended=value("string", "at the end how it came: `win`, `stalemate` or `limit` (SM-8, SM-15)", null=True),
    play_piles=array_of(
        object_of(
            "a play pile",
            cards=array_of(_CARD, "its cards, bottom first"),
            needs=value("string", "the value that it takes next (SM-6)"),
        ),
        "the four shared piles",
    ),
    seats=array_of(
        object_of(
            "one player's side",
            seat=value("integer", "number of the seat"),
            hand=array_of(_CARD, "cards in hand, in the order in which actions count them; open (SM-4)"),
            goal=card_name("top card of the goal pile; null where it is empty (SM-8)", null=True),
            goal_count=value("integer", "cards left on the goal pile, the top included"),
            discards=array_of(array_of(_CARD, "a pile, bottom first"), "the four discard piles (SM-11)"),
        ),
        "both sides, by seat",
    ),
    shoe=value("integer", "cards left in the shoe, to draw from (SM-13)"),
    recycled=value("integer", "how many of them, at its back, come from completed piles (SM-13)"),
    set_aside=value("integer", "cards of completed piles that lie aside (SM-7)"),
)


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """Everything public (SM-4), for any viewer."""
    s = records[0]
    return {
        "dealt": bool(s["due"] != DEAL),
        "turn": int(s["turn"]),
        "turns": int(s["turns"]),
        "max_turns": int(s["max_turns"]),
        "ended": _ended(s),
        "play_piles": [_play_pile(s, pile) for pile in range(PILES)],
        "seats": [_side(s, own) for own in range(2)],
        "shoe": int(s["shoe_count"]),
        "recycled": int(s["shoe_count"]) - int(s["dealt"]),
        "set_aside": int(s["aside_count"]),
    }


def _ended(s: Record) -> str | None:
    if s["player"] != TERMINAL:
        return None
    if s["goal_counts"].min() == 0:
        return "win"
    return "limit" if s["truncated"] else "stalemate"


def _play_pile(s: Record, pile: int) -> dict[str, Any]:
    height, jokers = int(s["heights"][pile]), int(s["jokers"][pile])
    cards = [JOKER if jokers >> k & 1 else k for k in range(height)]
    return {"cards": _faces(cards), "needs": FACES[height]}


def _side(s: Record, seat: int) -> dict[str, Any]:
    count = int(s["goal_counts"][seat])
    return {
        "seat": seat,
        "hand": _faces(s["hands"][seat][: s["hand_counts"][seat]].tolist()),
        "goal": FACES[s["goals"][seat][count - 1]] if count else None,
        "goal_count": count,
        "discards": [_faces(pile_cards(s, PILES * seat + pile)) for pile in range(PILES)],
    }


def _faces(values: Iterable[int]) -> list[str]:
    return [FACES[card] for card in values]
