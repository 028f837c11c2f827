"""The plan of a training run: its settings, resolved against the game and checked.

Opponents are made by the league, and weights of shaped rewards are settled by the tables: each has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.registry import make_computing
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.training import AuxiliaryTask, PrivilegedFeatures
from croupier.learn.settings.config import (
    NONE,
    Config,
    LeagueSettings,
    RewardSettings,
    RolloutSettings,
    RunSettings,
)
from croupier.learn.settings.curriculum import Curriculum, curriculum_of
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.settings.network_shape import NetworkShape, network_shape
from croupier.measure.play.match import deal_seeds

_DEALS = 1 << 33  # numbers of deals from which the seeds of further shards are drawn: beyond those of any run


@dataclass(frozen=True, eq=False)
class TrainingPlan:
    """What the parts of the learner are made from: those of a run, or of one of its shards.

    Attributes:
        config: the settings of the whole run, as its files and workers elsewhere are told them; never asked for
            what stands beside it here.
        run: the seed, threads and device.
        rollout: the tables and the advantages of their decisions.
        rewards: the reward of a seat.
        league: how often which opponents play.
        bots: the agents among them.
        mix: options that are drawn for each game; its `game` has room for the largest table.
        curriculum: the stages.
        tasks: the auxiliary tasks with their weights, in the game's order.
        privileged: what the critic sees beside the observation; None where it sees no more.
        network: heads and layers of the network.
        teacher: the agent that is copied first; None without.
    """

    game: Game
    config: Config
    run: RunSettings
    rollout: RolloutSettings
    rewards: RewardSettings
    league: LeagueSettings
    bots: tuple[Agent, ...]
    mix: OptionMix
    curriculum: Curriculum
    tasks: Mapping[AuxiliaryTask, float]
    privileged: PrivilegedFeatures | None
    network: NetworkShape
    teacher: Agent | None

    def shard(self, number: int) -> TrainingPlan:
        """The plan of one shard: its part of the tables, and a seed of its own; the first has the run's."""
        shards, tables, seed = self.run.workers, self.rollout.num_tables, self.run.seed
        if number:
            seed = int(deal_seeds(seed, np.array([_DEALS + number]))[0])
        count = tables // shards + (number < tables % shards)
        return replace(
            self,
            run=replace(self.run, seed=seed, workers=1, threads=1),
            rollout=replace(self.rollout, num_tables=count),
        )


def training_plan(game: Game, config: Config) -> TrainingPlan:
    """Look up what the settings of a run name."""
    run, rollout, league = config.run, config.rollout, config.league
    if run.workers > rollout.num_tables:
        raise ConfigError(
            f"workers must be at most num_tables, {rollout.num_tables}, not {run.workers}: each plays some of them"
        )
    mix = OptionMix(game, rollout.mix, rollout.mix_share)
    tasks = _tasks(game, config.ppo.auxiliary)
    privileged = _privileged(mix.game) if config.network.critic == "oracle" else None
    outputs = {task.name: task.size for task in tasks}
    bots = league.bots if league.bot_share > 0.0 else ()
    return TrainingPlan(
        game=game,
        config=config,
        run=run,
        rollout=rollout,
        rewards=config.rewards,
        league=league,
        bots=tuple(computing(f"bots names {bot}", bot, mix.game) for bot in bots),
        mix=mix,
        curriculum=curriculum_of(mix.game, config.curriculum),
        tasks=tasks,
        privileged=privileged,
        network=network_shape(game, config.network, outputs, 0 if privileged is None else privileged.size),
        teacher=_teacher(mix.game, config.imitation.teacher),
    )


def _tasks(game: Game, weights: Mapping[str, float]) -> dict[AuxiliaryTask, float]:
    """The auxiliary tasks that some weights ask for, in the game's order; a weight of 0 leaves one out."""
    brought = game.training.auxiliary
    known = {task.name: task for task in (() if brought is None else brought(game))}
    for name in weights:
        if not known:
            raise ConfigError(f"{game.name} has no auxiliary tasks; leave the setting auxiliary empty")
        if name not in known:
            raise unknown(f"auxiliary task of {game.name}", name, known)
    weighed = {task: float(weights.get(name, 0.0)) for name, task in known.items()}
    return {task: weight for task, weight in weighed.items() if weight != 0.0}


def _privileged(game: Game) -> PrivilegedFeatures:
    brought = game.training.privileged
    if brought is None:
        raise ConfigError(
            f"critic=oracle needs a game that brings features of what is hidden; {game.name} brings none: "
            "use critic=own"
        )
    return brought(game)


def _teacher(game: Game, name: str) -> Agent | None:
    if name == NONE:
        return None
    return computing(f"teacher is {name}", name, game)


def computing(what: str, name: str, game: Game) -> Agent:
    """Make an agent that computes."""
    return make_computing(name, game, f"{what}, who would be asked at every table; name an agent that computes")
