"""Training on a GPU, where there is one."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from tests.learn.small import (
    EVERYTHING,
    differing,
    progress,
    skull_king,
    trained,
    trains_and_plays_what_it_has_learned,
)

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")

ON_GPU = EVERYTHING.changed(device="cuda")


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_run_learns_on_the_gpu_and_its_policy_gives_the_networks_logits(precision: str) -> None:
    trains_and_plays_what_it_has_learned(ON_GPU.changed(precision=precision), 3)


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
