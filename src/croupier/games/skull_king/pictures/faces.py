"""The faces of Skull King's cards, by the names that views give them (SK-1)."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.base.sentence import capitalised
from croupier.core.spec.drawing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GOLD,
    INK,
    PAPER,
    at_both_corners,
    card,
    circle,
    group,
    index,
    line,
    mixed,
    path,
    star,
    text,
)
from croupier.core.spec.drawing import back as back_of
from croupier.core.spec.pictures import Picture
from croupier.games.skull_king.english import say
from croupier.games.skull_king.pictures import creatures, emblems
from croupier.games.skull_king.record.cards import FACES, PIRATES, RANKS, SUITS, TRUMP, name_of
from croupier.games.skull_king.words.named import card_named


@dataclass(frozen=True)
class _Suit:
    """How a suit is drawn.

    Attributes:
        colour: of digits on paper.
        fill: of the mark.
        digits: colour of the digits on the mark.
        outline: of the mark, around 0,0, some 80 units to each side: suits can be told apart by it alone.
        lines: what is drawn onto the mark.
    """

    colour: str
    fill: str
    digits: str
    outline: str
    lines: str


_LEAF = _Suit(
    "#17693d", "#1b7a48", "#ffffff",
    "M0-84C46-56 62-14 44 26 34 48 14 60 4 64L5 84H-5L-4 64C-14 60-34 48-44 26-62-14-46-56 0-84Z",
    "M0-70V-48M-24-46-14-36M24-46 14-36M-24 46-12 38M24 46 12 38M0 62V46",
)  # fmt: skip
_SUN = _Suit("#7d5800", "#f0b323", "#3b2a00", star(12, 80, 65), "M-58 0A58 58 0 0 1 58 0A58 58 0 0 1-58 0")
_GEM = _Suit(
    "#5f2d93", "#6a35a0", "#ffffff",
    "M-44-66H44L78-22 0 80-78-22Z", "M-78-22H-54M54-22H78M-44-66-32-44M44-66 32-44M0 80V52",
)  # fmt: skip
_BANNER = _Suit(
    INK, INK, "#ffffff",
    "M-64-82H64V-68H56V78L28 54 0 78-28 54-56 78V-68H-64Z", "M-56-62H56M-47 44V-46M47 44V-46",
)  # fmt: skip
_SUITS = dict(zip(SUITS, (_LEAF, _SUN, _GEM, _BANNER), strict=True))


def suit_mark(suit: str, x: float, y: float, radius: float) -> str:
    """The mark of a suit around a point."""
    return group(path(_SUITS[suit].outline, _SUITS[suit].fill), x=x, y=y, scale=radius / 80)


def _coins(count: int) -> str:
    """A coin for each ten points that capturing the card brings (SK-12)."""
    return "".join(circle(34 + 20 * k, 300, 8.5, GOLD, stroke="#9a6b10", stroke_width=2.5) for k in range(count))


def _number(name: str, rank: int) -> Picture:
    suit = _SUITS[name]
    mark = path(suit.outline, suit.fill) + line(suit.lines, suit.digits, 4, opacity=0.4)
    middle = group(
        mark + text(0, 26, str(rank), 76 if rank < 10 else 60, suit.digits, weight=800), x=120, y=168, scale=0.88
    )
    coins = 0 if rank < RANKS else 2 if name == SUITS[TRUMP] else 1
    corners = index(str(rank), suit.colour, suit_mark(name, 0, 0, 20))
    return _face(card_named(f"{name} {rank}"), mixed(suit.fill, "#ffffff", 0.87), middle + corners, coins)


def _special(name: str, panel: str, emblem: str, icon: str, coins: int = 0, label: str = "") -> Picture:
    """A card without a number: a large emblem, its name, and a small emblem at the corners."""
    corner = group(circle(0, 0, 26, "#000", opacity=0.28) + group(icon, scale=0.25), x=44, y=45)
    middle = group(emblem, x=120, y=133)
    return _face(label or name, panel, middle + at_both_corners(corner), coins, name)


def _face(label: str, panel: str, body: str, coins: int, band: str = "") -> Picture:
    return Picture(card(panel, body + _coins(coins)), label, CARD_WIDTH, CARD_HEIGHT, band)


_WEAK, _PIRATE = "#4f83a6", "#8f2a2a"


def _pirate(name: str) -> Picture:
    item = emblems.ITEMS[name]
    icon = circle(0, 0, 96, PAPER) + group(item, scale=1.7)
    emblem = emblems.CUTLASSES + emblems.medallion(item)
    named = _named(name)
    return _special(named, _PIRATE, emblem, icon, 3, say("picture.pirate.named", name=named))


def _named(name: str) -> str:
    return capitalised(card_named(name))


def _creatures() -> dict[str, Picture]:
    tiger, flag = creatures.TIGER, emblems.FLAG
    surrender = group(flag, x=-8, scale=0.95) + group(tiger, x=24, y=38, scale=0.52)
    return {
        "tigress": _special(_named("tigress"), "#4a2546", tiger, tiger),
        "tigress:escape": _special(_named("escape"), _WEAK, surrender, tiger, label=say("picture.tigress.escape")),
        "tigress:pirate": _special(
            say("picture.pirate"),
            _PIRATE,
            emblems.CUTLASSES + group(tiger, scale=0.74),
            tiger,
            3,
            say("picture.tigress.pirate"),
        ),
        "mermaid": _special(_named("mermaid"), "#14445c", creatures.MERMAID, creatures.TAIL, 2),
        "kraken": _special(_named("kraken"), "#112f3d", creatures.KRAKEN, creatures.KRAKEN),
        "whale": _special(say("picture.whale"), "#2f78ad", creatures.WHALE, creatures.WHALE_ALONE),
    }


def faces() -> dict[str, Picture]:
    """All cards, a Tigress on the table as what she was declared, in the order of their codes."""
    numbers = {f"{suit} {rank}": _number(suit, rank) for suit in SUITS for rank in range(1, RANKS + 1)}
    things = {
        "escape": _special(_named("escape"), _WEAK, emblems.FLAG, emblems.FLAG),
        "skull king": _special(say("picture.king"), "#15181d", emblems.SKULL_KING, emblems.SKULL_AND_CROWN, 4),
        "loot": _special(_named("loot"), "#2f6f6a", emblems.CHEST, emblems.CHEST),
    }
    drawn = numbers | things | {name: _pirate(name) for name in PIRATES} | _creatures()
    return {name_of(code): drawn[name_of(code)] for code in range(FACES)}


def back() -> Picture:
    """A card face down: a compass."""
    compass = path(star(8, 48, 16), "#d9b45b") + path(star(4, 30, 9), "#1c3350")
    return Picture(back_of("#1c3350", "#d9b45b", compass), say("picture.back"), CARD_WIDTH, CARD_HEIGHT)
