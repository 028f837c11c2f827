"""The training rewards of Mini Spite and Malice against bookkeeping on the classic Game, decision by decision."""

import random
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest

from croupier.core.base.kernel import compiled
from croupier.core.engine.game import State
from croupier.games.spite_malice.classic.game import DISCARD, GOAL, PILES, PLAYS
from croupier.games.spite_malice.spec import SPEC
from tests.games.spite_malice.differential import Pair
from tests.games.spite_malice.engine import PASS, G, at, discard, game, play

GAMES = 24 if compiled() else 8


@dataclass(frozen=True)
class Played:
    """A whole game.

    Attributes:
        options: of the game.
        seed: that deals it.
        actions: every decision, K of them.
        goal_cards: goal cards that each decision played, by seat, shape (K, 2).
        won: 1 for the seat that a decision won the game for, -1 for the other, shape (K, 2).
        kernel: what the kernel pays for each decision with the weights (1, 0) and (0, 1), shape (K, 2, 2).
        left: goal cards that each seat has left at the end.
        ending: how the classic game ended.
    """

    options: dict[str, int]
    seed: int
    actions: list[int]
    goal_cards: npt.NDArray[np.float64]
    won: npt.NDArray[np.float64]
    kernel: npt.NDArray[np.float32]
    left: list[int]
    ending: str

    def rewards(self, win: float, goal: float) -> npt.NDArray[np.float64]:
        """What each decision is worth to each seat, shape (K, 2)."""
        played = self.goal_cards - self.goal_cards[:, ::-1]
        result: npt.NDArray[np.float64] = win * self.won + goal * played / self.options["goal_size"]
        return result


def choose(legal: list[int], picks: random.Random) -> int:
    """A decision that plays what it can, the goal pile and the discard piles first."""
    plays = [action for action in legal if action < PLAYS]
    if not plays or picks.random() < 0.1:
        return picks.choice(legal)
    own = [action for action in plays if action // PILES == GOAL]
    return picks.choice(own or [action for action in plays if action // PILES >= DISCARD] or plays)


def play_rewarded(seed: int) -> Played:
    """Play a whole game by the engine and the classic Game."""
    picks = random.Random(seed)  # noqa: S311 - the games are random, not secret
    options = {"goal_size": picks.randint(1, 15), "max_turns": picks.choice([10, 60, 400])}
    pair = Pair(game(**options).new_initial_state(seed))
    actions, goal_cards, won, kernel = [], [], [], []
    while not pair.state.is_terminal():
        action, mover = choose(pair.classic.legalActions(), picks), pair.classic.player()
        before, goals = pair.state.records.copy(), [len(goal) for goal in pair.classic.position().goals]
        pair.apply(action)
        out = np.full((2, 2), np.nan, dtype=np.float32)
        assert SPEC.rules.shape is not None
        for row, weights in zip(out, np.eye(2), strict=True):
            SPEC.rules.shape(before[0], action, pair.state.records[0], np.array([*weights, 0.0]), row)
        actions.append(action)
        left = [len(goal) for goal in pair.classic.position().goals]
        goal_cards.append([was - now for was, now in zip(goals, left, strict=True)])
        assert goal_cards[-1][mover] == (action < PLAYS and action // PILES == GOAL)
        won.append([pair.classic.utility(seat) for seat in (0, 1)])
        kernel.append(out)
    ends = left, pair.classic.ending()
    return Played(
        options, seed, actions, np.array(goal_cards, float), np.array(won, float), np.array(kernel), *ends
    )


@lru_cache(maxsize=1)
def games() -> tuple[Played, ...]:
    return tuple(play_rewarded(seed) for seed in range(GAMES))


def test_games_are_won_by_both_seats_and_end_without_a_winner_too() -> None:
    found = Counter(tuple(each.won[-1].tolist()) for each in games())
    assert found.keys() == {(1, -1), (-1, 1), (0, 0)}
    assert min(found.values()) >= (1 if not compiled() else 5)
    assert sum(each.goal_cards.sum() for each in games()) > GAMES


@pytest.mark.parametrize(("place", "name"), list(enumerate(SPEC.rules.shape_weights)))
def test_each_decision_pays_both_seats_what_the_classic_game_says(place: int, name: str) -> None:
    for each in games():
        expected = each.rewards(**(dict.fromkeys(SPEC.rules.shape_weights, 0.0) | {name: 1.0}))
        assert each.kernel[:, place] == pytest.approx(expected, abs=1e-6), (each.options, each.seed)


@pytest.mark.parametrize("weights", [{}, {"win": 3.0}, {"win": 0.0, "goal": 0.5}])
def test_a_batch_pays_the_same_by_the_names_of_the_weights(weights: dict[str, float]) -> None:
    for each in games():
        seeds = np.array([each.seed], dtype=np.uint64)
        batch = game(**each.options).batch(1, seeds=seeds, shaping=weights, observe=False)
        found = []
        for action in each.actions:
            batch.step(np.array([action]))
            found.append(batch.shaped_rewards[0].copy())
        assert batch.dones[0]
        expected = each.rewards(**({"win": 1.0, "goal": 1.0} | weights))
        assert np.array(found) == pytest.approx(expected, abs=1e-6), (each.options, each.seed)


def test_over_a_game_the_goal_shares_add_up_to_the_difference_of_the_goal_piles() -> None:
    for each in games():
        size = each.options["goal_size"]
        share = (each.left[1] - each.left[0]) / size
        assert each.kernel[:, 1].sum(axis=0) == pytest.approx([share, -share], abs=1e-5)
        assert each.kernel[:, 0].sum(axis=0).tolist() == each.won[-1].tolist()
        if each.ending == "win":
            assert abs(share) == max(each.left) / size


def pays(state: State, action: int) -> list[float]:
    """What a decision pays both seats with a weight of 3 for the win and 1 for the goal pile."""
    before, out = state.records.copy(), np.zeros(2, dtype=np.float32)
    state.apply_action(action)
    assert SPEC.rules.shape is not None
    SPEC.rules.shape(before[0], action, state.records[0], np.array([3.0, 1.0, 0.0]), out)
    return [float(value) for value in out]


def test_a_goal_card_is_its_share_of_the_pile_and_the_last_one_the_win_as_well() -> None:
    state = at("36/4", goals="90/77", goal_size=2)
    assert pays(state, play(G, 0)) == [0.5, -0.5]
    assert pays(state, discard(0, 0)) == [0, 0]
    assert pays(at("3/4", goals="0/77", goal_size=2), play(G, 0)) == [3.5, -3.5]
    assert pays(at("3/4", goals="77/0", goal_size=2, turn=1), play(G, 0)) == [-3.5, 3.5]


def test_cards_of_the_hand_and_passes_pay_nothing() -> None:
    state = at("0/4", goals="97/77", goal_size=2)
    assert pays(state, play(0, 0)) == [0, 0]
    assert pays(at("-/4", goals="97/77", goal_size=2), PASS) == [0, 0]
