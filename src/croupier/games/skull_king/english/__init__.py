"""The English of Skull King: whatever it says to people, by keys that other languages share.

- `rules`: its name, options and tools; rules and prompts
- `numbered`: each rule by its number
- `cards`: what each card does, and why a trick was won
- `lesson`: its guided first round
- `table`: the table in words, what happens, pictures
- `refusals`: refusals of replies, cards, positions and rounds
- `score_sheet`: why a score sheet is refused
- `disguise`: other names for the game and its cards
"""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue
from croupier.games.skull_king.english.cards import CARDS
from croupier.games.skull_king.english.lesson import LESSON
from croupier.games.skull_king.english.numbered import NUMBERED
from croupier.games.skull_king.english.refusals import REFUSALS
from croupier.games.skull_king.english.rules import RULES
from croupier.games.skull_king.english.score_sheet import SCORE_SHEET
from croupier.games.skull_king.english.table import TABLE

ENGLISH = Catalogue("skull-king", {**RULES, **NUMBERED, **CARDS, **LESSON, **TABLE, **REFUSALS, **SCORE_SHEET})
say = ENGLISH.say
