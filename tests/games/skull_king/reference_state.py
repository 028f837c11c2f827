"""The options and the state of a game of Skull King, for the reference implementation (SK-1, SK-2, SK-15).

Decision where the rules page is silent:

* (D) The largest feasible hand (SK-2) is that of the deck in use: eight players have 8 cards with 70 or 71
  cards, but 9 with 72 or more. With two players the deck serves three hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from tests.games.skull_king.reference_cards import Card, full_deck
from tests.games.skull_king.reference_tricks import Outcome, Play

GRAYBEARD = 2
SCHEDULES: dict[str, tuple[int, ...]] = {
    "ten": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    "even": (2, 2, 4, 4, 6, 6, 8, 8, 10, 10),
    "skip": (6, 7, 8, 9, 10),
    "fives": (5,) * 5,
    "tens": (10,) * 10,
    "down": (9, 9, 7, 7, 5, 5, 3, 3, 1, 1),
    "one": (1,),
}


class Phase(IntEnum):
    """What the game waits for."""

    BIDDING = 0
    PLAYING = 1
    ABILITY_ROSIE = 2
    ABILITY_BENDT_1 = 3
    ABILITY_BENDT_2 = 4
    ABILITY_ROATAN = 5
    ABILITY_JADE = 6
    ABILITY_HARRY = 7
    TIGRESS = 8
    DEAL = 9
    OVER = 10


@dataclass(frozen=True)
class Options:
    """The rules in force.

    Attributes:
        players: How many people play, 2 to 8; two have Graybeard as a third hand.
        schedule: The hand size wished for in each round.
        loot: Whether the two loot cards are in the deck.
        kraken: Whether the Kraken is.
        whale: Whether the White Whale is.
        rosie: Whether Rosie's ability is used; `bendt`, `roatan`, `jade` and `harry` likewise.
        rascal: Whether Rascal scoring is used.
    """

    players: int = 4
    schedule: tuple[int, ...] = SCHEDULES["ten"]
    loot: bool = False
    kraken: bool = False
    whale: bool = False
    rosie: bool = True
    bendt: bool = True
    roatan: bool = True
    jade: bool = True
    harry: bool = True
    rascal: bool = False

    def __post_init__(self) -> None:
        """Refuses a game that cannot be played."""
        if not 2 <= self.players <= 8:
            raise ValueError(f"players must be 2 to 8, not {self.players}")
        if not self.schedule or min(self.schedule) < 1:
            raise ValueError(f"schedule must hold hand sizes of at least 1, not {self.schedule}")

    @property
    def deck(self) -> list[Card]:
        """The deck in its canonical order (SK-1)."""
        return full_deck(loot=self.loot, kraken=self.kraken, whale=self.whale)

    @property
    def hands(self) -> int:
        """How many hands are dealt: one for each player, and Graybeard's (SK-15)."""
        return 3 if self.players == 2 else self.players

    def hand_size(self, round_index: int) -> int:
        """Gives the cards dealt to each hand in a round (SK-2)."""
        return min(self.schedule[round_index], len(self.deck) // self.hands)

    def has_ability(self, pirate: str) -> bool:
        """Tells whether a pirate's ability is switched on (SK-14)."""
        return {
            "rosie": self.rosie,
            "bendt": self.bendt,
            "roatan": self.roatan,
            "jade": self.jade,
            "harry": self.harry,
        }[pirate]


@dataclass
class Round:
    """The state of one round. Lists by seat have a place for Graybeard only in `hands` and `tricks_won`.

    Attributes:
        cards: The cards dealt to each hand.
        hands: The cards still held; Graybeard's top card is his first.
        undealt: The cards not dealt, the next to draw first.
        leader: Who leads the trick under way, or the next one.
        bids: The bids as they were made, None before.
        tricks_won: The tricks won so far.
        bonuses: The captures so far.
        wagers: Roatan's wagers.
        harry_changes: What Harry added to the bids.
        discards: What was discarded for Bendt.
        alliances: (loot's player, winner), in the order they were made.
        trick: The plays of the trick under way.
        finished: The tricks played, with their outcomes.
        harry_seat: Who won a trick with Harry and may change the bid.
        discards_due: How many cards are still to be discarded for Bendt.
        specials: Who has played each special card, by its name; of several the last.
        voids: The suits that each hand has shown to have no number of.
        abilities: Who has used each pirate's ability, or is using it.
    """

    cards: int
    hands: list[list[Card]]
    undealt: list[Card]
    leader: int
    bids: list[int | None]
    tricks_won: list[int]
    bonuses: list[int]
    wagers: list[int]
    harry_changes: list[int]
    discards: list[Card] = field(default_factory=list)
    alliances: list[tuple[int, int]] = field(default_factory=list)
    trick: list[Play] = field(default_factory=list)
    finished: list[tuple[tuple[Play, ...], Outcome]] = field(default_factory=list)
    harry_seat: int | None = None
    discards_due: int = 0
    specials: dict[str, int] = field(default_factory=dict)
    voids: list[set[str]] = field(default_factory=list)
    abilities: dict[str, int] = field(default_factory=dict)

    @classmethod
    def dealt(cls, options: Options, cards: int, order: Sequence[Card], leader: int) -> "Round":
        """Deals a round from a shuffled deck, one whole hand at a time in seat order."""
        hands = options.hands
        return cls(
            cards=cards,
            hands=[list(order[seat * cards : (seat + 1) * cards]) for seat in range(hands)],
            undealt=list(order[hands * cards :]),
            leader=leader,
            bids=[None] * options.players,
            tricks_won=[0] * hands,
            bonuses=[0] * options.players,
            wagers=[0] * options.players,
            harry_changes=[0] * options.players,
            voids=[set() for _ in range(hands)],
        )


@dataclass(frozen=True)
class Snapshot:
    """Everything a comparison looks at; see `Round` for the parts of the round.

    Attributes:
        hands: By seat, Graybeard last, the names sorted alphabetically.
        undealt: The undealt pile, the next card to draw first.
        has_bid: Who has bid.
        round_index: The round played or about to be dealt, from 0; the number of rounds when all is over.
        dealer: The dealer of the round, None before the first deal.
        scores: The points of the rounds scored so far.
        voids: By seat, Graybeard last, the suits shown to be missing, sorted.
        specials: (card, seat) for each special card played, of those of one name the last, sorted.
        abilities: (pirate, seat) for each ability used, sorted.
    """

    phase: Phase
    player: int | None
    round_index: int
    dealer: int | None
    cards: int
    hands: tuple[tuple[str, ...], ...]
    undealt: tuple[str, ...]
    discards: tuple[str, ...]
    trick: tuple[tuple[int, str], ...]
    leader: int
    bids: tuple[int | None, ...]
    has_bid: tuple[bool, ...]
    tricks_won: tuple[int, ...]
    tricks_destroyed: int
    bonuses: tuple[int, ...]
    alliances: tuple[tuple[int, int], ...]
    wagers: tuple[int, ...]
    harry_changes: tuple[int, ...]
    scores: tuple[int, ...]
    voids: tuple[tuple[str, ...], ...]
    specials: tuple[tuple[str, int], ...]
    abilities: tuple[tuple[str, int], ...]
