"""Why a position is not shown or analysed, in words."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

WORDS = Catalogue(
    "positions",
    {
        "hints_off": (
            "you are at a table at which hints are off: until its game is over no position is analysed for you, "
            "as it could be from there"
        ),
        "over": "the game is over: there is nothing left to analyse",
        "no_step": "the game has the steps 0 to {last}, not {ply}",
        "failed": "there is no analysis: {error}",
    },
)
