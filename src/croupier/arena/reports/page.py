"""The arena's report as files: ``report.html``, which needs no other file and no network, and ``report.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from croupier.arena.play.report import COLUMNS as REPORT_COLUMNS
from croupier.arena.reports.html import document, html_table, paragraph, picture
from croupier.arena.reports.plots import plots_of
from croupier.arena.stats.comparison import COLUMNS, LEGEND, Comparison
from croupier.arena.stats.margins import Margins
from croupier.arena.stats.models import LEGEND as LEGEND_OF_MODELS
from croupier.arena.stats.models import ModelsReport
from croupier.arena.stats.promotion import Promotion
from croupier.arena.stats.rating import COLUMNS as RATING_COLUMNS
from croupier.arena.stats.rating import Rating
from croupier.arena.stats.summary import Summary
from croupier.core.base.errors import FileError
from croupier.core.base.files import writing

PAGE, DATA = "report.html", "report.json"


def write_report(summary: Summary, folder: Path) -> list[Path]:
    """Write the report, each file atomically.

    Args:
        summary: what was measured.
        folder: made if it is not there; an earlier report in it is replaced.

    Returns:
        The files.

    Raises:
        FileError: the folder cannot be written.
        ModuleNotFoundError: matplotlib is not installed.
    """
    data = summary.as_dict()
    per_deal = summary.per_deal()
    if per_deal is not None:
        data["per_deal"] = per_deal
    files = {PAGE: page(summary), DATA: json.dumps(data, ensure_ascii=False, indent=2) + "\n"}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            with writing(folder / name) as out:
                out.write(text.encode())
    except OSError as error:
        raise FileError(f"the report in {folder} cannot be written: {error.strerror}") from error
    return [folder / name for name in files]


def page(summary: Summary) -> str:
    """The report as one HTML page.

    Args:
        summary: what was measured.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    title = f"{summary.game!r}: {summary.deals} deals, seed {summary.seed}"
    if summary.promotion is not None:
        title = f"{summary.game!r}: at most {summary.deals} deals, seed {summary.seed}"
    words = "Each deal is played in every rotation of the seats. Intervals: 95%, from a bootstrap over deals."
    pictures = [picture(svg, shown) for svg, shown in plots_of(summary)]
    return document(title, [paragraph(words), *_tables(summary), *pictures])


def _tables(summary: Summary) -> Iterator[str]:
    if summary.report is not None:
        yield html_table("Win rates", REPORT_COLUMNS, summary.report.rows())
    if summary.comparison is not None:
        yield _comparison(summary.comparison)
    if summary.rating is not None:
        yield _rating(summary.rating)
    if summary.margins is not None:
        yield _margins(summary.margins)
        yield from map(paragraph, summary.margins.sentences())
    if summary.promotion is not None:
        yield _promotion(summary.promotion)
    if summary.models is not None:
        yield from models_tables(summary.models)


def models_tables(models: ModelsReport) -> Iterator[str]:
    """What is reported of language models, as HTML."""
    for title, heads, rows in models.titled_rows():
        yield html_table(title, heads, rows)
    yield paragraph(LEGEND_OF_MODELS)
    yield paragraph(f"At most {models.retries} replies to a decision may be refused; {models.date}.")
    if models.stopped:
        yield paragraph(f"The run stopped: {models.stopped}.")


def _comparison(comparison: Comparison) -> str:
    tables = [html_table(f"{mix.name}: {mix.tables}", COLUMNS, mix.rows()) for mix in comparison.mixes]
    return "\n".join(
        [*tables, f"<p>A is {escape(comparison.a)}, B is {escape(comparison.b)}. {escape(LEGEND)}</p>"]
    )


def _rating(rating: Rating) -> str:
    caption = f"Rating: 400 points are odds of 10 to 1, {rating.agents[rating.anchor].agent} = 0"
    words = "Agents whose ranks overlap cannot be told apart."
    return html_table(caption, RATING_COLUMNS, rating.rows()) + f"\n<p>{words}</p>"


def _margins(margins: Margins) -> str:
    means = margins.means
    rows = [
        (agent, *("-" if i == j else f"{means[i, j]:+.1%}" for j in range(len(means))))
        for i, agent in enumerate(margins.agents)
    ]
    return html_table(
        "Share of games ahead of the column's agent less the share behind", ("", *margins.agents), rows
    )


def _promotion(promotion: Promotion) -> str:
    rows = [
        (
            test.mix,
            test.finding,
            str(test.deals),
            f"{test.mean:+.4f}",
            f"{test.sd:.4f}",
            f"{test.path[-1][1]:+.2f}",
        )
        for test in promotion.tests
    ]
    heads = ("tables", "finding", "deals", f"mean in {promotion.measure}", "sd a deal", "log-likelihood ratio")
    return f"<p><strong>{escape(promotion.sentences()[0])}</strong></p>\n" + html_table(
        f"{promotion.a} (A) tested against {promotion.b} (B)", heads, rows
    )
