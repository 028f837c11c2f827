"""Names of cards and suits in sentences: in English as they are typed, in other languages as people say them."""

from __future__ import annotations

from croupier.core.base.sentence import Sentence
from croupier.games.skull_king.english import say

_SUITS = {"green": "named.green", "yellow": "named.yellow", "purple": "named.purple", "black": "named.black"}
_SPECIALS = {
    "escape": "named.escape", "rosie": "named.rosie", "bendt": "named.bendt", "roatan": "named.roatan",
    "jade": "named.jade", "harry": "named.harry", "tigress": "named.tigress", "skull king": "named.king",
    "mermaid": "named.mermaid", "loot": "named.loot", "kraken": "named.kraken", "whale": "named.whale",
    "tigress:escape": "named.tigress_escape", "tigress:pirate": "named.tigress_pirate",
}  # fmt: skip


def suit_named(suit: str) -> Sentence:
    """A suit by its name."""
    return say(_SUITS[suit])


def card_named(name: str) -> Sentence:
    """A card by its long name, in the hand or on the table."""
    suit, _, rank = name.partition(" ")
    if suit in _SUITS:
        return say("named.number", suit=suit_named(suit), rank=rank)
    return say(_SPECIALS[name])


def group_named(suit: str, ranks: str) -> Sentence:
    """Several number cards of a suit."""
    return say("named.number", suit=suit_named(suit), rank=ranks)
