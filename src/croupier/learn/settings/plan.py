"""The plan of a training run: its settings, resolved for the game and checked; stages, shape of the network.

The league makes the opponents, and the tables check the weights of shaped rewards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_computing
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.core.spec.training import NO_CURRICULUM, AuxiliaryTask, HandLayout, PrivilegedFeatures, Stage
from croupier.learn.settings.config import (
    NONE,
    Config,
    CurriculumSettings,
    NetworkSettings,
)
from croupier.learn.settings.mixes import OptionMix, changed_game
from croupier.measure.play.match import deal_seeds

FLAT = "flat"
"""Name of the only head of the flat architecture."""
_TRAINING_ONLY = ("auxiliary.", "critic.")


@dataclass(frozen=True)
class NetworkShape:
    """The architecture of a policy network."""

    observation_size: int
    heads: tuple[Head, ...]  # the slices of the action space, in order
    widths: tuple[int, ...]
    own: tuple[str, ...] = ()  # names of heads with a separate encoder
    # where the observation encodes the hand, for pointer heads; None makes all heads linear
    hand: HandLayout | None = None
    auxiliary: Mapping[str, int] = field(default_factory=dict)  # number of outputs of each auxiliary task, by name
    privileged_size: int = 0  # number of privileged features of an oracle critic; 0 for no oracle
    critic_widths: tuple[int, ...] = ()  # sizes of the critic's layers; `widths` by default

    def policy(self) -> NetworkShape:
        """The shape without the parts that are used in training only."""
        return replace(self, auxiliary={}, privileged_size=0)


def in_policy(name: str) -> bool:
    """Whether a weight belongs to the policy, and not only to training."""
    return not name.startswith(_TRAINING_ONLY)


def network_shape(
    game: Game,
    settings: NetworkSettings,
    auxiliary: Mapping[str, int] | None = None,
    privileged_size: int = 0,
) -> NetworkShape:
    """The shape for some settings; `privileged_size` is 0 without an oracle."""
    hand = hand_layout(game) if settings.card_head == "pointer" else None
    heads: tuple[Head, ...] = game.heads
    own: tuple[str, ...] = ()
    if settings.architecture == "flat":
        if hand is not None:
            raise ConfigError("architecture=flat has no head for the hand: use card_head=linear with it")
        heads = (Head(FLAT, 0, game.num_actions),)
    elif settings.architecture == "separate":
        abilities = ability_phases(game)
        own = tuple(head.name for head in game.heads if head.name in abilities)
        if not own:
            raise ConfigError(f"architecture=separate needs abilities, which {game.name} has not: use heads")
    return NetworkShape(
        game.observation_size,
        heads,
        settings.widths,
        own=own,
        hand=hand,
        auxiliary=auxiliary or {},
        privileged_size=privileged_size,
        critic_widths=settings.critic_widths,
    )


def hand_layout(game: Game) -> HandLayout:
    """Where a game's observation encodes the hand."""
    brought = game.training.hand
    if brought is None:
        raise ConfigError(
            f"card_head=pointer needs a game that brings the layout of its sorted hand; {game.name} does not: "
            "use card_head=linear"
        )
    hand = brought(game)
    heads = [head.name for head in game.heads]
    for name in hand.heads:
        if name not in heads:
            raise unknown(f"head in the hand layout of {game.name}", name, heads)
    if not 0 <= hand.start <= game.observation_size - len(hand.copies):
        raise ConfigError(f"the hand layout of {game.name} does not lie in its observation: {hand}")
    return hand


@dataclass(frozen=True)
class Curriculum:
    """The stages of a run, the game itself last, and the settings of when they end."""

    stages: tuple[Stage, ...]
    end: float
    win_rate: float

    def after(self, number: int, share: float, win_rate: float) -> int:
        """The number of the present stage: the same until it is over, then the next; an unknown rate is NaN."""
        last = len(self.stages) - 1
        if number < last and self.stages[number].early and self.win_rate > 0.0 and win_rate >= self.win_rate:
            number += 1
        while number < last and share >= self.stages[number].until * self.end:
            number += 1
        return number


