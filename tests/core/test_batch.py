"""Batch: many games stepped together."""

import gc
import multiprocessing
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.engine.loops import loops
from croupier.core.spec.spec import TERMINAL
from tests.changed import changed
from tests.core.playing import drawn, words
from tests.splitmix import game_seed
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=20, max_turns=30)
toy = Game(TOY, players=3)


@pytest.mark.parametrize("game", [pig, toy], ids=["pig", "toy"])
def test_a_row_is_a_row_of_states_with_the_seeds_it_names(game: Game) -> None:
    batch = game.batch(3, seed=11)
    generators = words(3)
    states = [game.new_initial_state(game_seed(11, row, 0)) for row in range(3)]
    episodes = [0, 0, 0]
    for _ in range(150):
        for row, state in enumerate(states):
            assert batch.records[row].tobytes() == state.records[0].tobytes()
            assert batch.current_players[row] == state.current_player()
            assert batch.masks[row].tolist() == state.legal_actions_mask().tolist()
            assert batch.legal_actions[row, : batch.legal_counts[row]].tolist() == state.legal_actions()
            assert np.array_equal(batch.observations[row], state.observation_tensor())
        actions = drawn(batch, generators)
        batch.step(actions)
        for row, state in enumerate(states):
            state.apply_action(int(actions[row]))
            assert batch.dones[row] == state.is_terminal()
            assert np.array_equal(batch.rewards[row], state.returns())
            if state.is_terminal():
                episodes[row] += 1
                assert batch.seeds[row] == game_seed(11, row, episodes[row])
                states[row] = game.new_initial_state(int(batch.seeds[row]))
    assert min(episodes) >= 2


def test_an_illegal_action_refuses_the_whole_step_and_names_the_rows() -> None:
    batch = pig.batch(12, seed=1)
    before = {name: array.copy() for name, array in batch.snapshot().items()}
    actions = np.zeros(12, dtype=np.int64)
    actions[4] = 2
    with pytest.raises(IllegalAction) as caught:
        batch.step(actions)
    assert str(caught.value) == (
        "row 4: action 2 is not legal for player 0 in phase TURN; legal: [0, 1]; nothing was played"
    )
    assert (caught.value.action, caught.value.player, caught.value.legal) == (2, 0, (0, 1))
    actions[1:11] = -1
    with pytest.raises(
        IllegalAction, match=r"row 1: action -1 .*\(10 rows in all: 1, 2, 3, 4, 5, 6, 7, 8\.\.\.\)"
    ):
        batch.step(actions)
    assert all(np.array_equal(array, before[name]) for name, array in batch.snapshot().items())


def step(actions: Any) -> None:
    pig.batch(4).step(actions)


def restore(batch: Batch, **lacking: None) -> None:
    batch.restore({name: array for name, array in pig.batch(5).snapshot().items() if name not in lacking})


