"""Emblems of Skull King's pirates and things: simple shapes around 0,0, some 75 units to each side."""

from __future__ import annotations

from croupier.core.spec.drawing import GOLD, INK, PAPER, circle, ellipse, group, line, mirrored, path, star

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
"""What stands for a pirate (SK-14): a rose; two cards for two; a bet; an eye on the rest; one more or one less."""


def medallion(item: str) -> str:
    """A disc of paper with what stands for a pirate."""
    return circle(0, 0, 45, PAPER, stroke=GOLD, stroke_width=6) + group(item, scale=0.84)


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
