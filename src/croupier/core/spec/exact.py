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
    """What an exact solver may assume about how a player chooses: the `exact_play` of an agent or bot.

    It promises that the choices are a function of the record only, or that `probabilities` gives their
    distribution. It also says how they depend on the turns left before a limit.

    Attributes:
        horizon: with at least this many turns left the choice is the same; 1 means that it never depends on them.
            None means that the player sees only the observation, so the game knows how far that goes.
        policy: the whole policy in the form of the game's own solver, called with whether the turn limit counts.
            Only players that ship with the game have one.
    """

    horizon: int | None = None
    policy: Callable[[bool], Any] | None = None


@dataclass(frozen=True)
class ExactPlayer:
    """A player as a solver sees it.

    Attributes:
        name: the agent's name.
        probabilities: its policy.
        play: what the solver may assume about it.
        kept: the solver's cache for this player.
    """

    name: str
    probabilities: Shares
    play: ExactPlay
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class ExactResult:
    """Exact value of player A against player B: probability to win plus half the probability to draw.

    Attributes:
        first: value if A starts.
        second: value if B starts.
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
        first: value for the player who goes first.
        states: number of states that were solved.
        remark: a note on the value, like ``a draw counts half``; may be empty.
        draw: draws optimal play into a PNG file, if the problem has a picture; raises FileError.
    """

    first: float
    states: int
    remark: str = ""
    draw: Callable[[Path], None] | None = None


def _nothing() -> None:
    """Compile nothing."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A game to solve, or in which to compare two players, under the settings of the command.

    Attributes:
        options: options of the game.
        title: the problem in a few words.
        terms: more details, like ``no turn limit``; may be empty.
        settings: the settings with their values, as plain data for JSON.
        limited: whether the game's turn limit counts; see `ExactSolver.compare`.
        solve: solves the game; None if the solver only compares players.
        kernel: the compiled function in which `solve` spends its time, for the notice that it is being compiled.
        warm_up: compiles or loads the code of `solve`, so that it is not part of the time.
        check_picture: raises ConfigError or FileError if no picture can be drawn into this file; None if there is
            no picture.
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
        compare: ``compare(game, a, b, limited)``: exact value of A against B. If `limited` is False the turn limit
            is ignored, and both play as if many turns were left. Raises ConfigError if there is no value.
        problem: ``problem(game, given, variant)``: the problem of `croupier solve`. `given` holds the user's
            settings, and `variant` says whether a variant was named instead of the game.
        settings: names of its settings, out of ``target`` and ``max_turns``.
        best_response: ``best_response(game, b, limited)``: exact value of a best response to B; `limited` as in
            `compare`. None if the solver does not compute it.
        action_values: ``action_values(game, records)``: the value of each action for the seat to move in one
            position, shape (1,), under optimal play afterwards: probability to win plus half the probability to
            draw; float64, shape (num_actions,). None if the solver does not compute it.
    """

    covers: Callable[[Options], bool]
    covered: str
    compare: Callable[[GameShape, ExactPlayer, ExactPlayer, bool], ExactResult]
    problem: Callable[[GameShape, Mapping[str, int], bool], Problem]
    settings: tuple[str, ...] = ()
    best_response: Callable[[GameShape, ExactPlayer, bool], ExactResult] | None = None
    action_values: Callable[[GameShape, Records], npt.NDArray[np.float64]] | None = None


MOST_POSITIONS = 1 << 20
"""The most positions of a public tree that is solved."""


def why_not_solved(facts: Facts, num_players: int) -> str:
    """Why a game cannot be solved over its public tree, as "it has ..."; empty if its facts allow it."""
    large = facts.public_positions is not None and facts.public_positions > MOST_POSITIONS
    return (
        f"it has {num_players} players, not two" if num_players != 2
        else "its utilities do not add up to 0" if facts.utility_sum != 0.0
        else "its chance events are not listed" if facts.chance != "listed"
        else "its games have no longest length" if facts.max_game_length is None
        else f"it has more than {MOST_POSITIONS:,} public positions" if large
        else ""
    )  # fmt: skip
