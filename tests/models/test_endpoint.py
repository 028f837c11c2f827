"""Endpoints with every kind of fault: what is retried, what is counted, what voids a game; and the key."""

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.agent import traits_of
from croupier.agents.llm.agent import LanguageModel
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.registry import make_agent
from croupier.agents.speech import EndpointError, EndpointRefusedError, Question, Reply
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.table.briefing import question
from croupier.table.replies import submit_reply
from croupier.table.speaking import text_table
from croupier.table.table import Table
from tests.models.scripted import KEY, Answer, Behaviour, scripted

QUICK: dict[str, Any] = {"timeout": 5.0, "tries": 3, "first_pause": 0.01, "price_input": 1.0, "price_output": 2.0}


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


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


def test_a_reply_comes_with_what_it_took() -> None:
    reply, requests = ask(lambda _body, _number: Answer("so: [roll]", reasoning="hm"))
    assert (reply.text, reply.fault, reply.reasoning, requests) == ("so: [roll]", "", "hm", 1)
    assert (reply.tokens_in, reply.tokens_cached, reply.tokens_out, reply.tokens_reasoning) == (100, 40, 20, 5)
    assert reply.cost == pytest.approx((100 * 1.0 + 20 * 2.0) / 1e6)
    assert 0 < reply.seconds < 60


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 429}, {"status": 429, "headers": {"retry-after": "0"}}, {"status": 500}, {"status": 503},
        {"fault": "cut off"}, {"fault": "no json"}, {"fault": "other json"},
    ],
    ids=str,
)  # fmt: skip
def test_a_fault_of_the_endpoint_is_retried(fault: dict[str, Any]) -> None:
    reply, requests = ask(failing_first(2, **fault))
    assert (reply.text, reply.failures, requests) == ("[roll]", 2, 3)


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_an_endpoint_that_hangs_or_drips_is_given_up_after_a_while(fault: str) -> None:
    reply, requests = ask(failing_first(1, fault=fault))
    assert (reply.text, reply.failures, requests) == ("[roll]", 1, 2)


def test_a_fault_that_lasts_is_an_error_that_says_what_went_wrong() -> None:
    with pytest.raises(
        EndpointError, match=r"m at http://127.*failed 3 times: status 500: .*as scripted"
    ) as failed:
        ask(lambda _body, _number: Answer(status=500))
    assert failed.value.failures == 3
    assert not isinstance(failed.value, EndpointRefusedError)


def test_pauses_grow_and_follow_what_the_endpoint_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:  # the endpoint's alone: servers in other threads sleep as they did
        slept.append(seconds)

    monkeypatch.setattr("croupier.agents.llm.completion.sleep", sleep)
    patient = {"timeout": 60.0}  # on a busy machine a request that takes long is no failure
    ask(failing_first(4, status=500), tries=5, first_pause=1.0, **patient)
    assert slept == [1.0, 2.0, 4.0, 8.0]
    slept.clear()
    ask(failing_first(1, status=429, headers={"retry-after": "7"}), **patient)
    assert slept == [7.0]


@pytest.mark.parametrize(
    ("status", "words", "always"),
    [(401, "refuses the key", True), (404, "does not know the model", True), (400, "refuses the request", False)],
)
def test_what_no_retry_can_change_is_not_retried(status: int, words: str, always: bool) -> None:
    with pytest.raises(EndpointRefusedError, match=words) as refused:
        ask(lambda _body, _number: Answer(status=status))
    assert refused.value.always == always
    assert refused.value.failures == 1


def test_no_network_is_said_with_the_address() -> None:
    model = LanguageModel("llm:m", ModelSettings("m", url="http://127.0.0.1:9/v1", **QUICK), "list")
    with pytest.raises(EndpointError, match=r"m at http://127\.0\.0\.1:9/v1 has failed 3 times: no connection"):
        asyncio.run(once(model))


