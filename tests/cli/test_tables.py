"""The rows behind reports: grouped anew they give the figures of the report."""

import io
import json
import runpy
import subprocess
import sys
from contextlib import redirect_stdout
from csv import DictReader
from pathlib import Path

import pytest

from tests.amounts import daily
from tests.cases import ROOT
from tests.cli.conftest import Run

GROUP = str(ROOT / "examples" / "group_results.py")


def grouped(*words: object) -> dict[str, float]:
    """What the example prints, by the words before the number."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(said):
        patched.setattr(sys, "argv", [GROUP, *map(str, words)])
        runpy.run_path(GROUP, run_name="__main__")
    return {key: float(mean) for key, _, mean in (line.rpartition(" ") for line in said.getvalue().splitlines())}


@pytest.mark.parametrize("more", daily([[], ["--workers", "2"]]), ids=["here", "by processes"])
def test_results_grouped_by_agent_are_the_report(run: Run, tmp_path: Path, more: list[str]) -> None:
    file = tmp_path / "results.csv"
    words = ("arena", "pig", "random", "bot:hold-5", "bot:hold-9", "--deals", "6", "-o", "winning_score=20")
    agents = json.loads(run(*words, "--json", "--csv", str(file), *more).stdout)["agents"]
    assert grouped(file, "agent", "win") == {a["agent"]: pytest.approx(a["win_rate"], abs=6e-4) for a in agents}
    assert grouped(file, "agent", "points") == {
        a["agent"]: pytest.approx(a["mean_points"], abs=6e-4) for a in agents
    }
    assert len(file.read_text().splitlines()) == 1 + 6 * 6 * 2  # deals, tables, seats


def test_a_comparison_and_one_player_have_their_rows_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.csv"
    words = ("arena", "pig", "random", "--deals", "3", "-o", "winning_score=9", "--json", "--csv", str(file))
    found = json.loads(run(*words).stdout)
    tables = {f"{row['against']} random 0": row["win_rate"]["mean"] for row in found["tables"]}
    means = {who: mean for who, mean in grouped(file, "against,agent,entry", "win").items() if who in tables}
    assert "random random 0" in means  # among itself too
    assert means == pytest.approx(tables, abs=6e-4)
    file = tmp_path / "compared.csv"
    words = ("arena", "skull-king", "-o", "schedule=one", "--players", "3", "bot", "random", "--deals", "2")
    run(*words, "--csv", str(file))
    assert all(0 <= rate <= 1 for rate in grouped(file, "agent", "bids.exact_rate").values())
    assert set(grouped(file, "agent,seat", "place")) == {
        f"{who} {k}" for who in ("bot", "random") for k in range(3)
    }


def test_costs_grouped_by_agent_are_the_judgement(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    words = ("judge", "bot", "random", "--set", "pig-2", "--count", "30", "--json", "--csv", str(file))
    report = json.loads(run(*words).stdout)
    agents = report["agents"] + report["references"]
    for column, figure in (("clear_cost", "clear_regret"), ("cost", "regret")):
        found = grouped(file, "agent", column)
        assert found == {a["agent"]: pytest.approx(a[figure]["mean"], abs=6e-4) for a in agents}
    scores = {a["agent"]: pytest.approx(a["score"]["mean"], abs=2e-3) for a in agents}
    assert {name: 1 - cost / found["best constant answer"] for name, cost in found.items()} == scores


def test_costs_of_a_review_grouped_by_seat_are_what_it_says_in_short(run: Run, tmp_path: Path) -> None:
    games, file = tmp_path / "games.jsonl", tmp_path / "costs.csv"
    run("record", "pig", "random", "--games", "2", "-o", "winning_score=20", "--out", str(games))
    result = run("analyse", "--game", str(games), "--csv", str(file), "--json")
    assert f"This is game 1 of 2 in {games}: --line N names another." in " ".join(result.stderr.split())
    found = json.loads(result.stdout)
    rows = file.read_text().splitlines()
    assert len(rows) == 1 + len(found["decisions"])
    costs = grouped(file, "seat", "clear_cost")
    wrong = subprocess.run([sys.executable, GROUP, str(file)], capture_output=True, text=True, check=False).stderr
    assert wrong.startswith("usage: ")
    assert len(wrong.splitlines()) == 1
    for seat in found["seats"]:
        assert costs[str(seat["seat"])] == pytest.approx(seat["cost"] / seat["decisions"], abs=6e-4)


def test_costs_behind_points_lost_have_the_columns_of_a_judgement_and_group_to_its_figures(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "results.csv"
    words = ("arena", "pig", "bot", "random", "--deals", "4", "--valued", "9", "--csv", str(file), "--json")
    costs, more = tmp_path / "results.costs.csv", ("-o", "winning_score=20")
    agents = json.loads(run(*words, *more).stdout)["lost"]["agents"]
    for name, figure in (("cost", "lost"), ("clear_cost", "clear")):
        assert grouped(costs, "agent", name) == {a["agent"]: pytest.approx(a[figure], abs=6e-4) for a in agents}
    priced, played = (
        {(row["deal"], row["seat"], row["agent"]) for row in DictReader(each.read_text().splitlines())}
        for each in (costs, file)
    )  # by which both tables join
    assert set() < priced <= played
    assert len(played) == 4 * 2 * 2
    run("judge", "bot", "--set", "pig-2", "--count", "2", "--csv", str(tmp_path / "judged.csv"))
    assert costs.read_text().splitlines()[0] == (tmp_path / "judged.csv").read_text().splitlines()[0]
    one = tmp_path / "one.csv"
    own = json.loads(run("arena", "pig", "bot:hold-5", *words[4:-2], str(one), "--json", *more).stdout)["lost"]
    assert grouped(tmp_path / "one.costs.csv", "agent", "cost") == {
        "bot:hold-5": pytest.approx(own[0]["lost"], abs=6e-4)
    }
