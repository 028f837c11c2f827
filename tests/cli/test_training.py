"""Training at the command line, of a game of another package by what it brings."""

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.toy_training import TRAINING


def test_a_game_of_another_package_is_trained_by_its_own_preset(run: Run, toy: None, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("-o", "players=3", "-o", "hurry=true", "--out", str(folder))
    result = json.loads(run("train", "toy", *words, "--json").stdout)
    assert result["decisions"] == TRAINING.presets["quick"]["total_decisions"]
    assert (folder / "policy.onnx").exists()
    config = json.loads((folder / "config.json").read_text())["config"]
    brought = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in TRAINING.presets["quick"].items()
    }
    assert {name: config[name] for name in brought} == brought


def test_a_game_of_another_package_is_trained_against_an_agent(run: Run, toy: None, tmp_path: Path) -> None:
    words = ("-o", "players=3", "--against", "random", "--set", "critic=own", "--set", "entropy_coef=0.3")
    result = json.loads(run("train", "toy", *words, "--out", str(tmp_path / "run"), "--json").stdout)
    assert result["results"][0]["opponent"] == "random"
    config = json.loads((tmp_path / "run" / "config.json").read_text())["config"]
    assert (config["bots"], config["opponent_seats"], config["entropy_coef"]) == (["random"], "all-but-one", 0.3)
