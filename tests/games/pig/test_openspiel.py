"""Against OpenSpiel's pig, an independent implementation.

It differs in two things: once the turn total wins, only ``stop`` is legal; and after 1000 decisions (its horizon)
the game is a draw. So games are compared with stop where it is forced, and up to the horizon.
"""

from typing import Any

import pyspiel
import pytest

import croupier
from croupier.core.spec.spec import CHANCE
from croupier.games.pig.rules import HOLD, ROLL
from tests.splitmix import SplitMix64

OPENSPIEL_ROLL, OPENSPIEL_STOP = 0, 1


def play_both(target: int, horizon: int, generator: SplitMix64) -> tuple[Any, Any, int]:
    """A random game at both tables with the same faces, compared at every node; stops where one is over."""
    theirs = pyspiel.load_game("pig", {"winscore": target, "horizon": horizon}).new_initial_state()
    game = croupier.make("pig", winning_score=target, max_turns=1_000_000)
    spec, ours = game.spec, game.new_initial_state(0)
    holds = generator.below(5)
    decisions = 0
    while not theirs.is_terminal():
        record = ours.records[0]
        assert theirs.current_player() == ours.current_player()
        scores, total = record["scores"].tolist(), int(record["total"])
        assert str(theirs).startswith(f"Scores: {scores[0]} {scores[1]}, Turn total: {total}\n")
        forced = scores[ours.current_player()] + total >= target
        assert theirs.legal_actions() == ([OPENSPIEL_STOP] if forced else [OPENSPIEL_ROLL, OPENSPIEL_STOP])
        decisions += 1
        if forced or generator.below(8) < holds:
            theirs.apply_action(OPENSPIEL_STOP)
            ours.apply_action(HOLD)
            continue
        theirs.apply_action(OPENSPIEL_ROLL)
        if theirs.is_terminal():
            break
        face = generator.below(6)
        assert theirs.is_chance_node()
        assert [face for face, _ in theirs.chance_outcomes()] == list(range(6))
        theirs.apply_action(face)
        spec.rules.play(record, ROLL)
        assert record["player"] == CHANCE
        assert spec.rules.play_outcome is not None
        spec.rules.play_outcome(record, face)
        ours = ours.clone()
    return ours, theirs, decisions


@pytest.mark.parametrize("target", [1, 2, 7, 20, 50, 100])
def test_random_games_agree_with_openspiel(target: int) -> None:
    generator = SplitMix64(target)
    for _ in range(40):
        ours, theirs, decisions = play_both(target, 1000, generator)
        if decisions < 1000:
            assert ours.is_terminal()
            assert ours.returns().tolist() == theirs.returns()
        else:
            assert not ours.is_terminal()
            assert theirs.returns() == [0.0, 0.0]


def test_openspiels_horizon_draws_where_our_game_goes_on() -> None:
    ours, theirs, decisions = play_both(100_000, 25, SplitMix64(1))
    assert decisions == 25
    assert theirs.is_terminal()
    assert theirs.returns() == [0.0, 0.0]
    assert not ours.is_terminal()
