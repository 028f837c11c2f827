"""The strength tables of the documentation: markers, declarations, and rebuilding in a copy."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from benchmarks.strength import ability_players, shown
from benchmarks.strength.__main__ import main
from benchmarks.strength.ability_players import AfterJade
from benchmarks.strength.measures import AtTables, Exact, Matches, Table, Work
from benchmarks.strength.pages import between, marked, pages, replaced
from benchmarks.strength.rebuild import Outcome, rebuild
from benchmarks.strength.records import RECORDS, read_records, shown_digest
from benchmarks.strength.runs import TrainedRun
from benchmarks.strength.tables import TABLES
from benchmarks.strength.trials import Pairing, Trials
from croupier.agents.agent import Turns
from croupier.core.base.errors import FileError
from croupier.core.base.rows import ColumnHead, in_columns, markdown_table
from croupier.core.base.types import Actions

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


def test_tables_between_the_markers_are_as_the_renderer_writes_them() -> None:
    for each in TABLES:
        inside = between((ROOT / each.file).read_text(), each.name)
        assert inside.count("|") > 4 or (inside[0].isdigit() and "\n" not in inside), each.name
        for table in re.findall(r"(?:^\|.*\n?)+", inside, re.MULTILINE):
            heads, rule, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines())
            columns = [
                ColumnHead(head, "right" if line == "---:" else "left")
                for head, line in zip(heads, rule, strict=True)
            ]
            assert table.strip() == markdown_table(in_columns("", columns, rows)), each.name


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


def test_what_a_table_was_measured_on_is_recorded_with_it(copy: Path) -> None:
    (outcome, _) = rebuilt(copy, "bots", "first")
    records = read_records(copy)
    assert set(records) == {"bots", "first"}
    assert records["bots"] == {"page": "docs/page.md", "shows": shown_digest(outcome.text), **outcome.source}
    assert records["bots"]["seeds"] == [1]
    assert records["first"]["seeds"] == [], "it is computed without deals"
    before = (copy / RECORDS).read_text()
    rebuilt(copy, "bots", write=False, seed=3)
    assert (copy / RECORDS).read_text() == before, "deals of another seed are no table"


def test_a_check_says_what_differs_and_writes_nothing(copy: Path) -> None:
    assert [outcome.status for outcome in rebuilt(copy, "bots", write=False)] == ["differs"]
    assert (copy / "docs" / "page.md").read_text() == PAGE
    rebuilt(copy, "bots")
    assert [outcome.status for outcome in rebuilt(copy, "bots", write=False)] == ["same"]
    assert [outcome.status for outcome in rebuilt(copy, "bots", write=False, seed=77)] == ["differs"]


def test_a_missing_run_is_reported_and_its_table_is_left_as_it_is(copy: Path) -> None:
    (outcome,) = rebuilt(copy, "trained")
    place = copy / "runs" / "pig-quick-tiny-3"
    assert outcome.status == "skipped"
    assert outcome.reason.startswith(f"{place} is missing: croupier train pig --preset quick --seed 3 -o winning_")
    assert outcome.line().startswith("skipped  trained (docs/page.md): ")
    assert (copy / "docs" / "page.md").read_text() == PAGE
    assert not (copy / "runs").exists()


@pytest.mark.thorough
def test_runs_are_trained_where_that_is_asked_for_and_then_found(copy: Path) -> None:
    (outcome,) = rebuilt(copy, "trained", train=True)
    assert outcome.status == "written"
    assert "| `random` | " in between((copy / "docs" / "page.md").read_text(), "trained")
    policy = copy / "runs" / "pig-quick-tiny-3" / "policy.onnx"
    assert outcome.source["files"] == {"policy.onnx": sha256(policy.read_bytes()).hexdigest()}
    kept = policy.stat().st_mtime_ns
    assert [each.status for each in rebuilt(copy, "trained", train=True)] == ["same"]
    assert policy.stat().st_mtime_ns == kept, "nothing is trained twice"
    other = json.loads((policy.parent / "config.json").read_text())
    other["config"]["seed"] = 4
    (policy.parent / "config.json").write_text(json.dumps(other))
    (outcome,) = rebuilt(copy, "trained")
    assert outcome.status == "skipped"
    assert "holds a run of other settings (seed=4 instead of 3)" in outcome.reason


def test_tables_of_several_options_are_compared_with_an_equal_share_by_their_odds() -> None:
    at = AtTables("skull-king", "bot:simple", "bot", ((), (("players", 2), ("loot", True))), deals=5, seed=1)
    result = at.play(Work(Path("runs"), 1, None, write=False, on_progress=ignore))
    assert [row["players"] for row in result["rows"]] == [4, 2]
    assert result["rows"][1]["options"] == {"players": 2, "loot": True}
    assert [row["match"]["games"] for row in result["rows"]] == [20, 10], "every deal in all rotations"
    result["rows"][0]["match"] |= {"mean": 0.48, "ci95": (0.25, 0.5)}
    result["rows"][1]["match"] |= {"mean": 0.735, "ci95": (0.5, 1.0)}
    lines = shown.tables("options", ("four", "two"))(result).splitlines()
    assert lines[2] == "| four | 4 | 25.0% | 48.0% (25.0 to 50.0) | 2.77 (1.00 to 3.00) |"
    assert lines[3] == "| two | 2 | 50.0% | 73.5% (50.0 to 100.0) | 2.77 (1.00 to inf) |"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("<!-- strength: a -->\nx\n", "not closed"),
        ("x <!-- /strength -->", "not closed"),
        ("<!-- strength: a --><!-- strength: b --> x <!-- /strength --><!-- /strength -->", "not closed"),
        ("<!-- strength: a -->5%<!-- /strength --> of them", "begins a line"),
        ("x <!-- strength: a -->5%<!-- /strength --> <!-- strength: a -->5%<!-- /strength -->", "already"),
    ],
)
def test_broken_markers_are_refused(text: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(text)
    with pytest.raises(FileError, match=wrong):
        marked(tmp_path)


def test_a_marker_in_a_line_holds_one_line() -> None:
    assert replaced("so <!-- strength: a -->5%<!-- /strength -->.", "a", "6%").startswith(
        "so <!-- strength: a -->6%<!--"
    )
    with pytest.raises(FileError, match="stands in a line"):
        replaced("so <!-- strength: a -->5%<!-- /strength -->.", "a", "| x |\n|---|")
    with pytest.raises(FileError, match="no strength marker b"):
        replaced("so <!-- strength: a -->5%<!-- /strength -->.", "b", "6%")


def test_cells_are_as_narrow_as_their_interval() -> None:
    assert shown.share({"mean": 0.397, "ci95": (0.379, 0.416)}) == "39.7% (37.9 to 41.6)"
    assert shown.share({"mean": 1.0, "ci95": (1.0, 1.0)}) == "100%"
    assert shown.share({"mean": 0.0, "ci95": (0.0, 0.0)}) == "0.0%"
    assert shown.share({"mean": 0.0005, "ci95": (0.0003, 0.001)}) == "0.1% (0.0 to 0.1)"
    assert shown.share(None) == ""


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
    rules = tmp_path / "docs" / "rules" / "pig.md"
    rules.write_text(rules.read_text().replace("53.0592725%", "53.1%"))
    assert main(["--only", "pig-optimal-first", "--check", *where]) == 1
    assert "53.1%" in rules.read_text()
    assert main(["--only", "pig-optimal-first", *where]) == 0
    assert rules.read_text() == (ROOT / "docs" / "rules" / "pig.md").read_text()
    capsys.readouterr()
    assert main(["--only", "pig-optimal-first", "--seed", "3", *where]) == 0
    assert capsys.readouterr().out == "pig-optimal-first (computed exactly, without deals)\n\n53.0592725%\n\n"
    assert main(["--only", "spite-malice-standard", *where]) == 1
    assert "skipped  spite-malice-standard" in capsys.readouterr().err
    assert main(["--only", "pig-optimal-frist"]) == 2
    assert "did you mean pig-optimal-first" in capsys.readouterr().err


def test_a_long_match_goes_on_where_it_was_stopped_and_is_the_same_as_in_one(tmp_path: Path) -> None:
    def played(folder: str, deals: int, write: bool = True) -> Any:
        rows = (Pairing("bot:hold-9", "random", ("optimal",), deals, SHORT),)
        work = Work(tmp_path / folder, 1, None, write=write, on_progress=ignore)
        (row,) = Trials("pig", rows).play(work)["rows"]
        return row

    whole = played("whole", 25)
    played("parts", 12)
    files = {path.name for path in (tmp_path / "parts" / "trials").iterdir()}
    assert played("parts", 25) == whole, "the parts are the same deals"
    assert files == {path.name for path in (tmp_path / "whole" / "trials").iterdir()}
    base = Trials("pig", (Pairing("random", "", ("optimal",), 25, SHORT),))
    (random,) = base.play(Work(tmp_path / "whole", 1, None, write=False, on_progress=ignore))["rows"]
    assert whole["gain_wins"]["mean"] == pytest.approx(whole["wins"]["mean"] - random["wins"]["mean"])
    assert "gain_wins" not in random
    assert played("unwritten", 10, write=False)["deals"] == 10
    assert not (tmp_path / "unwritten").exists()
    kept = next(iter((tmp_path / "parts" / "trials").iterdir()))
    kept.write_text(kept.read_text().replace('"game": "pig"', '"game": "spite-malice"'))
    with pytest.raises(FileError, match="is of another match"):
        played("parts", 25)
    kept.write_text("{}")
    with pytest.raises(FileError, match="is no file of a match"):
        played("parts", 25)


class Answering:
    """Answers every row with one number."""

    def __init__(self, answer: int) -> None:
        self.name, self.answer = str(answer), answer

    def act(self, turns: Turns) -> Actions:
        return np.full(len(turns), self.answer, dtype=np.int64)


def test_another_plays_on_only_where_jade_has_shown_the_seat_to_move_her_cards() -> None:
    game = croupier.make("skull-king")
    batch = game.batch(4, seed=1)
    batch.records["player"][:] = [0, 1, 2, 3]
    batch.records["jade_seat"][:] = [0, 2, 2, -1]
    turns = Turns(game, batch.records, np.zeros(4, dtype=np.uint64))
    assert AfterJade(Answering(7), Answering(9)).act(turns).tolist() == [9, 7, 9, 7]


def test_the_players_of_the_ability_tables_are_there() -> None:
    tables = [table for table in TABLES if table.name in ("rosie-ceiling", "jade-ceiling")]
    named = {each for table in tables for row in table.measure.pairings for each in (row.player, row.base)}  # type: ignore[attr-defined]  # of `Trials`
    for name in named - {"net"}:
        assert callable(getattr(ability_players, name.rpartition(":")[2])), name
