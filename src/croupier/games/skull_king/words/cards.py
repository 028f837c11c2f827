"""What each card does, who beats whom, and why a finished trick went as it did (SK-5 to SK-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from croupier.core import FaceWords, GameShape, Laid, Rank, Sentence, TrickReason, Tricks, joined
from croupier.core.base.errors import PositionError
from croupier.core.spec.position import TableView
from croupier.games.skull_king.english import ENGLISH, say
from croupier.games.skull_king.record.cards import (
    COPIES,
    KRAKEN,
    MERMAID,
    NAMES,
    PIRATES,
    RANKS,
    SKULL_KING,
    SPECIALS,
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
from croupier.games.skull_king.record.state import GRAYBEARD
from croupier.games.skull_king.record.tricks import TAKES_KING, TAKES_MERMAID, TAKES_PIRATE, capture_of
from croupier.games.skull_king.words.board import card_named, suit_named

_ESCAPE = ("tigress:escape", "escape")
_ROLES = ("tigress:escape", "tigress:pirate")
_OVER_NUMBERS = ("kind.mermaids", "kind.pirates", "kind.king")
_FIGHTS = {
    "pirate": ("does.loses.pirates", ("kind.numbers", "kind.mermaids", "kind.escapes"), ("kind.king",)),
    "mermaid": ("does.loses.mermaids", ("kind.numbers", "kind.escapes", "kind.king"), ("kind.pirates",)),
    "skull king": ("does.loses.king", ("kind.numbers", "kind.pirates", "kind.escapes"), ("kind.mermaids",)),
}
"""Sentences on whom a card loses to, whom it beats, and to whom it loses."""
_DOES = {"tigress": "does.tigress", "loot": "does.loot", "kraken": "does.kraken", "whale": "does.whale"}
ABILITY_WORDS = ENGLISH.named("ability.")
"""What each pirate's ability does."""
_RANKS = {"kraken": "rank.kraken", "whale": "rank.whale"}


def explain(game: GameShape) -> FaceWords:
    """What each card does, and who beats whom."""
    there = [name for name in SPECIALS if game.options.get(name, True) or name in PIRATES]
    faces = {name: joined(" ", _number(game, name)) for name in NAMES[: len(SUITS) * RANKS]}
    faces |= {name: joined(" ", _special(game, name)) for name in (*there, *_ROLES)}
    return FaceWords(faces, _order(there))


def _kinds(*kinds: str) -> Sentence:
    """Kinds of cards, by key or text, in order."""
    cards = [kind if isinstance(kind, Sentence) else say(kind) for kind in kinds]
    head = joined(say("list.comma"), cards[:-1])
    return joined(say("list.and"), [head, cards[-1]]) if head else joined("", cards)


def _number(game: GameShape, name: str) -> Iterator[Sentence]:
    code = NAMES.index(name)
    suit, rank = divmod(code, RANKS)
    lower = [say("kind.lower", suit=suit_named(SUITS[suit]))] if rank else []
    higher = [say("kind.higher", suit=suit_named(SUITS[suit]))] if rank < RANKS - 1 else []
    if suit == TRUMP:
        yield say("does.trump")
        beaten = _kinds("kind.colours", *lower, "kind.escapes")
        yield say("does.beats", cards=beaten)
        beating = _kinds(*higher, *_OVER_NUMBERS)
    else:
        one, other = (suit_named(each) for each in SUITS[:TRUMP] if each != SUITS[suit])
        beaten = _kinds(*lower, "kind.escapes")
        yield say("does.beats_led", cards=beaten, one=one, other=other, suit=suit_named(SUITS[suit]))
        beating = _kinds(*higher, "kind.black", *_OVER_NUMBERS)
    yield say("does.loses", cards=beating)
    points = int(capture_of(code, code))
    if points:
        yield _bonus(game, say("bonus.fourteen", points=f"{points:+d}"))


def _bonus(game: GameShape, bonus: Sentence) -> Sentence:
    return say("bonus.rascal" if game.options["rascal"] else "bonus.usual", bonus=bonus)


def _fights(kind: str) -> Iterator[Sentence]:
    loses, beaten, beating = _FIGHTS[kind]
    yield say("does.beats", cards=_kinds(*beaten))
    yield say(loses, cards=_kinds(*beating))


