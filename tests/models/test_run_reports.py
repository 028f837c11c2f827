"""What the report of a run says of filtered and refused replies and of who has answered, also on 80 columns."""

import re
from pathlib import Path
from typing import Any

import pytest

from croupier import __version__
from croupier.core.base.rows import dollars
from tests.amounts import daily
from tests.models.runs import PIG, SKULL_KING, asked, careful, play, report
from tests.models.scripted import Answer, listed


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_filtered_and_refused_replies_are_the_model_s_and_stand_in_the_report(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        del number
        if body["model"] == "f":
            return Answer("", finish="content_filter")
        return Answer(None, refusal="I cannot gamble.")

    out = tmp_path / "run"
    result, _ = play(tmp_path, behave, *PIG, "llm:f", "llm:r", "--deals", "1", "--out", str(out))
    f, r = asked(out)
    assert f["filtered"] == f["replies"] > 0 == f["refused"]
    assert r["refused"] == r["replies"] > 0 == r["filtered"]
    assert (f["filtered_rate"], r["refused_rate"]) == (1.0, 1.0)
    assert f["forfeited"] + r["forfeited"] == 2
    assert f["void"] == r["void"] == f["failures"] == 0
    assert "Replies that a filter withheld" in " ".join(result.output.split())


def test_the_report_tells_what_has_answered_the_version_and_a_small_cost(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result, requests = play(tmp_path, careful, *PIG, "llm:m", "bot", "--deals", "1", "--out", str(out))
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


LONG = [
    "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07",
    "llm/effort=high,max-tokens=2000:anthropic/claude-sonnet-4.5-20260101",
    "llm/list:qwen/qwen3-235b-a22b-thinking-2507-instruct",
]


def blocks(output: str) -> list[list[str]]:
    """The tables at a terminal, each as the lines below its head."""
    found: list[list[str]] = []
    for line in output.splitlines():
        if re.fullmatch(r" ?─+ ?", line.strip("\n")):
            found.append([])
        elif found and line.strip():
            found[-1].append(line)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("game", daily([[*SKULL_KING, "players=3"], PIG]))
def test_three_agents_with_long_names_stand_whole_on_a_narrow_terminal(tmp_path: Path, game: list[str]) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        said = "I resign." if number % 9 == 0 else listed(body)[-1]
        return Answer(said, served=f"{body['model']}-preview")

    result, _ = play(tmp_path, behave, *game, *LONG, "--deals", "2", "--out", str(tmp_path / "run"))
    lines = [line for line in result.output.splitlines() if not line.startswith(("wrote ", "By its first "))]
    assert max(map(len, lines)) <= 80
    assert "\u2026" not in result.output
    for head in (
        "unparsable",
        "truncated",
        "forfeited",
        "seconds a reply",
        "fingerprint",
        "decisions",
        "clear alone",
    ):
        assert head in result.output, head
    tables = blocks(result.output)
    assert len(tables) > 8
    assert all(tables)  # no table is a head alone
    named = [table for table in tables if any(line.strip().startswith("llm/") for line in table)]
    assert len(named) > 7
    for table in named:
        column = "".join(re.split(r"\s{2,}", line.strip())[0] for line in table if not line.startswith("    "))
        assert all(name in column for name in LONG if name[:9] in column), table


@pytest.mark.parametrize(
    ("cost", "said"),
    [(0.0, "$0.00"), (0.0059, "$0.0059"), (0.00002, "$0.00002"), (0.5, "$0.5000"), (1234.5, "$1,234.50")],
)
def test_no_cost_is_written_as_nothing(cost: float, said: str) -> None:
    assert dollars(cost) == said
