"""croupier score: the score sheet of people with real cards."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.errors import FileError
from croupier.core.spec.score_sheet import Grid, ScoreSheet, Tone
from croupier.games.skull_king.score_sheet.file import load, save
from croupier.games.skull_king.score_sheet.rounds import Round
from croupier.games.skull_king.score_sheet.sheet import Sheet
from croupier.games.skull_king.score_sheet.talk import open_sheet
from tests.cli.conftest import Run

NAMES = ("Ann", "Bob", "Cyd")


def row(**changes: Any) -> dict[str, Any]:
    """A round of three cards in which Ann and Bob are exact."""
    return {"cards": 3, "bids": [2, 1, 1], "won": [2, 1, 0]} | changes


def written(tmp_path: Path, *rounds: Any, **changes: Any) -> Path:
    """A file with these rounds."""
    data = {"format": 1, "game": "skull-king", "names": list(NAMES), "rounds": list(rounds)}
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(data | changes))
    return file


# ------------------------------------------------------------------------------------------------- from a file


def test_a_sheet_is_shown_as_a_table(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, row(wagers=[20, 0, 0]), row(cards=4, bids=[0, 1, 2], won=[0, 2, 2], harry=[0, 1, 0]))
    result = run("score", "skull-king", "--file", str(file))
    assert result.exit_code == 0
    lines = [" ".join(line.replace("│", " ").split()) for line in result.stdout.splitlines()]
    assert "3 2/2 bet 20 +60 1/1 +20 0/1 -10" in lines
    assert "4 0/0 +40 2/1+1 +40 2/2 +40" in lines
    assert "total 100 60 30" in lines


def test_what_json_prints_is_a_sheet_again(run: Run, tmp_path: Path) -> None:
    first = run("score", "skull-king", "--file", str(written(tmp_path, row(alliances=[["Ann", "Bob"]]))), "--json")
    again = tmp_path / "again.json"
    again.write_text(first.stdout)
    assert run("score", "skull-king", "--file", str(again), "--json").stdout == first.stdout
    assert json.loads(first.stdout)["winners"] == ["Ann"]


def test_a_round_that_cannot_be_is_refused_in_one_line(refused: Callable[..., str], tmp_path: Path) -> None:
    file = written(tmp_path, row(), row(cards=0))
    line = refused("score", "skull-king", "--file", str(file))
    assert line == f"croupier: {file}: round 2: 3 players are dealt 1 to 10 cards, not 0 (SK-2)"


def test_a_broken_file_is_refused_and_left_alone(refused: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text("[]")
    assert "this is no score sheet" in refused("score", "skull-king", "--file", str(file))
    assert file.read_text() == "[]"


# ------------------------------------------------------------------------------------------------- asked for


def test_a_sheet_is_kept_round_by_round_and_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    text = "Ann, Bob, Cyd\n\n1 0 0\n1 0 0\nAnn 15\nAnn 20\n\n\nq\n"
    result = run("score", "skull-king", "--file", str(file), text=text)
    assert result.exit_code == 0
    assert "Ann's bonus must be a multiple of 10, not 15 (SK-12)." in result.stdout
    assert "Ann leads with 40 points." in result.stdout
    assert load(file).points == [(40, 10, 10)]

    more = run("score", "skull-king", "--file", str(file), "--resume", text="\n1 1 1\n1 1 0\n\nb 10\n\n\nq\n")
    assert "Round 2: cards dealt to each [2]" in more.stdout
    sheet = load(file)
    assert sheet.rounds[1] == Round(2, (1, 1, 1), (1, 1, 0), (0, 0, 0), (0, 10, 0), (0, 0, 0))
    assert sheet.totals() == [60, 40, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.json"]


def test_wrong_answers_are_explained_and_asked_again(run: Run) -> None:
    answers = (
        "Ann", "Ann, ann", "Ann, Bob",  # names
        "x", "11", "3",  # cards
        "1", "1 4", "Ann 1", "Ann 1, Bob 1, ann 2", "?", "Ann 1, Bob 2",  # bids
        "3 1", "1 2",  # tricks
        "Dan 10", "10+30 0",  # bonuses
        "10 10", "",  # wager
        "Bob +1, Ann +1", "Bob -1",  # Harry
        "Ann Bob Bob", "Ann & Bob",  # loot
        "q",
    )  # fmt: skip
    result = run("score", "skull-king", "--json", text="".join(f"{answer}\n" for answer in answers))
    assert result.exit_code == 0
    for reason in (
        "2 to 8 people play Skull King, not 1 (SK-2).",
        "Two players have the name 'Ann'; give each one of its own.",
        "'x' is no whole number.",
        "2 players are dealt 1 to 10 cards, not 11 (SK-2).",
        "There are 1 numbers for 2 players.",
        "Bob's bid must be 0 to 3, the cards dealt, not 4 (SK-4).",
        "One number for each player is needed; none is there for Bob.",
        "Ann is named twice.",
        "q ends the sheet at the start of a round",
        "The tricks won add up to 4, more than the cards dealt, 3 (SK-2, SK-6).",
        "Unknown player 'Dan'; known: Ann, Bob.",
        "One player at most bets in a round: there is one Roatan (SK-14).",
        "One player at most changes the bid in a round: there is one Harry (SK-14).",
        "'Ann Bob Bob' is no pair of players, like Ann & Bob.",
    ):
        assert reason in " ".join(result.stderr.split()), reason
    (played,) = json.loads(result.stdout)["rounds"]
    assert played == {
        "cards": 3, "bids": [1, 2], "won": [1, 2], "bonuses": [40, 0], "wagers": [0, 0], "harry": [0, -1],
        "alliances": [["Ann", "Bob"]], "points": [60, -10],
    }  # fmt: skip


def test_q_inside_a_round_drops_it_and_before_the_names_everything(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    result = run("score", "skull-king", "--file", str(file), text="Ann, Bob\n\n1 0\nq\nq\n")
    assert "The round under way is dropped." in result.stderr
    assert load(file).rounds == []
    assert run("score", "skull-king", "--json", text="q\n").stdout == ""


def test_the_end_of_the_input_leaves_the_whole_rounds(refused: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    text = "Ann, Bob\n\n1 0\n1 0\n\n\n\n\n1 1\n"
    assert "the input ended" in refused("score", "skull-king", "--file", str(file), text=text)
    assert load(file).points == [(20, 10)]


def test_the_tenth_round_ends_the_sheet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    sheet = Sheet(NAMES)
    for cards in range(1, 10):
        sheet.add(Round(cards, (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)))
    save(sheet, file)
    text = "\n10 0 0\n10 0 0\n\n\n\n\n"
    result = run("score", "skull-king", "--file", str(file), "--resume", text=text)
    assert result.exit_code == 0
    assert "Ann wins with 650 points." in result.stdout


# ------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pig"], "score keeps the sheet of skull-king, not of pig"),
        (["skul-king"], "unknown game 'skul-king'; did you mean skull-king or SkullKing-v0?"),
        (["skull-king", "--resume"], "--resume goes on with the sheet of --file FILE; name one"),
        (["skull-king", "--resume", "--file", "none.json"], "none.json is not there to go on with"),
    ],
)
def test_score_refuses_in_one_line(words: list[str], message: str, refused: Callable[..., str]) -> None:
    assert message in refused("score", *words)


def test_a_sheet_with_one_scoring_refuses_another(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ScoreSheet(open=open_sheet, score=json.loads)
    monkeypatch.setattr("croupier.games.skull_king.score_sheet.talk.SCORE_SHEET", other)
    assert "skull-king has no Rascal scoring: leave out --rascal" in refused("score", "skull-king", "--rascal")


def test_sk_13_the_scoring_of_a_sheet_does_not_change(refused: Callable[..., str], tmp_path: Path) -> None:
    file = written(tmp_path, row())
    assert "is a sheet of the usual scoring" in refused("score", "skull-king", "--file", str(file), "--rascal")


# ------------------------------------------------------------------------------------------------- several hands


class Typing:
    """A desk at which somebody types these lines."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def ask(self, question: str) -> str:
        del question
        return self._lines.pop(0)

    def say(self, line: str, tone: Tone) -> None:
        pass

    def note(self, line: str) -> None:
        pass

    def show(self, grid: Grid) -> None:
        pass