def _special(game: GameShape, name: str) -> Iterator[Sentence]:
    """The effect of a special card; for a Tigress on the table in her declared role."""
    mermaid, pirate, king = (f"{points:+d}" for points in (TAKES_MERMAID, TAKES_PIRATE, TAKES_KING))
    if name in PIRATES or name == "tigress:pirate":
        yield say("does.pirate")
        yield from (*_fights("pirate"), say("does.several_pirates"), *_ability(game, name))
        yield _bonus(game, say("bonus.pirate", mermaid=mermaid, king=pirate))
    elif name == "mermaid":
        yield from (*_fights(name), say("does.several_mermaids"))
        yield _bonus(game, say("bonus.mermaid", king=king, pirate=mermaid))
    elif name == "skull king":
        yield from _fights(name)
        yield _bonus(game, say("bonus.king", pirate=pirate, mermaid=king))
    elif name in _ESCAPE:
        beating = _kinds("kind.numbers", *_OVER_NUMBERS)
        yield say("does.escape")
        yield say("does.loses", cards=beating)
    else:
        yield say(_DOES[name])
        if game.options["kraken"] and game.options["whale"] and name in _RANKS:
            yield say("does.second")
    if name in SPECIALS:
        yield say("does.free")


def _ability(game: GameShape, name: str) -> Iterator[Sentence]:
    """SK-14: a pirate's ability, or that it is switched off."""
    if name in PIRATES and not game.options[name]:
        yield say("does.no_ability")
    elif name in PIRATES:
        yield say("does.ability_harry" if name == "harry" else "does.ability", ability=ABILITY_WORDS[name])


def _order(there: Sequence[str]) -> tuple[Rank, ...]:
    """Who beats whom, highest first, followed by cards without a rank."""
    tops = tuple(f"{suit} {RANKS}" for suit in SUITS)
    escapes = ("escape", "loot") if "loot" in there else ("escape",)
    return (
        Rank(("skull king",), say("rank.king")),
        Rank((*PIRATES, "tigress"), say("rank.pirates")),
        Rank(("mermaid",), say("rank.mermaids")),
        Rank(tops[TRUMP:], say("rank.black")),
        Rank(tops[:TRUMP], say("rank.colours")),
        Rank(escapes, say("rank.escapes_loot" if len(escapes) > 1 else "rank.escapes")),
        *(Rank((name,), say(key)) for name, key in _RANKS.items() if name in there),
    )


_WHALE = (("why.whale", "why.whale_equal"), ("why.whale_second", "why.whale_second_equal"))
"""Sentences for the White Whale: alone or after the Kraken, and with one or several highest numbers."""


def last(table: TableView) -> Sequence[Laid] | None:
    """The last finished trick, in the order of play."""
    found = table["last_trick"]
    return None if found is None else found["plays"]


def why(game: GameShape, plays: Sequence[Laid]) -> TrickReason:
    """The winner of a finished trick, the rule, and the reason."""
    cards = [read_card(play["card"], on_table=True) for play in plays]
    seats = max(game.num_players, GRAYBEARD + 1)
    if sorted(play["seat"] for play in plays) != list(range(seats)):
        raise PositionError(say("why.none", seats=seats, found=len(plays)))
    for card, count in Counter(map(type_of, cards)).items():
        if count > COPIES[card] or (card == TIGRESS and TIGRESS in cards):
            raise PositionError(say("why.twice", card=NAMES[card]))
    gray = GRAYBEARD if game.num_players == GRAYBEARD else None
    names = [say("graybeard") if play["seat"] == gray else say("player", seat=play["seat"]) for play in plays]
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


def _by_whale(plays: Sequence[Laid], cards: Sequence[int], names: Sequence[str]) -> TrickReason:
    """SK-9: the highest number of any colour."""
    whale, both = cards.index(WHALE), KRAKEN in cards
    numbers = [place for place, card in enumerate(cards) if is_number(card)]
    rule = "SK-10" if both else "SK-9"
    if not numbers:
        return TrickReason(None, rule, say("why.whale_empty", leader=names[whale]))
    first = max(numbers, key=lambda place: cards[place] % RANKS)  # of equals the first
    equal = sum(cards[place] % RANKS == cards[first] % RANKS for place in numbers) > 1
    words = say(_WHALE[both][equal], who=names[first], card=card_named(NAMES[cards[first]]))
    return TrickReason(plays[first]["seat"], rule, words)


def _plain(cards: Sequence[int], names: Sequence[str], places: Sequence[int]) -> tuple[int, Sentence]:
    """SK-6: the winning place among some of a trick, and the reason."""
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
