"""The example of a training loop of one's own: its advantages are right, and what it trains wins."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import croupier
from croupier.learn import export_module
from croupier.learn.network.inference import torch_threads
from croupier.measure import play_tournament

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo_on_batch.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.thorough
def test_it_learns_to_beat_random_play_in_a_small_game(example: dict[str, Any], tmp_path: Path) -> None:
    game, shares = croupier.make("pig", winning_score=30), {}
    with torch_threads(1):
        for decisions in (0, 25_000):
            file = tmp_path / f"{decisions}.onnx"
            export_module(example["train"](game, 1, decisions), file, game)
            agents = [f"net/temperature=1:{file}", "random"]  # drawn as in training, where every bit learned shows
            interval = play_tournament(game, agents, 200, seed=5).agents[0].ci95
            assert interval is not None
            shares[decisions] = interval
    assert shares[0][0] < 0.5 < shares[0][1]
    assert shares[25_000][0] > 0.65


def test_what_it_trains_is_written_and_meets_each_opponent(example: dict[str, Any], tmp_path: Path) -> None:
    with torch_threads(1):
        reports = example["main"]("pig", 3, 0, deals=5, folder=tmp_path / "new")
    file = tmp_path / "new" / "pig-ppo-on-batch-3.onnx"
    for opponent in ("random", "bot"):
        assert {each.agent: each.games for each in reports[opponent].agents} == {f"net:{file}": 10, opponent: 10}


def test_a_seat_is_advantaged_by_what_it_gains_until_its_game_ends(example: dict[str, Any]) -> None:
    steps, tables, seats = 7, 3, 2
    random = np.random.Generator(np.random.PCG64(2))
    values, gained = (torch.from_numpy(random.normal(size=(steps, tables, seats))) for _ in range(2))
    last, dones = torch.from_numpy(random.normal(size=(tables, seats))), torch.zeros((steps, tables)).bool()
    dones[2, 0] = dones[6, 1] = True
    found, decay = example["advantages"](values, gained, dones, last), example["LAMBDA"]
    for table in range(tables):
        for seat in range(seats):
            for step in range(steps):
                expected, weight = 0.0, 1.0
                for later in range(step, steps):
                    over = bool(dones[later, table])
                    after = last[table, seat] if later == steps - 1 else values[later + 1, table, seat]
                    error = gained[later, table, seat] - values[later, table, seat] + (0.0 if over else after)
                    expected, weight = expected + weight * float(error), weight * decay
                    if over:
                        break
                assert float(found[step, table, seat]) == pytest.approx(expected)


def test_rewards_are_points_ahead_of_the_others_and_add_up_to_nothing(example: dict[str, Any]) -> None:
    game = croupier.make("oh-hell", **example["TABLES"]["oh-hell"])
    batch, player = game.batch(32, 3, count_points=True), example["Player"](game)
    torch.manual_seed(1)
    seen, movers, masks, actions, _, values, gained, dones, last = example["rollout"](batch, player)
    assert seen.shape == (*dones.shape, 3, game.observation_size)
    assert values.shape == gained.shape == (*dones.shape, 3)
    assert last.shape == (32, 3)
    assert masks.gather(2, actions[:, :, None]).all()
    assert ((movers >= 0) & (movers < 3)).all()
    assert torch.allclose(gained.sum(dim=2), torch.zeros_like(gained[:, :, 0]), atol=1e-6)
    assert not gained[~dones].any()  # a single round is scored at its end
    assert len(gained[dones]) == 32
    assert (gained[dones] != 0).any(dim=1).sum() >= 4  # in the others all are as good
