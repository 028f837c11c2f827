"""A small run of Skull King in which everything is switched on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch

import croupier
from croupier.core.base.types import Arrays
from croupier.core.engine.game import Game
from croupier.core.spec.training import AuxiliaryTask
from croupier.learn.network.inference import torch_threads
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.rollout import Collector
from croupier.learn.rollouts.shards import Workers
from croupier.learn.runs.run import Run
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import network_shape, training_plan

EVERYTHING = Config().changed(
    total_decisions=32 * 16 * 6, num_tables=32, rollout_steps=16, minibatch_size=128, widths=(16, 16),
    threads=1, seed=3, device="cpu", checkpoint_every=2, measure_every=1000, objective="points",
    credit_until="scoring", card_head="pointer", priority=5.0, auxiliary={"pirate": 0.1, "bid": 0.1, "cards": 0.1},
    curriculum="source", curriculum_end=0.8, league_share=0.4, league_size=2, league_every=1,
    bot_share=0.2, bots=("bot:simple",), random_share=0.1, critic="oracle",
    mix="sizes", mix_share=0.5,
)  # fmt: skip


def skull_king(**options: object) -> Game:
    return croupier.make("skull-king", **{"players": 3, "schedule": "fives", **options})


def trained(config: Config, updates: int, workers: Workers | None = None) -> Trainer:
    """A run after some updates, on one thread."""
    trainer = Trainer(training_plan(skull_king(), config), workers)
    with torch_threads(1):
        for _ in range(updates):
            trainer.step()
    return trainer


def collector_of(trainer: Trainer) -> Collector:
    """Who plays the rollouts of a run without shards."""
    assert isinstance(trainer._rollouts, Collector)
    return trainer._rollouts


def tasks_of(game: Game, weights: Mapping[str, float]) -> Mapping[AuxiliaryTask, float]:
    """The auxiliary tasks of a run with these weights."""
    return training_plan(game, Config().changed(auxiliary=weights)).tasks


def progress(trainer: Trainer) -> object:
    """A run's progress but for the time that it took."""
    return {name: value for name, value in trainer.progress().items() if name != "seconds"}


def trains_and_plays_what_it_has_learned(config: Config, updates: int = 1, atol: float = 1e-5) -> None:
    """A run learns something, and its policy gives the logits and values of its network."""
    game, device = skull_king(), config.run.device
    run = Run(Path("nowhere"), Trainer(training_plan(game, config)), "quick")
    before = run.trainer.policy()
    for _ in range(updates):
        assert np.isfinite(list(run.trainer.step().values())).all()
    after = run.trainer.policy()
    assert differing(before, after)
    assert {value.device.type for value in run.trainer.network.state_dict().values()} == {device}
    network = PolicyNetwork(network_shape(game, config.network), torch.Generator().manual_seed(0)).to(device)
    network.load_state_dict({name: torch.from_numpy(array) for name, array in after.items()})
    batch, agent = game.batch(100, seed=5), run.agent()
    rngs, actions = np.arange(100, dtype=np.uint64), np.zeros(100, dtype=np.int64)
    for _ in range(30):
        with torch.inference_mode():
            logits, values = network(torch.from_numpy(batch.observations).to(device))
        ours, expected = agent._run(batch.observations)
        assert np.allclose(ours, logits.cpu().numpy(), atol=atol)
        assert np.allclose(expected, values.cpu().numpy(), atol=atol)
        batch.random_actions(rngs, actions)
        batch.step(actions)


def differing(a: Arrays, b: Arrays) -> list[str]:
    """Names of the arrays that are not the same in both."""
    return [
        name
        for name in a.keys() | b.keys()
        if name not in a or name not in b or not np.array_equal(a[name], b[name])
    ]
