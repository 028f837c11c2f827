"""Pictures of Mini Spite and Malice: its cards, by the faces that views name, and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from croupier.core.base.sentence import Sentence
from croupier.core.spec.pictures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHALK,
    DIM,
    GOLD,
    PAPER,
    Picture,
    Pictures,
    at_both_corners,
    back,
    card,
    circle,
    cloth,
    empty_place,
    group,
    index,
    line,
    mirrored,
    mixed,
    number,
    path,
    plate,
    star,
    text,
)
from croupier.core.spec.position import SeatView
from croupier.games.spite_malice.classic.cards import FACES
from croupier.games.spite_malice.english import say

_JOKER = "*"
_COLOURS = (
    "#565f6d", "#2b5fa8", "#17709f", "#0f7a7a", "#1b7a48", "#58751a", "#8a6300", "#aa4f0c", "#b3312d", "#8c2d7a",
)  # fmt: skip
"""Colour of each value; number and ring also tell cards apart."""

# --------------------------------------------------------------------------------------------------------- cards


def _ring(radius: float, colours: Sequence[str]) -> str:
    """Nine arcs, clockwise from the top, one for each step from the 0 to the 9."""
    arcs = []
    for k, colour in enumerate(colours):
        (x, y), (end_x, end_y) = (
            (radius * sin(angle), -radius * cos(angle))
            for angle in (2 * pi * (k + part) / 9 for part in (0.17, 0.83))
        )
        ends = f"{number(x)} {number(y)}A{number(radius)} {number(radius)} 0 0 1 {number(end_x)} {number(end_y)}"
        arcs.append(line(f"M{ends}", colour, 13))
    return "".join(arcs)


def _value(face: str) -> Picture:
    value = int(face)
    colour = _COLOURS[value]
    faint = mixed(colour, PAPER, 0.72)
    middle = _ring(76, [colour if k < value else faint for k in range(9)]) + text(
        0, 32, face, 92, colour, weight=800
    )
    if face in ("6", "9"):
        middle += line("M-24 45H24", colour, 7)
    mark = path(star(4, 15, 6), colour) if value else circle(0, 0, 10, "none", stroke=colour, stroke_width=5)
    body = group(middle, x=120, y=168) + index(face, colour, mark)
    return Picture(card(_tint(value), body), face, CARD_WIDTH, CARD_HEIGHT)


def _tint(value: int) -> str:
    return mixed(_COLOURS[value], PAPER, 0.9)


_NIGHT = "#2b2342"
_STAR = group(circle(0, 0, 26, "#000", opacity=0.28) + path(star(5, 20, 8), GOLD), x=44, y=45)
_HORN = path("M-6 26C-20-14-40-26-62-8-66-34-44-54-18-44-2-38 4-12 6 26Z", "#c2334d") + circle(-63, -4, 8, GOLD)
_CAP = (
    _HORN
    + mirrored(group(_HORN))
    + path("M-26 26C-22-10-14-40 0-64 14-40 22-10 26 26Z", "#2f8f83")
    + circle(0, -66, 8, GOLD)
    + path("M-38 22Q0 36 38 22V40Q0 54-38 40Z", GOLD)
    + "".join(circle(x, y, 3.5, "#8a5a0c") for x, y in ((-24, 35), (-8, 40), (8, 40), (24, 35)))
)


def _joker() -> Picture:
    body = group(_ring(80, _COLOURS[1:]) + group(_CAP, y=10), x=120, y=122)
    name = say("picture.joker")
    return Picture(card(_NIGHT, body + at_both_corners(_STAR)), name, CARD_WIDTH, CARD_HEIGHT, band=name)


def _covered(face: str) -> str:
    """The visible part of a covered card: little more than its index."""
    if face == _JOKER:
        return card(_NIGHT, _STAR)
    return card(_tint(int(face)), text(41, 64, face, 52, _COLOURS[int(face)], weight=800))


_FACES = {face: _joker() if face == _JOKER else _value(face) for face in FACES}
_COVERED = {
    face: Picture(_covered(face), picture.label, CARD_WIDTH, CARD_HEIGHT) for face, picture in _FACES.items()
}
_BACK = Picture(back(), say("picture.back"), CARD_WIDTH, CARD_HEIGHT)

# --------------------------------------------------------------------------------------------------------- table

_WIDTH, _CARD, _SMALL, _STEP = 960, 84, 72, 26
_SIDE = 250  # height of what belongs to a seat
_FAN = 6  # steps that a discard pile may reach down; longer ones lie closer


def draw_table(view: SeatView) -> Picture:
    """The table: the other side, the shared piles, and the own side; Player 0's for a spectator."""
    table, own = view["table"], view["seat"] or 0
    body = cloth(_WIDTH, 2 * _SIDE + 210)
    body += _side(view, 1 - own, 16) + _middle(table, _SIDE + 32) + _side(view, own, _SIDE + 194)
    return Picture(body, say("picture.table", status=_status(view)), _WIDTH, 2 * _SIDE + 210)


