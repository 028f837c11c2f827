"""croupier arena: comparison, ratings, the sequential test and the report."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.summary import summarise
from croupier.measure.stats.comparison import compare
from croupier.measure.stats.promotion import Bounds, promote
from tests.cli.conftest import Run

PIG = ("-o", "winning_score=20", "-o", "max_turns=30")
CARDS = ("-o", "players=3", "-o", "schedule=one")
pig = croupier.make("pig", winning_score=20, max_turns=30)
cards = croupier.make("skull-king", players=3, schedule="one")


def plain(data: object) -> object:
    return json.loads(json.dumps(data))


def test_two_agents_at_two_seats_are_compared_beside_the_table(run: Run) -> None:
    words = ("arena", "pig", "random", "bot:hold-9", "--deals", "20", *PIG)
    report = play_tournament(pig, ["random", "bot:hold-9"], 20)
    data = json.loads(run(*words, "--json").stdout)
    source = data.pop("provenance")
    assert data == plain(summarise(pig, report).as_dict())
    assert (source["seeds"], source["files"]) == ([0], {})
    assert source["command"] == " ".join(["croupier", *words, "--json"])
    text = run(*words).stdout
    assert "pig: 20 deals, seats rotated, seed 0" in text
    assert "A against B: random against bot:hold-9; 20 deals" in text
    assert "Power 80%, two-sided level 5%." in text.replace("\n", " ")


def test_two_agents_at_more_seats_are_compared_in_both_mixes(run: Run) -> None:
    words = ("arena", "skull-king", "bot", "random", "--deals", "10", "--seed", "4", *CARDS)
    data = json.loads(run(*words, "--among", "bot:simple,random", "--threads", "2", "--json").stdout)
    found = compare(cards, "bot", "random", 10, 4, among=["bot:simple", "random"])
    assert data["comparison"] == plain(found.as_dict())
    assert (data["game"], data["deals"], data["seed"]) == ("skull-king", 10, 4)
    assert data["options"] == plain(dict(cards.options))
    text = run(*words).stdout
    assert "one A among Bs: bot against random, random; 10 deals" in text
    assert "one B among As: random against bot, bot; 10 deals" in text
    assert "among others" not in text


def test_two_agents_at_two_seats_may_be_compared_among_others(run: Run) -> None:
    words = ("arena", "pig", "random", "bot:hold-9", "--among", "bot:hold-5", "--deals", "10", *PIG)
    data = json.loads(run(*words, "--json").stdout)
    assert data["comparison"] == plain(compare(pig, "random", "bot:hold-9", 10, among=["bot:hold-5"]).as_dict())
    assert [mix["mix"] for mix in data["comparison"]["mixes"]] == ["A against B", "among others"]
    assert [one["games"] for one in data["agents"]] == [20, 20]


def test_what_is_no_text_is_refused_before_the_first_game(refused: Callable[..., str]) -> None:
    line = refused("arena", "pig", "random", "bot:hold-9", "--out", "m\udcff")
    assert line.endswith(r"'m\udcff' is no text in UTF-8: name files and folders in it")


def test_three_agents_are_rated(run: Run) -> None:
    names = ["random", "bot:hold-9", "bot:hold-5"]
    words = ("arena", "pig", *names, "--deals", "20", *PIG)
    report = play_tournament(pig, names, 20)
    data = json.loads(run(*words, "--anchor", "random", "--json").stdout)
    assert data.pop("provenance")["seeds"] == [0]
    assert data == plain(summarise(pig, report, "random").as_dict())
    assert data["rating"]["anchor"] == "random"
    assert {"rating", "margins"} <= data.keys()
    text = run(*words).stdout
    best = max(report.agents[1:], key=lambda one: one.win_rate).agent
    assert f"rating ({best} = 0)" in text
    assert "Agents whose ranks overlap cannot be told apart." in text


def test_the_sequential_test_says_its_verdict(run: Run) -> None:
    words = ("arena", "pig", "bot:hold-9", "random", "--sprt", "--h1", "0.2", "--by", "points", *PIG)
    expected = promote(pig, "bot:hold-9", "random", bounds=Bounds(0.0, 0.2), measure="points")
    assert json.loads(run(*words, "--threads", "2", "--json").stdout)["promotion"] == plain(expected.as_dict())
    assert run(*words).stdout.startswith("promoted: bot:hold-9 is better than random (in points).")
    assert "is open after 100 deals" in run("arena", "pig", "bot", "bot", "--sprt", "--deals", "100", *PIG).stdout


def test_the_report_is_written_beside_what_is_printed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    words = ("arena", "pig", "random", "bot:hold-9", "bot:hold-5", "--deals", "10", *PIG, "--out", str(folder))
    result = run(*words, "--json")
    written = json.loads((folder / "report.json").read_text())
    assert len(written.pop("per_deal")["shares"]) == 10
    assert written == json.loads(result.stdout)
    assert (folder / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert result.stderr.splitlines()[-2:] == [f"wrote {folder / name}" for name in ("report.html", "report.json")]


def test_what_was_measured_is_printed_also_where_the_report_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.provenance.command_line", lambda: "croupier arena")
    (tmp_path / "file").write_text("")
    words = ("arena", "pig", "random", "bot:hold-9", "--deals", "5", "--valued", "2", *PIG)
    for kind in ("--json", "--seed=0"):
        result = run(*words, kind, "--out", str(tmp_path / "file" / "report"), ends=2)
        assert result.stdout == run(*words, kind).stdout != ""
        assert "cannot be written" in result.stderr.splitlines()[-1]


def test_a_report_without_matplotlib_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refused: Callable[..., str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    line = refused("arena", "pig", "random", "bot", "--out", str(tmp_path / "report"))
    assert "a report with pictures needs matplotlib, which is not installed: pip install '.[plot]'" in line
    assert not (tmp_path / "report").exists()
