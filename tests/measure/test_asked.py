"""Language models and programs judged: faults, budgets, going on after a kill, disguise, what is said before."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.measure import load
from tests.models.runs import cut, settings
from tests.models.scripted import KEY, Answer, Behaviour, first_legal, listed, scripted

PIG = load("pig-1")
REPLIES = "r.json.replies"
ONCE = {"tries": 1}
"""Settings of models that are asked a single time."""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def ask(
    tmp_path: Path, behave: Behaviour, *words: str, status: int = 0
) -> tuple[Result, dict[str, Any], list[dict[str, Any]]]:
    """The result, the report as data, and what was asked."""
    out = tmp_path / "r.json"
    with scripted(behave) as server:
        given = ["judge", *words, "--set", "pig-1", "--out", str(out), "--llm-url", server.url, "--yes"]
        result = CliRunner().invoke(app, [*given, *settings(tmp_path, **ONCE)])
    assert result.exit_code == status, result.output
    return result, json.loads(out.read_text()), server.requests


def roller(body: dict[str, Any], number: int) -> Answer:
    """A model that rolls."""
    del body, number
    return Answer("[roll]")


def broken(body: dict[str, Any], number: int) -> Answer:
    """An endpoint that always fails."""
    del body, number
    return Answer(status=500)


def test_a_model_is_asked_each_decision_once_and_told_apart_from_who_computes(tmp_path: Path) -> None:
    words = ["llm:a", "llm/nolist:b", "optimal"]
    result, found, requests = ask(tmp_path, roller, *words, "--count", "20")
    optimal, a, b = found["agents"]
    assert optimal["regret"]["mean"] == 0.0
    wanted = sum(row.regret(row.legal[row.texts.index("[roll]")]) for row in PIG.rows[:20]) / 20
    assert a["regret"]["mean"] == b["regret"]["mean"] == pytest.approx(wanted)
    assert len(requests) == 40
    assert all(len(request["messages"]) == 2 for request in requests)  # no history, no second try
    first, second = found["asked"]
    assert first["prompt_hash"] != second["prompt_hash"]
    assert (first["counts"]["replies"], first["counts"]["tokens_in"]) == (20, 2000)
    assert first["counts"]["cost"] == pytest.approx(20 * 140 / 1e6)
    told = " ".join(result.stderr.split())  # lines end at the width of the terminal
    assert re.search(r"An interval of ±1 \S.* takes about [\d,]+ decisions", told)
    assert re.search(r"for llm:a about [\d,]+ requests, [\d,]+ tokens read and .* written: about \$", told)
    assert "by the spread of choices at random, about 2 by optimal's, for llm:a" in told
    assert "The 20 decisions here take about 40 requests" in told
    again, same, asked = ask(tmp_path, roller, *words, "--count", "20")
    assert "40 replies had arrived before" in again.stderr
    assert not asked
    assert (same["agents"], same["gaps"]) == (found["agents"], found["gaps"])
    assert "decisions here" not in again.stderr
    longer, more, asked = ask(tmp_path, roller, *words, "--count", "25")
    assert "What is left of the 25 decisions here takes about 10 requests" in " ".join(longer.stderr.split())
    assert len(asked) == 10
    assert more["agents"][1]["regret"]["decisions"] == 25


def test_replies_that_name_no_legal_action_are_counted_by_cause_and_are_the_worst_one(tmp_path: Path) -> None:
    said = [Answer(""), Answer("I fold. [fold]"), Answer("[ho", finish="length"), Answer("[roll]")]

    def behave(body: dict[str, Any], number: int) -> Answer:
        return said[number % 4]

    _, found, requests = ask(tmp_path, behave, "llm:a", "--count", "20", "--concurrency", "1")
    (a,), (took,) = found["agents"], found["asked"]
    assert len(requests) == 20
    assert a["faults"] == {"truncated": 5, "unparsable": 10}
    assert (took["counts"]["unparsable"], took["counts"]["truncated"], took["counts"]["illegal"]) == (10, 5, 0)
    rows = PIG.rows[:20]
    roll = [row.regret(0) if row.texts[0] == "[roll]" else row.regret(1) for row in rows]
    costs = [roll[k] if k % 4 == 3 else max(row.behind) for k, row in enumerate(rows)]
    assert a["regret"]["mean"] == pytest.approx(sum(costs) / 20)
    assert "worst legal one" in found["illegal_replies"]


def test_retries_ask_again_with_the_reason(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        return Answer("[roll]") if len(body["messages"]) == 4 else Answer("no idea")

    _, found, requests = ask(tmp_path, behave, "llm:a", "--count", "5", "--retries", "1")
    assert len(requests) == 10
    assert not found["agents"][0]["faults"]
    assert found["asked"][0]["counts"]["unparsable"] == 5


def test_a_budget_that_ends_leaves_a_report_and_the_run_goes_on(tmp_path: Path) -> None:
    words = ["llm:a", "bot", "--count", "20"]
    result, found, requests = ask(tmp_path, first_legal, *words, "--max-tokens", "1500", "--concurrency", "2")
    assert "the budget of 1500 tokens is spent; the same command resumes" in result.stderr
    assert 5 < len(requests) < 20
    bot, a = found["agents"]
    assert a["regret"]["decisions"] == len(requests) == 20 - a["missing"]
    assert bot["regret"]["decisions"] == 20
    assert found["gaps"][0]["gap"]["decisions"] == len(requests)
    _, found, rest = ask(tmp_path, first_legal, *words)
    assert len(rest) == 20 - len(requests)
    assert found["agents"][1]["missing"] == 0
    assert not found["stopped"]


def test_a_run_that_was_cut_as_by_a_kill_asks_for_no_reply_that_had_arrived(tmp_path: Path) -> None:
    _, whole, requests = ask(tmp_path, first_legal, "llm:a", "--count", "8")
    gone = cut(tmp_path / REPLIES)
    result, found, rest = ask(tmp_path, first_legal, "llm:a", "--count", "8")
    assert f"{len(requests) - gone} replies had arrived before" in result.stderr
    assert (len(rest), found["agents"]) == (gone, whole["agents"])


def test_an_endpoint_that_fails_ends_the_asking_and_costs_no_model_anything(tmp_path: Path) -> None:
    result, found, _ = ask(tmp_path, broken, "llm:a", "bot", "--count", "10", status=2)
    assert "stopped: llm:a" in result.stderr
    a = found["agents"][1]
    assert (a["regret"]["mean"], a["regret"]["decisions"], a["missing"]) == (None, 0, 10)
    assert not found["gaps"]
    assert found["stopped"]


def test_five_decisions_in_a_row_without_a_reply_end_the_asking(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        return roller(body, number) if number in (0, 5) else broken(body, number)

    result, found, requests = ask(tmp_path, behave, "llm:a", "--count", "30", "--concurrency", "1")
    assert len(requests) == 1 + 4 + 1 + 5
    assert "llm:a has made 5 decisions in a row void: a at " in result.stderr
    assert "the same command resumes" in result.stderr
    (a,) = found["agents"]
    assert (a["missing"], a["faults"]) == (19, {"failed": 9})


def test_an_endpoint_that_fails_where_it_is_hard_gains_nothing(tmp_path: Path) -> None:
    def dodging(body: dict[str, Any], number: int) -> Answer:
        return broken(body, number) if number % 3 == 1 else roller(body, number)

    for name in ("plain", "dodging"):
        (tmp_path / name).mkdir()
    _, plain, _ = ask(tmp_path / "plain", roller, "llm:a", "--count", "12", "--concurrency", "1")
    _, found, _ = ask(tmp_path / "dodging", dodging, "llm:a", "--count", "12", "--concurrency", "1")
    (a,), (honest,) = found["agents"], plain["agents"]
    assert (a["regret"]["decisions"], a["faults"]) == (12, {"failed": 4})
    assert a["regret"]["mean"] >= honest["regret"]["mean"]


def test_a_disguised_model_is_compared_with_itself(tmp_path: Path) -> None:
    """A model that knows Pig by its words alone: in disguise it plays the first action that is listed."""

    def behave(body: dict[str, Any], number: int) -> Answer:
        actions = listed(body)
        said = json.dumps(body["messages"])
        if re.search(r"\bpig\b|\bdice\b|\broll|\bhold", said, re.IGNORECASE):
            return Answer("[hold]")
        assert len(set(actions)) == 2
        return Answer(f"I take {actions[0].upper()}.")

    _, found, requests = ask(tmp_path, behave, "llm:a", "--count", "12", "--disguise", "4")
    plain, other = found["agents"]
    assert other["agent"] == "llm:a in disguise"
    assert len(requests) == 24
    assert not other["faults"]
    rows = PIG.rows[:12]
    hold = [row.regret(row.legal[row.texts.index("[hold]")]) for row in rows]
    assert plain["regret"]["mean"] == pytest.approx(sum(hold) / 12)
    assert other["regret"]["mean"] == pytest.approx(sum(row.behind[row.order[0]] for row in rows) / 12)
    (gap,) = found["plain_less_disguised"]
    assert gap["gap"]["mean"] == pytest.approx(plain["regret"]["mean"] - other["regret"]["mean"])
    assert gap["gap"]["ci95"][0] < gap["gap"]["mean"] < gap["gap"]["ci95"][1]
    assert [each["disguise"] for each in found["asked"]] == [None, 4]
    kept = [json.loads(line) for line in (tmp_path / REPLIES / "replies.jsonl").read_text().splitlines()]
    assert any("ROLL" not in each["reply"]["text"] and "I take" in each["reply"]["text"] for each in kept)


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "over" not in asked:
        open({log!r}, "a").write(asked["game"] + "\\n")
        print({said}, flush=True)
"""


