"""Skull King by its kernels and by the reference implementation, in the same words, for tests that hold both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from croupier.games.skull_king import TrickResult, legal_cards, resolve_trick, score_round
from tests.games.skull_king import tables
from tests.games.skull_king.reference import Decision, Options, Phase, ReferenceGame
from tests.games.skull_king.reference_cards import BY_NAME, Card, named
from tests.games.skull_king.reference_scoring import Result, round_points
from tests.games.skull_king.reference_tricks import Play, playable, resolve


class KernelRound:
    """A round by the kernels; `ReferenceRound` has the same methods."""

    def __init__(self, *hands: str, **settings: Any) -> None:
        self.state = tables.start(*hands, last="," not in hands[0], **settings)
        self.number, self.hands = tables.field(self.state, "round"), len(hands)

    @property
    def asked(self) -> tuple[str, int]:
        """The phase, and the seat that is to decide."""
        return self.state.phase, self.state.current_player()

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state.is_terminal() or bool(tables.field(self.state, "round") != self.number)

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions, sorted."""
        return sorted(tables.legal(self.state))

    @property
    def scores(self) -> list[int]:
        """Everybody's points."""
        return tables.scores(self.state)

    @property
    def returns(self) -> list[float]:
        """Everybody's utility; zeros while the game goes on."""
        return list(self.state.returns().tolist())

    @property
    def won(self) -> list[int]:
        """Tricks that each hand has won."""
        return list(tables.field(self.state, "won")[: self.hands])

    @property
    def leader(self) -> int:
        """Who leads, or has led, the trick."""
        return int(tables.field(self.state, "leader"))

    def hand(self, seat: int) -> list[str]:
        """A seat's cards, sorted."""
        return sorted(tables.hand_of(self.state, seat))

    def say(self, text: str) -> None:
        """Play an action by its text."""
        tables.say(self.state, text)


class Kernels:
    """The kernels, and the public functions that ask them; `Reference` has the same methods."""

    def legal_cards(self, hand: Sequence[str], table: str) -> list[str]:
        """The cards of a hand that may be played to a trick, sorted."""
        return sorted(legal_cards(hand, tables.seats(table) if table else []))

    def resolve(self, table: str) -> TrickResult:
        """What becomes of a trick like "green 7, tigress:pirate" whose first card seat 0 plays."""
        return resolve_trick(tables.seats(table))

    def points(self, cards: int, bids: Sequence[int], won: Sequence[int], **more: Any) -> list[int]:
        """Points of a round with ``bonuses``, ``wagers``, ``alliances`` and ``rascal``."""
        return list(score_round(cards, bids, won, **{name: given for name, given in more.items() if given}).points)

    def start(self, *hands: str, **settings: Any) -> KernelRound:
        """Deal hands like "green 7, escape", of a last round if they have one card each; the last seat deals.

        Args:
            *hands: by seat; with ``players=2`` the third is Graybeard's, his top card first.
            **settings: ``undealt``, the cards that would be drawn next; ``dealer``; options of the game.
        """
        return KernelRound(*hands, **settings)


def trick(text: str) -> list[Play]:
    """Reads "green 7, tigress:pirate": seat 0 plays the first card, seat 1 the next."""
    plays = []
    for seat, shown in enumerate(text.split(", ") if text else []):
        name, _, role = shown.partition(":")
        plays.append(Play(seat, BY_NAME[name], as_pirate=role == "pirate" if role else None))
    return plays


def stacked(options: Options, top: list[str]) -> list[Card]:
    """Stacks the deck: some cards first, the others in deck order behind them."""
    rest = Counter(card.name for card in options.deck)
    rest.subtract(top)
    assert min(rest.values()) >= 0, f"too many of a card in {top}"
    return named(*top, *rest.elements())


