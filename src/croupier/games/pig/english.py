"""Sentences of Pig Dice by key: the English is in `languages/en.toml`."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue
from croupier.core.spec.prompts import Names

ENGLISH = read_catalogue("pig", Path(__file__).parent / "languages")
say = ENGLISH.say

NAMES = (
    Names(old=("pig dice", "pig"), new=("meadowlark", "ninefold", "causeway")),
    Names(old=("roll", "hold"), new=("flick", "stow", "nudge", "clasp")),
    Names(old=("die", "dice"), new=("token", "marker", "pebble")),
)
"""Other names for relabelled prompts, for language models that may have read about the game."""
