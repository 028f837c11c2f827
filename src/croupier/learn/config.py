"""Settings of a training run: one frozen dataclass, and the presets of each game as data."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.core.errors import ConfigError, unknown
from croupier.learn import settings
from croupier.learn.settings import Architecture, CardHead, Critic, Device, Objective, Precision, Sampling, Span


@dataclass(frozen=True)
class Config:
    """All settings of a run; with the game and the seed they decide every weight.

    Attributes:
        decisions: decisions to be played in all, over all tables and seats.
        tables: games that are played side by side.
        steps: decisions at each table between two updates of the network.
        epochs: times that an update goes through the decisions.
        minibatch: decisions in one gradient step.
        widths: sizes of the hidden layers, all but the heads shared.
        learning_rate: Adam's step size at the start.
        learning_rate_end: the same at the end; in between it follows half a cosine wave.
        entropy: weight of the entropy bonus at the start.
        entropy_end: the same at the end; in between it falls linearly.
        gamma: discount from one decision of a seat to its next, 0..1.
        trace: lambda of the advantages, 0..1: 0 trusts the value head after one decision, 1 only the outcome.
        clip: how far the probability ratio may leave 1 before its gain is cut off.
        value_weight: weight of the value loss.
        max_gradient: the gradient's greatest norm; it is scaled down to that.
        average: share of the old mean that each update keeps in the running mean of the weights, 0..1; the mean is
            what is exported and judged. 0 exports the weights themselves.
        objective: what a seat is rewarded for. ``utility``: the game's own, at its end. ``points``: the points it
            scores, less the mean of what the others score, times `points_scale`, and the utility times
            `win_weight`. ``shaped``: the game's shaped rewards, with its weights or `shaping_weights`.
        points_scale: reward for a point.
        win_weight: reward for a utility of 1.
        shaping_weights: weights of the shaped rewards that differ from the game's, by name.
        span: where rewards stop to count for earlier decisions: at the end of the ``game``, or
            wherever points are scored (``scoring``; in Skull King after each round): later luck is left out.
        skip_forced: where one action alone is legal, play it without asking the network or learning from it.
        architecture: ``heads``: a shared encoder and a head for each slice of the actions; ``flat``: one linear
            layer for all actions; ``separate``: a network of its own for each slice that an ability has.
        card_head: ``linear``: a logit for each place of the hand; ``pointer``: a score for each kind of card,
            looked up for the card that lies in the place. The game must say where it tells the hand.
        critic: what the value that advantages are measured by may see: the ``own`` observation, or, as an
            ``oracle``, also what is hidden from the seat. An oracle is a network of its own, for training alone.
        precision: of the products in the network; ``auto`` takes bfloat16 where the processor multiplies it.
        auxiliary: weights of the auxiliary losses by name; those not named are left out.
        priority: how much likelier than other decisions those of an ability are drawn into a minibatch; importance
            weights keep the gradient unbiased. 1 draws every decision once an epoch.
        league_share: share of the games in which seats are taken by a past self.
        league_size: past selves that are kept.
        league_every: updates from one past self to the next; the oldest makes room.
        league_sampling: past selves are met equally often (``uniform``) or by how much they win (``losses``).
        bot_share: share of the games in which seats are taken by one of `bots`.
        bots: names of agents, like ``bot:simple``.
        random_share: share of the games in which seats are taken by random play.
        curriculum: name of a curriculum of the game, or ``none``.
        curriculum_end: share of the run after which the curriculum has reached its last stage; its stages are
            equally long.
        curriculum_win_rate: the curriculum's first stage also ends as soon as a single seat wins this share of its
            games against bots; 0 leaves that out. Needs bots.
        mix_sizes: deal half of the tables for the game's own number of people, the others for all other numbers
            that the network has room for; needs a game whose number of people is an option.
        teacher: name of an agent that the network learns to copy before it plays any game, or ``none``.
        teacher_games: games that the teacher plays for that, in every seat.
        imitate: files of recorded games that the network learns to copy before it plays any.
        imitate_agents: names of the agents whose decisions are copied; everybody's where none are named.
        imitate_passes: times that it goes through the recorded games.
        seed: seed of deals, choices, initial weights and the order of the minibatches.
        threads: threads for stepping the games, which do not depend on it, and for the network, whose sums may be
            rounded otherwise.
        device: where the network runs; ``auto`` takes a GPU if there is one.
        checkpoint_every: updates between two checkpoints.
        measure_every: updates between two measures of strength.
    """

    decisions: int = 20_000_000
    tables: int = 1024
    steps: int = 32
    epochs: int = 2
    minibatch: int = 8192
    widths: tuple[int, ...] = (128, 128)
    learning_rate: float = 1e-3
    learning_rate_end: float = 0.0
    entropy: float = 0.01
    entropy_end: float = 0.0
    gamma: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    max_gradient: float = 0.5
    average: float = 0.98
    objective: Objective = "utility"
    points_scale: float = 0.01
    win_weight: float = 1.0
    shaping_weights: Mapping[str, float] = field(default_factory=dict)
    span: Span = "game"
    skip_forced: bool = True
    architecture: Architecture = "heads"
    card_head: CardHead = "linear"
    critic: Critic = "own"
    precision: Precision = "float32"
    auxiliary: Mapping[str, float] = field(default_factory=dict)
    priority: float = 1.0
    league_share: float = 0.0
    league_size: int = 8
    league_every: int = 20
    league_sampling: Sampling = "uniform"
    bot_share: float = 0.0
    bots: tuple[str, ...] = ()
    random_share: float = 0.0
    curriculum: str = "none"
    curriculum_end: float = 0.5
    curriculum_win_rate: float = 0.0
    mix_sizes: bool = False
    teacher: str = "none"
    teacher_games: int = 24_000
    imitate: tuple[str, ...] = ()
    imitate_agents: tuple[str, ...] = ()
    imitate_passes: int = 3
    seed: int = 0
    threads: int = 2
    device: Device = "auto"
    checkpoint_every: int = 50
    measure_every: int = 50

    def __post_init__(self) -> None:
        for each in dataclasses.fields(self):
            settings.check(each.name, getattr(self, each.name))
        shares = self.league_share + self.bot_share + self.random_share
        if shares > 1.0:
            raise ConfigError(f"league_share, bot_share and random_share add up to {shares:g}, which is above 1")
        if self.bot_share > 0.0 and not self.bots:
            raise ConfigError("bot_share is above 0, but bots names no agent; name some, like bots=bot:simple")
        if self.curriculum_win_rate > 0.0 and not self.bot_share:
            raise ConfigError("curriculum_win_rate is measured against bots: set bot_share above 0 as well")

    @property
    def updates(self) -> int:
        """Number of updates of the network in the whole run."""
        return max(1, math.ceil(self.decisions / (self.tables * self.steps)))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data = dataclasses.asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Config:
        """The settings that `as_dict` gave.

        Raises:
            ConfigError: an unknown name or a bad value.
        """
        return cls().changed(**data)

    def changed(self, **changes: Any) -> Config:
        """The same settings with some changed.

        Raises:
            ConfigError: an unknown name or a bad value.
        """
        names = [each.name for each in dataclasses.fields(self)]
        for name in changes:
            if name not in names:
                raise unknown("setting", name, names)
        listed = {name: tuple(value) for name, value in changes.items() if isinstance(value, list)}
        return dataclasses.replace(self, **{**changes, **listed})


_PIG: dict[str, Any] = {
    "tables": 2048,
    "steps": 64,
    "minibatch": 4096,
    "widths": (64, 64),
    "learning_rate": 3e-3,
    "measure_every": 20,
    "checkpoint_every": 20,
}

_SKULL_KING: dict[str, Any] = {
    "tables": 1024,
    "steps": 64,
    "minibatch": 1024,
    "widths": (256, 256),
    "learning_rate": 2e-3,
    "objective": "points",
    "span": "scoring",
    "precision": "auto",
    "card_head": "pointer",
    "critic": "oracle",
    "trace": 0.7,  # the oracle knows so much that it can be trusted early
    "teacher": "bot",
    "bot_share": 1.0,
    "bots": ("bot",),
}

SOURCE: dict[str, Any] = {
    "objective": "shaped",
    "span": "game",
    "curriculum": "source",
    "curriculum_end": 6 / 16,  # an ability joins at each of the first five millions of 16 million decisions
    "curriculum_win_rate": 0.6,
    "priority": 5.0,
    "auxiliary": {"pirate": 0.05, "bid": 0.1, "cards": 0.1},
    "architecture": "heads",
    "card_head": "linear",
    "critic": "own",
    "trace": 0.95,
    "teacher": "none",
    "bot_share": 0.25,
    "bots": ("bot:simple", "bot:source-abilities"),
    "league_share": 0.25,
    "league_every": 10,
    "random_share": 0.05,
}
"""The system that the source of Skull King's player describes (its sections 2 to 4), as changes of the preset.

