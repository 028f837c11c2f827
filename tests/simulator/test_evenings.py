"""Whole servers in simulated worlds keep their promises."""

from __future__ import annotations

import gc
import itertools
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from tests.amounts import larger
from tests.simulator.command import command_of
from tests.simulator.evening import EveningPlan, simulate
from tests.simulator.twins import compare_twin

SEALED = "SkullKing-v0-two"
FOUR = EveningPlan(game="skull-king", options={"players": 4}, moves=20, trouble=10.0)


@pytest.mark.thorough
def test_the_same_seed_is_the_same_evening_in_any_process() -> None:
    """Also where sets of strings have another order."""
    words = "--seed 11 --servers 2 --moves 20 --trouble 6 --trace"
    command = [sys.executable, "-m", "tests.simulator", *words.split()]
    traces = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert traces[0] == traces[1]
    lines = traces[0].splitlines()
    assert len(lines) > 200
    assert lines[-1].startswith("seed 11: ")
    assert any("is lost" in line for line in lines)
    assert any("append" in line for line in lines)


@pytest.mark.parametrize(
    ("plan", "seeds", "kinds"),
    [
        (EveningPlan(game="pig", moves=52, servers=1), (124,), "move away back leave claim reveal"),
        (
            EveningPlan(game="pig", options={"winning_score": 60}, servers=2, trouble=6.0),
            (126,),
            "move undo away back leave circle deleted",
        ),
        (EveningPlan(game="pig", moves=52, servers=1, clock=15), (103,), "clock away undo"),
        (EveningPlan(game=SEALED, moves=60, servers=2), (116,), "seal move leave claim back"),
        (EveningPlan(moves=60), (174, 175, 181), "seal move leave claim back undo clock end reveal"),
    ],
)
def test_every_promise_is_kept(plan: EveningPlan, seeds: tuple[int, ...], kinds: str) -> None:
    """And what people do is among what has happened."""
    happened: Counter[str] = Counter()
    crashes = 0
    for seed in seeds:
        outcome = simulate(seed, plan)
        assert outcome.faults == [], command_of(seed, plan)
        happened += outcome.kinds
        crashes += outcome.crashes
    assert {kind for kind in kinds.split() if not happened[kind]} == set()
    assert happened["move"] > 50 * len(seeds)
    assert crashes > len(seeds)


@pytest.mark.thorough
def test_an_agents_answer_in_a_sealed_phase_begins_no_clock_anew() -> None:
    """The checks have taken it for one that does."""
    outcome = simulate(24, replace(FOUR, clock=15))
    assert outcome.kinds["clock"] > 0
    assert outcome.faults == []


@pytest.mark.thorough
def test_a_game_is_over_also_where_somebody_leaves_the_table_after_it() -> None:
    """It was taken for one that does not go on."""
    outcome = simulate(151, EveningPlan(game="leduc", moves=60, trouble=4.0))
    assert outcome.kinds["end"] == outcome.kinds["remove"] == 1
    assert outcome.faults == []


SHORT = EveningPlan(game="Leduc-v0", trouble=0.0, servers=1, clock=0, whims=False)
"""A game of a few moves."""


@larger("step", 12, 1)
def test_whenever_the_server_is_lost_every_promise_is_kept(step: int) -> None:
    """After whichever step of a short game in a thorough run."""
    points = simulate(5, SHORT).points
    assert points > 80
    for number in range(1, points, step):
        plan = replace(SHORT, lost_at=number)
        assert simulate(5, plan).faults == [], command_of(5, plan)


@pytest.mark.parametrize("there", [False, True], ids=["not-written", "not-known"])
@larger("step", 6, 1)
def test_whichever_write_fails_every_promise_is_kept(there: bool, step: int) -> None:
    """The n-th, for every n of a short game in a thorough run."""
    writes = simulate(5, SHORT).writes
    assert writes > 10
    for number in range(1, writes + 1, step):
        plan = replace(SHORT, failing={number: there})
        assert simulate(5, plan).faults == [], command_of(5, plan)


@pytest.mark.thorough
@pytest.mark.timeout(7200)
def test_every_promise_is_kept_for_a_hundred_thousand_moves_and_ten_thousand_crashes() -> None:
    moves = crashes = 0
    plan = EveningPlan(moves=200, trouble=8.0)
    for seed in itertools.count(1_000_000):
        outcome = simulate(seed, plan)
        assert outcome.faults == [], command_of(seed, plan)
        if seed % 5 == 0:
            assert compare_twin(seed, plan, outcome).faults == [], command_of(seed, plan, twins=True)
        moves, crashes = moves + outcome.moves, crashes + outcome.crashes
        gc.collect()
        if moves >= 100_000 and crashes >= 10_000:
            return


def test_no_byte_tells_what_its_reader_may_not_know() -> None:
    """By a socket or as an answer, nor the moment at which it comes: sealed answers and cards of others."""
    compared = 0
    for seed, plan in ((300, FOUR), (301, FOUR), (310, EveningPlan(moves=20, servers=1))):
        found = compare_twin(seed, plan, simulate(seed, plan))
        assert found.faults == [], command_of(seed, plan, twins=True)
        compared += found.compared
    assert compared > 100_000
