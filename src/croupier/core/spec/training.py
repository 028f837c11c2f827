"""Training knowledge of a game: presets, curricula, mixes, auxiliary tasks, oracle, hand layout.

Plain data and kernels, without any learner: `croupier.learn` reads them from `GameSpec.training`. Every part is
optional. Parts that depend on the options are functions of the game, as a `GameShape`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from croupier.core.base.types import Features, Labels, Record
from croupier.core.spec.options import Option, Value
from croupier.core.spec.position import GameShape

NO_CURRICULUM = "none"
"""Name of the curriculum that consists of the game itself, which every game has."""
NO_MIX = "none"
"""Instead of a mix's name: every game has the options of the run."""
SIZE = "players"
"""Name of the option for the number of players."""
SIZES = "sizes"
"""Name of the mix of table sizes; every game with a number of players as an option has it."""


@dataclass(frozen=True)
class Mix:
    """Options that are sampled independently for each game of a run.

    Attributes:
        options: for the name of an option its values with their weights. Values that need other actions or another
            observation than the run's game are left out. Options that are not named stay as in the run's game.
    """

    options: Mapping[str, Mapping[Value, float]]

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError("a mix draws at least one option")
        for name, weights in self.options.items():
            if not weights or not all(0.0 < weight < math.inf for weight in weights.values()):
                raise ValueError(f"a mix gives each value of {name!r} a weight above 0, and one value at least")


@dataclass(frozen=True)
class Stage:
    """A stage of a curriculum, with its own options.

    Attributes:
        name: name of the stage in curves.
        options: options that differ from the run's game; seats, phases and blocks stay the same.
        until: share of the curriculum after which the next stage begins, 0..1.
        mixed: whether all opponents of the settings play; otherwise only the first of `bots`.
        early: whether the stage ends as soon as `curriculum_win_rate` is reached.
    """

    name: str
    options: Mapping[str, Value]
    until: float
    mixed: bool = True
    early: bool = False


@dataclass(frozen=True)
class AuxiliaryTask:
    """An auxiliary prediction of the network, with exactly one of its kernels.

    The target may be hidden information; it is never an input.

    Attributes:
        name: its name in settings and curves.
        size: number of outputs.
        label_later: ``label_later(before, after, out) -> bool``: True if this step fixes the label; then each
            seat's class 0..size-1 is in `out`.
        label_at_decision: ``label_at_decision(s, seat, out)``: shares 0..1 at a decision, float32, shape (size,).
    """

    name: str
    size: int
    label_later: Callable[[Record, Record, Labels], bool] | None = None
    label_at_decision: Callable[[Record, int, Features], None] | None = None

    def __post_init__(self) -> None:
        if (self.label_later is None) == (self.label_at_decision is None):
            raise ValueError(f"auxiliary task {self.name!r} needs one of label_later and label_at_decision")


@dataclass(frozen=True)
class PrivilegedFeatures:
    """Hidden information for the oracle critic. Used in training only.

    Attributes:
        size: number of features.
        encode: ``encode(s, seat, out)``: everything hidden from a seat, as features, float32, shape (size,); every
            entry is written.
    """

    size: int
    encode: Callable[[Record, int, Features], None]

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"an oracle sees at least one privileged feature, not {self.size}")


@dataclass(frozen=True)
class HandLayout:
    """Where the observation encodes the own hand, for heads whose actions are places of the hand.

    The hand is sorted by card, so the number of cards of each kind determines the places.

    Attributes:
        start: first feature of the block.
        copies: for each kind of card the number of copies; the feature times this is the number in the hand.
        heads: names of the heads whose actions are places of the hand.
    """

    start: int
    copies: tuple[int, ...]
    heads: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.copies or not self.heads:
            raise ValueError("a hand layout has at least one kind of card and one head")


@dataclass(frozen=True, kw_only=True)
class Training:
    """A game's part for training.

    Attributes:
        presets: changed settings of each preset by name; without any, the game has the general presets.
        curricula: the stages of each curriculum by name; the game itself follows the last of them.
        mixes: sampled options by name.
        auxiliary: the game's auxiliary tasks.
        privileged: features that only the oracle critic sees.
        hand: where the observation encodes the own hand.
    """

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    curricula: Mapping[str, tuple[Stage, ...]] = field(default_factory=dict)
    mixes: Mapping[str, Mix] = field(default_factory=dict)
    auxiliary: Callable[[GameShape], tuple[AuxiliaryTask, ...]] | None = None
    privileged: Callable[[GameShape], PrivilegedFeatures] | None = None
    hand: Callable[[GameShape], HandLayout] | None = None

    def __post_init__(self) -> None:
        if NO_CURRICULUM in self.curricula:
            raise ValueError(f"no curriculum can be named {NO_CURRICULUM!r}, which leaves curricula out")
        if NO_MIX in self.mixes:
            raise ValueError(f"no mix can be named {NO_MIX!r}, which leaves mixes out")
        for name, stages in self.curricula.items():
            if any(stage.until >= later.until for stage, later in pairwise(stages)):
                raise ValueError(f"curriculum {name!r} has a stage that ends no later than the one before it")


def mixes_by_name(training: Training, options: Sequence[Option]) -> dict[str, Mix]:
    """The mixes of a game: its own, and `SIZES` if the number of players is an option."""
    known = dict(training.mixes)
    people = next((each for each in options if each.name == SIZE and each.kind == "int"), None)
    if people is not None:
        known.setdefault(SIZES, Mix({SIZE: dict.fromkeys(range(people.low, people.high + 1), 1.0)}))
    return known
