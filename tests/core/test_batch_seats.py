"""What a batch tells of all seats: points gained, observations, and what is hidden, at every table."""

import copy

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.envs.learner import row_state
from tests.amounts import daily
from tests.core.playing import PUBLIC, drawn, words
from tests.toy import SPEC as TOY
from tests.toy_training import SEAT_FEATURES

GAMES = {
    "pig": croupier.make("pig", winning_score=20, max_turns=30),
    "toy": Game(TOY, players=3),
    "skull-king": croupier.make("skull-king", players=3, schedule="fives"),
    "spite-malice": croupier.make("spite-malice", goal_size=3, max_turns=60),
}


@pytest.mark.parametrize("name", daily(GAMES, 2))
def test_points_gained_add_up_to_the_final_points_of_every_game(name: str) -> None:
    game = GAMES[name]
    counting, plain = game.batch(9, seed=4, count_points=True), game.batch(9, seed=4, autoreset=False)
    generators, total, ended = words(9), np.zeros((9, game.num_players)), 0
    paid = 0.0
    for _ in range(1500):
        actions = drawn(counting, generators)
        counting.step(actions)
        plain.step(actions)
        total += counting.points_gained
        paid += float(np.abs(counting.points_gained[plain.dones]).sum())
        over = np.flatnonzero(plain.dones)
        assert np.array_equal(counting.dones, plain.dones)
        assert np.array_equal(counting.rewards, plain.rewards)
        assert np.allclose(total, plain.points(), atol=1e-3)  # a sum of float32
        ended += len(over)
        total[over] = 0.0
        plain.deal_again(over)
    assert ended > 9
    assert paid > 0  # also by the steps that ended games


@pytest.mark.parametrize(("name", "threads"), daily([*zip(GAMES, (3, 1, 1, 3), strict=True)], 2))
def test_counting_points_changes_nothing_else(name: str, threads: int) -> None:
    game = GAMES[name]
    counting = game.batch(9, seed=4, count_points=True, threads=threads, trails=True)
    plain, generators = game.batch(9, seed=4, trails=True), words(9)
    for _ in range(400):
        actions = drawn(counting, generators)
        counting.step(actions)
        plain.step(actions)
        for array in PUBLIC:
            assert np.array_equal(getattr(counting, array), getattr(plain, array)), array
        ours, theirs = counting.trail(3), plain.trail(3)
        if ours is None or theirs is None:
            assert ours is theirs
        else:
            assert len(ours.finished) == len(theirs.finished)
            assert np.array_equal(ours.present.actions, theirs.present.actions)
    assert plain.episodes.min() > 0
    with pytest.raises(ConfigError, match="make the batch with count_points=True"):
        plain.points_gained  # noqa: B018  # reading it is refused


def test_points_gained_in_some_rows_are_those_of_whole_steps() -> None:
    whole, parts = (GAMES["pig"].batch(6, seed=2, count_points=True) for _ in range(2))
    generators = words(6)
    for _ in range(300):
        actions = drawn(whole, generators)
        whole.step(actions)
        for rows in (np.array([0, 2, 5]), np.array([1, 3, 4])):
            parts.step_rows(rows, actions[rows])
        assert np.array_equal(parts.points_gained, whole.points_gained)
        assert parts.records.tobytes() == whole.records.tobytes()
    assert whole.episodes.min() > 0


def test_points_gained_are_cleared_where_others_positions_are_loaded() -> None:
    batch = GAMES["pig"].batch(4, seed=2, count_points=True)
    while not (batch.points_gained[0].any() and batch.points_gained[1:].any()):
        batch.step(np.where(batch.records["total"] < 3, 0, 1))
    begun = batch.snapshot()
    again = copy.deepcopy(batch)
    assert np.array_equal(again.points_gained, batch.points_gained)
    kept = batch.points_gained[1:].copy()
    batch.load(np.array([0]), batch.records[:1].copy(), batch.rngs[:1].copy())
    assert not batch.points_gained[0].any()
    assert np.array_equal(batch.points_gained[1:], kept)
    again.restore(begun)
    assert not again.points_gained.any()
    actions = np.where(batch.records["total"] < 3, 0, 1)
    before = again.points()
    again.step(actions)
    assert np.array_equal(again.points_gained[~again.dones], (again.points() - before)[~again.dones])


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_observes_what_a_state_says_it_may_know(name: str) -> None:
    game = GAMES[name]
    batch, generators, checked = game.batch(4, seed=1, autoreset=False), words(4), 0
    for step in range(160):
        batch.step(drawn(batch, generators))
        seen = batch.seat_observations()
        assert seen.shape == (4, game.num_players, game.observation_size)
        assert seen.dtype == np.float32
        going = np.flatnonzero(~(batch.current_players == -4))
        movers = batch.current_players[going]
        assert np.array_equal(seen[going, movers], batch.observations[going])
        if step % 20 == 0:
            for row in going:
                state = row_state(batch, int(row))
                for seat in range(game.num_players):
                    assert np.array_equal(seen[row, seat], state.observation_tensor(seat))
                    checked += 1
        batch.deal_again(np.flatnonzero(batch.dones))
    assert checked > 20


def test_the_end_of_a_game_that_is_cut_short_is_observed_as_final_observations_tell_it() -> None:
    dealt, held = (GAMES["spite-malice"].batch(20, seed=1, autoreset=autoreset) for autoreset in (True, False))
    generators, steps = words(20), 0
    while not held.truncated.any():
        actions = drawn(dealt, generators)
        dealt.step(actions)
        held.step(actions)
        steps += 1
        assert steps < 2000
    assert np.array_equal(held.seat_observations()[held.truncated], dealt.final_observations[held.truncated])


def test_seats_that_a_smaller_table_lacks_observe_nothing() -> None:
    game = croupier.make("skull-king", players=4)
    batch = game.batch(6, seed=3)
    batch.set_options([1, 4], players=2)
    batch.deal_again(np.array([1, 4]))
    assert batch.records["players"].tolist() == [4, 2, 4, 4, 2, 4]
    for told in (batch.seat_observations(), batch.privileged_features()):
        assert told[[0, 2, 3, 5]].any(axis=2).all()
        assert told[[1, 4], :2].any(axis=2).all()
        assert not told[[1, 4], 2:].any()


def test_privileged_features_tell_each_seat_what_the_others_hold() -> None:
    game = GAMES["toy"]
    batch = game.batch(5, seed=6)
    told = batch.privileged_features()
    assert told.shape == (5, 3, 2 * SEAT_FEATURES)
    for seat in range(3):
        for k, other in enumerate([(seat + 1) % 3, (seat + 2) % 3]):
            cards = np.rint(told[:, seat, SEAT_FEATURES * k] * 9)
            assert np.array_equal(cards, batch.records["deck"][:, other])
    told[:] = 9.0
    assert not (batch.privileged_features() == 9.0).any()


def test_a_game_without_privileged_features_is_named() -> None:
    with pytest.raises(ConfigError, match="pig brings no features of what is hidden from a seat"):
        GAMES["pig"].batch(2).privileged_features()