REFUSED: list[tuple[str, Callable[[], object], type[ValueError], str]] = [
    *(
        (f"actions {shape}", partial(step, actions), ValueError,
         r"actions must be integers of shape \(4,\), not ")
        for shape, actions in {
            "few": np.zeros(3, dtype=int), "columns": np.zeros((4, 1), dtype=int), "floats": np.zeros(4),
            "flags": np.zeros(4, dtype=bool), "one": 0, "none": None,
        }.items()
    ),
    ("more seats", lambda: Game(TOY).batch(2).set_options(0, players=3), ConfigError,
     r"players=3\) does not fit a batch of"),
    ("an option", lambda: toy.batch(2).set_options(0, player=2), ConfigError,
     "unknown option of toy 'player'; did you mean p"),
    ("fewer rows", lambda: restore(pig.batch(4)), ValueError, r"the snapshot's '.*' does not fit a batch of"),
    ("another game", lambda: restore(toy.batch(5)), ValueError, r"the snapshot's '.*' does not fit a batch of"),
    ("part of a snapshot", lambda: restore(pig.batch(5), rngs=None), ValueError,
     "the snapshot's 'rngs' does not fit"),
    ("no weights", lambda: pig.batch(1, shaping={}), ConfigError, "pig has no shaped rewards"),
    ("a weight", lambda: toy.batch(1, shaping={"stey": 1.0}), ConfigError,
     "unknown reward weight 'stey'; did you mean stay"),
    ("no rows", lambda: pig.batch(0), ConfigError, "size must be an integer of at least 1, not 0"),
    ("no threads", lambda: pig.batch(1, threads=-1), ConfigError,
     "threads must be an integer of at least 1, not -1"),
    ("few seeds", lambda: pig.batch(3, seeds=np.zeros(2, np.uint64)), ConfigError,
     r"seeds must be uint64 of shape \(3,\)"),
    ("signed seeds", lambda: pig.batch(3, seeds=np.zeros(3, np.int64)), ConfigError,
     r"seeds must be uint64 of shape \(3,\)"),
    ("a seed", lambda: pig.batch(3, seed=-1), ValueError, "a seed is an integer"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "kind", "message"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_what_does_not_fit_a_batch_is_refused(
    ask: Callable[[], object], kind: type[ValueError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        ask()


def test_actions_of_any_integer_type_are_taken() -> None:
    first, second = pig.batch(4, seed=2), pig.batch(4, seed=2)
    first.step(np.array([0, 1, 0, 1], dtype=np.uint8))
    second.step(np.array([0, 1, 0, 1], dtype=np.int64))
    assert first.records.tobytes() == second.records.tobytes()


@pytest.mark.compiled
def test_some_rows_are_stepped_by_the_loop_that_steps_all() -> None:
    """A game's longest compilation is not made a second time for arrays that lie otherwise in memory."""
    game = Game(TOY, players=3)
    batch = game.batch(3)
    batch.step(batch.legal_actions[:, 0])
    batch.step_rows(np.array([0, 2]), batch.legal_actions[[0, 2], 0])
    assert len(game.loops.compiled.step.signatures) == 1  # type: ignore[attr-defined]  # Numba's


def test_without_autoreset_finished_rows_rest() -> None:
    batch = pig.batch(6, seed=1, autoreset=False)
    paid = np.zeros((6, 2))
    assert not batch.returns().any()
    for _ in range(400):
        before = batch.records.copy()
        over = batch.current_players == TERMINAL
        batch.step(np.where(batch.records["total"] >= 8, 1, 0) + 99 * over)
        paid += batch.rewards
        assert batch.records[over].tobytes() == before[over].tobytes()
        assert not batch.dones[over].any()
    assert (batch.current_players == TERMINAL).all()
    assert not batch.masks.any()
    assert not batch.legal_counts.any()
    assert np.array_equal(paid, batch.returns())
    assert (np.abs(paid).sum(axis=1) == 2).all()
    assert np.array_equal(batch.points(), batch.records["scores"])


def test_without_observing_no_observation_is_written() -> None:
    quiet, seeing = pig.batch(3, seed=1, observe=False), pig.batch(3, seed=1)
    for _ in range(5):
        quiet.step(np.zeros(3, dtype=int))
        seeing.step(np.zeros(3, dtype=int))
    assert not quiet.observations.any()
    assert seeing.observations.any()
    assert quiet.records.tobytes() == seeing.records.tobytes()


def test_changed_options_hold_from_the_next_game_on() -> None:
    batch = pig.batch(4, seed=1)
    batch.set_options(slice(1, 3), max_turns=2)
    assert batch.records["max_turns"].tolist() == [30, 30, 30, 30]
    for _ in range(200):
        batch.step(np.ones(4, dtype=int))
    assert batch.records["max_turns"].tolist() == [30, 2, 2, 30]
    assert batch.records["winning_score"].tolist() == [20] * 4


def test_a_batch_can_mix_numbers_of_seats() -> None:
    batch = toy.batch(2, seed=1)
    batch.set_options([1], players=2)
    for _ in range(3):
        batch.step(np.zeros(2, dtype=int))
    assert batch.records["players"].tolist() == [3, 2]
    assert batch.rewards.sum(axis=1).tolist() == [-1.0, -1.0]
    batch.step(np.zeros(2, dtype=int))
    batch.step(np.zeros(2, dtype=int))
    assert batch.dones.tolist() == [False, True]
    assert sorted(batch.rewards[1].tolist()) == [-1.0, 0.0, 1.0]
    assert batch.rewards[1, 2] == 0.0


def test_records_written_from_outside_show_after_a_refresh() -> None:
    batch = pig.batch(2)
    batch.records[1]["turn"] = batch.records[1]["player"] = 1
    batch.refresh()
    assert batch.current_players.tolist() == [0, 1]


def test_random_actions_are_legal_and_even() -> None:
    batch = pig.batch(4000)
    assert abs(int(drawn(batch, words(4000)).sum()) - 2000) < 4 * np.sqrt(1000)
    over = pig.batch(2, autoreset=False)
    over.records["player"] = TERMINAL
    over.refresh()
    actions = np.full(2, 7, dtype=np.int64)
    over.random_actions(words(2), actions)
    assert actions.tolist() == [0, 0]


def test_given_seeds_deal_the_first_games() -> None:
    seeds = np.array([5, 2**64 - 1, 0], dtype=np.uint64)
    batch = toy.batch(3, seed=9, seeds=seeds)
    for row in range(3):
        assert batch.records[row].tobytes() == toy.new_initial_state(int(seeds[row])).records[0].tobytes()
    for _ in range(3):
        batch.step(np.zeros(3, dtype=int))
    assert batch.seeds.tolist() == [game_seed(9, row, 1) for row in range(3)]
    assert seeds.tolist() == [5, 2**64 - 1, 0]


def test_a_game_cut_short_says_so_and_keeps_every_seats_last_observation() -> None:
    game = Game(TOY, players=3, hurry=True)
    batch, state = game.batch(1, seed=1), game.new_initial_state(game_seed(1, 0, 0))
    for action in (1, 1):
        batch.step(np.array([action]))
        state.apply_action(action)
    assert batch.dones.tolist() == batch.truncated.tolist() == [True]
    for seat in range(3):
        assert np.array_equal(batch.final_observations[0, seat], state.observation_tensor(seat))
    for _ in range(3):
        assert batch.current_players[0] != TERMINAL
        batch.step(np.array([0]))
        assert not batch.truncated[0]
    assert batch.dones[0]
    assert pig.batch(2).final_observations.shape == (2, 0, pig.observation_size)


def test_shaped_rewards_follow_their_weights() -> None:
    game = Game(TOY, players=3, hurry=True)
    plain, shaped = game.batch(2, seed=1), game.batch(2, seed=1, shaping={"order": 2.0})
    expected = [[0.5, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.5]]
    for seat, action in enumerate((0, 1, 0)):
        for batch in (plain, shaped):
            batch.step(np.full(2, action))
        assert shaped.shaped_rewards.tolist() == [expected[seat]] * 2
        assert not plain.shaped_rewards.any()
        assert np.array_equal(plain.rewards, shaped.rewards)


def test_a_game_that_rests_pays_no_shaped_rewards() -> None:
    batch = Game(TOY).batch(2, autoreset=False, shaping={})
    for _ in range(2):
        batch.step(np.zeros(2, dtype=int))
    assert batch.shaped_rewards[:, 1].tolist() == [0.5, 0.5]
    batch.step(np.zeros(2, dtype=int))
    assert not batch.shaped_rewards.any()


def test_games_without_shaped_rewards_leave_each_other_their_code() -> None:
    """What stands in for these rewards is one kernel: a second game does not take it from the first."""
    first, second = (Game(changed(TOY, shape=None, shape_weights={})) for _ in range(2))
    assert loops(first.spec.rules).compiled.step is not None
    loops(second.spec.rules)
    gc.collect()
    batch = first.batch(2, seed=1)
    batch.step(batch.legal_actions[:, 0])
    assert (batch.shaped_rewards == 0.0).all()


def test_what_is_legal_cannot_be_written_from_outside_and_the_rest_can_be_handed_to_torch() -> None:
    batch = pig.batch(2, seed=1)
    for array in (batch.masks, batch.legal_actions, batch.legal_counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    batch.step(batch.legal_actions[:, 0])
    batch.step_rows(np.array([1]), batch.legal_actions[1:, 0])
    assert batch.masks.all()
    assert batch.observations.flags.writeable  # torch warns of memory that cannot be written


def _steps_as_expected(batch: Batch, expected: bytes) -> None:
    batch.step(batch.legal_actions[:, 0])
    sys.exit(batch.records.tobytes() != expected)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")
def test_a_batch_with_threads_goes_on_in_a_forked_child() -> None:
    with pig.batch(64, seed=1, threads=2) as batch, pig.batch(64, seed=1) as alone:
        for each in (batch, alone):
            each.step(each.legal_actions[:, 0])
        alone.step(alone.legal_actions[:, 0])
        child = multiprocessing.get_context("fork").Process(
            target=_steps_as_expected, args=(batch, alone.records.tobytes())
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forks with threads, from 3.12 on
            child.start()
        child.join(60)
        child.kill()
        assert child.exitcode == 0, "the child waits for threads that it does not have"
        batch.step(batch.legal_actions[:, 0])  # as the parent's threads go on
        assert batch.records.tobytes() == alone.records.tobytes()
