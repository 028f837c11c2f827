"""What search needs from a game: where a rollout may stop, its gain, and how to read history.

Plain data and kernels, without any search: `croupier.agents.search` reads them from `GameSpec.search`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.english import say
from croupier.core.base.kernel import kernel
from croupier.core.base.types import ActionList, Features, Generators, Record, Records, SeatValues

Trace: TypeAlias = npt.NDArray[np.int16]
"""Codes of the decisions of a stretch, in their order; shape (decisions,)."""
HIDDEN = -1
"""Code of a decision that a seat cannot know."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Secrets:
    """Decisions that were made but are not open yet, as of bids that are shown together.

    Attributes:
        hidden: ``hidden(s, seat, other) -> bool``: whether `other` has made one that `seat` cannot see.
        ask: ``ask(s, other)``: put the record back to where `other` has to make it.
        answer: ``answer(s, other, action)``: write it into the record.
    """

    hidden: Callable[[Record, int, int], bool]
    ask: Callable[[Record, int], None]
    answer: Callable[[Record, int, int], None]


@dataclass(frozen=True, kw_only=True, eq=False)
class History:
    """How the decisions of a stretch are told so that they mean the same in every world.

    An action often is a place in the mover's hand, which is another one in every world; its code is not.

    Attributes:
        code: ``code(s, action) -> int``: what the decision is for those who see it, at least 0.
        action: ``action(s, code) -> int``: the action with that code; -1 where there is none, as of a card that
            the mover does not hold.
        public: ``public(s) -> bool``: whether everybody sees the decision that is due; otherwise the mover alone.
        rewind: ``rewind(now, codes, movers, count, start) -> bool``: make of a stretch's first record that of
            another world. `start` is the first record, whose hidden parts are replaced; `now` is the world after
            `count` decisions; `codes` those decisions, `HIDDEN` where the seat does not know them, which are
            filled in. False where no stretch can have led to `now`.
        redraw: ``redraw(s, seat, other, codes, movers, common, rngs, i) -> int``: deal some hidden cards of the
            hand of `other` again together with those of another place, every deal of them that `seat` holds
            possible equally likely. Which cards and which place depends on the generator `common`, shape (1,),
            alone, and on nothing that is dealt; the deal on ``rngs[i]``; `codes` are the decisions of the stretch
            as `seat` knows them. Returns the seats whose decisions may now be explained
            otherwise, as bits; 0 where nothing can be dealt otherwise. Such steps must reach every possible world.
        bids: values of the phases that a seat decides in from its first hand alone, which say most at least cost.
    """

    code: Callable[[Record, int], int]
    action: Callable[[Record, int], int]
    public: Callable[[Record], bool]
    rewind: Callable[[Record, Trace, Trace, int, Record], bool]
    redraw: Callable[[Record, int, int, Trace, Trace, Generators, Generators, int], int]
    bids: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class DescribedChoices:
    """How a small model sees decisions, that is fitted to what somebody has done.

    Attributes:
        size: numbers by which an action is described.
        describe: ``describe(s, actions, count, out) -> bool``: describe the first `count` of the legal actions of
            the seat to move, by what it may know and by its hand; float32, shape (count, size). False where the
            kind of decision is not described.
        weights: file of the weights that the model begins with, see `croupier.agents.search.opponent_model`.
    """

    size: int
    describe: Callable[[Record, ActionList, int, Features], bool]
    weights: Path


@dataclass(frozen=True)
class Measure:
    """What a rollout comes to beside its gain, to say in words how two actions differ.

    Attributes:
        name: its key in data.
        label: what it is, for people, like ``chance to make the bid``.
        head: the same in a word or two, for the head of a column; empty where it is told in words alone.
        is_chance: whether it is 0 or 1 in a rollout, so that its mean is a chance.
    """

    name: str
    label: str
    head: str
    is_chance: bool = False


