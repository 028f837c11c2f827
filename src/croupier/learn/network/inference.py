"""Network inference in rollouts: device, precision and threads, and decisions replayed as CUDA graphs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from croupier.core.base.errors import ConfigError
from croupier.core.spec.spec import Bools, Floats
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.settings.config import Device, Precision, RunSettings

# A graph has fixed shapes, so rows are padded to a multiple of `_MULTIPLE`; rows do not affect each other.

MOST_ROWS = 8192
"""With more rows, launches take little of a GPU's time."""
_MULTIPLE = 256


def filled(rows: int) -> int:
    """The size that a number of rows is padded to."""
    return -(-max(rows, 1) // _MULTIPLE) * _MULTIPLE


class RecordedForward:
    """Logits and values of up to this many rows by one network, whose weights may change in place."""

    def __init__(self, network: PolicyNetwork, size: int, device: torch.device) -> None:
        """Record the graph."""
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


def choose_device(wanted: Device) -> torch.device:
    """The device for a setting."""
    found = torch.cuda.is_available()
    if wanted == "cuda" and not found:
        raise ConfigError("device is cuda, but torch finds no GPU; device=auto takes one only where it is there")
    return torch.device("cuda" if found and wanted != "cpu" else "cpu")


def multiplies_bfloat16(device: torch.device) -> bool:
    """Whether bfloat16 products are worth their conversions: on a processor with matrix units for them."""
    # With only vector instructions (``avx512_bf16``) training in bfloat16 took 1.6 times as long. On an H100 it
    # took 1.1 to 1.2 times as long, since these networks are too small to benefit (docs/speed.md).
    return device.type == "cpu" and bool(torch.cpu._is_amx_tile_supported())


@contextmanager
def torch_threads(count: int) -> Iterator[None]:
    """Let torch use this many threads within the context."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class Inference:
    """The device and precision of a run's networks."""

    def __init__(self, device: Device, precision: Precision, *, graphs: bool = False) -> None:
        """Choose both; graphs are used only on a GPU, with products in float32."""
        self.device = choose_device(device)
        # whether products use bfloat16
        self.half = precision == "bfloat16" or (precision == "auto" and multiplies_bfloat16(self.device))
        # whether repeated work is recorded as a CUDA graph and replayed
        self.graphs = graphs and self.device.type == "cuda" and not self.half
        self._recorded: dict[tuple[PolicyNetwork, int], RecordedForward] = {}

    @classmethod
    def of(cls, run: RunSettings) -> Inference:
        """The device and precision that the settings of a run name."""
        return cls(run.device, run.precision, graphs=run.cuda_graphs)

    def products(self) -> torch.autocast:
        """A context in which products have the chosen precision."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.half)

    def run(
        self, network: PolicyNetwork, observations: Floats, masks: Bools | None = None
    ) -> tuple[Floats, Floats]:
        """Logits, float32, shape (K, num_actions), and values, float32, shape (K,), of K rows."""
        if self.graphs and len(observations) <= MOST_ROWS:
            return self._replayed(network, observations)
        with torch.inference_mode(), self.products():
            legal = None if masks is None or not network.own else torch.from_numpy(masks).to(self.device)
            logits, values = network(torch.from_numpy(observations).to(self.device), legal)
            return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def _replayed(self, network: PolicyNetwork, observations: Floats) -> tuple[Floats, Floats]:
        size = filled(len(observations))
        if (network, size) not in self._recorded:
            self._recorded[network, size] = RecordedForward(network, size, self.device)
        return self._recorded[network, size].run(observations)

    def critic_values(self, network: PolicyNetwork, observations: Floats, privileged: Floats) -> Floats:
        """Values of K rows by the critic, float32, shape (K,)."""
        with torch.inference_mode(), self.products():
            seen = torch.from_numpy(observations).to(self.device)
            values: Floats = (
                network.critic_values(seen, torch.from_numpy(privileged).to(self.device)).cpu().numpy()
            )
            return values
