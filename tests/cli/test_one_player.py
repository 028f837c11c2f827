"""croupier arena with one player: the report, and what it refuses."""

import json
from pathlib import Path

from tests.cli.conftest import Run

SHORT = ("-o", "schedule=one", "--deals", "2")


def test_a_player_by_name_is_judged_and_the_report_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    words = ("arena", "skull-king", "bot:simple", *SHORT, "--seed", "3")
    result = run(*words, "--out", str(folder), "--json", "--valued", "1")
    data = json.loads(result.stdout)
    assert data == json.loads((folder / "report.json").read_text())
    assert (data["player"], data["seed"], len(data["tables"])) == ("bot:simple", 3, 12)
    assert [(row["players"], row["decisions"]) for row in data["lost"]] == [(3, 1), (4, 1), (6, 1)]
    again = run(*words, "--threads", "2")
    assert "wins" in again.stdout
    assert "What the abilities are worth" in again.stdout


def test_a_game_of_another_package_says_what_is_counted_and_shown(run: Run, toy: None, tmp_path: Path) -> None:
    words = ("arena", "toy", "random", "--deals", "3", "--seed", "1")
    data = json.loads(run(*words, "--out", str(tmp_path), "--json").stdout)
    assert [(row["players"], row["against"]) for row in data["tables"]] == [
        (2, "random"), (3, "random"), (3, "mix"),
    ]  # fmt: skip
    assert (data["abilities"], data["ability_deals"], list(data["measures"])) == ([], 12, ["own"])
    own = data["measures"]["own"]
    assert own["stays"]["answers"] == 24  # twelve deals from two seats
    stays = sum(stay for stay, _ in own["counts"])
    assert own["stays"]["rate"] == stays / 24
    text = (tmp_path / "report.html").read_text()
    best = own["best_card"]["rate"]
    assert "<p>12 deals against random in all other seats.</p>" in text
    assert "<caption><span>Who stayed</span></caption>" in text
    assert f'<th scope="row">stayed</th><td>{stays / 24:.3f} of 24</td>' in text
    told = "-" if best is None else format(best, ".3f")
    assert f'<th scope="row">stayed with the best card</th><td>{told}</td>' in text
    assert "<caption><span>Lost a decision</span></caption>" in text
    assert text.count("<img ") == 1
