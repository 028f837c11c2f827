"""Shared by the commands that show, make and change boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.common import note, print_json, print_parts
from croupier.core.base.errors import ConfigError, FileError

if TYPE_CHECKING:
    from croupier.measure.reports.standing import Leaderboard

BoardName = Annotated[str, typer.Argument(metavar="BENCHMARK", help="A board that ships, or a folder.")]
CopyTo = Annotated[
    Path | None, typer.Option("--out", metavar="PATH", help="Folder for a copy of a board that ships.")
]


def board_folder(name: str, out: Path | None, *, writes: bool) -> Path:
    """The folder of a board; of one that ships a copy, where it is written to."""
    from croupier.measure.reports.board import BOARD, folder_of, shipped_boards, write_board
    from croupier.measure.reports.entry import read_entries, write_entry

    found = folder_of(name)
    if not writes:
        return found if out is None or not (out / BOARD).exists() else _copy_of(found, out, name)
    if out is None:
        if found in shipped_boards().values():
            raise ConfigError(f"{name} ships with croupier and stays as it is: name a folder for a copy by --out")
        return found
    board, entries = read_entries(found)
    with locked(out):
        if not (out / BOARD).exists():
            for entry in entries:
                write_entry(out, entry)
            write_board(out, board)  # last: it says that the copy is whole
        return _copy_of(found, out, name)


def _copy_of(found: Path, out: Path, name: str) -> Path:
    """A folder that is there, which has to hold the same board as another."""
    from croupier.measure.reports.board import read_board

    if read_board(out).digest != read_board(found).digest:
        raise FileError(f"{out} holds another board than {name}; name another folder")
    return out


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """A board that no other process changes meanwhile."""
    from croupier.core.base.locks import FolderLock

    try:
        lock = FolderLock(folder)
    except OSError as error:
        raise FileError(f"{folder} cannot be written: {error.strerror}") from error
    with lock:
        yield


def read_standings(folder: Path) -> Leaderboard:
    """A board with its entries compared."""
    from croupier.measure.reports.entry import read_entries
    from croupier.measure.reports.standing import compare_entries_of

    return compare_entries_of(*read_entries(folder))


def show_board(folder: Path, html: Path | None = None, *, as_json: bool) -> None:
    """Print a board, and write it as a page."""
    found = read_standings(folder)
    if html is not None:
        from croupier.measure.reports.board import write_text
        from croupier.measure.reports.standing import board_page

        write_text(html, board_page(found))
        note(f"wrote {html}")
    if as_json:
        print_json(found.as_dict())
        return
    print_parts(found.rows())
