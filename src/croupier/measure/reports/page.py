"""The arena's report as files: ``report.html``, which needs no other file and no network, and ``report.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from croupier.core.base.errors import FileError
from croupier.core.base.files import writing
from croupier.core.base.renderers import html_table
from croupier.measure.reports.html import document, paragraph, picture
from croupier.measure.reports.models import LEGEND as LEGEND_OF_MODELS
from croupier.measure.reports.models import ModelsReport
from croupier.measure.reports.plots import plots_of
from croupier.measure.reports.summary import Summary
from croupier.measure.stats.comparison import LEGEND

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
    """The report as one HTML page."""
    title = f"{summary.game!r}: {summary.deals} deals, seed {summary.seed}"
    if summary.promotion is not None:
        title = f"{summary.game!r}: at most {summary.deals} deals, seed {summary.seed}"
    if summary.report is not None:
        title += f": {', '.join(each.agent for each in summary.report.agents)}"
    words = "Each deal is played in every rotation of the seats. Intervals: 95%, from a bootstrap over deals."
    pictures = [picture(svg, shown) for svg, shown in plots_of(summary)]
    return document(title, [paragraph(words), *_tables(summary), *pictures])


def _tables(summary: Summary) -> Iterator[str]:
    if summary.report is not None:
        yield html_table(summary.report.rows().titled("Win rates"))
    if summary.comparison is not None:
        yield from (html_table(mix.rows()) for mix in summary.comparison.mixes)
        yield paragraph(f"A is {summary.comparison.a}, B is {summary.comparison.b}. {LEGEND}")
    if summary.rating is not None:
        anchor = summary.rating.agents[summary.rating.anchor].agent
        yield html_table(summary.rating.rows().titled(f"Rating: 400 points are odds of 10 to 1, {anchor} = 0"))
    if summary.margins is not None:
        yield html_table(summary.margins.rows())
        yield from map(paragraph, summary.margins.sentences())
    if summary.promotion is not None:
        yield f"<p><strong>{escape(summary.promotion.sentences()[0])}</strong></p>"
        yield html_table(summary.promotion.rows())
    if summary.lost is not None:
        yield html_table(summary.lost.rows())
    if summary.models is not None:
        yield from _models(summary.models)


def _models(models: ModelsReport) -> Iterator[str]:
    """What is reported of language models."""
    yield from map(html_table, models.rows())
    yield paragraph(LEGEND_OF_MODELS)
    yield paragraph(models.played)
    yield paragraph(f"At most {models.retries} replies to a decision may be refused.")
    if models.stopped:
        yield paragraph(f"The run stopped: {models.stopped}.")
