"""Oh Hell by its ids in docs/rules/hearts-and-oh-hell.md: cases of ``rules.txt``, what takes many deals."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from tests.games.oh_hell import tables
from tests.games.scripts import read_cases
from tests.games.tricks.scripts import Both


@pytest.mark.parametrize(("position", "steps"), read_cases(Path(__file__).parent / "data" / "rules.txt"))
def test_oh_3_to_oh_7_a_round_goes_on_as_the_file_says(position: str, steps: list[str]) -> None:
    Both(tables, position).follow(steps)


def shown(state: State) -> Any:
    return state.view(None)["table"]


@pytest.mark.parametrize("players", range(3, 8))
def test_oh_1_each_seat_has_cards_of_one_deck_and_the_deal_passes_on(players: int) -> None:
    game = croupier.make("oh-hell", players=players, largest=2)
    dealers: Counter[int] = Counter()
    for seed in range(60):
        state = game.new_initial_state(seed)
        dealers[shown(state)["dealer"]] += 1
    assert set(dealers) == set(range(players))
    first = shown(state)["dealer"]
    while shown(state)["round"] == 1:
        state.apply_action(state.legal_actions()[0])
    assert shown(state)["dealer"] == (first + 1) % players
    hands = [card for seat in range(players) for card in state.view(seat)["table"]["hand"]]
    assert len(set(hands)) == len(hands) == 2 * players
    assert shown(state)["turned"] not in hands


@pytest.mark.parametrize(
    ("rounds", "sizes"),
    [("up", [1, 2, 3]), ("down", [3, 2, 1]), ("both", [1, 2, 3, 2, 1]), ("one", [3])],
)
def test_oh_2_hands_grow_and_shrink_as_the_rounds_say(rounds: str, sizes: list[int]) -> None:
    state = croupier.make("oh-hell", players=3, largest=3, rounds=rounds).new_initial_state(4)
    seen = {}
    while not state.is_terminal():
        now = shown(state)
        seen[now["round"]] = now["cards"]
        assert now["rounds"] == len(sizes)
        if state.phase == "BID" and all(bid is None for bid in now["bids"]):
            assert {len(state.view(seat)["table"]["hand"]) for seat in range(3)} == {now["cards"]}
        state.apply_action(state.legal_actions()[0])
    assert seen == dict(enumerate(sizes, start=1))
    assert shown(state)["round"] == len(sizes)


@pytest.mark.parametrize(
    ("players", "trump", "most"), [(3, True, 17), (4, True, 12), (4, False, 13), (5, True, 10), (7, True, 7)]
)
def test_oh_2_hands_are_no_larger_than_the_deck_is_enough_for(players: int, trump: bool, most: int) -> None:
    state = croupier.make("oh-hell", players=players, largest=most, trump=trump, rounds="one").new_initial_state(1)
    hands = [card for seat in range(players) for card in state.view(seat)["table"]["hand"]]
    assert len(set(hands)) == len(hands) == players * most
    assert (shown(state)["turned"] is not None) == trump
    assert shown(state)["turned"] not in hands
