"""Copies of a state share its history, and none sees what another has played."""

import copy
import pickle
import tracemalloc

import croupier
from croupier.core.engine.past import Past


def test_copies_share_actions_until_they_play_on() -> None:
    first = Past([1, 2])
    second = first.copy()
    third = second.copy()
    first.append(3)
    assert (first.actions, second.actions, len(second)) == ([1, 2, 3], [1, 2], 2)
    second.append(4)
    assert (first.actions, second.actions, third.actions) == ([1, 2, 3], [1, 2, 4], [1, 2])
    fourth = first.copy()
    first.append(5)
    fourth.append(6)
    assert (first.actions, fourth.actions) == ([1, 2, 3, 5], [1, 2, 3, 6])


def test_a_clone_knows_its_own_history_alone() -> None:
    state = croupier.make("pig").new_initial_state(3)
    state.apply_action(0)
    clone = state.clone()
    state.apply_action(1)
    assert (clone.history, clone.plies, state.history, state.plies) == ([0], 1, [0, 1], 2)
    clone.apply_action(0)
    assert (clone.history, state.history) == ([0, 0], [0, 1])


def test_a_copy_of_a_long_game_takes_no_more_memory_than_one_of_a_short_game() -> None:
    state = croupier.make("pig", winning_score=10_000, max_turns=10_000).new_initial_state(3)
    sizes = []
    for plies in (50, 3000):
        while state.plies < plies:
            state.apply_action(state.plies % 2)
        tracemalloc.start()
        kept = [state.clone() for _ in range(100)]
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert len(kept[-1].history) == plies
    assert sizes[1] < 1.2 * sizes[0]


def test_a_copied_or_pickled_past_is_apart_and_holds_no_later_actions() -> None:
    past = Past([1, 2])
    short = past.copy()
    past.append(3)
    assert pickle.loads(pickle.dumps(short))._actions == [1, 2]  # noqa: S301  # bytes of our own
    other = copy.copy(past)
    other.append(4)
    assert (past.actions, other.actions, copy.deepcopy(short).actions) == ([1, 2, 3], [1, 2, 3, 4], [1, 2])