def program(tmp_path: Path, said: str) -> str:
    """A program that says what an expression gives."""
    file = tmp_path / "player.py"
    file.write_text(PROGRAM.format(log=str(tmp_path / "log"), said=said))
    return f"cmd:{sys.executable} {file}"


def test_a_program_is_judged_too_and_one_that_answers_nothing_has_its_fault(tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    words = ["judge", program(tmp_path, "asked['legal'][0]"), "--set", "pig-1", "--count", "6", "--out", str(out)]
    done = CliRunner().invoke(app, [*words, "--disguise", "1"])
    assert done.exit_code == 0, done.output
    found = json.loads(out.read_text())
    plain, other = (each["regret"]["mean"] for each in found["agents"])
    assert plain == other == pytest.approx(sum(row.behind[row.order[0]] for row in PIG.rows[:6]) / 6)
    games = (tmp_path / "log").read_text().split()
    assert games.count("pig") == 6 == len(games) - games.count("pig")
    silent = f"cmd/seconds=0.2:{sys.executable} -c 'import time; time.sleep(9)'"
    words = ["judge", silent, "--set", "pig-1", "--count", "3", "--json"]
    hung = json.loads(CliRunner().invoke(app, words).stdout)
    assert hung["agents"][0]["faults"] == {"hung": 3}
    assert hung["agents"][0]["regret"]["mean"] == pytest.approx(sum(max(row.behind) for row in PIG.rows[:3]) / 3)
