"""Pictures of the 52 cards, and of a table of a game with tricks, with the game's words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from croupier.core.base.sentence import joined
from croupier.core.spec.pictures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHALK,
    DIM,
    GOLD,
    PAPER,
    Picture,
    Pictures,
    back,
    box,
    card,
    circle,
    cloth,
    fitting,
    group,
    index,
    mixed,
    path,
    plate,
    text,
)
from croupier.core.spec.position import SeatView
from croupier.games.tricks.cards import CARDS, SUIT_LETTERS
from croupier.games.tricks.english import say
from croupier.games.tricks.words import TrickWords

_RED, _BLACK = "#b3312d", "#22262e"
_STEM = path("M-4 2Q-3 15-9 20H9Q3 15 4 2Z", _BLACK)
_MARKS = {
    "C": circle(0, -10, 8.5, _BLACK) + circle(-9.5, 4, 8.5, _BLACK) + circle(9.5, 4, 8.5, _BLACK) + _STEM,
    "D": path("M0-20 15 0 0 20-15 0Z", _RED),
    "H": path("M0 19C-8 9-18 3-18-8-18-19-4-20 0-9 4-20 18-19 18-8 18 3 8 9 0 19Z", _RED),
    "S": path("M0-20C6-11 18-4 18 5 18 14 7 15 2 9H-2C-7 15-18 14-18 5-18-4-6-11 0-20Z", _BLACK) + _STEM,
}
"""The sign of each suit, around 0,0."""
_SIGNS = dict(zip(SUIT_LETTERS, "♣♦♥♠", strict=True))
_INK, _SKIN, _GILT = "#2a211c", "#f2cfa8", "#e3ad3c"
_CROWN = path("M-34-52-40-84-20-66 0-92 20-66 40-84 34-52Z", _GILT) + "".join(
    circle(x, y, 5, PAPER) for x, y in ((-40, -84), (0, -92), (40, -84))
)


def _court(rank: str, robe: str, mark: str, hair: str) -> str:
    """A knave with a cap and a feather, a queen with long hair and a crown, a king with a beard, around 0,0."""
    long_hair = path("M-40-40C-62 20-50 52-42 70H42C50 52 62 20 40-40Z", hair) if rank == "Q" else ""
    bust = path("M-68 112C-66 62-42 48 0 48 42 48 66 62 68 112Z", robe)
    bust += path("M-30 50 0 84 30 50 18 46H-18Z", PAPER)
    head = box(-15, 26, 30, 30, _SKIN, radius=10) + path("M-32-50H32V2C32 28 18 40 0 40-18 40-32 28-32 2Z", _SKIN)
    if rank == "K":
        head += path("M-34-6C-36 44-18 66 0 66 18 66 36 44 34-6 24 14 14 12 0 12-14 12-24 14-34-6Z", hair)
        head += path("M-14 22Q0 14 14 22 0 30-14 22Z", _INK)
    else:
        head += path("M-34-46C-40-10-38 4-34 10-30-10-30-24-22-36H22C30-24 30-10 34 10 38 4 40-10 34-46Z", hair)
        head += path("M-9 25Q0 31 9 25 0 21-9 25Z", "#a23b34")
    eyes = circle(-13, -6, 4, _INK) + circle(13, -6, 4, _INK) + path("M0-4-5 12H4Z", "#d9ab7d")
    cap = path("M-44-44C-40-78-14-84 8-80 34-78 46-60 44-44 20-54-20-54-44-44Z", robe)
    cap += path("M30-66C44-104 70-108 82-102 74-84 58-68 36-58Z", _GILT)
    return long_hair + bust + head + eyes + (cap if rank == "J" else _CROWN) + mark


_HAIR = {"C": "#6b4423", "D": "#d29a3a", "H": "#a6522a", "S": "#1d1a20"}
_ROBES = {"C": "#2f6b4f", "D": "#c9752b", "H": "#b3312d", "S": "#46366e"}


def _face(name: str) -> Picture:
    rank, suit = name[:-1], name[-1]
    mark, colour = _MARKS[suit], _RED if suit in "DH" else _BLACK
    panel, middle = mixed(colour, PAPER, 0.95), group(mark, x=120, y=168, scale=3.6 if rank == "A" else 2.4)
    if rank in ("J", "Q", "K"):
        panel = mixed(_ROBES[suit], PAPER, 0.72 if name != "QS" else 0.25)  # the queen of spades is the villain
        shield = circle(0, 98, 26, PAPER) + group(mark, y=98, scale=0.9)
        middle = group(_court(rank, _ROBES[suit], shield, _HAIR[suit]), x=120, y=188, scale=0.94)
        if name == "QS":
            colour, mark = PAPER, mark.replace(_BLACK, PAPER)
    return Picture(
        card(panel, middle + index(rank, colour, mark)), f"{rank}{_SIGNS[suit]}", CARD_WIDTH, CARD_HEIGHT
    )


FACES: Mapping[str, Picture] = {name: _face(name) for name in CARDS}
"""The cards by the names that views give them."""


BACK = Picture(back(), say("picture.back"), CARD_WIDTH, CARD_HEIGHT)
"""A card face down."""

_WIDTH, _EDGE, _PLAYED, _HELD = 960, 20, 98, 84
_RATIO = CARD_HEIGHT / CARD_WIDTH


def pictures_of(words: TrickWords, example: str) -> Pictures:
    """The pictures of a game by its words, with a position that shows the table."""
    return Pictures(
        faces=FACES,
        back=BACK,
        table=partial(_draw_table, words),
        legend="A card shows its rank and its suit; a jack has a cap, a queen a crown, a king a beard too.",
        example=example,
    )


def _draw_table(words: TrickWords, view: SeatView) -> Picture:
    """The table: the seats, the current trick or else the last one, and the hand of the viewing seat."""
    table, player = view["table"], view["player"]
    past = not table["trick"] and table["last_trick"]
    plays, held = table["trick"] or table["last_trick"] or [], table["hand"] or []
    best = [each["seat"] for each in plays].index(table["last_winner"]) if past else None
    title, told, y = joined(" ", words.title(table)), words.sides(table), 92
    waiting = say("picture.none") if player is None else words.turn(view)
    status, parts = words.winners(table) if view["over"] else waiting, []
    parts.append(text(_EDGE, 40, title, fitting(title, 21, 920), CHALK, anchor="start"))
    parts.append(text(_EDGE, 68, status, fitting(status, 17, 920), GOLD, anchor="start", weight=400))
    for seat, line in enumerate(told):
        name = say("player", player=seat)
        x, top = _EDGE + 466 * (seat % 2), y + 46 * (seat // 2)
        parts += [
            plate(x, top, 454, 38, on=seat == player),
            text(x + 12, top + 25, name, fitting(name, 16, 130), CHALK, anchor="start"),
            text(x + 442, top + 25, line, fitting(line, 15, 300), DIM, anchor="end", weight=400),
        ]
    y += 46 * -(-len(told) // 2) + 20
    called = say("picture.last" if past else "picture.trick")
    parts.append(text(_EDGE, y, called, 16, CHALK, anchor="start"))
    for k, laid in enumerate(plays):
        name = say("player", player=laid["seat"])
        x = _EDGE + (_PLAYED + 30) * k
        if k == best:
            parts.append(box(x - 4, y + 12, _PLAYED + 8, _PLAYED * _RATIO + 8, GOLD, radius=12))
        parts.append(FACES[laid["card"]].at(x, y + 16, _PLAYED))
        colour = GOLD if k == best else CHALK
        parts.append(text(x + _PLAYED / 2, y + 36 + _PLAYED * _RATIO, name, fitting(name, 14, 124), colour))
    y += 84 + round(_PLAYED * _RATIO)
    if held:
        parts.append(text(_EDGE, y, say("picture.hand"), 16, CHALK, anchor="start"))
    step = min(_HELD + 6, (_WIDTH - 2 * _EDGE - _HELD) / max(len(held) - 1, 1))
    parts += [FACES[shown].at(_EDGE + step * k, y + 14, _HELD) for k, shown in enumerate(held)]
    height = y + 30 + (round(_HELD * _RATIO) if held else 0)
    return Picture(cloth(_WIDTH, height) + "".join(parts), f"{title} {status}", _WIDTH, height)
