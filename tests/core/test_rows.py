"""Some rows of a batch: stepped while the others wait, and loaded with given positions."""

import gc
import threading
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import IllegalAction, PositionError
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import TERMINAL
from tests.core.playing import PUBLIC, all_of, drawn, words
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=20, max_turns=30)
toy = Game(TOY, players=3, hurry=True)


def row_of(batch: Batch, row: int) -> dict[str, bytes]:
    """Everything public of a row; of the list of actions, what holds."""
    found = {name: getattr(batch, name)[row].tobytes() for name in PUBLIC}
    found["legal_actions"] = batch.legal_actions[row, : batch.legal_counts[row]].tobytes()
    return found


@pytest.mark.parametrize("autoreset", [True, False], ids=["autoreset", "resting"])
@pytest.mark.parametrize("game", [pig, toy], ids=["pig", "toy"])
def test_rows_stepped_one_by_one_or_together_play_the_same_games(game: Game, autoreset: bool) -> None:
    shaping = {"order": 2.0} if game is toy else None
    whole, parts = (game.batch(5, seed=3, autoreset=autoreset, shaping=shaping) for _ in range(2))
    generators, ended = words(5), 0
    for _ in range(120):
        actions = drawn(whole, generators)
        going = whole.legal_counts > 0
        whole.step(actions)
        for part in (np.array([1, 4]), np.array([0, 2, 3])):
            rows = part[going[part]]
            parts.step_rows(rows, actions[rows])
        for row in np.flatnonzero(going).tolist():
            assert row_of(parts, row) == row_of(whole, row)
        ended += int(whole.dones.sum())
    assert ended >= 5


def test_rows_that_are_not_stepped_stay_as_they_are() -> None:
    batch = toy.batch(4, seed=2, shaping={})
    for _ in range(2):
        batch.step(np.ones(4, dtype=int))  # two folds in a row: every game is cut short
    before = [row_of(batch, row) for row in range(4)]
    batch.step_rows(np.array([2]), np.array([0]))
    assert [row_of(batch, row) == before[row] for row in range(4)] == [True, True, False, True]
    assert batch.dones.tolist() == batch.truncated.tolist() == [True, True, False, True]


def test_no_rows_at_all_are_nothing_to_do() -> None:
    batch = pig.batch(2)
    before, nothing = all_of(batch), np.zeros(0, dtype=np.int64)
    batch.step_rows(nothing, nothing)
    batch.load(nothing, batch.records[:0], batch.rngs[:0])
    assert all_of(batch) == before


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([0, 0], "rows must be different, ascending and in 0..3; entry 1 is 0 after 0"),
        ([2, 1], "entry 1 is 1 after 2"),
        ([1, 4], "entry 1 is 4 after 1"),
        ([-1, 2], "entry 0 is -1"),
        ([0.0, 1.0], r"rows must be integers of shape \(2,\), not float64"),
        ([[0, 1]], r"rows must be integers of shape \(2,\), not int64 \(1, 2\)"),
    ],
)
def test_rows_that_are_none_are_refused_with_nothing_changed(rows: Any, message: str) -> None:
    batch = pig.batch(4, seed=1)
    before = all_of(batch)
    with pytest.raises(ValueError, match=message):
        batch.step_rows(np.array(rows), np.zeros(2, dtype=int))
    with pytest.raises(ValueError, match=message):
        batch.load(np.array(rows), batch.records[:2], batch.rngs[:2])
    assert all_of(batch) == before


@pytest.mark.parametrize("actions", [np.zeros(3, dtype=int), np.zeros(2), np.zeros((2, 1), dtype=int)])
def test_actions_that_do_not_fit_the_rows_are_refused(actions: Any) -> None:
    batch = pig.batch(4, seed=1)
    with pytest.raises(ValueError, match=r"actions must be integers of shape \(2,\), not "):
        batch.step_rows(np.array([0, 1]), actions)


