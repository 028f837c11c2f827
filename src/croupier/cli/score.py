"""``croupier score``: a score sheet for Skull King played with real cards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from croupier.cli.common import GameName, Json, UnusedSeed, find_spec, note, print_json
from croupier.core.errors import ConfigError, FileError, unknown

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.games.skull_king.score_sheet.rounds import Round
    from croupier.games.skull_king.score_sheet.sheet import Sheet

Answer = TypeVar("Answer")

_BONUSES = (
    "Captures count with an exact bid: coloured 14 10, black 14 20, mermaid by a pirate 20, each pirate by the "
    "Skull King 30, Skull King by a mermaid 40."
)
_HELP = (
    "Answer with one number for each player, in order, like 1 0 2; or by name, like Ann 20, Bob 10+30, the others "
    "0. Enter alone means none. q ends the sheet at the start of a round, or drops the round under way."
)


class QuitError(Exception):
    """The person has typed q."""


def score(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="Show this sheet; if it does not exist, keep a new one in it."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the sheet of --file.")] = False,
    rascal: Annotated[bool, typer.Option("--rascal", help="Score a new sheet by Rascal's rules (SK-13).")] = False,
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Keep the score of Skull King at a real table, round by round.

    It asks for the names, then for each round's bids, tricks, captures, wager, Harry's change and alliances; a
    round that cannot be is explained and asked again. ? explains, q ends.

    Example: croupier score skull-king --file sheet.json
    """
    del seed
    if find_spec(game).name != "skull-king":
        raise ConfigError(f"score keeps the sheet of skull-king, not of {game}")
    if resume and file is None:
        raise ConfigError("--resume goes on with the sheet of --file FILE; name one")
    if resume and file is not None and not file.exists():
        raise FileError(f"{file} is not there to go on with; leave out --resume to begin it")
    from rich.console import Console

    from croupier.games.skull_king.score_sheet.file import load

    console = Console(stderr=as_json, highlight=False, markup=False, emoji=False)
    sheet = load(file) if file is not None and file.exists() else None
    if sheet is not None and rascal and not sheet.rascal:
        raise ConfigError(f"{file} is a sheet of the usual scoring; --rascal is for a new one (SK-13)")
    if sheet is None or resume:
        sheet = Table(console, file).keep(sheet, rascal)
    elif not as_json:
        show(console, sheet)
    if as_json and sheet is not None:
        print_json(sheet.scored())


def show(console: Console, sheet: Sheet) -> None:
    """Print a sheet: a row a round, with what each player bid, won and scored, and the totals."""
    from rich.table import Table as Grid

    grid = Grid(title="Skull King, Rascal scoring" if sheet.rascal else "Skull King")
    grid.add_column("cards", justify="right")
    totals = sheet.totals()
    for name, total in zip(sheet.names, totals, strict=True):
        best = bool(sheet.rounds) and total == max(totals)
        grid.add_column(name, justify="right", footer=str(total), footer_style="bold green" if best else "bold")
    grid.columns[0].footer = "total"
    grid.show_footer = True
    for played, points in zip(sheet.rounds, sheet.points, strict=True):
        cells = [cell(played, seat, gain) for seat, gain in enumerate(points)]
        grid.add_row(str(played.cards), *cells)
    console.print(grid)
    if sheet.rounds:
        console.print("Each round: tricks won / bid, then the points.", style="dim")


def cell(played: Round, seat: int, points: int) -> str:
    """What a player did in a round, like ``2/2 +40``, with Harry's change and the wager where there are any."""
    bid, change, wager = played.bids[seat], played.harry[seat], played.wagers[seat]
    harry = f"{change:+d}" if change else ""
    bet = f" bet {wager}" if wager else ""
    return f"{played.won[seat]}/{bid}{harry}{bet} {points:+d}"