def decision(text: str) -> Decision:
    """An action's text as the reference implementation takes it."""
    word, _, rest = text.strip("[]").partition(" ")
    if word in ("escape", "pirate"):
        return ("tigress", word)
    if word in ("bid", "leader", "bet", "harry"):
        return (word, int(rest))
    return (word, rest) if rest else (word,)


def text_of(said: Decision) -> str:
    """A decision of the reference implementation as the game spells it."""
    word, *rest = said
    if word == "tigress":
        return f"[{rest[0]}]"
    shown = f"{rest[0]:+d}" if word == "harry" and rest[0] else str(rest[0]) if rest else ""
    return f"[{word} {shown}]" if rest else f"[{word}]"


class ReferenceRound:
    """A round by the reference implementation."""

    def __init__(
        self,
        *hands: str,
        players: int = 0,
        undealt: str = "",
        dealer: int | None = None,
        rounds: int = 1,
        **options: bool,
    ) -> None:
        cards = [hand.split(", ") for hand in hands]
        players = players or len(cards)
        self.game = ReferenceGame(Options(players=players, schedule=(len(cards[0]),) * rounds, **options))
        top = [name for hand in cards for name in hand] + (undealt.split(", ") if undealt else [])
        self.game.deal(stacked(self.game.options, top), players - 1 if dealer is None else dealer)

    @property
    def asked(self) -> tuple[str, int]:
        assert self.game.player is not None
        return self.game.phase.name, self.game.player

    @property
    def over(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def legal(self) -> list[str]:
        return sorted(text_of(said) for said in self.game.legal())

    @property
    def scores(self) -> list[int]:
        return self.game.scores

    @property
    def returns(self) -> list[float]:
        return self.game.utilities if self.over else [0.0] * len(self.scores)

    @property
    def won(self) -> list[int]:
        return list(self.game.snapshot().tricks_won)

    @property
    def leader(self) -> int:
        return self.game.round.leader

    def hand(self, seat: int) -> list[str]:
        return sorted(self.game.snapshot().hands[seat])

    def say(self, text: str) -> None:
        self.game.apply(decision(text))


class Reference:
    """The reference implementation, which shares no code with the game."""

    def legal_cards(self, hand: Sequence[str], table: str) -> list[str]:
        return sorted(card.name for card in playable(named(*hand), trick(table)))

    def resolve(self, table: str) -> TrickResult:
        found = resolve(trick(table))
        winner = None if found.winner is None else found.winner.seat
        return TrickResult(winner, found.next_leader, found.bonus, found.alliances)

    def points(
        self,
        cards: int,
        bids: Sequence[int],
        won: Sequence[int],
        *,
        bonuses: Sequence[int] = (),
        wagers: Sequence[int] = (),
        alliances: Sequence[tuple[int, int]] = (),
        rascal: bool = False,
    ) -> list[int]:
        none = [0] * len(bids)
        brought = zip(bids, won, bonuses or none, wagers or none, strict=True)
        return round_points([Result(*each) for each in brought], cards, alliances, rascal=rascal)

    def start(self, *hands: str, **settings: Any) -> ReferenceRound:
        return ReferenceRound(*hands, **settings)


Judge: TypeAlias = Kernels | Reference
Round: TypeAlias = KernelRound | ReferenceRound
JUDGES: tuple[Judge, ...] = (Kernels(), Reference())


def bid(played: Round, *bids: int) -> None:
    """Make everybody's bid, given by seat."""
    while played.asked[0] == "BIDDING":
        played.say(f"[bid {bids[played.asked[1]]}]")


def play(played: Round, text: str) -> None:
    """Play cards in turn, the Tigress with her declaration."""
    for shown in text.split(", "):
        name, _, role = shown.partition(":")
        played.say(f"[play {name}]")
        if role:
            played.say(f"[{role}]")


def phases(played: Round) -> set[str]:
    """Play the first legal action until the round is over; the phases on the way."""
    seen = set()
    while not played.over:
        seen.add(played.asked[0])
        played.say(played.legal[0])
    return seen
