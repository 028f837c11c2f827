"""What the report of a run says of filtered and refused replies, and of what has answered."""

from pathlib import Path
from typing import Any

import pytest

from croupier import __version__
from croupier.core.base.rows import dollars
from tests.models.scripted import KEY, Answer
from tests.models.test_runs import PIG, careful, play, report


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "80")


def test_filtered_and_refused_replies_are_the_model_s_and_stand_in_the_report(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        del number
        if body["model"] == "f":
            return Answer("", finish="content_filter")
        return Answer(None, refusal="I cannot gamble.")

    out = tmp_path / "run"
    result, _ = play(tmp_path, behave, *PIG, "llm:f", "llm:r", "--deals", "1", "--out", str(out))
    assert result.exit_code == 0, result.output
    f, r = report(out)["models"]["agents"]
    assert f["filtered"] == f["replies"] > 0 == f["refused"]
    assert r["refused"] == r["replies"] > 0 == r["filtered"]
    assert (f["filtered_rate"], r["refused_rate"]) == (1.0, 1.0)
    assert f["forfeited"] + r["forfeited"] == 2
    assert f["void"] == r["void"] == f["failures"] == 0
    assert "Replies that a filter withheld" in " ".join(result.output.split())


def test_the_report_tells_what_has_answered_the_version_and_a_small_cost(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result, requests = play(tmp_path, careful, *PIG, "llm:m", "bot", "--deals", "1", "--out", str(out))
    assert result.exit_code == 0, result.output
    models = report(out)["models"]
    named = {"model": "scripted-2026-01-01", "fingerprint": "fp_1", "replies": len(requests)}
    assert models["agents"][0]["served"] == [named]
    assert models["croupier"] == __version__
    cost = f"${len(requests) * 140 / 1e6:.4f}"
    page = (out / "report.html").read_text()
    for said in ("What has answered", "scripted-2026-01-01", "fp_1", f"Played by croupier {__version__}", cost):
        assert said in result.output, result.output
        assert said in page
    lines = [line for line in result.output.splitlines() if not line.startswith("wrote ")]  # a path stays whole
    assert len(lines) > 20
    assert max(map(len, lines)) <= 80
    assert "\u2026" not in result.output


@pytest.mark.parametrize(
    ("cost", "said"),
    [(0.0, "$0.00"), (0.0059, "$0.0059"), (0.00002, "$0.00002"), (0.5, "$0.5000"), (1234.5, "$1,234.50")],
)
def test_no_cost_is_written_as_nothing(cost: float, said: str) -> None:
    assert dollars(cost) == said
