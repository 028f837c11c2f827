"""Settings of a training run, in groups: each part of the learner gets only its own group.

Names of settings are unique, so the command line, presets and files need no groups: ``gae_lambda=0.9``.
docs/training.md is generated from these declarations (`docs.generate.settings`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from croupier.agents.policy import MAX_BYTES, MAX_WIDTH
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.training import NO_MIX
from croupier.learn.settings.settings import (
    Group,
    Setting,
    choice,
    declared,
    flag,
    name,
    names,
    real,
    share,
    sizes,
    weights,
    whole,
)

NONE = "none"
"""Instead of a teacher's name or a policy's file."""
Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "float32", "bfloat16"]
ObjectiveName = Literal["utility", "points", "shaped"]
CreditUntil = Literal["game", "scoring"]
Architecture = Literal["heads", "flat", "separate"]
CardHead = Literal["linear", "pointer"]
Critic = Literal["own", "oracle"]
OpponentSeats = Literal["drawn", "all-but-one"]


@dataclass(frozen=True)
class RunSettings(Group):
    """The whole run: length, seed and hardware."""

    total_decisions: int = whole(
        20_000_000, 1, 10**15, "decisions in the whole run, all tables and seats together"
    )
    seed: int = whole(0, 0, 2**64 - 1, "seed of deals, choices, initial weights and the order of minibatches")
    threads: int = whole(
        2,
        1,
        1024,
        "threads that step the games and run the network. Games do not depend on their number; the network's "
        "sums may round differently",
    )
    workers: int = whole(
        1,
        1,
        4096,
        "shards of the tables, each with its own opponents and random numbers, played in parallel by the "
        "workers of `--ray`. The weights depend on the number of shards, not on where they are played",
    )
    device: Device = choice("auto", Device, "where the network runs; `auto` takes a GPU if there is one")
    precision: Precision = choice(
        "float32",
        Precision,
        "precision of the network's matrix products; `auto` takes bfloat16 on a processor with AMX",
    )
    cuda_graphs: bool = flag(
        True,
        "on a GPU, in float32: record gradient steps and the network's decisions once and replay them; sums "
        "may round differently",
    )
    checkpoint_every: int = whole(50, 1, 10**9, "updates from one checkpoint to the next")
    measure_every: int = whole(50, 1, 10**9, "updates from one measure of strength to the next")


@dataclass(frozen=True)
class RolloutSettings(Group):
    """Rollouts: the games between two updates, and the advantages of their decisions."""

    num_tables: int = whole(1024, 1, 10**7, "games that are played in parallel")
    rollout_steps: int = whole(32, 1, 10**6, "decisions at each table between two updates")
    mix: str = name(
        NO_MIX,
        "the name of a mix, or none",
        "mix of the game from which options are sampled for each new game, or `none`. Every game with a "
        "variable number of players has the mix `sizes`: all numbers that fit the network",
    )
    mix_share: float = share(1.0, "share of the games with options from `mix`; the others have those of the run")
    skip_forced: bool = flag(
        True, "play a decision with one legal action without the network, and do not learn from it"
    )
    gamma: float = share(1.0, "discount from one decision of a seat to its next")
    gae_lambda: float = share(
        0.95,
        "lambda of generalised advantage estimation: 0 trusts the value after one decision, 1 only the outcome",
    )


@dataclass(frozen=True)
class RewardSettings(Group):
    """Rewards of a seat, and how far back they count."""

    objective: ObjectiveName = choice(
        "utility",
        ObjectiveName,
        "`utility`: the game's utility, at its end. `points`: a seat's points minus the mean of the others', "
        "times `points_scale`, plus the utility times `win_weight`. `shaped`: the game's shaped rewards",
    )
    points_scale: float = real(0.01, 0.0, 1e6, "reward for a point")
    win_weight: float = real(1.0, 0.0, 1e6, "reward for a utility of 1, in addition to points")
    shaping_weights: Mapping[str, float] = weights("weights of shaped rewards that differ from the game's")
    credit_until: CreditUntil = choice(
        "game",
        CreditUntil,
        "until when rewards count for a decision: the end of the `game`, or the next time that points are "
        "scored (`scoring`: in a game of rounds the end of the round), which leaves out the luck of later "
        "rounds",
    )


@dataclass(frozen=True)
class PPOSettings(Group):
    """The update by proximal policy optimisation: minibatches and losses."""

    epochs: int = whole(2, 1, 1000, "passes through the decisions in an update")
    minibatch_size: int = whole(8192, 1, 10**9, "decisions in one gradient step")
    clip_range: float = real(0.2, 0.0, 100.0, "how far the probability ratio may leave 1 before it is clipped")
    value_coef: float = real(0.5, 0.0, 1e6, "weight of the value loss")
    max_grad_norm: float = real(0.5, 0.0, 1e9, "maximum gradient norm; larger gradients are scaled down")
    auxiliary: Mapping[str, float] = weights("weights of the auxiliary losses; those not named are left out")
    priority: float = real(
        1.0,
        1.0,
        1e6,
        "how much more often ability decisions are sampled into a minibatch than others; importance weights "
        "keep the gradient unbiased. With 1 every decision is sampled once an epoch",
    )


@dataclass(frozen=True)
class ScheduleSettings(Group):
    """Schedules of the learning rate and the entropy bonus, and the running mean of the weights."""

    learning_rate: float = real(1e-3, 0.0, 10.0, "Adam's learning rate at the start")
    learning_rate_end: float = real(0.0, 0.0, 10.0, "the same at the end; in between half a cosine")
    entropy_coef: float = real(0.01, 0.0, 100.0, "weight of the entropy bonus at the start")
    entropy_coef_end: float = real(0.0, 0.0, 100.0, "the same at the end; linear in between")
    ema_decay: float = share(
        0.98,
        "decay of the running mean of the weights, which is exported and measured; 0 exports the last weights",
    )


@dataclass(frozen=True)
class NetworkSettings(Group):
    """The network: layers, heads and critic."""

    widths: tuple[int, ...] = sizes((128, 128), "sizes of the hidden layers; all but the heads are shared")
    architecture: Architecture = choice(
        "heads",
        Architecture,
        "`heads`: a shared encoder and a head for each slice of the actions; `flat`: one linear layer for all "
        "actions; `separate`: a network for each slice of an ability",
    )
    card_head: CardHead = choice(
        "linear",
        CardHead,
        "`linear`: a logit for each place in the hand; `pointer`: a score for each kind of card, looked up "
        "for the card in the place. The game must say where its observation encodes the hand",
    )
    critic: Critic = choice(
        "own",
        Critic,
        "what the critic sees: the seat's `own` observation, or, as an `oracle`, also hidden information. An "
        "oracle is a separate network, used in training only",
    )
    critic_widths: tuple[int, ...] = sizes((), "sizes of an oracle's hidden layers; by default those of `widths`")

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = 2 * sum(self.widths)  # a layer's, before ReLU and after it
        size = 4 * sum(ours * after for ours, after in pairwise(self.widths))
        if numbers > MAX_WIDTH or size > MAX_BYTES:
            raise ConfigError(
                f"widths={','.join(map(str, self.widths))} make a network that no policy may have: its layers "
                f"need {numbers:,} numbers a row (at most {MAX_WIDTH:,}) and {size:,} bytes between them (at most "
                f"{MAX_BYTES:,})"
            )


@dataclass(frozen=True)
class LeagueSettings(Group):
    """Training opponents: past policies, bots and random play in some of the seats."""

    league_share: float = share(0.0, "share of the games in which a past policy takes seats")
    league_size: int = whole(8, 1, 1000, "maximum number of past policies")
    league_every: int = whole(20, 1, 10**9, "updates between two past policies; a full league drops the oldest")
    bot_share: float = share(0.0, "share of the games in which one of `bots` takes seats")
    bots: tuple[str, ...] = names("names of agents, like bot,bot:simple", "agents that play as opponents")
    random_share: float = share(0.0, "share of the games in which random play takes seats")
    opponent_seats: OpponentSeats = choice(
        "drawn",
        OpponentSeats,
        "how many seats an opponent takes: `drawn`, from one to all but one, or always `all-but-one`, so that the "
        "current policy sits alone",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        shares = self.league_share + self.bot_share + self.random_share
        if shares > 1.0:
            raise ConfigError(f"league_share, bot_share and random_share add up to {shares:g}, which is above 1")
        if self.bot_share > 0.0 and not self.bots:
            raise ConfigError("bot_share is above 0, but bots names no agent; name some, like bots=bot:simple")


@dataclass(frozen=True)
class CurriculumSettings(Group):
    """The curriculum: stages with options of their own before the game itself."""

    curriculum: str = name("none", "the name of a curriculum", "name of a curriculum of the game, or `none`")
    curriculum_end: float = share(
        0.5,
        "share of the run after which the last stage begins; the earlier stages divide the part before it",
    )
    curriculum_win_rate: float = share(
        0.0,
        "win rate of a single seat against bots that ends the first stage early; 0: never",
    )


@dataclass(frozen=True)
class ImitationSettings(Group):
    """Imitation: initial weights, and games of other players."""

    initial_policy: str = name(
        NONE,
        "the file of a policy, like runs/mine/policy.onnx, or none",
        "policy file with the initial weights, of the same architecture, or `none`",
    )

    teacher: str = name(
        NONE,
        "the name of an agent that computes, like bot, or none",
        "agent to imitate before PPO, or `none`",
    )
    teacher_games: int = whole(24_000, 1, 10**9, "games that the teacher plays, in every seat")
    imitate: tuple[str, ...] = names(
        "files of recorded games, like games.jsonl", "recorded games to imitate, after the teacher's"
    )
    imitate_agents: tuple[str, ...] = names(
        "names of agents, like bot,bot:simple",
        "players in the files to imitate; all players if empty",
    )
    imitate_passes: int = whole(3, 1, 10**6, "passes through the files")
    imitation_rate: float = real(0.0, 0.0, 10.0, "Adam's learning rate during imitation; 0 takes `learning_rate`")


@dataclass(frozen=True)
class Config:
    """All settings of a run, in groups; together with the game they determine every weight."""

    run: RunSettings = field(default_factory=RunSettings)
    rollout: RolloutSettings = field(default_factory=RolloutSettings)
    rewards: RewardSettings = field(default_factory=RewardSettings)
    ppo: PPOSettings = field(default_factory=PPOSettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    league: LeagueSettings = field(default_factory=LeagueSettings)
    curriculum: CurriculumSettings = field(default_factory=CurriculumSettings)
    imitation: ImitationSettings = field(default_factory=ImitationSettings)

    def __post_init__(self) -> None:
        if self.curriculum.curriculum_win_rate > 0.0 and not self.league.bot_share:
            raise ConfigError("curriculum_win_rate is measured against bots: set bot_share above 0 as well")

    @property
    def updates(self) -> int:
        """Number of network updates in the whole run."""
        return max(1, math.ceil(self.run.total_decisions / self.decisions_per_update))

    @property
    def decisions_per_update(self) -> int:
        """Decisions played between two updates."""
        return self.rollout.num_tables * self.rollout.rollout_steps

    def __getitem__(self, setting: str) -> Any:
        """The value of a setting by name."""
        return getattr(getattr(self, _GROUP_OF[setting]), setting)

    def as_dict(self) -> dict[str, Any]:
        """Every setting by name, as plain data for JSON."""
        data = {setting: self[setting] for setting in SETTINGS}
        return {each: list(value) if isinstance(value, tuple) else value for each, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Config:
        """The settings from `as_dict`, also of 0.2.

        Raises:
            ConfigError: an unknown name, a value that is not valid, or a removed setting that was not at its
                default.
        """
        usual = {name for name, value in data.items() if name in _GONE and value == _GONE[name]}
        return cls().changed(**{name: value for name, value in data.items() if name not in usual})

    def changed(self, **changes: Any) -> Config:
        """The same settings with some changes, by name.

        Raises:
            ConfigError: an unknown name or a value that is not valid.
        """
        groups: dict[str, dict[str, Any]] = {}
        for each, value in changes.items():
            if each not in SETTINGS:
                raise _no_setting(each, value)
            listed = tuple(value) if isinstance(value, list) else value
            groups.setdefault(_GROUP_OF[each], {})[each] = listed
        parts = {group: dataclasses.replace(getattr(self, group), **values) for group, values in groups.items()}
        return dataclasses.replace(self, **parts)


_GONE = {"search_targets": NONE, "search_passes": 3, "search_weight": 0.0, "search_rows": 1024}
"""Settings of 0.2 that are gone, with their defaults."""
GROUPS: dict[str, type[Group]] = {group: type(settings) for group, settings in vars(Config()).items()}
"""The groups by name, in order."""
SETTINGS: dict[str, Setting] = {}
"""The declaration of every setting, by name."""
for _group in GROUPS.values():
    SETTINGS |= declared(_group)
_GROUP_OF = {each: group for group, kind in GROUPS.items() for each in declared(kind)}


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Read ``name=value`` words from the command line, like ``learning_rate=0.001`` or ``widths=64,64``."""
    found: dict[str, Any] = {}
    for word in words:
        setting, equals, text = word.partition("=")
        if not equals:
            raise ConfigError(f"a setting is given as NAME=VALUE, like learning_rate=0.001, not {word!r}")
        if setting not in SETTINGS:
            raise _no_setting(setting, text)
        if setting in found:
            raise ConfigError(f"setting {setting} is given twice")
        found[setting] = SETTINGS[setting].parse(text)
    return found


