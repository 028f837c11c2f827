"""Forms of answers: the same game comes out of text, JSON, tools and letters; what an endpoint lacks is said."""

import asyncio
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.llm.agent import LanguageModel, prompt_hash
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.speech import ANSWER_FORMS, AnswerForm, EndpointError, Question, Reply
from croupier.core.base.errors import ConfigError
from croupier.table.briefing import question
from croupier.table.replies import read_reply
from croupier.table.table import Table
from tests.amounts import daily
from tests.models.runs import asked as report_of
from tests.models.runs import play
from tests.models.scripted import Answer, Behaviour, listed, scripted

QUICK: dict[str, Any] = {"timeout": 60.0, "tries": 2, "first_pause": 0.01}
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pig", {"winning_score": 15}),
    ("skull-king", {"players": 3, "schedule": "one"}),
    ("spite-malice", {"goal_size": 1}),
]


def as_call(action: str) -> tuple[str, str]:
    """An action of these games as the call of a tool."""
    name, *words = action.strip("[]").split()
    if name == "p":
        return "play", json.dumps({"source": words[0], "pile": int(words[1])})
    if name[0] == "x":
        card = {"card": int(name[1:]), "pile": int(words[0])} if words else {}
        return ("discard", json.dumps(card)) if words else ("pass_turn", "")
    said = {"bid": "tricks", "play": "card", "discard": "card", "leader": "player", "bet": "points"}
    if name == "harry":
        return name, json.dumps({"change": int(words[0])})
    if name in said and words:
        value = " ".join(words)
        return name, json.dumps({said[name]: int(value) if value.lstrip("+-").isdecimal() else value})
    return name, ""


def in_form(form: AnswerForm, choose: int) -> Behaviour:
    """A model that plays the listed action of some place, in a form."""

    def behave(body: dict[str, Any], number: int) -> Answer:
        del number
        if form == "json":
            schema = body["response_format"]["json_schema"]["schema"]
            actions = schema["properties"]["action"]["enum"]
            said = {"thoughts": "or [hold]?", "action": actions[choose % len(actions)]}
            return Answer(json.dumps(said))
        if form == "choice":
            lines = re.findall(r"^(\w): (\[.*\])$", body["messages"][1]["content"], re.MULTILINE)
            letter = lines[choose % len(lines)][0]
            assert body["logprobs"] is True
            assert body["max_completion_tokens"] == 1
            return Answer(letter, finish="length", likely=((" hm", -0.1), (f" {letter}", -1.0), (letter, -2.0)))
        actions = listed(body)
        action = actions[choose % len(actions)]
        if form == "tools":
            names = {tool["function"]["name"] for tool in body["tools"]}
            call = as_call(action)
            assert call[0] in names
            assert body["tool_choice"] == "required"
            return Answer(None, calls=(call,), finish="tool_calls")
        return Answer(f"So {action}")

    return behave


def asked(game: str, **options: Any) -> Question:
    return question(Table(croupier.make(game, **options).new_initial_state(1)), 0, "list")


async def once(model: LanguageModel, put: Question) -> Reply:
    try:
        return await model.answer(put)
    finally:
        await model.close()


def ask(form: AnswerForm, behave: Behaviour, put: Question, **changes: Any) -> Reply:
    with scripted(behave) as server:
        settings = ModelSettings("m", url=server.url, **QUICK | changes)
        return asyncio.run(once(LanguageModel("llm:m", settings, "list", form), put))


