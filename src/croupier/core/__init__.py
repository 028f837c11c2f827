"""The core: records, compiled kernels and the classes that drive them. It knows no particular game.

Read `spec/spec.py` (the parts of a game), then `engine/game.py` (`State`, one game) and `engine/batch.py`
(many games at once). The core imports no other part of croupier. Behaviour of one game belongs into that game's
folder; what every game may bring is a part in `spec`; what happens to records in play belongs into `engine`.

What the author of a game needs is imported from here (docs/add-a-game.md); `__init__.pyi` lists it. The folders
below are private. Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `engine`: games in progress: `Game`, `State`, `Batch`
- `spec`: what a game is made of, and the registry of games
- `languages`: sentences in other languages, read from files; those of the core
- `base`: what every part of croupier stands on
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
