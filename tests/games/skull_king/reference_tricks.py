"""One trick of Skull King, for the reference implementation (SK-5 to SK-12).

Decisions where the rules page is silent:

* (D) The Kraken and the Whale count for the lead suit as what they are while the trick is played: a Kraken
  that is turned into an escape by a later Whale (SK-10) does not give the trick a suit afterwards.
* (D) "The winner ignoring the Kraken" (SK-8) and "with neither present" (SK-10) is the winner among the plays
  that are left when the Kraken and the Whale are taken out, and the lead suit is that of these plays: after a
  led Kraken the next number card sets it.
* (D) The winner of a Whale trick has the 14s in it (SK-9, SK-12): he wins the trick like any other.
* (D) The "highest number of any colour" in a Whale trick (SK-9) compares the numbers only: black has no
  advantage, and the first of equal numbers wins.
* (D) "Nobody in that trick has an ally" (SK-11) holds whenever the winning card is a loot: the other loot's
  player has none either. If an escape wins a trick with a loot in it, its player and the loot's are allies.
* (D) A mermaid that takes the Skull King has +40 once, however many mermaids and pirates are in the trick.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.skull_king.reference_cards import TRUMP, Card, Kind

LEVIATHANS = (Kind.KRAKEN, Kind.WHALE)
ESCAPE_LIKE = (Kind.ESCAPE, Kind.LOOT)


@dataclass(frozen=True)
class Play:
    """A card somebody put on the table.

    Attributes:
        seat: Who played it.
        card: The card.
        as_pirate: For the Tigress, True or False once she is declared; None for her before, and for the rest.
    """

    seat: int
    card: Card
    as_pirate: bool | None = None

    @property
    def acts_as(self) -> Kind:
        """The kind that the card has in the trick (SK-7)."""
        if self.card.kind is Kind.TIGRESS and self.as_pirate is not None:
            return Kind.PIRATE if self.as_pirate else Kind.ESCAPE
        return self.card.kind

    @property
    def shown(self) -> str:
        """The card's name, with what a declared Tigress was played as."""
        if self.as_pirate is None:
            return self.card.name
        return f"{self.card.name}:{'pirate' if self.as_pirate else 'escape'}"


@dataclass(frozen=True)
class Outcome:
    """What became of a whole trick.

    Attributes:
        winner: The winning play, None if nobody has the trick.
        next_leader: The seat that leads next (before Rosie's ability).
        bonus: The points for captures in it, for the winner if his bid comes out exact.
        alliances: (loot's player, winner) for each loot, in the order they were played.
    """

    winner: Play | None
    next_leader: int
    bonus: int = 0
    alliances: tuple[tuple[int, int], ...] = ()


def lead_suit(plays: Sequence[Play]) -> str | None:
    """Finds the suit to follow, None while (or because) there is none (SK-5)."""
    for play in plays:
        if play.acts_as in ESCAPE_LIKE:
            continue
        if play.acts_as is Kind.NUMBER:
            return play.card.suit
        return None
    return None


def playable(hand: Sequence[Card], plays: Sequence[Play]) -> list[Card]:
    """Lists the cards of a hand that may be added to a trick (SK-5)."""
    suit = lead_suit(plays)
    if suit is None or all(card.suit != suit for card in hand):
        return list(hand)
    return [card for card in hand if card.suit == suit or card.kind is not Kind.NUMBER]


def plain_winner(plays: Sequence[Play]) -> Play:
    """Finds the winner of a trick without Kraken and Whale (SK-6)."""

    def first(kind: Kind) -> Play | None:
        return next((play for play in plays if play.acts_as is kind), None)

    def highest(suit: str | None) -> Play | None:
        return max((play for play in plays if suit and play.card.suit == suit), key=_rank, default=None)

    skull_king, mermaid = first(Kind.SKULL_KING), first(Kind.MERMAID)
    if skull_king and mermaid:
        return mermaid
    return skull_king or first(Kind.PIRATE) or mermaid or highest(TRUMP) or highest(lead_suit(plays)) or plays[0]


def _rank(play: Play) -> int:
    return play.card.rank


def acting_leviathan(plays: Sequence[Play]) -> Play | None:
    """Finds the Kraken or Whale that acts: the last one played (SK-8, SK-9, SK-10)."""
    leviathans = [play for play in plays if play.acts_as in LEVIATHANS]
    return leviathans[-1] if leviathans else None


def resolve(plays: Sequence[Play]) -> Outcome:
    """Resolves a whole trick (SK-6, SK-8, SK-9, SK-10, SK-11, and the captures of SK-12)."""
    leviathan = acting_leviathan(plays)
    if leviathan is None:
        return _won(plays, plain_winner(plays))
    if leviathan.acts_as is Kind.KRAKEN:
        others = [play for play in plays if play.acts_as not in LEVIATHANS]
        return Outcome(winner=None, next_leader=plain_winner(others).seat)
    numbers = [play for play in plays if play.acts_as is Kind.NUMBER]
    if not numbers:
        return Outcome(winner=None, next_leader=leviathan.seat)
    return _won(plays, max(numbers, key=_rank))  # max keeps the first of equals


def _won(plays: Sequence[Play], winner: Play) -> Outcome:
    return Outcome(winner, winner.seat, capture_bonus(plays, winner), alliances(plays, winner))


def capture_bonus(plays: Sequence[Play], winner: Play) -> int:
    """Counts the points for what a winner captured in his trick (SK-12, SK-7)."""

    def count(kind: Kind) -> int:
        return sum(play.acts_as is kind for play in plays)

    bonus = sum(20 if play.card.suit == TRUMP else 10 for play in plays if play.card.rank == 14)
    if winner.acts_as is Kind.PIRATE:
        bonus += 20 * count(Kind.MERMAID)
    elif winner.acts_as is Kind.SKULL_KING:
        bonus += 30 * count(Kind.PIRATE)
    elif winner.acts_as is Kind.MERMAID:
        bonus += 40 * count(Kind.SKULL_KING)
    return bonus


def alliances(plays: Sequence[Play], winner: Play) -> tuple[tuple[int, int], ...]:
    """Lists the alliances that a won trick makes, as (loot's player, winner) (SK-11)."""
    if winner.acts_as is Kind.LOOT:
        return ()
    return tuple((play.seat, winner.seat) for play in plays if play.acts_as is Kind.LOOT)
