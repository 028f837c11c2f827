"""``croupier targets`` at the command line."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

WORDS = ("targets", "pig", "-o", "winning_score=10", "--agent", "search/worlds=4:random", "--games", "3")


def test_targets_are_made_and_learnt_from(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "set")
    told = json.loads(run(*WORDS, "--out", out, "--json").stdout)
    assert (told["parts"], told["games"], told["file"]) == (1, 16, out)
    assert f"{told['decisions']} decisions of 16 games are in {out}." in run(*WORDS, "--out", out).stdout
    run(
        "train", "pig", "-o", "winning_score=10", "--set", "total_decisions=256", "--set", "num_tables=16",
        "--set", "rollout_steps=8", "--set", f"search_targets={out}", "--set", "teacher=none", "--threads", "1",
        "--out", str(tmp_path / "run"),
    )  # fmt: skip
    assert json.loads((tmp_path / "run" / "config.json").read_text())["config"]["search_targets"] == out


def test_what_is_wrong_is_told(refused: Callable[..., str], tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "set"))
    assert "'bot' is no search: name one like" in refused("targets", "skull-king", "--agent", "bot", *out)
    assert "share must be above 0 and at most 1, not 2" in refused("targets", "pig", "--share", "2", *out)
    assert "unknown agent" in refused("targets", "pig", "--against", "bott", *out)
    assert not (tmp_path / "set").exists()
    assert "is no folder of search targets" in refused(
        "train", "pig", "--set", f"search_targets={tmp_path}/no", *out
    )
