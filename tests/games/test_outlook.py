"""Chances to win in games of rounds: even at first, better with more points, and at the end the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.types import Probabilities, Records
from croupier.core.engine.game import Game
from croupier.measure.play.metrics import win_shares

LOST_DICE = {"players": 4, "lost_dice": True}


def outlook_of(game: Game) -> Callable[[Records], Probabilities]:
    """The chances to win that the game's analysis shows."""
    explain = game.spec.search_part.explain
    assert explain is not None
    found = explain().outlook
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("skull-king", {}),
        ("hearts", {}),
        ("hearts", {"target": 0, "max_deals": 3}),
        ("oh-hell", {"rounds": "both"}),
        ("liars-dice", LOST_DICE),
    ],
)
def test_chances_are_even_at_first_better_with_more_points_and_the_result_at_the_end(
    name: str, options: dict[str, Any]
) -> None:
    game = croupier.make(name, **options)
    outlook, people = outlook_of(game), game.num_players
    rng = np.random.default_rng(1)
    for seed in range(2):
        state = game.new_initial_state(seed=seed)
        np.testing.assert_allclose(outlook(state.records)[0, :people], 1.0 / people)
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            found = outlook(state.records)[0]
            assert found.sum() == pytest.approx(1.0)
            assert not found[people:].any()
            if name != "liars-dice":  # where dice are lost, points tell only who was out first
                assert (np.diff(found[np.argsort(state.points())]) >= -1e-12).all()
        np.testing.assert_allclose(
            outlook(state.records)[:, :people], win_shares(state.returns()[None]), atol=1e-9
        )


def test_a_single_round_of_dice_is_won_by_who_was_right() -> None:
    game = croupier.make("liars-dice", players=3)
    state = game.new_initial_state(seed=2)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    np.testing.assert_allclose(outlook_of(game)(state.records)[:, :3], win_shares(state.returns()[None]))
