"""Notes between decisions: bounded, replaced, seen by their model alone, and the same after a kill."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.agents.llm.agent import LanguageModel, prompt_hash
from croupier.agents.llm.notes import MOST_NOTES, split_notes
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.registry import make_agent
from croupier.agents.speech import AnswerForm, Reply
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.table import ModelRun
from croupier.table.driver import decide
from croupier.table.speaking import Conversation, text_table
from tests.amounts import daily
from tests.models.scripted import KEY, Answer, Behaviour, listed, scripted
from tests.models.test_forms import as_call
from tests.models.test_runs import play, report

SHORT = ["-o", "winning_score=10", "-o", "max_turns=6"]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")


def shown_to(body: dict[str, Any]) -> str:
    """The notes that a request shows its model."""
    found = re.search(r"^Your notes:\n(.*?)\n\nNow:", body["messages"][1]["content"], re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def counting(form: AnswerForm = "text") -> Behaviour:
    """A model that holds at four, and counts its decisions in its notes, where it also names another action."""

    def behave(body: dict[str, Any], number: int) -> Answer:
        del number
        seen = shown_to(body)
        count = 1 + int(seen.rpartition(" ")[2] if seen != "(none yet)" else 0)
        action = listed(body)[int(re.findall(r"turn total (\d+)", body["messages"][1]["content"])[-1]) >= 4]
        notes = f"{body['model']} never says [fly]: {count}"
        if form == "json":
            return Answer(json.dumps({"thoughts": "", "notes": notes, "action": action}))
        if form == "tools":
            name, arguments = as_call(action)
            said = {**json.loads(arguments or "{}"), "notes": notes}
            return Answer(None, calls=((name, json.dumps(said)),), finish="tool_calls")
        return Answer(f"{action}, and I write down: <notes>{notes}</notes>")

    return behave


@pytest.mark.parametrize("form", daily(["text", "json", "tools"]))
def test_a_model_sees_what_it_wrote_at_its_decision_before_and_no_other_seat_does(
    form: AnswerForm, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    words = ["arena", "pig", *SHORT, "llm/notes=200:a", f"llm/{form},notes=200:b", "--deals", "1"]
    both = {"a": counting("text"), "b": counting(form)}
    result, requests = play(
        tmp_path, lambda body, number: both[body["model"]](body, number), *words, "--out", str(out),
        "--concurrency", "1",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    seen: dict[str, list[str]] = {"a": [], "b": []}
    for request in requests:
        seen[request["model"]].append(shown_to(request))
        other = "b" if request["model"] == "a" else "a"
        assert f"{other} never says" not in json.dumps(request)
    for model, each in seen.items():
        games = "".join("|" if text == "(none yet)" else "." for text in each).split("|")[1:]
        assert len(games) == 2
        told = [text for text in each if text != "(none yet)"]
        counts = [count for game in games for count in range(1, len(game) + 1)]
        assert told == [f"{model} never says [fly]: {count}" for count in counts]
        assert len(told) > 2
    for row in report(out)["models"]["agents"]:
        assert (row["notes"], row["unparsable"], row["illegal"], row["forfeited"]) == (200, 0, 0, 0)
        (digest,) = row["prompt_hashes"]
        assert "at most 200 characters" in (out / "prompts" / f"{digest}.txt").read_text()
    first = (out / "games" / "00001.txt").read_text()
    assert "--- Player 0 notes\n" in first


def test_a_run_that_was_killed_goes_on_with_the_same_notes(tmp_path: Path) -> None:
    words = ["arena", "pig", *SHORT, "llm/notes=200:a", "bot", "--deals", "2"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    _, requests = play(tmp_path, counting(), *words, "--out", str(whole))
    play(tmp_path, counting(), *words, "--out", str(parts))
    journal = parts / "replies.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert all("never says" in json.loads(line)["reply"]["notes"] for line in lines)
    journal.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:20])
    result, more = play(tmp_path, counting(), *words, "--out", str(parts))
    assert result.exit_code == 0, result.output
    assert len(more) == len(lines) - len(lines) // 2
    known = [request["messages"] for request in requests]
    assert all(request["messages"] in known for request in more)
    assert report(whole)["agents"] == report(parts)["agents"]
    result, more = play(tmp_path, counting(), *words[:-4], "llm/notes=300:a", "bot", "--out", str(parts))
    assert result.exit_code != 0
    assert more == []


def conversation(server: str, behave_seats: int = 2, **settings: Any) -> tuple[Conversation, LanguageModel]:
    model = LanguageModel("llm:m", ModelSettings("m", url=server, first_pause=0.01, **settings), "list")
    state = make("pig", winning_score=15).new_initial_state(1)
    agents = [model] * behave_seats
    table = text_table(state, agents, ["m"] * behave_seats, retries=2)
    run = ModelRun()
    return Conversation(table, run, run.name_table(1, ("m", "m"))), model


def decide_some(talk: Conversation, model: LanguageModel, decisions: int) -> None:
    """Let a model make some decisions, and close its connections."""

    async def some() -> None:
        for _ in range(decisions):
            await decide(talk.table, lambda due: talk.ask(due, model))
        await model.close()

    asyncio.run(some())


def test_notes_are_cut_at_their_bound_and_stay_where_nothing_new_is_written() -> None:
    said = ["<notes>abcdefghijkl</notes> [roll]", "[roll]", "<notes> </notes>[roll]", "[roll]"]

    with scripted(lambda _body, number: Answer(said[number])) as server:
        talk, model = conversation(server.url, notes=10)
        decide_some(talk, model, 4)
    mine = [shown_to(body) for body in server.requests if "You are Player 0" in body["messages"][1]["content"]]
    assert mine == ["(none yet)", *["abcdefghij\n(cut off after 10 characters)"] * (len(mine) - 1)]
    assert len(mine) > 1


def test_notes_of_a_refused_reply_are_kept_and_the_question_stays_the_same() -> None:
    said = ["<notes>first</notes> hm", "[fly]", "[roll]", "[roll]"]

    with scripted(lambda _body, number: Answer(said[number])) as server:
        talk, model = conversation(server.url, notes=10)
        decide_some(talk, model, 2)
    asked = [body["messages"][1]["content"] for body in server.requests]
    assert asked[0] == asked[1] == asked[2]
    shown = [text for text in asked[3:] if "You are Player 0" in text]
    assert all("Your notes:\nfirst\n" in text for text in shown)
    assert talk._notes[0] == "first"


@pytest.mark.parametrize(
    ("text", "left", "notes"),
    [
        ("[roll]", "[roll]", ""),
        ("a <notes> b [hold]\nc </notes> [roll]", "a  [roll]", "b [hold]\nc"),
        ("<notes>1</notes>[roll]<NOTES>2</Notes>", "[roll]", "2"),
        ("<notes>1</notes>[roll]<notes> </notes>", "[roll]", "1"),
        ("<think>\n<notes>1</notes>\n</think>\n[roll]", "<think>\n<notes>1</notes>\n</think>\n[roll]", ""),
        ("<think>\n<notes>1</notes>\n</think>\n<notes>1</notes>[roll]",
         "<think>\n<notes>1</notes>\n</think>\n[roll]", "1"),
        ("<notes>never closed [roll]", "<notes>never closed [roll]", ""),
        ("<think>\n<notes>1</notes>", "<think>\n<notes>1</notes>", ""),
        ("</notes><notes>a<notes>b</notes>[roll]", "</notes>[roll]", "ab"),
    ],
)  # fmt: skip
def test_notes_are_taken_out_of_the_text(text: str, left: str, notes: str) -> None:
    assert split_notes(text) == (left, notes)


@pytest.mark.parametrize(
    ("text", "left", "notes"),
    [
        ('{"notes": " n ", "action": "[é]"}', '{"action": "[é]"}', "n"),
        ('```json\n{"notes": "", "action": "[a]"}\n```', '```json\n{"action": "[a]"}\n```', ""),
        ('{"action": "[a]"}', '{"action": "[a]"}', ""),
        ('{"notes": 7, "action": "[a]"}', '{"notes": 7, "action": "[a]"}', ""),
        ("no JSON", "no JSON", ""),
        ("[" * 100_000, "[" * 100_000, ""),
    ],
)
def test_notes_are_taken_out_of_json(text: str, left: str, notes: str) -> None:
    assert split_notes(text, "json") == (left, notes)


def test_a_hundred_thousand_opened_notes_are_read_in_one_pass() -> None:
    text = "<notes>" * 100_000
    assert split_notes(text) == (text, "")


def test_notes_are_refused_where_nothing_can_be_written_or_remembered(tmp_path: Path) -> None:
    pig = make("pig")
    for name, why in (
        ("llm/chat,notes=9:m", "not in the mode chat"),
        ("llm/source,notes=9:m", "not in the mode source"),
        ("llm/choice,notes=9:m", "not by a letter"),
        (f"llm/notes={MOST_NOTES + 1}:m", "must be 0 to 20000 characters, not 20001"),
        ("llm/notes=many:m", "must be an integer in plain digits"),
    ):
        with pytest.raises(ConfigError, match=why):
            make_agent(name, pig)
    for words, why in (
        (["judge", "llm/notes=9:m", "--set", "pig-1"], "judge asks each decision alone"),
        (
            ["benchmark", "add", "pig-1", "llm/notes=9:m", "--out", str(tmp_path / "board")],
            "no model does on a board",
        ),
        (["serve", "--agent", "llm/notes=9:m"], "which tables in the browser do not"),
    ):
        with scripted(lambda *_: Answer("[roll]")) as server:
            result = CliRunner().invoke(app, [*words, "--llm-url", server.url])
        assert result.exit_code == 2, result.output
        assert why in " ".join(result.output.split())
        assert server.requests == []


def test_prompts_without_notes_keep_their_hash_and_others_have_their_own() -> None:
    assert prompt_hash("rules", "list") == prompt_hash("rules", "list", "text", 0)
    assert len({prompt_hash("rules", "list", "text", most) for most in (0, 100, 200)}) == 3
    assert Reply("[roll]").notes == ""
