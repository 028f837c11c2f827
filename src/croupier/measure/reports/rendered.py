"""Reports as parts: renderers for pages and terminals, and the files of a report."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from croupier.core.base.files import write_errors, writing
from croupier.core.base.rows import Frame, Rows, html_table, terminal_table

if TYPE_CHECKING:
    from rich.console import RenderableType

PAGE, DATA = "report.html", "report.json"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}"
    "caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 2rem)}"
    "th,td{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}"
    "th:first-child,td:first-child{text-align:left}img{max-width:100%}"
    ".wide{overflow-x:auto}td,thead th{min-width:3.4em;overflow-wrap:normal}th[scope=row]{min-width:6em}"
    "@media(max-width:40rem){body{margin:1rem auto;padding:0 .7rem}h1{font-size:1.4rem}table{font-size:.85rem}"
    "th,td{padding:.2rem .4rem}th[scope=row]{position:sticky;left:0;background:#fff;max-width:9rem}}"
)


@dataclass(frozen=True)
class Plot:
    """A plot as SVG, with a description in words; only pages show it."""

    svg: str
    words: str


@dataclass(frozen=True)
class Aside:
    """Preformatted text, which a page shows on demand."""

    name: str
    text: str


Part: TypeAlias = Rows | str | Plot | Aside


class Written(Protocol):
    """A report that can be written as files."""

    @property
    def title(self) -> str:
        """Heading of the page."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON."""

    def whole(self) -> Iterable[Part]:
        """The parts of the HTML page."""


def to_html(title: str, parts: Iterable[Part]) -> str:
    """A page that needs no other file and no network."""
    shown = escape(title)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{shown}</title>\n<style>{_STYLE}</style></head>\n<body>\n<h1>{shown}</h1>",
            *map(_html, parts),
            "</body>\n</html>\n",
        ]
    )


def _html(part: Part) -> str:
    if isinstance(part, Rows):
        return html_table(part)
    if isinstance(part, Plot):
        data = b64encode(part.svg.encode()).decode()
        return f'<p><img alt="{escape(part.words)}" src="data:image/svg+xml;base64,{data}"/></p>'
    if isinstance(part, Aside):
        return f"<details><summary>{escape(part.name)}</summary><pre>{escape(part.text)}</pre></details>"
    return f"<p>{escape(part)}</p>"


def to_terminal(parts: Iterable[Part], frame: Frame = "rule") -> Iterable[RenderableType]:
    """The parts for a terminal, without plots."""
    from rich.text import Text

    for part in parts:
        if isinstance(part, Rows):
            yield terminal_table(part, frame)
        elif isinstance(part, Aside):
            yield Text(indent(part.text, "  "))
        elif isinstance(part, str):
            yield part


def write_report(report: Written, folder: Path) -> list[Path]:
    """Write a report as ``report.html``, a page that needs no other file and no network, and ``report.json``.

    Args:
        report: the measurements, like a `Summary`.
        folder: created if needed. An earlier report in it is replaced, each file atomically.

    Returns:
        The files.

    Raises:
        FileError: the folder cannot be written.
        ModuleNotFoundError: matplotlib is not installed.
    """
    data = report.as_dict()
    per_deal = getattr(report, "per_deal", dict[str, Any])()
    if per_deal:
        data["per_deal"] = per_deal
    page = to_html(report.title, report.whole())
    files = {folder / PAGE: page, folder / DATA: json.dumps(data, ensure_ascii=False, indent=2) + "\n"}
    with write_errors(f"the report in {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            with writing(file) as out:
                out.write(text.encode())
    return list(files)
