"""croupier evaluate: the report, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SHORT = ("--game", "skull-king", "-o", "schedule=one", "--deals", "2", "--ability-deals", "2")


def test_a_player_by_name_is_judged_and_the_report_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    result = run("evaluate", "bot:simple", *SHORT, "--out", str(folder), "--seed", "3", "--json", "--valued", "1")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert data == json.loads((folder / "report.json").read_text())
    assert (data["player"], data["seed"], len(data["tables"])) == ("bot:simple", 3, 12)
    assert [(row["players"], row["decisions"]) for row in data["lost"]] == [(3, 1), (4, 1), (6, 1)]
    again = run("evaluate", "bot:simple", *SHORT, "--seed", "3", "--threads", "2")
    assert "wins" in again.stdout
    assert "What the abilities are worth" in again.stdout


def test_a_game_of_another_package_says_what_is_counted_and_shown(run: Run, toy: None, tmp_path: Path) -> None:
    words = ("evaluate", "random", "--game", "toy", "--deals", "3", "--ability-deals", "6", "--seed", "1")
    data = json.loads(run(*words, "--out", str(tmp_path), "--json").stdout)
    assert [(row["players"], row["against"]) for row in data["tables"]] == [
        (2, "random"), (3, "random"), (3, "mix"),
    ]  # fmt: skip
    assert (data["abilities"], data["ability_deals"], list(data["measures"])) == ([], 6, ["own"])
    own = data["measures"]["own"]
    assert own["tables"] == own["stays"]["answers"] == 12  # six deals from two seats
    stays = sum(stay for stay, _ in own["counts"])
    assert own["stays"]["rate"] == stays / 12
    text = (tmp_path / "report.md").read_text()
    best = own["best_card"]["rate"]
    assert (
        "\n## Who stayed\n\n6 deals against random in all other seats.\n\n| what | own |\n|---|---|\n"
        f"| stayed | {stays / 12:.3f} of 12 |\n"
        f"| stayed with the best card | {'-' if best is None else format(best, '.3f')} |\n"
        "\n## Lost a decision\n"
    ) in text
    assert text.endswith("|\n\n![stays](stays.png)\n")
    assert (tmp_path / "stays.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bot"], "'bot' is no file or folder; to judge an agent by name, say of which --game"),
        (["both", "--game", "skull-king"], "unknown agent for skull-king 'both'"),
        (["missing.onnx"], "missing.onnx does not exist"),
        (["missing.onnx", "--game", "pig"], "missing.onnx knows its game"),
        (["bot", "--game", "pig", "--deals", "1"], "Invalid value for '--deals'"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_line(
    words: list[str], message: str, refused: Callable[..., str]
) -> None:
    assert message in refused("evaluate", *words)


def test_a_file_that_is_no_policy_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "policy.onnx"
    file.write_bytes(b"nothing")
    assert "policy.onnx is no policy" in refused("evaluate", str(file))
