"""Minibatches filled up to a size, as recorded steps take them: the gradients are those of the rows alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from croupier.learn.network.network import PolicyNetwork
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from croupier.learn.update import ppo
from croupier.learn.update.graphed import filled_up
from tests.learn.small import EVERYTHING, skull_king


def gradients(network: PolicyNetwork) -> dict[str, torch.Tensor]:
    found = {name: each.grad.clone() for name, each in network.named_parameters() if each.grad is not None}
    network.zero_grad(set_to_none=True)
    return found


@pytest.mark.parametrize("weighted", [False, True])
def test_what_is_filled_in_counts_nothing(weighted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Trainer(training_plan(skull_king(), EVERYTHING))
    kept: list[tuple[Any, ppo.Update]] = []
    update = ppo.update

    def noted(*given: Any) -> dict[str, float]:
        kept.append((given[2], given[3]))
        return update(*given)

    monkeypatch.setattr(ppo, "update", noted)
    trainer.step()
    trainer.network.zero_grad(set_to_none=True)
    ((decisions, how),) = kept
    data, network = ppo._on_device(decisions, torch.device("cpu")), trainer.network
    rows = decisions.rows[:50]
    weights: npt.NDArray[np.float32] | None = np.linspace(0.5, 1.5, 50, dtype=np.float32) if weighted else None
    alone = data.part(torch.from_numpy(rows), None if weights is None else torch.from_numpy(weights))
    told = ppo.differentiate(network, alone, how, 0.01)
    expected = gradients(network)
    index, counted = (torch.from_numpy(each) for each in filled_up(rows, weights, 64))
    filled = replace(data.part(index, counted[0]), present=counted[1])
    found = ppo.differentiate(network, filled, how, torch.tensor(0.01), every_head=True)
    assert torch.allclose(found, told, rtol=1e-4, atol=1e-6)
    ours = gradients(network)
    assert ours.keys() == expected.keys()
    for name, gradient in expected.items():
        assert torch.allclose(ours[name], gradient, rtol=1e-3, atol=1e-6), name
