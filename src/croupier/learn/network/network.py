"""The policy network: a shared encoder, a head for each slice of the actions, a value head; initial weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from croupier.agents.policy import PolicyAgent
from croupier.core.base.errors import ConfigError, require
from croupier.core.base.types import Arrays
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.core.spec.training import HandLayout
from croupier.learn.settings.plan import NetworkShape, in_policy

_ILLEGAL = -1e9  # finite, so that probability times logit is zero and not NaN


class PolicyNetwork(nn.Module):
    """Observations to logits of all actions, and a value."""

    def __init__(self, shape: NetworkShape, generator: torch.Generator) -> None:
        """Make the layers and draw their weights: orthogonal, gain sqrt 2; 0.01 for the heads, 1 for the value."""
        super().__init__()
        size, widths, hand = shape.observation_size, shape.widths, shape.hand
        self._slices, self._hand = shape.heads, hand
        self._pointers = () if hand is None else hand.heads
        kinds = 0 if hand is None else len(hand.copies)
        self.encoder = _encoder(size, widths, generator)  # the shared layers, each followed by ReLU
        outputs = {head.name: kinds if head.name in self._pointers else head.size for head in shape.heads}
        # the last layer of each slice of the actions; with a pointer it scores kinds of cards
        self.heads = nn.ModuleDict(
            {name: _linear(widths[-1], count, 0.01, generator) for name, count in outputs.items()}
        )
        self.value = _linear(widths[-1], 1, 1.0, generator)
        # separate encoders of slices
        self.own = nn.ModuleDict({name: _encoder(size, widths, generator) for name in shape.own})
        # last layers of the auxiliary tasks
        self.auxiliary = nn.ModuleDict(
            {name: _linear(widths[-1], count, 0.01, generator) for name, count in shape.auxiliary.items()}
        )
        self.critic = nn.ModuleList()  # the oracle critic; empty without one
        if shape.privileged_size:
            layers = shape.critic_widths or widths
            self.critic = _encoder(size + shape.privileged_size, layers, generator)
            self.critic.append(_linear(layers[-1], 1, 1.0, generator))
        if hand is not None:
            self.register_buffer("_copies", torch.tensor(hand.copies, dtype=torch.float32), persistent=False)
            self._places = max(head.size for head in shape.heads if head.name in hand.heads)

    def forward(self, observations: Tensor, masks: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits, not masked, shape (K, num_actions), and values, shape (K,), of K rows, both float32."""
        # Slices without any legal action in `masks`, bool, shape (K, num_actions), are not computed.
        logits, values, _ = self.full(observations, masks, auxiliary=False)
        return logits, values

    def full(
        self, observations: Tensor, masks: Tensor | None = None, *, auxiliary: bool = True
    ) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
        """Like `forward`, and the outputs of the auxiliary tasks by name, float32, shape (K, size)."""
        features = encoded(self.encoder, observations)
        shared = {name: head for name, head in self.heads.items() if name not in self.own}
        extra = dict(self.auxiliary.items()) if auxiliary else {}
        last = [*shared.values(), self.value, *extra.values()]  # one matrix product for all of them
        weight = torch.cat([cast(Tensor, layer.weight) for layer in last])
        bias = torch.cat([cast(Tensor, layer.bias) for layer in last])
        both = functional.linear(features, weight, bias).float()
        if not self.own and not self._pointers and not extra:
            return both[:, :-1], both[:, -1], {}
        parts = torch.split(both, [len(cast(Tensor, layer.bias)) for layer in last], dim=1)
        logits = self._logits(dict(zip(shared, parts, strict=False)), observations, masks)
        return logits, parts[len(shared)][:, 0], dict(zip(extra, parts[len(shared) + 1 :], strict=True))

    def critic_values(self, observations: Tensor, privileged: Tensor) -> Tensor:
        """Values by the critic, float32, shape (K,)."""
        *layers, last = self.critic
        found = encoded(layers, torch.cat([observations, privileged], dim=1))
        return cast(Tensor, last(found))[:, 0].float()

    def _logits(self, shared: dict[str, Tensor], observations: Tensor, masks: Tensor | None) -> Tensor:
        places = self._places_of(observations) if self._pointers else observations
        parts = []
        for head in self._slices:
            if head.name in self.own:
                part = self._own(head, observations, masks)
            elif head.name in self._pointers:
                part = functional.pad(shared[head.name], (0, 1)).gather(1, places[:, : head.size])
            else:
                part = shared[head.name]
            parts.append(part)
        return torch.cat(parts, dim=1)

    def _own(self, head: Head, observations: Tensor, masks: Tensor | None) -> Tensor:
        """Logits of a head with its own encoder, computed only in its rows."""
        rows: Tensor | slice = slice(None)
        if masks is not None:
            rows = masks[:, head.start : head.start + head.size].any(dim=1).nonzero()[:, 0]
        found = self.heads[head.name](
            encoded(cast(nn.ModuleList, self.own[head.name]), observations[rows])
        ).float()
        if head.name in self._pointers:
            places = self._places_of(observations[rows])
            found = functional.pad(found, (0, 1)).gather(1, places[:, : head.size])
        if masks is None:
            return cast(Tensor, found)
        out: Tensor = found.new_zeros((len(observations), head.size))
        return out.index_put((cast(Tensor, rows),), found)

    def _places_of(self, observations: Tensor) -> Tensor:
        """Kind of the card in each place of the hand, int64, shape (K, places); the number of kinds if empty."""
        hand = cast(HandLayout, self._hand)
        kinds = len(hand.copies)
        counts = observations[:, hand.start : hand.start + kinds] * cast(Tensor, self._copies)
        upto = counts.cumsum(dim=1)
        wanted = torch.arange(self._places, device=upto.device, dtype=torch.float32) + 0.5
        return torch.searchsorted(upto, wanted.expand(len(upto), -1).contiguous())


