"""`croupier serve` before anybody sits down: which agents it lets people seat."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.kernel import kernel_setting
from croupier.server.base.settings import ServerSettings

UNKNOWN = ["nope", "bot:nope", "search:nope", "bot:hold-0", "net:none.onnx", "py:no_such_module:X", "random/x"]


@pytest.mark.parametrize("agent", UNKNOWN)
def test_an_agent_that_no_game_knows_is_refused_before_the_start_as_other_commands_refuse_it(
    agent: str, refused: Callable[..., str], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    said = refused("serve", "--port", "0", "--data", str(data), "--agent", "bot", "--agent", agent)
    other = refused("record", "pig", "bot", agent, "--games", "1", "--out", str(tmp_path / "games.jsonl"))
    assert other.removeprefix("croupier: ") in said
    assert not data.exists()


def test_a_setting_of_kernels_that_does_not_exist_is_refused_before_the_start(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("CROUPIER_KERNELS", "fast")
    kernel_setting.cache_clear()
    try:
        assert "CROUPIER_KERNELS is 'fast'" in refused("serve", "--port", "0")
    finally:
        kernel_setting.cache_clear()


@pytest.mark.parametrize(
    "option", ["host", "base-url", "database", "data", "push-host", "llm-url", "llm-settings"]
)
def test_an_empty_value_is_refused_by_the_name_of_its_option(option: str, refused: Callable[..., str]) -> None:
    wanted = f"croupier: --{option} takes a value, not an empty one: leave it out"
    assert refused("serve", f"--{option}", "") == wanted
    assert refused("serve", f"--{option}=") == wanted


def test_a_database_without_a_file_is_refused_before_the_start(refused: Callable[..., str]) -> None:
    assert "'sqlite:///' names no plain file" in refused("serve", "--port", "0", "--database", "sqlite:///")


def test_a_person_is_no_agent_that_people_seat(refused: Callable[..., str]) -> None:
    assert "people sit down by links" in refused("serve", "--port", "0", "--agent", "human")


@pytest.fixture
def started(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any], tmp_path: Path
) -> Callable[..., ServerSettings]:
    """Starts a server with options, up to where it would listen; gives its settings."""
    found: list[ServerSettings] = []
    monkeypatch.setattr("croupier.server.process.run.serve", lambda settings, _: found.append(settings))

    def start(*words: str) -> ServerSettings:
        assert run("serve", "--port", "0", "--data", str(tmp_path), *words).exit_code == 0
        return found.pop()

    return start


@pytest.mark.parametrize(
    "agent", ["random", "bot:hold-25", "bot:source-abilities", "search/worlds=2:bot", "optimal"]
)
def test_an_agent_that_one_game_knows_is_allowed(agent: str, started: Callable[..., ServerSettings]) -> None:
    assert started("--agent", agent).agents == (agent,)


def test_limits_of_connections_are_options(started: Callable[..., ServerSettings]) -> None:
    words = ("connections=50", "connections-per-address=9", "header-seconds=2", "body-seconds=0.5")
    given = started(*(word for each in words for word in ("--limit", each)))
    limits = (given.connections, given.connections_per_address, given.header_seconds, given.body_seconds)
    assert limits == (50, 9, 2.0, 0.5)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("connections", "--limit takes NAME=N"),
        ("connection=50", "unknown limit 'connection'; did you mean connections"),
        ("connections=15", "must be a whole number of at least 16, not '15'"),
        ("connections=50.5", "must be a whole number"),
        ("header-seconds=nan", "must be a number of at least 0.1, not 'nan'"),
    ],
)
def test_a_limit_that_cannot_be_is_refused(word: str, why: str, refused: Callable[..., str]) -> None:
    assert why in refused("serve", "--limit", word)
