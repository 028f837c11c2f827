"""Proximal policy optimisation (PPO): the update from one rollout.

J. Schulman and others, "Proximal policy optimization algorithms" (2017): the clipped objective with a value loss
and an entropy bonus. A head's logits outside its phase are masked, so one
loss trains all heads, and a minibatch mixes phases freely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from croupier.core.base.errors import ConfigError
from croupier.core.spec.training import AuxiliaryTask
from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork, masked_log_softmax
from croupier.learn.rollouts import auxiliary
from croupier.learn.rollouts.decisions import Decisions
from croupier.learn.settings.config import PPOSettings
from croupier.learn.targets.data_set import SearchTargets
from croupier.learn.update.imitation import cross_entropy
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer

_SUMS = ("policy_loss", "value_loss", "critic_loss", "entropy", "approx_kl", "clip_fraction", "gradient_norm")
COPYING = "learning/search_loss"
"""Name of the curve of the searched decisions' cross-entropy."""


class Diverged(ConfigError):  # noqa: N818  # what the field calls it
    """A loss, gradient or weight is not a finite number; the weights before it are kept."""


@dataclass(frozen=True, eq=False)
class Update:
    """What an update needs beside the network and the rollout.

    Attributes:
        settings: those of the update.
        inference: device and precision.
        tasks: auxiliary tasks with their weights.
        abilities: values of the phases that decide abilities.
        generator: draws the order of the minibatches, and searched decisions.
        searched: searched decisions that are copied beside; None without.
        copying: the weight of their cross-entropy, and how many are taken in each gradient step.
    """

    settings: PPOSettings
    inference: Inference
    tasks: Mapping[AuxiliaryTask, float]
    abilities: tuple[int, ...]
    generator: np.random.Generator
    searched: SearchTargets | None = None
    copying: tuple[float, int] = (0.0, 1)

    @property
    def copies(self) -> bool:
        """Whether searched decisions are copied beside."""
        return self.searched is not None and self.copying[0] > 0.0

    def copied(self, network: PolicyNetwork) -> Tensor:
        """The cross-entropy of some searched decisions, drawn anew each time."""
        if self.searched is None:
            raise AssertionError("asked where none are copied")
        rows = self.generator.integers(0, len(self.searched), self.copying[1])
        with self.inference.products():
            return cross_entropy(network, self.searched, rows)[0]


class _Data:
    """A rollout's arrays as tensors on the network's device."""

    def __init__(self, decisions: Decisions, device: torch.device) -> None:
        gained = decisions.advantages[decisions.rows]
        spread = float(gained.std()) + 1e-8
        normal = (decisions.advantages - gained.mean()) / np.float32(spread)
        self.observations = torch.from_numpy(decisions.observations).to(device)
        self.privileged = torch.from_numpy(decisions.privileged).to(device)
        self.masks = torch.from_numpy(decisions.masks).to(device)
        self.actions = torch.from_numpy(decisions.actions).to(device)
        self.logps = torch.from_numpy(decisions.logps).to(device)
        self.advantages = torch.from_numpy(normal.astype(np.float32)).to(device)
        self.value_targets = torch.from_numpy(decisions.value_targets).to(device)
        self.targets = {name: torch.from_numpy(array).to(device) for name, array in decisions.targets.items()}


@dataclass(frozen=True, eq=False)
class _Losses:
    """Losses of a minibatch, each a mean, and the logarithms of its probability ratios."""

    policy: Tensor
    value: Tensor
    critic: Tensor
    entropy: Tensor
    tasks: dict[str, Tensor]
    logratio: Tensor


def _losses(network: PolicyNetwork, data: _Data, rows: Tensor, weights: Tensor | None, how: Update) -> _Losses:
    clip, masks = how.settings.clip_range, data.masks[rows]
    with how.inference.products():
        legal = masks if network.own else None
        seen = data.observations[rows]
        logits, values, found = network.full(seen, legal, auxiliary=bool(how.tasks))
        critic_values = network.critic_values(seen, data.privileged[rows]) if len(network.critic) else None
    logs = masked_log_softmax(logits.float(), masks)
    logratio = logs.gather(1, data.actions[rows, None])[:, 0] - data.logps[rows]
    ratio = logratio.exp()
    advantages, value_targets = data.advantages[rows], data.value_targets[rows]

    def mean(each: Tensor) -> Tensor:
        return each.mean() if weights is None else (each * weights).mean()

    def squared_error(values: Tensor) -> Tensor:
        return 0.5 * mean((values.float() - value_targets).square())

    targets = {name: array[rows] for name, array in data.targets.items()}
    tasks = auxiliary.losses(how.tasks, found, targets)
    return _Losses(
        policy=-mean(torch.minimum(ratio * advantages, ratio.clamp(1.0 - clip, 1.0 + clip) * advantages)),
        value=squared_error(values),
        critic=value_targets.new_zeros(()) if critic_values is None else squared_error(critic_values),
        entropy=-mean((logs.exp() * logs).sum(dim=1)),
        tasks={name: mean(each) for name, each in tasks.items()},
        logratio=logratio.detach(),
    )


