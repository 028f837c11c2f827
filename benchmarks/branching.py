"""Branched advantages on Skull King: their spread against that of GAE, and what they cost.

Run: ``uv run python -m benchmarks.branching [--decisions N] [--games G] [--rollouts R] [--threads T]``. A policy
of the preset `quick` is trained for N decisions, after G games of its teacher, and then stays as it is. In R of
its rollouts every ability decision is branched, and both advantages of it are compared, phase by phase: standard
deviations, in rewards, and their correlation. Then the share of a rollout's time that branches take, for several
shares of the decisions.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import croupier
from croupier.learn.network.inference import Inference, torch_threads
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.rollout import Collector, make_collector
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.presets import preset

_SHARES = (0.1, 0.25, 1.0)


def trained(config: Config) -> PolicyNetwork:
    """The network after the run."""
    trainer = Trainer(croupier.make("skull-king"), config)
    trainer.imitate(lambda _loss, _accuracy: None)
    trainer.run(lambda progress: print(f"\rtraining {progress.update}/{progress.updates}", end="", flush=True))
    print()
    return trainer.network


def collector_of(config: Config, share: float) -> Collector:
    """Fresh tables of a run that branches a share of its ability decisions."""
    game, run = croupier.make("skull-king"), config.run
    return make_collector(game, config.changed(branch_share=share), Inference(run.device, run.precision), {})


def compare(network: PolicyNetwork, config: Config, rollouts: int) -> None:
    """Print both advantages of each phase's decisions."""
    collector = collector_of(config, 1.0)
    phases, both = [], []
    for _ in range(rollouts):
        found = collector.collect(network)
        rows = found.rows[~np.isnan(collector.branched.reshape(-1)[found.rows])]
        phases.append(found.phases[rows])
        both.append(np.stack([found.value_targets[rows] - found.values[rows], found.advantages[rows]]))
        collector.carry_over()
    phase, (gae, branched) = np.concatenate(phases), np.concatenate(both, axis=1)
    print("| phase | decisions | GAE: deviation | branched: deviation | variance, branched / GAE | correlation |")
    print("|---|---|---|---|---|---|")
    for each in collector.tables.game.phases:
        rows = phase == each.value
        if rows.sum() > 1:
            one, other = gae[rows], branched[rows]
            cells = [f"{one.std():.3f}", f"{other.std():.3f}", f"{other.var() / one.var():.2f}"]
            cells.append(f"{np.corrcoef(one, other)[0, 1]:.2f}")
            print(f"| {each.name} | {rows.sum()} | {' | '.join(cells)} |")


def cost(network: PolicyNetwork, config: Config, rollouts: int) -> None:
    """Print what branches cost."""
    print("| branch_share | share of the rollout's time | decisions played for branches, of the tables' |")
    print("|---|---|---|")
    for share in _SHARES:
        collector = collector_of(config, share)
        collector.collect(network)
        begun, seconds, steps = time.perf_counter(), 0.0, 0.0
        for _ in range(rollouts):
            collector.carry_over()
            scalars = collector.collect(network).scalars
            seconds += scalars["speed/branching_seconds"]
            steps += scalars["branching/steps"] / config.decisions_per_update
        whole = time.perf_counter() - begun
        print(f"| {share} | {seconds / whole:.0%} | {steps / rollouts:.0%} |", flush=True)


def main() -> None:
    """Train, compare, measure."""
    parser = argparse.ArgumentParser(description="branched advantages on Skull King")
    parser.add_argument(
        "--decisions", type=int, default=2_000_000, help="decisions that the policy is trained for"
    )
    parser.add_argument("--games", type=int, default=24_000, help="games of its teacher that it imitates first")
    parser.add_argument("--rollouts", type=int, default=8, help="rollouts that are compared")
    parser.add_argument("--threads", type=int, default=2, help="threads")
    given = parser.parse_args()
    config = preset("skull-king", "quick", total_decisions=given.decisions, threads=given.threads)
    config = config.changed(teacher_games=given.games)
    with torch_threads(given.threads):
        network = trained(config)
        compare(network, config, given.rollouts)
        cost(network, config, given.rollouts)


if __name__ == "__main__":
    main()
