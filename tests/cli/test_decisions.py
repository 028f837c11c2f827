"""``croupier judge make`` and ``show``: a set is made and shown, and what does not fit is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.core.base.errors import FileError
from croupier.measure import load
from croupier.measure.costs.answers import effective
from croupier.measure.costs.making import random_seed
from croupier.measure.costs.sets import write_set
from tests.cli.conftest import Run


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets may be smaller than those that tell something."""
    monkeypatch.setattr("croupier.measure.costs.making.ENOUGH", 1)
    monkeypatch.setattr("croupier.measure.costs.making.check_judgement", lambda *_, **__: None)


@pytest.fixture
def made(run: Run, tmp_path: Path, unchecked: None) -> Path:
    file = tmp_path / "mine.jsonl.gz"
    words = ("--count", "9", "--games", "3", "--seed", "4", "-o", "winning_score=30", "--agent", "bot")
    result = run("judge", "make", "pig", "--out", str(file), *words)
    assert "Wrote 9 decisions" in result.stdout
    assert "mine.private.jsonl says which deals the rows come from" in result.stderr
    assert "a seed below 1099511627776 can be found by trying" in result.stderr
    return file


def test_a_set_is_made_and_shown(made: Path, run: Run) -> None:
    found = load(made)
    assert (found.name, found.game, len(found.rows)) == ("mine", "pig", 9)
    assert all(row.options["winning_score"] == 30 for row in found.rows)
    shown = run("judge", "show", str(made)).stdout
    assert "9 decisions of pig, values exact" in shown
    assert f"tell as much as {effective(found.rows):.0f} decisions of one weight" in shown
    about = json.loads(run("judge", "show", str(made), "--json").stdout)
    assert about["ids"] == [row.id for row in found.rows]
    assert (about["digest"], about["effective"]) == (found.digest, effective(found.rows))
    row = found.rows[3]
    shown = run("judge", "show", str(made), "--row", row.id).stdout
    assert row.state().observation_string() in shown
    assert f"{row.values[0]:.2f}" in shown
    told = json.loads(run("judge", "show", str(made), "--row", row.id, "--json").stdout)
    assert told["values"] == list(row.values)
    assert told["view"] == row.state().view(row.state().current_player())


def test_the_same_seed_makes_the_same_bytes(made: Path, run: Run) -> None:
    again = made.with_name("again") / made.name
    again.parent.mkdir()
    words = ("--count", "9", "--games", "3", "--seed", "4", "-o", "winning_score=30", "--agent", "bot", "--json")
    told = json.loads(run("judge", "make", "pig", "--out", str(again), *words).stdout)
    assert told["file"] == str(again)
    assert again.read_bytes() == made.read_bytes()


def test_a_set_that_one_answer_solves_is_refused_and_its_work_stays(
    run: Run, refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.jsonl.gz"
    words = ["judge", "make", "pig", "--count", "50", "--games", "12", "--seed", str(2**50), "--out", str(file)]
    words += ["-o", "winning_score=30", "--agent", "bot"]
    said = refused(*words)
    assert "in 50 decisions of TURN one constant answer is always best; leave the phase out by --without" in said
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl.gz.part"]
    monkeypatch.setattr("croupier.measure.costs.making.check_judgement", lambda *_, **__: None)
    run(*words)
    other = ("judge", "make", "pig", "--out", str(tmp_path / "b.jsonl.gz"), "--without", "PLAY")
    assert "unknown phase of pig 'PLAY'" in refused(*other)


def test_files_that_are_there_are_left_alone(made: Path, refused: Callable[..., str]) -> None:
    assert "exists already" in refused("judge", "make", "pig", "--out", str(made))
    made.unlink()
    assert "mine.private.jsonl exists already" in refused("judge", "make", "pig", "--out", str(made))


def test_a_seed_is_drawn_and_kept_where_only_the_owner_reads_it(run: Run, tmp_path: Path, unchecked: None) -> None:
    words = ("--count", "9", "--games", "3", "-o", "winning_score=30", "--agent", "bot")
    seeds = []
    for name in "ab":
        result = run("judge", "make", "pig", "--out", str(tmp_path / f"{name}.jsonl.gz"), *words)
        assert "can be found by trying" not in result.stderr
        private = tmp_path / f"{name}.private.jsonl"
        assert private.stat().st_mode & 0o777 == 0o600
        seeds.append(json.loads(private.read_text().splitlines()[0])["seed"])
    assert seeds[0] != seeds[1]
    assert min(seeds) >= 1 << 40


def test_work_that_was_begun_goes_on_with_the_seed_that_was_drawn(made: Path) -> None:
    work = made.with_name("other.jsonl.gz.part")
    assert random_seed(made) != random_seed(made)
    work.write_text('{"seed":77}\n')
    assert random_seed(made.with_name("other.jsonl.gz")) == 77
    work.write_text("[]\n")
    with pytest.raises(FileError, match="begun with other settings"):
        random_seed(made.with_name("other.jsonl.gz"))


def test_a_set_that_only_has_the_name_of_one_that_ships_is_told_from_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "pig-1.jsonl.gz"
    write_set(file, replace(load("pig-1"), rows=load("pig-1").rows[:20]))
    digest = load(file).digest
    said = f"this is not the pig-1 that ships: its digest is {digest[:8]}"
    assert said in run("judge", "show", str(file)).stderr
    judged = run("judge", "bot", "--set", str(file))
    assert said in judged.stderr
    assert f"digest {digest}" in judged.stdout
    assert "not the pig-1" not in run("judge", "bot", "--set", "pig-1", "--count", "9").stderr
