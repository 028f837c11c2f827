"""The pictures of Skull King: all its cards (SK-1) with emblems, and the table, drawn from a view."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core.base.sentence import Sentence, capitalised
from croupier.core.spec.pictures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHALK,
    DIM,
    GOLD,
    INK,
    PAPER,
    Picture,
    Pictures,
    at_both_corners,
    back,
    box,
    card,
    circle,
    cloth,
    ellipse,
    fitting,
    group,
    index,
    line,
    mirrored,
    mixed,
    path,
    plate,
    star,
    text,
)
from croupier.core.spec.position import SeatView, TableView
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import FACES as CODES
from croupier.games.skull_king.record.cards import PIRATES, RANKS, SUITS, TRUMP, name_of
from croupier.games.skull_king.words.board import card_named, heading, notes, result, seat_name, whose_turn

_FOAM, _CREAM, _CORAL, _SPOTS, _AMBER = "#d8f0f2", "#fff3df", "#ee7159", "#ffd9c9", "#f2a23a"
_SCALE, _FIN, _VEIN, _BLUBBER, _FOLD = "#2fb49a", "#5ed3b6", "#14806f", "#cfdfe8", "#9db6c4"


def _sea(colour: str) -> str:
    """Waves from edge to edge of a card's panel, above its ribbon."""
    waves = "M-109 52Q-95 40-81 52T-54 52-27 52 0 52 27 52 54 52 81 52 109 52V89H-109Z"
    return path(waves, colour) + line(
        "M-90 70Q-78 61-66 70T-42 70M-4 74Q8 65 20 74T44 74M68 68Q78 61 88 68", _FOAM, 4
    )


# ------------------------------------------------------------------------------------------------------- mermaid

_FLUKES = path(
    "M2-26C-10-52-40-66-70-58-64-34-40-16-8-14-4-10-4-6-4-2L10-2C10-6 10-10 14-14 44-14"
    " 66-32 72-56 44-66 14-54 2-26Z",
    _FIN,
)
MERMAID = (
    path("M-4-8C-6 14-30 24-34 60H42C34 30 12 14 10-8Z", _SCALE)
    + line(
        "M-9 14Q-1 22 6 14 12 20 17 16M-20 30Q-11 38-3 30 5 38 13 30 20 36 27 32"
        "M-29 46Q-19 54-10 46 0 54 9 46 18 54 27 46 32 50 36 48",
        _VEIN, 4,
    )
    + _FLUKES
    + line(
        "M0-22C-14-40-34-48-56-50M6-22C20-40 38-46 58-48M-4-18C-20-24-34-32-44-42M12-18C26-22 38-30 48-40",
        _VEIN, 3.5
    )
    + _sea("#2a86a0")
)  # fmt: skip
TAIL = group(_FLUKES + path("M-4-8C-6 14-24 24-20 56H26C24 30 12 14 10-8Z", _SCALE), y=4)

# ------------------------------------------------------------------------------------------------------- Tigress

_EAR = path("M-58-30C-66-66-50-76-22-58L-40-34Z", _AMBER) + path("M-52-38C-56-58-46-62-32-52Z", "#7d3413")
TIGER = (
    _EAR
    + mirrored(_EAR)
    + path(
        "M0-66C40-66 64-42 64-6 64 22 52 44 30 58 18 66 8 68 0 68S-18 66-30 58C-52 44-64 22-64-6"
        "-64-42-40-66 0-66Z",
        _AMBER,
    )
    + path("M0 18C16 8 40 12 42 30 42 50 22 66 0 66S-42 50-42 30C-40 12-16 8 0 18Z", _CREAM)
    + path(
        "M-8-62-4-36-14-58ZM8-62 4-36 14-58ZM-62-8-36-2-60 4ZM62-8 36-2 60 4ZM-58 18-36 16-54 28Z"
        "M58 18 36 16 54 28ZM-30-58-18-38-36-54ZM30-58 18-38 36-54Z",
        INK,
    )
    + path("M-44-12C-36-26-18-24-12-6-24 0-38 0-44-12ZM44-12C36-26 18-24 12-6 24 0 38 0 44-12Z", _CREAM)
    + circle(-26, -10, 6.5, INK)
    + circle(26, -10, 6.5, INK)
    + path("M-14 16Q0 8 14 16 10 28 0 32-10 28-14 16Z", "#7d3413")
    + line("M0 32V40M0 40Q-10 52-20 44M0 40Q10 52 20 44", INK, 4)
)

