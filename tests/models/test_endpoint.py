"""Endpoints with every kind of fault: what is retried, what is counted, what voids a game; and the key."""

import ast
import asyncio
import json
import os
import re
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.agent import Turns, traits_of
from croupier.agents.llm.agent import LanguageModel
from croupier.agents.llm.settings import ModelDefaults, ModelSettings, read_settings
from croupier.agents.registry import make_agent
from croupier.agents.speech import EndpointError, EndpointRefusedError, Question, Reply
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.table.briefing import question
from croupier.table.replies import submit_reply
from croupier.table.speaking import text_table
from croupier.table.table import Table
from tests.models.runs import PIG, careful, play
from tests.models.runs import asked as asked_in
from tests.models.scripted import KEY, Answer, Behaviour, scripted

QUICK: dict[str, Any] = {"timeout": 60.0, "tries": 3, "first_pause": 0.01, "price_input": 1.0, "price_output": 2.0}


def asked() -> Question:
    return question(Table(croupier.make("pig").new_initial_state(1)), 0, "list")


async def once(model: LanguageModel) -> Reply:
    try:
        return await model.answer(asked())
    finally:
        await model.close()


def ask(behave: Behaviour, **changes: Any) -> tuple[Reply, int]:
    """A model's reply to a question, and how many requests that took."""
    with scripted(behave) as server:
        model = LanguageModel("llm:m", ModelSettings("m", url=server.url, **QUICK | changes), "list")
        return asyncio.run(once(model)), len(server.requests)


def failing_first(times: int, **fault: Any) -> Behaviour:
    return lambda _, number: Answer(**fault) if number < times else Answer("[roll]")


