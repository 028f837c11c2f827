"""The table on `docs/contracts.md`: which contract holds behind which door.

Run: ``python -m tests.envs.contracts.page``. It is written from what the doors of the tests
say of themselves; a test compares it with the page.
"""

from __future__ import annotations

from docs.generate import between
from tests.envs.contracts.about import ALL
from tests.envs.contracts.door import About
from tests.pages import DOCS

PAGE = DOCS / "contracts.md"


def exceptions(door: About) -> str:
    """What is different behind a door."""
    told = {
        "same-seed": door.unseeded,
        "mask": door.unmasked and f"none: {door.unmasked}",
        "copies": (door.copies and f"none: {door.copies}") or door.future,
    }
    games = [f"games: {', '.join(door.games)}"] if door.games else []
    return "; ".join([*games, *(f"`{contract}`: {text}" for contract, text in told.items() if text)])


def table() -> str:
    """The table as Markdown."""
    rows = [
        ["interface", "module", "exceptions"],
        ["---"] * 3,
        *([f"{door.title} (group `{door.group}`)" if door.group else door.title, f"`{door.module}`",
           exceptions(door)] for door in ALL),
    ]  # fmt: skip
    return "".join(f"| {' | '.join(row)} |\n" for row in rows).replace("|  |", "| |")


def written() -> str:
    """The page with its table anew."""
    return between(PAGE.read_text(), "contracts", table())


if __name__ == "__main__":
    PAGE.write_text(written())
