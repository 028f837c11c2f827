"""The talk in which a score sheet is kept, at a desk without a terminal; tests/cli has the command."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from croupier.core.base.errors import ConfigError
from croupier.core.spec.score_sheet import Column, Grid, Tone
from croupier.games.skull_king.score_sheet.answers import find_name, read_pairs, read_row, whole
from croupier.games.skull_king.score_sheet.file import load, save
from croupier.games.skull_king.score_sheet.rounds import Round
from croupier.games.skull_king.score_sheet.sheet import Sheet
from croupier.games.skull_king.score_sheet.talk import open_sheet

NAMES = ("Ann", "Bob", "Cyd")


class Scripted:
    """A desk whose answers are known beforehand; the input ends after them."""

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = iter(answers)
        self.asked: list[str] = []
        self.said: list[tuple[Tone, str]] = []
        self.noted: list[str] = []
        self.shown: list[Grid] = []

    def ask(self, question: str) -> str:
        self.asked.append(question)
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError from None

    def say(self, line: str, tone: Tone) -> None:
        self.said.append((tone, line))

    def note(self, line: str) -> None:
        self.noted.append(line)

    def show(self, grid: Grid) -> None:
        self.shown.append(grid)


def test_a_round_is_asked_for_scored_and_shown() -> None:
    desk, sheet = Scripted(("Ann, Bob", "", "1 0", "1 0", "Ann 20", "", "", "q")), open_sheet(None, None)
    sheet.keep(desk)
    assert sheet.begun
    assert desk.asked == [
        "Players in seat order, like Ann, Bob, Cyd",
        "Round 1: cards dealt to each [1] (q ends)",
        "Bids (Ann Bob)",
        "Tricks won (Ann Bob)",
        "Bonuses captured [none]",  # no wager is asked for: the only trick is the last
        "Harry's change, like Ann +1 [none]",
        "Allies by loot, like Ann & Bob [none]",
        "Round 2: cards dealt to each [2] (q ends)",
    ]
    (grid,) = desk.shown
    assert grid.title == "Skull King"
    assert grid.columns == (
        Column("cards", "total", "label"), Column("Ann", "40", "best"), Column("Bob", "10", "player"),
    )  # fmt: skip
    assert grid.rows == (("1", "1/1 +40", "0/0 +10"),)
    assert desk.said[-1] == ("result", "Ann leads with 40 points.")
    assert sheet.scored()["totals"] == [40, 10]


def test_an_answer_that_cannot_be_is_explained_and_asked_again() -> None:
    desk, sheet = Scripted(("?", "Ann", "Ann, Bob", "11", "2", "1 3", "1 1", "q", "q")), open_sheet(None, "rascal")
    sheet.keep(desk)
    problems = [line for tone, line in desk.said if tone == "problem"]
    assert problems == [
        "2 to 8 people play Skull King, not 1 (SK-2).",
        "2 players are dealt 1 to 10 cards, not 11 (SK-2).",
        "Bob's bid must be 0 to 2, the cards dealt, not 3 (SK-4).",
    ]
    assert [tone for tone, _ in desk.said].count("hint") == 2  # at the start, and asked for
    assert desk.noted == ["The round under way is dropped."]
    assert sheet.scored()["rascal"]


def test_q_before_the_names_leaves_no_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    sheet, desk = open_sheet(file, None), Scripted(("Q",))
    sheet.keep(desk)
    sheet.show(desk)
    assert (sheet.begun, sheet.scored(), desk.shown, file.exists()) == (False, {}, [], False)


def test_the_end_of_the_input_leaves_the_whole_rounds_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    with pytest.raises(EOFError):
        open_sheet(file, None).keep(Scripted(("Ann, Bob", "2", "1 1", "1 0", "", "Ann 20", "", "b & a", "2")))
    (played,) = load(file).rounds
    assert played == Round(2, (1, 1), (1, 0), (0, 0), (20, 0), (0, 0), ((1, 0),))


def test_the_tenth_round_ends_the_talk_and_several_may_win(tmp_path: Path) -> None:
    file, sheet = tmp_path / "sheet.json", Sheet(NAMES)
    for cards in range(1, 10):
        sheet.add(Round(cards, (0, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)))
    save(sheet, file)
    desk = Scripted(("", "0 0 1", "0 0 0"))
    open_sheet(file, None).keep(desk)
    assert desk.said[-1] == ("result", "Ann and Bob win with 550 points.")
    assert [column.kind for column in desk.shown[-1].columns] == ["label", "best", "best", "player"]


def test_sk_13_a_sheet_of_the_usual_scoring_is_not_opened_as_rascals(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    save(Sheet(NAMES), file)
    with pytest.raises(ConfigError, match="is a sheet of the usual scoring"):
        open_sheet(file, "rascal")


@pytest.mark.parametrize(
    ("text", "expected"), [("7", 7), ("10+30", 40), ("+1", 1), ("-1", -1), ("10 + 20 + 30", 60), ("0", 0)]
)
def test_a_number_may_be_a_sum(text: str, expected: int) -> None:
    assert whole(text) == expected


@pytest.mark.parametrize("text", ["", "x", "1-2", "1.5", "+", "1++2", "10000"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ConfigError, match="is no whole number"):
        whole(text)


def test_rows_and_pairs_are_read_by_name_or_in_order() -> None:
    assert read_row("", NAMES) == (0, 0, 0)
    assert read_row("1, 2 3", NAMES) == (1, 2, 3)
    assert read_row("cyd 20, a 10", NAMES) == (10, 0, 20)
    assert read_pairs("Ann & Cyd, b c", NAMES) == ((0, 2), (1, 2))
    assert read_pairs("Mary Ann & Jo", ("Mary Ann", "Jo")) == ((0, 1),)
    assert find_name("mary ann", ("Mary Ann", "Mary")) == 0
    assert find_name("MARY", ("Mary Ann", "Mary")) == 1
    with pytest.raises(ConfigError, match="unknown player 'Mar'"):
        find_name("Mar", ("Mary Ann", "Mary"))
    with pytest.raises(ConfigError, match="is no name with a number"):
        read_row("Ann", NAMES)
