"""Proximal policy optimisation (PPO): the update from one rollout.

J. Schulman and others, "Proximal policy optimization algorithms" (2017): the clipped objective with a value loss
and an entropy bonus. Logits outside the head of a decision's phase are masked, so one loss trains all heads, and a
minibatch can mix phases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer

if TYPE_CHECKING:
    from croupier.learn.update.graphed import GraphedSteps

_SUMS = ("policy_loss", "value_loss", "critic_loss", "entropy", "approx_kl", "clip_fraction", "gradient_norm")


class Diverged(ConfigError):  # noqa: N818  # what the field calls it
    """A loss, gradient or weight is not a finite number; the last checkpoint has earlier weights."""


@dataclass(frozen=True, eq=False)
class Update:
    """The inputs of an update other than network and rollout."""

    settings: PPOSettings
    inference: Inference
    tasks: Mapping[AuxiliaryTask, float]  # auxiliary tasks with their weights
    abilities: tuple[int, ...]  # values of the phases that decide abilities
    generator: np.random.Generator  # gives the order of the minibatches


@dataclass(frozen=True, eq=False)
class Minibatch:
    """Some decisions of a rollout as tensors on the network's device, one row each."""

    observations: Tensor
    privileged: Tensor
    masks: Tensor
    actions: Tensor
    logps: Tensor
    advantages: Tensor
    value_targets: Tensor
    targets: dict[str, Tensor]
    weights: Tensor | None = None  # weight of each row in a mean; None if all are 1
    present: Tensor | None = None  # 1 for rows, 0 for padding; None without padding

    def part(self, rows: Tensor, weights: Tensor | None) -> Minibatch:
        """Some of the rows."""
        return Minibatch(
            **{name: getattr(self, name)[rows] for name in ROWS},
            targets={name: array[rows] for name, array in self.targets.items()},
            weights=weights,
        )


ROWS = ("observations", "privileged", "masks", "actions", "logps", "advantages", "value_targets")
"""Attributes of a minibatch with one row a decision, in addition to its targets."""


def _on_device(decisions: Decisions, device: torch.device) -> Minibatch:
    """All rows of a rollout, with normalised advantages."""
    gained = decisions.advantages[decisions.rows]
    spread = float(gained.std()) + 1e-8
    normal = ((decisions.advantages - gained.mean()) / np.float32(spread)).astype(np.float32)
    arrays = {name: getattr(decisions, name) for name in ROWS} | {"advantages": normal}
    return Minibatch(
        **{name: torch.from_numpy(array).to(device) for name, array in arrays.items()},
        targets={name: torch.from_numpy(array).to(device) for name, array in decisions.targets.items()},
    )


@dataclass(frozen=True, eq=False)
class _Losses:
    """Losses of a minibatch, each a mean, and diagnostics of its probability ratios."""

    policy: Tensor
    value: Tensor
    critic: Tensor
    entropy: Tensor
    tasks: dict[str, Tensor]
    approx_kl: Tensor
    clip_fraction: Tensor


def _losses(network: PolicyNetwork, batch: Minibatch, how: Update, *, every_head: bool) -> _Losses:
    clip, masks, weights = how.settings.clip_range, batch.masks, batch.weights
    with how.inference.products():
        legal = masks if network.own and not every_head else None
        seen = batch.observations
        logits, values, found = network.full(seen, legal, auxiliary=bool(how.tasks))
        critic_values = network.critic_values(seen, batch.privileged) if len(network.critic) else None
    logs = masked_log_softmax(logits.float(), masks)
    logratio = logs.gather(1, batch.actions[:, None])[:, 0] - batch.logps
    ratio = logratio.exp()
    advantages, value_targets = batch.advantages, batch.value_targets

    def mean(each: Tensor) -> Tensor:
        return each.mean() if weights is None else (each * weights).mean()

    def squared_error(values: Tensor) -> Tensor:
        return 0.5 * mean((values.float() - value_targets).square())

    def plain_mean(each: Tensor) -> Tensor:
        return each.mean() if batch.present is None else (each * batch.present).sum() / batch.present.sum()

    tasks, moved = auxiliary.losses(how.tasks, found, batch.targets), ratio.detach() - 1.0
    return _Losses(
        policy=-mean(torch.minimum(ratio * advantages, ratio.clamp(1.0 - clip, 1.0 + clip) * advantages)),
        value=squared_error(values),
        critic=value_targets.new_zeros(()) if critic_values is None else squared_error(critic_values),
        entropy=-mean((logs.exp() * logs).sum(dim=1)),
        tasks={name: mean(each) for name, each in tasks.items()},
        approx_kl=plain_mean(moved - logratio.detach()),
        clip_fraction=plain_mean((moved.abs() > clip).float()),
    )