# -------------------------------------------------------------------------------------------------------- Kraken

_ARMS = (
    line("M-14 34C-40 40-56 26-60 0-62-22-58-40-44-46-32-50-24-38-32-30", _CORAL, 15)
    + line("M-8 40C-22 62-46 70-62 60-74 50-66 38-56 44", _CORAL, 12)
    + line("M-12 36C-14 54-18 64-10 74", _CORAL, 12)
    + "".join(circle(x, y, 3.4, _SPOTS) for x, y in ((-55, 8), (-60, -8), (-58, -24), (-37, 27)))
)
KRAKEN = (
    _ARMS
    + mirrored(_ARMS)
    + path("M0-74C30-74 40-46 34-18 30 0 30 20 36 44H-36C-30 20-30 0-34-18-40-46-30-74 0-74Z", _CORAL)
    + path("M-26-12Q-14-22-4-10-12 2-22-2ZM26-12Q14-22 4-10 12 2 22-2Z", _CREAM)
    + circle(-13, -8, 4.5, INK)
    + circle(13, -8, 4.5, INK)
    + line("M-12-54Q-4-62 6-60M-18-40Q-16-46-12-48", "#ffb7a3", 5)
)

# --------------------------------------------------------------------------------------------------------- whale

_WHALE = (
    path(
        "M-74 6C-72-24-44-36-14-34 22-32 38-8 54-6 56-18 50-30 40-38 56-40 66-34 68-24 72-34 78-38 78-44"
        " 82-24 76 8 62 22 44 42 12 50-18 48-52 46-76 32-74 6Z",
        "#fff",
    )
    + path("M-72 16C-50 24-24 26 4 20 2 34-10 44-26 48-52 46-70 36-72 16Z", _BLUBBER)
    + line("M-60 24C-58 32-52 38-46 40M-46 27C-44 34-38 40-32 42M-30 28C-28 36-24 40-18 42", _FOLD, 3.5)
    + circle(-44, 4, 5, INK)
    + path("M-2 16C14 18 28 30 28 46 12 44 0 34-2 16Z", _BLUBBER)
)
_SPOUT = line("M-22-40C-26-58-42-62-52-54M-22-40C-20-60-6-66 4-58", _FOAM, 7)
WHALE = _SPOUT + _WHALE + _sea("#1b4f78")
WHALE_ALONE = group(_WHALE + _SPOUT, y=10)


_BONE, _STEEL, _SHADE, _RED, _WOOD, _BRASS = "#f3ead7", "#dfe5ea", "#8c9aa5", "#b3352c", "#8a5a2c", "#b97f16"

# ------------------------------------------------------------------------------------------------ skull and bones

_CROWN = (
    path("M-40-26-47-68-23-48 0-78 23-48 47-68 40-26Q0-36-40-26Z", GOLD)
    + path("M-40-26Q0-36 40-26L38-17Q0-27-38-17Z", "#c98f1f")
    + circle(0, -47, 6, _RED)
    + circle(-27, -40, 4.5, "#2f8f83")
    + circle(27, -40, 4.5, "#2f8f83")
)
_BONE_ACROSS = line("M-56 24 56 68", _BONE, 11) + path(
    "M-56 24m-13-3a8 8 0 1 1 12-9a8 8 0 1 1-9 18ZM56 68m13 3a8 8 0 1 1-12 9a8 8 0 1 1 9-18Z", _BONE
)
_SKULL = (
    path(
        "M0-30C30-30 46-12 46 12 46 28 40 34 30 40L28 56Q27 64 18 64H-18Q-27 64-28 56L-30 40C-40 34-46 28-46 12"
        "-46-12-30-30 0-30Z",
        _BONE,
    )
    + path(
        "M-34 10Q-34-4-20-4T-7 8Q-8 24-20 24T-34 10ZM34 10Q34-4 20-4T7 8Q8 24 20 24T34 10Z"
        "M0 22 8 38Q4 41 0 37-4 41-8 38Z",
        INK,
    )
    + line("M-12 50V62M0 50V63M12 50V62", INK, 3.5)
)
SKULL_KING = _BONE_ACROSS + mirrored(_BONE_ACROSS) + _SKULL + _CROWN
SKULL_AND_CROWN = group(_SKULL + _CROWN, y=8)

