"""What everybody is told of fairness: numbers that did not come, hints, and agents that play for people."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

WORDS = Catalogue(
    "fair",
    {
        "silent": {
            "one": (
                "The page of {names} has not shown its number in time: the cards are shuffled anew without it, "
                "from another secret."
            ),
            "other": (
                "The pages of {names} have not shown their numbers in time: the cards are shuffled anew without "
                "them, from another secret."
            ),
        },
        "nobody": "{silent} No page is left that could: this deal cannot be checked.",
        "broken_off": "{removed} The start is broken off, and its secret is used up.",
        "hint": "{name} has taken a hint.",
        "lets_play": "{name} lets an agent play.",
        "played_for": "An agent plays for {name}.",
        "plays_again": "{name} plays again.",
    },
)
