"""Advantages against a naive computation, one trajectory a seat, and against closed forms."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from croupier.learn.rollouts.decisions import NOBODY, Cut, Steps, advantages, find_horizon, find_open


@dataclass
class Rollout:
    """The arrays of a rollout, T slots, N tables, P seats."""

    deciders: np.ndarray
    values: np.ndarray
    rewards: np.ndarray
    closed: np.ndarray
    bootstrap_values: np.ndarray
    movers: np.ndarray
    last_values: np.ndarray
    out: np.ndarray = field(init=False)
    is_open: np.ndarray = field(init=False)
    pending_rewards: np.ndarray = field(init=False)

    def run(self, gamma: float, gae_lambda: float, horizon: int | None = None) -> None:
        slots, tables, seats = self.rewards.shape
        self.out = np.full((slots, tables), np.nan, dtype=np.float32)
        self.is_open = np.ones((slots, tables), dtype=np.bool_)
        self.pending_rewards = np.zeros((tables, seats), dtype=np.float32)
        find_open(self.deciders, self.closed, self.movers, np.zeros((tables, seats), dtype=np.bool_), self.is_open)
        steps = Steps(self.deciders, self.values, self.rewards, self.closed, self.bootstrap_values, self.is_open)
        until = slots if horizon is None else horizon
        advantages(
            steps, Cut(self.movers, self.last_values), until, gamma, gae_lambda, self.out, self.pending_rewards
        )


def empty(slots: int, tables: int, seats: int) -> Rollout:
    return Rollout(
        deciders=np.zeros((slots, tables), dtype=np.int8),
        values=np.zeros((slots, tables), dtype=np.float32),
        rewards=np.zeros((slots, tables, seats), dtype=np.float32),
        closed=np.zeros((slots, tables), dtype=np.bool_),
        bootstrap_values=np.zeros((slots, tables, seats), dtype=np.float32),
        movers=np.zeros(tables, dtype=np.int8),
        last_values=np.zeros(tables, dtype=np.float32),
    )


def drawn(slots: int, tables: int, seats: int, seed: int, *, holes: float = 0.1) -> Rollout:
    rng = np.random.default_rng(seed)
    rollout = empty(slots, tables, seats)
    rollout.deciders[:] = rng.integers(0, seats, (slots, tables))
    rollout.deciders[rng.random((slots, tables)) < holes] = NOBODY
    rollout.values[:] = rng.normal(size=(slots, tables))
    rollout.rewards[:] = rng.normal(size=(slots, tables, seats))
    rollout.closed[:] = rng.random((slots, tables)) < 0.15
    cut = rollout.closed & (rng.random((slots, tables)) < 0.5)
    rollout.bootstrap_values[cut] = rng.normal(size=(int(cut.sum()), seats))
    rollout.movers[:] = rng.integers(0, seats, tables)
    rollout.last_values[:] = rng.normal(size=tables)
    return rollout


def naive(r: Rollout, n: int, seat: int, gamma: float, gae_lambda: float, horizon: int) -> dict[int, float | None]:
    """One seat's trajectory at one table, forward and by the definition: its advantages, None where open."""
    mine = [t for t in range(len(r.deciders)) if r.deciders[t, n] == seat]
    deltas: list[tuple[float, bool] | None] = []  # delta, and whether the next decision's advantage follows
    for k, t in enumerate(mine):
        until = mine[k + 1] if k + 1 < len(mine) else len(r.deciders)
        gained, end = 0.0, None
        for u in range(t, until):
            gained += float(r.rewards[u, n, seat])
            if r.closed[u, n]:
                end = float(r.bootstrap_values[u, n, seat])
                break
        value = float(r.values[t, n])
        if end is not None:
            deltas.append((gained + gamma * end - value, False))
        elif until < len(r.deciders):
            deltas.append((gained + gamma * float(r.values[until, n]) - value, until < horizon))
        elif r.movers[n] == seat:
            deltas.append((gained + gamma * float(r.last_values[n]) - value, False))
        else:
            deltas.append(None)
    result: dict[int, float | None] = {}
    for k, t in enumerate(mine):
        if deltas[k] is None:
            result[t] = None
            continue
        total, weight = 0.0, 1.0
        for step in deltas[k:]:
            if step is None:
                break
            total += weight * step[0]
            weight *= gamma * gae_lambda
            if not step[1]:
                break
        result[t] = total
    return result


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.95), (0.9, 0.5), (1.0, 0.0), (0.7, 1.0)])
@pytest.mark.parametrize("horizon", [40, 30, 0])
def test_advantages_are_those_of_each_seats_own_trajectory(
    seats: int, gamma: float, gae_lambda: float, horizon: int
) -> None:
    rollout = drawn(40, 10, seats, seed=seats)
    rollout.run(gamma, gae_lambda, horizon)
    seen = np.zeros(rollout.out.shape, dtype=np.bool_)
    for n in range(10):
        for seat in range(seats):
            for t, expected in naive(rollout, n, seat, gamma, gae_lambda, horizon).items():
                seen[t, n] = True
                assert rollout.is_open[t, n] == (expected is None)
                assert rollout.out[t, n] == pytest.approx(expected or 0.0, abs=1e-4)
    nobody = rollout.deciders == NOBODY
    assert np.array_equal(seen, ~nobody)
    assert not rollout.out[nobody].any()
    assert not rollout.is_open[nobody].any()