# ------------------------------------------------------------------------------------------------------- pirates

_CUTLASS = (
    path("M-6 26C-14-14-12-52 12-86 22-50 18-12 8 26Z", _STEEL)
    + path("M1 26C-4-14 0-50 12-86 22-50 18-12 8 26Z", _SHADE, opacity=0.45)
    + line("M1 34V62", _WOOD, 11)
    + line("M-17 28H18Q22 46 6 62", GOLD, 6)
    + circle(1, 68, 7, GOLD)
)
CUTLASSES = group(_CUTLASS, turn=43, scale=1.22) + mirrored(group(_CUTLASS, turn=43, scale=1.22))

_ROSE = (
    path("M6 22C22 18 36 24 40 38 26 42 12 36 6 22ZM-6 22C-22 18-36 24-40 38-26 42-12 36-6 22Z", "#3f9b5b")
    + circle(0, -4, 31, "#c22f4b")
    + path("M-31-4A31 31 0 0 1 0-35C-14-26-20-14-16 0-8 16 10 18 22 18A31 31 0 0 1-31-4Z", "#9e1f3b")
    + line(
        "M-14-6C-12-24 12-26 16-10 18 6-4 10-6-2-6-10 6-12 7-4M18-18C28-4 18 16-2 15",
        "#f6b8c2", 4,
    )
)  # fmt: skip
_SHEET = "M-15-24q0-4 4-4H11q4 0 4 4V24q0 4-4 4H-11q-4 0-4-4Z"
_TWO_CARDS = group(path(_SHEET, "#2f5d8a", stroke=INK, stroke_width=3), x=-11, y=2, turn=-14) + group(
    path(_SHEET, "#fff", stroke=INK, stroke_width=3) + path("M0-13 9 0 0 13-9 0Z", _RED), x=12, y=4, turn=12
)
_COINS = (
    "".join(path(f"M-28 {y}v9a28 9 0 0 0 56 0v-9Z", _BRASS) + ellipse(0, y, 28, 9, GOLD) for y in (22, 10, -2))
    + circle(0, -20, 16, GOLD, stroke=_BRASS, stroke_width=4)
    + group(path(star(5, 9, 4), _BRASS), y=-20)
)
_EYE = (
    path("M-42 0Q0-44 42 0 0 44-42 0Z", "#fff", stroke=INK, stroke_width=5)
    + circle(0, 0, 18, "#1f9d6b")
    + circle(0, 0, 9, INK)
    + circle(6, -6, 4.5, "#fff")
)
_PLUS_MINUS = line("M0-30V10M-20-10H20M-20 28H20", "#7a2e8e", 11)
ITEMS = {"rosie": _ROSE, "bendt": _TWO_CARDS, "roatan": _COINS, "jade": _EYE, "harry": _PLUS_MINUS}
"""Symbols of the pirates (SK-14): a rose; two cards for two; a bet; an eye on the rest; one more or one less."""


# ------------------------------------------------------------------------------------------------ flag and chest

FLAG = (
    line("M-44-66V78", _WOOD, 9)
    + circle(-44, -70, 8, GOLD)
    + path("M-40-60C-18-76 6-44 30-58 44-66 56-64 66-58 58-38 58-14 66 10 48-2 34 2 22 8 2 20-20-6-40 10Z", "#fff")
    + line("M-22-56C-16-38-16-14-22 2M22-50C28-34 28-12 22 4", "#c9d5dd", 5)
)
CHEST = (
    path("M-58-8C-58-44-40-50 0-50S58-44 58-8Z", "#9a5f2a")
    + path("M-62 4H62V54Q62 60 56 60H-56Q-62 60-62 54Z", "#80491d")
    + path("M-52 4C-50-16-34-12-28-4-22-22-4-22 0-8 6-24 24-20 26-6 36-16 50-12 52 4Z", GOLD)
    + "".join(circle(x, y, 8, "#ffdf86") for x, y in ((-30, -1), (3, -5), (33, 0)))
    + path("M-44-46H-32V-14H-44ZM32-46H44V-14H32ZM-44 4H-32V60H-44ZM32 4H44V60H32Z", "#d9a23a")
    + line("M-62 6H62", "#5c3312", 5)
    + path("M-13 0H13V24Q0 34-13 24Z", "#ffdf86", stroke="#5c3312", stroke_width=3)
    + path("M0 6a5 5 0 0 1 3 9l2 8h-10l2-8a5 5 0 0 1 3-9Z", "#5c3312")
)


