"""``croupier analyse`` of a decision and of a game, and the hint at the terminal's prompt."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.table.game_file import save_game
from tests.cli.conftest import Run

OF_SKULL_KING = "src/croupier/games/skull_king/policies/skull-king-2026-11.onnx"
AGENT = ("--agent", "search/worlds=4,candidates=1,sweeps=1,halving=false:bot")


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Skull King with a person in seat 1."""
    game = croupier.make("skull-king", schedule="fives")
    bot, state = make_agent("bot", game), game.new_initial_state(6)
    while not state.is_terminal():
        state.apply_action(int(bot.act(Turns.of_state(state))[0]))
    file = tmp_path_factory.mktemp("games") / "game.json"
    save_game(file, state, ("bot", "human", "bot", "bot"))
    return file


def test_the_first_decision_of_a_deal_a_position_and_a_decision_of_a_game(run: Run, game_file: Path) -> None:
    def told(*words: str) -> tuple[dict[str, Any], dict[str, Any]]:
        data = json.loads(run("analyse", *words, *AGENT, "--json").stdout)
        return data, data.pop("provenance")

    first, source = told("skull-king", "-o", "schedule=fives", "--seed", "6")
    assert source["seeds"] == [6]
    assert source["command"].startswith("croupier analyse skull-king -o schedule=fives --seed 6")
    same, _ = told("--game", str(game_file), "--ply", "0")
    assert first == same
    assert (first["phase"], len(first["actions"])) == ("BIDDING", 6)
    shown = run("analyse", "pig", "--position", "pig scores=90,95 turn=0 total=6")
    assert "\nroll " in shown.stdout
    assert "Bot would play [roll]." in shown.stdout
    assert "Exact values: optimal play from here on." in shown.stdout
    shown = run("analyse", "--game", str(game_file), "--ply", "30", *AGENT)
    assert "Where hidden cards may be" in shown.stdout
    assert "Means over 4 sampled worlds" in shown.stdout


def test_a_policy_of_another_layout_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    model = onnx.load(OF_SKULL_KING)
    for entry in model.metadata_props:
        if entry.key == "observation_version":
            entry.value = "1"
    file = tmp_path / "old.onnx"
    onnx.save(model, str(file))
    line = refused("analyse", "skull-king", "--agent", f"search:net:{file}")
    assert f"{file} was trained for observation version 1" in line


def test_a_game_that_is_over_has_no_decision_left(refused: Callable[..., str], game_file: Path) -> None:
    count = len(json.loads(game_file.read_text())["actions"])
    line = refused("analyse", "--game", str(game_file), "--ply", str(count), *AGENT)
    assert f"--ply {count}: this game has {count} decisions, numbered from 0" in line


def test_a_review_is_of_the_people_and_its_page_is_written(run: Run, game_file: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    result = run("analyse", "--game", str(game_file), *AGENT, "--out", str(page), "--json")
    data = json.loads(result.stdout)
    assert [seat["seat"] for seat in data["seats"]] == [1]
    assert {decision["seat"] for decision in data["decisions"]} == {1}
    assert f"The page is {page}." in result.stderr
    assert data["true_cards"]
    assert data["provenance"]["seeds"] == [0]
    assert "Player 1 is human." in page.read_text()
    assert ">true cards</th>" in page.read_text()
    shown = run("analyse", "--game", str(game_file), "--seat", "0", *AGENT)
    assert "Every decision" in shown.stdout
    assert "verdict" in shown.stdout
    assert "Bad luck is a choice that was no mistake and lost there" in shown.stdout
    assert "In short" in shown.stdout


def test_a_hint_that_cannot_be_given_says_why_and_the_game_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> None:
        raise ConfigError("the agent net needs onnxruntime")

    monkeypatch.setattr("croupier.measure.Analyst", lacking)
    result = run(
        "play", "pig", "--seed", "7", "-o", "winning_score=4", "-o", "max_turns=2", text="!\nhold\nhold\n"
    )
    assert "There is no hint: the agent net needs onnxruntime." in result.stdout


def test_a_hint_is_given_at_the_prompt_and_the_game_goes_on(run: Run) -> None:
    result = run(
        "play", "pig", "--seed", "7", "-o", "winning_score=12", "-o", "max_turns=2", text="!\nhold\nhint\nhold\n"
    )
    assert result.stdout.count("Exact values: optimal play from here on.") == 2
    assert "! hint, q quit" in result.stdout


def test_a_hint_at_a_card_table_says_what_the_search_found(run: Run) -> None:
    result = run("play", "skull-king", "--vs", "bot", "--seat", "0", "--seed", "6", text="!\nq\n", ends=2)
    assert "Means over 192 sampled worlds, with 95% intervals." in result.stdout
    assert "[bid " in result.stdout
