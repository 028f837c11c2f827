"""The bot that plans by a learned value: the best of all turns, by what is open, with weights that are checked."""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import FileError
from croupier.core.base.types import Record
from croupier.core.engine.game import State
from croupier.games.spite_malice.bots.planner import (
    DRAWN,
    FILE,
    GOES_ON,
    HIDDEN,
    LEFT,
    SIZE,
    TABLES,
    WEIGHTS,
    WON,
    describe,
    imagine,
    read_weights,
    worth,
)
from croupier.games.spite_malice.rules import legal_bits
from croupier.games.spite_malice.rules import play as play_action
from croupier.games.spite_malice.state import ACTIONS, GOAL, NONE, PLAYS
from tests.games.spite_malice.engine import PASS, G, at, discard, discards, game, piles, play

MOST = 120
"""Turns of a position that are gone through; those with more are left out."""
Features = npt.NDArray[np.float32]


def choices(states: list[State]) -> list[int]:
    """What it chooses in some states, with other random numbers in each."""
    records = np.concatenate([state.records for state in states])
    turns = Turns(states[0].game, records, np.arange(len(states), dtype=np.uint64))
    return [int(action) for action in make_agent("bot:planner", states[0].game).act(turns)]


def choice(state: State) -> int:
    return choices([state])[0]


def described(record: Record, seat: int) -> Features:
    out = np.zeros(SIZE, dtype=np.float32)
    describe(record, seat, out)
    return out


@lru_cache(maxsize=1)
def matrices() -> list[npt.NDArray[np.float64]]:
    """The network's layers, each a matrix and what is added."""
    wide, narrow = HIDDEN
    sizes = (SIZE * wide, wide, wide * narrow, narrow, narrow)
    first, first_bias, second, second_bias, last, bias = np.split(read_weights().astype(float), np.cumsum(sizes))
    return [first.reshape(SIZE, wide), first_bias, second.reshape(wide, narrow), second_bias, last, bias]


def value_of(features: Features) -> float:
    first, first_bias, second, second_bias, last, bias = matrices()
    hidden = np.maximum(np.maximum(features @ first + first_bias, 0) @ second + second_bias, 0)
    return float(hidden @ last + bias[0])


