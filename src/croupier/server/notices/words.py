"""What notices say, and why there are none: names of games and people, and never a card."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

NOTICE_WORDS = Catalogue(
    "notice",
    {
        "turn": "It is your turn.",
        "turn-with": "Your turn with {names}.",
        "nudge": "{name} nudges you: the table waits for you.",
        "over": "The game is over.",
        "and": " and ",
        "no-extra": "this server cannot send notices: it was installed without the extra push",
        "no-keys": "this server cannot send notices: it has no folder for its keys (--data)",
        "bad-keys": "this server cannot send notices: its keys cannot be used",
        "bad-address": "notices go only to https addresses of public push services",
        "no-lookup": "the host of the push service was not found in time: try again later",
        "bad-subscription": "this is not a browser's subscription: its keys cannot be read",
    },
)
"""All of them, by key."""
