"""The talk in which a score sheet of Skull King is kept: its questions, its answers, and the sheet as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.sentence import capitalised, joined
from croupier.core.spec.score_sheet import Column, Desk, Grid, ScoreSheet
from croupier.games.skull_king.english import say
from croupier.games.skull_king.score_sheet import rounds as rules
from croupier.games.skull_king.score_sheet.answers import read_pairs, read_row, whole
from croupier.games.skull_king.score_sheet.file import held, load, read, save
from croupier.games.skull_king.score_sheet.rounds import SIZES, Round
from croupier.games.skull_king.score_sheet.sheet import Sheet

Answer = TypeVar("Answer")

RASCAL = "rascal"
_BONUSES = say("sheet.captures")
_HELP = say("sheet.help")


class QuitError(Exception):
    """The person has typed q."""


class KeptSheet:
    """A sheet with the file where it is kept; see `croupier.core.spec.score_sheet.ScoreSheetTalk`."""

    def __init__(self, sheet: Sheet | None, file: Path | None, before: bytes | None, rascal: bool) -> None:
        """Lay a sheet on the desk.

        Args:
            sheet: one to go on with; None asks for the names.
            file: where it is kept, after every round.
            before: what that file held when the sheet was read; None where there was none.
            rascal: scoring of a new one.
        """
        self._sheet, self._file, self._held, self._rascal = sheet, file, before, rascal

    @property
    def begun(self) -> bool:
        """Whether it is known who plays."""
        return self._sheet is not None

    def scored(self) -> dict[str, Any]:
        """The sheet with all points, as plain data for JSON; empty before the names are known."""
        return {} if self._sheet is None else self._sheet.scored()

    def show(self, desk: Desk) -> None:
        """Show the sheet: a row a round, with what each player bid, won and scored, and the totals."""
        if self._sheet is None:
            return
        desk.show(grid(self._sheet))
        if self._sheet.rounds:
            desk.say(say("sheet.each_round"), "hint")

    def keep(self, desk: Desk) -> None:
        """Ask round after round, until the ten of the usual game are played or q is typed.

        Of a sheet that has all ten it asks which one to correct.

        Raises:
            EOFError: the input ended; the file holds all whole rounds.
            FileError: the file cannot be written, or somebody else has changed it meanwhile.
        """
        desk.say(_HELP, "hint")
        finished = self._sheet is not None and len(self._sheet.rounds) >= len(SIZES)
        try:
            if self._sheet is None:
                self._sheet = Sheet(_ask_names(desk), self._rascal)
                self._save()
            else:
                self.show(desk)
            while finished or len(self._sheet.rounds) < len(SIZES):
                self._round(desk, self._sheet)
        except QuitError:
            pass
        if self._sheet is not None and self._sheet.rounds:
            desk.say(_standing(self._sheet), "result")

    def _round(self, desk: Desk, sheet: Sheet) -> None:
        """Ask for a round and write it down; q inside it drops it."""
        number, cards = _ask_cards(desk, sheet)
        try:
            sheet.add(_ask_round(desk, sheet.names, cards), number)
        except QuitError:
            desk.note(say("sheet.dropped"))
            return
        self._save()
        self.show(desk)

    def _save(self) -> None:
        if self._file is None or self._sheet is None:
            return
        if held(self._file) != self._held:
            raise FileError(say("sheet.changed", file=self._file))
        self._held = save(self._sheet, self._file)


def _standing(sheet: Sheet) -> str:
    """Who leads, or has won."""
    over, several = len(sheet.rounds) == len(SIZES), len(sheet.winners()) > 1
    one, many = ("sheet.wins", "sheet.win") if over else ("sheet.leads", "sheet.lead")
    return say(many if several else one, who=joined(say("and"), sheet.winners()), points=max(sheet.totals()))


def _ask(desk: Desk, question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be read; say what was wrong with one that cannot."""
    while True:
        text = desk.ask(question)
        if text.casefold() in ("q", "quit"):
            raise QuitError
        if text == "?":
            desk.say(_HELP, "hint")
            continue
        try:
            return read(text)
        except ConfigError as error:
            desk.say(say("sheet.problem", why=capitalised(str(error))), "problem")


def _ask_names(desk: Desk) -> tuple[str, ...]:
    question = say("sheet.ask.names")
    return _ask(desk, question, lambda text: rules.check_names(text.split(",")))


