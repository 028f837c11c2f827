"""Notes between decisions: bounded, replaced, seen by their model alone, and the same after a kill."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.llm.agent import LanguageModel, prompt_hash
from croupier.agents.llm.notes import MOST_NOTES, split_notes
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.registry import make_agent
from croupier.agents.speech import AnswerForm, Reply
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.table import ModelRun
from croupier.table.driver import decide
from croupier.table.speaking import Conversation, text_table
from tests.amounts import daily
from tests.models.runs import asked, journal, play
from tests.models.scripted import Answer, Behaviour, listed, scripted
from tests.models.test_forms import as_call

THOUGHT = "<think>\n<notes>1</notes>"
SHORT = ["-o", "winning_score=10", "-o", "max_turns=6"]


def notes_in(text: str) -> str:
    """The notes that a question shows its model."""
    found = re.search(r"^Your notes:\n(.*?)\n\nNow:", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def shown_to(body: dict[str, Any]) -> str:
    return notes_in(body["messages"][1]["content"])


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
    words += ["--concurrency", "1", "--out", str(out)]
    _, requests = play(tmp_path, lambda body, number: both[body["model"]](body, number), *words)
    assert all("never says" in entry["reply"]["notes"] for entry in journal(out))
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
    for row in asked(out):
        assert (row["notes"], row["unparsable"], row["illegal"], row["forfeited"]) == (200, 0, 0, 0)
        (digest,) = row["prompt_hashes"]
        assert "at most 200 characters" in (out / "prompts" / f"{digest}.txt").read_text()
    first = (out / "games" / "00001.txt").read_text()
    assert "--- Player 0 notes\n" in first


def questions_to(replies: list[str], decisions: int) -> list[str]:
    """What a model with notes of ten characters that sits in both seats is asked over some decisions."""

    async def some(url: str) -> None:
        model = LanguageModel("llm:m", ModelSettings("m", url=url, first_pause=0.01, notes=10), "list")
        state, run = make("pig", winning_score=15).new_initial_state(1), ModelRun()
        table = text_table(state, [model] * 2, ["m"] * 2, retries=2)
        talk = Conversation(table, run, run.name_table(1, ("m", "m")))
        for _ in range(decisions):
            await decide(table, lambda due: talk.ask(due, model))
        await model.close()

    with scripted(lambda _body, number: Answer(replies[number])) as server:
        asyncio.run(some(server.url))
    return [body["messages"][1]["content"] for body in server.requests]


def test_notes_are_cut_at_their_bound_and_stay_where_nothing_new_is_written() -> None:
    said = ["<notes>abcdefghijkl</notes> [roll]", "[roll]", "<notes> </notes>[roll]", "[roll]"]
    mine = [notes_in(text) for text in questions_to(said, 4) if "You are Player 0" in text]
    assert mine == ["(none yet)", *["abcdefghij\n(cut off after 10 characters)"] * (len(mine) - 1)]
    assert len(mine) > 1


def test_notes_of_a_refused_reply_are_kept_and_the_question_stays_the_same() -> None:
    asked = questions_to(["<notes>first</notes> hm", "[fly]", "[roll]", "[roll]"], 2)
    assert asked[0] == asked[1] == asked[2]
    assert [notes_in(text) for text in asked[3:]] == ["first"]


@pytest.mark.parametrize(
    ("form", "text", "left", "notes"),
    [
        ("text", "[roll]", "[roll]", ""),
        ("text", "a <notes> b [hold]\nc </notes> [roll]", "a  [roll]", "b [hold]\nc"),
        ("text", "<notes>1</notes>[roll]<NOTES>2</Notes>", "[roll]", "2"),
        ("text", "<notes>1</notes>[roll]<notes> </notes>", "[roll]", "1"),
        ("text", f"{THOUGHT}\n</think>\n[roll]", f"{THOUGHT}\n</think>\n[roll]", ""),
        ("text", f"{THOUGHT}\n</think>\n<notes>1</notes>[roll]", f"{THOUGHT}\n</think>\n[roll]", "1"),
        ("text", "<notes>never closed [roll]", "<notes>never closed [roll]", ""),
        ("text", THOUGHT, THOUGHT, ""),
        ("text", "</notes><notes>a<notes>b</notes>[roll]", "</notes>[roll]", "ab"),
        ("text", "<notes>" * 100_000, "<notes>" * 100_000, ""),  # read in one pass
        ("json", '{"notes": " n ", "action": "[é]"}', '{"action": "[é]"}', "n"),
        ("json", '```json\n{"notes": "", "action": "[a]"}\n```', '```json\n{"action": "[a]"}\n```', ""),
        ("json", '{"action": "[a]"}', '{"action": "[a]"}', ""),
        ("json", '{"notes": 7, "action": "[a]"}', '{"notes": 7, "action": "[a]"}', ""),
        ("json", "no JSON", "no JSON", ""),
        ("json", "[" * 100_000, "[" * 100_000, ""),
    ],
    ids=lambda value: value[:40],
)
def test_notes_are_taken_out_of_text_and_json(form: AnswerForm, text: str, left: str, notes: str) -> None:
    assert split_notes(text, form) == (left, notes)


def test_notes_are_refused_where_nothing_can_be_written_or_remembered() -> None:
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


def test_prompts_without_notes_keep_their_hash_and_others_have_their_own() -> None:
    assert prompt_hash("rules", "list") == prompt_hash("rules", "list", "text", 0)
    assert len({prompt_hash("rules", "list", "text", most) for most in (0, 100, 200)}) == 3
    assert Reply("[roll]").notes == ""
