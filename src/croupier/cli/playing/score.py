"""``croupier score``: the terminal at which people who play with real cards or dice keep a score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.common import GameName, Json, UnusedSeed, find_spec, games_with, note, plain_console, print_json
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.streams import read_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from croupier.core.spec.score_sheet import CellKind, Column, Grid, Tone

_STYLES: dict[Tone, str] = {"hint": "dim", "problem": "red", "result": "bold"}
_TOTALS: dict[CellKind, str] = {"label": "", "player": "bold", "best": "bold green"}
_RASCAL = "rascal"


def score(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="Show this sheet; if it does not exist, keep a new one in it."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the sheet of --file.")] = False,
    rascal: Annotated[
        bool, typer.Option("--rascal", help="Score a new sheet by Rascal's rules, where the game has them.")
    ] = False,
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Keep the score of a game at a real table, round by round.

    It asks for the names, then for each round's bids, tricks, captures, wagers, and whatever else the game scores;
    a round that cannot be is explained and asked again. ? explains, q ends.

    Example: croupier score skull-king --file sheet.json
    """
    del seed
    spec = find_spec(game)
    if spec.score_sheet is None:
        kept = games_with(lambda other: other.score_sheet is not None)
        raise ConfigError(f"score keeps the sheet of {kept}, not of {game}")
    if resume and file is None:
        raise ConfigError("--resume goes on with the sheet of --file FILE; name one")
    if resume and file is not None and not file.exists():
        raise FileError(f"{file} is not there to go on with; leave out --resume to begin it")
    sheets = spec.score_sheet()
    if rascal and _RASCAL not in sheets.scorings:
        raise ConfigError(f"{game} has no Rascal scoring: leave out --rascal")
    desk = TerminalDesk(plain_console(stderr=as_json))
    sheet = sheets.open(file, _RASCAL if rascal else None)
    if resume or not sheet.begun:
        sheet.keep(desk)
    elif not as_json:
        sheet.show(desk)
    if as_json and sheet.begun:
        print_json(sheet.scored())


class TerminalDesk:
    """The terminal of the person who keeps the sheet; see `croupier.core.spec.score_sheet.Desk`."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def ask(self, question: str) -> str:
        """Ask for a line.

        Raises:
            EOFError: no more lines come.
        """
        self._console.print(f"{question}: ", end="")
        return read_line().strip()

    def say(self, line: str, tone: Tone) -> None:
        """Print a line."""
        self._console.print(line, style=_STYLES[tone])

    def note(self, line: str) -> None:
        """Print a line on standard error."""
        note(line)

    def show(self, grid: Grid) -> None:
        """Print a sheet, with the totals under its columns; as several tables where it is too wide for one."""
        from rich.table import Table

        rows = list(zip(*grid.rows, strict=True)) or [()] * len(grid.columns)
        columns = [
            (column, cells, _least_width(column, cells)) for column, cells in zip(grid.columns, rows, strict=True)
        ]
        label, *players = columns
        abreast = len(players)
        while abreast > 1 and not all(
            sum(least + 3 for *_, least in (label, *players[k : k + abreast])) < self._console.width
            for k in range(0, len(players), abreast)
        ):
            abreast -= 1
        for k in range(0, len(players), abreast):
            shown = [label, *players[k : k + abreast]]
            table = Table(title=grid.title, show_footer=True)
            for column, _, least in shown:
                style = _TOTALS[column.kind]
                table.add_column(
                    column.name,
                    column.total,
                    justify="right",
                    footer_style=style,
                    min_width=least,
                    overflow="fold",
                )
            for row in zip(*(cells for _, cells, _ in shown), strict=True):
                table.add_row(*row)
            self._console.print(table)


def _least_width(column: Column, cells: Sequence[str]) -> int:
    """How wide a column must be so that no number in it is broken."""
    return max(len(word) for text in (column.total, *cells) for word in text.split() or [""])
