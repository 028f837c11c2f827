"""HTML pages of reports: a document that needs no other file and no network, paragraphs and pictures."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape

STYLE = (
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


def document(title: str, parts: Iterable[str]) -> str:
    """A whole page."""
    shown = escape(title)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{shown}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{shown}</h1>",
            *parts,
            "</body>\n</html>\n",
        ]
    )


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"


def picture(svg: str, words: str) -> str:
    """A picture, with what it shows in words for those who do not see it."""
    data = b64encode(svg.encode()).decode()
    return f'<p><img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}"/></p>'