def test_illegal_actions_of_rows_are_refused_with_nothing_changed() -> None:
    batch = pig.batch(4, seed=1)
    before = all_of(batch)
    for actions, bad in (([0, 2, 1], 2), ([0, -1, 1], -1)):
        with pytest.raises(IllegalAction) as caught:
            batch.step_rows(np.array([0, 2, 3]), np.array(actions))
        assert str(caught.value) == (
            f"row 2: action {bad} is not legal for player 0 in phase TURN; legal: [0, 1]; nothing was played"
        )
    with pytest.raises(IllegalAction, match=r"row 0: action 9 .*\(2 rows in all: 0, 3\); nothing was played"):
        batch.step_rows(np.array([0, 2, 3]), np.array([9, 0, 9]))
    assert all_of(batch) == before


def test_a_row_whose_game_is_over_takes_no_action() -> None:
    batch = toy.batch(2, seed=2, autoreset=False)
    for _ in range(2):
        batch.step_rows(np.array([1]), np.array([1]))
    assert batch.current_players.tolist() == [0, TERMINAL]
    before = all_of(batch)
    with pytest.raises(IllegalAction, match="row 1: action 0 refused: its game is over; nothing was played"):
        batch.step_rows(np.array([0, 1]), np.array([0, 0]))
    assert all_of(batch) == before


def middle(game: Game, seed: int, plies: int) -> State:
    state = game.new_initial_state(seed)
    for ply in range(plies):
        legal = state.legal_actions()
        state.apply_action(legal[ply % len(legal)])
    return state


@pytest.mark.parametrize(
    ("name", "trusted", "threads"),
    [("pig", True, 1), ("spite-malice", False, 3), ("toy", True, 3), ("toy", False, 1)],
)
def test_a_loaded_row_plays_on_like_the_state_it_came_from(name: str, trusted: bool, threads: int) -> None:
    game = toy if name == "toy" else croupier.make(name)
    states = [middle(game, seed, plies) for seed, plies in ((5, 1), (6, 0), (7, 2))]
    with game.batch(5, seed=1, threads=threads, autoreset=False) as batch:
        others = row_of(batch, 1), row_of(batch, 3)
        rows = np.array([0, 2, 4])
        records, rngs = (np.concatenate([getattr(s, part) for s in states]) for part in ("records", "rngs"))
        batch.load(rows, records, rngs, trusted=trusted)
        assert (row_of(batch, 1), row_of(batch, 3)) == others
        while not all(state.is_terminal() for state in states):
            actions = np.where(batch.legal_counts > 0, batch.legal_actions[:, 0], 0)
            for row, state in zip(rows, states, strict=True):
                assert batch.records[row].tobytes() == state.records[0].tobytes()
                assert batch.rngs[row] == state.rngs[0]
                assert batch.current_players[row] == state.current_player()
                assert batch.masks[row].tolist() == state.legal_actions_mask().tolist()
                if not state.is_terminal():
                    assert np.array_equal(batch.observations[row], state.observation_tensor())
                    state.apply_action(int(actions[row]))
            if len(states[0].history) > 60:
                break
            batch.step(actions)


def test_a_chance_event_that_is_due_is_resolved_by_the_generator_given() -> None:
    batch, state = toy.batch(2, seed=1), toy.new_initial_state(77)
    batch.load(np.array([1]), toy.new_records(), np.array([77], dtype=np.uint64))
    assert batch.records[1].tobytes() == state.records[0].tobytes()
    assert batch.rngs[1] == state.rngs[0]
    assert batch.legal_counts[1] == 2


def test_loading_clears_what_the_last_step_gave_and_leaves_the_next_deal_as_it_was() -> None:
    batch, plain = (toy.batch(2, seed=9, shaping={}) for _ in range(2))
    for _ in range(2):
        for each in (batch, plain):
            each.step(np.ones(2, dtype=int))
    assert batch.dones.all()
    batch.load(np.array([0]), middle(toy, 3, 1).records, np.array([3], dtype=np.uint64))
    assert batch.dones.tolist() == batch.truncated.tolist() == [False, True]
    assert not batch.rewards[0].any()
    assert not batch.shaped_rewards[0].any()
    for each in (batch, plain):
        each.deal_again(np.array([0, 1]))
    assert batch.records.tobytes() == plain.records.tobytes()


