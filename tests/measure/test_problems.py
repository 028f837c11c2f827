"""Problems: those that ship have one clear answer that agents miss; files are checked; the choice is strict."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError, FileError
from croupier.measure import load
from croupier.measure.costs.problems import (
    EASY,
    LEAST,
    LEVELS,
    SURE,
    UNPUBLISHED,
    GameProblem,
    choose,
    is_sure,
    problems_of,
    read_problems,
    shipped_problems,
    write_problems,
)
from tests.measure.test_sets import ROW, rewritten

SHIPPED = sorted(shipped_problems())


@pytest.mark.parametrize("game", SHIPPED)
def test_problems_that_ship_have_one_clear_answer_that_agents_miss(game: str) -> None:
    found = problems_of(game)
    assert 18 <= len(found.problems) == len({each.row.id for each in found.problems}) <= 30
    assert [each.level for each in found.problems] == sorted(each.level for each in found.problems)
    phases = [phase.name for phase in found.problems[0].row.made().phases]
    easy = [str(each.row.stratum["phase"]) for each in found.problems if not each.level]
    assert easy == sorted(easy, key=phases.index)  # the usual decisions come first
    assert len({each.level for each in found.problems}) > 1
    for each in found.problems:
        row = each.row
        for action, cost, error in zip(row.legal, row.behind, row.behind_errors, strict=True):
            assert each.is_right(action) or cost >= max(LEAST, SURE * error)
        missed = [name for name, action in each.choices.items() if not each.is_right(action)]
        assert set(missed) - {"search/fast"}
        assert each.level == max(len(missed) - 1, each.least < EASY)
        assert 0.0 < each.random_misses < 1.0
        assert all(not each.words[row.place(action)] for action in row.legal if each.is_right(action))


@pytest.mark.parametrize("game", SHIPPED)
def test_the_data_of_a_problem_shows_what_its_seat_sees_and_no_more(game: str) -> None:
    for each in problems_of(game).problems[:5]:
        state, data = each.row.state(), each.data()
        assert data["view"] == state.resample_hidden(data["seat"], 3).view(data["seat"])
        assert not {"start", "seed"} & set(data)
        assert data["actions"][0]["right"]
        assert data["level"] == LEVELS[each.level]


def test_a_problem_is_right_where_an_action_is_as_good_as_the_best() -> None:
    row = replace(ROW, legal=(0, 1, 2), texts=("a", "b", "c"), values=(1.0, 1.0, 0.0), errors=(0.0,) * 3,
                  behind=(0.0, 0.0, 9.0), behind_errors=(0.0, 0.0, 1.0))  # fmt: skip
    problem = GameProblem(row, 0, {"bot": 2, "net": 1}, ((), (), ("points: 3 with a, 1 with c",)))
    assert [problem.is_right(action) for action in row.legal] == [True, True, False]
    assert problem.random_misses == pytest.approx(1 / 3)
    assert [each["agents"] for each in problem.solution()] == [[], ["net"], ["bot"]]
    with pytest.raises(ConfigError, match="action 3 is not legal"):
        problem.is_right(3)


@pytest.mark.parametrize(
    ("behind", "errors", "sure"),
    [
        ((0.0, 9.0), (0.0, 1.0), True),
        ((0.0, 4.9), (0.0, 1.0), False),
        ((0.0, 0.9), (0.0, 0.0), False),
        ((0.0, 0.0), (0.0, 0.0), False),
        ((0.0, 0.0, 9.0), (0.0, 0.0, 1.0), True),
        ((0.0, 9.0, 0.2), (0.0, 1.0, 0.2), True),
        ((0.0, 9.0, 0.2), (0.0, 1.0, 0.0), False),
        ((0.0, 9.0, 0.6), (0.0, 1.0, 0.6), False),
    ],
)
def test_a_decision_in_which_an_action_is_neither_right_nor_surely_wrong_is_no_problem(
    behind: tuple[float, ...], errors: tuple[float, ...], sure: bool
) -> None:
    legal = tuple(range(len(behind)))
    assert is_sure(replace(ROW, legal=legal, behind=behind, behind_errors=errors)) is sure


def test_problems_are_chosen_from_a_set_and_written(tmp_path: Path) -> None:
    shares: list[float] = []
    decisions = load("pig-1")
    made = choose(replace(decisions, rows=decisions.rows[:60]), 3, progress=shares.append)
    assert 0 < len(made.problems) <= 3
    assert shares[-1] <= 1.0
    assert made.sets == {"pig-1": decisions.digest}
    file = tmp_path / "pig.jsonl.gz"
    assert write_problems(file, made) == made == read_problems(file)
    again = tmp_path / "again.jsonl.gz"
    write_problems(again, made)
    assert again.read_bytes() == file.read_bytes()
    with pytest.raises(ConfigError, match="no decision of pig-1 is clear enough"):
        choose(replace(decisions, rows=tuple(row for row in decisions.rows if not row.differ)), 3)


CHANGED: list[tuple[int, str, Any, str]] = [
    (0, "format", "croupier-decisions", "is no file of problems"),
    (0, "version", 2, "has version 2 of the format"),
    (0, "unit", 3, "unit of its header is 3, not of type str"),
    (0, "judge", {}, "the judge in its header names no agent"),
    (0, "game", "chess", "of the game 'chess', which is not installed"),
    (0, "game_version", 99, "choose problems again"),
    (1, "level", 9, "line 2: level is from 0 to 3, not 9"),
    (1, "level", True, "line 2: level is from 0 to 3, not True"),
    (1, "choices", {"bot": 7}, "line 2: choices names a legal action"),
    (1, "words", [[]], "line 2: words has a list for each legal action"),
    (1, "words", [[], [3]], "line 2: words has a list of texts"),
    (1, "more", 1, "line 2: its fields are not choices, level, row, words"),
    (1, "row", {"legal": [1, 0]}, "line 2: it breaks a rule: legal is ascending"),
]


@pytest.mark.parametrize(("line", "name", "value", "said"), CHANGED)
def test_a_file_that_was_changed_is_refused(line: int, name: str, value: Any, said: str, tmp_path: Path) -> None:
    def change(lines: list[Any]) -> None:
        lines[line][name] = lines[line]["row"] | value if name == "row" else value

    file = tmp_path / "pig.jsonl.gz"
    file.write_bytes(shipped_problems()["pig"].read_bytes())
    rewritten(file, change)
    with pytest.raises(FileError, match=said):
        read_problems(file)


def test_a_file_of_another_digest_or_with_fewer_problems_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pig.jsonl.gz"
    for signed, said in (
        (True, "has 29 problems, where its header says 30"),
        (False, "was changed: its digest is"),
    ):
        file.write_bytes(shipped_problems()["pig"].read_bytes())
        rewritten(file, list.pop if signed else lambda lines: lines[1].update(level=3), signed=signed)
        with pytest.raises(FileError, match=said):
            read_problems(file)


def test_a_problem_that_more_agents_miss_than_there_are_levels_is_of_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decisions = load("pig-1")
    row = next(row for row in decisions.rows if is_sure(row))
    wrong = next(action for action in row.legal if row.regret(action) > 0.0)
    monkeypatch.setattr("croupier.measure.costs.problems.agent_if_any", lambda _, name: name)
    monkeypatch.setattr("croupier.measure.costs.problems.ask_one", lambda *_: wrong)
    (problem,) = choose(replace(decisions, rows=(row,)), 1).problems
    assert len(problem.choices) > len(LEVELS)
    assert problem.level == len(LEVELS) - 1


@pytest.mark.parametrize("game", SHIPPED)
def test_the_sets_that_problems_name_are_those_that_ship(game: str) -> None:
    found, published = problems_of(game), set[str]()
    for name, digest in found.sets.items():
        if digest != UNPUBLISHED:
            ships = load(name)
            assert ships.digest == digest
            assert ships.judge == found.judge
            published |= {row.id for row in ships.rows}
    outside = {each.row.id for each in found.problems} - published
    assert bool(outside) == (UNPUBLISHED in found.sets.values())
