"""croupier arena with one player: the report."""

import json
from pathlib import Path

from tests.cli.conftest import Run

SHORT = ("-o", "schedule=one", "--deals", "2")


def test_a_player_by_name_is_judged_and_the_report_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    words = ("arena", "skull-king", "bot:simple", *SHORT, "--seed", "3", "--valued", "1")
    result = run(*words, "--out", str(folder), "--json")
    data = json.loads(result.stdout)
    assert data == json.loads((folder / "report.json").read_text())
    assert (data["player"], data["seed"], len(data["tables"])) == ("bot:simple", 3, 12)
    assert [(row["players"], row["decisions"]) for row in data["lost"]] == [(3, 1), (4, 1), (6, 1)]
    again = run(*words, "--threads", "2")
    assert "wins" in again.stdout
    assert "What the abilities are worth" in again.stdout
