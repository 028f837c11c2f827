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

    Examples:
        >>> from croupier.core import Option
        >>> players = Option("players", "int", 4, "Number of players.", low=2, high=8)
        >>> players.parse("6")
        6
        >>> print(players.range_text)
        an integer from 2 to 8

    Attributes:
        name: name in Python, in files and on the command line.
        kind: ``int`` (with bounds), ``bool`` or ``choice``.
        default: the default value.
        help: one sentence.
        low: least int.
        high: greatest int.
        choices: the values of a ``choice``; its code is the index.
        rule: id of its rule.
        label: name for people; if empty, the name.
        choice_labels: names of the choices for people, in order; if empty, the choices.
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
        """Its name for people."""
        return self.label or self.name.replace("_", " ")

    def value_called(self, value: Value) -> str:
        """A value's name for people, except true and false."""
        return self.choice_labels[self.encode(value)] if self.choice_labels else str(value)

    @property
    def range_text(self) -> Sentence:
        """The allowed values, in words."""
        if self.kind == "int":
            return say("option.int", low=self.low, high=self.high)
        return say("option.bool") if self.kind == "bool" else say("option.choice", choices=", ".join(self.choices))

    def encode(self, value: object) -> int:
        """The code of a value in the record.

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
        """Read a value from the command line or from a position's text.

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
    """Codes of complete options, in order of declaration; int64, shape (number of options,)."""
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
        ability: whether it decides on a special ability. These are rare, so training may sample them more often
            and evaluation reports them separately.
        sealed: whether the answers are revealed together: no seat learns another's before the last one is in, and
            neither the seats asked nor the legal actions depend on them. `croupier.table.Table` takes them in any
            order.
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
    """A named slice of the action space: one head of a policy network."""

    name: str
    start: int
    size: int


@dataclass(frozen=True)
class Block:
    """Named consecutive features of an observation.

    Attributes:
        name: name of the block.
        size: number of float32 features.
        low: least value of a feature.
        high: greatest value of a feature.
        meaning: what the features encode, for the docs.
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
    """The slice of each block in the flat observation."""
    places: dict[str, slice] = {}
    offset = 0
    for block in blocks:
        places[block.name] = slice(offset, offset + block.size)
        offset += block.size
    return places


def block_starts(blocks: Sequence[Block]) -> Any:
    """The first feature of each block by name, as a named tuple, which kernels read as constants."""
    starts = {name: place.start for name, place in block_slices(blocks).items()}
    return namedtuple("Starts", starts)(**starts)  # the names are data


Information = Literal["open", "hidden"]
"""``open``: every seat knows the whole position (perfect information). ``hidden``: some seat does not."""
Chance = Literal["none", "listed", "sampled"]
"""``none``: no chance events. ``listed``: `outcomes` gives each event's outcomes and probabilities. ``sampled``:
events have too many outcomes to list, like a shuffle, and the game's generator samples them."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Facts about every game played under some options; `check_game` checks them.

    Attributes:
        min_utility: lower bound of a seat's final utility.
        max_utility: upper bound of a seat's final utility.
        utility_sum: sum of the final utilities of all seats, if it is constant: 0 in a zero-sum game; None if it
            varies.
        max_game_length: most decisions in one game, without chance events; None if the rules set no limit.
        information: whether anything is hidden from any seat.
        chance: the kind of chance events.
        ranked_by_points: whether a seat with more points than another never has a lower utility. False if
            something other than points decides, or if points are penalties.
        draws_ahead: whether chance events only reveal what was drawn earlier (a deck shuffled once). `check_game`
            then does not expect them to vary. Listed outcomes always vary as listed.
        public_positions: number of positions in the public tree, over which the game is solved; None if it was not
            counted, and then play finds out whether there are too many.
        worst_points: bound on a seat's worst final points; None if the rules set none or the game
            does not give it. Above `best_points` if points are penalties, which implies
            ``ranked_by_points=False``.
        best_points: bound on a seat's best final points; None as for `worst_points`.
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
        """The lowest and highest final points of a seat; infinite if they are not known."""
        worst = -math.inf if self.worst_points is None else self.worst_points
        best = math.inf if self.best_points is None else self.best_points
        return min(worst, best), max(worst, best)

    def counts_wins(self, num_players: int) -> bool:
        """Whether utilities only say who won: shares of one win, or +1, 0 and -1 for two players.

        In other games, like those for chips, wins differ in value, and players are compared by utility.
        """
        ends = self.min_utility, self.max_utility, self.utility_sum
        return ends == (0.0, 1.0, 1.0) or (num_players == 2 and ends == (-1.0, 1.0, 0.0))