TOOK = {"tokens_in": 100, "tokens_cached": 40, "tokens_out": 20, "tokens_reasoning": 5, "estimated": False}
NO_TOKENS: list[Any] = [None, (0, 0, 0, 0), (-5, 0, -3, 0), ("many", 0, "few", 0)]
UNKNOWN = {"estimated": True, "tokens_cached": 0, "tokens_out": -(-(10 + 31) // 4)}
THOUGHT = [{"type": "thinking", "thinking": [{"type": "text", "text": "no [hold]"}]}]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer("so: [roll]", reasoning="hm"), {"text": "so: [roll]", "reasoning": "hm", **TOOK}),
        (Answer("[roll", finish="length"), {"text": "[roll", "fault": "truncated"}),
        (Answer("[roll]", finish="length"), {"fault": "truncated"}),
        (Answer(None, finish="length", reasoning="so long"), {"text": "", "fault": "truncated"}),
        (Answer(None, reasoning="I know it, but I do not say it"), {"text": ""}),
        (Answer(None, finish="max_tokens"), {"text": "", "fault": "truncated"}),
        (Answer(None, refusal="I cannot gamble."), {"text": "I cannot gamble.", "fault": "refused"}),
        (Answer("[roll]", refusal="I would rather not, but"), {}),
        (Answer("", finish="content_filter"), {"text": "", "fault": "filtered"}),
        (Answer("[roll]", served="m-2", fingerprint="fp_9"), {"served": "m-2", "fingerprint": "fp_9"}),
        (Answer("[roll]", served="", fingerprint=None), {"served": "", "fingerprint": ""}),
        (Answer("[roll]", fault="two choices"), {}),  # the first counts
        (Answer([{"type": "text", "text": "[roll]"}]), {}),
        (Answer([{"type": "text", "text": "[ro"}, {"type": "output_text", "text": "ll]"}]), {}),
        (Answer([{"type": "thinking", "thinking": "[hold]?"}, {"type": "text", "text": "r"}]),
         {"text": "r", "reasoning": "[hold]?"}),
        (Answer([*THOUGHT, {"type": "text", "text": "r"}]), {"text": "r", "reasoning": "no [hold]"}),
        (Answer([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]}]),
         {"text": "", "reasoning": "s"}),
        (Answer([{"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "No."}]), {"text": "No."}),
        (Answer([]), {"text": ""}),
        *((Answer("so: [roll]", reasoning="h" * 31, tokens=told), {"text": "so: [roll]", **UNKNOWN})
          for told in NO_TOKENS),
        (Answer("[roll]", tokens=(10, 400, 5, 0)), {"tokens_in": 10, "tokens_cached": 10}),
        (Answer("\x00[roll]"), {"text": "\x00[roll]"}),
        (Answer("\x1b[2J\x1b[31m[roll]\x1b[0m"), {"text": "\x1b[2J\x1b[31m[roll]\x1b[0m"}),
        (Answer("[roll] \ud83d"), {"text": "[roll] \ufffd"}),
    ],
    ids=str,
)  # fmt: skip
def test_a_reply_is_read_with_what_it_took_streamed_or_whole(answer: Answer, expected: dict[str, Any]) -> None:
    reply, requests = ask(lambda *_: answer)
    expected = {"text": "[roll]", "fault": "", "failures": 0} | expected
    assert {name: getattr(reply, name) for name in expected} == expected
    assert requests == 1
    assert not reply.estimated or 100 < reply.tokens_in < 1000
    assert reply.cost == pytest.approx((reply.tokens_in * 1.0 + reply.tokens_out * 2.0) / 1e6)
    assert 0 < reply.seconds < 60
    if not isinstance(answer.text, list) and answer.fault != "two choices":
        streamed, requests = ask(lambda *_: answer, stream=True)
        assert requests == 1
        assert replace(streamed, seconds=0.0) == replace(reply, seconds=0.0)


def test_half_a_character_counts_as_no_question() -> None:
    table = text_table(croupier.make("pig").new_initial_state(1), [None, None], ["a", "b"], 2)
    assert submit_reply(table, 0, "[roll] \ufffd", table.number).kind == "action"


@pytest.mark.parametrize("count", [3_000_000, 5_000_000])
def test_of_a_huge_reply_the_end_is_kept(count: int) -> None:
    reply, requests = ask(lambda *_: Answer("x" * count + "[roll]"))
    assert (reply.text[-7:], reply.fault, requests) == ("x[roll]", "", 1)
    assert len(reply.text) <= 200_000


def test_a_thought_without_an_end_is_a_reply_that_was_cut_off_wherever_it_began() -> None:
    reply, _ = ask(lambda *_: Answer("<think>" + "or [hold] " * 30_000))
    assert (reply.fault, reply.detail) == ("truncated", "it ends within its thoughts")
    assert "<think>" not in reply.text


def in_seconds(seconds: float) -> str:
    """The time this many seconds from now, as headers have it."""
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses before requests are sent again, which nobody waits for."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:  # the endpoint's alone: servers in other threads sleep as they did
        found.append(seconds)

    monkeypatch.setattr("croupier.agents.llm.completion.sleep", sleep)
    return found


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        ({"status": 429, "headers": {"retry-after": "0"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "7"}}, 7.0, 7.0),
        ({"status": 429, "headers": {"retry-after-ms": "1500"}}, 1.5, 1.5),
        ({"status": 429, "headers": {"retry-after-ms": "2500", "retry-after": "9"}}, 2.5, 2.5),
        ({"status": 429, "headers": {"retry-after": "@20"}}, 10.0, 20.0),  # a time this many seconds ahead
        ({"status": 503, "headers": {"retry-after": "@3600"}}, 60.0, 60.0),
        ({"status": 429, "headers": {"retry-after": "600"}}, 60.0, 60.0),
        ({"status": 429, "headers": {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "Wed, 21 Oct 2015 07:28:00"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "soon", "retry-after-ms": "nan"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "-3", "retry-after-ms": "-3"}}, 0.0, 0.02),
        *(({"status": status}, 0.01, 0.02) for status in (408, 409, 425, 429, 500, 503)),
        *(({"fault": fault}, 0.01, 0.02) for fault in ("reset", "html", "cut off", "no json", "other json")),
    ],
    ids=str,
)
def test_what_passes_is_retried(fault: dict[str, Any], least: float, most: float, slept: list[float]) -> None:
    headers = {
        name: in_seconds(float(value[1:])) if value[0] == "@" else value
        for name, value in fault.get("headers", {}).items()
    }
    reply, requests = ask(failing_first(2, **{**fault, "headers": headers}))
    assert (reply.text, reply.failures, requests) == ("[roll]", 2, 3)
    assert len(slept) == 2
    assert all(least <= each <= most for each in slept), slept


