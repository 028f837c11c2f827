"""The environment for verifiers: several models, agents, seeds, rewards, and the library's own checks."""

from __future__ import annotations

import asyncio
import json
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.envs.training import FORFEIT, deal_seed
from croupier.table.asking import ask_one
from croupier.table.events import ReplyPolicy
from tests.envs.sets import made_up
from tests.models.scripted import Answer, Scripted, scripted

pytest.importorskip("verifiers", reason="verifiers is not installed: uv sync --group verifiers")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own

import verifiers.v1 as vf  # noqa: E402
from verifiers.v1.clients import ModelContext  # noqa: E402

from croupier.envs.decision import DecisionTasks  # noqa: E402
from croupier.envs.verifiers import (  # noqa: E402
    CroupierInteractionEnv,
    load_environment,
)

SHORT: dict[str, Any] = {"winning_score": 20, "max_turns": 30}


Messages = list[dict[str, Any]]


def careful(messages: Messages) -> str:
    """Pig: hold at eight."""
    told = " ".join(str(m["content"]) for m in messages if m["role"] == "user")
    total = int(re.findall(r"[Tt]urn total(?: is now|:) (\d+)", told)[-1])
    return "I hold: [hold]" if total >= 8 else "I roll: [roll]"


MODELS: dict[str, Callable[[Messages], Answer]] = {
    "careful": lambda messages: Answer(careful(messages)),
    "eager": lambda messages: Answer(re.findall(r"\[[^\[\]]+\]", str(messages[-1]["content"]))[-1]),
    "mute": lambda _: Answer("I pass."),
    "mute second": lambda messages: Answer(
        "I pass." if "Player 1 of 2" in messages[0]["content"] else careful(messages)
    ),
    "banker": lambda _: Answer("I bank it: [hold]"),
    "cut": lambda _: Answer("[hold]", finish="length"),
    "broken": lambda _: Answer(status=400),
}


@pytest.fixture(scope="module")
def server() -> Iterator[Scripted]:
    with scripted(lambda body, _number: MODELS[body["model"]](body["messages"])) as served:
        yield served


def episodes(env: CroupierInteractionEnv, address: str, model: str, count: int = 1) -> list[vf.Episode]:
    """Evaluate a model on the first tasks."""
    client = vf.EvalClientConfig(base_url=address, api_key_var="CROUPIER_TEST_KEY")
    context = ModelContext(model=model, client=client, sampling=vf.SamplingConfig())

    async def run() -> list[vf.Episode]:
        tasks = list(env.taskset.take(count))
        async with env.serving():
            return list(await asyncio.gather(*(env.run_slot(env.slots(task)[0], context) for task in tasks)))

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_TEST_KEY", "none")


