"""The strength tables of the documentation: markers, declarations, and rebuilding in a copy."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks.strength import shown
from benchmarks.strength.__main__ import main
from benchmarks.strength.measures import Exact, Matches, Table
from benchmarks.strength.pages import between, marked, pages
from benchmarks.strength.rebuild import Outcome, rebuild
from benchmarks.strength.records import read_records, shown_digest
from benchmarks.strength.runs import TrainedRun
from benchmarks.strength.tables import TABLES
from croupier.core.base.errors import FileError

ROOT = Path(__file__).parents[1]
SHORT = (("winning_score", 12), ("max_turns", 20))
TINY = (
    ("total_decisions", 256), ("num_tables", 16), ("rollout_steps", 8), ("minibatch_size", 64), ("widths", (8,)),
    ("device", "cpu"),
)  # fmt: skip
RUN = TrainedRun("pig", "quick", 3, SHORT, TINY, "tiny")
PAGE = """# A page

<!-- strength: bots -->

| old |
|---|

<!-- /strength -->

Text stays, \\1 too. Optimal play wins <!-- strength: first -->1%<!-- /strength --> of its games.

<!-- strength: trained -->
<!-- /strength -->
"""


def table(name: str) -> Table:
    """Small tables of the page above."""
    matches = Matches("pig", ("bot:hold-9", "optimal"), ("optimal", "random"), deals=20, seed=1, options=SHORT)
    heads = shown.players(("player", "number:"), (("nine", "1"), ("best", "2")), ("`optimal`", "`random`"))
    run = Matches("pig", (RUN,), ("random",), deals=20, options=SHORT)
    return {
        "bots": Table("bots", "docs/page.md", matches, heads),
        "first": Table("first", "docs/page.md", Exact("pig", "optimal", "random", SHORT), shown.exact("first", 2)),
        "trained": Table("trained", "docs/page.md", run, shown.opponents("win rate", ("`random`",))),
    }[name]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(PAGE)
    return tmp_path


def ignore(*told: object) -> None:
    assert told


def rebuilt(
    copy: Path, *names: str, train: bool = False, write: bool = True, seed: int | None = None
) -> list[Outcome]:
    how: dict[str, Any] = {"train": train, "write": write, "seed": seed}
    return rebuild(
        [table(name) for name in names], copy, copy / "runs", **how, on_outcome=ignore, on_progress=ignore
    )  # fmt: skip


def test_every_marker_is_declared_and_every_declared_marker_exists() -> None:
    places = {name: str(page.relative_to(ROOT)) for name, page in marked(ROOT).items()}
    assert places == {table.name: table.file for table in TABLES}
    assert len({table.name for table in TABLES}) == len(TABLES)


def test_tables_are_rewritten_in_place_and_a_second_time_they_are_the_same(copy: Path) -> None:
    outcomes = rebuilt(copy, "bots", "first")
    assert [outcome.status for outcome in outcomes] == ["written", "written"]
    text = (copy / "docs" / "page.md").read_text()
    lines = between(text, "bots").splitlines()
    assert lines[:2] == ["| player | number | `optimal` | `random` |", "|---|---:|---|---|"]
    assert lines[2].startswith("| nine | 1 | ")
    assert lines[3].startswith("| best | 2 | | "), "nobody is measured against itself"
    assert between(text, "first") == f"{outcomes[1].result['first']:.2%}"
    assert "Text stays, \\1 too." in text
    before = PAGE.replace("| old |\n|---|", between(text, "bots")).replace("1%", between(text, "first"))
    assert text == before, "nothing else has changed"
    assert [outcome.status for outcome in rebuilt(copy, "bots", "first")] == ["same", "same"]
    assert (copy / "docs" / "page.md").read_text() == text
    shows = shown_digest(outcomes[0].text)
    assert read_records(copy)["bots"] == {"page": "docs/page.md", "shows": shows, **outcomes[0].source}


def test_a_missing_run_is_reported_and_its_table_is_left_as_it_is(copy: Path) -> None:
    (outcome,) = rebuilt(copy, "trained")
    place = copy / "runs" / "pig-quick-tiny-3"
    assert outcome.status == "skipped"
    assert outcome.reason.startswith(f"{place} is missing: croupier train pig --preset quick --seed 3 -o winning_")
    assert outcome.line().startswith("skipped  trained (docs/page.md): ")
    assert (copy / "docs" / "page.md").read_text() == PAGE
    assert not (copy / "runs").exists()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("<!-- strength: a -->\nx\n", "not closed"),
        ("<!-- strength: a -->5%<!-- /strength --> of them", "begins a line"),
        ("x <!-- strength: a -->5%<!-- /strength --> <!-- strength: a -->5%<!-- /strength -->", "already"),
    ],
)
def test_broken_markers_are_refused(text: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(text)
    with pytest.raises(FileError, match=wrong):
        marked(tmp_path)


def test_the_command_lists_checks_and_names_what_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--list", "--json"]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)] == [table.name for table in TABLES]
    for page in pages(ROOT):
        place = tmp_path / page.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, place)
    where = ("--root", str(tmp_path), "--runs", str(tmp_path / "runs"))
    assert main(["--only", "pig-optimal-first", "--check", "--json", *where]) == 0
    (outcome,) = json.loads(capsys.readouterr().out)
    assert (outcome["status"], outcome["text"]) == ("same", "53.0592725%")
    assert main(["--only", "spite-malice-standard", *where]) == 1
    assert "skipped  spite-malice-standard" in capsys.readouterr().err
    assert main(["--only", "pig-optimal-frist"]) == 2
    assert "did you mean pig-optimal-first" in capsys.readouterr().err
