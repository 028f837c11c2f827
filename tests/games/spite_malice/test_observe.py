"""The observation, block by block."""

from typing import Any

import numpy as np
import pytest

from croupier.core.engine.game import State
from tests.games.spite_malice.engine import at, discards, game, piles

STATE: dict[str, Any] = {
    "goals": "12343/5678*",
    "discards": discards("98,7,-,*5", "1,23456,-,-"),
    "piles": "01*,-,012345678,0",
    "shoe": "11*+23",
    "aside": "0123456789",
    "turns": 250,
    "busy": 1,
}


def block(state: State, name: str, seat: int) -> list[float]:
    part: list[float] = state.observation_tensor(seat)[state.game.block_slices[name]].tolist()
    return [round(value, 4) for value in part]


def one_hots(*cards: int | None) -> list[float]:
    """One-hots of *, 0 to 9, none."""
    return [float(place == (11 if card is None else card + 1)) for card in cards for place in range(12)]


@pytest.fixture
def state() -> State:
    return at("*25/0099", **STATE)


def test_the_blocks_cover_the_observation() -> None:
    assert sum(block.size for block in game().blocks) == game().observation_size
    assert len({block.name for block in game().blocks}) == len(game().blocks)


def test_hands(state: State) -> None:
    assert block(state, "hand", 0) == one_hots(-1, 2, 5, None, None)
    assert block(state, "other_hand", 0) == [0, 0.4, 0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0.2]
    assert block(state, "hand", 1) == one_hots(0, 0, 9, 9, None)


def test_goals(state: State) -> None:
    assert block(state, "goals", 0) == one_hots(3, -1)
    assert block(state, "goals", 1) == one_hots(-1, 3)
    assert block(state, "goal_counts", 1) == [round(5 / 15, 4)] * 2


def test_piles(state: State) -> None:
    needs = [float(need == value) for need in (3, 0, 9, 1) for value in range(10)]
    assert block(state, "piles", 0) == block(state, "piles", 1) == needs
    assert block(state, "pile_jokers", 0) == [round(1 / 9, 4), 0, 0, 0]


def test_discards(state: State) -> None:
    def level(card: int | None) -> float:
        return round(1.0 if card is None else (card + 2) / 12, 4)

    assert block(state, "discards", 0) == one_hots(8, 7, None, 5)
    under = [9, None, None, None, None, None, None, None, None, -1, None, None]
    assert block(state, "under", 0) == [level(card) for card in under]
    theirs = [1, None, None, None, 6, 5, 4, 3, *[None] * 8]
    assert block(state, "other_discards", 0) == [level(card) for card in theirs]
    assert block(state, "discard_counts", 1) == [0.05, 0.25, 0, 0, 0.1, 0.05, 0, 0.1]


def test_stock_and_hidden_cards(state: State) -> None:
    assert block(state, "stock", 0) == [round(5 / 120, 4), round(3 / 120, 4), 0.2]
    hidden = [1 / 20, 0, 3 / 10, 1 / 10, 1 / 10, 1 / 10, 1 / 10, 1 / 10, 1 / 10, 1 / 10, 0]
    assert block(state, "unseen", 0) == [round(value, 4) for value in hidden]
    assert block(state, "recycled", 1) == [0, 0, 0, 0.1, 0.1, 0, 0, 0, 0, 0, 0]


def test_gaps_and_missing(state: State) -> None:
    # own goal 3: pile 1 needs it now; from 0 it takes 0 1 2, from 9 it takes 9 0 1 2, from 1 it takes 1 2
    assert block(state, "gaps", 0) == [0, 0.3, 0.4, 0.2, 0, 0, 0, 0]
    assert block(state, "missing", 0) == [0, 0.2, 0.3, 0.1, 0, 0, 0, 0]  # the own 2 is at hand
    assert block(state, "gaps", 1) == [0, 0, 0, 0, 0, 0.3, 0.4, 0.2]


def test_turn(state: State) -> None:
    assert block(state, "turn", 0) == [1, 0.25, 0]
    assert block(state, "turn", 1) == [0, 0.25, 0]
    assert block(at("0/0", idle=1, piles=piles(1, 1, 1, 1)), "turn", 0) == [1, 0, 0.5]


def test_a_finished_game_can_be_observed() -> None:
    over = at("1/2", goals="-/3")
    assert block(over, "goals", 0) == one_hots(None, 3)
    assert block(over, "gaps", 0)[:4] == [0] * 4
    assert np.isfinite(over.observation_tensor(0)).all()
