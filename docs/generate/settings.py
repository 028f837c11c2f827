"""Generator of the settings in docs/training.md: ``python -m docs.generate.settings``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.core.base.rows import in_columns, markdown_table
from croupier.learn.settings.config import GROUPS, Config
from croupier.learn.settings.settings import declared
from docs.generate import between, write_page

PAGE = "docs/training.md"


def written(text: str) -> str:
    """The page with its settings anew."""
    config, lines = Config(), []
    for group in GROUPS.values():
        first, *_ = (group.__doc__ or "").splitlines()
        cells = [
            (f"`{name}`", _shown(config[name]), f"{setting.help}{_choices(setting.wanted, setting.help)}")
            for name, setting in declared(group).items()
        ]
        rows = in_columns("", ("setting", "default", "what it does"), cells)
        lines += [f"**{first.rstrip('.')}**", "", markdown_table(rows), ""]
    return between(text, "settings", "\n".join(lines))


def _choices(wanted: str, said: str) -> str:
    """The choices of a setting, unless its help names them."""
    kind, _, names = wanted.partition("one of ")
    new = not kind and any(f"`{name}`" not in said for name in names.split(", "))
    return f" ({names})" if new else ""


def _shown(value: Any) -> str:
    """A default as it is typed on the command line."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f"`{','.join(map(str, value))}`" if value else "none"
    if isinstance(value, dict):
        return "none"
    return f"`{value}`"


if __name__ == "__main__":
    write_page(PAGE, written((Path(__file__).parents[2] / PAGE).read_text()))
