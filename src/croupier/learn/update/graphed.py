"""Gradient steps as CUDA graphs, so that a GPU does not wait for Python.

A step of a small network is hundreds of kernels of a few microseconds each, and launching them one by one takes
longer than running them. A graph has fixed shapes, so a minibatch is padded to a round size; padding has weight 0.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from croupier.core.base.types import RowNumbers
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.update.ppo import ROWS, Minibatch, Update, differentiate

_WARM_UP = 3
"""Steps before the recording, in which libraries choose their kernels and allocate memory."""


class GraphedSteps:
    """PPO's gradient steps of one network, recorded for each size of minibatch when it first occurs."""

    def __init__(self, network: PolicyNetwork, optimiser: torch.optim.Adam, how: Update) -> None:
        """Record nothing yet; `network` is changed in place."""
        self._network, self._optimiser, self._how = network, optimiser, how
        self._recorded: dict[int, _Recorded] = {}

    def step(
        self, data: Minibatch, rows: RowNumbers, weights: npt.NDArray[np.float32] | None, entropy_coef: float
    ) -> Tensor:
        """Take one gradient step; `weights` is None if all rows have weight 1."""
        size = round_size(len(rows))
        if size not in self._recorded:
            self._recorded[size] = _Recorded(self._network, self._optimiser, self._how, data, size)
        return self._recorded[size].replay(data, rows, weights, entropy_coef)


def round_size(rows: int) -> int:
    """The size that a minibatch is padded to: there are eight between one power of two and the next."""
    # Rollouts differ in their number of decisions, and so do minibatches; each size is recorded separately.
    step = max(1, 1 << max(0, (rows - 1).bit_length() - 4))
    return -(-rows // step) * step


class _Recorded:
    """One recorded step for minibatches of a size."""

    def __init__(
        self, network: PolicyNetwork, optimiser: torch.optim.Adam, how: Update, data: Minibatch, size: int
    ) -> None:
        self._network, self._optimiser, self._how, self._size = network, optimiser, how, size
        device = data.actions.device
        weights, present = torch.ones(size, device=device), torch.ones(size, device=device)
        first = data.part(torch.zeros(size, dtype=torch.int64, device=device), weights)
        held = {name: getattr(first, name) for name in ROWS}
        self._batch = Minibatch(**held, targets=first.targets, weights=weights, present=present)
        self._entropy = torch.zeros((), device=device)
        before = [parameter.detach().clone() for parameter in network.parameters()]
        state = {
            key: {part: each.clone() for part, each in parts.items()} for key, parts in optimiser.state.items()
        }
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]  # torch publishes no types for it
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(_WARM_UP):
                optimiser.zero_grad(set_to_none=True)
                self._step()
        torch.cuda.current_stream().wait_stream(stream)
        optimiser.zero_grad(set_to_none=True)  # the graph has its own memory for gradients
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._found = self._step()
        optimiser.zero_grad(set_to_none=True)
        with torch.no_grad():
            for parameter, weight in zip(network.parameters(), before, strict=True):
                parameter.copy_(weight)
                for part, value in optimiser.state[parameter].items():
                    value.copy_(state[parameter][part] if parameter in state else torch.zeros_like(value))

    def _step(self) -> Tensor:
        found = differentiate(self._network, self._batch, self._how, self._entropy, every_head=True)
        self._optimiser.step()
        return found

    def replay(
        self, data: Minibatch, rows: RowNumbers, weights: npt.NDArray[np.float32] | None, entropy_coef: float
    ) -> Tensor:
        """Copy the minibatch in and take the step; see `GraphedSteps.step`."""
        device = self._entropy.device
        index, floats = (torch.from_numpy(each).to(device) for each in filled_up(rows, weights, self._size))
        held = self._batch
        for name in ROWS:
            torch.index_select(getattr(data, name), 0, index, out=getattr(held, name))
        for name, array in data.targets.items():
            torch.index_select(array, 0, index, out=held.targets[name])
        for place, value in ((held.weights, floats[0]), (held.present, floats[1])):
            if place is not None:
                place.copy_(value)
        self._entropy.fill_(entropy_coef)
        self._graph.replay()
        return self._found.clone()


def filled_up(
    rows: RowNumbers, weights: npt.NDArray[np.float32] | None, size: int
) -> tuple[RowNumbers, npt.NDArray[np.float32]]:
    """A minibatch padded to a size with the same means: rows, and by row its weight and 1, or 0 for padding."""
    count = len(rows)
    filled, counted = np.full(size, rows[0]), np.zeros((2, size), dtype=np.float32)
    filled[:count] = rows
    counted[0, :count] = size / count if weights is None else weights * np.float32(size / count)
    counted[1, :count] = 1.0
    return filled, counted