def test_pauses_grow(slept: list[float]) -> None:
    ask(failing_first(4, status=500), tries=5, first_pause=1.0)
    assert slept == [1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_an_endpoint_that_hangs_or_drips_is_given_up_after_a_while(fault: str) -> None:
    reply, requests = ask(failing_first(1, fault=fault), timeout=5.0)
    assert reply.text == "[roll]"
    assert reply.failures == requests - 1 > 0


def test_a_stream_that_breaks_off_is_retried() -> None:
    reply, requests = ask(failing_first(1, text="[ro", fault="broken stream"), stream=True)
    assert (reply.text, reply.failures, requests) == ("[roll]", 1, 2)


IMAGE = [{"type": "image_url", "image_url": {"url": "x"}}]


@pytest.mark.parametrize(
    ("answer", "stream", "said"),
    [
        (Answer(status=500), False, "m at http://127.*failed 3 times: status 500: .*as scripted"),
        (Answer(fault="reset"), False, "has failed 3 times"),
        (Answer(fault="html"), False, "has failed 3 times"),
        (Answer("[roll]", fault="broken stream"), True, "its stream broke off"),
        (Answer("[roll]", stream=True), False, "it answers in a stream: set stream = true"),
        (Answer(error="upstream is overloaded"), False, "(it says|APIError): upstream is overloaded"),
        (Answer(error="upstream is overloaded"), True, "(it says|APIError): upstream is overloaded"),
        (Answer(IMAGE), False, "its content has a part of the kind 'image_url', which"),
        (Answer(["[roll]"]), False, "its content has a part of the kind 'str', which is not read"),
        (Answer([{"type": "text", "text": 7}]), False, "a part of the kind 'text', which is not read"),
        (Answer({"text": "[roll]"}), False, "its content is dict, neither text nor a list of parts"),
    ],
    ids=str,
)
def test_what_lasts_is_the_endpoint_s_failure(answer: Answer, stream: bool, said: str) -> None:
    with pytest.raises(EndpointError, match=said) as failed:
        ask(lambda *_: answer, stream=stream)
    assert failed.value.failures == 3
    assert not isinstance(failed.value, EndpointRefusedError)


@pytest.mark.parametrize(
    ("answer", "said", "always"),
    [
        (Answer(status=401), "refuses the key", True),
        (Answer(status=404), "does not know the model", True),
        (Answer(status=400), "refuses the request", False),
        (Answer(status=400, words="only stream=True is served"),
         r"only stream=True is served.*; try stream = true in its settings", False),
        (Answer(status=400, words="Unsupported parameter: 'max_completion_tokens'"),
         r'; try limit_field = "max_tokens" in its settings', False),
    ],
    ids=str,
)  # fmt: skip
def test_what_no_retry_can_change_is_not_retried(answer: Answer, said: str, always: bool) -> None:
    with pytest.raises(EndpointRefusedError, match=said) as refused:
        ask(lambda *_: answer)
    assert (refused.value.always, refused.value.failures) == (always, 1)


def test_no_network_is_said_with_the_address() -> None:
    model = LanguageModel("llm:m", ModelSettings("m", url="http://127.0.0.1:9/v1", **QUICK), "list")
    with pytest.raises(EndpointError, match=r"m at http://127\.0\.0\.1:9/v1 has failed 3 times: no connection"):
        asyncio.run(once(model))


@pytest.mark.parametrize("proxy", ["::", "foo://x", "http://u:secret@x:y"])
def test_a_proxy_that_cannot_be_used_is_one_error_at_once_without_its_password(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(ConfigError, match=r"in http_proxy, .* cannot be used") as refused:
        ask(lambda *_: Answer("[roll]"))
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("status", [200, 401, 500])
def test_the_key_is_taken_out_of_whatever_the_endpoint_says(status: int) -> None:
    try:
        reply, _ = ask(lambda *_: Answer("[roll]", status=status, echo_key=True, reasoning=""))
        said = reply.text + reply.reasoning
    except EndpointError as error:
        said = repr(error) + str(error)
    assert KEY not in said
    assert "***" in said


UNSENDABLE = [
    "sk-SEC\nRET", "sk-SEC\r\nRET", "sk SECRET", "sk-SECRÉT", "“sk-SECRET”", "sk-SEC\tRET", "sk-\x1bSECRET",
    "sk-SECRET\ud83d", "sk-SECRET\x7f", "\u200bsk-SECRET",
]  # fmt: skip


@pytest.mark.parametrize("key", UNSENDABLE, ids=ascii)
def test_a_key_that_no_header_can_hold_is_refused_at_once_and_not_told(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "OPENAI_API_KEY": key})
    words = ["arena", "pig", "llm:m", "bot", "--deals", "1", "-y", "--llm-url", "http://127.0.0.1:9/v1"]
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "o")])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("croupier: the key in OPENAI_API_KEY cannot be sent: its character ")
    assert "SEC" not in result.output + repr(result.exception)
    assert not list(tmp_path.rglob("*"))


