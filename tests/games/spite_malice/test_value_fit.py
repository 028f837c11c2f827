"""How the value of `bot:planner` is fitted: what tables count as, the network's numbers, and runs that go on."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.spite_malice_value import Played, network, run, targets, weights_of
from croupier.games.spite_malice.bots.planner import HIDDEN, SIZE, read_weights, worth


def test_a_table_counts_as_the_next_and_the_last_as_how_the_game_ended() -> None:
    games, seats = np.array([0, 0, 0, 1]), np.array([0, 1, 0, 1])
    played = Played(np.zeros((4, SIZE), dtype=np.float16), games, seats, np.array([1, 0.5], dtype=np.float32))
    chances = np.array([0.1, 0.3, 0.6, 0.9], dtype=np.float32)
    # seat 0 wins the first game, so its last table counts as 1; the next of the one before, seat 1's, is worth 0.6
    # to seat 0 and counts as 1; the next of the first is worth 1 - 0.3 and counts as 0.8
    assert targets(played, chances, 0.5) == pytest.approx([0.75, 0.2, 1.0, 0.5])
    assert targets(played, chances, 1.0) == pytest.approx([1.0, 0.0, 1.0, 0.5])
    assert targets(played, chances, 0.0) == pytest.approx([0.7, 0.4, 1.0, 0.5])


def test_the_network_that_is_fitted_is_the_one_that_is_played_by() -> None:
    torch = pytest.importorskip("torch")
    net = read_weights()
    model = network(net)
    assert (weights_of(model) == net).all()
    features = np.random.default_rng(1).random(SIZE, dtype=np.float32)
    found = worth(net, features, *(np.zeros(size, dtype=np.float32) for size in HIDDEN))
    assert found == pytest.approx(float(model(torch.from_numpy(features)).detach()), abs=1e-4)


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_run_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    run(tmp_path, rounds=2, games=4, first=6, seed=3, deals=1)
    files = [tmp_path / name for name in ("value-01.npz", "games-02.npz", "value-02.npz", "planner.npz")]
    whole = [file.read_bytes() for file in files]
    for file in files[1:]:
        file.unlink()
    run(tmp_path, rounds=2, games=4, first=6, seed=3, deals=1)
    assert [file.read_bytes() for file in files] == whole
    assert whole[0] != whole[2]
