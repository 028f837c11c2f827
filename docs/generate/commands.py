"""Generator of the table of commands in docs/cli.md, from their help: ``python -m docs.generate.commands``."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

from croupier.cli import BLOCKS, COMMANDS, home
from croupier.core.base.rows import in_columns, markdown_table
from docs.generate import between, write_page

PAGE = "docs/cli.md"
_MARKER = "commands: python -m docs.generate.commands"


def _row(command: str) -> tuple[str, str]:
    """What a command's help says first, and its example."""
    module, function = home(command)
    text = inspect.getdoc(getattr(import_module(module), function)) or ""
    example = text.partition("Example: ")[2].partition("\n\n")[0]
    return text.partition("\n")[0], f"`{' '.join(example.split())}`"


def written(text: str) -> str:
    """The page with its table anew."""
    parts = []
    for block, heading in BLOCKS.items():
        rows = [_row(command) for command, stands_in in COMMANDS.items() if stands_in.split(".")[0] == block]
        parts += [f"**{heading}**", markdown_table(in_columns("", ("what it does", "example"), rows))]
    return between(text, _MARKER, "\n\n".join(parts))


if __name__ == "__main__":
    write_page(PAGE, written((Path(__file__).parents[2] / PAGE).read_text()))