def _status(view: SeatView) -> Sentence:
    table = view["table"]
    if table["ended"] == "win":
        winner = next(side["seat"] for side in table["seats"] if side["goal"] is None)
        return say("picture.won", player=winner)
    if view["over"]:
        return say("picture.draw")
    return say("picture.to_move", player=table["turn"]) if table["dealt"] else say("picture.dealing")


def _side(view: SeatView, seat: int, y: float) -> str:
    side = view["table"]["seats"][seat]
    to_move = view["player"] == seat
    if seat == view["seat"]:
        name = say("picture.you_to_move", player=seat) if to_move else say("picture.you", player=seat)
    else:
        name = say("picture.player_to_move", player=seat) if to_move else say("picture.player", player=seat)
    parts = [
        plate(16, y, _WIDTH - 32, _SIDE, on=to_move),
        text(32, y + 28, name, 18, CHALK, anchor="start"),
        _labelled(32, y + 44, say("picture.goal", left=side["goal_count"]), side["goal"]),
    ]
    parts += [_FACES[face].at(148 + k * (_SMALL + 6), y + 44, _SMALL) for k, face in enumerate(side["hand"])]
    held = say("picture.hand") if side["hand"] else say("picture.no_hand")
    parts.append(text(148, y + 168, held, 14, DIM, anchor="start", weight=400))
    for pile, cards in enumerate(side["discards"]):
        parts.append(_discards(570 + pile * (_SMALL + 20), y + 28, pile, cards))
    return "".join(parts)


def _labelled(x: float, y: float, words: str, face: str | None, width: float = _CARD) -> str:
    height = width * CARD_HEIGHT / CARD_WIDTH
    shown = empty_place(x, y, width) if face is None else _FACES[face].at(x, y, width)
    return shown + text(x + width / 2, y + height + 20, words, 14, DIM, weight=400)


def _discards(x: float, y: float, pile: int, cards: Sequence[str]) -> str:
    """A discard pile, open: all its cards, the lowest above."""
    step = min(_STEP, _FAN * 16 / max(len(cards) - 1, 1))
    fan = "".join(_COVERED[face].at(x, y + 16 + k * step, _SMALL) for k, face in enumerate(cards[:-1]))
    if cards:
        fan += _FACES[cards[-1]].at(x, y + 16 + step * (len(cards) - 1), _SMALL)
    label = text(x + _SMALL / 2, y + 8, say("picture.discards", pile=pile + 1), 13, DIM, weight=400)
    return label + (fan or empty_place(x, y + 16, _SMALL))


def _middle(table: Mapping[str, Any], y: float) -> str:
    shoe = _BACK.at(32, y, _CARD) if table["shoe"] else empty_place(32, y, _CARD)
    parts = [shoe, text(32 + _CARD / 2, y + 138, say("picture.shoe", cards=table["shoe"]), 14, DIM, weight=400)]
    for pile, stack in enumerate(table["play_piles"]):
        x, cards = 270 + pile * 124, stack["cards"]
        parts += [
            _FACES[face].at(x, y - 3 * (len(cards[-3:]) - 1 - k), _CARD) for k, face in enumerate(cards[-3:])
        ]
        parts += [] if cards else [empty_place(x, y, _CARD)]
        needs = say("picture.needs", pile=pile + 1, needs=stack["needs"])
        parts.append(text(x + _CARD / 2, y + 140, needs, 16, CHALK))
    aside = [
        say("picture.aside", cards=table["set_aside"]),
        say("picture.turn", turn=table["turns"] + 1, most=table["max_turns"]),
    ]
    parts += [
        text(_WIDTH - 32, y + 50 + 24 * k, words, 14, DIM, anchor="end", weight=400)
        for k, words in enumerate(aside)
    ]
    return "".join(parts)


_EXAMPLE = (
    "spite-malice turn=0 hands=*2356/***3 goals=21209642887/25284048 discards=7777,-,-,-/8,999,-,- "
    "piles=*1,0,01,01 shoe=33281170415179*99*46755*0*6706369*4*1*5*46753563038423883+- "
    "aside=*******0122445566899 turns=9 busy=1"
)

PICTURES = Pictures(faces=_FACES, back=_BACK, table=draw_table, legend=say("picture.legend"), example=_EXAMPLE)
"""All pictures of Mini Spite and Malice."""
