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
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.envs import text
from croupier.learn.update.imitation import recorded_demonstrations
from croupier.table.asking import ask_one
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


def test_a_text_player_that_says_nothing_loses(example: dict[str, Any]) -> None:
    env = text.make("PigDice-v0-short")
    optimal = make_agent("optimal", env.game)
    assert example["play"](env, lambda _: "", optimal, seat=1, seed=1) == -1.0
    assert not env.state.is_terminal()


def test_a_decision_depends_on_the_seed_and_its_number_alone() -> None:
    state = croupier.make("pig").new_initial_state(5)
    random = make_agent("random", state.game)
    chosen = []
    for _ in range(40):
        before = state.serialize()
        chosen.append(ask_one(random, state))
        assert ask_one(random, state) == chosen[-1]
        assert state.serialize() == before
        state.apply_action(0)
    assert set(chosen) == {0, 1}


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