def _ask_cards(desk: Desk, sheet: Sheet) -> tuple[int, int]:
    """Which round (from 0) is written down, the next or one to correct, and how many cards are dealt to each."""
    players, played = len(sheet.names), len(sheet.rounds)
    over = played >= len(SIZES)

    def read(text: str) -> tuple[int, int | None]:
        if text.startswith("#") or (over and number == played):
            chosen = whole(text.removeprefix("#"))
            if not 1 <= chosen <= played:
                raise ConfigError(say("sheet.no_round", number=chosen))
            return chosen - 1, None
        cards = whole(text) if text else usual
        rules.check_cards(cards, players)
        return number, cards

    number, cards = played, None
    while cards is None:
        usual = sheet.rounds[number].cards if number < played else rules.usual_cards(number, players)
        question = say("sheet.ask.cards", number=number + 1, usual=usual)
        number, cards = _ask(desk, say("sheet.ask.correct") if over and number == played else question, read)
    return number, cards


def _ask_round(desk: Desk, names: tuple[str, ...], cards: int) -> Round:
    """All that is asked of a round, each answer checked at once."""

    def row(question: str, check: Callable[[Sequence[int]], None], *, needed: bool = False) -> tuple[int, ...]:
        def read(text: str) -> tuple[int, ...]:
            numbers = read_row(text, names, needed=needed)
            check(numbers)
            return numbers

        return _ask(desk, question, read)

    def pairs(text: str) -> tuple[tuple[int, int], ...]:
        found = read_pairs(text, names)
        rules.check_alliances(found, won, names)
        return found

    everybody = " ".join(names)
    bids = row(
        say("sheet.ask.bids", names=everybody), lambda found: rules.check_bids(found, cards, names), needed=True
    )
    won = row(
        say("sheet.ask.won", names=everybody), lambda found: rules.check_won(found, cards, names), needed=True
    )
    bonuses: tuple[int, ...] = (0,) * len(names)
    wagers, harry = bonuses, bonuses
    allies: tuple[tuple[int, int], ...] = ()
    if any(won):
        desk.say(_BONUSES, "hint")
        bonuses = row(say("sheet.ask.bonuses"), lambda found: rules.check_bonuses(found, won, names))
        if cards > 1:
            wagers = row(say("sheet.ask.wager"), lambda found: rules.check_wagers(found, won, cards, names))
        harry = row(
            say("sheet.ask.harry"),
            lambda found: rules.check_harry(found, bids, won, cards, names),
        )
        allies = _ask(desk, say("sheet.ask.allies"), pairs)
    return Round(cards, bids, won, bonuses, wagers, harry, allies)


def grid(sheet: Sheet) -> Grid:
    """A sheet as a table."""
    totals = sheet.totals()
    columns = [Column(say("sheet.column.cards"), say("sheet.column.total"), "label")]
    for name, total in zip(sheet.names, totals, strict=True):
        best = bool(sheet.rounds) and total == max(totals)
        columns.append(Column(name, str(total), "best" if best else "player"))
    rows = [
        (str(played.cards), *(cell(played, seat, gain) for seat, gain in enumerate(points)))
        for played, points in zip(sheet.rounds, sheet.points, strict=True)
    ]
    title = say("sheet.rascal") if sheet.rascal else say("title")
    return Grid(title, tuple(columns), tuple(rows))


def cell(played: Round, seat: int, points: int) -> str:
    """What a player did in a round, like ``2/2 +40``, with Harry's change and the wager where there are any."""
    bid, change, wager = played.bids[seat], played.harry[seat], played.wagers[seat]
    harry = f"{change:+d}" if change else ""
    bet = say("sheet.bet", points=wager) if wager else ""
    return say("sheet.cell", won=played.won[seat], bid=bid, harry=harry, bet=bet, points=points)


def open_sheet(file: Path | None, scoring: str | None) -> KeptSheet:
    """The sheet of a file, or a new one; see `ScoreSheet.open`.

    Raises:
        ConfigError: the file's sheet has the usual scoring, and Rascal's is asked for.
        FileError: the file is broken or no such sheet.
    """
    rascal = scoring == RASCAL
    before = None if file is None else held(file)
    sheet = None if file is None or before is None else load(file)
    if sheet is not None and rascal and not sheet.rascal:
        raise ConfigError(say("sheet.scoring", file=file))
    return KeptSheet(sheet, file, before, rascal)


SCORE_SHEET = ScoreSheet(open=open_sheet, score=lambda text: read(text).scored(), scorings=(RASCAL,))