@pytest.mark.parametrize(
    ("answer", "text", "fault"),
    [
        (Answer("[roll", finish="length"), "[roll", "truncated"),
        (Answer("[roll]", finish="length"), "[roll]", "truncated"),
        (Answer(None, finish="length", reasoning="so long"), "", "truncated"),
        (Answer(None, reasoning="I know it, but I do not say it"), "", ""),
        (Answer(None, finish="max_tokens"), "", "truncated"),
        (Answer(None, refusal="I cannot gamble."), "I cannot gamble.", "refused"),
        (Answer("[roll]", refusal="I would rather not, but"), "[roll]", ""),
        (Answer("", finish="content_filter"), "", "filtered"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_odd_replies_are_told_apart(answer: Answer, text: str, fault: str, stream: bool) -> None:
    reply, requests = ask(lambda _body, _number: answer, stream=stream)
    assert (reply.text, reply.fault, requests) == (text, fault, 1)


def test_a_stream_comes_to_the_same_reply() -> None:
    answer = Answer("so, at last: [roll]", reasoning="hm, hm, hm")
    whole, _ = ask(lambda _body, _number: answer)
    streamed, requests = ask(lambda _body, _number: answer, stream=True)
    assert requests == 1
    assert replace(streamed, seconds=0.0) == replace(whole, seconds=0.0)
    with pytest.raises(EndpointError, match="its stream broke off"):
        ask(lambda _body, _number: replace(answer, fault="broken stream"), stream=True)
    reply, requests = ask(failing_first(1, text="[ro", fault="broken stream"), stream=True)
    assert (reply.text, reply.failures, requests) == ("[roll]", 1, 2)


def test_an_endpoint_that_only_streams_is_told_how_to_be_asked() -> None:
    with pytest.raises(EndpointError, match="it answers in a stream: set stream = true"):
        ask(lambda _body, _number: Answer("[roll]", stream=True))
    with pytest.raises(
        EndpointRefusedError, match=r"only stream=True is served.*; try stream = true in its settings"
    ):
        ask(lambda _body, _number: Answer(status=400, words="only stream=True is served"))


def test_an_error_that_comes_as_a_success_is_told() -> None:
    for stream in (False, True):
        with pytest.raises(EndpointError, match=r"(it says|APIError): upstream is overloaded") as failed:
            ask(lambda _body, _number: Answer(error="upstream is overloaded"), stream=stream)
        assert failed.value.failures == 3


def test_a_refused_limit_leads_to_the_other_name() -> None:
    words = "Unsupported parameter: 'max_completion_tokens'"
    with pytest.raises(EndpointRefusedError, match=r'; try limit_field = "max_tokens" in its settings'):
        ask(lambda _body, _number: Answer(status=400, words=words))


def test_what_has_answered_is_kept() -> None:
    reply, _ = ask(lambda _body, _number: Answer("[roll]", served="m-2026-05-01", fingerprint="fp_9"))
    assert (reply.served, reply.fingerprint) == ("m-2026-05-01", "fp_9")
    unknown, _ = ask(lambda _body, _number: Answer("[roll]", served="", fingerprint=None))
    assert (unknown.served, unknown.fingerprint) == ("", "")


@pytest.mark.parametrize(
    ("content", "text", "thought"),
    [
        ([{"type": "text", "text": "[roll]"}], "[roll]", ""),
        ([{"type": "text", "text": "[ro"}, {"type": "output_text", "text": "ll]"}], "[roll]", ""),
        ([{"type": "thinking", "thinking": "[hold]?"}, {"type": "text", "text": "[roll]"}], "[roll]", "[hold]?"),
        (
            [
                {"type": "thinking", "thinking": [{"type": "text", "text": "no [hold]"}]},
                {"type": "text", "text": "r"},
            ],
            "r",
            "no [hold]",
        ),
        ([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]}], "", "s"),
        ([{"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "No."}], "No.", ""),
        ([], "", ""),
    ],
)
def test_a_message_in_parts_is_read_and_its_thoughts_stand_beside(content: Any, text: str, thought: str) -> None:
    reply, requests = ask(lambda _body, _number: Answer(content))
    assert (reply.text, reply.reasoning, reply.fault, requests) == (text, thought, "", 1)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            [{"type": "image_url", "image_url": {"url": "x"}}],
            "its content has a part of the kind 'image_url', which",
        ),
        (["[roll]"], "its content has a part of the kind 'str', which is not read"),
        ([{"type": "text", "text": 7}], "a part of the kind 'text', which is not read"),
        ({"text": "[roll]"}, "its content is dict, neither text nor a list of parts"),
    ],
)
def test_a_message_of_another_kind_is_the_endpoint_s_failure(content: Any, said: str) -> None:
    with pytest.raises(EndpointError, match=said) as failed:
        ask(lambda _body, _number: Answer(content))
    assert failed.value.failures == 3


def test_tokens_are_estimated_where_the_endpoint_does_not_say_them() -> None:
    told, _ = ask(lambda _body, _number: Answer("[roll]"))
    assert not told.estimated
    for tokens in (None, (0, 0, 0, 0), (-5, 0, -3, 0)):
        answer = Answer("so: [roll]", reasoning="h" * 31, tokens=tokens)
        reply, _ = ask(failing_first(1, **vars(answer)))
        assert reply.estimated
        assert 100 < reply.tokens_in < 1000
        assert (reply.tokens_out, reply.tokens_cached) == (-(-(10 + 31) // 4), 0)
        assert reply.cost == pytest.approx((reply.tokens_in * 1.0 + reply.tokens_out * 2.0) / 1e6)


def test_a_thought_without_an_end_is_a_reply_that_was_cut_off_wherever_it_began() -> None:
    reply, _ = ask(lambda _body, _number: Answer("<think>" + "or [hold] " * 30_000))
    assert (reply.fault, reply.detail) == ("truncated", "it ends within its thoughts")
    assert "<think>" not in reply.text


@pytest.mark.parametrize("stream", [False, True])
def test_half_a_character_counts_as_no_question(stream: bool) -> None:
    reply, _ = ask(lambda _body, _number: Answer("[roll] \ud83d"), stream=stream)
    assert reply.text == "[roll] \ufffd"
    table = text_table(croupier.make("pig").new_initial_state(1), [None, None], ["a", "b"], 2)
    assert submit_reply(table, 0, reply.text, table.number).kind == "action"


def test_of_a_huge_reply_the_end_is_kept() -> None:
    reply, _ = ask(lambda _body, _number: Answer("x" * 5_000_000 + "[roll]"), timeout=60.0)
    assert reply.text.endswith("x[roll]")
    assert len(reply.text) <= 200_000


@pytest.mark.parametrize("status", [200, 401, 500])
def test_the_key_is_taken_out_of_whatever_the_endpoint_says(status: int) -> None:
    try:
        reply, _ = ask(lambda _body, _number: Answer("[roll]", status=status, echo_key=True, reasoning=""))
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
    from croupier.agents.llm.settings import ModelDefaults, read_settings

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
    assert (small["model"], small["max_tokens"], small["temperature"], small["seed"]) == (
        "small-7b-q4",
        77,
        0.0,
        5,
    )
    assert [message["role"] for message in small["messages"]] == ["system", "user"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[defaults]\n", "unknown table .* 'defaults'; did you mean default"),
        ("[default]\ntemprature = 1\n", "unknown setting .* 'temprature'; did you mean temperature"),
        ("[default]\nmax_tokens = 1.5\n", "max_tokens .* must be a int, not 1.5"),
        ("[default]\nmax_tokens = 0\n", "max_tokens of the model m must be greater than 0"),
        ("[default]\nurl = 'localhost'\n", "address of an endpoint is like"),
        ("[default]\nurl = 'http://me:secret@host/v1'\n", "must hold no key"),
        ("default = [\n", "is no TOML"),
    ],
)
def test_a_broken_setting_is_named(tmp_path: Any, text: str, words: str) -> None:
    from croupier.agents.llm.settings import ModelDefaults, read_settings

    file = tmp_path / "models.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=words) as error:  # noqa: PT012  # reading or making, as it comes
        default, models = read_settings(file)
        defaults = ModelDefaults("http://127.0.0.1:1/v1", "list", default, models)
        make_agent("llm:m", croupier.make("pig"), models=defaults)
    assert "secret" not in str(error.value)


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
    from croupier.agents.agent import Turns

    game = croupier.make("pig")
    agent = make_agent("llm:m", game)
    with pytest.raises(ConfigError, match="llm:m answers in words, so it sits only at tables"):
        agent.act(Turns.of_state(game.new_initial_state(1)))
    for name in ("llm:m", "cmd:true"):  # training seats nobody who is asked
        assert not traits_of(make_agent(name, game)).computes
