"""Other names for Skull King and its cards, for language models that may have read about it."""

from __future__ import annotations

from croupier.core.spec.prompts import Names

NAMES = (
    Names(
        old=("green", "yellow", "purple", "black"),
        new=("scarlet", "teal", "indigo", "amber", "copper", "violet", "ochre", "maroon"),
        numbered=True,
    ),
    Names(
        old=("rosie", "bendt", "roatan", "jade", "harry"),
        new=("lysander", "quillon", "fennick", "dorrel", "zabine", "wystan", "nerva", "uldric"),
        short={"rosie": "ros", "bendt": "ben", "roatan": "roa", "jade": "jad", "harry": "har"},
    ),
    Names(
        old=("skull king", "mermaid", "tigress", "pirate", "escape", "loot", "kraken", "whale", "white whale"),
        new=(
            "emperor", "oracle", "chameleon", "falconer", "pebble", "garnet", "eclipse", "blizzard", "glacier",
            "juggler", "lantern", "tundra",
        ),
        short={
            "skull king": "sk", "mermaid": "mer", "tigress": "tig", "escape": "esc", "loot": "loo",
            "kraken": "kra", "whale": "wha",
        },
    ),
    Names(old=("skull-king", "graybeard", "rascal"), new=("ninefold", "bystander", "lenient", "halfway")),
)  # fmt: skip
