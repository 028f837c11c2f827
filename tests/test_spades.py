"""Spades, the game with tricks in one file of `examples/`: equal to a slow reference, and played at every door."""

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents import make_agent
from croupier.cli import app
from croupier.core.engine.game import Game
from croupier.games.tricks.cards import CARDS
from croupier.table import ask_one
from croupier.testing.checks import check_game
from tests.spades_reference import Round, Sheet

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def spades(monkeypatch: pytest.MonkeyPatch, outside: dict[str, str]) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    outside["spades"] = "spades:SPEC"
    return importlib.import_module("spades")


@pytest.mark.parametrize("games", [2, pytest.param(1000, marks=pytest.mark.thorough)])
def test_it_is_what_a_slow_reference_plays(spades: ModuleType, games: int) -> None:
    random = np.random.default_rng(1)
    for seed in range(games):
        game = Game(spades.SPEC, target=int(random.choice([50, 200])))
        state, sheet = game.new_initial_state(seed), Sheet(int(game.options["target"]))
        while not state.is_terminal():
            s = state.records[0]
            hands = [{CARDS[card] for card in np.flatnonzero(s["where"] == seat)} for seat in range(4)]
            played = Round(hands, int(s["dealer"]))
            low = int(random.choice([0, 2, 5]))  # bids of all sizes, nil among them
            while not played.over():
                legal = {state.action_to_string(action): action for action in state.legal_actions()}
                assert (set(legal), state.current_player()) == (played.legal(), played.turn)
                texts = sorted(legal)
                if "[bid 3]" in legal:
                    texts = [f"[bid {bid}]" for bid in range(low, low + 3)]
                text = str(random.choice(texts))
                played.play(text)
                state.apply_action(legal[text])
            sheet.add(played)
            assert state.records["scores"][0].tolist() == sheet.points * 2, (seed, state.position())
        assert sheet.over()
        ahead = int(np.sign(sheet.points[0] - sheet.points[1]))
        assert state.returns().tolist() == [ahead, -ahead] * 2


@pytest.mark.parametrize(
    ("bids", "won", "scores", "points"),
    [
        ((3, 4, 2, 4), (4, 4, 1, 4), (0, 0), (50, 80)),  # SP-5
        ((3, 4, 2, 4), (3, 5, 1, 4), (0, 0), (-50, 81)),  # a bid that is missed
        ((0, 4, 5, 4), (0, 4, 5, 4), (0, 0), (150, 80)),  # SP-6
        ((0, 4, 5, 4), (1, 4, 4, 4), (0, 0), (-149, 80)),  # a failed nil does not help the partner, and is a bag
        ((3, 4, 2, 3), (4, 3, 2, 4), (9, 0), (-40, 70)),  # SP-7: the tenth bag
    ],
)
def test_rounds_are_scored_by_the_rules(
    spades: ModuleType, bids: Any, won: Any, scores: tuple[int, int], points: tuple[int, int]
) -> None:
    s = np.zeros(1, dtype=spades.STATE)[0]
    s["bids"], s["won"], s["scores"], s["target"] = bids, won, scores * 2, 500
    spades.end_round(s)
    assert s["scores"].tolist() == list(points * 2)


@pytest.mark.thorough
def test_it_keeps_the_contract(spades: ModuleType) -> None:
    assert check_game(Game(spades.SPEC), games=10) > 100


@pytest.mark.parametrize(
    "fields", ["hands=AS", "dealer=0 scores=1,2,3,4", "dealer=0 bids=3", "deck=3", "dealer=7 hands=AS"]
)
def test_positions_that_no_game_comes_to_are_refused(spades: ModuleType, fields: str) -> None:
    with pytest.raises(croupier.PositionError):
        Game(spades.SPEC).position(f"spades {fields}")


def test_a_seat_learns_nothing_of_the_other_hands(spades: ModuleType) -> None:
    state = Game(spades.SPEC).new_initial_state(4)
    for action in (55, 54, 56, 53):
        state.apply_action(action)
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    for seed in range(20):
        other = state.resample_hidden(0, seed)
        assert other.view(0) == state.view(0)
        assert other.legal_actions() == state.legal_actions() or state.current_player() != 0
        assert np.array_equal(other.observation_tensor(0), state.observation_tensor(0))


def test_people_play_it(spades: ModuleType) -> None:
    typed = "\n".join(["bid 3", *["?"] * 2, "q"])
    said = CliRunner().invoke(app, ["play", "spades", "--vs", "bot", "--seed", "2"], input=typed)
    assert "bids" in said.output


def test_its_bot_is_better_than_chance(spades: ModuleType) -> None:
    """Row by row; what is compiled of it takes ten seconds before it plays, which is done in a thorough run."""
    game = Game(spades.SPEC, target=50)
    bot, chance = (make_agent(name, game) for name in ("bot", "random"))
    won = 0.0
    for seed in range(6):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(ask_one(bot if state.current_player() % 2 == seed % 2 else chance, state))
        won += state.returns()[seed % 2]
    assert won > 2


@pytest.mark.thorough
def test_agents_play_it_in_the_arena(spades: ModuleType) -> None:
    arena = CliRunner().invoke(
        app, ["arena", "spades", "bot", "random", "-o", "target=50", "--deals", "6", "--json"]
    )
    assert arena.exit_code == 0, arena.output
    assert json.loads(arena.stdout)["comparison"]["mixes"][0]["points"]["mean"] > 0  # one bot among random agents


@pytest.mark.thorough
def test_learners_take_it(spades: ModuleType) -> None:
    from croupier.envs.gymnasium import CroupierEnv

    assert spades.SPEC.name == "spades"
    env: Any = CroupierEnv(croupier.make("spades", target=50), opponents="bot")
    observation, info = env.reset(seed=1)
    done = False
    while not done:
        assert observation.shape == env.observation_space.shape
        observation, reward, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward in (-1.0, 0.0, 1.0)


@pytest.mark.thorough
def test_openspiel_and_search_play_it(spades: ModuleType) -> None:
    pytest.importorskip("pyspiel")
    from croupier.envs.open_spiel import CroupierGame

    kind: Any = type("SpadesGame", (CroupierGame,), {"spec": spades.SPEC})
    state = kind({"target": 50}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.legal_actions() == list(range(52, 66))
    own = croupier.make("spades", target=50).new_initial_state(3)
    assert ask_one(make_agent("search/worlds=2", own.game), own) in own.legal_actions()