What the source leaves open (sizes of a rollout, learning rate, weights of the auxiliary losses, shares of the
opponents) is as in the preset, or chosen here."""

_SPITE_MALICE: dict[str, Any] = {
    "minibatch": 2048,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "shaped",  # each goal card counts: a game has some fifty decisions of a seat, and one winner
    "gamma": 0.99,
    "trace": 0.9,
    "precision": "auto",
    "measure_every": 100,
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "pig": {
        "quick": {**_PIG, "decisions": 40_000_000},
        "standard": {**_PIG, "decisions": 100_000_000},
        "full": {**_PIG, "decisions": 400_000_000, "widths": (128, 128)},
    },
    "spite-malice": {
        "quick": {**_SPITE_MALICE, "decisions": 30_000_000},
        "standard": {**_SPITE_MALICE, "decisions": 150_000_000},
        "full": {**_SPITE_MALICE, "decisions": 1_000_000_000, "tables": 2048, "widths": (512, 512)},
    },
    "skull-king": {
        "quick": {**_SKULL_KING, "decisions": 16_000_000},
        "standard": {**_SKULL_KING, "decisions": 64_000_000},
        "full": {**_SKULL_KING, "decisions": 2_000_000_000, "widths": (512, 512)},
        "source": {**_SKULL_KING, **SOURCE, "decisions": 16_000_000},
    },
}
"""What each preset changes, by game; games that are not named here take `GENERAL`."""

GENERAL: dict[str, dict[str, Any]] = {
    "quick": {"decisions": 10_000_000},
    "standard": {"decisions": 100_000_000, "tables": 2048, "widths": (256, 256)},
    "full": {"decisions": 1_000_000_000, "tables": 4096, "widths": (256, 256)},
}


def preset(game: str, name: str, **changes: Any) -> Config:
    """Settings of a preset.

    Args:
        game: name of the game in the registry.
        name: ``quick``, ``standard`` or ``full``; for Skull King also ``source``.
        **changes: settings that differ.

    Returns:
        The settings.

    Raises:
        ConfigError: no such preset or setting, or a bad value.
    """
    chosen = PRESETS.get(game, GENERAL)
    if name not in chosen:
        raise unknown("preset", name, chosen)
    return Config().changed(**{**chosen[name], **changes})


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Read ``name=value`` words, as the command line gives them.

    Args:
        words: like ``learning_rate=0.001`` or ``widths=64,64``.

    Returns:
        Values by name, to be given to `Config.changed`.

    Raises:
        ConfigError: a word of another form, an unknown name, one given twice, or a value that cannot be read.
    """
    defaults = {each.name: getattr(Config(), each.name) for each in dataclasses.fields(Config)}
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise ConfigError(f"a setting is given as NAME=VALUE, like learning_rate=0.001, not {word!r}")
        if name not in defaults:
            raise unknown("setting", name, defaults)
        if name in found:
            raise ConfigError(f"setting {name} is given twice")
        found[name] = settings.parse(name, defaults[name], text)
    return found
