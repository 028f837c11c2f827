"""The example of a model at a table with other agents: whole games, the report, and a run that goes on."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.models.scripted import KEY, Answer, last_legal, listed, scripted

EXAMPLE = Path(__file__).parents[2] / "examples" / "model_report.py"


@pytest.mark.thorough
def test_the_example_seats_a_model_among_bots_and_prints_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")
    example = runpy.run_path(str(EXAMPLE))
    folder = tmp_path / "run"
    unread = 0

    def behave(body: dict[str, Any], number: int) -> Answer:
        nonlocal unread
        if number % 7 == 6 and len(body["messages"]) == 2:  # a first reply: the second is accepted
            unread += 1
            return Answer("hm")
        return last_legal(body, number)

    with scripted(behave) as server:
        example["main"](server.url, "last", deals=1, folder=str(folder))
        first = len(server.requests)
        told = capsys.readouterr().out
        example["main"](server.url, "last", deals=1, folder=str(folder))
        assert len(server.requests) == first, "all replies had arrived: the second run asks nothing"
    assert all(listed(body) for body in server.requests)
    (model,) = json.loads((folder / "report.json").read_text())["models"]["agents"]
    assert (model["agent"], model["games"], model["void"], model["forfeited"]) == ("llm:last", 4, 0, 0)
    assert model["replies"] == first
    assert model["unparsable"] == unread > 0
    for words in (
        "llm:last",
        "net",
        "random",
        "Replies of language models",
        "Exact bids by the cards dealt",
        "Points a game that ability decisions gained over those of bot",
    ):
        assert words in told
    assert (folder / "report.html").exists()