def differentiate(
    network: PolicyNetwork,
    batch: Minibatch,
    how: Update,
    entropy_coef: float | Tensor,
    *,
    every_head: bool = False,
) -> Tensor:
    """Compute a minibatch's gradients, clipped; `every_head` runs all heads on all rows, so shapes are fixed."""
    part = _losses(network, batch, how, every_head=every_head)
    loss = part.policy + how.settings.value_coef * (part.value + part.critic) - entropy_coef * part.entropy
    for task, weight in how.tasks.items():
        loss = loss + weight * part.tasks[task.name]
    loss.backward()  # type: ignore[no-untyped-call]  # torch publishes no types for it
    norm = _clip(network, how.settings.max_grad_norm)
    found = [
        part.policy, part.value, part.critic, part.entropy, part.approx_kl, part.clip_fraction, norm,
        *part.tasks.values(),
    ]  # fmt: skip
    return torch.stack([each.detach() for each in found])


def curves(how: Update) -> list[str]:
    """Names of the numbers that `differentiate` returns."""
    return [*(f"learning/{name}" for name in _SUMS), *(f"auxiliary/{task.name}" for task in how.tasks)]


def update(
    network: PolicyNetwork,
    optimiser: torch.optim.Optimizer,
    decisions: Decisions,
    how: Update,
    entropy_coef: float,
    graphs: GraphedSteps | None = None,
) -> dict[str, float]:
    """Learn from one rollout, by recorded steps of this network if there are `graphs`."""
    settings, device = how.settings, how.inference.device
    data = _on_device(decisions, device)
    rare = np.isin(decisions.phases[decisions.rows], how.abilities)
    buffer = AbilityPrioritizedBuffer(max(1, len(decisions.rows)), settings.priority, np.int64)
    buffer.extend(decisions.rows, rare)
    names, found = curves(how), []
    for epoch in range(settings.epochs):
        drawn = buffer.minibatches(settings.minibatch_size, how.generator)
        for number, (rows, weights) in enumerate(drawn):
            where = f"epoch {epoch + 1}, minibatch {number + 1}"
            if graphs is not None:
                found.append((where, graphs.step(data, rows, weights, entropy_coef)))
                continue
            weighed = None if weights is None else torch.from_numpy(weights).to(device)
            optimiser.zero_grad(set_to_none=True)
            batch = data.part(torch.from_numpy(rows).to(device), weighed)
            values = differentiate(network, batch, how, entropy_coef).cpu()
            _require_finite(dict(zip(names, values.tolist(), strict=True)), where)
            optimiser.step()
            found.append((where, values))
    told = torch.stack([values for _, values in found]).double().cpu().numpy()
    for (where, _), row in zip(found, told, strict=True):
        _require_finite(dict(zip(names, row.tolist(), strict=True)), where)
    means = dict(zip(names, (told.sum(axis=0) / len(found)).tolist(), strict=True))
    return means | {"learning/explained_variance": _explained(decisions)}


def _clip(network: PolicyNetwork, greatest: float) -> Tensor:
    """Clip the gradients of policy and critic separately; returns the policy's norm before clipping."""
    critic = list(network.critic.parameters())
    others = [each for name, each in network.named_parameters() if not name.startswith("critic.")]
    nn.utils.clip_grad_norm_(critic, greatest)
    return nn.utils.clip_grad_norm_(others, greatest)


def _explained(decisions: Decisions) -> float:
    """The share of the value targets' variance that the value head explains."""
    outcomes = decisions.value_targets[decisions.rows]
    left = outcomes - decisions.values[decisions.rows]
    spread = float(outcomes.var())
    return 1.0 - float(left.var()) / spread if spread > 0.0 else 0.0


def _require_finite(found: Mapping[str, float], where: str) -> None:
    wrong = [f"{name.partition('/')[2]} is {value}" for name, value in found.items() if not np.isfinite(value)]
    if wrong:
        raise Diverged(f"training diverged in {where}: {', '.join(wrong)}")
