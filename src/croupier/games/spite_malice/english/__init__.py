"""The English of Mini Spite and Malice: whatever it says to people, by keys that other languages share.

- `table`: its name and options, rules and prompts, the table, what happens, refusals, pictures
- `lesson`: its guided first round
"""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue
from croupier.core.spec.prompts import Names
from croupier.games.spite_malice.classic.reasons import REASONS
from croupier.games.spite_malice.english.lesson import LESSON
from croupier.games.spite_malice.english.numbered import NUMBERED
from croupier.games.spite_malice.english.table import TABLE

ENGLISH = Catalogue("spite-malice", {**TABLE, **NUMBERED, **LESSON, **REASONS})
say = ENGLISH.say

NAMES = (
    Names(
        old=("mini spite and malice", "spite and malice", "spite-malice"),
        new=("meadowlark", "ninefold", "causeway", "tandem"),
    ),
    Names(old=("joker",), new=("prism", "lantern", "comet")),
    Names(old=("goal", "shoe"), new=("cargo", "quarry", "orchard", "kennel")),
)
"""Other names in disguise, for language models that may have read about the game."""
