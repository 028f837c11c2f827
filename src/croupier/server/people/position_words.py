"""Why a position is not shown or analysed, in words."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

WORDS = Catalogue(
    "positions",
    {
        "hints_off": (
            "you are playing at a table without hints: no position is analysed for you until that game is over, "
            "since it could come from there"
        ),
        "over": "the game is over: there is nothing left to analyse",
        "no_step": "the game has the steps 0 to {last}, not {ply}",
        "failed": "the analysis failed: {error}",
    },
)
