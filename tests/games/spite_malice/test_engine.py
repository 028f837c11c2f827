"""The engine as a whole: beside the classic ClassicGame, at every node, in trees and in batches."""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from croupier.core.base.kernel import compiled
from croupier.games.spite_malice.classic.game import ClassicGame
from croupier.games.spite_malice.notation import read, to_records
from croupier.testing.tree import perft
from tests.amounts import daily, larger
from tests.games.spite_malice.differential import Pair, play_pair
from tests.games.spite_malice.engine import check_invariants, game, load

PERFT = load("perft.json")


@pytest.mark.parametrize("block", daily(range(10), 3))
@larger("games", 4 if compiled() else 2, 30)
def test_it_plays_as_the_classic_game_does(block: int, games: int) -> None:
    for seed in range(block * games, (block + 1) * games):
        play_pair(seed)


@pytest.mark.parametrize("options", daily([{"goal_size": 3, "max_turns": 60}, {}]))
@larger("games", 3 if compiled() else 2, 20)
def test_the_invariants_hold_after_every_action(options: dict[str, int], games: int) -> None:
    picks = random.Random(6)  # noqa: S311 - the games are random, not secret
    for seed in range(games):
        state = game(**options).new_initial_state(seed)
        now = check_invariants(state, None)
        while not state.is_terminal():
            legal = state.legal_actions()
            plays = [action for action in legal if action < 40]
            state.apply_action(picks.choice(plays if plays and picks.random() < 0.7 else legal))
            now = check_invariants(state, now)


@pytest.mark.parametrize("case", PERFT, ids=lambda case: case["name"])
@larger("most", 20_000, 300_000)
def test_node_counts(case: dict[str, object], most: int) -> None:
    state = game().position(str(case["position"]), int(str(case["seed"])))
    counts = case["counts"]
    assert isinstance(counts, list)
    few = [count for count in counts if count < most]
    for depth, expected in enumerate(few if compiled() else few[:2], start=1):
        breakdown = perft(state, depth)
        assert sum(breakdown.values()) == expected, (depth, breakdown)


@pytest.mark.parametrize("case", PERFT, ids=lambda case: case["name"])
def test_the_classic_game_counts_the_same_nodes(case: dict[str, object]) -> None:
    state = game().position(str(case["position"]), 0)
    total = 0
    for action in state.legal_actions():
        after = ClassicGame.fromPosition(read(state.records))
        after.apply(action)
        total += len(after.legalActions())
    counts = case["counts"]
    assert isinstance(counts, list)
    assert [len(state.legal_actions()), total] == counts[:2] or case["shuffles"]


class Machine(RuleBasedStateMachine):
    """Any actions, saved and set up again now and then, beside the classic game."""

    @initialize(seed=st.integers(0, 2**64 - 1), goal_size=st.integers(1, 15), max_turns=st.integers(1, 200))
    def deal(self, seed: int, goal_size: int, max_turns: int) -> None:
        self.pair = Pair(game(goal_size=goal_size, max_turns=max_turns).new_initial_state(seed))
        self.table = check_invariants(self.pair.state, None)

    def goes_on(self) -> bool:
        return not self.pair.state.is_terminal()

    @precondition(goes_on)
    @rule(index=st.integers(0, 60))
    def act(self, index: int) -> None:
        legal = self.pair.state.legal_actions()
        self.pair.apply(legal[index % len(legal)])
        self.table = check_invariants(self.pair.state, self.table)

    @precondition(goes_on)
    @rule(eager=st.integers(1, 12))
    def play_what_fits(self, eager: int) -> None:
        for _ in range(eager):
            if self.goes_on():
                self.act(0)

    @rule()
    def save_and_restore(self) -> None:
        state = self.pair.state
        self.pair.state = state.game.deserialize_state(state.serialize())

    @rule(seat=st.integers(0, 1), seed=st.integers(0, 2**64 - 1))
    def redeal(self, seat: int, seed: int) -> None:
        state = self.pair.state
        other = state.resample_hidden(seat, seed)
        check_invariants(other, self.table)
        assert other.legal_actions() == state.legal_actions()
        assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))

    @invariant()
    def the_classic_game_becomes_the_same_record(self) -> None:
        if self.pair.state.game.options["goal_size"] == 15:
            ours, theirs = self.pair.state.records, to_records(self.pair.classic)
            assert read(ours) == read(theirs)
            assert all(ours[name] == theirs[name] for name in ("player", "truncated", "max_turns", "dealt"))


@larger("examples", 6 if compiled() else 3, 60)
def test_any_course_of_a_game_keeps_the_rules(examples: int) -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40 if compiled() else 10,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_a_batch_pays_and_deals_again_and_tells_cut_games() -> None:
    size = 64 if compiled() else 3
    batch = game(goal_size=1, max_turns=6).batch(size, seed=4)
    picks, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    ends = {"win": 0, "cut": 0}
    for _ in range(60):
        batch.random_actions(picks, actions)
        batch.step(actions)
        won = batch.dones & ~batch.truncated
        assert np.all(np.abs(batch.rewards[won]).sum(axis=1) % 2 == 0)
        assert not batch.rewards[batch.truncated].any()
        ends["win"] += int(np.any(batch.rewards[won] != 0, axis=1).sum())
        ends["cut"] += int(batch.truncated.sum())
    assert min(ends.values()) > 0


def test_shaped_rewards_are_shares_of_the_goal_pile_and_the_win() -> None:
    size = 64 if compiled() else 8
    batch = game(goal_size=2, max_turns=40).batch(size, seed=1, shaping={"win": 3.0, "goal": 0.5})
    picks, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    seen = set()
    for _ in range(80):
        left = batch.records["goal_counts"].astype(int)
        batch.random_actions(picks, actions)
        batch.step(actions)
        for row in range(size):
            # a finished game is dealt again: only the winner's last goal card can have gone with its last action
            now = left[row] - (batch.rewards[row] > 0) if batch.dones[row] else batch.records["goal_counts"][row]
            played = left[row] - now
            gain = 3.0 * batch.rewards[row, 0] + 0.5 * (played[0] - played[1]) / 2
            assert batch.shaped_rewards[row].tolist() == [gain, -gain]
            seen.add(float(gain))
    assert seen == {0.0, 0.25, -0.25, 3.25, -3.25}
