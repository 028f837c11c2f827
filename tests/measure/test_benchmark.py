"""Benchmarks: what is frozen, and the one row that an agent has."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.core.base.errors import FileError
from croupier.measure.play.executor import Kept
from croupier.measure.reports import benchmark as module
from croupier.measure.reports.benchmark import entrant, play_row, read_benchmark, read_row
from croupier.measure.reports.board import BOARD, folder_of, read_entry
from croupier.provenance import CODE

DOCS = Path(__file__).parents[2] / "docs" / "benchmark.md"
WHERE = ("provenance", "cpu_seconds_a_decision")
"""What differs from one measurement of a row to the next."""


def row(*words: object) -> dict[str, Any]:
    found = CliRunner().invoke(app, ["benchmark", *map(str, words), "--json"])
    assert found.exit_code == 0, found.output
    return dict(json.loads(found.stdout))


def figures(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in WHERE}


@pytest.mark.parametrize(
    ("name", "digest"),
    [("pig-1", "81668d1ad50a"), ("spite-malice-1", "1830696f6f33"), ("skull-king-1", "ad8f20c1c192")],
)
def test_what_is_frozen_stays_as_it_is(name: str, digest: str) -> None:
    """Where this fails, older rows can no longer be compared: freeze a new benchmark under a new name."""
    found = read_benchmark(name)
    assert found.digest[:12] == digest
    assert f"| `{name}` | `{digest}` | `{'`, `'.join(found.board.field)}` | " in DOCS.read_text()
    assert f"| {len(found.decisions.rows):,} | `{found.decisions.digest}` |" in DOCS.read_text()
    policies = {text: files for text, files in found.board.opponents.items() if text.startswith("net")}
    assert all(len(files) == 1 for files in policies.values())
    assert all(text.startswith("net:2") for text in policies), "a new player would be another opponent"


@pytest.mark.parametrize("part", ["set", "opponents"])
def test_another_part_than_was_frozen_is_refused(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frozen = json.loads((folder_of("pig-1") / BOARD).read_text())
    frozen[part] = {"bot": {"a.onnx": "0"}} if part == "opponents" else "0"
    (tmp_path / BOARD).write_text(json.dumps(frozen))
    monkeypatch.setattr(module, "folder_of", lambda _: tmp_path)
    with pytest.raises(FileError, match=f"another {part} than was frozen"):
        read_benchmark("pig-1")


def test_a_row_has_the_figures_of_the_leaderboard_and_of_the_judge() -> None:
    pig = read_benchmark("pig-1")
    found = play_row(pig, entrant(pig, "random"), deals=40, count=60)
    assert (found["play"]["deals"], found["play"]["games"], found["decisions"]["decisions"]) == (40, 80, 60)
    board = read_benchmark("pig-1").board
    entry = read_entry(folder_of("pig-1") / "entries" / "random.json", board)
    assert found["play"]["margin"]["mean"] == pytest.approx(entry.per_deal("margin")[:40].mean())
    assert found["play"]["wins"]["mean"] == pytest.approx(entry.per_deal("wins")[:40].mean())
    judged = CliRunner().invoke(app, ["judge", "random", "--set", "pig-1", "--count", "60", "--json"])
    (agent,) = json.loads(judged.stdout)["agents"]
    assert found["decisions"]["regret"] == agent["regret"]
    assert found["cpu_seconds_a_decision"] > 0
    assert found["provenance"]["seeds"] == [board.seed]


def test_the_command_writes_a_row_that_is_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    short = ("pig-1", "bot:hold-9", "--deals", 8, "--count", 20)
    found = row(*short, "--out", tmp_path / "row.json")
    assert read_row(tmp_path / "row.json") == found
    assert not found["whole"]
    assert figures(row(*short, "--threads", 3)) == figures(found)
    assert [file.name for file in tmp_path.iterdir()] == ["row.json"], "kept chunks are gone"
    shown = CliRunner().invoke(app, ["benchmark", *map(str, short)]).stdout
    assert "NOT WHOLE" in shown
    assert "Best constant answer: " in shown
    assert "Best constant answer: [roll], else first listed." in shown
    assert found["digest"][:12] in shown


def test_a_row_goes_on_with_chunks_of_a_command_that_was_stopped_and_names_their_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("pig-1", "random", "--deals", 4, "--count", 2, "--out")
    with monkeypatch.context() as kept:
        kept.setattr(Kept, "remove", lambda _: None)
        first = row(*words, tmp_path / "row.json")
        (tmp_path / "row.json").unlink()
        (code,) = tmp_path.rglob(CODE)
        code.write_text("0123456789ab\n")
    again = row(*words, tmp_path / "row.json")
    assert figures(again) == figures(first)
    assert again["provenance"]["earlier"] == ["0123456789ab"]


def test_what_cannot_be_measured_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object, **named: object) -> Callable[..., None]:
        raise AssertionError(given, named)

    monkeypatch.setattr(module, "play_entry", refuse)
    said = CliRunner().invoke(app, ["benchmark", "nothing-1", "bot"])
    assert (said.exit_code, "unknown board" in said.stderr) == (2, True)
    (tmp_path / "row.json").write_text("{}")
    said = CliRunner().invoke(app, ["benchmark", "pig-1", "bot", "--out", str(tmp_path / "row.json")])
    assert (said.exit_code, "exists already" in said.stderr) == (2, True)
    with pytest.raises(FileError, match="is no row of a benchmark"):
        read_row(tmp_path / "row.json")