def test_a_model_is_evaluated_against_an_agent(server: Scripted) -> None:
    env = load_environment("pig", opponents="random", deals=2, seed=5, **SHORT)
    played = episodes(env, server.url, "careful", 4)
    assert [episode.ok for episode in played] == [True] * 4, [episode.errors for episode in played]
    for number, episode in enumerate(played):
        (trace,) = episode.traces
        game = trace.info["croupier"]
        assert (game["seat"], game["seed"]) == (number % 2, 5 + number // 2)
        assert game["agents"][game["seat"]] == "player"
        assert trace.reward == max(0.0, game["returns"][game["seat"]])
        assert trace.metrics["invalid_rate"] == trace.metrics["forfeit"] == 0.0
        assert trace.metrics["replies"] == trace.num_turns
        assert trace.agent.trainable
    again = episodes(env, server.url, "careful", 4)
    assert [e.traces[0].info["croupier"] for e in again] == [e.traces[0].info["croupier"] for e in played]


def test_several_models_sit_at_one_table_and_hear_what_a_seat_may_hear(server: Scripted) -> None:
    env = load_environment("pig", models=1, rivals=1, deals=1, **SHORT)
    (episode,) = episodes(env, server.url, "careful")
    assert episode.ok, episode.errors
    seats = {trace.agent.name: trace for trace in episode.traces}
    assert set(seats) == {"player", "rival"}
    assert (seats["player"].agent.trainable, seats["rival"].agent.trainable) == (True, False)
    assert seats["player"].reward + seats["rival"].reward == 1.0
    for name, trace in seats.items():  # the game's file says who was trained
        told = trace.info["croupier"]
        assert told["agents"][told["seat"]] == name
        assert sorted(told["agents"]) == ["player", "rival"]
    asked = [body for body in server.requests if "Player 1 of 2" in body["messages"][0]["content"]]
    assert asked
    for body in asked:
        roles = [message["role"] for message in body["messages"]]
        assert roles == ["system", *["user", "assistant"] * ((len(roles) - 2) // 2), "user"]


def test_a_model_that_may_say_no_more_forfeits_and_a_broken_endpoint_makes_the_game_void(server: Scripted) -> None:
    env = load_environment("pig", opponents="random", deals=1, **SHORT)
    env._agent_specs["player"].max_turns = 2
    env.config.player.max_turns = 2
    (episode,) = episodes(env, server.url, "careful")
    assert episode.ok, episode.errors
    assert episode.traces[0].metrics["forfeit"] == 1.0
    assert episode.traces[0].reward == -FORFEIT
    (void,) = episodes(load_environment("pig", deals=1, **SHORT), server.url, "broken")
    assert not void.ok
    assert "cannot be asked" in void.errors[-1].message
    assert not void.traces[0].rewards


@pytest.mark.parametrize("mode", ["game", "decision"])
def test_the_librarys_own_validation_passes(mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from verifiers.v1.cli.validate import main

    words = ["--taskset.game", "pig", "--taskset.deals", "2"]
    if mode == "decision":
        file = made_up(tmp_path, "skull-king", 4, players=3)
        words = ["--taskset.mode", "decision", "--taskset.decisions", str(file)]
    out = ["--no-rich", "-o", str(tmp_path / "out"), "--runtime.type", "subprocess"]
    main(["croupier-verifiers", *words, *out])
    told = capsys.readouterr().out
    summary = json.loads(told[told.index("{") :])
    assert summary["checks"]["gold"]["valid"] == summary["total"] == 4
    assert summary["outcomes"]["error"] == summary["outcomes"]["invalid"] == 0


def test_the_librarys_command_evaluates_a_model(server: Scripted, tmp_path: Path) -> None:
    from verifiers.v1.cli.eval.main import main

    main(
        [
            "croupier-verifiers", "--env.taskset.game", "pig", "--env.taskset.opponents", '["random"]',
            "-n", "2", "-m", "careful",
            "--client.base-url", server.url, "--client.api-key-var", "CROUPIER_TEST_KEY",
            "--no-rich", "--no-push", "-o", str(tmp_path),
        ]
    )  # fmt: skip
    (traces,) = tmp_path.rglob("traces.jsonl")
    lines = [json.loads(line) for line in traces.read_text().splitlines()]
    assert len(lines) == 2


def test_a_decision_is_asked_once_and_its_reply_earns_what_it_is_worth(server: Scripted) -> None:
    decisions, asked = DecisionTasks("pig-2", penalty=0.5), len(server.requests)
    settings: dict[str, Any] = {"mode": "decision", "decisions": "pig-2", "penalty": 0.5}
    for model, named in (("banker", "[hold]"), ("mute", None), ("cut", None)):
        played = episodes(load_environment("pig", **settings), server.url, model, 3)
        assert [episode.ok for episode in played] == [True] * 3, [episode.errors for episode in played]
        for row, episode in zip(decisions.rows, played, strict=False):
            (trace,) = episode.traces
            told = trace.info["croupier"]
            table = decisions.rewards(row)
            assert trace.reward == (table[named] if named else min(table.values()) - 0.5)
            assert trace.metrics["invalid_rate"] == float(named is None)
            assert trace.metrics["truncated_rate"] == float(model == "cut")
            assert (told["row"], told["digest"]) == (row.id, decisions.set.digest)
            assert trace.num_turns == 1
    bodies = server.requests[asked:]
    assert len(bodies) == 9
    messages = [[(m["role"], m["content"]) for m in body["messages"]] for body in bodies[:3]]
    wanted = [[(m["role"], m["content"]) for m in decisions.chat(row)] for row in decisions.rows[:3]]
    assert sorted(messages) == sorted(wanted)
    (void,) = episodes(load_environment(**settings), server.url, "broken")
    assert not void.ok
    assert not void.traces[0].rewards


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"opponents": "bott"}, "unknown agent"),
        ({"models": 2, "rivals": 1}, r"models must be 1\.\.2"),
        ({"winning": 3}, "unknown option"),
        ({"mode": "decisions"}, "mode must be one of game, decision, not 'decisions'"),
        ({"mode": "decision"}, "no set of decisions is named"),
        ({"mode": "decision", "decisions": "pig-2", "winning_score": 20}, "leave out winning_score"),
    ],
)
def test_an_environment_that_cannot_be_is_refused_when_it_is_made(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        load_environment("pig", **settings)


def test_the_example_tells_wins_and_rates(
    server: Scripted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "verifiers_eval.py"))
    asyncio.run(example["main"](server.url, "careful", deals=1))
    told = capsys.readouterr().out
    assert "invalid_rate: 0.0%" in told
    assert "games: 2, void: 0" in told
    asyncio.run(example["main"](server.url, "broken", deals=1))
    assert "games: 0, void: 2" in capsys.readouterr().out


