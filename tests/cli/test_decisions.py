"""``croupier decisions``: a set is made and shown, and what does not fit is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.decisions import load
from tests.cli.conftest import Run


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "mine.jsonl.gz"
    words = ("--count", "9", "--games", "3", "--seed", "4", "-o", "winning_score=30", "--agent", "bot")
    result = run("decisions", "make", "pig", "--out", str(file), *words)
    assert result.exit_code == 0
    assert "Wrote 9 decisions" in result.stdout
    assert "mine.private.jsonl says which deals the rows come from" in result.stderr
    return file


def test_a_set_is_made_and_shown(made: Path, run: Run) -> None:
    found = load(made)
    assert (found.name, found.game, len(found.rows)) == ("mine", "pig", 9)
    assert all(row.options["winning_score"] == 30 for row in found.rows)
    assert "9 decisions of pig, values exact" in run("decisions", "show", str(made)).stdout
    about = json.loads(run("decisions", "show", str(made), "--json").stdout)
    assert about["ids"] == [row.id for row in found.rows]
    assert about["digest"] == found.digest
    row = found.rows[3]
    shown = run("decisions", "show", str(made), "--row", row.id).stdout
    assert row.state().observation_string() in shown
    assert f"{row.values[0]:.2f}" in shown
    told = json.loads(run("decisions", "show", str(made), "--row", row.id, "--json").stdout)
    assert told["values"] == list(row.values)
    assert told["view"] == row.state().view(row.state().current_player())


def test_the_same_seed_makes_the_same_bytes(made: Path, run: Run) -> None:
    again = made.with_name("again") / made.name
    again.parent.mkdir()
    words = ("--count", "9", "--games", "3", "--seed", "4", "-o", "winning_score=30", "--agent", "bot", "--json")
    told = json.loads(run("decisions", "make", "pig", "--out", str(again), *words).stdout)
    assert told["file"] == str(again)
    assert again.read_bytes() == made.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("make", "pig"), "name it by --out"),
        (("make", "pig", "--out", "set.json"), "is a file NAME.jsonl.gz, not set.json"),
        (("make", "pig", "--out", "no/set.jsonl.gz"), "there is no folder"),
        (("make", "pig", "--out", "set.jsonl.gz", "--row", "x"), "--row says which row decisions show"),
        (("make", "pig", "--out", "set.jsonl.gz", "--agent", "nobody"), "unknown agent for pig 'nobody'"),
        (("make", "skull-king", "--out", "set.jsonl.gz", "--judge", "search/fast"), "gives probabilities"),
        (("show", "pig-9"), "unknown set of decisions 'pig-9'"),
        (("show", "pig-1", "--row", "x"), "unknown row of pig-1 'x'"),
        (("show", "pig-1", "--judge", "bot"), "decisions show takes --row and --json"),
        (("show", "none.jsonl.gz"), "none.jsonl.gz cannot be read"),
    ],
)
def test_what_does_not_fit_is_refused(
    words: tuple[str, ...], said: str, refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused("decisions", *words)
    assert not list(tmp_path.iterdir())


def test_files_that_are_there_are_left_alone(made: Path, refused: Callable[..., str]) -> None:
    assert "exists already" in refused("decisions", "make", "pig", "--out", str(made))
    made.unlink()
    assert "mine.private.jsonl exists already" in refused("decisions", "make", "pig", "--out", str(made))
