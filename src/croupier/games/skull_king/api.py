"""Scoring functions on card names: the winner of a trick, the legal cards, the points of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.base.kernel import kernel
from croupier.core.base.types import Record
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import COPIES, NONE, OPEN, TIGRESS, Cards, name_of, read_card, type_of
from croupier.games.skull_king.record.hands import add_card, playable_places
from croupier.games.skull_king.record.scoring import ALLIANCE, seat_points
from croupier.games.skull_king.record.state import HAND, SEATS, STATE
from croupier.games.skull_king.record.tricks import captures, is_allied, lead_after, leading_place, winning_place

MOST_CAPTURED = 240
"""Points that can be captured in a round (SK-12): all four 14s, five pirates by the Skull King, and both mermaids
by the Tigress as a pirate."""
CardPlay = tuple[int, str]
"""Who played which card: ``(2, "green 7")``, ``(0, "tigress:pirate")``."""


@dataclass(frozen=True)
class TrickResult:
    """What became of a trick.

    Attributes:
        winner: the seat that has won it, None if nobody has (SK-8, SK-9).
        next_leader: the seat that leads the next trick, Rosie's ability apart.
        bonus: points captured in it, for the winner if the bid comes out exactly (SK-12).
        alliances: (loot's player, winner) for each loot, in the order they were played (SK-11).
    """

    winner: int | None
    next_leader: int
    bonus: int
    alliances: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RoundScore:
    """What a round brings.

    Attributes:
        points: points of each seat.
        exact: whether each seat's bid came out exactly, after Harry's change.
    """

    points: tuple[int, ...]
    exact: tuple[bool, ...]


@dataclass(frozen=True)
class RoundTally:
    """What the tricks of a round add up to, each with one entry a seat but the alliances.

    Attributes:
        won: tricks won.
        bonuses: points captured.
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
    """Seats and codes of some plays, in order.

    Raises:
        PositionError: a card does not exist or is there too often (SK-1), a seat plays twice (SK-3), or a Tigress
            is not declared (SK-7).
    """
    seats, codes = [], []
    for seat, text in plays:
        code = read_card(text, on_table=True)
        if code == TIGRESS:
            raise PositionError(say("cards.declared"))
        if seat in seats:
            raise PositionError(say("cards.plays_twice", seat=seat))
        seats.append(seat)
        codes.append(code)
    _check_copies(codes)
    if len(codes) > SEATS:
        raise PositionError(say("cards.plays", most=SEATS, count=len(codes)))
    return seats, np.array(codes, dtype=np.int8)


def _check_copies(codes: Sequence[int]) -> None:
    for code in codes:
        there = [type_of(other) for other in codes].count(type_of(code))
        if there > COPIES[type_of(code)]:
            raise PositionError(
                say("cards.copies", card=name_of(type_of(code)), there=there, copies=COPIES[type_of(code)])
            )


def resolve_trick(plays: Sequence[CardPlay]) -> TrickResult:
    """Say who wins a trick, and what for (SK-6 to SK-12).

    Args:
        plays: (seat, card) in the order of play, like ``[(0, "green 7"), (1, "tigress:pirate"), (2, "loot")]``.

    Returns:
        The result.

    Raises:
        PositionError: the plays cannot be those of a trick.
    """
    seats, cards = _read_plays(plays)
    leading = leading_place(cards, len(seats)) if seats else NONE
    if leading == NONE:
        raise PositionError(say("cards.no_winner"))
    winning = winning_place(cards, len(seats))
    if winning == NONE:
        return TrickResult(None, seats[leading], 0, ())
    allies = tuple((seats[k], seats[winning]) for k in range(len(seats)) if is_allied(cards, k, winning))
    return TrickResult(seats[winning], seats[leading], int(captures(cards, len(seats), winning)), allies)


def legal_cards(hand: Sequence[str], plays: Sequence[CardPlay]) -> tuple[str, ...]:
    """Say which cards of a hand may be added to a trick (SK-5).

    Args:
        hand: cards, like ``["green 2", "escape"]``, at most 12.
        plays: what is on the table, as for `resolve_trick`; empty for the leader.

    Returns:
        Their names, sorted as hands are; of cards of one name one.

    Raises:
        PositionError: the cards cannot be a hand and a trick.
    """
    _, cards = _read_plays(plays)
    held = np.array([read_card(text) for text in hand], dtype=np.int8)
    if len(held) > HAND:
        raise PositionError(say("cards.hand", most=HAND, count=len(held)))
    _check_copies([*held.tolist(), *cards.tolist()])
    record = np.zeros(1, dtype=STATE)
    places = _playable(record[0], held, len(held), _lead_of(cards, len(cards)))
    return tuple(name_of(int(card)) for place, card in enumerate(record["hands"][0, 0]) if places >> place & 1)


def tally_tricks(tricks: Sequence[Sequence[CardPlay]], players: int) -> RoundTally:
    """Add up the tricks of a round.

    Args:
        tricks: the plays of each.
        players: people at the table; a seat beyond is Graybeard's and counts for nothing (SK-15).

    Returns:
        What `score_round` needs of them.

    Raises:
        PositionError: the plays of a trick cannot be right, or a card is in two tricks (SK-1).
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
        bonuses: points captured by each seat; zeros where not given.
        alliances: pairs of seats allied by loot, a pair as often as it allied.
        wagers: Roatan's wagers, 0, 10 or 20; zeros where not given.
        rascal: Rascal scoring instead of the usual one.

    Returns:
        Points by seat.

    Raises:
        ConfigError: numbers that cannot be those of a round.
    """
    seats = len(bids)
    extra = {"bonuses": bonuses or [0] * seats, "wagers": wagers or [0] * seats}
    if not 1 <= cards <= 10:
        raise ConfigError(say("round.cards", cards=cards))
    if not 1 <= seats <= SEATS:
        raise ConfigError(say("round.bids", most=SEATS, found=seats))
    for name, row in (("won", won), *extra.items()):
        if len(row) != seats:
            raise ConfigError(say("round.entries", name=name, seats=seats, found=len(row)))
    if not all(0 <= number <= cards for number in (*bids, *won)) or sum(won) > cards:
        raise ConfigError(say("round.numbers", cards=cards))
    if not set(extra["wagers"]) <= {0, 10, 20}:
        raise ConfigError(say("round.wagers", wagers=extra["wagers"]))
    if not all(bonus >= 0 and bonus % 10 == 0 for bonus in extra["bonuses"]):
        raise ConfigError(say("round.bonuses", bonuses=extra["bonuses"]))
    if sum(extra["bonuses"]) > MOST_CAPTURED:
        raise ConfigError(say("round.captured", most=MOST_CAPTURED, total=sum(extra["bonuses"])))
    if not all(0 <= seat < seats for pair in alliances for seat in pair):
        raise ConfigError(say("round.alliances", last=seats - 1, alliances=alliances))
    rows = zip(bids, won, extra["bonuses"], extra["wagers"], strict=True)
    points = [int(seat_points(bid, got, cards, bonus, wager, rascal)) for bid, got, bonus, wager in rows]
    exact = [bid == got for bid, got in zip(bids, won, strict=True)]
    for one, other in alliances:
        if exact[one] and exact[other]:
            points[one] += ALLIANCE
            points[other] += ALLIANCE
    return RoundScore(tuple(points), tuple(exact))