def _encoder(inputs: int, widths: Sequence[int], generator: torch.Generator) -> nn.ModuleList:
    sizes = [inputs, *widths]
    return nn.ModuleList([_linear(sizes[k], sizes[k + 1], 2**0.5, generator) for k in range(len(widths))])


def encoded(layers: Iterable[nn.Module], observations: Tensor) -> Tensor:
    """The output of an encoder: its layers, each followed by ReLU."""
    features = observations
    for layer in layers:
        features = functional.relu(layer(features))
    return features


def _linear(inputs: int, outputs: int, gain: float, generator: torch.Generator) -> nn.Linear:
    """A linear layer with weights from our generator, not from torch's global one."""
    layer = cast(nn.Linear, nn.utils.skip_init(nn.Linear, inputs, outputs))  # type: ignore[no-untyped-call]
    nn.init.orthogonal_(layer.weight, gain, generator=generator)
    nn.init.zeros_(layer.bias)
    return layer


def masked_log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Logarithms of the probabilities of the legal actions, shape (K, num_actions); about -1e9 for the others."""
    return functional.log_softmax(logits.masked_fill(~masks, _ILLEGAL), dim=1)


_LAYER = (".weight", ".bias")


def fitting_weights(path: Path, game: Game, network: torch.nn.Module) -> Arrays:
    """Weights of a policy's file for a network of the same architecture, which is not changed."""
    require("a policy's weights", "onnx")
    import onnx
    from onnx import numpy_helper

    agent = PolicyAgent(path, game)  # checks the file
    model = onnx.load_from_string(path.read_bytes())
    found = {each.name: each for each in model.graph.initializer if each.name.endswith(_LAYER)}
    wanted = {name: value for name, value in network.state_dict().items() if in_policy(name)}
    shapes = {name: tuple(each.dims) for name, each in found.items()}
    other = _difference(shapes, {name: tuple(value.shape) for name, value in wanted.items()})
    if any(node.op_type == "Tanh" for node in model.graph.node):
        other = "its hidden layers are followed by tanh"
    if other:
        raise ConfigError(f"the network cannot hold the weights of {agent.name}: {other}")
    return {name: numpy_helper.to_array(found[name]).copy() for name in wanted}


def _difference(theirs: Mapping[str, tuple[int, ...]], ours: Mapping[str, tuple[int, ...]]) -> str:
    """The first layer in which two networks differ, in words; empty if there is none."""
    for name in sorted(theirs.keys() | ours.keys()):
        if theirs.get(name) != ours.get(name):
            file, own = (
                f"of shape {shape}" if shape else "missing" for shape in (theirs.get(name), ours.get(name))
            )
            return f"{name} is {file} in the file and {own} in the network (widths, architecture, card_head)"
    return ""