@dataclass(frozen=True)
class Location:
    """Where a hidden card may be, as a share of some worlds.

    Attributes:
        card: name of the card.
        seats: chance that each seat holds it, shape (seats,); of several such cards, one at least.
        rest: what else it may be, with its chance, like ``undealt``.
    """

    card: str
    seats: tuple[float, ...]
    rest: Mapping[str, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class Explanation:
    """What an analysis for people needs of a game beside its gains.

    Attributes:
        measures: what is measured of a rollout.
        measure: ``measure(start, s, seat, out)``: writes them for a seat at the horizon; float32, one a measure.
        locations: ``locations(worlds, seat)``: where hidden cards lie in some worlds, as that seat knows it.
        outlook: ``outlook(records)``: each seat's chance to win the game where a stretch has ended, float64, shape
            (N, seats); None where gains are chances to win already.
    """

    measures: tuple[Measure, ...]
    measure: Callable[[Record, Record, int, SeatValues], None]
    locations: Callable[[Records, int], list[Location]]
    outlook: Callable[[Records], npt.NDArray[np.float64]] | None = None


CHANCE_TO_WIN = say("chance_to_win")
"""Unit of gains in games that are played to the end."""


@kernel
def never(start: Record, s: Record) -> bool:  # noqa: ARG001  # as a game's own horizon
    """The horizon of a game that is one stretch: rollouts are played to its end."""
    return False


@lru_cache(maxsize=32)
def share_of_win(returns: Callable[[Record, SeatValues], None]) -> Callable[[Record, Record, SeatValues], None]:
    """The gain of a game that is played to its end: 100 for a win, 50 for a draw, 0 for a loss.

    Args:
        returns: the final utilities of a game for two, from -1 to 1.
    """

    @kernel
    def gain(start: Record, s: Record, out: SeatValues) -> None:
        returns(s, out)
        for seat in range(start["players"]):
            out[seat] = 50.0 + 50.0 * out[seat]

    return gain


@dataclass(frozen=True, kw_only=True, eq=False)
class Search:
    """What search by sampled worlds needs of a game.

    A *stretch* is the part of a game in which hidden things stay what they are: a round. Rollouts stop where it
    ends, or earlier, and history is kept for as long as it lasts.

    Attributes:
        horizon: ``horizon(start, s) -> bool``: whether the stretch of `start` is over at `s`, a record somewhere
            after it in the same game. The end of the game always is an end.
        gain: ``gain(start, s, out)``: what each seat has gained from `start` to `s`; float32, shape (seats,).
        unit: what a gain is counted in: ``points``.
        scale: the gain that weighs as much, by `eta` 1, as that the policy finds an action e times as likely: more
            where actions differ by much from world to world, and less where by little.
        secrets: decisions that are made but not open yet; None where the game has none.
        history: how past decisions are read; None where they say nothing of what is hidden.
        explain: what an analysis shows beside gains; a function that imports it. None where there is nothing more.
        stop: ``stop(start, s) -> bool``: whether a rollout from `start` stops at `s`, as for `horizon`, and its
            gain is an estimate. None where rollouts go on to the stretch's end.
        choices: how a model that is fitted to the others sees their decisions; a function that imports it. None
            where they are not described.
        strata: ``strata(s, seat)``: what kind of decision is due for a seat, as integers by name, like the
            ``cards`` in its hand: by it sets of decisions are balanced. Only what the seat knows counts. None
            where a phase says enough.
    """

    horizon: Callable[[Record, Record], bool]
    gain: Callable[[Record, Record, SeatValues], None]
    unit: str
    scale: float = 1.0
    secrets: Secrets | None = None
    history: History | None = None
    explain: Callable[[], Explanation] | None = None
    stop: Callable[[Record, Record], bool] | None = None
    choices: Callable[[], DescribedChoices] | None = None
    strata: Callable[[Record, int], Mapping[str, int]] | None = None

    def __post_init__(self) -> None:
        if not 0.0 < self.scale < float("inf"):
            raise ValueError(f"scale of a game's search must be a number above 0, not {self.scale}")

    @property
    def rollout_stop(self) -> Callable[[Record, Record], bool]:
        """Where rollouts stop."""
        return self.stop or self.horizon


@lru_cache(maxsize=32)
def default_search(returns: Callable[[Record, SeatValues], None]) -> Search:
    """The part of a game that brings none: rollouts to its end, which gain its utilities in hundredths."""

    @kernel
    def gain(start: Record, s: Record, out: SeatValues) -> None:
        returns(s, out)
        for seat in range(start["players"]):
            out[seat] = 100.0 * out[seat]

    return Search(horizon=never, gain=gain, unit=say("hundredths"))
