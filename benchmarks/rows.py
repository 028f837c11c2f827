"""The page of the benchmarks' rows, from their files: ``uv run python -m benchmarks.rows``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.strength.records import OF_CROUPIER, shipped_policies
from croupier.core.base.errors import FileError
from croupier.core.base.files import write_page
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import Cell, Rows, in_columns
from croupier.measure.reports.benchmark import ordered, read_benchmark, read_row, rows_of
from croupier.measure.reports.entry import file_name
from croupier.provenance import code_of

ROOT = Path(__file__).parents[1]
FOLDER, PAGE = "docs/results/rows", "docs/results/rows.md"
_frozen = cache(read_benchmark)
_HEAD = """# Rows of the benchmarks

<!-- uv run python -m benchmarks.rows writes this page from the files in rows/ -->

One row an agent, by the [protocol](../benchmark.md), the most wins first, since wins decide these games: in Pig
`optimal` wins most, and has fewer points than its opponents. Each is a file in `docs/results/rows/`, which has
more figures and all digests in full.
"""


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


def page_of(rows: Mapping[str, list[dict[str, Any]]]) -> str:
    """The page of the rows.

    Args:
        rows: what `read_rows` gave.
    """
    parts = [_HEAD]
    for name, found in rows.items():
        best = ordered(found)
        parts += [f"## {name}\n", markdown_table(rows_of(best)), "\nMeasured on:\n"]
        parts.append(f"{markdown_table(sources_of(best))}\n")
    return "\n".join(parts)


def sources_of(rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Where rows come from, in their order."""
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        told = row["provenance"]
        machine = f"{told['processor']}, {told['cores']} cores"
        if told.get("load") is not None:  # in rows of 0.2
            machine += f", load {told['load']}"
        files = ", ".join(f"{name} {digest[:12]}" for name, digest in told["files"].items()) or "-"
        cells.append(
            (row["agent"], told["date"], told["croupier"], code_of(told), files, machine, told["command"])
        )
    return in_columns("", ("agent", "date", "croupier", "code", "files", "machine", "command"), cells)


if __name__ == "__main__":
    try:
        write_page(PAGE, page_of(read_rows(ROOT)))
    except FileError as error:
        sys.exit(f"rows: {error}")
