"""Hearts by its ids in docs/rules/hearts-and-oh-hell.md: cases of ``rules.txt``, what takes many deals."""

from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from tests.games.hearts import tables
from tests.games.scripts import read_cases
from tests.games.tricks.scripts import Both


@pytest.mark.parametrize(("position", "steps"), read_cases(tables.DATA))
def test_he_2_to_he_9_a_deal_goes_on_as_the_file_says(position: str, steps: list[str]) -> None:
    Both(tables, position).follow(steps)


def shown(state: State, seat: int | None = None) -> Any:
    return state.view(seat)["table"]


@pytest.mark.parametrize(
    ("players", "cards", "out"),
    [(3, 17, {"2D"}), (4, 13, set()), (5, 10, {"2D", "2S"}), (6, 8, {"2D", "2S", "3D", "3S"})],
)
def test_he_1_all_get_as_many_cards_and_some_low_ones_are_out(players: int, cards: int, out: set[str]) -> None:
    game = croupier.make("hearts", players=players)
    for seed in range(5):
        state = game.new_initial_state(seed)
        hands = [shown(state, seat)["hand"] for seat in range(players)]
        assert [len(hand) for hand in hands] == [cards] * players
        dealt = [card for hand in hands for card in hand]
        assert len(set(dealt)) == len(dealt) == 52 - len(out)
        assert not out & set(dealt)


@pytest.mark.parametrize(
    ("players", "passing", "steps"),
    [
        (3, "cycle", [1, 2, 0, 1, 2]), (4, "cycle", [1, 3, 2, 0, 1]), (5, "cycle", [1, 4, 2, 0, 1]),
        (6, "cycle", [1, 5, 3, 0, 1]), (6, "left", [1, 1]), (6, "right", [5, 5]), (5, "across", [2, 2]),
        (4, "none", [0, 0]),
    ],
)  # fmt: skip
def test_he_2_three_cards_go_to_another_seat(players: int, passing: str, steps: list[int]) -> None:
    game = croupier.make("hearts", players=players, passing=passing, target=0, max_deals=len(steps))
    state = game.new_initial_state(8)
    for deal, step in enumerate(steps, start=1):
        assert shown(state)["deal"] == deal
        before = [shown(state, seat)["hand"] for seat in range(players)]
        if step:
            for seat in range(players):
                assert (state.phase, state.current_player()) == ("PASS", seat)
                texts = [state.action_to_string(action) for action in state.legal_actions()]
                assert texts == [f"[pass {card}]" for card in before[seat]]
                for text in texts[:3]:
                    state.apply_action(state.string_to_action(text))
        for seat in range(players):
            now, got = shown(state, seat), before[(seat - step) % players][:3] if step else []
            assert now["passed"] == (before[seat][:3] if step else [])
            assert now["received"] == got
            assert set(now["hand"]) == set(before[seat][3 if step else 0 :]) | set(got)
        assert state.phase == "PLAY"
        while not state.is_terminal() and shown(state)["deal"] == deal:
            state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