def test_the_horizon_leaves_the_last_hundredth_of_the_open_decisions_before_it() -> None:
    is_open = np.zeros((300, 2), dtype=np.bool_)
    is_open[100:300, 0] = True
    assert find_horizon(is_open) == 102
    assert find_horizon(np.zeros((7, 2), dtype=np.bool_)) == 7


def test_at_the_cut_the_mover_is_valued_and_the_others_stay_open() -> None:
    rollout = empty(4, 1, 3)
    rollout.deciders[:, 0] = [0, 1, 0, 2]
    rollout.movers[:] = 0
    rollout.last_values[:] = 2.0
    rollout.rewards[2:, 0, 1] = 0.25
    rollout.run(1.0, 1.0)
    assert rollout.is_open[:, 0].tolist() == [False, True, False, True]
    assert rollout.out[:, 0] == pytest.approx([2.0, 0.0, 2.0, 0.0])
    assert rollout.pending_rewards[0].tolist() == [0.0, 0.5, 0.0]


def test_a_rollout_in_two_pieces_gives_the_advantages_of_one() -> None:
    # with lambda 0 each advantage needs the next decision only, so open decisions must come out the same later
    whole = drawn(40, 30, 3, seed=9, holes=0.0)
    whole.run(1.0, 0.0)
    cut = 17
    first = drawn(40, 30, 3, seed=9, holes=0.0)
    second = drawn(40, 30, 3, seed=9, holes=0.0)
    for name in ("deciders", "values", "rewards", "closed", "bootstrap_values"):
        setattr(first, name, getattr(first, name)[:cut].copy())
        setattr(second, name, getattr(second, name)[cut:].copy())
    first.movers, first.last_values = second.deciders[0].copy(), second.values[0].copy()
    first.run(1.0, 0.0)
    carried = empty(3, 30, 3)
    carried.deciders[:] = NOBODY
    opened = np.argwhere(first.is_open)
    assert len(opened) > 20
    for t, n in opened:
        seat = first.deciders[t, n]
        carried.deciders[seat, n] = seat
        carried.values[seat, n] = first.values[t, n]
        carried.rewards[seat, n, seat] = first.pending_rewards[n, seat]
    for name in ("deciders", "values", "rewards", "closed", "bootstrap_values"):
        setattr(second, name, np.concatenate([getattr(carried, name), getattr(second, name)]))
    second.run(1.0, 0.0)
    for t, n in opened:
        assert second.out[first.deciders[t, n], n] == pytest.approx(float(whole.out[t, n]), abs=1e-5)
    closed = ~first.is_open
    assert np.allclose(first.out[closed], whole.out[:cut][closed], atol=1e-5)
    assert np.allclose(second.out[3:], whole.out[cut:], atol=1e-5)
