"""The network: a shared encoder, one linear head a slice of the actions, and a value head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from croupier.core.phases import Head

_ILLEGAL = -1e9  # finite, so that probability times logit is zero and not NaN


class MultiHeadPolicy(nn.Module):
    """Observations to logits of all actions, and a value.

    Attributes:
        encoder: the shared layers, each followed by ReLU.
        heads: one linear layer for each distinct slice of the actions, by its name.
        value: the value head.
    """

    def __init__(
        self, observation_size: int, heads: Sequence[Head], widths: Sequence[int], generator: torch.Generator
    ) -> None:
        """Make the layers and draw their weights.

        Args:
            observation_size: number of features.
            heads: the slices of the action space, in their order.
            widths: sizes of the shared layers.
            generator: draws the weights: orthogonal, gain sqrt 2; 0.01 for the heads, 1 for the value.
        """
        super().__init__()
        sizes = [observation_size, *widths]
        self.encoder = nn.ModuleList(
            [_linear(sizes[k], sizes[k + 1], 2**0.5, generator) for k in range(len(widths))]
        )
        self.heads = nn.ModuleDict({head.name: _linear(sizes[-1], head.size, 0.01, generator) for head in heads})
        self.value = _linear(sizes[-1], 1, 1.0, generator)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Run the network.

        Args:
            observations: float32, shape (K, observation_size).

        Returns:
            Logits, float32, shape (K, num_actions), not masked; values, float32, shape (K,).
        """
        hidden = observations
        for layer in self.encoder:
            hidden = functional.relu(layer(hidden))
        last = [*self.heads.values(), self.value]  # one matrix product for all of them
        weight = torch.cat([cast(Tensor, layer.weight) for layer in last])
        bias = torch.cat([cast(Tensor, layer.bias) for layer in last])
        both = functional.linear(hidden, weight, bias)
        return both[:, :-1], both[:, -1]


def _linear(inputs: int, outputs: int, gain: float, generator: torch.Generator) -> nn.Linear:
    """A linear layer whose weights come from our generator, not from torch's global one."""
    layer = cast(nn.Linear, nn.utils.skip_init(nn.Linear, inputs, outputs))  # type: ignore[no-untyped-call]
    nn.init.orthogonal_(layer.weight, gain, generator=generator)
    nn.init.zeros_(layer.bias)
    return layer


def masked_log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Logarithms of the probabilities of the legal actions, shape (K, num_actions); about -1e9 for the others."""
    return functional.log_softmax(logits.masked_fill(~masks, _ILLEGAL), dim=1)
