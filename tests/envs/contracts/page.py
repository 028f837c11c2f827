"""The table on `docs/contracts.md`: which contract holds behind which door.

Run: ``python -m tests.envs.contracts.page``. It is written from what the doors of the tests
say of themselves; a test compares it with the page.
"""

from __future__ import annotations

from docs.generate import between
from tests.envs.contracts.about import ALL
from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.door import About
from tests.pages import DOCS

PAGE = DOCS / "contracts.md"


def cell(contract: str, door: About) -> str:
    """What the table says of a contract behind a door."""
    if contract == "same-seed" and door.unseeded:
        return f"yes; {door.unseeded}"
    if contract == "mask" and door.unmasked:
        return f"no mask: {door.unmasked}"
    if contract == "copies" and door.copies:
        return f"no copies: {door.copies}"
    if contract == "copies" and door.future:
        return f"separate, but not alike: {door.future}"
    return "yes"


def named(door: About) -> str:
    """What a door is called on the page."""
    return f"{door.title} (group `{door.group}`)" if door.group else door.title


def table() -> str:
    """The table as Markdown."""
    rows = [
        ["interface", "module", "games", *(f"`{contract}`" for contract in CONTRACTS)],
        ["---"] * (3 + len(CONTRACTS)),
        *(
            [named(door), f"`{door.module}`", ", ".join(door.games) or "all", *(cell(c, door) for c in CONTRACTS)]
            for door in ALL
        ),
    ]  # fmt: skip
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def written() -> str:
    """The page with its table anew."""
    return between(PAGE.read_text(), "contracts", table())


if __name__ == "__main__":
    PAGE.write_text(written())
