"""Endpoints that send what no client expects: each ends as the docs say. And a list of all modes."""

from __future__ import annotations

import ast
import re
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.speech import EndpointError
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.table.replies import read_reply
from tests.models.scripted import KEY, Answer
from tests.models.test_endpoint import ask, failing_first
from tests.models.test_runs import PIG, careful, play, report

TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")


def in_seconds(seconds: float) -> str:
    """The time so many seconds from now, as headers have it."""
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize("proxy", ["::", "foo://x", "http://u:secret@x:y"])
def test_a_proxy_that_cannot_be_used_is_one_error_at_once_without_its_password(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(ConfigError, match=r"in http_proxy, .* cannot be used") as refused:
        ask(lambda _body, _number: Answer("[roll]"))
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        ({"status": 429, "headers": {"retry-after-ms": "1500"}}, 1.5, 1.5),
        ({"status": 429, "headers": {"retry-after-ms": "2500", "retry-after": "9"}}, 2.5, 2.5),
        ({"status": 429, "headers": {"retry-after": "@20"}}, 10.0, 20.0),  # a time so many seconds ahead
        ({"status": 503, "headers": {"retry-after": "@3600"}}, 60.0, 60.0),
        ({"status": 429, "headers": {"retry-after": "600"}}, 60.0, 60.0),
        ({"status": 429, "headers": {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "Wed, 21 Oct 2015 07:28:00"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "soon", "retry-after-ms": "nan"}}, 0.0, 0.02),
        ({"status": 429, "headers": {"retry-after": "-3", "retry-after-ms": "-3"}}, 0.0, 0.02),
        ({"status": 408}, 0.0, 0.02), ({"status": 409}, 0.0, 0.02), ({"status": 425}, 0.0, 0.02),
        ({"fault": "reset"}, 0.0, 0.02), ({"fault": "html"}, 0.0, 0.02),
    ],
    ids=str,
)  # fmt: skip
def test_what_passes_is_retried(
    fault: dict[str, Any], least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("croupier.agents.llm.completion.sleep", sleep)
    headers = {
        name: in_seconds(float(value[1:])) if value[0] == "@" else value
        for name, value in fault.get("headers", {}).items()
    }
    reply, requests = ask(failing_first(2, **{**fault, "headers": headers}), timeout=60.0)
    assert (reply.text, reply.failures, requests) == ("[roll]", 2, 3)
    assert len(slept) == 2
    assert all(least <= each <= most for each in slept), slept


@pytest.mark.parametrize("fault", ["reset", "html"])
def test_what_lasts_is_the_endpoint_s_failure(fault: str) -> None:
    with pytest.raises(EndpointError, match="has failed 3 times"):
        ask(lambda *_: Answer(fault=fault))


@pytest.mark.parametrize(
    "text",
    ["\x00[roll]", "\ud800 so [roll]", "\x1b[2J\x1b[31m[roll]\x1b[0m", "x" * 3_000_000 + " [roll]"],
    ids=["NUL", "half a character", "terminal codes", "3 MB"],
)  # fmt: skip
def test_odd_characters_around_an_action_do_no_harm(text: str) -> None:
    reply, requests = ask(lambda *_: Answer(text), timeout=60.0)
    assert (reply.fault, reply.failures, requests) == ("", 0, 1)
    state = make("pig").new_initial_state(1)
    assert state.action_to_string(read_reply(state, reply.text)) == "[roll]"
    assert len(reply.text) <= 200_000


def test_a_refused_reply_with_half_a_character_can_be_asked_again(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        return careful(body, number) if len(body["messages"]) > 2 else Answer("\ud800 hm")

    result, _ = play(tmp_path, behave, *PIG, "llm:m", "bot", "--deals", "1", "--out", str(tmp_path / "run"))
    assert result.exit_code == 0, result.output
    (row,) = report(tmp_path / "run")["models"]["agents"]
    assert (row["void"], row["forfeited"]) == (0, 0)
    assert row["unparsable"] * 2 == row["replies"]


@pytest.mark.parametrize("told", [(-5, 0, -1, 0), ("many", 0, "few", 0)], ids=["negative", "words"])
def test_tokens_that_are_none_are_estimated(told: Any) -> None:
    reply, _ = ask(lambda *_: Answer("[roll]", tokens=told))
    assert reply.estimated
    assert reply.tokens_in > 0 < reply.tokens_out
    assert reply.cost > 0


def test_no_more_tokens_are_cached_than_read() -> None:
    reply, _ = ask(lambda *_: Answer("[roll]", tokens=(10, 400, 5, 0)), price_cached_input=0.1)
    assert (reply.tokens_in, reply.tokens_cached) == (10, 10)
    assert reply.cost > 0


def test_of_several_choices_the_first_counts() -> None:
    reply, _ = ask(lambda *_: Answer("[roll]", fault="two choices"))
    assert reply.text == "[roll]"


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

    result, _ = play(tmp_path, behave, *PIG, "llm:m", "bot", "--deals", "3", "--concurrency", "3", timeout=60.0)
    assert result.exit_code == 0, result.output
    assert most == [3]


MODES = Path(__file__).with_name("modes.md")
"""What endpoints, models and runs do, each with the test that shows how it ends."""
SHOWN = dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", MODES.read_text(), re.MULTILINE))


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_the_test_that_shows_a_mode_is_there(shown: str) -> None:
    file, _, name = shown.partition("::")
    assert name in functions_of(file)
