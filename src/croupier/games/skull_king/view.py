"""The table of Skull King as plain data, as one seat or a spectator may see it (SK-4, SK-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from croupier.core import Record, Records, Schema, array_of, card_name, object_of, value
from croupier.games.skull_king.record.cards import NONE, SPECIALS, SUITS, is_number, name_of
from croupier.games.skull_king.record.state import ABILITIES, USED, bids_open, place_to_seat
from croupier.games.skull_king.record.tricks import capture_of, winning_place

_CARD = card_name("name of a card, like `green 7`, `skull king` or `tigress:pirate`")
_PLAYS = array_of(
    object_of("a card on the table", seat=value("integer", "who played it"), card=_CARD),
    "the cards played, in the order of play",
)
_SEAT = object_of(
    "one hand and its player",
    seat=value("integer", "number of the seat"),
    name=value("string", "`Player 0`, or `Graybeard` for the third hand of a table of two (SK-15)"),
    graybeard=value("boolean", "whether this is Graybeard, who neither bids nor scores"),
    score=value("integer", "points of all rounds scored; null for Graybeard", null=True),
    has_bid=value("boolean", "whether its bid is made"),
    bid=value(
        "integer", "its bid as made; null before, and hidden from others until all are in (SK-4)", null=True
    ),
    won=value("integer", "tricks won this round"),
    cards=value("integer", "cards in hand"),
    wager=value("integer", "Roatan's wager, 0, 10 or 20 points (SK-14)"),
    bonus=value("integer", "points captured this round, which count if the bid comes out exactly (SK-12)"),
    gained=value(
        "integer", "points of the last round scored; null before the first, and for Graybeard", null=True
    ),
    missed=value("integer", "distance of bid and tricks in that round", null=True),
    voids=array_of(
        value("string", "name of a suit"),
        "suits that it has shown this round to hold no number of, and has not drawn for Bendt since (SK-5)",
    ),
)

SCHEMA: Schema = object_of(
    "The table of Skull King.",
    round=value("integer", "number of the round, from 1"),
    rounds=value("integer", "rounds of the game (SK-2)"),
    cards=value("integer", "cards dealt to each hand this round (SK-2)"),
    expansion=array_of(value("string", "`loot`, `kraken` or `whale`"), "what the deck has of the expansion"),
    abilities=array_of(value("string", "name of a pirate"), "the pirates whose abilities are used (SK-14)"),
    scoring=value("string", "`usual` or `rascal` (SK-13)"),
    dealer=value("integer", "dealer of the round (SK-3); null before the first deal", null=True),
    leader=value(
        "integer", "who leads the trick under way, or the next one; null before the first deal", null=True
    ),
    tricks=value("integer", "tricks finished this round"),
    trick=object_of(
        "the trick under way",
        plays=_PLAYS,
        suit=value("string", "the suit to follow (SK-5); null where there is none", null=True),
        ahead=value("integer", "who would win it as it lies (SK-6); null for nobody", null=True),
    ),
    last_trick=object_of(
        "the last finished trick, also of the round before; null before the first",
        null=True,
        plays=_PLAYS,
        winner=value("integer", "who won it; null for nobody (SK-8)", null=True),
        captures=array_of(
            object_of(
                "a card that brought bonus points",
                card=_CARD,
                points=value("integer", "what it brings, if the bid comes out exactly"),
                by=card_name("the card that took it; null for a 14, which counts by itself", null=True),
            ),
            "what the winner captured (SK-12)",
        ),
    ),
    seats=array_of(_SEAT, "all hands dealt, by seat"),
    hand=array_of(_CARD, "own cards, in the order in which actions count them; null for a spectator", null=True),
    undealt=value("integer", "cards left that were not dealt"),
    alliances=array_of(
        object_of(
            "an alliance by loot",
            giver=value("integer", "who played the loot"),
            winner=value("integer", "who won the trick"),
        ),
        "the alliances of the round (SK-11)",
    ),
    rosie=value("integer", "who named the leader of this trick for Rosie (SK-14); null for nobody", null=True),
    used=array_of(
        object_of(
            "a pirate's ability",
            pirate=value("string", "name of the pirate"),
            seat=value("integer", "who has used it, or uses it now"),
        ),
        "the abilities used this round (SK-14)",
    ),
    specials=array_of(
        object_of("a special card", card=_CARD, seat=value("integer", "who has played it, of several the last")),
        "the special cards played this round",
    ),
    bendt=object_of(
        "who drew for Bendt this round (SK-14); null where nobody did",
        null=True,
        seat=value("integer", "who drew"),
        due=value("integer", "cards still to be discarded"),
        drawn=array_of(_CARD, "the cards drawn, sorted; null for all others", null=True),
        discarded=array_of(_CARD, "the cards discarded, sorted; null for all others", null=True),
    ),
    jade=object_of(
        "who was shown the undealt cards this round, for Jade (SK-14); null where nobody was",
        null=True,
        seat=value("integer", "who has seen them"),
        undealt=array_of(_CARD, "the cards shown, sorted; null for all others", null=True),
    ),
    harry=object_of(
        "who may change the bid after the last trick, for Harry (SK-14); null for nobody",
        null=True,
        seat=value("integer", "whose bid it is"),
        change=value("integer", "by how much it was changed; 0 before"),
    ),
)

Fields = dict[str, Any]
"""A record as plain values and small arrays by name, since record fields are slow to read one by one."""
_bids_open: Callable[[Any], bool] = getattr(bids_open, "py_func", bids_open)
"""The same in Python, faster for one record than a call of a kernel."""


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """The table as this seat may know it; bids are public once all are in, and Bendt and Jade inform one seat."""
    names = records.dtype.names or ()
    s: Fields = dict(zip(names, records.tolist()[0], strict=True))
    return {
        "round": min(s["round"] + 1, s["rounds"]),
        "rounds": s["rounds"],
        "cards": s["cards"],
        "expansion": [name for name in ("loot", "kraken", "whale") if s[name]],
        "abilities": [name for name in ABILITIES if s[name]],
        "scoring": "rascal" if s["rascal"] else "usual",
        "dealer": _or_none(s["dealer"]),
        "leader": _or_none(s["leader"]),
        "tricks": s["tricks"],
        "trick": _trick(s, records[0]),
        "last_trick": _last_trick(s),
        "seats": _sides(s, seat),
        "hand": None if seat is None else _names(s["hands"][seat].tolist()),
        "undealt": s["pile_size"],
        "alliances": [
            {"giver": giver, "winner": winner} for giver, winner in s["allies"].tolist() if giver != NONE
        ],
        "rosie": _or_none(s["rosie_seat"]),
        "used": [
            {"pirate": pirate, "seat": s[name]}
            for pirate, name in zip(ABILITIES, USED, strict=True)
            if s[name] != NONE
        ],
        "specials": [
            {"card": name, "seat": seat}
            for name, seat in zip(SPECIALS, s["specials"].tolist(), strict=True)
            if seat != NONE
        ],
        **_secrets(s, seat),
    }


def _or_none(number: int) -> int | None:
    return None if number == NONE else number


def _names(cards: Iterable[int]) -> list[str]:
    """Names of cards, sorted, since their order is secret."""
    return [name_of(card) for card in sorted(cards) if card != NONE]


def _plays(s: Fields, leader: int, cards: list[int]) -> list[dict[str, Any]]:
    people = s["players"]
    return [
        {"seat": int(place_to_seat(leader, place, people)), "card": name_of(card)}
        for place, card in enumerate(cards)
    ]


def _trick(s: Fields, record: Record) -> dict[str, Any]:
    laid = s["laid"]
    plays = _plays(s, s["leader"], s["trick"][:laid].tolist())
    place = winning_place(record["trick"], record["laid"]) if laid else NONE
    return {
        "plays": plays,
        "suit": SUITS[s["lead"]] if s["lead"] >= 0 else None,
        "ahead": None if place == NONE else plays[place]["seat"],
    }


def _last_trick(s: Fields) -> dict[str, Any] | None:
    if s["last_leader"] == NONE:
        return None
    cards = [card for card in s["last_trick"].tolist() if card != NONE]
    plays, winner = _plays(s, s["last_leader"], cards), _or_none(s["last_winner"])
    return {"plays": plays, "winner": winner, "captures": _captures(s, plays, cards, winner)}


def _captures(
    s: Fields, plays: list[dict[str, Any]], cards: list[int], winner: int | None
) -> list[dict[str, Any]]:
    """SK-12: the cards that brought points to a trick's winner; none for Graybeard, who does not score (SK-15)."""
    if winner is None or winner >= s["players"]:
        return []
    by = next(card for card, play in zip(cards, plays, strict=True) if play["seat"] == winner)
    worth = ((card, capture_of(card, by)) for card in cards)
    return [
        {"card": name_of(card), "points": points, "by": None if is_number(card) else name_of(by)}
        for card, points in worth
        if points
    ]


