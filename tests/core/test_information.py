"""Information states: nothing that a seat has seen is forgotten, and nothing else is told."""

import hashlib
import itertools
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.spec.registry import registered_games
from tests.amounts import daily, larger
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
    found = {name: croupier.make(name) for name in registered_games()}
    assert {name for name, game in found.items() if game.facts.information == "hidden"} == HIDDEN.keys()


@pytest.mark.parametrize("name", daily(HIDDEN, 2))
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
        assert f'"seat":{seat},' in state.information_state_string(seat)  # and so in the features: whose it is
        assert again.information_state_string((seat + 1) % 3) != state.information_state_string((seat + 1) % 3)


def test_an_unknown_past_is_refused() -> None:
    state = croupier.make("skull-king").new_initial_state(1).resample_hidden(0, 2)
    with pytest.raises(ValueError, match="history does not lead to this position"):
        state.information_state_string(0)


def known(name: str, wanted: int) -> list[tuple[str, bytes]]:
    """Information states of one seat as text and as features, from games that are alike for a while."""
    game, draw = croupier.make(name, **HIDDEN[name]), SplitMix64(2)
    shape, found = game.information_state_tensor_shape(), list[tuple[str, bytes]]()
    for seed in itertools.count(1):
        dealt = game.new_initial_state(seed)
        for _ in range(3):
            state = game.position(dealt.resample_hidden(1, draw.below(9)).position(), seed)  # the same to the seat
            for _ in range(1 + draw.below(8)):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                for action in {legal[0], legal[-1], legal[draw.below(len(legal))]}:  # bids that others do not see
                    world = state.clone()
                    world.apply_action(action)
                    tensor = world.information_state_tensor(1)
                    assert list(tensor.shape) == shape
                    assert tensor.dtype == np.float32
                    found.append((world.information_state_string(1), tensor.tobytes()))
                    if len(found) == wanted:
                        return found
                state.apply_action(legal[draw.below(len(legal))])
    raise AssertionError


@pytest.mark.parametrize("name", daily(HIDDEN, 3))
@larger("states", 40, 450)  # 450 states are 101,025 pairs
def test_information_states_have_the_same_features_where_they_are_the_same_and_others_where_not(
    name: str, states: int
) -> None:
    found = known(name, states)
    different = len(set(found))
    assert 0.1 * states < different < states, "the pairs are not of both kinds"
    assert len({text for text, _ in found}) == different, "the same information has different features"
    assert len({tensor for _, tensor in found}) == different, "different information has the same features"


def test_the_features_of_an_information_state_are_the_same_on_every_machine() -> None:
    state = croupier.make("leduc").new_initial_state(5)
    for action in (2, 1, 1):
        state.apply_action(action)
    features = state.information_state_tensor(1)
    assert features[:39].tolist() == state.observation_tensor(1).tolist()
    assert hashlib.blake2b(features.tobytes(), digest_size=8).hexdigest() == "fecfc38a04f0b99c"
