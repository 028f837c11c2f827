"""croupier solve."""

import json
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.core.spec.exact import Problem
from croupier.games.pig.exact import solver
from tests.cli.conftest import Run
from tests.toy_judged import EXACT


def test_solve_pig_gives_the_published_value(run: Run) -> None:
    data = json.loads(run("solve", "pig", "--json").stdout)
    assert data["first_player_win"] == pytest.approx(0.530592725, abs=1e-9)
    assert data["states"] == 505_000
    assert (data["target"], data["max_turns"]) == (100, None)
    assert data["seconds"] < 60
    assert "the first player wins 0.530592725" in run("solve", "pig").stdout


def test_solve_takes_target_and_limit(run: Run) -> None:
    data = json.loads(run("solve", "pig", "--target", "20", "--max-turns", "9", "--json").stdout)
    assert data["first_player_win"] == solver.solve(20, 9)[-1, 0, 0]
    assert data["states"] == 4200 * 9
    assert "9 turns" in run("solve", "pig", "--target", "20", "--max-turns", "9").stdout


def test_solve_of_a_variant_has_its_target_and_limit(run: Run) -> None:
    data = json.loads(run("solve", "PigDice-v0-short", "--json").stdout)
    assert (data["target"], data["max_turns"]) == (50, 50)
    assert json.loads(run("solve", "PigDice-v0-short", "--target", "30", "--json").stdout)["target"] == 30


def test_the_picture_is_a_png_of_its_size(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "boundary.png"
    data = json.loads(run("solve", "pig", "--target", "25", "--plot", str(file), "--json").stdout)
    assert data["plot"] == str(file)
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1560, 720)
    assert [path.name for path in tmp_path.iterdir()] == ["boundary.png"]


def test_exact_values_of_two_agents(run: Run) -> None:
    words = ("solve", "pig", "--target", "30", "--policy", "optimal", "--against", "bot:hold-9")
    data = json.loads(run(*words, "--json").stdout)
    assert data["mean"] == pytest.approx((data["first"] + data["second"]) / 2)
    assert data["first"] > data["second"] > 0.4
    mirrored = json.loads(run(*words[:5], "bot:hold-9", "--against", "optimal", "--json").stdout)
    assert mirrored["first"] == pytest.approx(1 - data["second"])
    same = json.loads(run(*words[:5], "optimal", "--against", "optimal", "--json").stdout)
    assert same["first"] == pytest.approx(solver.solve(30)[0, 0, 0], abs=1e-9)
    assert f"mean            {data['mean']:.9f}" in run(*words).stdout


def test_the_game_of_another_package_brings_its_own_solver(run: Run, toy: None) -> None:
    data = json.loads(run("solve", "toy", "--json").stdout)
    assert data.pop("provenance")["seeds"] == []
    assert data | {"seconds": 0} == {
        "game": "toy", "first_player_win": 0.5, "states": 18, "seconds": 0,
    }  # fmt: skip
    assert run("solve", "toy").stdout.startswith(
        "High Card for two: the first player wins 0.500000000\n18 states in "
    )
    words = ("solve", "HighCard-v0", "--policy", "random", "--against", "random")
    data = json.loads(run(*words, "--json").stdout)
    assert (data["policy"], data["first"], data["second"], data["mean"]) == ("random", 0.5, 0.5, 0.5)
    assert run(*words).stdout.startswith("High Card for two: random against random, exactly\n")


def test_a_solver_that_only_compares_says_so(
    refused: Callable[..., str], toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    compares = replace(EXACT, problem=lambda game, *_: Problem(options=game.options, title="High Card"))
    monkeypatch.setattr("tests.toy_judged.EXACT", compares)
    assert "optimal play of toy is not computed: compare agents by --policy A" in refused("solve", "toy")


def test_a_game_with_few_deals_is_solved_by_iterations_and_agents_are_judged(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "leduc.npz"
    data = json.loads(run("solve", "leduc", "--iterations", "150", "--out", str(file), "--json").stdout)
    assert data["value"] == pytest.approx(-0.0856, abs=2e-3)
    assert data["exploitability"] == pytest.approx(sum(data["gains"]) / 2)
    assert (data["information_states"], data["iterations"], data["out"]) == (936, 150, str(file))
    told = run("solve", "leduc", "--policy", f"solved:{file}").stdout
    assert float(told.split("exploitability ")[1]) == pytest.approx(data["exploitability"], abs=1e-5)
    compared = json.loads(run("solve", "leduc", "--policy", "bot", "--against", "random", "--json").stdout)
    assert compared["mean"] == pytest.approx((compared["first"] + compared["second"]) / 2)
