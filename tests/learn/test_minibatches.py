"""Prioritised experience (004, 4.2), by itself and as the learner uses it."""

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError
from croupier.learn.update import ppo
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer as OfTheLearner
from croupier.sources import AbilityPrioritizedBuffer


def test_004_4_2_the_buffer_keeps_experiences_with_the_sources_priorities() -> None:
    buffer = AbilityPrioritizedBuffer(capacity=100, ability_boost=5.0)
    experience = ({"obs": [1, 2]}, 3, 0.5)
    buffer.add(experience, has_ability=True)
    buffer.add("another", False)
    assert len(buffer) == 2
    assert buffer.buffer == [experience, "another"]
    assert buffer.buffer[0] is experience
    assert buffer.priorities.tolist() == [5.0, 1.0]
    assert AbilityPrioritizedBuffer(3).ability_boost == 5.0


def test_004_4_2_the_oldest_experience_makes_room_when_the_buffer_is_full() -> None:
    buffer = AbilityPrioritizedBuffer(4, 3.0)
    for number in range(6):
        buffer.add(number, number % 2 == 0)
    assert buffer.buffer == [2, 3, 4, 5]
    assert buffer.priorities.tolist() == [3.0, 1.0, 3.0, 1.0]
    buffer.extend([6, 7, 8], [True, False, False])
    assert buffer.buffer == [5, 6, 7, 8]
    buffer.extend(list(range(10, 20)), [False] * 9 + [True])
    assert buffer.buffer == [16, 17, 18, 19]
    assert buffer.priorities.tolist() == [1.0, 1.0, 1.0, 3.0]


def test_004_4_2_one_by_one_and_all_at_once_is_the_same() -> None:
    generator = np.random.default_rng(3)
    single, bulk = (AbilityPrioritizedBuffer(50, 2.0, np.int64) for _ in range(2))
    for _ in range(7):
        rows, rare = generator.integers(0, 1000, 23), generator.random(23) < 0.3
        bulk.extend(rows, rare)
        for row, flag in zip(rows, rare, strict=True):
            single.add(row, flag)
        assert single.buffer == bulk.buffer
        assert single.priorities.tolist() == bulk.priorities.tolist()
        drawn = [np.asarray(each.sample(9, np.random.default_rng(4))).tolist() for each in (single, bulk)]
        assert drawn[0] == drawn[1]


def test_004_4_2_sampling_is_with_replacement_and_in_proportion_to_priority() -> None:
    buffer = AbilityPrioritizedBuffer(capacity=1000)
    for number in range(100):
        buffer.add(number, has_ability=number < 10)
    drawn = buffer.sample(60_000, np.random.default_rng(1))
    assert isinstance(drawn, list)
    times = np.bincount(drawn, minlength=100)
    assert times[:10].sum() / 60_000 == pytest.approx(50 / 140, abs=0.01)
    assert times[:10] / 60_000 == pytest.approx(np.full(10, 5 / 140), rel=0.1)
    assert times[10:] / 60_000 == pytest.approx(np.full(90, 1 / 140), rel=0.25)
    again = buffer.sample(20, np.random.default_rng(9))
    assert again == buffer.sample(20, np.random.default_rng(9))


def test_004_4_2_the_sources_own_call_draws_from_a_generator_of_the_buffer() -> None:
    buffers = [AbilityPrioritizedBuffer(100, ability_boost=5.0, seed=seed) for seed in (0, 0, 1)]
    for buffer in buffers:
        for number in range(100):
            buffer.add(number, has_ability=number < 10)
    kept = str(np.random.get_state())  # noqa: NPY002  # to see that the global generator is left alone
    first, same, other = ([*buffer.sample(8), *buffer.sample(batch_size=30_000)] for buffer in buffers)
    assert str(np.random.get_state()) == kept  # noqa: NPY002  # likewise
    assert first == same != other
    assert sum(number < 10 for number in first) / len(first) == pytest.approx(50 / 140, abs=0.02)
    assert first[:8] != first[8:16], "the generator goes on"


def test_004_4_2_experiences_may_be_rows_of_an_array() -> None:
    buffer = AbilityPrioritizedBuffer(8, dtype=np.dtype((np.float32, (3,))))
    rows = np.arange(15, dtype=np.float32).reshape(5, 3)
    buffer.extend(rows, np.array([True, False, False, False, False]))
    buffer.add(np.array([9.0, 8.0, 7.0]), True)
    drawn = buffer.sample(40, np.random.default_rng(2))
    assert isinstance(drawn, np.ndarray)
    assert drawn.shape == (40, 3)
    known = {tuple(row) for row in [*rows.tolist(), [9.0, 8.0, 7.0]]}
    assert {tuple(row) for row in drawn.tolist()} == known
    with pytest.raises(ConfigError, match=r"is float32 of shape \(3,\), not float64 of shape \(2,\)"):
        buffer.add([1.0, 2.0], False)
    with pytest.raises(ConfigError, match=r"is int64 of shape \(\), not float64 of shape \(\)"):
        AbilityPrioritizedBuffer(4, dtype=np.int64).add(2.5, False)
    assert len(buffer) == 6


def test_004_4_2_what_makes_no_sense_is_refused() -> None:
    for capacity in (0, -1, 2.0, True):
        with pytest.raises(ConfigError, match="capacity must be an integer of at least 1"):
            AbilityPrioritizedBuffer(capacity)  # type: ignore[arg-type]  # to see it refused
    for boost in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ConfigError, match="ability_boost must be a number above 0"):
            AbilityPrioritizedBuffer(3, boost)
    for seed in (-1, 1.5, True, "7"):
        with pytest.raises(ValueError, match="a seed is an integer from 0 to"):
            AbilityPrioritizedBuffer(3, seed=seed)  # type: ignore[arg-type]  # to see it refused
    buffer = AbilityPrioritizedBuffer(3)
    for rng in (None, np.random.default_rng(0)):
        with pytest.raises(ConfigError, match="the buffer is empty"):
            buffer.sample(1, rng)
    with pytest.raises(ConfigError, match="2 experiences need a flag each, not flags of shape"):
        buffer.extend([1, 2], [True])
    buffer.extend([], [])
    assert len(buffer) == 0


def test_004_4_2_the_learner_uses_this_buffer_and_its_minibatches_have_not_changed() -> None:
    assert AbilityPrioritizedBuffer is OfTheLearner
    assert vars(ppo)["AbilityPrioritizedBuffer"] is OfTheLearner
    buffer = AbilityPrioritizedBuffer(12, 5.0, np.int64)
    rare = np.zeros(12, dtype=np.bool_)
    rare[[3, 8]] = True
    buffer.extend(np.arange(100, 112), rare)
    found = list(buffer.minibatches(4, np.random.default_rng(7)))
    assert [part.tolist() for part, _ in found] == [
        [103, 108, 108, 106], [108, 100, 103, 102], [110, 109, 103, 104],
    ]  # fmt: skip
    for part, weights in found:
        assert weights is not None
        assert weights == pytest.approx([1 / 3 if row in (103, 108) else 5 / 3 for row in part])
    plain = AbilityPrioritizedBuffer(12, 1.0, np.int64)
    plain.extend(np.arange(100, 112), rare)
    parts = [part.tolist() for part, _ in plain.minibatches(4, np.random.default_rng(7))]
    assert parts == [[104, 106, 110, 100], [101, 103, 108, 107], [102, 105, 109, 111]]