def test_the_arrays_that_are_loaded_are_copied() -> None:
    batch, state = pig.batch(2, seed=1), pig.new_initial_state(5)
    batch.load(np.array([0]), state.records, state.rngs)
    before = state.serialize()
    batch.step(np.zeros(2, dtype=int))
    assert state.serialize() == before


def broken(field: str, value: int) -> Any:
    records = middle(toy, 3, 1).records.copy()
    records[0][field] = value
    return records


@pytest.mark.parametrize(
    ("records", "message"),
    [
        (broken("said", 2), "the record for row 2 is refused: the answers are"),
        (broken("deck", 7), "the record for row 2 is refused: the deck holds"),
        (broken("hurry", 0), r"row 2 is refused: the record's hurry is 0; for croupier.make.* it would be 1"),
        (broken("players", 2), "row 2 is refused: the record's players is 2; for .* it would be 3"),
    ],
    ids=["answers", "deck", "option", "seats"],
)
def test_a_record_that_is_no_position_is_refused_with_nothing_changed(records: Any, message: str) -> None:
    batch = toy.batch(3, seed=1)
    before = all_of(batch)
    both, rngs = np.concatenate([middle(toy, 4, 1).records, records]), np.ones(2, dtype=np.uint64)
    with pytest.raises(PositionError, match=message):
        batch.load(np.array([1, 2]), both, rngs)
    assert all_of(batch) == before


def test_records_and_generators_of_another_kind_are_refused_even_where_they_are_trusted() -> None:
    batch, state = toy.batch(2, seed=1), middle(toy, 4, 1)
    before, row = all_of(batch), np.array([1])
    with pytest.raises(ValueError, match=r"records must be those of toy, of shape \(1,\), not "):
        batch.load(row, pig.new_initial_state(1).records, state.rngs, trusted=True)
    with pytest.raises(ValueError, match=r"records must be those of toy, of shape \(1,\), not .* \(2,\)"):
        batch.load(row, np.tile(state.records, 2), state.rngs, trusted=True)
    with pytest.raises(ValueError, match=r"rngs must be uint64 of shape \(1,\), not int64 \(1,\)"):
        batch.load(row, state.records, state.rngs.astype(np.int64), trusted=True)
    with pytest.raises(ValueError, match=r"a record has 4 seats, and a batch of .* has 3"):
        batch.load(row, Game(TOY, players=4).new_initial_state(1).records, state.rngs, trusted=True)
    assert all_of(batch) == before


def test_trusted_records_may_have_options_that_fit_the_batch() -> None:
    batch, state = toy.batch(2, seed=1), Game(TOY, players=2).new_initial_state(8)
    batch.load(np.array([0]), state.records, state.rngs, trusted=True)
    assert batch.records["players"].tolist() == [2, 3]


def test_a_reseeded_batch_deals_what_a_new_one_would() -> None:
    batch, fresh = pig.batch(3, seed=1), pig.batch(3, seed=8)
    batch.step(np.zeros(3, dtype=int))
    playing = all_of(batch)
    batch.reseed(8)
    assert all_of(batch)["records"] == playing["records"]
    batch.deal_again(np.arange(3))
    assert [row_of(batch, row) for row in range(3)] == [row_of(fresh, row) for row in range(3)]
    with pytest.raises(ValueError, match="a seed is an integer"):
        batch.reseed(-1)


def started(before: set[threading.Thread]) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]


def test_a_closed_batch_has_no_threads_and_is_not_stepped() -> None:
    before = set(threading.enumerate())
    batch, alone = pig.batch(4, seed=1, threads=3), pig.batch(4, seed=1)
    for each in (batch, alone):
        each.step(np.zeros(4, dtype=int))
    assert started(before)
    assert repr(batch) == f"<Batch of 4 x {pig!r}, seed=1, threads=3>"
    batch.close()
    assert not started(before)
    batch.close()
    assert repr(batch).endswith(", closed>")
    with pytest.raises(ValueError, match="the batch is closed: make another one"):
        batch.step(np.ones(4, dtype=int))
    assert all_of(batch) == all_of(alone)


