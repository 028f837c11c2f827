"""Pictures of Pig Dice: the faces of its die, and the table."""

from __future__ import annotations

from croupier.core.spec.pictures import (
    CHALK,
    DIM,
    GOLD,
    INK,
    PAPER,
    Picture,
    Pictures,
    box,
    circle,
    cloth,
    ellipse,
    group,
    mirrored,
    path,
    plate,
    text,
)
from croupier.core.spec.position import SeatView
from croupier.games.pig.english import say
from croupier.games.pig.rules import FACES
from croupier.games.pig.text import turns_left

_PINK, _ROSE, _DARK = "#f4a6b4", "#e57f93", "#7d2b3f"
_SPOTS = {
    2: ((-26, -26), (26, 26)),
    3: ((-28, -28), (0, 0), (28, 28)),
    4: ((-27, -27), (27, -27), (-27, 27), (27, 27)),
    5: ((-28, -28), (28, -28), (0, 0), (-28, 28), (28, 28)),
    6: ((-26, -32), (26, -32), (-26, 0), (26, 0), (-26, 32), (26, 32)),
}
_SNOUT = ellipse(0, 0, 30, 24, _PINK) + ellipse(-11, 0, 5.5, 9, _DARK) + ellipse(11, 0, 5.5, 9, _DARK)


def _die(inner: str) -> str:
    """A die seen from above, 120 units wide, with its face around its middle."""
    edge = box(2, 2, 116, 116, PAPER, radius=24, stroke="#8f8672", stroke_width=3)
    shade = path("M4 92V94Q4 116 26 116H94Q116 116 116 94V92Q116 104 94 104H26Q4 104 4 92Z", "#000", opacity=0.12)
    return edge + shade + group(inner, x=60, y=58)


def _face(value: int) -> Picture:
    """The 1, which loses the turn total (PIG-2), is a pig's snout; the others have spots."""
    spots = "".join(circle(x, y, 11, INK) for x, y in _SPOTS.get(value, ()))
    return Picture(_die(spots or _SNOUT), say("picture.die", value=value), 120, 120)


_EAR = path("M-46-34C-52-60-40-66-18-50Z", _ROSE)
_PIG = (
    _EAR
    + mirrored(_EAR)
    + circle(0, 0, 54, _PINK)
    + group(ellipse(0, 0, 25, 19, _ROSE), y=14)
    + ellipse(-9, 14, 4.5, 7.5, _DARK)
    + ellipse(9, 14, 4.5, 7.5, _DARK)
    + circle(-20, -16, 6, _DARK)
    + circle(20, -16, 6, _DARK)
)

# --------------------------------------------------------------------------------------------------------- table

_WIDTH, _HEIGHT, _BAR = 720, 300, 640


def draw_table(view: SeatView) -> Picture:
    """The table: banked points, the distance of each from the target, and the turn total."""
    table = view["table"]
    left = turns_left(table)
    parts = [
        cloth(_WIDTH, _HEIGHT),
        group(_PIG, x=62, y=62, scale=0.62),
        text(112, 56, say("picture.target", target=table["target"]), 22, CHALK, anchor="start"),
        text(112, 80, _status(view), 15, DIM, anchor="start", weight=400),
        text(_WIDTH - 24, 80, left, 15, DIM, anchor="end", weight=400),
        text(_WIDTH - 24, 56, say("picture.total", total=table["turn_total"]), 22, GOLD, anchor="end"),
        *(_side(view, seat, 108 + 92 * seat) for seat in range(2)),
    ]
    return Picture("".join(parts), say("picture.table", status=_status(view)), _WIDTH, _HEIGHT)


def _status(view: SeatView) -> str:
    scores = view["table"]["scores"]
    if not view["over"]:
        return say("picture.to_move", player=view["table"]["turn"])
    if scores[0] == scores[1]:
        return say("picture.draw")
    return say("picture.won", player=scores.index(max(scores)))


def _side(view: SeatView, seat: int, y: float) -> str:
    """A player's score, as a number and as a bar up to the target, continued by the turn total."""
    table, turn = view["table"], view["player"] == seat
    score, unit = table["scores"][seat], _BAR / max(table["target"], 1)
    banked = min(score * unit, _BAR)
    risked = min(table["turn_total"] * unit, _BAR - banked) if turn else 0
    name = say("picture.you" if view["seat"] == seat else "picture.player", player=seat)
    return "".join(
        (
            plate(20, y, _WIDTH - 40, 80, on=turn),
            text(40, y + 34, name, 20, CHALK, anchor="start"),
            text(_WIDTH - 40, y + 36, str(score), 26, CHALK, anchor="end"),
            box(40, y + 50, _BAR, 14, "#0f2e2b", radius=7),
            box(40 + banked, y + 52, risked, 10, GOLD, opacity=0.75) if risked else "",
            box(40, y + 50, banked, 14, "#7fc8a9", radius=min(7, banked / 2)) if banked else "",
        )
    )


_EXAMPLE = "pig scores=41,24 turn=1 total=16 turns=3"

PICTURES = Pictures(
    faces={str(value): _face(value) for value in range(1, FACES + 1)},
    table=draw_table,
    legend=say("picture.legend"),
    example=_EXAMPLE,
)
"""All pictures of Pig Dice."""
