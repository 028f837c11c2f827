"""Other names for Mini Spite and Malice and its piles, for language models that may have read about it."""

from __future__ import annotations

from croupier.core.spec.disguise import Names

NAMES = (
    Names(
        old=("mini spite and malice", "spite and malice", "spite-malice"),
        new=("meadowlark", "ninefold", "causeway", "tandem"),
    ),
    Names(old=("joker",), new=("prism", "lantern", "comet")),
    Names(old=("goal", "shoe"), new=("cargo", "quarry", "orchard", "kennel")),
)