def curriculum_of(game: Game, settings: CurriculumSettings) -> Curriculum:
    """The curriculum that the settings name."""
    name, known = settings.curriculum, {NO_CURRICULUM: (), **game.training.curricula}
    if name not in known:
        raise unknown(f"curriculum of {game.name}", name, known)
    stages = (*known[name], Stage("all", {}, float("inf")))
    for stage in stages:
        _check_stage(game, name, stage)
    return Curriculum(stages, settings.curriculum_end, settings.curriculum_win_rate)


def _check_stage(game: Game, curriculum: str, stage: Stage) -> None:
    """Check that a stage's options do not change seats, actions and observation."""
    where = f"stage {stage.name} of the curriculum {curriculum} of {game.name}"
    changed = changed_game(game, stage.options, where)
    if (changed.num_players, changed.phases, changed.blocks) != (game.num_players, game.phases, game.blocks):
        raise ConfigError(f"{where} changes the number of seats, the actions or the observation")


_DEALS = 1 << 33  # numbers of deals from which the seeds of further shards are drawn: beyond those of any run


@dataclass(frozen=True, eq=False)
class TrainingPlan:
    """The inputs of the learner's parts, for a run or one of its shards."""

    game: Game
    config: Config  # all settings; a shard's have its own seed and number of tables
    bots: tuple[Agent, ...]  # the agents among the opponents
    mix: OptionMix  # options that are sampled for each game; its `game` has room for the largest table
    curriculum: Curriculum
    tasks: Mapping[AuxiliaryTask, float]  # the auxiliary tasks with their weights, in the game's order
    privileged: PrivilegedFeatures | None  # features of an oracle critic; None without one
    network: NetworkShape
    teacher: Agent | None  # the agent to imitate first; None without one

    def shard(self, number: int) -> TrainingPlan:
        """The plan of one shard: its part of the tables, and its own seed; the first shard has the run's."""
        run, tables = self.config.run, self.config.rollout.num_tables
        seed = int(deal_seeds(run.seed, np.array([_DEALS + number]))[0]) if number else run.seed
        count = tables // run.workers + (number < tables % run.workers)
        return replace(self, config=self.config.changed(seed=seed, workers=1, threads=1, num_tables=count))


def training_plan(game: Game, config: Config) -> TrainingPlan:
    """Resolve the settings of a run."""
    rollout, league, workers = config.rollout, config.league, config.run.workers
    if workers > rollout.num_tables:
        raise ConfigError(
            f"workers must be at most num_tables, {rollout.num_tables}, not {workers}: each plays some of them"
        )
    mix = OptionMix(game, rollout.mix, rollout.mix_share)
    tasks = _tasks(game, config.ppo.auxiliary)
    privileged = _privileged(mix.game) if config.network.critic == "oracle" else None
    outputs = {task.name: task.size for task in tasks}
    bots, teacher = league.bots if league.bot_share > 0.0 else (), config.imitation.teacher
    return TrainingPlan(
        game=game,
        config=config,
        bots=tuple(computing(f"bots names {bot}", bot, mix.game) for bot in bots),
        mix=mix,
        curriculum=curriculum_of(mix.game, config.curriculum),
        tasks=tasks,
        privileged=privileged,
        network=network_shape(game, config.network, outputs, 0 if privileged is None else privileged.size),
        teacher=None if teacher == NONE else computing(f"teacher is {teacher}", teacher, mix.game),
    )


def _tasks(game: Game, weights: Mapping[str, float]) -> dict[AuxiliaryTask, float]:
    """The auxiliary tasks with a weight above 0, in the game's order."""
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


def computing(what: str, name: str, game: Game) -> Agent:
    """Make an agent that computes its choices."""
    return make_computing(name, game, f"{what}, who would be asked at every table; name an agent that computes")
