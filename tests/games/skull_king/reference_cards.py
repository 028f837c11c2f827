"""The cards of Skull King, by name, for the reference implementation (SK-1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

SUITS = ("green", "yellow", "purple", "black")
TRUMP = "black"
PIRATES = ("rosie", "bendt", "roatan", "jade", "harry")


class Kind(Enum):
    """What a card is, apart from its colour and number."""

    NUMBER = auto()
    ESCAPE = auto()
    PIRATE = auto()
    TIGRESS = auto()
    SKULL_KING = auto()
    MERMAID = auto()
    LOOT = auto()
    KRAKEN = auto()
    WHALE = auto()


@dataclass(frozen=True)
class Card:
    """One card. Two cards of the same name are interchangeable and compare equal.

    Attributes:
        name: Its stable text name, such as "green 7" or "skull king".
        kind: What it is.
        suit: The colour of a number card, else None.
        rank: The number of a number card, else 0.
    """

    name: str
    kind: Kind
    suit: str | None = None
    rank: int = 0


def full_deck(*, loot: bool = False, kraken: bool = False, whale: bool = False) -> list[Card]:
    """Lists the deck in its canonical order (SK-1).

    Args:
        loot: Whether the two loot cards are in.
        kraken: Whether the Kraken is in.
        whale: Whether the White Whale is in.

    Returns:
        70 to 74 cards.
    """
    deck = [Card(f"{suit} {rank}", Kind.NUMBER, suit, rank) for suit in SUITS for rank in range(1, 15)]
    deck += [Card("escape", Kind.ESCAPE)] * 5
    deck += [Card(pirate, Kind.PIRATE) for pirate in PIRATES]
    deck += [Card("tigress", Kind.TIGRESS), Card("skull king", Kind.SKULL_KING)]
    deck += [Card("mermaid", Kind.MERMAID)] * 2
    if loot:
        deck += [Card("loot", Kind.LOOT)] * 2
    if kraken:
        deck.append(Card("kraken", Kind.KRAKEN))
    if whale:
        deck.append(Card("whale", Kind.WHALE))
    return deck


BY_NAME = {card.name: card for card in full_deck(loot=True, kraken=True, whale=True)}
_PLACE = {name: place for place, name in enumerate(BY_NAME)}


def named(*names: str) -> list[Card]:
    """Looks cards up by their names."""
    return [BY_NAME[name] for name in names]


def distinct_names(cards: Iterable[Card]) -> list[str]:
    """Lists the different names among some cards, in deck order."""
    return sorted({card.name for card in cards}, key=_PLACE.__getitem__)


def sorted_names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Lists the names of some cards, alphabetically, identical cards as often as they occur."""
    return tuple(sorted(card.name for card in cards))
