"""Everything measured in some games: win rates, comparison, rating, margins, promotion."""

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
    """What `croupier arena` reports. What was not measured is None.

    Attributes:
        seed: seed of all deals.
        deals: number of deals; of a promotion, the greatest number.
        report: the tournament.
        comparison: two agents compared.
        rating: ratings, where three agents or more played.
        margins: pairwise margins, as above.
        promotion: the sequential test.
        models: what language models and programs took, where some played.
        lost: what decisions cost, where some were valued.
        provenance: where all of it comes from.
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
        """The rows behind what decisions cost."""
        return () if self.lost is None else self.lost.costs

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the arrays of single deals."""
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
        """The results of single deals as plain data; None where they are more than 100,000 numbers."""
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
        """What stands above its page."""
        most = "at most " if self.promotion is not None else ""
        names = "" if self.report is None else f": {', '.join(each.agent for each in self.report.agents)}"
        return f"{self.game!r}: {most}{self.deals} deals, seed {self.seed}{names}"

    def parts(self, *, whole: bool = False) -> Iterator[Rows | str]:
        """Rows and sentences, in order; whole with the tables that a terminal does without."""
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
        """The parts of its page."""
        yield "Each deal is played in every rotation of the seats. Intervals: 95%, from a bootstrap over deals."
        yield from self.parts(whole=True)
        yield from (Plot(*each) for each in self.plots())

    def plots(self) -> Iterator[tuple[str, str]]:
        """What was measured as plots: each as SVG, and in words for those who do not see it."""
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
    """Measure all that a tournament's games say.

    Args:
        report: the tournament.
        anchor: name of the agent whose rating is 0; see `croupier.measure.stats.rating.rate`.

    Returns:
        The summary: a comparison where two agents played at two seats, ratings where three or more played.

    Raises:
        ConfigError: no agent is named like the anchor.
    """
    if len(report.agents) == 2:
        return Summary(game, report.seed, report.deals, report, comparison=compare_entries(report))
    margins = pairwise_margins(report)
    rating = rate(report, margins, anchor)
    return Summary(game, report.seed, report.deals, report, rating=rating, margins=margins)