def _no_setting(name: str, value: Any) -> ConfigError:
    if name in _GONE:
        return ConfigError(f"setting {name}={value} is gone: searched decisions are no longer copied")
    return unknown("setting", name, SETTINGS)


GENERAL: Mapping[str, Mapping[str, Any]] = {
    "quick": {"total_decisions": 10_000_000},
    "standard": {"total_decisions": 100_000_000, "num_tables": 2048, "widths": (256, 256)},
    "full": {"total_decisions": 1_000_000_000, "num_tables": 4096, "widths": (256, 256)},
}
"""Changed settings of each preset, for games without their own presets."""
_ALONE: Mapping[str, Any] = {
    "bot_share": 1.0,
    "opponent_seats": "all-but-one",
    "league_share": 0.0,
    "random_share": 0.0,
    "mix": NO_MIX,
    "curriculum": "none",
    "curriculum_win_rate": 0.0,
}
"""Settings that seat the learner among copies of one agent."""
_EXPLORATION = 0.05
"""Least entropy coefficient of a learner against one agent; with less, a copy of the agent does not explore."""


def presets_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """The changed settings of each preset of a game, by name."""
    return game.training.presets or GENERAL


def preset(game: Game | str, name: str, *, against: str | None = None, **changes: Any) -> Config:
    """Settings of a preset.

    Examples:
        >>> from croupier.learn import preset
        >>> config = preset("pig", "quick", seed=3)
        >>> config["seed"], config["total_decisions"], config.updates
        (3, 40000000, 306)

    Args:
        game: a game, or its name in the registry.
        name: ``quick``, ``standard`` or ``full`` of the general presets, or one of the game's.
        against: name of an agent that takes all seats but one in every game. The learner then begins with random
            weights and an entropy coefficient of at least 0.05, unless `changes` says otherwise.
        **changes: changed settings, by name.

    Raises:
        ConfigError: there is no such game, preset or setting, a value is not valid, or `against` determines it.
    """
    played = make(game) if isinstance(game, str) else game
    chosen = presets_of(played)
    if name not in chosen:
        raise unknown(f"preset of {played.name}", name, chosen)
    try:
        config = Config().changed(**chosen[name])
    except ConfigError as error:
        raise ConfigError(f"preset {name} of {played.name}: {error}") from error
    if against is not None:
        for each in (*_ALONE, "bots"):
            if each in changes:
                raise ConfigError(f"the setting {each} follows from --against {against}: leave one of them out")
        entropy = max(config.schedule.entropy_coef, _EXPLORATION)
        begins = {"teacher": NONE, "initial_policy": NONE, "entropy_coef": entropy}
        config = config.changed(**_ALONE, **begins, bots=(against,))
    return config.changed(**changes)
