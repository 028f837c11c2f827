"""The example of an OpenEnv server: sessions, seeds that are used, decisions, OpenEnv's validation."""

from __future__ import annotations

import asyncio
import json
import os
import re
import runpy
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from croupier.core.base.errors import ConfigError

pytest.importorskip("openenv", reason="OpenEnv is not installed: uv sync --no-default-groups --group ray")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own deprecations

from openenv.core import GenericEnvClient  # noqa: E402

from croupier.envs.decision import DecisionTasks  # noqa: E402
from croupier.envs.training import deal_seed  # noqa: E402
from examples.openenv_server import Games  # noqa: E402

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that was started by the command of the docs, with short games of Pig."""
    short = {"opponents": "random", "options": {"winning_score": 20, "max_turns": 30}}
    with served(tmp_path_factory.mktemp("server") / "log", "openenv_server.py", "pig", short) as url:
        yield url


@contextmanager
def served(log: Path, example: str, name: str, settings: dict[str, Any]) -> Iterator[str]:
    """An example's server in a process of its own."""
    port = free_port()
    command = [sys.executable, f"examples/{example}", name, json.dumps(settings), str(port)]
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, env=dict(os.environ))
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert server.poll() is None, log.read_text()
            try:
                with urlopen(f"{url}/health") as answer:  # noqa: S310  # an address of our own
                    assert answer.status == 200
                break
            except OSError:
                time.sleep(0.5)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def validated(url: str) -> None:
    """OpenEnv's own validation passes."""
    command = [
        str(Path(sys.executable).with_name("openenv")),
        "validate",
        "--url",
        url,
        "--timeout",
        "60",
        "--json",
    ]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    report = json.loads(result.stdout)
    assert report["passed"], report
    assert report["summary"]["passed_count"] == report["summary"]["total_count"] > 5
    assert report["summary"]["failed_criteria"] == []


def test_openenvs_own_validation_passes(address: str) -> None:
    validated(address)


def test_a_session_asks_decisions_and_the_first_reply_ends_each(tmp_path: Path) -> None:
    decisions = DecisionTasks("pig-2", penalty=0.5)

    async def ask(url: str) -> None:
        async with GenericEnvClient(base_url=url) as client:
            for seed, text in ((0, "[roll]"), (1, "I bank: [hold]"), (502, "I pass."), (2, "[roll]")):
                row = decisions.rows[seed % len(decisions.rows)]
                result = await client.reset(seed=seed)
                told = [{"role": role, "content": result.observation[key]} for role, key in CHAT]
                assert told == decisions.chat(row)
                assert result.observation["legal_actions"] == [row.texts[place] for place in row.order]
                assert not result.done
                assert (await client.state())["rewards"] == decisions.rewards(row)
                result = await client.step({"reply": text})
                graded = decisions.grade(row, text)
                assert (result.reward, result.done) == (graded.reward, True)
                assert result.metadata["regret"] == graded.regret
                assert result.observation["invalid"] == graded.refusal
                assert (await client.state())["decision"] == row.id
                with pytest.raises(RuntimeError, match="no decision is open"):
                    await client.step({"reply": text})
            named = await client.reset(row=decisions.rows[7].id)
            assert named.observation["prompt"] == decisions.chat(decisions.rows[7])[1]["content"]
            with pytest.raises(RuntimeError, match="unknown row of pig-2 'none'"):
                await client.reset(row="none")

    with served(tmp_path / "log", "openenv_decisions.py", "pig-2", {"penalty": 0.5}) as url:
        asyncio.run(ask(url))
        validated(url)


CHAT = (("system", "system"), ("user", "prompt"))


def test_the_example_plays_games_at_the_same_time(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "openenv_client.py"))
    asyncio.run(example["main"](address, games=3))
    assert re.fullmatch(r"[0-3](\.5)? wins of 3\n", capsys.readouterr().out)


def test_deals_are_of_a_split_and_none_that_is_drawn_is_over_before_the_model_is_asked() -> None:
    short = {"winning_score": 6, "max_turns": 8}
    env = Games("pig", "bot", split="eval", options=short)
    assert {Games("skull-king", options={"players": 3}).reset().seat for _ in range(40)} == {0, 1, 2}
    for _ in range(30):
        assert not env.reset().done
        assert env.state.seed % 2 == 1
    assert not env.reset(split="train").done
    assert env.state.seed % 2 == 0
    env.reset(deal=7)
    assert (env.state.seed, env.state.seat) == (deal_seed("eval", 7), 1)
    env.reset(deal=7, split="train", seat=0)
    assert (env.state.seed, env.state.seat) == (deal_seed("train", 7), 0)
    env.reset(seed=9)
    assert (env.state.seed, env.state.seat) == (9, 1)
    with pytest.raises(ConfigError, match="split must be one of train, eval"):
        env.reset(split="test")
