"""The faces of Skull King's cards (SK-1), and the table, drawn from a view alone."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core.base.sentence import Sentence, capitalised
from croupier.core.spec.drawing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHALK,
    DIM,
    GOLD,
    INK,
    PAPER,
    at_both_corners,
    back,
    box,
    card,
    circle,
    cloth,
    fitting,
    group,
    index,
    line,
    mixed,
    path,
    plate,
    star,
    text,
)
from croupier.core.spec.pictures import Picture
from croupier.core.spec.seat_view import SeatView, TableView
from croupier.games.skull_king.english import say
from croupier.games.skull_king.pictures import emblems
from croupier.games.skull_king.record.cards import FACES as CODES
from croupier.games.skull_king.record.cards import PIRATES, RANKS, SUITS, TRUMP, name_of
from croupier.games.skull_king.words.board import card_named, heading, notes, result, seat_name, whose_turn


@dataclass(frozen=True)
class _Suit:
    """How a suit is drawn: the colour of its digits, and its mark around 0,0, which alone tells suits apart."""

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
    tiger, flag = emblems.TIGER, emblems.FLAG
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
        "mermaid": _special(_named("mermaid"), "#14445c", emblems.MERMAID, emblems.TAIL, 2),
        "kraken": _special(_named("kraken"), "#112f3d", emblems.KRAKEN, emblems.KRAKEN),
        "whale": _special(say("picture.whale"), "#2f78ad", emblems.WHALE, emblems.WHALE_ALONE),
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
    return {name_of(code): drawn[name_of(code)] for code in range(CODES)}


FACES, BACK = faces(), Picture(back(), say("picture.back"), CARD_WIDTH, CARD_HEIGHT)
_WIDTH, _EDGE, _GAP = 960, 20, 12
_PLAYED, _HELD, _SEEN = 98, 78, 46
"""Widths of cards in a trick, in the hand, and of those that a pirate has shown."""
_STANDS = {
    -1: (path("M0-9H11L5.5 0Z", "#f0c36a"), "#f0c36a"),
    0: (line("M1-5 4.5-1 10-10", "#8fe0a8", 2.5), "#8fe0a8"),
    1: (path("M0 0H11L5.5-9Z", "#ff9b86"), "#ff9b86"),
}
"""How tricks won stand to the bid, as a sign and a colour: a triangle down, a tick, a triangle up."""


def draw_table(view: SeatView) -> Picture:
    """The table: the seats with bids, tricks and points, the trick, and what the seat holds and has been shown."""
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
    """All hands, four side by side at most; and where what follows begins."""
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
    """Tricks won beside the bid, with a sign that says whether it is made, by now."""
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
    """So many cards face down: blank ones, since all are alike."""
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
    """Which trick it is, and what is to follow."""
    number, suit = min(table["tricks"] + 1, table["cards"]), table["trick"]["suit"]
    if suit is None:
        return say("picture.trick.any", number=number, cards=table["cards"])
    return say("picture.trick", number=number, cards=table["cards"], suit=suit)


def _held(table: TableView) -> list[tuple[str, Sequence[str], float]]:
    """What a seat holds, and what Bendt and Jade have told it alone: nothing for a spectator."""
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
    """Cards side by side, on as many lines as they need; and where they end."""
    height, step = width * CARD_HEIGHT / CARD_WIDTH, width + 6
    line_of = int((_WIDTH - 2 * _EDGE + 6) // step)
    parts = [text(_EDGE, y + 6, words, 16, CHALK, anchor="start")]
    for k, name in enumerate(names):
        row, column = divmod(k, line_of)
        parts.append(FACES[name].at(_EDGE + column * step, y + 18 + row * (height + 6), width))
    lines = -(-len(names) // line_of)
    return "".join(parts), y + 24 + lines * (height + 6) + 12
