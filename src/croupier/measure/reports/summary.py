"""All measurements of some games: win rates, comparison, rating, margins, promotion."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core.base.rows import Rows
from croupier.core.engine.game import Game
from croupier.measure.costs.lost import PointsLost
from croupier.measure.costs.table import Cost
from croupier.measure.play.metrics import known
from croupier.measure.play.tournament import Report
from croupier.measure.reports import plots
from croupier.measure.reports.models import ModelsReport
from croupier.measure.reports.rendered import Part, Plot
from croupier.measure.stats.comparison import LEGEND, MEASURES, Comparison, compare_entries
from croupier.measure.stats.promotion import Promotion
from croupier.measure.stats.rating import Margins, Rating, pairwise_margins, rate

_NUMBERS_IN_FULL = 100_000


@dataclass(frozen=True, eq=False)
class Summary:
    """The report of `croupier arena`. Parts that were not measured are None.

    Attributes:
        seed: seed of all deals.
        deals: number of deals; for a promotion, the largest number.
        report: the tournament.
        comparison: the comparison of two agents.
        rating: ratings, if three or more agents played.
        margins: pairwise margins, if three or more agents played.
        promotion: the sequential test.
        models: language models and programs, if some played.
        lost: costs of decisions, if some were valued.
        provenance: versions and commits behind the results.
    """

    game: Game
    seed: int
    deals: int
    report: Report | None = None
    comparison: Comparison | None = None
    rating: Rating | None = None
    margins: Margins | None = None
    promotion: Promotion | None = None
    models: ModelsReport | None = None
    lost: PointsLost | None = None
    provenance: Mapping[str, Any] | None = None

    @property
    def costs(self) -> Sequence[Cost]:
        """The rows behind the costs of decisions."""
        return () if self.lost is None else self.lost.costs

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain data for JSON, without the arrays."""
        heading = {
            "game": self.game.name,
            "version": self.game.spec.version,
            "options": dict(self.game.options),
            "seed": self.seed,
            "deals": self.deals,
        }
        parts = {
            name: part.as_dict()
            for name in ("comparison", "rating", "margins", "promotion", "lost", "models")
            if (part := getattr(self, name)) is not None
        }
        source = {} if self.provenance is None else {"provenance": dict(self.provenance)}
        return heading | ({} if self.report is None else self.report.as_dict()) | parts | source

    def per_deal(self) -> dict[str, Any] | None:
        """The results by deal as plain data; None if they are more than 100,000 numbers."""
        found: dict[str, Any] = {}
        numbers = 0
        if self.report is not None:
            found |= {"shares": known(self.report.shares), "points": known(self.report.points)}
            numbers += 2 * self.report.shares.size
        elif self.comparison is not None:
            found["mixes"] = [
                {"mix": mix.name} | {name: known(getattr(mix, name)) for name in mix.summary}
                for mix in self.comparison.mixes
            ]
            numbers += sum(3 * len(mix.wins) for mix in self.comparison.mixes)
        return found if 0 < numbers <= _NUMBERS_IN_FULL else None

    @property
    def title(self) -> str:
        """Heading of the page."""
        most = "at most " if self.promotion is not None else ""
        names = "" if self.report is None else f": {', '.join(each.agent for each in self.report.agents)}"
        return f"{self.game!r}: {most}{self.deals} deals, seed {self.seed}{names}"

    def parts(self, *, whole: bool = False) -> Iterator[Rows | str]:
        """Tables and sentences, in order; a whole report has tables that a terminal leaves out."""
        if self.report is not None:
            yield self.report.rows()
        if self.comparison is not None:
            yield from self.comparison.rows()
            yield LEGEND
        if self.rating is not None:
            yield self.rating.rows()
        if self.margins is not None:
            yield from [self.margins.rows()] if whole else ()
            yield from self.margins.sentences()
        if self.promotion is not None:
            yield from filter(None, self.promotion.sentences()) if whole else self.promotion.sentences()
            yield from [self.promotion.rows()] if whole else ()
        if self.lost is not None:
            yield self.lost.rows()
        if self.models is not None:
            yield from self.models.parts(whole=whole)

    def whole(self) -> Iterator[Part]:
        """The parts of the HTML page."""
        yield "Each deal is played in every rotation of the seats. Intervals: 95%, from a bootstrap over deals."
        yield from self.parts(whole=True)
        yield from (Plot(*each) for each in self.plots())

    def plots(self) -> Iterator[tuple[str, str]]:
        """The plots, each as SVG and as a description in words."""
        if self.report is not None:
            yield plots.win_rates(self.report)
        if self.comparison is not None:
            for measure in MEASURES:
                mixes = [mix for mix in self.comparison.mixes if math.isfinite(mix.summary[measure].mean)]
                yield from [plots.differences(mixes, measure)] if mixes else []
        if self.rating is not None:
            yield plots.ratings(self.rating)
        if self.margins is not None:
            yield plots.margins(self.margins)
        if self.promotion is not None:
            yield plots.paths(self.promotion)


def summarise(game: Game, report: Report, anchor: str | None = None) -> Summary:
    """Compute all measurements of a tournament's games.

    Args:
        report: the tournament.
        anchor: name of the agent with rating 0; see `croupier.measure.stats.rating.rate`.

    Returns:
        The summary: a comparison for two agents at two seats, ratings for three or more agents.

    Raises:
        ConfigError: no agent has the anchor's name.
    """
    if len(report.agents) == 2:
        return Summary(game, report.seed, report.deals, report, comparison=compare_entries(report))
    margins = pairwise_margins(report)
    rating = rate(report, margins, anchor)
    return Summary(game, report.seed, report.deals, report, rating=rating, margins=margins)
