"""Training on a GPU, where there is one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from croupier.learn.network.network import PolicyNetwork
from croupier.learn.runs.run import Run
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import network_shape, training_plan
from tests.learn.small import EVERYTHING, differing, progress, skull_king, trained

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")

ON_GPU = EVERYTHING.changed(device="cuda")


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_run_learns_on_the_gpu_and_its_policy_gives_the_networks_logits(precision: str) -> None:
    game, config = skull_king(), ON_GPU.changed(precision=precision)
    run = Run(Path("nowhere"), Trainer(training_plan(game, config)), "quick")
    before = run.trainer.policy()
    for _ in range(3):
        assert np.isfinite(list(run.trainer.step().values())).all()
    after = run.trainer.policy()
    assert differing(before, after)
    assert {value.device.type for value in run.trainer.network.state_dict().values()} == {"cuda"}
    network = PolicyNetwork(network_shape(game, config.network), torch.Generator().manual_seed(0)).to("cuda")
    network.load_state_dict({name: torch.from_numpy(array) for name, array in after.items()})
    batch, agent = game.batch(300, seed=5), run.agent()
    rngs, actions = np.arange(300, dtype=np.uint64), np.zeros(300, dtype=np.int64)
    for _ in range(30):
        with torch.inference_mode():
            logits, values = network(torch.from_numpy(batch.observations).to("cuda"))
        ours, expected = agent._run(batch.observations)
        assert np.allclose(ours, logits.cpu().numpy(), atol=1e-5)
        assert np.allclose(expected, values.cpu().numpy(), atol=1e-5)
        batch.random_actions(rngs, actions)
        batch.step(actions)


def test_a_run_goes_on_from_a_checkpoint_as_if_it_had_not_stopped() -> None:
    whole, first = trained(ON_GPU, 4), trained(ON_GPU, 2)
    second = Trainer(training_plan(skull_king(), ON_GPU))
    second.restore(first.tensors(), json.loads(json.dumps(first.progress())))
    for _ in range(2):
        second.step()
    assert progress(second) == progress(whole)
    ours, theirs = second.tensors(), whole.tensors()
    assert differing(ours, theirs) == []


def test_the_first_update_is_that_of_the_processor_but_for_rounding() -> None:
    ours, theirs = trained(ON_GPU, 1).policy(), trained(EVERYTHING, 1).policy()
    for name, array in ours.items():
        assert np.allclose(array, theirs[name], atol=1e-4), name
