"""Exact play: against brute force, against published values, and as an agent."""

import gc
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.games.pig.exact import solver
from croupier.games.pig.rules import HOLD, ROLL
from croupier.table.replies.fields import fields
from tests.games.pig.naive import limited, unlimited


def least(values: Any) -> float:
    return float(np.abs(values).max())


@pytest.mark.compiled  # minutes without
def test_the_first_player_wins_0_530592725_at_100_without_limit() -> None:
    # T. W. Neller and C. G. M. Presser print 0.5306 (The UMAP Journal 25(1), 2004)
    assert abs(solver.solve(100)[0, 0, 0] - 0.530592725) < 1e-9


@pytest.mark.parametrize("target", [1, 2, 3, 6, 7, 11, 20])
def test_values_without_limit_agree_with_value_iteration(target: int) -> None:
    naive = unlimited(target)[:, :, 0]
    assert least(solver.solve(target)[0] - naive) < 1e-11


@pytest.mark.parametrize("target", [1, 2, 5, 9])
def test_values_with_a_limit_agree_with_recursion(target: int) -> None:
    turns = 7
    values, naive = solver.solve(target, turns), limited(target, turns)
    assert values.shape == (turns + 1, target, target)
    for left in range(1, turns + 1):
        for own in range(target):
            for other in range(target):
                assert abs(values[left, own, other] - max(naive(own, other, 0, left))) < 1e-13


def test_a_distant_limit_changes_nothing() -> None:
    far, endless = solver.solve(10, 1_000_000), solver.solve(10)
    assert far.shape[0] < 100
    assert least(far[-1] - endless[0]) < 1e-12


def test_values_before_the_limit_is_near_differ_from_those_at_the_limit() -> None:
    values = solver.solve(20, 3)
    assert values[0].tolist() == (0.5 + 0.5 * np.sign(np.subtract.outer(np.arange(20), np.arange(20)))).tolist()
    assert values[3, 0, 0] > 0.5 + 0.05


def test_the_two_players_values_are_complements() -> None:
    target = 12
    values = solver.solve(target)[0]
    hold_at_once = 1.0 - values.T  # the value of ending the turn with nothing
    assert (values >= hold_at_once - 1e-12).all()
    assert (np.diff(values, axis=0) >= -1e-12).all()  # more points are never worse
    assert (np.diff(values, axis=1) <= 1e-12).all()


def test_the_hold_table_agrees_with_value_iteration() -> None:
    target = 15
    naive = unlimited(target)
    holds = solver.hold_regions(solver.solve(target))
    for own in range(target):
        for other in range(target):
            for total in range(1, target - own):
                hold = 1.0 - naive[other, own + total, 0]
                faces = [naive[own, other, total + f] if own + total + f < target else 1.0 for f in range(2, 7)]
                roll = (1.0 - naive[other, own, 0] + sum(faces)) / 6.0
                assert holds[own, other, total] == (hold >= roll) or abs(hold - roll) < 1e-11
            assert not holds[own, other, 0]
            assert holds[own, other, target - own :].all()


@pytest.mark.compiled
def test_the_hold_table_at_100_is_the_published_surface() -> None:
    holds = solver.hold_regions(solver.solve(100))
    # Neller and Presser, figures of the roll/hold boundary: at 0 : 0 hold from 21 on; and one whom the opponent
    # is about to pass rolls until it wins
    assert np.flatnonzero(~holds[0, 0]).tolist() == list(range(21))
    for own in range(100):
        assert np.flatnonzero(holds[own, 99]).tolist() == list(range(100 - own, 100))
    # possiblywrong.wordpress.com, "Pig puzzle solution" (2014): at 41 : 49 roll to 22 or more, but at 27 once more
    assert np.flatnonzero(~holds[41, 49, :50]).tolist() == [*range(22), 27]


def test_optimal_play_holds_where_the_table_says() -> None:
    target, limit = 12, 5
    game = croupier.make("pig", winning_score=target, max_turns=limit)
    agent, naive = make_agent("optimal", game), limited(target, limit)
    checked = 0
    for turns in range(limit):
        for own in range(target):
            for other in range(0, target, 2):
                for total in range(0, target, 3):
                    scores = [own, other] if turns % 2 == 0 else [other, own]
                    state = game.position(
                        f"pig winning_score={target} max_turns={limit} "
                        f"scores={scores[0]},{scores[1]} turn={turns % 2} total={total} turns={turns}"
                    )
                    action = agent.act(Turns(game, state.records, np.zeros(1, dtype=np.uint64)))[0]
                    roll, hold = naive(own, other, total, limit - turns)
                    if abs(roll - hold) > 1e-11:
                        assert action == (ROLL if roll > hold else HOLD), state.position()
                        checked += 1
    assert checked > 800


