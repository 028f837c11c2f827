"""Other names for Pig Dice and its actions, for language models that may have read about it."""

from __future__ import annotations

from croupier.core.spec.disguise import Names

NAMES = (
    Names(old=("pig dice", "pig"), new=("meadowlark", "ninefold", "causeway")),
    Names(old=("roll", "hold"), new=("flick", "stow", "nudge", "clasp")),
    Names(old=("die", "dice"), new=("token", "marker", "pebble")),
)