@pytest.mark.parametrize("status", [200, 401, 500])
@pytest.mark.parametrize("key", [r"sk-a\b'c\"d", "sk-[a](b)*.$"])
def test_a_key_is_taken_out_escaped_as_well(key: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {key}\n")
    told = f"{key} {key!r} {key.encode()!r} {json.dumps(key)} {json.dumps(json.dumps(key))}"
    with scripted(lambda _body, _number: Answer(f"[roll] {told}", status=status, words=told)) as server:
        model = LanguageModel("llm:m", ModelSettings("m", url=server.url, **QUICK), "list")
        try:
            said = asyncio.run(once(model)).text
        except EndpointError as error:
            said = str(error)
        assert set(server.keys) == {key}
    assert key[-4:] not in said.replace("\\", "")
    assert said.count("***") == 5


def test_an_error_that_can_quote_a_header_is_not_quoted_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-SECRET\n")
    with pytest.raises(EndpointRefusedError, match="or a header of it cannot be sent") as refused:
        ask(failing_first(0), first_pause=60.0)
    assert "SECRET" not in str(refused.value)


def test_the_key_is_sent_and_stands_in_no_setting() -> None:
    with scripted(failing_first(0)) as server:
        model = LanguageModel("llm:m", ModelSettings("m", url=server.url, **QUICK), "list")
        asyncio.run(once(model))
        assert server.keys == [KEY]
    assert KEY not in repr(model.about()) + repr(vars(model))


def test_settings_go_into_the_request(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "models.toml"
    file.write_text(
        "[default]\nmax_tokens = 77\ntemperature = 0.5\n"
        '[models."small:7b"]\nmodel = "small-7b-q4"\nlimit_field = "max_tokens"\nextra = {seed = 5}\n'
    )
    default, models = read_settings(file)
    with scripted(failing_first(0)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        defaults = ModelDefaults(None, "list", default, models)
        for name in ("llm/effort=low:big", "llm/temperature=0:small:7b"):
            agent = make_agent(name, croupier.make("pig"), models=defaults)
            assert isinstance(agent, LanguageModel)
            asyncio.run(once(agent))
    big, small = server.requests
    assert (big["model"], big["max_completion_tokens"], big["temperature"]) == ("big", 77, 0.5)
    assert big["reasoning_effort"] == "low"
    limits = {"model": "small-7b-q4", "max_tokens": 77, "temperature": 0.0, "seed": 5}
    assert small == {**small, **limits}
    assert [message["role"] for message in small["messages"]] == ["system", "user"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("llm", "names no model: write llm:MODEL"),
        ("llm/nolist,source:m", "asks for nolist and source"),
        ("llm/hot:m", "unknown setting of the agent llm 'hot'"),
        ("llm:m", "llm:m needs a key: set OPENAI_API_KEY"),
    ],
)
def test_a_name_that_is_no_model_is_refused(name: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigError, match=words):
        make_agent(name, croupier.make("pig"))


def test_a_model_is_refused_where_there_is_no_table() -> None:
    game = croupier.make("pig")
    agent = make_agent("llm:m", game)
    with pytest.raises(ConfigError, match="llm:m answers in words, so it sits only at tables"):
        agent.act(Turns.of_state(game.new_initial_state(1)))
    for name in ("llm:m", "cmd:true"):  # training seats nobody who is asked
        assert not traits_of(make_agent(name, game)).computes


def test_a_refused_reply_with_half_a_character_can_be_asked_again(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        return careful(body, number) if len(body["messages"]) > 2 else Answer("\ud800 hm")

    play(tmp_path, behave, *PIG, "llm:m", "bot", "--deals", "1", "--out", str(tmp_path / "run"))
    (row,) = asked_in(tmp_path / "run")
    assert (row["void"], row["forfeited"]) == (0, 0)
    assert row["unparsable"] * 2 == row["replies"]


def test_no_more_tables_ask_at_once_than_is_said(tmp_path: Path) -> None:
    lock, waiting, most = threading.Lock(), [0], [0]
    together = threading.Barrier(3, timeout=30)

    def behave(body: dict[str, Any], number: int) -> Answer:
        with lock:
            waiting[0] += 1
            most[0] = max(most[0], waiting[0])
        if number < 3:
            together.wait()  # so many do ask at once
        with lock:
            waiting[0] -= 1
        return careful(body, number)

    play(tmp_path, behave, *PIG, "llm:m", "bot", "--deals", "3", "--concurrency", "3")
    assert most == [3]


MODES = Path(__file__).with_name("modes.md")
"""What endpoints, models and runs do, each with the test that shows how it ends."""
SHOWN = dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", MODES.read_text(), re.MULTILINE))


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((Path(__file__).parents[1] / file).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_the_test_that_shows_a_mode_is_there(shown: str) -> None:
    file, _, name = shown.partition("::")
    assert name in functions_of(file)
