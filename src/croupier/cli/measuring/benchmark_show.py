"""``croupier benchmark show``: a board with its entries compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import Json
from croupier.cli.measuring.boards import BoardName, board_folder, show_board
from croupier.core.base.errors import require


def benchmark_show(
    name: BoardName,
    html: Annotated[Path | None, typer.Option("--out", metavar="PATH", help="Write the board as .html.")] = None,
    as_json: Json = False,
) -> None:
    """Show a board: its agents, compared deal by deal.

    Example: croupier benchmark show skull-king-1
    """
    if html is not None:
        require("a board with a chart", "matplotlib")
    show_board(board_folder(name, None, writes=False), html, as_json=as_json)