def test_a_sheet_that_somebody_else_has_changed_is_not_written_over(
    tmp_path: Path,
) -> None:
    file = tmp_path / "sheet.json"
    save(Sheet(("Ann", "Bob")), file)
    other = Sheet(("Ann", "Bob"))
    other.add(Round(1, (1, 0), (1, 0), (0, 0), (0, 0), (0, 0)))
    mine = open_sheet(file, None)
    theirs = save(other, file)
    with pytest.raises(FileError, match="was changed by somebody else meanwhile"):
        mine.keep(Typing("", "0 0", "0 1", "", "", "", ""))
    assert file.read_bytes() == theirs


def test_a_new_sheet_is_not_written_over_one_that_has_come_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    first, second = open_sheet(file, None), open_sheet(file, None)
    first.keep(Typing("Ann, Bob", "q"))
    with pytest.raises(FileError, match="was changed by somebody else"):
        second.keep(Typing("Cyd, Dan", "q"))
    assert load(file).names == ("Ann", "Bob")


@pytest.mark.parametrize("rounds", [2, 10])
def test_any_round_can_be_corrected(rounds: int, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    sheet = Sheet(NAMES)
    for cards in range(1, rounds + 1):
        sheet.add(Round(cards, (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)))
    save(sheet, file)
    text = "#11\n#1\n\n1 0 0\n1 0 0\n\n\n\nq\n"
    result = run("score", "skull-king", "--file", str(file), "--resume", text=text)
    assert result.exit_code == 0
    assert "Round 11 is not written down yet." in result.stdout
    found = load(file)
    assert (found.points[0], found.points[1:]) == ((20, 10, 10), sheet.points[1:])
    assert found.rounds[1:] == sheet.rounds[1:]


def test_a_key_that_stands_twice_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    file = written(tmp_path, row())
    file.write_text(file.read_text().replace('"format"', '"rascal": false, "rascal": true, "format"'))
    assert "'rascal' stands twice in one object" in refused("score", "skull-king", "--file", str(file))


@pytest.mark.parametrize("width", [20, 44, 80])
def test_totals_are_never_cut_however_narrow_the_terminal_is(
    width: int, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Player{chr(65 + seat)}" for seat in range(8)]
    none = [0] * 7
    played = {"cards": 8, "bids": [8, *none], "won": [8, *none], "bonuses": [110, *none], "harry": [-1, *none]}
    file = written(tmp_path, *[played] * 8, names=names)
    monkeypatch.setenv("COLUMNS", str(width))
    shown = run("score", "skull-king", "--file", str(file)).stdout
    assert "…" not in shown
    totals = [
        word for line in shown.splitlines() if "total" in line for word in line.replace("│", " ").split()[1:]
    ]
    assert totals == [str(each) for each in load(file).totals()]
    assert max(map(len, shown.splitlines())) <= width
