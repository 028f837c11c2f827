"""Hearts by its ids in docs/rules/hearts-and-oh-hell.md: cases of ``rules.txt``, and the deal."""

import pytest

import croupier
from tests.games.hearts import tables
from tests.games.scripts import read_cases
from tests.games.tricks.scripts import Both


@pytest.mark.parametrize(("position", "steps"), read_cases(tables.DATA))
def test_he_2_to_he_9_a_deal_goes_on_as_the_file_says(position: str, steps: list[str]) -> None:
    Both(tables, position).follow(steps)


@pytest.mark.parametrize(
    ("players", "cards", "out"),
    [(3, 17, {"2D"}), (4, 13, set()), (5, 10, {"2D", "2S"}), (6, 8, {"2D", "2S", "3D", "3S"})],
)
def test_he_1_all_get_as_many_cards_and_some_low_ones_are_out(players: int, cards: int, out: set[str]) -> None:
    game = croupier.make("hearts", players=players)
    for seed in range(5):
        state = game.new_initial_state(seed)
        tables.deal_as(state.records[0], tables.begun(game))
        hands = [state.view(seat)["table"]["hand"] for seat in range(players)]
        assert [len(hand) for hand in hands] == [cards] * players
        dealt = [card for hand in hands for card in hand]
        assert len(set(dealt)) == len(dealt) == 52 - len(out)
        assert not out & set(dealt)
