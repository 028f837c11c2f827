"""Options of a game, the named parts of its actions and observation, and facts about it."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from croupier.core.base.english import say
from croupier.core.base.errors import ConfigError, as_whole, read_whole, unknown
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Codes

Value = int | bool | str
Options = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        name: its name in Python, in files and on the command line.
        kind: ``int`` (with bounds), ``bool`` or ``choice``.
        default: the value where none is given.
        help: one sentence.
        low: least int.
        high: greatest int.
        choices: the values of a ``choice``; its code is the index.
        rule: id of the rule that it belongs to.
        label: what people call it; empty for its name.
        choice_labels: what people call the choices, in their order; empty for the choices themselves.
    """

    name: str
    kind: Literal["int", "bool", "choice"]
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    rule: str = ""
    label: str = ""
    choice_labels: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What people call it."""
        return self.label or self.name.replace("_", " ")

    def value_called(self, value: Value) -> str:
        """What people call one of its values, but for true and false."""
        return self.choice_labels[self.encode(value)] if self.choice_labels else str(value)

    @property
    def range_text(self) -> Sentence:
        """The values it takes, in words."""
        if self.kind == "int":
            return say("option.int", low=self.low, high=self.high)
        return say("option.bool") if self.kind == "bool" else say("option.choice", choices=", ".join(self.choices))

    def encode(self, value: object) -> int:
        """Check a value.

        Args:
            value: an int, bool or str, as `kind` says.

        Returns:
            Its code in the record.

        Raises:
            ConfigError: it is not a value of this option.
        """
        if self.kind == "bool" and isinstance(value, bool | np.bool_):
            return int(value)
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return self.choices.index(value)
        number = as_whole(value) if self.kind == "int" else None
        if number is not None and self.low <= number <= self.high:
            return number
        wrong: dict[str, object] = {"name": self.name, "range": self.range_text, "value": value}
        raise ConfigError(say("option.rule", rule=self.rule, **wrong) if self.rule else say("option", **wrong))

    def decode(self, code: int) -> Value:
        """The value of a code; the inverse of `encode`."""
        if self.kind == "bool":
            return bool(code)
        return self.choices[code] if self.kind == "choice" else int(code)

    def parse(self, text: str) -> Value:
        """Read a value from text, as the command line and position texts give it.

        Raises:
            ConfigError: it is not a value of this option.
        """
        value: Value = text
        if self.kind == "bool":
            value = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(
                text.lower(), text
            )
        elif self.kind == "int":
            number = read_whole(text)
            value = text if number is None else number
        return self.decode(self.encode(value))


def complete(declared: Sequence[Option], given: Mapping[str, object], game: str) -> dict[str, Value]:
    """Fill in the defaults and check every value."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise unknown(say("option_of", game=game), name, names)
    return {
        option.name: option.decode(option.encode(given.get(option.name, option.default))) for option in declared
    }


def encode(declared: Sequence[Option], values: Options) -> Codes:
    """Codes of complete options, in the order of their declaration; shape (number of options,)."""
    return np.array([option.encode(values[option.name]) for option in declared], dtype=np.int64)


# Each phase of a game owns a slice of one flat action space, and each slice is one head of a policy network.
# Phases that decide the same kind of thing may share a slice.


@dataclass(frozen=True)
class Phase:
    """A kind of decision.

    Attributes:
        name: upper-case name, like ``BIDDING``.
        value: the number in the record's ``phase`` field.
        head: name of the policy head (= slice) that decides it.
        start: first action of the slice.
        size: number of actions in the slice.
        ability: whether a special ability is decided: rare decisions, which training may sample more often and
            evaluation measures apart.
        sealed: whether its answers are shown together: no seat learns another's before the last is in, and neither
            who is asked nor what is legal depends on them. `croupier.table.Table` takes them in any order.
    """

    name: str
    value: int
    head: str
    start: int
    size: int
    ability: bool = False
    sealed: bool = False

    @property
    def actions(self) -> slice:
        """The slice of the flat action space."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Head:
    """A slice of the action space with its name, as a policy network sees it."""

    name: str
    start: int
    size: int


@dataclass(frozen=True)
class Block:
    """A named run of features in an observation.

    Attributes:
        name: name of the block.
        size: number of float32 features.
        low: least value a feature can have.
        high: greatest value a feature can have.
        meaning: what the features say, for the docs.
    """

    name: str
    size: int
    low: float
    high: float
    meaning: str


def heads(phases: Sequence[Phase]) -> tuple[Head, ...]:
    """The distinct slices of some phases, in the order of the action space."""
    found: dict[str, Head] = {}
    for phase in phases:
        head = Head(phase.head, phase.start, phase.size)
        if found.setdefault(phase.head, head) != head:
            raise ValueError(f"head {phase.head!r} has two slices: {found[phase.head]} and {head}")
    ordered = tuple(sorted(found.values(), key=lambda head: head.start))
    expected = 0
    for head in ordered:
        if head.start != expected:
            raise ValueError(f"head {head.name!r} starts at action {head.start}, not at {expected}")
        expected += head.size
    return ordered


def block_slices(blocks: Sequence[Block]) -> dict[str, slice]:
    """Where each block lies in the flat observation."""
    places: dict[str, slice] = {}
    offset = 0
    for block in blocks:
        places[block.name] = slice(offset, offset + block.size)
        offset += block.size
    return places


def block_starts(blocks: Sequence[Block]) -> Any:
    """The first feature of each block by the block's name, as a named tuple, which kernels read as constants."""
    starts = {name: place.start for name, place in block_slices(blocks).items()}
    return namedtuple("Starts", starts)(**starts)  # the names are data


