"""The table of Skull King as a picture, drawn from a view alone."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core.base.sentence import Sentence
from croupier.core.spec.drawing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHALK,
    DIM,
    GOLD,
    PAPER,
    box,
    circle,
    cloth,
    fitting,
    group,
    line,
    path,
    plate,
    text,
)
from croupier.core.spec.pictures import Picture
from croupier.core.spec.seat_view import SeatView, TableView
from croupier.games.skull_king.english import say
from croupier.games.skull_king.pictures.faces import back, faces, suit_mark
from croupier.games.skull_king.words.board import heading, notes, result, seat_name, whose_turn

FACES, BACK = faces(), back()
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