@pytest.mark.parametrize(
    ("game", "stream"),
    daily((("pig", "skull-king", "spite-malice")[at % 3], at % 2 == 1) for at in range(6)),
)
def test_all_forms_come_to_the_same_game(game: str, stream: bool, tmp_path: Path) -> None:
    options = dict(GAMES)[game]
    chosen = [text for name, value in options.items() for text in ("-o", f"{name}={value}")]
    others = ["bot"] * (croupier.make(game, **options).num_players - 1)
    played = {}
    for form in ANSWER_FORMS:
        out = tmp_path / form
        words = [
            "arena",
            game,
            f"llm/{form}:m",
            *others,
            *chosen,
            "--deals",
            "1",
            "--out",
            str(out),
            "--seed",
            "3",
        ]
        play(tmp_path, in_form(form, 1), *words, stream=stream)
        (model,) = report_of(out)
        assert model["answer"] == form
        assert model["unparsable"] == model["illegal"] == model["truncated"] == model["forfeited"] == 0
        games = sorted((out / "games").glob("*.json"))
        played[form] = [json.loads(each.read_text())["actions"] for each in games]
    assert all(each == played["text"] for each in played.values())


def test_probabilities_of_a_choice_are_summed_over_tokens_and_kept() -> None:
    likely = (("Q", -0.01), ("B", math.log(0.2)), (" A", math.log(0.15)), ("A", math.log(0.1)), ("b", -3.0))
    reply = ask("choice", lambda *_: Answer("Q", finish="length", likely=likely), asked("pig"))
    assert (reply.text, reply.fault) == ("[roll]", "")
    assert reply.reasoning.splitlines() == ["0.2500 [roll]", "0.2000 [hold]"]


def test_a_choice_whose_letters_are_nowhere_is_no_answer() -> None:
    reply = ask(
        "choice", lambda *_: Answer("I", finish="length", likely=(("I", -0.1), ("The", -2.0))), asked("pig")
    )
    assert reply.text == "I"
    with pytest.raises(ValueError, match="no action"):
        read_reply(croupier.make("pig").new_initial_state(1), reply.text)


def test_an_endpoint_without_probabilities_is_no_place_for_choices() -> None:
    with pytest.raises(EndpointError, match="it tells no log-probabilities, which the form choice needs"):
        ask("choice", lambda *_: Answer("A", finish="length"), asked("pig"))


@pytest.mark.parametrize(
    ("calls", "text"),
    [
        ((("bid", '{"tricks": 1}'),), "[bid 1]"),
        ((("bid", '{"tricks": "1"}'),), "[bid 1]"),
        ((("bid", "{}"),), "bid({})"),
        ((("bid", '{"tricks": 1, "more": 2}'),), 'bid({"tricks": 1, "more": 2})'),
        ((("bid", '{"tricks": true}'),), 'bid({"tricks": true})'),
        ((("bid", '{"tricks": [1]}'),), 'bid({"tricks": [1]})'),
        ((("bid", "no JSON"),), "bid(no JSON)"),
        ((("bid", "[" * 100_000),), ("bid(" + "[" * 100_000)[:200]),
        ((("resign", "{}"),), "resign({})"),
        ((("ok", ""),), "[ok]"),
        ((("bid", '{"tricks": 1}'), ("bid", '{"tricks": 0}')), "[bid 1] [bid 0]"),
    ],
)
def test_calls_of_tools_come_to_actions_or_to_words_that_are_refused(calls: Any, text: str) -> None:
    put = asked("skull-king", players=3)
    assert ask("tools", lambda *_: Answer(None, calls=calls), put).text == text


def test_a_model_that_calls_no_tool_is_read_by_its_words() -> None:
    assert ask("tools", lambda *_: Answer("I bid: [bid 1]"), asked("skull-king")).text == "I bid: [bid 1]"


def test_forms_tell_prompts_apart() -> None:
    assert len({prompt_hash("rules", "list", form) for form in ANSWER_FORMS}) == 4


def test_more_actions_than_letters_are_said() -> None:
    put = asked("pig")
    many = Question(**{**vars(put), "legal": tuple(f"[x{k}]" for k in range(53))})
    with pytest.raises(ConfigError, match="53 actions are legal, and the form choice has 52 letters"):
        ask("choice", lambda *_: Answer("A"), many)
