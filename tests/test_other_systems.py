"""Systems without what POSIX alone has: it is hidden, and games are played, learned and served all the same."""

import asyncio
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from croupier.agents.registry import make_agent
from croupier.agents.speech import Question
from croupier.core.base import locks
from croupier.core.base.errors import ConfigError
from croupier.core.base.locks import lock_file
from croupier.core.engine.making import make
from croupier.server.base.settings import ServerSettings
from croupier.server.process.run import serve
from tests.hidden import FUNCTIONS, MODULES

ROOT = Path(__file__).parents[1]


def run_without(hidden: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [sys.executable, "-m", "tests.hidden", ",".join(hidden), *words],
        input="r\n" * 500, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-4000:]
    return result


@pytest.fixture(scope="module")
def played_and_served(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What a process says that plays a game and then serves a page, and its folder."""
    folder = tmp_path_factory.mktemp("hidden")
    return run_without(MODULES + FUNCTIONS, "play,serve", str(folder)).stdout, folder


def test_a_game_is_played_at_the_terminal(played_and_served: tuple[str, Path]) -> None:
    said, folder = played_and_served
    assert "and wins" in said
    assert (folder / "game.json").exists()


@pytest.mark.thorough
def test_a_policy_is_trained_without_a_lock_and_a_warning_says_so(tmp_path: Path) -> None:
    result = run_without(MODULES + FUNCTIONS, "train", str(tmp_path))
    assert (tmp_path / "run" / "policy.onnx").exists()
    assert f"this system has no locks: let no other process write to {tmp_path / 'run'}" in result.stderr


def test_a_page_is_served(played_and_served: tuple[str, Path]) -> None:
    assert played_and_served[0].endswith("\n200 True\n")


def test_a_program_is_ended_alone_and_a_warning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    name = f"cmd/seconds=0.2:{sys.executable} -c 'import time; time.sleep(60)'"
    with pytest.warns(RuntimeWarning, match=r"no groups of processes \(os\.killpg\): what the program starts"):
        agent = make_agent(name, make("pig"))

    question = Question("pig", 0, 0, "", "", (), {}, ("roll",))  # type: ignore[typeddict-item]  # it is not read

    async def asked() -> str | None:
        seat = agent.open()  # type: ignore[attr-defined]
        return (await seat.answer(question)).fault  # type: ignore[no-any-return]

    assert asyncio.run(asyncio.wait_for(asked(), 20)) == "hung"


def test_a_database_of_postgresql_is_refused_by_name_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(ConfigError, match="SQLite alone on Windows: the driver of PostgreSQL"):
        serve(ServerSettings(database=make_url("postgresql+psycopg://localhost/none")), lambda _: None)


def test_a_wait_goes_on_where_the_system_gives_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import portalocker.portalocker

    tries = []

    def held_at_first(*_: object) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise OSError(errno.EAGAIN, "held")

    monkeypatch.setattr(portalocker.portalocker, "LOCKER", held_at_first)
    with (tmp_path / "file").open("w") as opened:
        with pytest.raises(BlockingIOError):
            lock_file(opened.fileno(), tmp_path / "file", wait=False)
        monkeypatch.setattr(locks, "_WINDOWS", True)
        lock_file(opened.fileno(), tmp_path / "file", wait=True)
    assert len(tries) == 3
