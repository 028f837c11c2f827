"""Why a finished trick went as it did, in one sentence with its rule (SK-6, SK-8, SK-9, SK-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.core.base.errors import PositionError
from croupier.core.base.sentence import Sentence
from croupier.core.spec.seat_view import TableView
from croupier.core.spec.shape import GameShape
from croupier.core.spec.teaching import Laid, TrickReason, Tricks
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import (
    COPIES,
    KRAKEN,
    MERMAID,
    NAMES,
    RANKS,
    SKULL_KING,
    SUITS,
    TIGRESS,
    TIGRESS_PIRATE,
    TRUMP,
    WHALE,
    is_escape,
    is_leviathan,
    is_number,
    is_pirate,
    read_card,
    type_of,
)
from croupier.games.skull_king.words.named import card_named, suit_named

_GRAYBEARD = 2
"""Seat of the third hand at a table of two (SK-15)."""
_WHALE = (("why.whale", "why.whale_equal"), ("why.whale_second", "why.whale_second_equal"))
"""What is said where the White Whale acts: alone or after the Kraken, and with one or several highest numbers."""


def last(table: TableView) -> Sequence[Laid] | None:
    """The last finished trick, in the order of play."""
    found = table["last_trick"]
    return None if found is None else found["plays"]


def why(game: GameShape, plays: Sequence[Laid]) -> TrickReason:
    """Who won a finished trick, by which rule, and why.

    Raises:
        PositionError: it is no whole trick, or there are no such cards.
    """
    cards = [read_card(play["card"], on_table=True) for play in plays]
    seats = max(game.num_players, _GRAYBEARD + 1)
    if sorted(play["seat"] for play in plays) != list(range(seats)):
        raise PositionError(say("why.none", seats=seats, found=len(plays)))
    for card, count in Counter(map(type_of, cards)).items():
        if count > COPIES[card] or (card == TIGRESS and TIGRESS in cards):
            raise PositionError(say("why.twice", card=NAMES[card]))
    names = [_name(game, play["seat"]) for play in plays]
    leviathans = [place for place, card in enumerate(cards) if is_leviathan(card)]
    rest = [place for place in range(len(cards)) if place not in leviathans]
    if not leviathans:
        place, words = _plain(cards, names, rest)
        return TrickReason(plays[place]["seat"], "SK-6", words)
    both = len(leviathans) > 1
    if cards[leviathans[-1]] == KRAKEN:
        leader = names[_plain(cards, names, rest)[0]]
        words = say("why.kraken_second" if both else "why.kraken", leader=leader)
        return TrickReason(None, "SK-10" if both else "SK-8", words)
    return _by_whale(plays, cards, names)


def _name(game: GameShape, seat: int) -> Sentence:
    return say("graybeard") if game.num_players == _GRAYBEARD == seat else say("player", seat=seat)


def _by_whale(plays: Sequence[Laid], cards: Sequence[int], names: Sequence[str]) -> TrickReason:
    """SK-9: the highest number of any colour."""
    whale, both = cards.index(WHALE), KRAKEN in cards
    numbers = [place for place, card in enumerate(cards) if is_number(card)]
    rule = "SK-10" if both else "SK-9"
    if not numbers:
        return TrickReason(None, rule, say("why.whale_empty", leader=names[whale]))
    first = max(numbers, key=lambda place: cards[place] % RANKS)  # of equals the first
    equal = sum(cards[place] % RANKS == cards[first] % RANKS for place in numbers) > 1
    return TrickReason(
        plays[first]["seat"],
        rule,
        say(_WHALE[both][equal], who=names[first], card=card_named(NAMES[cards[first]])),
    )


def _plain(cards: Sequence[int], names: Sequence[str], places: Sequence[int]) -> tuple[int, Sentence]:
    """SK-6: the place that wins among some of a trick, and why."""
    kings = [place for place in places if cards[place] == SKULL_KING]
    mermaids = [place for place in places if cards[place] == MERMAID]
    pirates = [place for place in places if is_pirate(cards[place])]
    black = [place for place in places if is_number(cards[place]) and cards[place] // RANKS == TRUMP]
    if kings and mermaids:
        return mermaids[0], say("why.mermaid_takes_king", who=names[mermaids[0]], count=len(mermaids))
    if kings:
        return kings[0], say("why.king", who=names[kings[0]])
    if pirates:
        who = names[pirates[0]]
        if cards[pirates[0]] == TIGRESS_PIRATE:
            return pirates[0], say("why.tigress", who=who, count=len(pirates))
        return pirates[0], say(
            "why.pirate", who=who, card=card_named(NAMES[cards[pirates[0]]]), count=len(pirates)
        )
    if mermaids:
        return mermaids[0], say("why.mermaid", who=names[mermaids[0]], count=len(mermaids))
    if black:
        best = max(black, key=lambda place: cards[place])
        return best, say("why.black", who=names[best], card=card_named(NAMES[cards[best]]), count=len(black))
    led = next((place for place in places if not is_escape(cards[place])), None)
    if led is None:
        return places[0], say("why.first", who=names[places[0]])
    suit = cards[led] // RANKS
    best = max((place for place in places if cards[place] // RANKS == suit), key=lambda place: cards[place])
    return best, say(
        "why.suit", who=names[best], card=card_named(NAMES[cards[best]]), suit=suit_named(SUITS[suit])
    )


TRICKS = Tricks(last, why)
