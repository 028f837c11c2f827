"""croupier evaluate: the report, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SHORT = ("--game", "skull-king", "-o", "schedule=one", "--deals", "2", "--ability-deals", "2")


def test_a_player_by_name_is_judged_and_the_report_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    result = run("evaluate", "bot:simple", *SHORT, "--out", str(folder), "--seed", "3", "--json")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert data == json.loads((folder / "report.json").read_text())
    assert (data["player"], data["seed"], len(data["tables"])) == ("bot:simple", 3, 12)
    again = run("evaluate", "bot:simple", *SHORT, "--seed", "3", "--threads", "2")
    assert "wins" in again.stdout
    assert "What the abilities are worth" in again.stdout


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
