"""The arena's report as files: ``report.html``, which needs no other file and no network, and ``report.json``."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from croupier.arena.comparison import COLUMNS, LEGEND, Comparison
from croupier.arena.lottery import Margins
from croupier.arena.plots import plots_of
from croupier.arena.promotion import Promotion
from croupier.arena.rating import COLUMNS as RATING_COLUMNS
from croupier.arena.rating import Rating
from croupier.arena.report import COLUMNS as REPORT_COLUMNS
from croupier.arena.summary import Summary
from croupier.core.errors import FileError
from croupier.core.files import writing

PAGE, DATA = "report.html", "report.json"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}"
    "th,td{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}"
    "th:first-child,td:first-child{text-align:left}img{max-width:100%}"
)
_ROWS = Sequence[Sequence[str]]


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
    title = escape(f"{summary.game!r}: {summary.deals} deals, seed {summary.seed}")
    if summary.promotion is not None:
        title = escape(f"{summary.game!r}: at most {summary.deals} deals, seed {summary.seed}")
    pictures = [
        f'<p><img alt="{escape(words)}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"/></p>'
        for svg, words in plots_of(summary)
    ]
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{title}</title>\n<style>{_STYLE}</style></head>\n<body>\n<h1>{title}</h1>",
        "<p>Each deal is played in every rotation of the seats. Intervals: 95%, from a bootstrap over deals.</p>",
        *_tables(summary),
        *pictures,
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _tables(summary: Summary) -> Iterator[str]:
    if summary.report is not None:
        yield _table("Win rates", REPORT_COLUMNS, summary.report.rows())
    if summary.comparison is not None:
        yield _comparison(summary.comparison)
    if summary.rating is not None:
        yield _rating(summary.rating)
    if summary.margins is not None:
        yield _margins(summary.margins)
    if summary.lottery is not None:
        yield from (f"<p>{escape(line)}</p>" for line in summary.lottery.sentences())
        shares = zip(summary.lottery.agents, summary.lottery.probabilities, strict=True)
        yield _table("Maximal lottery", ("agent", "probability"), [(a, f"{p:.1%}") for a, p in shares])
    if summary.promotion is not None:
        yield _promotion(summary.promotion)


def _table(caption: str, heads: Sequence[str], rows: _ROWS) -> str:
    """A table; the first cell of a row is its heading."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    head = f"<caption>{escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>"
    return f"<table>{head}\n<tbody>\n{body}\n</tbody></table>"


def _comparison(comparison: Comparison) -> str:
    tables = [_table(f"{mix.name}: {mix.tables}", COLUMNS, mix.rows()) for mix in comparison.mixes]
    return "\n".join(
        [*tables, f"<p>A is {escape(comparison.a)}, B is {escape(comparison.b)}. {escape(LEGEND)}</p>"]
    )


def _rating(rating: Rating) -> str:
    caption = f"Rating: 400 points are odds of 10 to 1, {rating.agents[rating.anchor].agent} = 0"
    words = "Agents whose ranks overlap cannot be told apart."
    return _table(caption, RATING_COLUMNS, rating.rows()) + f"\n<p>{words}</p>"


def _margins(margins: Margins) -> str:
    means = margins.means
    rows = [
        (agent, *("-" if i == j else f"{means[i, j]:+.1%}" for j in range(len(means))))
        for i, agent in enumerate(margins.agents)
    ]
    return _table("Share of games ahead of the column's agent less the share behind", ("", *margins.agents), rows)


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
    return f"<p><strong>{escape(promotion.sentences()[0])}</strong></p>\n" + _table(
        f"{promotion.a} (A) tested against {promotion.b} (B)", heads, rows
    )