def update(
    network: PolicyNetwork,
    optimiser: torch.optim.Optimizer,
    decisions: Decisions,
    how: Update,
    entropy_coef: float,
) -> dict[str, float]:
    """Learn from one rollout.

    Args:
        network: changed in place.
        optimiser: over its parameters, with the learning rate set.
        decisions: the rollout.
        how: what else it takes.
        entropy_coef: weight of the entropy bonus now.

    Returns:
        Means over all minibatches of the losses and of diagnostics of the update, by the curve's name; see
        docs/training.md.

    Raises:
        Diverged: a loss or gradient is not finite; the message says where.
    """
    settings, device = how.settings, how.inference.device
    data = _Data(decisions, device)
    rare = np.isin(decisions.phases[decisions.rows], how.abilities)
    buffer = AbilityPrioritizedBuffer(max(1, len(decisions.rows)), settings.priority, np.int64)
    buffer.extend(decisions.rows, rare)
    names = [*(f"learning/{name}" for name in _SUMS), *(f"auxiliary/{task.name}" for task in how.tasks)]
    names += [COPYING] if how.copies else []
    sums = np.zeros(len(names))
    steps = 0
    for epoch in range(settings.epochs):
        drawn = buffer.minibatches(settings.minibatch_size, how.generator)
        for number, (rows, weights) in enumerate(drawn):
            weighed = None if weights is None else torch.from_numpy(weights).to(device)
            part = _losses(network, data, torch.from_numpy(rows).to(device), weighed, how)
            optimiser.zero_grad(set_to_none=True)
            valued = part.value + part.critic
            loss = part.policy + settings.value_coef * valued - entropy_coef * part.entropy
            for task, weight in how.tasks.items():
                loss = loss + weight * part.tasks[task.name]
            copied = [how.copied(network)] if how.copies else []
            for each in copied:
                loss = loss + how.copying[0] * each
            loss.backward()  # type: ignore[no-untyped-call]  # torch publishes no types for it
            norm = _clip(network, settings.max_grad_norm)
            approx_kl = (part.logratio.exp() - 1.0 - part.logratio).mean()
            clipped = ((part.logratio.exp() - 1.0).abs() > settings.clip_range).float().mean()
            found = [
                part.policy,
                part.value,
                part.critic,
                part.entropy,
                approx_kl,
                clipped,
                norm,
                *part.tasks.values(),
                *copied,
            ]
            values = torch.stack([each.detach() for each in found]).tolist()
            _require_finite(dict(zip(names, values, strict=True)), f"epoch {epoch + 1}, minibatch {number + 1}")
            optimiser.step()
            sums += values
            steps += 1
    means = {name: float(total) / steps for name, total in zip(names, sums, strict=True)}
    return means | {"learning/explained_variance": _explained(decisions)}


def _clip(network: PolicyNetwork, greatest: float) -> Tensor:
    """Scale the gradients of policy and critic down, each by itself; returns the policy's norm before."""
    critic = list(network.critic.parameters())
    others = [each for name, each in network.named_parameters() if not name.startswith("critic.")]
    nn.utils.clip_grad_norm_(critic, greatest)
    return nn.utils.clip_grad_norm_(others, greatest)


def _explained(decisions: Decisions) -> float:
    """The share of the outcomes' variance that the value head has foretold."""
    outcomes = decisions.value_targets[decisions.rows]
    left = outcomes - decisions.values[decisions.rows]
    spread = float(outcomes.var())
    return 1.0 - float(left.var()) / spread if spread > 0.0 else 0.0


def _require_finite(found: Mapping[str, float], where: str) -> None:
    wrong = [f"{name.partition('/')[2]} is {value}" for name, value in found.items() if not np.isfinite(value)]
    if wrong:
        raise Diverged(f"training diverged in {where}: {', '.join(wrong)}")