def test_nobody_gains_by_the_forfeit_of_a_rival(server: Scripted) -> None:
    env = load_environment("pig", models=1, rivals=1, deals=1, error_allowance=0, **SHORT)
    (episode,) = episodes(env, server.url, "mute second")
    assert episode.ok, episode.errors
    seats = {trace.agent.name: trace for trace in episode.traces}
    assert seats["rival"].reward == -FORFEIT
    assert seats["player"].metrics["left_out"] == 1.0
    assert (seats["player"].reward, seats["player"].rewards) == (0.0, {})


def test_games_are_rewarded_by_points_and_rounds_as_an_independent_count_says(server: Scripted) -> None:
    options: dict[str, Any] = {"players": 3, "schedule": "skip"}
    more: dict[str, Any] = {"reward": "duplicate", "round_points": 0.5, "kept_bid": 0.25, "scale": 100.0}
    env = load_environment("skull-king", opponents="bot", deals=1, split="train", **more, **options)
    (episode,) = episodes(env, server.url, "eager")
    assert episode.ok, episode.errors
    (trace,) = episode.traces
    told = trace.info["croupier"]
    assert told["seed"] == deal_seed("train", 0)
    game, own = croupier.make("skull-king", **options), told["seat"]
    states = [game.new_initial_state(told["seed"]) for _ in range(2)]
    kept = 0
    for action in told["actions"]:
        played, number = states[0].played(action), states[0].view(own)["table"]["round"]
        states[0].apply_action(action)
        if states[0].is_terminal() or states[0].view(own)["table"]["round"] != number:
            side = next(each for each in played.table(None)["seats"] if each["seat"] == own)
            kept += (side["bid"] == side["won"]) - (side["won"] == 0)
    bot = make_agent("bot", game)
    while not states[1].is_terminal():
        states[1].apply_action(ask_one(bot, states[1]))
    points, bots = (float(state.points()[own]) for state in states)
    way = max(-4.0, min(4.0, 0.5 * points / 100 + 0.25 * kept))
    assert trace.metrics["points"] == points
    assert trace.reward == pytest.approx(max(0.0, 4 + (points - bots) / 100) + way + 4)


def test_splits_have_no_deal_in_common_and_no_task_is_over_before_a_model_is_asked() -> None:
    seeds = {}
    for split in ("train", "eval"):
        env = load_environment("pig", opponents="random", deals=20, split=split, winning_score=6, max_turns=8)
        tasks = list(env.taskset)
        assert len(tasks) == 40
        assert all(not task.data.begin(ReplyPolicy(0)).over for task in tasks)
        assert tasks[0].data.name.startswith(f"pig#{split}-")
        seeds[split] = {task.data.seed for task in tasks}
        assert len(seeds[split]) == 20
    assert not seeds["train"] & seeds["eval"]
