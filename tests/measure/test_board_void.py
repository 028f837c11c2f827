"""An entry with void games: it is not written as if it were whole, and one without their deals says so."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.measure.test_board import made, run, shown
from tests.models.scripted import KEY, Answer, scripted


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def careful(body: dict[str, Any]) -> Answer:
    """A model that rolls up to eight, by the question alone."""
    total = int(re.findall(r"turn total (\d+)", body["messages"][1]["content"])[-1])
    return Answer("[hold]" if total >= 8 else "[roll]")


def test_void_games_leave_no_entry_until_they_are_played_or_left_out(tmp_path: Path) -> None:
    file, page = tmp_path / "models.toml", tmp_path / "b.html"
    file.write_text("[default]\ntries = 1\n")
    asks = ["llm:m", "--llm-settings", str(file), "--yes", "--concurrency", "1", "--valued", "0"]
    folder, other = made(tmp_path / "b"), made(tmp_path / "other")
    broken = [5]

    def behave(body: dict[str, Any], number: int) -> Answer:
        return Answer(status=503) if number in broken else careful(body)

    with scripted(behave) as server:
        asks += ["--llm-url", server.url]
        first = run("add", str(folder), *asks)
        assert first.exit_code == 2
        told = " ".join(first.stderr.split())
        assert "llm:m is not on the board: an endpoint's failures made 1 of its 12 games void" in told
        assert "the same command asks for what is left of them" in told
        assert shown(folder)["entries"] == []
        asked = len(server.requests)
        again = run("add", str(folder), *asks)
        assert again.exit_code == 0, again.output
        assert f"{asked - 1} replies had arrived before" in again.stderr
        (entry,) = shown(folder)["entries"]
        assert (entry["deals"], entry["model"]["void"]) == (6, 0)
        assert "left out" not in run("show", str(folder)).stdout
        broken[0] = len(server.requests) + 5
        short = run("add", str(other), *asks, "--leave-void")
    assert short.exit_code == 0, short.output
    (entry,) = json.loads(run("show", str(other), "--json", "--out", str(page)).stdout)["entries"]
    assert (entry["deals"], entry["model"]["void"]) == (5, 1)
    assert (entry["rank"], entry["games"]["void"]) == (None, 1)  # 1 of 12 is more than 5%
    assert entry["games"]["if_lost"] == pytest.approx(entry["wins"] * 5 / 6)
    said = "llm:m: 1 of the board's 6 deals are left out"
    assert said in " ".join(short.stdout.split())
    assert said.replace("'", "&#x27;") in page.read_text()
