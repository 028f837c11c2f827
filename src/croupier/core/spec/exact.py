"""Types for exact values: a game's solver, its input and its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.english import say
from croupier.core.base.progress import Progress
from croupier.core.base.types import Records
from croupier.core.spec.options import Facts, Options
from croupier.core.spec.position import GameShape

Shares = Callable[[Records], npt.NDArray[np.float32]]
"""Probability of each action in each of K records, float32, shape (K, num_actions)."""


@dataclass(frozen=True)
class ExactPlay:
    """What is known of how a player chooses, as its exact value needs it: `exact_play` of agent or bot.

    Who declares it promises that its choices are a function of the record alone (or, where it draws them, that
    `probabilities` gives the shares), and says how they depend on the turns that are left before a limit.

    Attributes:
        horizon: with this many turns left or more it chooses alike; 1 says that it never looks at them, None that
            it sees the observation and no more, so that the game knows how far that goes.
        policy: its whole policy in the form of the game's own solver, which then need not ask; called with whether
            the turn limit counts. Only players that come with the game have one.
    """

    horizon: int | None = None
    policy: Callable[[bool], Any] | None = None


@dataclass(frozen=True)
class ExactPlayer:
    """A player as a solver sees it.

    Attributes:
        name: the agent's name.
        probabilities: what it plays.
        play: what is known of that.
        kept: what a solver keeps of it from one comparison to the next.
    """

    name: str
    probabilities: Shares
    play: ExactPlay
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class ExactResult:
    """Exact value of player A against player B: probability to win plus half of that to draw.

    Attributes:
        first: when A starts.
        second: when B starts.
    """

    first: float
    second: float

    @property
    def mean(self) -> float:
        """Mean over both seats."""
        return (self.first + self.second) / 2


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A solved game.

    Attributes:
        first: value for the player who starts.
        states: number of states that were solved.
        remark: what is to be known of the value, like ``a draw counts half``; empty where nothing is.
        draw: draws optimal play into a PNG file, where the problem has a picture; raises FileError.
    """

    first: float
    states: int
    remark: str = ""
    draw: Callable[[Path], None] | None = None


def _nothing() -> None:
    """Compile nothing."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A game that is to be solved, or in which two players are to be compared, under the settings of the command.

    Attributes:
        options: the options of the game that is solved, for the players that are compared.
        title: what is solved, in a few words.
        terms: more of it, like ``no turn limit``; empty where there is nothing to say.
        settings: the settings with their values, as plain data for JSON.
        limited: whether the game's turn limit counts; see `ExactSolver.compare`.
        solve: solves the game; None where the solver only compares players.
        kernel: the compiled function in which `solve` spends its time, to say so where it is to be compiled first.
        warm_up: compiles or loads what `solve` needs, so that its time is that of solving alone.
        check_picture: raises ConfigError or FileError where no picture can be drawn into this file; None where
            there is no picture of the game.
    """

    options: Options
    title: str
    terms: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    limited: bool = True
    solve: Callable[[Progress], Solution] | None = None
    kernel: Callable[..., Any] | None = None
    warm_up: Callable[[], None] = _nothing
    check_picture: Callable[[Path], None] | None = None

    @property
    def heading(self) -> str:
        """Title and terms."""
        return say("terms", title=self.title, terms=self.terms) if self.terms else self.title


@dataclass(frozen=True, kw_only=True)
class ExactSolver:
    """Exact values of a game for two: of optimal play, and of one player against another.

    Attributes:
        covers: whether values under these options can be computed.
        covered: the options that it covers, in words.
        compare: ``compare(game, a, b, limited)``: exact value of A against B. Where `limited` is False a turn
            limit is left out, and both play as with many turns left. Raises ConfigError where there is no value.
        problem: ``problem(game, given, variant)``: what `croupier solve` solves. `given` holds the settings that
            the person has given, `variant` says that a variant was named and not the game itself.
        settings: names of the settings that it takes, out of ``target`` and ``max_turns``.
        best_response: ``best_response(game, b, limited)``: exact value of a best response to B, who does not
            change, against B. `limited` as in `compare`. None where the solver does not compute it.
        action_values: ``action_values(game, records)``: of one position, shape (1,), the value of each action for
            the seat to move under optimal play after it: the probability to win plus half of that to draw;
            float64, shape (num_actions,). None where the solver does not compute it.
    """

    covers: Callable[[Options], bool]
    covered: str
    compare: Callable[[GameShape, ExactPlayer, ExactPlayer, bool], ExactResult]
    problem: Callable[[GameShape, Mapping[str, int], bool], Problem]
    settings: tuple[str, ...] = ()
    best_response: Callable[[GameShape, ExactPlayer, bool], ExactResult] | None = None
    action_values: Callable[[GameShape, Records], npt.NDArray[np.float64]] | None = None


MOST_POSITIONS = 1 << 20
"""Most positions of a public tree that is solved."""


def why_not_solved(facts: Facts, num_players: int) -> str:
    """Why a game is not solved over its public tree, as "it has ..."; empty where its facts speak for it."""
    large = facts.public_positions is not None and facts.public_positions > MOST_POSITIONS
    return (
        f"it has {num_players} players, not two" if num_players != 2
        else "its utilities do not add up to 0" if facts.utility_sum != 0.0
        else "its chance events are not listed" if facts.chance != "listed"
        else "its games have no longest length" if facts.max_game_length is None
        else f"it has more than {MOST_POSITIONS:,} public positions" if large
        else ""
    )  # fmt: skip
