"""The kernels against the slow reference: the same dice, the same game."""

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.pig.rules import HOLD, ROLL
from tests.amounts import larger
from tests.games.pig.reference import PigGame
from tests.splitmix import SplitMix64

UNITS = ("turn", "action")


def assert_same(record: Any, reference: PigGame) -> None:
    """Every field of a record is what the reference says."""
    assert record["scores"].tolist() == reference.scores
    assert record["turns"] == reference.finished
    assert record["player"] == (TERMINAL if reference.over else reference.player)
    if not reference.over:
        assert record["turn"] == reference.player
        assert record["total"] == reference.turn_total


def assert_same_state(state: State, reference: PigGame) -> None:
    assert_same(state.records[0], reference)
    assert state.is_terminal() == reference.over
    assert state.legal_actions() == ([] if reference.over else [ROLL, HOLD])
    assert state.returns().tolist() == reference.utilities
    assert state.points().tolist() == reference.scores


def random_options(generator: SplitMix64) -> dict[str, Any]:
    """Any options: mostly small, so that each limit is met."""
    return {
        "winning_score": 1 + generator.below([3, 12, 60, 200][generator.below(4)]),
        "max_turns": 1 + generator.below([3, 20, 120][generator.below(3)]),
        "turn_unit": UNITS[generator.below(2)],
    }


def play_both(state: State, reference: PigGame, generator: SplitMix64) -> None:
    """A random game; the reference throws the die that the seed says."""
    die = SplitMix64(state.seed)
    holds = generator.below(8)  # of eight actions
    while not reference.over:
        assert_same_state(state, reference)
        if generator.below(8) < holds:
            state.apply_action(HOLD)
            reference.hold()
        else:
            state.apply_action(ROLL)
            reference.roll(die.below(6) + 1)
    assert_same_state(state, reference)


@pytest.mark.parametrize("block", range(4))
@larger("games", 100, 1000)
def test_random_games_with_any_options_agree_with_the_reference(block: int, games: int) -> None:
    generator = SplitMix64(block)
    for number in range(games):
        options = random_options(generator)
        state = croupier.make("pig", **options).new_initial_state(1000 * block + number)
        play_both(state, PigGame(**options), generator)


def test_a_batch_agrees_with_references_through_many_games() -> None:
    game = croupier.make("pig", winning_score=25, max_turns=12)
    batch, size = game.batch(32, seed=5), 32
    generators, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    references = [PigGame(25, 12) for _ in range(size)]
    dice = [SplitMix64(int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(150):
        batch.random_actions(generators, actions)
        batch.step(actions)
        for row, reference in enumerate(references):
            if actions[row] == HOLD:
                reference.hold()
            else:
                reference.roll(dice[row].below(6) + 1)
            assert batch.dones[row] == reference.over
            assert batch.rewards[row].tolist() == reference.utilities
            if reference.over:
                references[row], dice[row] = PigGame(25, 12), SplitMix64(int(batch.seeds[row]))
                ended += 1
            assert_same(batch.records[row], references[row])
    assert ended > 100


class TwoTables(RuleBasedStateMachine):
    """The record with chosen faces beside the reference; saved, cloned and set up again between any two plies."""

    game: Game
    state: State
    reference: PigGame

    @initialize(score=st.integers(1, 40), turns=st.integers(1, 12), unit=st.sampled_from(UNITS))
    def deal(self, score: int, turns: int, unit: str) -> None:
        self.game = croupier.make("pig", winning_score=score, max_turns=turns, turn_unit=unit)
        self.state = self.game.new_initial_state(0)
        self.reference = PigGame(score, turns, unit)

    def playing(self) -> bool:
        return not self.reference.over

    @precondition(playing)
    @rule(face=st.integers(1, 6))
    def roll(self, face: int) -> None:
        spec, record = self.game.spec, self.state.records[0]
        spec.rules.play(record, ROLL)
        assert record["player"] == CHANCE
        assert spec.rules.play_outcome is not None
        spec.rules.play_outcome(record, face - 1)
        self.state = self.state.clone()
        self.reference.roll(face)

    @precondition(playing)
    @rule()
    def hold(self) -> None:
        self.state.apply_action(HOLD)
        self.reference.hold()

    @precondition(playing)
    @rule()
    def set_up_from_its_text(self) -> None:
        self.state = self.game.position(self.state.position())

    @rule()
    def save_and_restore(self) -> None:
        self.state = self.game.deserialize_state(self.state.serialize())

    @invariant()
    def agrees(self) -> None:
        assert_same_state(self.state, self.reference)


TwoTables.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None, derandomize=True)
TestTwoTables = TwoTables.TestCase
