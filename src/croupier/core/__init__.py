"""The core: records, compiled kernels, and the classes that drive them. It knows no particular game.

Read `spec/spec.py` (the parts of a game) first, then `engine/game.py` (`State`, one game) and `engine/batch.py`
(many games at once). The core imports no other part of croupier. The behaviour of one game belongs into that
game's folder. A part that every game may have belongs into `spec`, and work on records in play into `engine`.

Authors of games import from this package (docs/add-a-game.md); `__init__.pyi` lists its names. The folders below
are private. Importing the package loads nothing: a name loads its module on first use.

- `engine`: games in progress: `Game`, `State`, `Batch`
- `spec`: the parts of a game, and the registry of games
- `languages`: translations, read from files
- `base`: foundations of every part of croupier
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(
    __name__,
    __file__,
    gone={
        **dict.fromkeys(("Ablation", "Recipe"), "train each variant with croupier train --set NAME=VALUE"),
        **dict.fromkeys(
            ("Column", "Desk", "Grid", "ScoreSheet", "ScoreSheetTalk"),
            "a game's score_sheet is a function from a sheet's JSON to the same with points",
        ),
        "ShowsTable": "a function shown(before, after) of a game's prompts needs no type, see GamePrompts",
    },
)
