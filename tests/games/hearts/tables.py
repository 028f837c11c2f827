"""Tables of Hearts at which the kernels and the reference play the same game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE, TERMINAL
from tests.games import recorded
from tests.games.hearts.reference import DECK, HeartsGame
from tests.games.scripts import read_names
from tests.splitmix import SplitMix64

DATA = Path(__file__).parent / "data" / "rules.txt"
NAMED = read_names(DATA)
SIX, MOON, SHOT = NAMED["six"], NAMED["moon"], NAMED["shot"].replace(" ", ",")
"""Six hands of eight cards; six others; and all plays of these, by which seat 1 shoots the moon."""
PASSINGS = ("cycle", "left", "right", "none", "across")


def begun(game: Game) -> HeartsGame:
    """The reference's game under the same options, before its first deal."""
    options: dict[str, Any] = dict(game.options)
    return HeartsGame(**options)


def held(record: Any, number: int) -> list[str]:
    """Cards that lie with a number of the record."""
    return [DECK[card] for card in (record["where"] == number).nonzero()[0]]


def deal_as(record: Any, reference: HeartsGame) -> None:
    """Deal at the reference's table what lies at the other: whether it may be dealt, the reference says."""
    reference.deal([held(record, seat) for seat in range(reference.players)])


def number_of(card: str, reference: HeartsGame) -> int:
    """The action of a card that may be passed or played now."""
    return DECK.index(card) + 52 * reference.passes_on


def assert_same(record: Any, reference: HeartsGame) -> None:
    """The record is what the reference says."""
    people = reference.players
    assert record["player"] == (
        TERMINAL if reference.over else CHANCE if reference.awaits_deal else reference.player
    )
    assert record["deal"] == reference.deal_number
    assert record["scores"][:people].tolist() == reference.scores
    if not reference.hands:
        return
    ended = reference.over or reference.awaits_deal
    assert record["phase"] == (0 if ended or reference.passes_on else 1)
    assert [DECK[card] for card in record["plays"][: record["played"]]] == reference.plays
    assert record["laid"] == len(reference.trick)
    assert record["broken"] == any(card[-1] == "H" or card == "QS" for card in reference.plays)
    for seat, hand in enumerate(reference.hands):
        assert held(record, seat) == hand
        given = [DECK[card] for card in (record["given"] == seat).nonzero()[0]]
        aside = held(record, 6 + seat) if reference.passes_on else given
        assert sorted(aside) == sorted(reference.aside[seat])
        assert record["taken"][seat] == sum(
            13 if card == "QS" else card[-1] == "H" for card in reference.taken[seat]
        )
        assert (record["queen_by"] == seat) == ("QS" in reference.taken[seat])
        assert (record["jack_by"] == seat) == ("JD" in reference.taken[seat])
    if reference.last:
        assert record["last_leader"] == reference.last[0][0]
        assert [DECK[card] for card in record["last_trick"][:people]] == [card for _, card in reference.last]


def assert_same_state(state: State, reference: HeartsGame) -> None:
    """The state says what the reference says."""
    assert_same(state.records[0], reference)
    assert state.legal_actions() == sorted(number_of(card, reference) for card in reference.possible())
    assert state.points().tolist() == [-score for score in reference.scores]
    if reference.over:
        assert state.returns().tolist() == pytest.approx(reference.utilities)


def set_up(position: str) -> tuple[State, HeartsGame]:
    """Both tables in a position in which cards lie and nothing is done yet."""
    state = recorded.set_up("hearts", f"hearts {position}")
    record, reference = state.records[0], begun(state.game)
    reference.deal_number, reference.scores = int(record["deal"]), record["scores"][: reference.players].tolist()
    deal_as(record, reference)
    assert_same_state(state, reference)
    return state, reference


def six(text: str = "", hands: str = SIX, **options: str) -> State:
    """A table of six, without passing if nothing else is said."""
    said = " ".join(f"{name}={value}" for name, value in ({"passing": "none"} | options).items())
    return recorded.set_up("hearts", f"hearts players=6 {said} hands={hands} {text}")


def random_game(draw: SplitMix64) -> Game:
    """Hearts under any options, of few deals."""
    players = 3 + draw.below(4)
    return croupier.make(
        "hearts", players=players, passing=PASSINGS[draw.below(4 + (players > 3))],
        first_trick=("safe", "any")[draw.below(2)], jack=bool(draw.below(2)),
        moon=("add", "subtract")[draw.below(2)], target=draw.below(60) * draw.below(2),
        max_deals=1 + draw.below(4),
    )  # fmt: skip
