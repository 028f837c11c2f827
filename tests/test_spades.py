"""Spades, the game with tricks in one file of `examples/`: by its rules, and played by people and agents."""

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.engine.game import Game
from croupier.games.tricks.cards import CARDS
from croupier.testing.checks import check_game

EXAMPLES = Path(__file__).parents[1] / "examples"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@pytest.fixture
def spades(monkeypatch: pytest.MonkeyPatch, outside: dict[str, str]) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    outside["spades"] = "spades:SPEC"
    return importlib.import_module("spades")


@pytest.mark.parametrize("games", [5, pytest.param(1000, marks=pytest.mark.thorough)])
def test_a_round_is_played_as_people_would_by_the_rules(spades: ModuleType, games: int) -> None:
    random = np.random.default_rng(1)
    for seed in range(games):
        state = Game(spades.SPEC).new_initial_state(seed)
        where, turn = state.records["where"][0], (int(state.records["dealer"][0]) + 1) % 4
        hands = [{CARDS[card] for card in np.flatnonzero(where == seat)} for seat in range(4)]
        for k in range(4):  # SP-2
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            assert (state.current_player(), texts) == ((turn + k) % 4, [f"[bid {bid}]" for bid in range(14)])
            state.apply_action(int(random.choice(state.legal_actions())))
        broken, won = False, [0, 0, 0, 0]
        while any(hands):
            trick: list[tuple[int, str]] = []
            for _ in range(4):  # SP-3
                hand, led = hands[turn], trick[0][1][-1] if trick else ""
                fitting = {card for card in hand if (card[-1] == led if trick else broken or card[-1] != "S")}
                legal = {state.action_to_string(action): action for action in state.legal_actions()}
                assert (state.current_player(), set(legal)) == (turn, {f"[{card}]" for card in fitting or hand})
                text = str(random.choice(sorted(legal)))
                state.apply_action(legal[text])
                trick.append((turn, text[1:-1]))
                hand.remove(text[1:-1])
                broken, turn = broken or text[-2] == "S", (turn + 1) % 4
            led = trick[0][1][-1]
            heights = [(card[-1] == "S", card[-1] == led, RANKS.index(card[:-1])) for _, card in trick]
            turn = trick[heights.index(max(heights))][0]  # SP-4
            won[turn] += 1
            assert not any(hands) or state.records["won"][0].tolist() == won
        assert (state.records["round"][0], sum(won)) == (1, 13)


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


def test_people_and_agents_play_it(spades: ModuleType) -> None:
    assert spades.SPEC.search is not None
    typed = "\n".join(["bid 3", *["?"] * 2, "q"])
    said = CliRunner().invoke(app, ["play", "spades", "--vs", "bot", "--seed", "2"], input=typed)
    assert "bids" in said.output
    arena = CliRunner().invoke(
        app, ["arena", "spades", "bot", "random", "-o", "target=50", "--deals", "6", "--json"]
    )
    assert arena.exit_code == 0, arena.output
    assert json.loads(arena.stdout)["comparison"]["mixes"][0]["points"]["mean"] > 0  # one bot among random agents
