"""Phases and blocks: the named parts of the flat action space and of the flat observation.

Each phase of a game owns a slice of one flat action space, and each slice is one head of a policy network.
Phases that decide the same kind of thing may share a slice.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


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
