"""Emblems of Skull King's creatures, pirates and things: simple shapes around 0,0, some 75 units to each side."""

from __future__ import annotations

from croupier.core.spec.pictures import GOLD, INK, PAPER, circle, ellipse, group, line, mirrored, path, star

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
