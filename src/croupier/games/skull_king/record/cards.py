"""The cards of Skull King: codes, names, and lookup tables for kernels (SK-1).

A code is the index of a card among the 68 different ones: 14 numbers in each of four suits, then the specials.
Cards of one name (five escapes, two mermaids, two loot) share a code, so a hand sorted by code is grouped by suit.
A Tigress on the table has a code for her declared role (SK-7).
"""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import PositionError
from croupier.core.base.kernel import inlined
from croupier.games.skull_king.english import say

SUITS = ("green", "yellow", "purple", "black")
Cards: TypeAlias = npt.NDArray[np.int8]
"""Codes of some cards in order; shape (cards,)."""

RANKS = 14
TRUMP = 3
"""The suit that beats the others: black."""
ESCAPE, ROSIE, BENDT, ROATAN, JADE, HARRY = 56, 57, 58, 59, 60, 61
TIGRESS, SKULL_KING, MERMAID, LOOT, KRAKEN, WHALE = 62, 63, 64, 65, 66, 67
TYPES = 68
"""Number of different cards."""
TIGRESS_ESCAPE, TIGRESS_PIRATE = 68, 69
FACES = 70
"""Number of codes that can lie on the table."""
NONE = -1
"""No card, or no seat."""
BASE, LARGEST = 70, 74
"""Cards without and with all of the expansion."""

PIRATES = ("rosie", "bendt", "roatan", "jade", "harry")
SPECIALS = ("escape", *PIRATES, "tigress", "skull king", "mermaid", "loot", "kraken", "whale")
NAMES = (*(f"{suit} {rank}" for suit in SUITS for rank in range(1, RANKS + 1)), *SPECIALS)
"""Long name of each of the 68 cards."""
_SHORT_SPECIALS = ("esc", "ros", "ben", "roa", "jad", "har", "tig", "sk", "mer", "loo", "kra", "wha")
SHORT = (*(f"{suit[0]}{rank}" for suit in SUITS for rank in range(1, RANKS + 1)), *_SHORT_SPECIALS)
"""Short name of each of the 68 cards, used in positions."""
ROLES = ("escape", "pirate")
"""Roles of a Tigress; the code on the table is TIGRESS_ESCAPE plus the index."""

_COPIES = {ESCAPE: 5, MERMAID: 2, LOOT: 2}
COPIES = np.array([_COPIES.get(code, 1) for code in range(TYPES)], dtype=np.int8)
"""Number of cards of each name, with the whole expansion."""
BASE_DECK = np.repeat(np.arange(LOOT, dtype=np.int8), COPIES[:LOOT])
"""The 70 cards of the base game, sorted."""
SHARE = (1.0 / COPIES).astype(np.float32)
"""Share of one card among all cards of its name."""

OPEN, SUITLESS = -2, -1
"""Lead of a trick that has no suit yet, and of one that will have none (SK-5); otherwise a suit, 0..3."""


@inlined
def is_number(card: int) -> bool:
    """Whether a card is a number card, black ones included."""
    return card < ESCAPE


@inlined
def is_escape(card: int) -> bool:
    """Whether a card on the table can win nothing: escape, loot, a Tigress declared so (SK-5, SK-7, SK-11)."""
    return (card == ESCAPE) | (card == LOOT) | (card == TIGRESS_ESCAPE)


@inlined
def is_leviathan(card: int) -> bool:
    """Whether a card is the Kraken or the White Whale."""
    return (card == KRAKEN) | (card == WHALE)


@inlined
def is_pirate(card: int) -> bool:
    """Whether a card on the table is a pirate: one of the five, or a Tigress declared so (SK-7)."""
    return (card >= ROSIE and card <= HARRY) or card == TIGRESS_PIRATE


@inlined
def type_of(card: int) -> int:
    """The card behind a code on the table: that of the Tigress whatever she was declared as."""
    return TIGRESS if card >= TYPES else card


def name_of(card: int) -> str:
    """Long name of a card, in the hand or on the table: ``green 7``, ``tigress:pirate``."""
    return NAMES[card] if card < TYPES else f"tigress:{ROLES[card - TIGRESS_ESCAPE]}"


def short_of(card: int) -> str:
    """Short name of a card, in the hand or on the table: ``g7``, ``tig:p``."""
    return SHORT[card] if card < TYPES else f"tig:{ROLES[card - TIGRESS_ESCAPE][0]}"


def _spellings() -> dict[str, int]:
    known = {name: code for code, name in enumerate(NAMES)}
    known |= {name: code for code, name in enumerate(SHORT)}
    known["white whale"] = WHALE
    for role, name in enumerate(ROLES):
        for said in (f"tigress:{name}", f"tigress as {name}", f"tig:{name}", f"tig:{name[0]}"):
            known[said] = TIGRESS_ESCAPE + role
    return known


_KNOWN = _spellings()


def read_card(text: str, *, on_table: bool = False) -> int:
    """The code of a card by its long or short name; only one on the table may be a declared Tigress (SK-7)."""
    said = re.sub(r"\s*:\s*", ":", " ".join(text.lower().replace("_", " ").split())).removeprefix("the ")
    card = _KNOWN.get(said, NONE)
    if card == NONE:
        raise PositionError(say("card.unknown", text=text))
    if card >= TYPES and not on_table:
        raise PositionError(say("card.not_declared", text=text))
    return card


def deck_of(*, loot: bool, kraken: bool, whale: bool) -> list[int]:
    """The codes of a whole deck, sorted (SK-1)."""
    return [*BASE_DECK.tolist(), *([LOOT] * 2 * loot), *([KRAKEN] * kraken), *([WHALE] * whale)]