def test_a_batch_that_is_forgotten_leaves_no_threads() -> None:
    before = set(threading.enumerate())
    batch = pig.batch(4, seed=1, threads=3)
    batch.step(np.zeros(4, dtype=int))
    mine = started(before)
    assert mine
    del batch
    gc.collect()
    for thread in mine:
        thread.join(timeout=10)
    assert not any(thread.is_alive() for thread in mine)


@pytest.mark.parametrize("autoreset", [True, False])
def test_decisions_are_counted_whichever_rows_are_stepped(autoreset: bool) -> None:
    game = croupier.make("pig", winning_score=20, max_turns=20)
    batch = game.batch(6, 3, autoreset=autoreset)
    counted = np.zeros(6, dtype=np.int64)
    picks = np.random.Generator(np.random.PCG64(1))
    for move in range(300):
        assert np.array_equal(batch.plies, counted)
        going = np.flatnonzero(batch.legal_counts)
        if len(going) == 0:
            break
        games = batch.episodes.copy()
        if move % 3:
            rows = going[picks.random(len(going)) < 0.6]
            batch.step_rows(rows, picks.integers(0, 2, len(rows)))
        else:
            rows = going
            batch.step(picks.integers(0, 2, 6))
        counted[rows] += 1
        counted[batch.episodes > games] = 0
    saved = batch.snapshot()
    fresh = game.batch(6, 8, autoreset=autoreset)
    fresh.restore(saved)
    assert np.array_equal(fresh.plies, counted)
    batch.deal_again(np.array([1, 4]))
    counted[[1, 4]] = 0
    assert np.array_equal(batch.plies, counted)
    batch.load(np.array([2]), batch.records[2:3], batch.rngs[2:3])
    counted[2] = 0
    assert np.array_equal(batch.plies, counted)


def test_a_loaded_row_goes_on_with_the_seed_and_the_number_of_decisions_that_are_given() -> None:
    batch, other = toy.batch(6, seed=1, autoreset=False), toy.batch(6, seed=2, autoreset=False)
    batch.step(np.zeros(6, dtype=np.int64))
    rows = np.array([1, 4])
    given = {"seeds": batch.seeds[rows], "plies": batch.plies[rows]}
    other.load(rows, batch.records[rows], batch.rngs[rows], trusted=True, **given)
    assert other.plies.tolist() == [0, 1, 0, 0, 1, 0]
    assert (other.seeds[rows] == batch.seeds[rows]).all()
    other.step_rows(rows, np.zeros(2, dtype=np.int64))
    assert other.plies.tolist() == [0, 2, 0, 0, 2, 0]
    other.load(rows, batch.records[rows], batch.rngs[rows], trusted=True)
    assert other.plies.tolist() == [0] * 6


def test_rows_have_the_options_of_their_codes_from_their_first_game_or_their_next() -> None:
    codes = np.array([[2, 0], [3, 1], [3, 0]])
    batch = toy.batch(3, seed=5, codes=codes)
    alone = [Game(TOY, players=int(players), hurry=bool(hurry)) for players, hurry in codes]
    for row, game in enumerate(alone):
        assert batch.records[row].tobytes() == game.new_initial_state(int(batch.seeds[row])).records[0].tobytes()
    batch.set_codes(np.array([0, 2]), codes[[1, 1]])
    assert batch.records["players"].tolist() == [2, 3, 3]
    batch.deal_again(np.arange(3))
    assert batch.records["players"].tolist() == [3, 3, 3]
    assert batch.records["hurry"].tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match=r"codes must be int64 of shape \(3, 2\), not int64 \(2, 2\)"):
        batch.set_codes(np.arange(3), codes[:2])
