"""The training loop: rollout, update, repeat. All its state is in one place for checkpoints."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from croupier.agents.combined import ability_phases
from croupier.core.base.types import Arrays
from croupier.learn.network.inference import Inference, torch_threads
from croupier.learn.network.network import PolicyNetwork, fitting_weights
from croupier.learn.rollouts.rollout import Collector, RunPoint
from croupier.learn.rollouts.shards import OneByOne, Shards, Workers
from croupier.learn.runs.checkpoint import Checkpoint
from croupier.learn.settings.config import NONE
from croupier.learn.settings.plan import TrainingPlan, in_policy
from croupier.learn.update import ppo
from croupier.learn.update.graphed import GraphedSteps
from croupier.learn.update.imitation import imitate, recorded_demonstrations, teacher_demonstrations

_ADAM = ("exp_avg", "exp_avg_sq", "step")


class Trainer:
    """A training run of one game."""

    def __init__(self, plan: TrainingPlan, workers: Workers | None = None) -> None:
        """Make the network and deal the tables; `workers` play the shards, or this process if None."""
        self._plan, self.game, self.config = plan, plan.game, plan.config
        run, inference = self.config.run, Inference.of(self.config.run)
        undivided = workers is None and run.workers == 1
        self._rollouts = Collector(plan, inference) if undivided else Shards(plan, workers or OneByOne())
        generator = torch.Generator().manual_seed(run.seed & (2**63 - 1))
        self.network = PolicyNetwork(plan.network, generator).to(inference.device)
        self._mean = {name: value.detach().clone() for name, value in self.network.state_dict().items()}
        rate = self.config.schedule.learning_rate
        self._optimiser = torch.optim.Adam(
            self.network.parameters(),
            torch.tensor(rate, device=inference.device) if inference.graphs else rate,
            eps=1e-5,
            fused=True,
            capturable=inference.graphs,
        )
        self._order = np.random.Generator(np.random.PCG64(run.seed))
        begins = self.config.imitation
        abilities = tuple(phase for phases in ability_phases(plan.game).values() for phase in phases)
        self._how = ppo.Update(self.config.ppo, inference, plan.tasks, abilities, self._order)
        self._graphs = GraphedSteps(self.network, self._optimiser, self._how) if inference.graphs else None
        self.update, self.decisions, self.seconds = 0, 0, 0.0  # updates done, decisions played
        # whether imitation (initial policy, teacher, recorded games) is done
        self.imitated = not begins.imitate and begins.teacher == NONE and begins.initial_policy == NONE
        self.whole = True  # False within an update, when the state must not be saved

    @property
    def finished(self) -> bool:
        """Whether all updates are done."""
        return self.update >= self.config.updates

    def run(self, on_update: Callable[[dict[str, float]], None], stop: Callable[[], bool] = lambda: False) -> None:
        """Train until all updates are done."""
        with torch_threads(self.config.run.threads):
            while not self.finished:
                on_update(self.step())
                if stop():
                    break

    def initial_weights(self) -> Arrays:
        """The policy's initial weights from a file, by name; empty if the settings name none."""
        path = self.config.imitation.initial_policy
        return {} if path == NONE else fitting_weights(Path(path), self.game, self.network)

    def imitate(self, on_progress: Callable[[float, float], None]) -> None:
        """Load the initial policy, then imitate the teacher and the recorded games, one after another."""
        plan, settings, run = self._plan, self.config.imitation, self.config.run
        files, size = [Path(file) for file in settings.imitate], self.config.ppo.minibatch_size
        self.whole = False
        self.network.load_state_dict(
            {name: torch.from_numpy(array) for name, array in self.initial_weights().items()}, strict=False
        )
        self._learn_at(settings.imitation_rate or self.config.schedule.learning_rate)
        with torch_threads(run.threads):
            if plan.teacher is not None:
                games = settings.teacher_games
                parts = teacher_demonstrations(plan.mix, plan.teacher, games, run.seed, run.threads)
                imitate(self.network, self._optimiser, parts, size, self._order, on_progress)
            for _ in range(settings.imitate_passes if files else 0):
                parts = recorded_demonstrations(files, self.game, settings.imitate_agents)
                imitate(self.network, self._optimiser, parts, size, self._order, on_progress)
            self._require_finite_weights()
        self._optimiser.state.clear()
        for name, value in self.network.state_dict().items():
            self._mean[name].copy_(value)
        self.imitated, self.whole = True, True

    def step(self) -> dict[str, float]:
        """Play one rollout and learn from it."""
        begun = time.perf_counter()
        self.whole = False
        share = self.update / self.config.updates
        rate, entropy = self._learning_rate(share), self._entropy(share)
        self._learn_at(rate)
        keep = self.update > 0 and self.update % self.config.league.league_every == 0
        decisions = self._rollouts.collect(self.network, RunPoint(share, keep))
        collected = time.perf_counter()
        try:
            found = ppo.update(self.network, self._optimiser, decisions, self._how, entropy, self._graphs)
            self._require_finite_weights()
        except ppo.Diverged as error:
            raise ppo.Diverged(f"update {self.update + 1} of {self.config.updates}: {error}") from error
        self._rollouts.carry_over()
        self.update += 1
        played = self.config.decisions_per_update
        self.decisions += played
        self._average()
        self.whole = True
        seconds = time.perf_counter() - begun
        self.seconds += seconds
        scalars = found | decisions.scalars
        scalars |= {
            "curriculum/stage": float(self._rollouts.stage),
            "schedule/learning_rate": rate,
            "schedule/entropy_coef": entropy,
            "speed/decisions_per_second": played / seconds,
            "speed/rollout_share": (collected - begun) / seconds,
        }
        return scalars

    def _learn_at(self, rate: float) -> None:
        """Set the learning rate, also for recorded steps."""
        for group in self._optimiser.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _learning_rate(self, share: float) -> float:
        start, end = self.config.schedule.learning_rate, self.config.schedule.learning_rate_end
        return end + (start - end) * 0.5 * (1.0 + math.cos(math.pi * share))

    def _entropy(self, share: float) -> float:
        start, end = self.config.schedule.entropy_coef, self.config.schedule.entropy_coef_end
        return start + (end - start) * share

    def _require_finite_weights(self) -> None:
        wrong = [name for name, value in self.network.named_parameters() if not bool(torch.isfinite(value).all())]
        if wrong:
            raise ppo.Diverged(f"training diverged in the last step: {', '.join(wrong)} holds what is not finite")

    @torch.no_grad()
    def _average(self) -> None:
        """Update the running mean of the weights, with less weight on the early ones."""
        keep = min(self.config.schedule.ema_decay, self.update / (self.update + 9.0))
        for name, value in self.network.state_dict().items():
            self._mean[name].lerp_(value, 1.0 - keep)

    def policy(self) -> Arrays:
        """The policy's weights for export (the running mean), by name."""
        return {name: array for name, array in self._means().items() if in_policy(name)}

    def _means(self) -> Arrays:
        return {name: value.cpu().numpy().copy() for name, value in self._mean.items()}

    def tensors(self) -> Arrays:
        """Every array that decides the run's future, for `restore`."""
        saved = {f"network.{name}": value.cpu().numpy() for name, value in self.network.state_dict().items()}
        saved |= {f"mean.{name}": value for name, value in self._means().items()}
        for name, parameter in self.network.named_parameters():
            state = self._optimiser.state.get(parameter, {})
            for part in _ADAM:
                fresh = torch.zeros(()) if part == "step" else torch.zeros_like(parameter)
                saved[f"adam.{part}.{name}"] = state.get(part, fresh).detach().cpu().numpy()
        return saved | {f"rollout.{name}": array for name, array in self._rollouts.snapshot().items()}

    def progress(self) -> dict[str, Any]:
        """The other state, as plain data for JSON, for `restore`."""
        return {
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "imitated": self.imitated,
            "order": self._order.bit_generator.state,
            "collector": self._rollouts.progress(),
        }

    def checkpoint(self, preset: str) -> Checkpoint:
        """The present state of the run, to save; `preset` is the name of its settings' preset."""
        return Checkpoint(self.game, self.config, preset, self.tensors(), self.progress())

    def restore(self, tensors: Arrays, progress: Mapping[str, Any]) -> None:
        """Go on from `tensors` and `progress` of a run with the same game and settings."""
        ours = self.tensors()
        for name, array in ours.items():
            if name not in tensors or tensors[name].shape != array.shape or tensors[name].dtype != array.dtype:
                raise ValueError(f"the array {name!r} is missing or does not fit this game and these settings")
        with torch.no_grad():
            for name, value in self.network.state_dict().items():
                value.copy_(torch.from_numpy(tensors[f"network.{name}"]))
                self._mean[name].copy_(torch.from_numpy(tensors[f"mean.{name}"]))
        for name, parameter in self.network.named_parameters():
            saved = {part: torch.from_numpy(tensors[f"adam.{part}.{name}"].copy()) for part in _ADAM}
            self._optimiser.state[parameter] = {part: array.to(parameter.device) for part, array in saved.items()}
        mark = "rollout."
        rollout = {name.removeprefix(mark): each for name, each in tensors.items() if name.startswith(mark)}
        self._rollouts.restore(rollout, progress["collector"])
        self._order.bit_generator.state = progress["order"]
        self.imitated = bool(progress["imitated"])
        self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
        self.seconds = float(progress["seconds"])
