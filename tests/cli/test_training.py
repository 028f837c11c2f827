"""Training and ablation at the command line, of a game of another package by what it brings."""

import json
from collections.abc import Callable
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


def test_the_ablation_of_another_packages_game_is_run(run: Run, toy: None, tmp_path: Path) -> None:
    words = (
        "--out",
        str(tmp_path),
        "--decisions",
        "256",
        "--seeds",
        "1",
        "--deals",
        "2",
        "--threads",
        "1",
        "--json",
    )
    result = json.loads(run("ablate", "toy", *words).stdout)
    assert [row["arm"] for row in result["arms"]] == ["the preset", "no oracle"]
    assert [list(row["against"]) for row in result["arms"]] == [["random"], ["random"]]
    assert "wins against 1 x `random`" in (tmp_path / "ablation.md").read_text()


def test_what_a_game_does_not_bring_is_refused_in_one_line(
    refused: Callable[..., str], toy: None, tmp_path: Path
) -> None:
    out = ("--out", str(tmp_path / "out"))
    assert "pig has no ablation: its training brings no arms to compare" in refused("ablate", "pig", *out)
    assert "unknown arm 'no oracles'; did you mean no oracle" in refused(
        "ablate", "toy", "--arm", "no oracles", *out
    )
    assert "unknown preset of toy 'standard'; known: quick" in refused(
        "train", "toy", "--preset", "standard", *out
    )
    assert not (tmp_path / "out").exists()
