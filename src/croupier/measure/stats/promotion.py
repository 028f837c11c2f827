"""Promotion: a sequential test of whether a candidate is better than the incumbent.

The test is a generalized sequential probability ratio test on the per-deal difference. With n deals and a mean
difference of t standard deviations, the log-likelihood ratio of ``mean = h1 * sd`` to ``mean = h0 * sd`` is about
``n * (h1 - h0) * (t - (h0 + h1) / 2)``. It treats differences as normal with their empirical variance (Van den
Bergh, A practical introduction to the GSPRT, 2016; the bounds in standard deviations are those of his normalised
Elo). Wald's bounds for the two errors are ``log(beta / (1 - alpha))`` and ``log((1 - beta) / alpha)``. The ratio
is checked after every block of deals of a fixed size, so the result depends only on the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from math import log, sqrt
from typing import Any, Literal, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import agent_of
from croupier.agents.speech import speaks
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.progress import silent
from croupier.core.base.rows import Number, Rows, in_columns, number_heads
from croupier.core.engine.game import Game
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import Doubles, plain
from croupier.measure.play.tournament import checked_deals
from croupier.measure.play.trial import Trial, play_trials
from croupier.measure.stats.comparison import MEASURES, against_par

BLOCK = 100
"""Deals between two checks of the ratio; the last block may be smaller. Also the fewest deals of a test, for a
good estimate of the variance at the first check.
"""
_LARGEST = 10.0  # limit of the standardised mean, if deals differ little or not at all

Finding = Literal["better", "not better", "undecided"]
Verdict = Literal["promoted", "rejected", "split", "undecided"]


@dataclass(frozen=True)
class Bounds:
    """The hypotheses and error probabilities of a sequential test.

    Attributes:
        h0: mean difference at which the candidate is not better, in standard deviations of a deal's difference.
        h1: mean difference at which it is better, in the same unit; above h0.
        alpha: probability of finding it better under h0, between 0 and 0.5.
        beta: probability of finding it not better under h1, between 0 and 0.5.
    """

    h0: float = 0.0
    h1: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_LARGEST < self.h0 < self.h1 < _LARGEST:
            raise ConfigError(
                f"h1 must be above h0, both in standard deviations, not h0 {self.h0} and h1 {self.h1}"
            )
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ConfigError(f"alpha and beta must lie between 0 and 0.5, not {self.alpha} and {self.beta}")

    @property
    def lower(self) -> float:
        """The ratio at or below which the candidate is not better."""
        return log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at or above which the candidate is better."""
        return log((1.0 - self.beta) / self.alpha)

    def ratio(self, deals: int, mean: float, sd: float) -> float:
        """Log-likelihood ratio of h1 to h0.

        Args:
            deals: number of deals.
            mean: their mean difference.
            sd: standard deviation of a deal's difference.
        """
        standard = 0.0 if mean == 0.0 else max(-_LARGEST, min(_LARGEST, mean / sd if sd > 0.0 else mean * np.inf))
        return deals * (self.h1 - self.h0) * (standard - (self.h0 + self.h1) / 2.0)


class SequentialTest:
    """A sequential test in progress.

    Attributes:
        bounds: hypotheses and errors.
        finding: the current finding; final once decided.
        deals: number of deals seen.
        path: number of deals and log-likelihood ratio after each check.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.finding: Finding = "undecided"
        self.deals = 0
        self.path: list[tuple[int, float]] = []
        self._sum, self._squares = 0.0, 0.0

    @property
    def mean(self) -> float:
        """Mean difference over the deals seen."""
        return self._sum / self.deals

    @property
    def sd(self) -> float:
        """Standard deviation of a deal's difference."""
        return sqrt(max(0.0, self._squares / self.deals - self.mean**2))

    def add(self, differences: Doubles) -> Finding:
        """Add a block of deals and check the ratio.

        Args:
            differences: the candidate's difference in each deal, shape (deals,).

        Returns:
            The finding so far.

        Raises:
            ValueError: the test is already decided.
        """
        if self.finding != "undecided":
            raise ValueError(f"the test is decided: {self.finding}")
        self.deals += len(differences)
        self._sum += float(differences.sum())
        self._squares += float((differences**2).sum())
        ratio = self.bounds.ratio(self.deals, self.mean, self.sd)
        self.path.append((self.deals, ratio))
        if ratio >= self.bounds.upper:
            self.finding = "better"
        elif ratio <= self.bounds.lower:
            self.finding = "not better"
        return self.finding


@dataclass(frozen=True)
class TestResult:
    """The result of one sequential test.

    Attributes:
        mix: ``one A among Bs``, ``one B among As`` or ``A against B``.
        finding: ``better``, ``not better`` or ``undecided``.
        deals: number of deals played.
        mean: A's mean difference; after an early stop it slightly overstates the effect.
        sd: standard deviation of a deal's difference.
        path: number of deals and log-likelihood ratio after each block.
    """

    __test__ = False  # pytest must not collect this class

    mix: str
    finding: Finding
    deals: int
    mean: float
    sd: float
    path: tuple[tuple[int, float], ...] = field(repr=False)