class Table:
    """The terminal of who keeps the sheet."""

    def __init__(self, console: Console, file: Path | None) -> None:
        """Set up the questions.

        Args:
            console: where the talk goes.
            file: where the sheet is kept, after every round.
        """
        self._console, self._file = console, file

    def keep(self, sheet: Sheet | None, rascal: bool) -> Sheet | None:
        """Ask round after round, until the ten of the usual game are played or q is typed.

        Args:
            sheet: one to go on with; None asks for the names.
            rascal: scoring of a new one.

        Returns:
            The sheet; None if q came before the names.

        Raises:
            EOFError: the input ended; the file holds all whole rounds.
        """
        from croupier.games.skull_king.score_sheet.rounds import SIZES, check_names
        from croupier.games.skull_king.score_sheet.sheet import Sheet

        self._say(_HELP, "dim")
        try:
            if sheet is None:
                names = self._ask(
                    "Players in seat order, like Ann, Bob, Cyd", lambda text: check_names(text.split(","))
                )
                sheet = Sheet(names, rascal)
                self._save(sheet)
            else:
                show(self._console, sheet)
            while len(sheet.rounds) < len(SIZES):
                self._round(sheet)
        except QuitError:
            pass
        if sheet is not None and sheet.rounds:
            over, several = len(sheet.rounds) == len(SIZES), len(sheet.winners()) > 1
            verb = ("win" if over else "lead") + ("" if several else "s")
            self._say(f"{' and '.join(sheet.winners())} {verb} with {max(sheet.totals())} points.", "bold")
        return sheet

    def _round(self, sheet: Sheet) -> None:
        """Ask for a round and write it down; q inside it drops it."""
        from croupier.games.skull_king.score_sheet.rounds import check_cards, usual_cards

        players = len(sheet.names)
        usual = usual_cards(len(sheet.rounds), players)

        def read(text: str) -> int:
            cards = whole(text) if text else usual
            check_cards(cards, players)
            return cards

        cards = self._ask(f"Round {len(sheet.rounds) + 1}: cards dealt to each [{usual}] (q ends)", read)
        try:
            sheet.add(self._answers(sheet.names, cards))
        except QuitError:
            note("The round under way is dropped.")
            return
        self._save(sheet)
        show(self._console, sheet)

    def _answers(self, names: tuple[str, ...], cards: int) -> Round:
        """All that is asked of a round, each answer checked at once."""
        from croupier.games.skull_king.score_sheet import rounds as rules

        def row(question: str, check: Callable[[Sequence[int]], None], *, needed: bool = False) -> tuple[int, ...]:
            def read(text: str) -> tuple[int, ...]:
                numbers = read_row(text, names, needed=needed)
                check(numbers)
                return numbers

            return self._ask(question, read)

        def pairs(text: str) -> tuple[tuple[int, int], ...]:
            found = read_pairs(text, names)
            rules.check_alliances(found, won, names)
            return found

        everybody = " ".join(names)
        bids = row(f"Bids ({everybody})", lambda found: rules.check_bids(found, cards, names), needed=True)
        won = row(f"Tricks won ({everybody})", lambda found: rules.check_won(found, cards, names), needed=True)
        bonuses: tuple[int, ...] = (0,) * len(names)
        wagers, harry = bonuses, bonuses
        allies: tuple[tuple[int, int], ...] = ()
        if any(won):
            self._say(_BONUSES, "dim")
            bonuses = row("Bonuses captured [none]", lambda found: rules.check_bonuses(found, won, names))
            if cards > 1:
                wagers = row("Roatan's wager [none]", lambda found: rules.check_wagers(found, won, cards, names))
            harry = row(
                "Harry's change, like Ann +1 [none]",
                lambda found: rules.check_harry(found, bids, won, cards, names),
            )
            allies = self._ask("Allies by loot, like Ann & Bob [none]", pairs)
        return rules.Round(cards, bids, won, bonuses, wagers, harry, allies)

    def _ask(self, question: str, read: Callable[[str], Answer]) -> Answer:
        """Ask until the answer can be read; say what was wrong with one that cannot."""
        while True:
            if sys.stdin is None or sys.stdout is None:  # closed before the start
                raise EOFError
            text = self._console.input(f"{question}: ", markup=False).strip()
            if text.casefold() in ("q", "quit"):
                raise QuitError
            if text == "?":
                self._say(_HELP, "dim")
                continue
            try:
                return read(text)
            except ConfigError as error:
                self._say(f"{str(error)[0].upper()}{str(error)[1:]}.", "red")

    def _say(self, line: str, style: str) -> None:
        self._console.print(line, style=style)

    def _save(self, sheet: Sheet) -> None:
        if self._file is not None:
            from croupier.games.skull_king.score_sheet.file import save

            save(sheet, self._file)


def whole(text: str) -> int:
    """Read a whole number, or a sum of some like 10+30.

    Raises:
        ConfigError: it is none.
    """
    sign = -1 if text.startswith("-") else 1
    parts = text.lstrip("+-").split("+") if text[:1] in ("+", "-") else text.split("+")
    if not all(part.strip().isdecimal() and len(part.strip()) < 5 for part in parts):
        raise ConfigError(f"{text!r} is no whole number")
    return sign * sum(int(part) for part in parts)


def read_row(text: str, names: Sequence[str], *, needed: bool = False) -> tuple[int, ...]:
    """Read one number for each player: all in order, or some by name.

    Args:
        text: like ``1 0 2``, or ``Ann 1, Cyd 2``.
        names: the players.
        needed: whether every player must be given one.

    Raises:
        ConfigError: it is neither.
    """
    words = text.replace(",", " ").split()
    if words and not any(sign.isalpha() for sign in text):
        if len(words) != len(names):
            raise ConfigError(f"there are {len(words)} numbers for {len(names)} players")
        return tuple(map(whole, words))
    row: dict[int, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, number = part.rpartition(" ")
        if not name:
            raise ConfigError(f"{part!r} is no name with a number, like {names[0]} 10")
        seat = find_name(name, names)
        if seat in row:
            raise ConfigError(f"{names[seat]} is named twice")
        row[seat] = whole(number)
    if needed and len(row) < len(names):
        missing = ", ".join(name for seat, name in enumerate(names) if seat not in row)
        raise ConfigError(f"one number for each player is needed; none is there for {missing}")
    return tuple(row.get(seat, 0) for seat in range(len(names)))


def read_pairs(text: str, names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Read alliances like ``Ann & Bob, Cyd & Bob``.

    Raises:
        ConfigError: one is no pair of players.
    """
    pairs = []
    for part in filter(None, map(str.strip, text.split(","))):
        both = part.split("&") if "&" in part else part.split()
        if len(both) != 2:
            raise ConfigError(f"{part!r} is no pair of players, like {names[0]} & {names[1]}")
        pairs.append((find_name(both[0], names), find_name(both[1], names)))
    return tuple(pairs)


def find_name(text: str, names: Sequence[str]) -> int:
    """The player with a name, or the only one whose name begins so.

    Raises:
        ConfigError: there is none, or several.
    """
    said = text.strip().casefold()
    folded = [name.casefold() for name in names]
    if said in folded:
        return folded.index(said)
    fitting = [seat for seat, name in enumerate(folded) if said and name.startswith(said)]
    if len(fitting) != 1:
        raise unknown("player", text.strip(), names)
    return fitting[0]
