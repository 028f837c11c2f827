"""Games that an endpoint's failures make void: five in a row stop a run, others do not."""

from pathlib import Path
from typing import Any

import pytest

from tests.models.scripted import KEY, Answer
from tests.models.test_runs import PIG, careful, play, report

ONE_BY_ONE = [*PIG, "llm:m", "bot", "--deals", "6", "--concurrency", "1"]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")


def fails_after_one_reply(body: dict[str, Any], number: int) -> Answer:
    """An endpoint that gives one reply a game and then fails twice, as often as is tried."""
    return careful(body, number) if number % 3 == 0 else Answer(status=503)


def test_five_games_in_a_row_that_are_void_stop_a_run_which_goes_on_later(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [*ONE_BY_ONE, "--out", str(out)]
    result, requests = play(tmp_path, fails_after_one_reply, *words)
    assert len(requests) == 5 * 3
    assert result.exit_code == 2
    assert "llm:m has made 5 games in a row void: m at " in result.output
    assert "has failed 2 times: status 503" in result.output
    assert "the replies that arrived are kept, and the same command resumes" in result.output
    again, more = play(tmp_path, fails_after_one_reply, *words)
    assert "5 replies had arrived before" in again.output
    assert "5 games in a row void" in again.output
    assert len(more) >= 5 * 2
    kept = (out / "replies.jsonl").read_bytes().count(b"\n")
    healthy, rest = play(tmp_path, careful, *words)
    assert healthy.exit_code == 0, healthy.output
    assert f"{kept} replies had arrived before" in healthy.output
    whole, once = play(tmp_path, careful, *ONE_BY_ONE, "--out", str(tmp_path / "whole"))
    assert kept + len(rest) == len(once)
    assert report(out)["agents"] == report(tmp_path / "whole")["agents"]
    assert (report(out)["deals"], whole.exit_code) == (6, 0)


def test_a_game_that_is_played_to_its_end_begins_the_count_anew(tmp_path: Path) -> None:
    out = tmp_path / "run"
    fails = [True] * 4 + [False] + [True] * 4 + [False] * 3
    begun = 0

    def behave(body: dict[str, Any], number: int) -> Answer:
        nonlocal begun
        games = len(list((out / "games").glob("*.txt")))  # a transcript is made when a game begins
        first, begun = games > begun, games
        return careful(body, number) if first or not fails[games - 1] else Answer(status=503)

    result, _ = play(tmp_path, behave, *ONE_BY_ONE, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "stopped" not in result.output
    found = report(out)
    assert (found["models"]["agents"][0]["void"], begun) == (8, 12)
    assert not found["models"]["stopped"]


def test_one_endpoint_that_is_gone_is_noticed_while_another_answers(tmp_path: Path) -> None:
    asked: list[str] = []

    def behave(body: dict[str, Any], number: int) -> Answer:
        asked.append(body["model"])
        gone = body["model"] == "gone" and asked.count("gone") > 1
        return Answer(status=503) if gone else careful(body, number)

    words = [
        *PIG,
        "llm:gone",
        "llm:there",
        "bot",
        "--deals",
        "6",
        "--concurrency",
        "1",
        "--out",
        str(tmp_path / "r"),
    ]
    result, _ = play(tmp_path, behave, *words)
    assert "llm:gone has made 5 games in a row void: gone at " in result.output
    assert asked.count("gone") == 1 + 5 * 2
