"""What the oracle critic of Mini Spite and Malice sees beside the observation."""

from typing import Any

import numpy as np

import croupier
from croupier.games.spite_malice.observe import FACES
from croupier.games.spite_malice.state import NONE
from croupier.games.spite_malice.training import DRAWS, GOALS, SIZE, encode_hidden, privileged_features
from tests.conftest import INTERPRETED


def encoded(record: Any, seat: int) -> list[int]:
    """The cards that the features stand for, NONE where there is none."""
    out = np.full(SIZE, 7.0, dtype=np.float32)
    encode_hidden(record, seat, out)
    rows = out.reshape(-1, FACES)
    assert (rows.sum(axis=1) == 1.0).all()
    assert set(np.unique(out)) == {0.0, 1.0}
    return [int(card) - 1 for card in rows.argmax(axis=1)]


def hidden(record: Any, seat: int) -> list[int]:
    """The same, read from the record in plain Python."""
    found: list[int] = []
    for owner in (seat, 1 - seat):
        pile = record["goals"][owner][: record["goal_counts"][owner]].tolist()
        under = pile[:-1][::-1][:GOALS]
        found += under + [NONE] * (GOALS - len(under))
    shoe, node = [], int(record["front"])
    for _ in range(min(DRAWS, int(record["shoe_count"]))):
        shoe.append(int(record["cards"][node]))
        node = int(record["links"][node])
    return found + shoe + [NONE] * (DRAWS - len(shoe))


def test_the_oracle_sees_the_next_goal_cards_and_the_next_cards_of_the_shoe() -> None:
    game = croupier.make("spite-malice")
    assert privileged_features(game).size == SIZE == 192
    state, rng = game.new_initial_state(3), np.random.default_rng(1)
    short = 0
    for _ in range(60 if INTERPRETED else 600):
        if state.is_terminal():
            state = game.new_initial_state(int(rng.integers(1000)))
        for seat in range(2):
            cards = encoded(state.records[0], seat)
            assert cards == hidden(state.records[0], seat)
            short += NONE in cards
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert INTERPRETED or short > 0


def test_sm_4_what_the_oracle_sees_is_what_a_seat_cannot_know() -> None:
    state = croupier.make("spite-malice").new_initial_state(5)
    world = state.resample_hidden(0, 8)
    assert np.array_equal(state.observation_tensor(0), world.observation_tensor(0))
    assert encoded(state.records[0], 0) != encoded(world.records[0], 0)
