"""Copies and pickles of batches, states and trails go on as the original does, and apart from it."""

import copy
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.engine.past import Past
from croupier.core.engine.trail import Trail
from tests.core.playing import all_of, pickled, randomly
from tests.toy import SPEC as TOY

WAYS: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": pickled}
SHORT = croupier.make("pig", winning_score=10)
BATCHES: dict[str, Callable[[], Batch]] = {
    "plain": lambda: SHORT.batch(4, seed=1),
    "threads": lambda: SHORT.batch(5, seed=1, threads=2),
    "trails": lambda: SHORT.batch(3, seed=1, trails=True),
    "resting": lambda: SHORT.batch(4, seed=1, autoreset=False),
    "options": lambda: mixed(SHORT.batch(3, seed=2)),
}
by_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def mixed(batch: Batch) -> Batch:
    """The batch with other options in one row from its next game on."""
    batch.set_options(1, winning_score=14)
    return batch


def step(batch: Batch) -> None:
    """What `random` plays: it depends on the seeds, and on the decisions of each game."""
    rows = np.flatnonzero(batch.legal_counts > 0)
    if len(rows):
        batch.step_rows(rows, make_agent("random", SHORT).act(Turns.of_rows(SHORT, batch, rows)))


def everything(batch: Batch) -> dict[str, bytes]:
    """All that a batch shows, as bytes."""
    found = all_of(batch)
    found |= {f"snapshot.{name}": array.tobytes() for name, array in batch.snapshot().items()}
    return found | {f"trail {row}": repr(decided(batch.trail(row))).encode() for row in range(len(batch))}


def decided(trail: Trail | None) -> Any:
    """The decisions of a trail, stretch by stretch."""
    if trail is None:
        return None
    stretches = (*trail.finished, trail.present)
    return [(each.start.tobytes(), each.actions.tolist(), each.movers.tolist()) for each in stretches]


@by_way
@pytest.mark.parametrize("make", BATCHES.values(), ids=BATCHES)
def test_a_copied_batch_goes_on_as_the_first_does(
    make: Callable[[], Batch], way: Callable[[Batch], Batch]
) -> None:
    batch = make()
    for _ in range(7):
        step(batch)
    other = way(batch)
    assert everything(other) == everything(batch)
    for _ in range(40):
        step(batch)
        step(other)
        assert everything(other) == everything(batch)
    assert batch.episodes.any() or not batch.autoreset
    batch.deal_again(np.array([0, 2]))
    other.deal_again(np.array([0, 2]))
    assert everything(other) == everything(batch)
    before = everything(batch)
    for _ in range(10):
        step(other)
    other.reseed(9)
    assert everything(batch) == before


@by_way
def test_a_copied_batch_has_the_views_and_threads_of_its_own(way: Callable[[Batch], Batch]) -> None:
    with SHORT.batch(6, seed=1, threads=3) as batch:
        other = way(batch)
        assert other._loops is batch._loops is SHORT.loops.compiled
        assert other._pool is not None
        assert other._pool is not batch._pool
    with pytest.raises(ValueError, match="closed"):
        way(batch).step(np.zeros(6, dtype=np.int64))
    other.step(np.zeros(6, dtype=np.int64))
    for name in ("episodes", "_begun", "_lengths"):
        assert getattr(other, name).base is other._counts
    other.close()


@by_way
def test_a_copied_batch_pays_shaped_rewards(way: Callable[[Batch], Batch]) -> None:
    batch = Game(TOY, players=3, hurry=True).batch(2, seed=1, shaping={"order": 2.0})
    if way is pickled:
        with pytest.raises(TypeError, match="cannot be pickled: the registry has no such game of that name"):
            way(batch)
        return
    other = way(batch)
    for each in (batch, other):
        each.step(np.array([0, 1]))
        each.step(np.array([0, 1]))
    assert other.shaped_rewards.any()
    assert np.array_equal(other.shaped_rewards, batch.shaped_rewards)
    assert np.array_equal(other.final_observations, batch.final_observations)


def test_a_restored_batch_deals_the_later_games_of_the_first() -> None:
    batch = SHORT.batch(4, seed=1)
    for _ in range(10):
        step(batch)
    other = SHORT.batch(4, seed=999)
    other.restore(batch.snapshot())
    for _ in range(60):
        step(batch)
        step(other)
    assert (batch.episodes > 1).all()
    assert everything(other) == everything(batch)


def test_a_snapshot_of_before_goes_on_with_the_batchs_own_seed() -> None:
    saved = SHORT.batch(4, seed=1).snapshot()
    del saved["seed"]
    batch, fresh = SHORT.batch(4, seed=5), SHORT.batch(4, seed=5)
    batch.restore(saved)
    assert batch.seeds.tolist() == saved["seeds"].tolist()
    for each in (batch, fresh):
        each.deal_again(np.arange(4))
    assert batch.seeds.tolist() == fresh.seeds.tolist()


def test_restoring_clears_what_the_last_step_gave() -> None:
    batch = SHORT.batch(2, seed=1)
    fresh = batch.snapshot()
    while not batch.dones.any():
        batch.step(np.where(batch.records["total"] < 10, 0, 1))
    assert batch.rewards.any()
    batch.restore(fresh)
    assert not batch.rewards.any()
    assert not batch.dones.any()


# ------------------------------------------------------------------------------------------------------ states


@pytest.mark.parametrize(
    ("name", "way"),
    [("pig", copy.copy), ("skull-king", State.clone), ("skull-king", copy.deepcopy), ("spite-malice", pickled)],
)
def test_a_copied_state_goes_on_as_the_first_does_and_apart_from_it(
    name: str, way: Callable[[State], State]
) -> None:
    state = randomly(croupier.make(name).new_initial_state(3), 9)
    state.trail()
    other = way(state)
    assert (other.game.spec, other.game.options) == (state.game.spec, state.game.options)
    assert (other.serialize(), other.plies, decided(other.trail())) == (
        state.serialize(), state.plies, decided(state.trail()),
    )  # fmt: skip
    before = state.serialize()
    for _ in range(5):
        other.apply_action(other.legal_actions()[-1])
    assert state.serialize() == before
    for action in other.history[9:]:
        state.apply_action(action)
    assert other.serialize() == state.serialize()
    assert decided(other.trail()) == decided(state.trail()) is not None


@by_way
def test_a_copied_state_of_a_row_keeps_its_trail(way: Callable[[State], State]) -> None:
    batch = SHORT.batch(1, seed=1, trails=True)
    for _ in range(4):
        batch.step(np.zeros(1, dtype=np.int64))
    state = State(SHORT, batch.records.copy(), batch.rngs.copy(), 1, "", [], 4, trail=batch.trail(0))
    other = way(state)
    for each in (state, other):
        each.apply_action(1)
    assert decided(other.trail()) == decided(state.trail())
    assert other.trail() is not None
    assert other.plies == 5


@by_way
def test_the_arrays_of_a_copied_trail_stay_read_only(way: Callable[[Any], Any]) -> None:
    trail = randomly(SHORT.new_initial_state(3), 3).trail()
    assert trail is not None
    for array in (way(trail).present.start, way(trail).present.actions, way(trail).present.movers):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_copies_of_a_past_share_actions_until_they_play_on() -> None:
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
    assert (pickled(third)._actions, copy.deepcopy(third).actions) == ([1, 2], [1, 2])  # nothing of the others


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
