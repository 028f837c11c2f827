"""Sentences of Mini Spite and Malice by key: in `languages/en.toml`, with the classic game's reasons."""

from pathlib import Path

from croupier.core.languages.reading import read_catalogue
from croupier.core.spec.prompts import Names
from croupier.games.spite_malice.classic.game import REASONS

ENGLISH = read_catalogue("spite-malice", Path(__file__).parent / "languages", REASONS)
say = ENGLISH.say

NAMES = (
    Names(
        old=("mini spite and malice", "spite and malice", "spite-malice"),
        new=("meadowlark", "ninefold", "causeway", "tandem"),
    ),
    Names(old=("joker",), new=("prism", "lantern", "comet")),
    Names(old=("goal", "shoe"), new=("cargo", "quarry", "orchard", "kennel")),
)
"""Other names for relabelled prompts, for language models that may have read about the game."""
