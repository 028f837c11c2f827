"""What `benchmarks.search_targets` measures: gains come back as noted, and what is learnt by heart shows."""

import numpy as np
import pytest

import croupier
from benchmarks.search_targets import gains_of, learnt, logs_in, measured, network_of
from croupier.agents.search.choice import improved
from croupier.agents.shipped import shipped_policy
from croupier.learn.targets.data_set import SearchTargets


def test_gains_come_back_from_the_policy_that_search_moved_to() -> None:
    shares = np.array([0.5, 0.3, 0.2], dtype=np.float32)
    worlds = np.array([[0.0, 0.0, 0.0, 0.0], [4.0, 2.0, 3.0, 3.0], [-6.0, -2.0, -5.0, -3.0]], dtype=np.float32)
    errors = worlds.std(axis=1, ddof=1) / 2.0
    found = gains_of(shares, improved(shares, worlds, gate=1.0, eta=1.0))
    assert found == pytest.approx([0.0, 3.0 - errors[1], -4.0 + errors[2]], abs=1e-4)
    worlds[2] = np.nan
    dropped = gains_of(shares, improved(shares, worlds, gate=1.0, eta=1.0))
    assert dropped == pytest.approx([0.0, 3.0 - errors[1], 0.0], abs=1e-4)


def test_what_is_learnt_by_heart_shows_in_what_was_learnt_and_not_in_what_was_not() -> None:
    game = croupier.make("skull-king")
    policy, rng = shipped_policy(game), np.random.default_rng(3)

    def drawn(count: int) -> SearchTargets:
        """Bids of 0 to 3 on noise, where search found a bid that is drawn 12 points better than all others."""
        observations = rng.random((count, game.observation_size), dtype=np.float32)
        blank = SearchTargets(
            observations, np.full(count, 4, dtype=np.int16), np.tile(np.arange(4, dtype=np.int16), count),
            np.full(4 * count, 0.25, dtype=np.float32), game.num_actions,
        )  # fmt: skip
        shares = np.exp(logs_in(network_of(policy, game), blank)[:, :4])
        worlds = np.zeros((count, 4, 2), dtype=np.float32)
        worlds[np.arange(count), rng.integers(4, size=count)] = 12.0
        found = [improved(*each, gate=1.0, eta=1.0) for each in zip(shares, worlds, strict=True)]
        return SearchTargets(observations, blank.counts, blank.actions, np.concatenate(found), game.num_actions)

    before, ours, others = network_of(policy, game), drawn(24), drawn(512)
    after = learnt(policy, game, ours, passes=150, rate=2e-3)
    assert measured(before, logs_in(before, ours), ours).gain == 0.0
    known, unknown = (measured(after, logs_in(before, each), each) for each in (ours, others))
    assert known.divergence < 0.3 < measured(before, logs_in(before, ours), ours).divergence
    assert known.same > 0.9
    assert known.gain > 6.0
    assert abs(unknown.gain) < 4.0 * unknown.error + 0.1
    assert unknown.divergence > 1.0