_VOIDS = tuple(
    tuple(name for suit, name in enumerate(SUITS) if shown >> suit & 1) for shown in range(1 << len(SUITS))
)
"""The suits that a hand has shown to lack, by the bits of `voids`."""


def _sides(s: Fields, own: int | None) -> list[dict[str, Any]]:
    columns = ("scores", "bids", "won", "sizes", "wagers", "bonuses", "gained", "missed", "voids")
    by_seat = zip(*(s[name].tolist() for name in columns), strict=True)
    people, hands, scored, known = s["players"], s["seats"], s["round"] > 0, _bids_open(s)
    sides = []
    for seat, (score, bid, won, size, wager, bonus, gained, missed, voids) in zip(
        range(hands), by_seat, strict=False
    ):
        graybeard = seat >= people
        made = bid != NONE and not graybeard
        sides.append(
            {
                "seat": seat,
                "name": "Graybeard" if graybeard else f"Player {seat}",
                "graybeard": graybeard,
                "score": None if graybeard else score,
                "has_bid": made,
                "bid": bid if made and (known or seat == own) else None,
                "won": won,
                "cards": size,
                "wager": wager,
                "bonus": bonus,
                "gained": gained if scored and not graybeard else None,
                "missed": missed if scored and not graybeard else None,
                "voids": list(_VOIDS[voids]),
            }
        )
    return sides


def _secrets(s: Fields, seat: int | None) -> dict[str, Any]:
    """SK-14: who has used Bendt, Jade and Harry; the information of the first two only for their seats."""
    bendt, jade, harry = (_or_none(s[f"{name}_seat"]) for name in ("bendt", "jade", "harry"))
    drew, saw = bendt is not None and bendt == seat, jade is not None and jade == seat
    return {
        "bendt": None
        if bendt is None
        else {
            "seat": bendt,
            "due": s["due"],
            "drawn": _names(s["drawn"].tolist()) if drew else None,
            "discarded": _names(s["discards"].tolist()) if drew else None,
        },
        "jade": None
        if jade is None
        else {"seat": jade, "undealt": _names(s["pile"][: s["jade_size"]].tolist()) if saw else None},
        "harry": None if harry is None else {"seat": harry, "change": s["harry_change"]},
    }
