"""Generator of docs/settings.md: ``python -m docs.generate.settings``."""

from __future__ import annotations

from typing import Any

from croupier.core.base.files import write_page
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import in_columns
from croupier.learn.settings.config import GROUPS, Config
from croupier.learn.settings.settings import declared

PAGE = "docs/settings.md"


def page() -> str:
    """The page's text."""
    lines = [
        "# Settings of training",
        "",
        "```console",
        "$ croupier train pig --set learning_rate=0.0005 --set widths=256,256",
        "```",
        "",
        "`--set NAME=VALUE` changes one of these settings. A [preset](training.md#presets-and-settings) changes",
        "some of the defaults. `python -m docs.generate.settings` writes this page.",
    ]
    config = Config()
    for group in GROUPS.values():
        first, *_ = (group.__doc__ or "").splitlines()
        cells = [
            (f"`{name}`", _shown(config[name]), setting.wanted, setting.help)
            for name, setting in declared(group).items()
        ]
        rows = in_columns("", ("setting", "default", "values", "what it does"), cells)
        lines += ["", f"## {group.__name__}", "", first, "", markdown_table(rows)]
    return "\n".join(lines) + "\n"


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
    write_page(PAGE, page())
