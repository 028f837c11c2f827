"""`croupier serve` before anybody sits down: which agents it lets people seat."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.kernel import kernel_setting
from croupier.server.base.settings import ServerSettings


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


@pytest.fixture
def started(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any], tmp_path: Path
) -> Callable[..., ServerSettings]:
    """Starts a server with options, up to where it would listen; gives its settings."""
    found: list[ServerSettings] = []
    monkeypatch.setattr("croupier.server.process.run.serve", lambda settings, _: found.append(settings))

    def start(*words: str) -> ServerSettings:
        run("serve", "--port", "0", "--data", str(tmp_path), *words)
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
