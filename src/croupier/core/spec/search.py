"""What search needs from a game: where a rollout stops, its gain, and how to read history.

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
"""Codes of the decisions of a round, in order; shape (decisions,)."""
HIDDEN = -1
"""Code of a decision that a seat cannot know."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Secrets:
    """Decisions that are made but not revealed yet, like simultaneous bids.

    Attributes:
        hidden: ``hidden(s, seat, other) -> bool``: whether `other` has made one that `seat` cannot see.
        ask: ``ask(s, other)``: reset the record to where `other` has to decide.
        answer: ``answer(s, other, action)``: write the decision into the record.
    """

    hidden: Callable[[Record, int, int], bool]
    ask: Callable[[Record, int], None]
    answer: Callable[[Record, int, int], None]


@dataclass(frozen=True, kw_only=True, eq=False)
class History:
    """How to encode the decisions of a round so that they mean the same in every world.

    An action is often a place in the mover's hand, which differs from world to world; its code does not.

    Attributes:
        code: ``code(s, action) -> int``: the decision as others see it, at least 0.
        action: ``action(s, code) -> int``: the action with that code; -1 if there is none, as for a card that the
            mover does not hold.
        public: ``public(s) -> bool``: whether everybody sees the decision now due, and not only the mover.
        rewind: ``rewind(now, codes, movers, count, start) -> bool``: replace the hidden parts of a round's first
            record, `start`, so that it leads to the world `now` after `count` decisions. `codes` are these
            decisions; entries that the seat does not know are `HIDDEN`, and are filled in. False if no round can
            lead to `now`.
        redraw: ``redraw(s, seat, other, codes, movers, common, rngs, i) -> int``: redeal some hidden cards between
            the hand of `other` and one other place, uniformly over the deals possible for `seat`. Only the
            generator `common`, shape (1,), chooses the cards and the place; ``rngs[i]`` deals. `codes` are the
            decisions of the round as `seat` knows them. Returns a bit set of the seats whose decisions must be
            explained again; 0 if there is no other deal. Repeated steps must reach every possible world.
        bids: values of the phases decided from the first hand only, such as bids: most informative for their cost.
    """

    code: Callable[[Record, int], int]
    action: Callable[[Record, int], int]
    public: Callable[[Record], bool]
    rewind: Callable[[Record, Trace, Trace, int, Record], bool]
    redraw: Callable[[Record, int, int, Trace, Trace, Generators, Generators, int], int]
    bids: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class DescribedChoices:
    """Features of decisions for a small opponent model, which is fitted to a player's past decisions."""

    size: int  # number of features of an action
    # ``describe(s, actions, count, out) -> bool``: features of the first `count` legal actions of the seat to
    # move, from its knowledge and hand; float32, shape (count, size). False if this kind of decision has no
    # features
    describe: Callable[[Record, ActionList, int, Features], bool]
    weights: Path  # file of the initial weights, see `croupier.agents.search.opponent_model`


@dataclass(frozen=True)
class Measure:
    """A result of a rollout other than its gain, to explain in words how two actions differ.

    Attributes:
        name: its key in data.
        label: name for people, like ``chance to make the bid``.
        head: short name for a column heading; empty for no column.
        is_chance: whether it is 0 or 1 in a rollout, so that its mean is a probability.
    """

    name: str
    label: str
    head: str
    is_chance: bool = False


@dataclass(frozen=True)
class Location:
    """Where a hidden card may be, as a share of sampled worlds.

    Attributes:
        card: name of the card.
        seats: probability that each seat holds it, shape (seats,); of several equal cards, at least one.
        rest: probabilities of other places, by name, like ``undealt``.
    """

    card: str
    seats: tuple[float, ...]
    rest: Mapping[str, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class Explanation:
    """What an analysis for people needs of a game in addition to gains.

    Attributes:
        measures: the measures of a rollout.
        measure: ``measure(start, s, seat, out)``: writes them for a seat at the horizon; float32, one a measure.
            None without measures.
        locations: ``locations(worlds, seat)``: where hidden cards are in some worlds, as that seat knows it. None
            if that is not told.
        outlook: ``outlook(records)``: each seat's probability to win the game after a round, float64, shape (N,
            seats); None if gains are probabilities to win already.
    """

    measures: tuple[Measure, ...] = ()
    measure: Callable[[Record, Record, int, SeatValues], None] | None = None
    locations: Callable[[Records, int], list[Location]] | None = None
    outlook: Callable[[Records], npt.NDArray[np.float64]] | None = None


CHANCE_TO_WIN = say("chance_to_win")
"""Unit of gains in games that are played to the end."""


@kernel
def never(start: Record, s: Record) -> bool:  # noqa: ARG001  # as a game's own horizon
    """The horizon of a game without rounds: rollouts are played to its end."""
    return False


@lru_cache(maxsize=32)
def share_of_win(returns: Callable[[Record, SeatValues], None]) -> Callable[[Record, Record, SeatValues], None]:
    """The gain of a game for two that is played to its end: 100 for a win, 50 for a draw, 0 for a loss.

    Args:
        returns: kernel of the final utilities, from -1 to 1.
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

    A *round* is a part of a game in which hidden cards do not change. Rollouts stop at its end, or earlier, and
    its history is recorded.

    Attributes:
        horizon: ``horizon(start, s) -> bool``: whether the round of `start` is over at `s`, a later record of the
            same game. The end of the game always ends a round.
        gain: ``gain(start, s, out)``: each seat's gain from `start` to `s`; float32, shape (seats,).
        unit: unit of gains, like ``points``.
        scale: the gain that counts as much as a factor e in the policy's probability, at ``eta=1``. Use more if
            values vary between worlds.
        secrets: decisions that are made but not revealed; None if the game has none.
        history: how to read past decisions; None if they reveal nothing about hidden cards.
        explain: imports what an analysis shows in addition to gains; None if there is nothing.
        stop: ``stop(start, s) -> bool``: whether a rollout from `start` stops at `s`, as for `horizon`, with an
            estimated gain. None if rollouts go on to the end of the round.
        choices: imports the features of decisions for an opponent model; None if there are none.
        strata: ``strata(s, seat)``: the kind of decision for a seat, as integers by name, like the ``cards`` in
            its hand, to balance sets of decisions. It may use only what the seat knows. None if the phase is
            enough.
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
        """The function that says where rollouts stop."""
        return self.stop or self.horizon


@lru_cache(maxsize=32)
def default_search(returns: Callable[[Record, SeatValues], None]) -> Search:
    """The search part of a game that has none: rollouts to its end, with utilities in hundredths as gains."""

    @kernel
    def gain(start: Record, s: Record, out: SeatValues) -> None:
        returns(s, out)
        for seat in range(start["players"]):
            out[seat] = 100.0 * out[seat]

    return Search(horizon=never, gain=gain, unit=say("hundredths"))
