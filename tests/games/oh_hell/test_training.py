"""What the learner of Oh Hell may know beside the observation, and the tables that it is trained at."""

import numpy as np
import pytest

import croupier
from croupier.games.oh_hell.training import TRAINING, privileged


def test_the_oracle_sees_the_others_hands_clockwise_and_not_what_is_undealt() -> None:
    game = croupier.make("oh-hell", players=3, largest=2, rounds="one")
    state = game.position(
        "oh-hell players=3 largest=2 rounds=one hands=AH,3C/10H,2C/2H,KS turned=9H bids=0,0,0 plays=3C"
    )
    out = np.full(privileged(game).size, 7.0, dtype=np.float32)
    privileged(game).encode(state.records[0], 1, out)
    shown = [
        (at // 52, "CDHS".index(suit) * 13 + rank) for at, suit, rank in ((0, "H", 0), (0, "S", 11), (52, "H", 12))
    ]
    assert sorted(divmod(at, 52) for at in out.nonzero()[0].tolist()) == sorted(shown)
    assert set(out.tolist()) == {0.0, 1.0}


@pytest.mark.parametrize("options", [{"players": 7}, {"players": 3, "trump": False}])
def test_every_value_of_the_mix_makes_a_game_of_the_same_shape(options: dict[str, int]) -> None:
    game = croupier.make("oh-hell", **options)
    for name, values in TRAINING.mixes["all"].options.items():
        for value in values:
            other = croupier.make("oh-hell", **{name: value})
            assert (other.num_actions, other.observation_size) == (game.num_actions, game.observation_size)
            assert privileged(other).size == privileged(game).size
