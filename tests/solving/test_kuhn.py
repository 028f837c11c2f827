"""Kuhn poker of `examples/`, solved uncompiled; and games that are refused."""

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core import kernel
from croupier.core.base import tiers
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.solving.growing import check_solvable, grow, growing_loops
from croupier.solving.solution import strategy_of, turns_of
from croupier.solving.solver import Solver, exploited
from croupier.solving.tree import OVER

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(tiers, "compiled", lambda: False)
    growing_loops.cache_clear()
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("kuhn_poker")


def test_kuhn_poker_has_its_known_value(kuhn: ModuleType) -> None:
    tree = grow(Game(kuhn.SPEC))
    assert tree.states == 12
    solver = Solver(tree)
    solver.iterate(300)
    exact = exploited(tree, solver.average())
    assert exact.value == pytest.approx(-1 / 18, abs=1e-3)
    assert exact.exploitability < 2e-3


def test_its_equilibrium_gains_nothing_for_a_best_response(kuhn: ModuleType) -> None:
    game = Game(kuhn.SPEC)
    tree = grow(game, keep=True)
    wanted = kuhn.equilibrium(0.2)
    shares = []
    for record in turns_of(tree, game).records:
        said = record["said"]
        row = 0 if said[0] == 0 else said[0] if said[1] == 0 else 3
        bet = wanted[row, record["cards"][record["player"]] - 1]
        shares += [1 - bet, bet]
    exact = exploited(tree, np.array(shares))
    assert exact.value == pytest.approx(-1 / 18)
    assert exact.gains == pytest.approx((0.0, 0.0), abs=1e-12)


@kernel
def sees_its_card_alone(s: Any, seat: int, out: Any) -> None:
    out[:] = 0.0
    if s["cards"][seat] > 0:
        out[s["cards"][seat] - 1] = 1.0


@kernel
def bets_with_kings_alone(s: Any, mask: Any, actions: Any) -> int:
    mask[0], actions[0], mask[1] = True, 0, s["cards"][s["player"]] == 3
    return 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"observe": sees_its_card_alone}, "a seat does something that the other does not see"),
        ({"legal": bets_with_kings_alone}, "what is legal, depends on what others do not see"),
    ],
)
def test_games_whose_actions_are_not_open_are_refused(
    kuhn: ModuleType, changed: dict[str, Any], words: str
) -> None:
    game = Game(replace(kuhn.SPEC, rules=replace(kuhn.SPEC.rules, **changed)))
    with pytest.raises(ConfigError, match=words):
        grow(game)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("skull-king", {}, "cannot be solved: it has 4 players, not two"),
        ("spite-malice", {}, "cannot be solved: its chance events are not listed"),
        ("pig", {}, "cannot be solved: its games have no longest length"),
    ],
)
def test_other_games_are_played_and_not_solved(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        check_solvable(croupier.make(name, **options))


def test_a_tree_that_grows_too_large_is_refused(kuhn: ModuleType) -> None:
    with pytest.raises(ConfigError, match="it has more than 5 public positions"):
        grow(Game(kuhn.SPEC), most=5)


def test_agents_are_asked_at_kept_records(kuhn: ModuleType) -> None:
    game = Game(kuhn.SPEC)
    with pytest.raises(ValueError, match="the tree was built without records"):
        strategy_of(grow(game), game, make_agent("random", game))
    tree = grow(game, keep=True)
    assert strategy_of(tree, game, make_agent("random", game)).tolist() == [0.5] * 24


def test_ends_are_valued_alike_by_row_and_by_table(kuhn: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for full in (8, 0):
        monkeypatch.setattr("croupier.solving.tree.FULL", full)
        tree = grow(Game(kuhn.SPEC))
        assert (tree.flat[-1] >= 0).all() == (full > 0)  # type: ignore[operator]  # arrays of many types
        solver = Solver(tree)
        solver.iterate(20)
        exact = exploited(tree, solver.average())
        found.append((exact.value, *exact.gains))
    assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_ends_at_which_the_same_is_won_are_one(kuhn: ModuleType) -> None:
    tree = grow(Game(kuhn.SPEC))
    assert (tree.kinds == OVER).sum() == 5
    assert len(tree.ends) == 4  # after a call it does not matter who had bet
