"""Tables of Oh Hell at which the kernels and the reference play the same game."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE, TERMINAL
from tests.games import recorded
from tests.games.oh_hell.reference import DECK, Move, OhHellGame
from tests.splitmix import SplitMix64

ROUNDS = ("up", "down", "both", "one")


def begun(game: Game) -> OhHellGame:
    """The reference's game under the same options, before its first deal."""
    options: dict[str, Any] = dict(game.options)
    return OhHellGame(**options)


def held(record: Any, seat: int) -> list[str]:
    """Cards that a seat holds."""
    return [DECK[card] for card in (record["where"] == seat).nonzero()[0]]


def deal_as(record: Any, reference: OhHellGame) -> None:
    """Deal at the reference's table what lies at the other: whether it may be dealt, the reference says."""
    hands = [held(record, seat) for seat in range(reference.players)]
    turned = DECK[record["turned"]] if record["turned"] >= 0 else None
    reference.deal(hands, turned, int(record["dealer"]))


def number_of(move: Move) -> int:
    """The action of a move."""
    return 52 + move if isinstance(move, int) else DECK.index(move)


def assert_same(record: Any, reference: OhHellGame) -> None:
    """The record is what the reference says."""
    people = reference.players
    assert record["player"] == (
        TERMINAL if reference.over else CHANCE if reference.awaits_deal else reference.player
    )
    assert record["round"] == reference.round
    assert record["scores"][:people].tolist() == reference.scores
    if reference.dealer < 0:
        return
    assert record["dealer"] == reference.dealer
    assert record["phase"] == (0 if reference.over or reference.awaits_deal or reference.bidding else 1)
    assert record["bids"][:people].tolist() == [reference.bids.get(seat, -1) for seat in range(people)]
    assert record["won"][:people].tolist() == reference.won
    assert [DECK[card] for card in record["plays"][: record["played"]]] == reference.plays
    assert record["laid"] == len(reference.trick)
    for seat, hand in enumerate(reference.hands):
        assert held(record, seat) == hand
    if reference.tricks:
        last = reference.tricks[-1]
        assert record["last_leader"] == last[0][0]
        assert [DECK[card] for card in record["last_trick"][:people]] == [card for _, card in last]


def assert_same_state(state: State, reference: OhHellGame) -> None:
    """The state says what the reference says."""
    assert_same(state.records[0], reference)
    assert state.legal_actions() == sorted(number_of(move) for move in reference.possible())
    assert state.points().tolist() == reference.scores
    if reference.over:
        assert state.returns().tolist() == pytest.approx(reference.utilities)


def set_up(position: str) -> tuple[State, OhHellGame]:
    """Both tables in a position in which cards lie and nothing is done yet."""
    state = recorded.set_up("oh-hell", f"oh-hell {position}")
    record, reference = state.records[0], begun(state.game)
    reference.round, reference.scores = int(record["round"]), record["scores"][: reference.players].tolist()
    deal_as(record, reference)
    assert_same_state(state, reference)
    return state, reference


def random_game(draw: SplitMix64) -> Game:
    """Oh Hell under any options."""
    players, trump = 3 + draw.below(5), bool(draw.below(2))
    rounds = ROUNDS[draw.below(4)]
    most = (52 - trump) // players
    largest = 1 + draw.below(most if rounds == "one" else min(most, 3))
    return croupier.make(
        "oh-hell", players=players, largest=largest, rounds=rounds, trump=trump, hook=bool(draw.below(2)),
        scoring=("exact", "tricks")[draw.below(2)],
    )  # fmt: skip
