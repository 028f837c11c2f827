"""The example of an OpenEnv server: sessions, seeds that are used, rewards at the end, OpenEnv's validation."""

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
from croupier.envs.training import (  # noqa: E402
    FORFEIT,
    Rewards,
    deal_seed,
)
from examples.openenv_server import Games, Reply  # noqa: E402

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


async def game(
    address: str, seed: int | None, words: str = "", **more: Any
) -> tuple[list[dict[str, Any]], Any, Any]:
    """One game by the first legal action, or by these words; gives observations, the last result and the state."""
    async with GenericEnvClient(base_url=address) as client:
        result = await client.reset(**({} if seed is None else {"seed": seed}), **more)
        seen = [result.observation]
        while not result.done:
            assert not result.reward
            result = await client.step({"reply": words or seen[-1]["legal_actions"][len(seen) % 2]})
            seen.append(result.observation)
        return seen, result, await client.state()


def test_sessions_at_the_same_time_have_games_of_their_own(address: str) -> None:
    async def all_at_once() -> list[Any]:
        return list(await asyncio.gather(*(game(address, seed) for seed in (5, 5, 5, 6, 6, 7, 8))))

    played = asyncio.run(all_at_once())
    alone = [asyncio.run(game(address, seed)) for seed in (5, 6)]
    histories = [state["actions"] for _, _, state in played]
    assert histories[0] == histories[1] == histories[2] == alone[0][2]["actions"]
    assert histories[3] == histories[4] == alone[1][2]["actions"]
    assert len({tuple(actions) for actions in histories}) == 4
    for seed, (seen, result, state) in zip((5, 5, 5, 6, 6, 7, 8), played, strict=True):
        assert state["seed"] == seed
        assert state["seat"] == seed % 2 == seen[0]["seat"]
        assert state["agents"][state["seat"]] == "model"
        assert result.reward in (0.0, 0.5, 1.0)
        assert result.metadata["invalid_rate"] == 0.0
        assert (f"Player {state['seat']} reaches" in seen[-1]["prompt"]) <= (result.reward == 1.0)


def test_a_forfeit_earns_less_than_a_loss_and_rates_stand_beside_the_reward(address: str) -> None:
    seen, result, _ = asyncio.run(game(address, 4, "I give up.", seat=0))
    assert (result.reward, result.done) == (-FORFEIT, True)
    assert result.metadata["forfeit"] == 1.0
    assert result.metadata["invalid_rate"] == result.metadata["unparsable_rate"] == 1.0
    assert len(seen) == 3
    assert "has no action in square brackets" in seen[1]["invalid"]


def test_a_step_too_early_or_too_late_is_an_error_and_the_server_goes_on(address: str) -> None:
    async def wrong() -> None:
        async with GenericEnvClient(base_url=address) as client:
            with pytest.raises(RuntimeError, match="no game has begun"):
                await client.step({"reply": "[hold]"})
            with pytest.raises(RuntimeError, match="seats of pig are 0 to 1, not 5"):
                await client.reset(seed=1, seat=5)
            await client.reset(seed=1)
            with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
                await client.step({"action": "[hold]"})
            result = await client.step({"reply": "no"})
            while not result.done:
                result = await client.step({"reply": "no"})
            with pytest.raises(RuntimeError, match="the game is over"):
                await client.step({"reply": "[hold]"})

    asyncio.run(wrong())
    assert asyncio.run(game(address, 1))[1].done


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


def test_without_a_seed_decisions_are_drawn_and_none_is_answered_before_it_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")  # as for a program that stands there
    env = runpy.run_path(str(ROOT / "examples" / "openenv_decisions.py"))["Decisions"](DecisionTasks("pig-2"))
    with pytest.raises(RuntimeError, match="no decision is open"):
        env.step(Reply(reply="[roll]"))
    assert len({env.reset().prompt for _ in range(20)}) > 10


CHAT = (("system", "system"), ("user", "prompt"))


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"opponents": "bott"}, "unknown agent"),
        ({"reward": "bids"}, "reward must be one of win, utility"),
        ({"options": {"winning": 20}}, "unknown option"),
    ],
)
def test_a_server_that_cannot_be_is_refused_before_it_starts(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        Games("pig", **settings)


def test_the_example_plays_games_at_the_same_time(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "openenv_client.py"))
    asyncio.run(example["main"](address, games=3))
    assert re.fullmatch(r"[0-3](\.5)? wins of 3\n", capsys.readouterr().out)


def test_a_round_is_paid_as_it_ends_and_a_game_that_is_left_has_earned_nothing() -> None:
    settings: dict[str, Any] = {"options": {"players": 3, "schedule": "skip"}, "reward": "duplicate"}
    env = Games("skull-king", "bot", round_points=1.0, kept_bid=0.25, **settings)
    plain = Games("skull-king", "bot", **settings)
    paid: dict[Games, list[float]] = {}
    sums: dict[Games, list[float]] = {}
    for each in (env, plain):
        found = each.reset(seed=5, seat=1)
        assert found.reward is None
        paid[each] = []
        while not found.done:
            found = each.step(Reply(reply=found.legal_actions[0]))
            paid[each].append(found.reward)
        sums[each] = [sum(paid[each][: last + 1]) for last in range(len(paid[each]))]
    assert env.episode is not None
    how = Rewards.of(env.episode.game, "duplicate", round_points=1.0, kept_bid=0.25)
    assert sums[env][-1] == pytest.approx(env.episode.earned(how)[1])
    assert max(sums[env][:-1]) <= 0.0 <= sums[env][-1]
    assert sum(reward != 0.0 for reward in paid[env]) > 3
    assert sums[plain][:-1] == [0.0] * (len(paid[plain]) - 1)
    assert sums[plain][-1] == pytest.approx(env.episode.earned(Rewards.of(env.episode.game, "duplicate"))[1])


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