@dataclass(frozen=True)
class _Suit:
    """The drawing of a suit: the colour of its digits, and its mark around 0,0, which is enough to tell it."""

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
    """A card, with a coin per ten points that capturing it brings (SK-12)."""
    gold = "".join(circle(34 + 20 * k, 300, 8.5, GOLD, stroke="#9a6b10", stroke_width=2.5) for k in range(coins))
    return Picture(card(panel, body + gold), label, CARD_WIDTH, CARD_HEIGHT, band)


_WEAK, _PIRATE = "#4f83a6", "#8f2a2a"


def _named(name: str) -> str:
    return capitalised(card_named(name))


def _pirate(name: str) -> Picture:
    item, named = ITEMS[name], _named(name)
    icon = circle(0, 0, 96, PAPER) + group(item, scale=1.7)
    medallion = circle(0, 0, 45, PAPER, stroke=GOLD, stroke_width=6) + group(item, scale=0.84)
    label = say("picture.pirate.named", name=named)
    return _special(named, _PIRATE, CUTLASSES + medallion, icon, 3, label)


_SURRENDER = group(FLAG, x=-8, scale=0.95) + group(TIGER, x=24, y=38, scale=0.52)
_BOARDING = CUTLASSES + group(TIGER, scale=0.74)
_DRAWN = {
    **{f"{suit} {rank}": _number(suit, rank) for suit in SUITS for rank in range(1, RANKS + 1)},
    **{name: _pirate(name) for name in PIRATES},
    "escape": _special(_named("escape"), _WEAK, FLAG, FLAG),
    "skull king": _special(say("picture.king"), "#15181d", SKULL_KING, SKULL_AND_CROWN, 4),
    "loot": _special(_named("loot"), "#2f6f6a", CHEST, CHEST),
    "tigress": _special(_named("tigress"), "#4a2546", TIGER, TIGER),
    "tigress:escape": _special(_named("escape"), _WEAK, _SURRENDER, TIGER, label=say("picture.tigress.escape")),
    "tigress:pirate": _special(say("picture.pirate"), _PIRATE, _BOARDING, TIGER, 3, say("picture.tigress.pirate")),
    "mermaid": _special(_named("mermaid"), "#14445c", MERMAID, TAIL, 2),
    "kraken": _special(_named("kraken"), "#112f3d", KRAKEN, KRAKEN),
    "whale": _special(say("picture.whale"), "#2f78ad", WHALE, WHALE_ALONE),
}
FACES = {name_of(code): _DRAWN[name_of(code)] for code in range(CODES)}
"""All cards, with a Tigress on the table as declared, in the order of their codes."""
BACK = Picture(back(), say("picture.back"), CARD_WIDTH, CARD_HEIGHT)
_WIDTH, _EDGE, _GAP = 960, 20, 12
_PLAYED, _HELD, _SEEN = 98, 78, 46
"""Widths of cards in a trick, in the hand, and of those that a pirate has shown."""
_STANDS = {
    -1: (path("M0-9H11L5.5 0Z", "#f0c36a"), "#f0c36a"),
    0: (line("M1-5 4.5-1 10-10", "#8fe0a8", 2.5), "#8fe0a8"),
    1: (path("M0 0H11L5.5-9Z", "#ff9b86"), "#ff9b86"),
}
"""Sign and colour for tricks won against the bid: a triangle down, a tick, a triangle up."""


def draw_table(view: SeatView) -> Picture:
    """The table: the seats with bids, tricks and points, the trick, and the seat's own cards and shown ones."""
    table, own = view["table"], view["seat"]
    drawn, y = _seats(view, 92)
    parts = [*_header(view), drawn]
    parts.append(_trick(table, own, y))
    y += 24 + _PLAYED * 1.4 + 48
    for words, names, width in _held(table):
        drawn, y = _row(words, names, width, y)
        parts.append(drawn)
    height = y + 4
    return Picture(
        cloth(_WIDTH, height) + "".join(parts), say("picture.table", status=_status(view)), _WIDTH, height
    )


