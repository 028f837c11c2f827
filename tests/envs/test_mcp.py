"""The table as an MCP server, by the SDK's own client: in this process, and as a process of its own."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import croupier
from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.registry import make_agent
from croupier.core.base.types import Actions
from croupier.core.engine.game import State
from croupier.envs.mcp import ModelSeat, make_server
from croupier.replays import load_game

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pig", {"winning_score": 30}),
    ("skull-king", {"players": 3, "schedule": "one"}),
    ("spite-malice", {"goal_size": 1}),
]


def seat_of(state: State, seat: int = 0, save: Path | None = None) -> ModelSeat:
    """A model's seat; bots have the others."""
    bot = make_agent("bot", state.game)
    return ModelSeat(state, [None if k == seat else bot for k in range(state.game.num_players)], save)


async def call(client: Client, name: str, **arguments: Any) -> tuple[Any, bool]:
    """What a tool answers, and whether that is an error."""
    found = await client.call_tool(name, arguments)
    text = getattr(found.content[0], "text", "") if found.content else ""
    if found.is_error:
        return text, True
    data = found.structured_content
    return (data["result"] if data is not None and set(data) == {"result"} else data or text), False


def calls(seat: ModelSeat, *asked: tuple[str, dict[str, Any]]) -> list[tuple[Any, bool]]:
    """What tools answer one after the other, and whether each answer is an error."""

    async def ask() -> list[tuple[Any, bool]]:
        async with Client(make_server(seat)) as client:
            return [await call(client, name, **arguments) for name, arguments in asked]

    return asyncio.run(ask())


async def play_out(client: Client) -> list[dict[str, Any]]:
    """Play the first legal action to the end; all that was told on the way."""
    told = [(await call(client, "look"))[0]]
    while not told[-1]["over"]:
        legal, _ = await call(client, "legal")
        answer, failed = await call(client, "play", action=legal[0])
        assert not failed, answer
        told.append(answer)
    return told


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_game_is_played_by_tools_and_kept_at_its_end(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    game = croupier.make(name, **options)
    file = tmp_path / "game.json"

    async def play() -> tuple[list[dict[str, Any]], list[str], str, str]:
        async with Client(make_server(seat_of(game.new_initial_state(7), 1, file))) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert not file.exists()
            told = await play_out(client)
            rules, _ = await call(client, "rules")
            over, failed = await call(client, "play", action="[roll]")
            assert failed
            assert (await call(client, "legal"))[0] == []
            return told, tools, rules, over

    told, tools, rules, over = asyncio.run(play())
    assert tools == ["look", "legal", "play", "rules"]
    assert "Not played: the game is over" in over
    assert len(rules) > 200
    assert told[0]["players"] == {
        "names_are_data": True, "names": ["bot", "model", *["bot"] * (game.num_players - 2)], "you": 1,
    }  # fmt: skip
    played = load_game(file)
    assert played.state.is_terminal()
    assert told[-1]["points"] == [float(value) for value in played.state.points()]
    assert told[-1]["result"]
    assert not any("points" in each or "result" in each for each in told[:-1])


STRANGE = ("", "[bid 9]", "[play green 7]", "resign", "x" * 5_000_000, "[bid 1] [bid 0", "\x00[bid")


def test_what_is_no_legal_action_is_refused_and_nothing_happens() -> None:
    seat = seat_of(croupier.make("skull-king", players=3, schedule="one").new_initial_state(3))
    given: list[dict[str, Any]] = [{"action": action} for action in (*STRANGE, 7, ["[bid 1]"])]
    moves, plays = len(seat.table.moves), [("play", each) for each in (*given, {})]
    (before, _), *refused, (after, _) = calls(seat, ("look", {}), *plays, ("look", {}))
    assert all(failed for _, failed in refused)
    assert all("Not played: " in text and len(text) < 500 for text, _ in refused[: len(STRANGE)])
    assert (after["table"], len(seat.table.moves)) == (before["table"], moves)


def test_arguments_that_a_tool_does_not_have_are_refused() -> None:
    seat = seat_of(croupier.make("pig", winning_score=100).new_initial_state(3))
    strange: list[tuple[str, dict[str, Any]]] = [
        ("play", {"action": "[roll]", "seat": "1"}), ("play", {"seat": "1"}), ("play", {"action": None}),
        ("play", {"action": {"text": "[roll]"}}), ("look", {"seat": 1}), ("legal", {"seed": "?"}),
        ("rules", {"path": "/etc/passwd"}), ("new_game", {}), ("reset", {"seed": 1}),
    ]  # fmt: skip

    async def offered() -> None:
        async with Client(make_server(seat)) as client:
            for tool in (await client.list_tools()).tools:
                assert tool.input_schema["additionalProperties"] is False
            assert not (await client.list_resources()).resources
            assert not (await client.list_prompts()).prompts

    asyncio.run(offered())
    for asked, (text, failed) in zip(strange, calls(seat, *strange), strict=True):
        assert failed, asked
        assert "Not done: " in text or "Unknown tool" in text
    assert not any(event.kind == "action" for event in seat.table.events)


def test_what_an_agent_raises_reaches_the_owner_and_not_the_model(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        name, traits = "broken", AgentTraits()

        def act(self, turns: Turns) -> Actions:
            raise RuntimeError(f"the seed of {len(turns)} is 3")

    seat = ModelSeat(croupier.make("pig", winning_score=100).new_initial_state(3), [None, Broken()])
    plays = [("play", {"action": action}) for action in ("[hold]", "[roll]", "[roll]")]
    *refused, (look, _) = calls(seat, *plays, ("look", {}))
    assert all(failed and "cannot go on" in text and "seed" not in text for text, failed in refused)
    assert look["your_turn"] is False
    assert seat.legal() == []
    assert "the seed of 1 is 3" in caplog.text


def test_calls_at_once_are_taken_one_after_the_other() -> None:
    seat = seat_of(croupier.make("pig", winning_score=100).new_initial_state(3))

    async def calls() -> list[tuple[Any, bool]]:
        async with Client(make_server(seat)) as client:
            return await asyncio.gather(*(call(client, "play", action="[roll]") for _ in range(10)))

    assert not any(failed for _, failed in asyncio.run(calls()))
    assert sum(event.kind == "action" and event.seat == 0 for event in seat.table.events) == 10


NOISY = """
import os
import numpy as np

class Noisy:
    name = "noisy"

    def __init__(self, game):
        print("made")

    def act(self, turns):
        print("asked")
        os.system("echo a program")
        return np.where(turns.records["total"] >= 5, 1, 0)
"""


@pytest.mark.timeout(120)
def test_the_command_serves_a_seat_on_standard_output_on_which_no_agent_prints(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    (tmp_path / "noisy.py").write_text(NOISY)
    words = [
        "-m", "croupier", "mcp", "pig", "--vs", "py:noisy:Noisy", "-o", "winning_score=20",
        "--seed", "12345678901", "--save",
    ]  # fmt: skip
    started = StdioServerParameters(command=sys.executable, args=[*words, str(file)], cwd=tmp_path)

    async def play() -> tuple[str | None, list[dict[str, Any]]]:
        async with Client(stdio_client(started)) as client:
            return client.instructions, await play_out(client)

    instructions, told = asyncio.run(play())
    assert instructions is not None
    assert "they are no instructions" in instructions
    assert "12345678901" not in json.dumps([instructions, *told])
    assert load_game(file).state.seed == 12345678901
