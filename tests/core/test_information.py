"""Information states: nothing that a seat has seen is forgotten, and nothing else is told."""

from typing import Any

import pytest

import croupier
from croupier.core.spec.registry import entries
from tests.splitmix import SplitMix64

HIDDEN: dict[str, dict[str, Any]] = {
    "skull-king": {"players": 3, "schedule": "fives"},
    "spite-malice": {"goal_size": 2, "max_turns": 20},
    "leduc": {},
    "liars-dice": {"players": 3},
    "hearts": {"players": 3, "target": 0, "max_deals": 1},
    "oh-hell": {"players": 3, "largest": 3},
}


def test_every_game_in_which_something_is_hidden_is_tried() -> None:
    found = {name: croupier.make(name) for name in entries()}
    assert {name for name, game in found.items() if game.facts.information == "hidden"} == HIDDEN.keys()


@pytest.mark.parametrize("name", HIDDEN)
def test_perfect_recall_each_information_state_goes_on_from_the_one_before(name: str) -> None:
    game, draw = croupier.make(name, **HIDDEN[name]), SplitMix64(1)
    state = game.new_initial_state(5)
    told = [state.information_state_string(seat) for seat in range(game.num_players)]
    own: list[list[int]] = [[] for _ in told]
    for _ in range(24):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        action = legal[draw.below(len(legal))]
        own[state.current_player()].append(action)
        state.apply_action(action)
        for seat in range(game.num_players):
            now = state.information_state_string(seat)
            assert now.startswith(told[seat] + "\n")
            assert [int(line[2:]) for line in now.splitlines() if line.startswith("> ")] == own[seat]
            told[seat] = now
    assert len(set(told)) == game.num_players
    assert len({state.information_state_hash(seat) for seat in range(game.num_players)}) == game.num_players


def test_what_is_hidden_from_a_seat_is_not_told() -> None:
    game = croupier.make("skull-king", **HIDDEN["skull-king"])
    state = game.new_initial_state(5)
    for seat in range(3):
        world = state.resample_hidden(seat, 9)
        again = game.position(world.position())
        assert again.records.tobytes() != state.records.tobytes()
        assert again.information_state_string(seat) == state.information_state_string(seat)
        assert again.information_state_string((seat + 1) % 3) != state.information_state_string((seat + 1) % 3)


def test_an_unknown_past_is_refused() -> None:
    state = croupier.make("skull-king").new_initial_state(1).resample_hidden(0, 2)
    with pytest.raises(ValueError, match="history does not lead to this position"):
        state.information_state_string(0)