@dataclass(frozen=True)
class Promotion:
    """The decision whether A is promoted over B.

    Attributes:
        a: name of the candidate.
        b: name of the incumbent.
        measure: ``wins``, ``points`` or ``places``.
        bounds: hypotheses and errors.
        verdict: ``promoted`` if A is better in every mix, ``rejected`` if in none, ``split`` if in only one, and
            ``undecided`` if a mix was not decided within the largest number of deals.
        most: the largest number of deals.
        tests: the test of each mix.
    """

    a: str
    b: str
    measure: str
    bounds: Bounds
    verdict: Verdict
    most: int
    tests: tuple[TestResult, ...]

    def as_dict(self) -> dict[str, Any]:
        """The promotion as plain data for JSON."""
        bounds = asdict(self.bounds) | {"lower": self.bounds.lower, "upper": self.bounds.upper}
        found: dict[str, Any] = plain(self) | {"bounds": bounds}
        return found

    def rows(self) -> Rows:
        """A table with the result of each test."""
        mean = f"mean in {self.measure}"
        return in_columns(
            f"{self.a} (A) tested against {self.b} (B)",
            number_heads("tables", "finding", "deals", mean, "sd a deal", "log-likelihood ratio"),
            [
                (
                    test.mix,
                    test.finding,
                    test.deals,
                    Number(test.mean, "+.4f"),
                    Number(test.sd, ".4f"),
                    Number(test.path[-1][1], "+.2f"),
                )
                for test in self.tests
            ],
        )

    def sentences(self) -> list[str]:
        """The verdict, and the result of each test, as sentences."""
        verdicts = {
            "promoted": f"{self.a} is better than {self.b}",
            "rejected": f"{self.a} is not better than {self.b}",
            "split": f"{self.a} is better than {self.b} in one mix and not in the other",
            "undecided": f"whether {self.a} is better than {self.b} is open after {self.most} deals",
        }
        said = [f"{self.verdict}: {verdicts[self.verdict]} (in {self.measure}).", ""]
        for test in self.tests:
            standard = test.mean / test.sd if test.sd else 0.0
            said.append(
                f"{test.mix}: {test.finding} after {test.deals} deals; mean {standard:+z.3f} standard deviations, "
                f"ratio {test.path[-1][1]:+.2f} within {self.bounds.lower:.2f} .. {self.bounds.upper:+.2f}"
            )
        return said


def run_tests(plays: Mapping[str, Iterator[Doubles]], bounds: Bounds) -> tuple[Verdict, tuple[TestResult, ...]]:
    """Test several mixes on the same deals, each until it is decided or its blocks of differences end."""
    tests, playing = {mix: SequentialTest(bounds) for mix in plays}, dict(plays)
    while playing:
        for mix, blocks in list(playing.items()):
            differences = next(blocks, None)
            if differences is None or tests[mix].add(differences) != "undecided":
                del playing[mix]
    findings = {test.finding for test in tests.values()}
    verdicts: dict[Finding, Verdict] = {"better": "promoted", "not better": "rejected", "undecided": "undecided"}
    verdict: Verdict = "undecided" if "undecided" in findings else "split"
    if len(findings) == 1:
        verdict = verdicts[findings.pop()]
    return verdict, tuple(
        TestResult(mix, test.finding, test.deals, test.mean, test.sd, tuple(test.path))
        for mix, test in tests.items()
    )


def promote(
    game: Game,
    a: Agent | AgentName | str,
    b: Agent | AgentName | str,
    most: int = 20_000,
    seed: int = 0,
    *,
    bounds: Bounds | None = None,
    measure: str = "wins",
    **how: Unpack[How],
) -> Promotion:
    """Test whether a candidate is better than the incumbent, stopping as soon as it is decided.

    Args:
        a: the candidate, or its name.
        b: the incumbent, or its name.
        most: largest number of deals, 100 .. 10,000,000; each mix plays each deal in all rotations.
        seed: seed of the deals and of the agents' random choices.
        bounds: hypotheses and errors; the defaults of `Bounds` if None.
        measure: ``wins``, ``points`` or ``places``; see `croupier.measure.stats.comparison`.
        how: see `croupier.measure.play_tournament`.

    Returns:
        The verdict.

    Raises:
        ConfigError: unknown agents or measure, numbers out of range, or a test of points with agents that may
            forfeit in a game without bounds of points.
        IllegalAction: an agent chose an illegal action.
    """
    most = checked_deals(most)
    if most < BLOCK:
        raise ConfigError(
            f"a sequential test takes at least {BLOCK} deals, after which it first looks, not {most}"
        )
    if measure not in MEASURES:
        raise unknown("measure", measure, MEASURES)
    bounds = Bounds() if bounds is None else bounds
    first, second = agent_of(a, game), agent_of(b, game)
    unbounded = None in (game.facts.worst_points, game.facts.best_points)
    if measure == "points" and unbounded and any(map(speaks, (first, second))):
        raise ConfigError(
            f"points in {game.name} have no bound, so no number stands for a forfeited game: test wins or places"
        )
    gain = -1.0 if measure == "places" else 1.0  # a better place is a lower one
    mixes = {"one A among Bs": (first, second, gain), "one B among As": (second, first, -gain)}
    if game.num_players == 2:
        mixes = {"A against B": (first, second, gain)}
    report, done = how.get("progress") or silent, dict.fromkeys(mixes, 0.0)

    def told(mix: str, share: float) -> None:
        done[mix] = share
        report(sum(done.values()) / len(done))

    plays: dict[str, Iterator[Doubles]] = {}
    with ExitStack() as at_end:
        for mix, (own, other, sign) in mixes.items():
            how["progress"], others = partial(told, mix), [other] * (game.num_players - 1)
            trials = play_trials(game, own, others, most, seed, every=BLOCK, measured=False, **how)
            plays[mix] = _differences(at_end.enter_context(closing(trials)), measure, sign)
        verdict, tests = run_tests(plays, bounds)
    report(1.0)
    return Promotion(first.name, second.name, measure, bounds, verdict, most, tests)


def _differences(trials: Iterable[Trial], measure: str, sign: float) -> Iterator[Doubles]:
    column = list(MEASURES).index(measure)
    for trial in trials:
        yield sign * against_par(trial)[column] + 0.0  # avoids -0.0
