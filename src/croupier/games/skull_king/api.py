"""Scoring functions on card names: the winner of a trick, the legal cards, the points of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.core import Record, kernel
from croupier.core.base.errors import ConfigError, PositionError
from croupier.games.skull_king.record.cards import COPIES, NONE, OPEN, TIGRESS, Cards, name_of, read_card, type_of
from croupier.games.skull_king.record.hands import add_card, playable_places
from croupier.games.skull_king.record.state import HAND, SEATS, STATE
from croupier.games.skull_king.record.tricks import (
    ALLIANCE,
    captures,
    is_allied,
    lead_after,
    leading_place,
    seat_points,
    winning_place,
)

MOST_CAPTURED = 240
"""Most points that can be captured in a round (SK-12): all four 14s, five pirates by the Skull King, and both
mermaids by the Tigress as a pirate.
"""
CardPlay = tuple[int, str]
"""A play: the seat and the card, as in ``(2, "green 7")``, ``(0, "tigress:pirate")``."""


@dataclass(frozen=True)
class TrickResult:
    """The result of a trick.

    Attributes:
        winner: the seat that won it, None if nobody did (SK-8, SK-9).
        next_leader: the seat that leads the next trick, unless Rosie's ability changes it.
        bonus: points captured in it, for the winner if the bid is exact (SK-12).
        alliances: (loot's player, winner) for each loot, in the order of play (SK-11).
    """

    winner: int | None
    next_leader: int
    bonus: int
    alliances: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RoundScore:
    """The scores of a round.

    Attributes:
        points: points of each seat.
        exact: whether each seat's bid was exact, after Harry's change.
    """

    points: tuple[int, ...]
    exact: tuple[bool, ...]


@dataclass(frozen=True)
class RoundTally:
    """The sums over the tricks of a round.

    Attributes:
        won: tricks won by each seat.
        bonuses: points captured by each seat.
        alliances: (loot's player, winner) pairs.
    """

    won: tuple[int, ...]
    bonuses: tuple[int, ...]
    alliances: tuple[tuple[int, int], ...]


@kernel
def _lead_of(cards: Cards, count: int) -> int:
    """SK-5: the suit to follow after some cards."""
    lead = OPEN
    for place in range(count):
        lead = lead_after(lead, cards[place])
    return lead


@kernel
def _playable(s: Record, hand: Cards, count: int, lead: int) -> int:
    """SK-5: deal a hand into an empty record and say which of its places may be played, as bits."""
    for k in range(HAND):
        s["hands"][0, k] = NONE
    for k in range(count):
        add_card(s, 0, hand[k])
    s["lead"] = lead
    return playable_places(s, 0)


def _read_plays(plays: Iterable[CardPlay]) -> tuple[list[int], Cards]:
    """Seats and codes of some plays, in order."""
    seats, codes = [], []
    for seat, text in plays:
        code = read_card(text, on_table=True)
        if code == TIGRESS:
            raise PositionError("a Tigress in a trick is 'tigress:escape' or 'tigress:pirate' (SK-7)")
        if seat in seats:
            raise PositionError(f"Player {seat} plays twice in one trick (SK-3)")
        seats.append(seat)
        codes.append(code)
    _check_copies(codes)
    if len(codes) > SEATS:
        raise PositionError(f"a trick has at most {SEATS} plays, not {len(codes)} (SK-2)")
    return seats, np.array(codes, dtype=np.int8)


def _check_copies(codes: Sequence[int]) -> None:
    for code in codes:
        there = [type_of(other) for other in codes].count(type_of(code))
        if there > COPIES[type_of(code)]:
            raise PositionError(
                f"{name_of(type_of(code))!r} is there {there} times of {COPIES[type_of(code)]} (SK-1)"
            )


def resolve_trick(plays: Sequence[CardPlay]) -> TrickResult:
    """Find the winner of a trick, and its points (SK-6 to SK-12).

    Args:
        plays: (seat, card) in the order of play, like ``[(0, "green 7"), (1, "tigress:pirate"), (2, "loot")]``.

    Returns:
        The result.

    Raises:
        PositionError: the plays cannot be those of a trick.

    Examples:
        >>> resolve_trick([(0, "green 7"), (1, "black 2"), (2, "green 14")]).winner
        1
    """
    seats, cards = _read_plays(plays)
    leading = leading_place(cards, len(seats)) if seats else NONE
    if leading == NONE:
        raise PositionError("a trick holds a card that is neither Kraken nor Whale (SK-2, SK-10)")
    winning = winning_place(cards, len(seats))
    if winning == NONE:
        return TrickResult(None, seats[leading], 0, ())
    allies = tuple((seats[k], seats[winning]) for k in range(len(seats)) if is_allied(cards, k, winning))
    return TrickResult(seats[winning], seats[leading], int(captures(cards, len(seats), winning)), allies)


def legal_cards(hand: Sequence[str], plays: Sequence[CardPlay]) -> tuple[str, ...]:
    """List the cards of a hand that may be added to a trick (SK-5).

    Args:
        hand: cards, like ``["green 2", "escape"]``, at most 12.
        plays: the cards on the table, as for `resolve_trick`; empty for the leader.

    Returns:
        Their names, sorted as hands are, each name once.

    Raises:
        PositionError: the cards cannot be a hand and a trick.

    Examples:
        >>> legal_cards(["green 2", "purple 5", "escape"], [(0, "green 7")])
        ('green 2', 'escape')
    """
    _, cards = _read_plays(plays)
    held = np.array([read_card(text) for text in hand], dtype=np.int8)
    if len(held) > HAND:
        raise PositionError(f"a hand has at most {HAND} cards, not {len(held)} (SK-2)")
    _check_copies([*held.tolist(), *cards.tolist()])
    record = np.zeros(1, dtype=STATE)
    places = _playable(record[0], held, len(held), _lead_of(cards, len(cards)))
    return tuple(name_of(int(card)) for place, card in enumerate(record["hands"][0, 0]) if places >> place & 1)


def tally_tricks(tricks: Sequence[Sequence[CardPlay]], players: int) -> RoundTally:
    """Add up the tricks of a round.

    Args:
        tricks: the plays of each.
        players: people at the table; a further seat is Graybeard's and does not count (SK-15).

    Returns:
        The sums that `score_round` needs.

    Raises:
        PositionError: the plays of a trick are impossible, or a card is in two tricks (SK-1).
    """
    won, bonuses = [0] * players, [0] * players
    alliances: list[tuple[int, int]] = []
    _check_copies([read_card(text, on_table=True) for plays in tricks for _, text in plays])
    for plays in tricks:
        result = resolve_trick(plays)
        if result.winner is not None and 0 <= result.winner < players:
            won[result.winner] += 1
            bonuses[result.winner] += result.bonus
            alliances += [pair for pair in result.alliances if pair[0] < players]
    return RoundTally(tuple(won), tuple(bonuses), tuple(alliances))


def score_round(
    cards: int,
    bids: Sequence[int],
    won: Sequence[int],
    *,
    bonuses: Sequence[int] | None = None,
    alliances: Sequence[tuple[int, int]] = (),
    wagers: Sequence[int] | None = None,
    rascal: bool = False,
) -> RoundScore:
    """Score a round (SK-11 to SK-14).

    Args:
        cards: cards dealt to each, 1..10.
        bids: the bid of each seat, after Harry's change.
        won: tricks won by each seat.
        bonuses: points captured by each seat. Default: zeros.
        alliances: pairs of seats allied by loot, repeated for repeated alliances.
        wagers: Roatan's wagers, 0, 10 or 20. Default: zeros.
        rascal: whether to use Rascal scoring.

    Returns:
        Points by seat.

    Raises:
        ConfigError: the numbers cannot be those of a round.
    """
    seats = len(bids)
    extra = {"bonuses": bonuses or [0] * seats, "wagers": wagers or [0] * seats}
    if not 1 <= cards <= 10:
        raise ConfigError(f"cards must be 1..10, not {cards} (SK-2)")
    if not 1 <= seats <= SEATS:
        raise ConfigError(f"there must be 1..{SEATS} bids, not {seats} (SK-2)")
    for name, row in (("won", won), *extra.items()):
        if len(row) != seats:
            raise ConfigError(f"{name} must have {seats} entries, one for each bid, not {len(row)}")
    if not all(0 <= number <= cards for number in (*bids, *won)) or sum(won) > cards:
        raise ConfigError(f"bids and tricks must be 0..{cards}, and at most {cards} tricks are won in all (SK-4)")
    if not set(extra["wagers"]) <= {0, 10, 20}:
        raise ConfigError(f"wagers must be 0, 10 or 20, not {extra['wagers']} (SK-14)")
    if not all(bonus >= 0 and bonus % 10 == 0 for bonus in extra["bonuses"]):
        raise ConfigError(f"bonuses must be multiples of 10, not {extra['bonuses']} (SK-12)")
    if sum(extra["bonuses"]) > MOST_CAPTURED:
        raise ConfigError(f"bonuses add up to {MOST_CAPTURED} at most, not {sum(extra['bonuses'])} (SK-12)")
    if not all(0 <= seat < seats for pair in alliances for seat in pair):
        raise ConfigError(f"alliances must be pairs of seats 0..{seats - 1}, not {alliances} (SK-11)")
    rows = zip(bids, won, extra["bonuses"], extra["wagers"], strict=True)
    points = [int(seat_points(bid, got, cards, bonus, wager, rascal)) for bid, got, bonus, wager in rows]
    exact = [bid == got for bid, got in zip(bids, won, strict=True)]
    for one, other in alliances:
        if exact[one] and exact[other]:
            points[one] += ALLIANCE
            points[other] += ALLIANCE
    return RoundScore(tuple(points), tuple(exact))
