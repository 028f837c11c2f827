"""What only the owner of the project can fill in: the table of CONTRIBUTING.md."""

from __future__ import annotations

HEADING = "## What the owner fills in"


def rows(contributing: str) -> list[tuple[str, ...]]:
    """The table's rows, without its head.

    Args:
        contributing: the page that has it.
    """
    section = contributing.partition(HEADING)[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in lines[2:]]