Information = Literal["open", "hidden"]
"""``open``: every seat knows the whole position (perfect information). ``hidden``: some seat does not."""
Chance = Literal["none", "listed", "sampled"]
"""``none``: no random event. ``listed``: each event's outcomes and their probabilities are given by `outcomes`.
``sampled``: events have too many outcomes to list, like a shuffle, and are drawn by the game's generator."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What holds for every game under some options; `check_game` checks each on played games.

    Attributes:
        min_utility: least utility that a seat can end with.
        max_utility: greatest utility that a seat can end with.
        utility_sum: what the final utilities of all seats add up to, where that is always the same: 0 in a
            zero-sum game; None where it varies.
        max_game_length: most decisions in one game; None where the rules set no limit. Chance events do not count.
        information: whether anything is hidden from any seat.
        chance: how random events come.
        ranked_by_points: whether a seat that ends with more points than another never ends with a lower utility.
            False where something else than points decides who is better off, or where points are penalties.
        draws_ahead: whether random events within games may only turn up what an earlier one has drawn, as the next
            card of a deck that is shuffled once: then they need not vary. Listed outcomes vary where they say so.
        public_positions: how many positions the tree of what is public has, by which a game is solved; None where
            it was not counted: then it is found by playing whether they are too many.
        worst_points: the least wanted points that a seat can end with; a bound that holds and need not be reached.
            None where the rules set none, or the game does not say. It is above `best_points` where points are
            penalties, which goes with ``ranked_by_points=False``.
        best_points: the most wanted points that a seat can end with, as above.
    """

    min_utility: float
    max_utility: float
    utility_sum: float | None
    max_game_length: int | None
    information: Information
    chance: Chance
    ranked_by_points: bool = True
    draws_ahead: bool = False
    public_positions: int | None = None
    worst_points: float | None = None
    best_points: float | None = None

    def __post_init__(self) -> None:
        if self.min_utility > self.max_utility:
            raise ValueError(f"the utilities range from {self.min_utility} down to {self.max_utility}")
        if self.max_game_length is not None and self.max_game_length < 1:
            raise ValueError(f"a game has at least one decision, not {self.max_game_length}")
        worst, best = self.worst_points, self.best_points
        if not self.ranked_by_points and (worst is None) != (best is None):
            raise ValueError(
                "where more points are not better, worst_points and best_points are given together or not at all, "
                f"not worst_points={worst} and best_points={best}"
            )
        if self.ranked_by_points and worst is not None and best is not None and worst > best:
            raise ValueError(
                f"the points range from {worst} down to {best}; where fewer are better, the facts say "
                "ranked_by_points=False"
            )

    @property
    def points_range(self) -> tuple[float, float]:
        """The lowest and the highest points that a seat can end with; infinite where the game does not say."""
        worst = -math.inf if self.worst_points is None else self.worst_points
        best = math.inf if self.best_points is None else self.best_points
        return min(worst, best), max(worst, best)

    def counts_wins(self, num_players: int) -> bool:
        """Whether utilities say nothing but who has won: shares of one win, or +1, 0 and -1 of two players.

        Else a win may be worth more or less, as in a game for chips, and who is judged is judged by utility.
        """
        ends = self.min_utility, self.max_utility, self.utility_sum
        return ends == (0.0, 1.0, 1.0) or (num_players == 2 and ends == (-1.0, 1.0, 0.0))
