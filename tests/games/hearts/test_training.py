"""What the learner of Hearts may know beside the observation, and the tables that it is trained at."""

import numpy as np
import pytest

import croupier
from croupier.games.hearts.training import TRAINING, privileged
from tests.games.hearts.tables import SIX


def test_the_oracle_sees_the_others_hands_clockwise_with_what_they_put_aside() -> None:
    game = croupier.make("hearts", players=6)
    state = game.position(f"hearts players=6 hands={SIX} passed=2C,3C")
    out = np.full(privileged(game).size, 7.0, dtype=np.float32)
    privileged(game).encode(state.records[0], 5, out)
    hands = [hand.split(",") for hand in SIX.split("/")]
    shown = [(seat, "CDHS".index(card[-1]) * 13 + "23456789TJQKA".index(card[0].replace("1", "T")))
             for seat in range(5) for card in hands[seat]]  # fmt: skip
    assert sorted(divmod(at, 52) for at in out.nonzero()[0].tolist()) == sorted(shown)
    assert set(out.tolist()) == {0.0, 1.0}


@pytest.mark.parametrize("options", [{"players": 6}, {"players": 3, "passing": "none"}])
def test_every_value_of_the_mix_makes_a_game_of_the_same_shape(options: dict[str, object]) -> None:
    game = croupier.make("hearts", **options)
    for name, values in TRAINING.mixes["all"].options.items():
        for value in values:
            other = croupier.make("hearts", **{name: value})
            assert (other.num_actions, other.observation_size) == (game.num_actions, game.observation_size)
            assert privileged(other).size == privileged(game).size