def _status(view: SeatView) -> Sentence:
    return result(view["table"], view["seat"]) if view["over"] else whose_turn(view)


def _header(view: SeatView) -> list[str]:
    title, status, width = heading(view["table"]), _status(view), _WIDTH - 2 * _EDGE
    rest = say("picture.undealt", cards=view["table"]["undealt"])
    return [
        text(_EDGE, 40, title, fitting(title, 21, width), CHALK, anchor="start"),
        text(_EDGE, 70, status, fitting(status, 17, width - 180), GOLD, anchor="start", weight=400),
        text(_WIDTH - _EDGE, 70, rest, 15, DIM, anchor="end", weight=400),
    ]


# --------------------------------------------------------------------------------------------------------- seats


def _seats(view: SeatView, y: float) -> tuple[str, float]:
    """All hands, at most four in a row, and the y where the next part begins."""
    sides = view["table"]["seats"]
    rows = -(-len(sides) // 4)
    columns = -(-len(sides) // rows)
    width = (_WIDTH - 2 * _EDGE - (columns - 1) * _GAP) / columns
    remarks = [textwrap.wrap(", ".join(notes(view, side)), int(width / 7)) for side in sides]
    height = 104 + 16 * max(1, *map(len, remarks))
    drawn = []
    for k, side in enumerate(sides):
        x, top = _EDGE + k % columns * (width + _GAP), y + k // columns * (height + _GAP)
        drawn += [plate(x, top, width, height, on=view["player"] == side["seat"])]
        drawn += [_seat(view, side, x, top, width)]
        drawn += [
            text(x + 12, top + 108 + 16 * row, words, 12.5, DIM, anchor="start", weight=400)
            for row, words in enumerate(remarks[k])
        ]
    return "".join(drawn), y + rows * (height + _GAP) + 14


def _seat(view: SeatView, side: Mapping[str, Any], x: float, y: float, width: float) -> str:
    seat = side["seat"]
    name = seat_name(view["table"], seat)
    if seat == view["seat"]:
        name = say("picture.you", who=name)
    score = "" if side["score"] is None else str(side["score"])
    parts = [
        text(x + 12, y + 27, name, 17, CHALK, anchor="start"),
        text(x + width - 12, y + 28, score, 22, CHALK, anchor="end"),
        _bid(side, x + 12, y + 56),
        _cards(side["cards"], x + 12, y + 68),
    ]
    for k, suit in enumerate(side["voids"]):
        parts.append(_void(suit, x + width - 22 - 24 * k, y + 80))
    return "".join(parts)


def _bid(side: Mapping[str, Any], x: float, y: float) -> str:
    """Tricks won next to the bid, with a sign for whether it is made so far."""
    if side["graybeard"]:
        return text(x, y, say("picture.won", won=side["won"]), 16, CHALK, anchor="start")
    bid = "?" if side["has_bid"] else "–"
    if side["bid"] is None:
        return text(x, y, say("picture.bid", bid=bid), 16, CHALK, anchor="start")
    over = side["won"] - side["bid"]
    sign, colour = _STANDS[(over > 0) - (over < 0)]
    words = text(
        x + 18, y, say("picture.bid_and_won", bid=side["bid"], won=side["won"]), 16, colour, anchor="start"
    )
    return group(sign, x=x, y=y) + words


def _cards(count: int, x: float, y: float) -> str:
    """A number of cards face down, drawn blank, since all are alike."""
    return "".join(
        box(x + 9 * k, y, 17, 23, "#1c3350", radius=3, stroke=PAPER, stroke_width=1.5) for k in range(count)
    )


def _void(suit: str, x: float, y: float) -> str:
    """A suit that a seat has shown not to hold."""
    return (
        circle(x, y, 11, PAPER)
        + suit_mark(suit, x, y, 7.5)
        + line(f"M{x - 8:.1f} {y + 8:.1f}L{x + 8:.1f} {y - 8:.1f}", "#d6453d", 2.5)
    )


# --------------------------------------------------------------------------------------------------------- cards


def _trick(table: TableView, own: int | None, y: float) -> str:
    """The trick under way, in the order of play; between tricks the last one."""
    trick, last = table["trick"], table["last_trick"]
    if trick["plays"] or last is None:
        plays, best, mark = trick["plays"], trick["ahead"], "picture.ahead"
        title = _under_way(table) if plays else say("picture.no_card")
    else:
        plays, best, mark = last["plays"], last["winner"], "picture.winner"
        title = say("picture.last_trick.nobody") if best is None else say("picture.last_trick")
    parts = [text(_EDGE, y + 6, title, 16, CHALK, anchor="start")]
    step = min(_PLAYED + 26, (_WIDTH - 2 * _EDGE) / max(len(plays), 1))
    left = (_WIDTH - step * (len(plays) - 1) - _PLAYED) / 2
    for k, play in enumerate(plays):
        x, leads = left + step * k, play["seat"] == best
        if leads:
            parts.append(box(x - 4, y + 16, _PLAYED + 8, _PLAYED * 1.4 + 8, GOLD, radius=12))
        parts.append(FACES[play["card"]].at(x, y + 20, _PLAYED))
        name = seat_name(table, play["seat"], own)
        if leads:
            name = say(mark, who=name)
        parts.append(text(x + _PLAYED / 2, y + 20 + _PLAYED * 1.4 + 20, name, 14, GOLD if leads else CHALK))
    return "".join(parts)


def _under_way(table: TableView) -> Sentence:
    """The number of the trick, and the next step."""
    number, suit = min(table["tricks"] + 1, table["cards"]), table["trick"]["suit"]
    if suit is None:
        return say("picture.trick.any", number=number, cards=table["cards"])
    return say("picture.trick", number=number, cards=table["cards"], suit=suit)


def _held(table: TableView) -> list[tuple[str, Sequence[str], float]]:
    """The seat's cards, and those shown only to it by Bendt and Jade; empty for a spectator."""
    rows: list[tuple[str, Sequence[str], float]] = []
    if table["hand"] is not None:
        rows.append((say("picture.hand") if table["hand"] else say("picture.hand_empty"), table["hand"], _HELD))
    bendt, jade = table["bendt"], table["jade"]
    if bendt is not None and bendt["drawn"] is not None:
        rows.append((say("picture.drawn"), bendt["drawn"], _SEEN))
        rows.append((say("picture.discarded"), bendt["discarded"], _SEEN))
    if jade is not None and jade["undealt"] is not None:
        rows.append((say("picture.jade"), jade["undealt"], _SEEN))
    return rows


def _row(words: str, names: Sequence[str], width: float, y: float) -> tuple[str, float]:
    """Cards in rows, as many as needed, and the y where they end."""
    height, step = width * CARD_HEIGHT / CARD_WIDTH, width + 6
    line_of = int((_WIDTH - 2 * _EDGE + 6) // step)
    parts = [text(_EDGE, y + 6, words, 16, CHALK, anchor="start")]
    for k, name in enumerate(names):
        row, column = divmod(k, line_of)
        parts.append(FACES[name].at(_EDGE + column * step, y + 18 + row * (height + 6), width))
    lines = -(-len(names) // line_of)
    return "".join(parts), y + 24 + lines * (height + 6) + 12


_EXAMPLE = (
    "skull-king players=5 loot=true kraken=true whale=true phase=PLAYING round=7 dealer=4 leader=0 tricks=1 "
    "scores=90,110,210,190,40 bids=1,2,2,3,1 won=1,0,0,0,0 gained=60,20,60,80,60 trick=sk,g10,y2 "
    "hands=y1,y6,p8,esc,kra/g3,g11,p11,b14,ben/g6,g13,b3,b9,ros/p1,p6,b10,b11,mer,mer/g7,g12,y9,p3,esc,roa "
    "pile=g1,g2,b1,g4,g5,b12,p14,g8,g9,loo,p10,b13,esc,g14,b7,p13,y3,y4,y5,esc,y7,har,p12,y10,y11,y12,y13,y14,b6,"
    "p2,b2,p4,p5,jad,p7,loo,p9,tig,y8 last=0/0/b8,b5,wha,esc,b4 specials=esc:3,sk:0,wha:2"
)

PICTURES = Pictures(faces=FACES, back=BACK, table=draw_table, legend=say("picture.legend"), example=_EXAMPLE)
"""All pictures of Skull King."""