def ends_of_the_turn(record: Record, seat: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way on from a table until something hidden turns up, each with what it comes to be worth.

    Nothing is left out, whatever else comes to the same.
    """
    for action in range(ACTIONS):
        if not legal_bits(record) >> action & 1:
            continue
        after = record.copy()
        hidden = {name: after[name] for name in ("shoe_count", "aside_count")}
        for name in hidden:
            after[name] = 0  # so that nobody draws
        play_action(after, action)
        after["aside_count"] += hidden["aside_count"]
        after["shoe_count"] = hidden["shoe_count"]
        goal, empty = action < PLAYS and action // 4 == GOAL, after["hand_counts"][seat] == 0
        if goal and after["goal_counts"][seat] == 0:
            yield (action,), np.inf
        elif goal or action >= PLAYS or (empty and after["shoe_count"] + after["aside_count"] > 0):
            top = after["goal_counts"][seat] - 1
            if goal:  # the card under it is not known
                after["unseen"][0, after["goals"][seat, top] + 1] += 1
                after["goals"][seat, top] = NONE
            yield (action,), value_of(described(after, seat))
        else:
            for rest, value in ends_of_the_turn(after, seat):
                yield (action, *rest), value


def assert_best_of_all(state: State, found: list[tuple[tuple[int, ...], float]]) -> None:
    """The choice begins one of the best turns; a goal card that fits is played at once."""
    at_once = [each for each in found if each[0][0] // 4 == GOAL and each[0][0] < PLAYS]
    best = max(value for _, value in at_once or found)
    begins = {turn[0] for turn, value in at_once or found if value >= best - 1e-4}
    assert choice(state) in begins, state.position()


SMALL = [
    at("369/11", goals="27/48", piles=piles(3, 6, 1, 1), discards=discards("8,-,-,9", "5,-,-,-")),
    at("2459/1", goals="37/48", piles=piles(4, 1, 1, 0), discards=discards("6,-,-,-"), shoe="33+-"),
    at("45/6", goals="38/41", piles=piles(4, 5, 5, 9), shoe="12345+-"),  # both cards can be played: five are drawn
    at("9/6", goals="38/41", piles=piles(9, 5, 5, 5)),  # what is drawn then is the pile that it completes
    at("7/6", goals="7/41", piles=piles(7, 6, 5, 5), shoe="12+-"),
    at("*8/27", goals="34/48", piles=piles(3, 5, 5, 5), discards=discards("95,-,9,-")),
]


@pytest.mark.parametrize("state", SMALL, ids=State.position)
def test_no_other_turn_is_worth_more(state: State) -> None:
    found = list(ends_of_the_turn(state.records[0], 0))
    assert len(found) > 3
    assert_best_of_all(state, found)


@pytest.mark.thorough
@pytest.mark.compiled
def test_no_other_turn_is_worth_more_in_dealt_games() -> None:
    picks, compared = random.Random(4), 0  # noqa: S311 - the games are random, not secret
    for seed in range(20):
        state = game().new_initial_state(seed)
        for _ in range(picks.randrange(30)):
            state.apply_action(picks.choice(state.legal_actions()))
        found = list(islice(ends_of_the_turn(state.records[0], state.current_player()), MOST))
        if 4 < len(found) < MOST:
            assert_best_of_all(state, found)
            compared += max(len(turn) for turn, _ in found) > 1
    assert compared > 3


def test_what_it_chooses_depends_on_nothing_hidden_and_on_no_random_number() -> None:
    state = at("69/11", goals="12427/13948", piles=piles(3, 6, 1, 1), shoe="5678944*12+-",
               discards=discards("8,-,-,9", "5,-,-,-"))  # fmt: skip
    others = [state.resample_hidden(0, seed) for seed in range(3)]
    assert len({each.position() for each in others}) > 1
    assert set(choices(others)) == {choice(state)}


@pytest.mark.compiled
def test_sm_4_it_does_not_peek_in_dealt_games() -> None:
    picks = random.Random(1)  # noqa: S311 - the games are random, not secret
    states = [game().new_initial_state(seed) for seed in range(40)]
    for state in states:
        for _ in range(picks.randrange(90)):
            state.apply_action(picks.choice(state.legal_actions()))
    chosen = choices(states)
    assert len(set(chosen)) > 12
    for seed in range(3):
        assert choices([state.resample_hidden(state.current_player(), seed) for state in states]) == chosen


@pytest.mark.compiled
def test_a_plan_of_many_jokers_stays_within_its_bounds() -> None:
    state = at("*****/1", goals="38/48", piles=piles(1, 3, 5, 7), discards=discards("******,98,*7,6*"))
    assert choice(state) in state.legal_actions()
    assert TABLES <= 256


@pytest.mark.compiled
def test_where_no_plan_within_the_bounds_leaves_the_table_it_plays_on() -> None:
    # the hand is empty and nothing can be drawn, so that the turn ends only when nothing fits any more
    state = at("-/1", goals="38/48", piles=piles(1, 3, 5, 7), discards=discards("******,****8,****7,****6"))
    while state.current_player() == 0:
        action = choice(state)
        assert action in state.legal_actions(), state.position()
        state.apply_action(action)


IMAGINED: list[tuple[State, int, int]] = [
    (at("34/1", piles=piles(3, 1, 1, 1), shoe="55+-"), play(0, 0), GOES_ON),
    (at("34/1", piles=piles(3, 1, 1, 1), shoe="55+-"), discard(1, 2), LEFT),
    (at("3/1", piles=piles(3, 1, 1, 1), shoe="55+-"), play(0, 0), LEFT),
    (at("3/1", piles=piles(3, 1, 1, 1)), play(0, 0), GOES_ON),
    (at("9/1", piles=piles(9, 1, 1, 1)), play(0, 0), LEFT),
    (at("34/1", goals="23/17", piles=piles(3, 1, 1, 1)), play(G, 0), LEFT),
    (at("34/1", goals="3/17", piles=piles(3, 1, 1, 1)), play(G, 0), WON),
    (at("34/1", piles=piles(3, 1, 1, 1), max_turns=8, turns=7), discard(1, 2), DRAWN),
    (at("-/-", piles=piles(3, 1, 1, 1), idle=1), PASS, DRAWN),
]


@pytest.mark.parametrize(("state", "action", "expected"), IMAGINED)
def test_an_imagined_action_comes_to_this_and_nothing_hidden_turns_up(
    state: State, action: int, expected: int
) -> None:
    before, after = state.records[0], state.records[0].copy()
    assert imagine(after, action, 0) == expected
    assert after["shoe_count"] == before["shoe_count"]
    assert after["aside_count"] == before["aside_count"] + 10 * (before["heights"].sum() > after["heights"].sum())
    assert (after["unseen"] == before["unseen"]).all()
    assert (after["hands"][1] == before["hands"][1]).all()
    if expected == LEFT and action < PLAYS and action // 4 == GOAL:
        assert after["goals"][0, 0] == NONE


def test_tables_that_differ_in_where_piles_stand_are_described_alike() -> None:
    one = at("*368/49", goals="27/48", piles=piles(3, 6, 1, 2), discards=discards("87,-,95,9", "5,-,*6,-"))
    other = at("*368/49", goals="27/48", piles=piles(2, 1, 3, 6), discards=discards("9,95,-,87", "-,-,5,*6"))
    for seat in (0, 1):
        assert (described(one.records[0], seat) == described(other.records[0], seat)).all()
    changed = at("*368/49", goals="27/48", piles=piles(3, 6, 1, 2), discards=discards("87,-,95,8", "5,-,*6,-"))
    assert (described(one.records[0], 0) != described(changed.records[0], 0)).any()


def test_both_seats_are_described_alike() -> None:
    one = at("*368/49", goals="27/48", piles=piles(3, 6, 1, 2), discards=discards("87,-,95,9", "5,-,*6,-"))
    other = at(
        "49/*368", goals="48/27", piles=piles(3, 6, 1, 2), discards=discards("5,-,*6,-", "87,-,95,9"), turn=1
    )
    assert (described(one.records[0], 0) == described(other.records[0], 1)).all()
    assert (described(one.records[0], 1) == described(other.records[0], 0)).all()


def test_a_table_is_worth_what_the_matrices_make_of_it() -> None:
    net, room = read_weights(), [np.full(size, 5, dtype=np.float32) for size in HIDDEN]
    values = [described(state.records[0], seat) for state in SMALL[:3] for seat in (0, 1)]
    found = [worth(net, each, *room) for each in values]
    assert found == pytest.approx([value_of(each) for each in values], abs=1e-4)
    assert np.ptp(found) > 0.5


def test_a_seat_near_its_end_is_worth_more() -> None:
    near, far = (at("34/68", goals=goals, piles=piles(1, 2, 6, 7)) for goals in ("5/1234567", "1234567/5"))
    assert value_of(described(near.records[0], 0)) > value_of(described(far.records[0], 0)) + 2


def test_weights_that_are_none_are_refused(tmp_path: Path) -> None:
    good = read_weights()
    assert good.shape == (WEIGHTS,)
    for name, bad in (
        ("short", good[:-1]),
        ("whole", np.ones(WEIGHTS, dtype=np.int64)),
        ("infinite", np.full_like(good, np.inf)),
    ):
        np.savez(tmp_path / f"{name}.npz", allow_pickle=False, weights=bad)
        with pytest.raises(FileError, match=f"{name}.npz must be {WEIGHTS} finite numbers"):
            read_weights(tmp_path / f"{name}.npz")
    np.savez(tmp_path / "pickled.npz", weights=np.array([{}], dtype=object))
    np.savez(tmp_path / "other.npz", allow_pickle=False, other=good)
    (tmp_path / "torn.npz").write_bytes(FILE.read_bytes()[:-40])
    whole = bytearray(FILE.read_bytes())
    whole[1000] ^= 255
    (tmp_path / "changed.npz").write_bytes(whole)
    for name in ("pickled", "other", "torn", "changed", "missing"):
        with pytest.raises(FileError, match=f"{name}.npz holds no value of Mini Spite and Malice"):
            read_weights(tmp_path / f"{name}.npz")
    assert FILE.stat().st_size < 60_000
