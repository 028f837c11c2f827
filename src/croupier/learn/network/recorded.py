"""A network's decisions for some rows, recorded once as a CUDA graph and replayed.

A graph has fixed shapes, so rows are filled up to a multiple of `_MULTIPLE`; each row's numbers are its own.
"""

from __future__ import annotations

import torch

from croupier.core.spec.spec import Floats
from croupier.learn.network.network import PolicyNetwork

MOST_ROWS = 8192
"""Above, a GPU has enough to do for launches not to count."""
_MULTIPLE = 256


def filled(rows: int) -> int:
    """The size that a number of rows is filled up to."""
    return -(-max(rows, 1) // _MULTIPLE) * _MULTIPLE


class RecordedForward:
    """Logits and values of up to this many rows by one network, whose weights may change in place."""

    def __init__(self, network: PolicyNetwork, size: int, device: torch.device) -> None:
        """Record it."""
        inputs = next(network.parameters()).shape[1]
        self._given = torch.zeros((size, inputs), pin_memory=True)
        self._seen = torch.zeros((size, inputs), device=device)
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]  # torch publishes no types for it
        stream.wait_stream(torch.cuda.current_stream())
        with torch.no_grad(), torch.cuda.stream(stream):
            for _ in range(2):
                network(self._seen)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(self._graph):
            logits, values = network(self._seen)
            self._found = torch.cat([logits, values[:, None]], dim=1)
        self._told = torch.zeros(self._found.shape, pin_memory=True)

    def run(self, observations: Floats) -> tuple[Floats, Floats]:
        """Logits, float32, shape (K, num_actions), and values, float32, shape (K,), of K rows."""
        count = len(observations)
        self._given[:count].copy_(torch.from_numpy(observations))
        self._seen.copy_(self._given, non_blocking=True)
        self._graph.replay()
        self._told.copy_(self._found, non_blocking=True)
        torch.cuda.current_stream().synchronize()
        found: Floats = self._told[:count].numpy().copy()
        return found[:, :-1].copy(), found[:, -1].copy()
