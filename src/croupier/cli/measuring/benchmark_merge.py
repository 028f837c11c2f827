"""``croupier benchmark merge``: copy entries from other folders of the same board."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.common import Json, note
from croupier.cli.measuring.boards import BoardName, CopyTo, board_folder, locked, show_board


def benchmark_merge(
    name: BoardName,
    others: Annotated[list[str], typer.Argument(metavar="DIR", help="Folders of the same board.")],
    out: CopyTo = None,
    as_json: Json = False,
) -> None:
    """Take the entries of other folders over into a board.

    Example: croupier benchmark merge boards/pig-1 friend/pig-1
    """
    from croupier.measure.reports.adding import merge
    from croupier.measure.reports.board import folder_of

    folder = board_folder(name, out, writes=True)
    with locked(folder):
        for other in others:
            taken = merge(folder, folder_of(other))
            note(f"took {len(taken)} {'entry' if len(taken) == 1 else 'entries'} from {other}")
    show_board(folder, as_json=as_json)
