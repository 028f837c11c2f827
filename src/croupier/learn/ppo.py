"""Proximal policy optimisation: J. Schulman and others, "Proximal policy optimization algorithms" (2017).

The clipped objective with a value loss and an entropy bonus. A head's logits outside its phase are masked, so one
loss trains all heads, and a minibatch mixes phases freely.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from croupier.core.errors import ConfigError
from croupier.learn.config import Config
from croupier.learn.network import MultiHeadPolicy, masked_log_softmax
from croupier.learn.rollout import Decisions

_SUMS = ("policy_loss", "value_loss", "entropy", "approximate_kl", "clip_fraction", "gradient_norm")


class Diverged(ConfigError):  # noqa: N818  # what the field calls it
    """A loss, gradient or weight is not a finite number; the weights before it are kept."""


def minibatches(
    rows: npt.NDArray[np.int64], size: int, generator: np.random.Generator
) -> Iterator[npt.NDArray[np.int64]]:
    """All rows once, in a random order, in pieces of about `size` that differ by one at most."""
    order = generator.permutation(rows)
    yield from np.array_split(order, max(1, round(len(rows) / size)))


class _Data:
    """A rollout's arrays as tensors on the network's device."""

    def __init__(self, decisions: Decisions, device: torch.device) -> None:
        rows = decisions.rows
        gained = decisions.advantages[rows]
        spread = float(gained.std()) + 1e-8
        normal = (decisions.advantages - gained.mean()) / np.float32(spread)
        self.observations = torch.from_numpy(decisions.observations).to(device)
        self.masks = torch.from_numpy(decisions.masks).to(device)
        self.actions = torch.from_numpy(decisions.actions).to(device)
        self.logps = torch.from_numpy(decisions.logps).to(device)
        self.advantages = torch.from_numpy(normal.astype(np.float32)).to(device)
        self.targets = torch.from_numpy(decisions.advantages + decisions.values).to(device)


def _losses(
    network: MultiHeadPolicy, data: _Data, rows: Tensor, clip: float
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Policy loss, value loss, entropy, and the change of the actions' log probabilities."""
    masks = data.masks[rows]
    logits, values = network(data.observations[rows])
    logs = masked_log_softmax(logits, masks)
    change = logs.gather(1, data.actions[rows, None])[:, 0] - data.logps[rows]
    ratio = change.exp()
    gain = data.advantages[rows]
    policy = -torch.minimum(ratio * gain, ratio.clamp(1.0 - clip, 1.0 + clip) * gain).mean()
    value = 0.5 * (values - data.targets[rows]).square().mean()
    entropy = -(logs.exp() * logs).sum(dim=1).mean()
    return policy, value, entropy, change.detach()


def update(
    network: MultiHeadPolicy,
    optimiser: torch.optim.Optimizer,
    decisions: Decisions,
    config: Config,
    entropy_weight: float,
    generator: np.random.Generator,
    device: torch.device,
) -> dict[str, float]:
    """Learn from one rollout.

    Args:
        network: changed in place.
        optimiser: over its parameters, with the learning rate set.
        decisions: the rollout.
        config: the settings.
        entropy_weight: weight of the entropy bonus now.
        generator: draws the order of the minibatches.
        device: where the network is.

    Returns:
        Means over all minibatches of the losses and what tells how the update went; see docs/training.md.

    Raises:
        Diverged: a loss or gradient is not finite; the message says where.
    """
    data = _Data(decisions, device)
    sums = dict.fromkeys(_SUMS, 0.0)
    steps = 0
    for epoch in range(config.epochs):
        for number, rows in enumerate(minibatches(decisions.rows, config.minibatch, generator)):
            policy, value, entropy, change = _losses(network, data, torch.from_numpy(rows).to(device), config.clip)
            optimiser.zero_grad(set_to_none=True)
            loss = policy + config.value_weight * value - entropy_weight * entropy
            loss.backward()  # type: ignore[no-untyped-call]  # torch publishes no types for it
            norm = nn.utils.clip_grad_norm_(network.parameters(), config.max_gradient)
            found = {"policy loss": policy, "value loss": value, "entropy": entropy, "gradient norm": norm}
            _require_finite(found, f"epoch {epoch + 1}, minibatch {number + 1}")
            optimiser.step()
            kl = (change.exp() - 1.0 - change).mean()
            clipped = ((change.exp() - 1.0).abs() > config.clip).float().mean()
            for name, part in zip(_SUMS, (policy, value, entropy, kl, clipped, norm), strict=True):
                sums[name] += float(part.detach())
            steps += 1
    means = {name: total / steps for name, total in sums.items()}
    targets = decisions.advantages[decisions.rows] + decisions.values[decisions.rows]
    spread = float(targets.var())
    left = float(decisions.advantages[decisions.rows].var())
    return means | {"explained_variance": 1.0 - left / spread if spread > 0.0 else 0.0}


def _require_finite(found: dict[str, Tensor], where: str) -> None:
    wrong = [f"{name} is {float(part.detach())}" for name, part in found.items() if not bool(torch.isfinite(part))]
    if wrong:
        raise Diverged(f"training diverged in {where}: {', '.join(wrong)}")