def test_optimal_play_needs_turns_as_the_unit() -> None:
    with pytest.raises(ConfigError, match="optimal play is solved for turn_unit=turn, not for turn_unit=action"):
        make_agent("optimal", croupier.make("pig", turn_unit="action"))


@pytest.mark.parametrize(
    ("target", "limit", "message"),
    [
        (0, None, "target must be an integer of at least 1, not 0"),
        (True, None, "target must be an integer of at least 1, not True"),
        (10.0, None, r"target must be an integer of at least 1, not 10\.0"),
        (10, 0, "max_turns must be an integer of at least 1, not 0"),
        (10, True, "max_turns must be an integer of at least 1, not True"),
        (8000, None, "a target of 8000 is too large to solve; the largest is 7000"),
        (2000, 500, r"target 2000 with max_turns 500 needs a table of more than 1\.6 GB; lower one of them"),
    ],
)
def test_what_cannot_be_solved_is_refused_at_once(target: Any, limit: Any, message: str) -> None:
    for function in (solver.solve, solver.solved):
        with pytest.raises(ConfigError, match=message):
            function(target, limit)


def test_progress_is_told_up_to_the_end() -> None:
    for limit in (None, 30):
        shares: list[float] = []
        solver.solve(8, limit, shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
        assert len(shares) > 5


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path))
    return tmp_path


def solve_is_not_called(*arguments: object) -> Any:
    raise AssertionError(f"solved again: {arguments}")


def test_a_solved_table_is_read_from_the_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = {limit: np.array(solver.solved(9, limit)) for limit in (None, 4)}
    assert len(list((cache / "solved").iterdir())) == 2
    monkeypatch.setattr(solver, "solve", solve_is_not_called)
    for limit, values in fresh.items():
        assert np.array_equal(solver.solved(9, limit), values)


@pytest.mark.parametrize("content", [b"", b"broken", b"\x93NUMPY\x01\x00", None])
def test_a_broken_table_warns_and_is_solved_again(cache: Path, content: bytes | None) -> None:
    values = np.array(solver.solved(9))
    (file,) = (cache / "solved").iterdir()
    if content is None:
        np.save(file, np.zeros((1, 4, 4)))
    else:
        file.write_bytes(content)
    with pytest.warns(RuntimeWarning, match=r"pig-1-9-unlimited\.npy is broken .*; solving again"):
        assert np.array_equal(solver.solved(9), values)
    assert np.array_equal(solver.solved(9), values)


def test_a_truncated_table_warns_and_is_solved_again(cache: Path) -> None:
    values = np.array(solver.solved(9))
    (file,) = (cache / "solved").iterdir()
    os.truncate(file, file.stat().st_size - 100)
    with pytest.warns(RuntimeWarning, match="is broken"):
        assert np.array_equal(solver.solved(9), values)


def test_a_folder_that_cannot_be_written_warns_and_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    values = solver.solve(9)
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(blocked / "cache"))
    with pytest.warns(RuntimeWarning, match="the solved table cannot be kept: Not a directory at "):
        assert np.array_equal(solver.solved(9), values)
    solver.solved(8)  # which says it no more: a warning is an error here


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="Python builds syntax trees in many threads")
def test_tables_are_read_and_replies_parsed_by_several_threads_at_once() -> None:
    solver.solved(5)
    before, interval = gc.get_threshold(), sys.getswitchinterval()

    def swap(*_: object) -> None:
        """Python code within the collection, so that threads change in the middle of a tree."""

    def read(_: int) -> int:
        alike = (solver.solved(5).size == 25 and len(fields("{'move': 'roll'}")[0]) == 1 for _ in range(50))
        return sum(alike)

    try:
        gc.callbacks.append(swap)
        gc.set_threshold(3)
        sys.setswitchinterval(1e-6)
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(read, range(8))) == [50] * 8
    finally:
        gc.callbacks.remove(swap)
        gc.set_threshold(*before)
        sys.setswitchinterval(interval)
