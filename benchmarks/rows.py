"""The benchmarks' rows in docs/results.md, from their files: ``uv run python -m benchmarks.rows``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.strength.records import OF_CROUPIER, shipped_policies
from croupier.core.base.errors import FileError
from croupier.core.base.rows import markdown_table
from croupier.measure.reports.benchmark import ordered, read_benchmark, read_row, rows_of
from croupier.measure.reports.board import file_name
from docs.generate import between, write_page

ROOT = Path(__file__).parents[1]
FOLDER, PAGE = "docs/results/rows", "docs/results.md"
_frozen = cache(read_benchmark)
_MARKER = "rows: uv run python -m benchmarks.rows"


def read_rows(root: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows that are kept, by benchmark.

    Args:
        root: of the checkout.

    Raises:
        FileError: a row is none, is not whole, is of another digest than the benchmark that ships, comes from a
            checkout with changes, was played by another released policy than ships, or has another name.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    shipped = shipped_policies(ROOT)
    for path in sorted((root / FOLDER).glob("*.json")):
        row = read_row(path)
        if wrong := _wrong(row, path.name, shipped):
            raise FileError(f"{path.name} {wrong}")
        found.setdefault(row["benchmark"], []).append(row)
    return found


def _wrong(row: Mapping[str, Any], name: str, shipped: Mapping[str, str]) -> str:
    """Why a row is not listed; empty where it is."""
    frozen = _frozen(row["benchmark"])
    if row["digest"] != frozen.digest:
        return f"is of the digest {row['digest'][:12]}, and {frozen.name} has {frozen.digest[:12]}"
    if not row["whole"]:
        return "is not whole"
    told = row["provenance"]
    if told["clean"] is False or told.get("earlier"):
        return "comes from a checkout with changes, or from parts of several"
    files = [each for each in told["files"].items() if each[0].endswith(OF_CROUPIER)]
    if other := [file for file, digest in files if shipped.get(file) != digest]:
        return f"was played by another {', '.join(other)} than the one that ships"
    expected = f"{row['benchmark']}-{file_name(row['agent'])}"
    return "" if name == expected else f"should be called {expected}"


def tables_of(rows: Mapping[str, list[dict[str, Any]]]) -> str:
    """The tables of the rows, one a benchmark.

    Args:
        rows: what `read_rows` gave.
    """
    return "\n".join(f"### {name}\n\n{markdown_table(rows_of(ordered(found)))}\n" for name, found in rows.items())


def written(text: str, rows: Mapping[str, list[dict[str, Any]]]) -> str:
    """The page with its tables anew.

    Args:
        text: the page.
        rows: what `read_rows` gave.
    """
    return between(text, _MARKER, tables_of(rows))


if __name__ == "__main__":
    try:
        write_page(PAGE, written((ROOT / PAGE).read_text(encoding="utf-8"), read_rows(ROOT)))
    except FileError as error:
        sys.exit(f"rows: {error}")
