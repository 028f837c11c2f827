"""The example of a text player: it plays, its games are kept, and the learner can copy them."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.learn.update.imitation import recorded_demonstrations
from croupier.table.game_file import load_game

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "examples" / "pig_text_player.py"))


def test_a_text_player_meets_optimal_play_and_its_games_can_be_imitated(
    example: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    example["main"](deals=3, file=str(file))
    told = re.fullmatch(r"careful takes ([\d.]+)% of 6 games against optimal, .*\n", capsys.readouterr().out)
    assert told is not None
    played = [load_game(file, line) for line in range(1, 7)]
    assert [each.agents[0] for each in played] == ["careful", "optimal"] * 3
    own = [each.state.returns()[each.agents.index("careful")] for each in played]
    assert float(told[1]) == pytest.approx(100 * (1 + np.mean(own)) / 2, abs=0.05)
    decisions = [
        recorded_demonstrations([file], croupier.make("PigDice-v0-short"), (name,))
        for name in ("careful", "optimal")
    ]
    copied = [sum(len(part.actions) for part in parts) for parts in decisions]
    assert min(copied) > 0
    assert sum(copied) == sum(len(each.state.history) for each in played)


def test_an_agent_of_ones_own_plays_in_the_arena_and_at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples")
    arena = CliRunner().invoke(
        app, ["arena", "pig", "py:my_agents:Cautious", "bot:hold-15", "--deals", "20", "--json"]
    )
    assert arena.exit_code == 0, arena.output
    own, same = json.loads(arena.stdout)["agents"]
    assert own["agent"] == "py:my_agents:Cautious"
    assert own["win_rate"] + same["win_rate"] == pytest.approx(1.0)
    play = ["play", "pig", "--vs", "py:my_agents:Cautious", "--seed", "3"]
    told = CliRunner().invoke(app, play, input="roll\n" * 500)
    assert told.exit_code == 0, told.output
    assert re.search(r"Player 1 is\s+py:my_agents:Cautious", told.output)
