"""Routes of problems: positions as their seats see them, without answers; and the answers."""

import json

import pytest

from croupier.core.base.sentence import key_of
from croupier.measure.costs.problems import LEVELS, problems_of, shipped_problems
from croupier.server.routes import positions as problems_routes
from tests.server.clients import Browser

GAMES = sorted(shipped_problems())


@pytest.mark.parametrize("game", GAMES)
def test_problems_are_listed_and_each_is_shown_as_its_seat_sees_it(ann: Browser, game: str) -> None:
    kept = problems_of(game)
    listed = ann.get(f"/api/problems/{game}")
    assert [each["id"] for each in listed["problems"]] == [each.row.id for each in kept.problems]
    levels = [LEVELS.index(each["level"]) for each in listed["problems"]]
    assert levels == sorted(levels)
    for number in (1, len(kept.problems)):
        problem = kept.number(number)
        shown = ann.get(f"/api/problems/{game}/{number}")
        state = problem.row.state()
        seat = state.current_player()
        assert shown["view"] == json.loads(json.dumps(state.view(seat)))
        assert [each["action"] for each in shown["view"]["actions"]] == list(problem.row.legal)
        # the world that it was dealt into stays here, and another one looks the same
        told = json.dumps(shown)
        assert problem.row.start not in told
        assert str(problem.row.seed) not in told
        assert shown["view"] == json.loads(json.dumps(state.resample_hidden(seat, 5).view(seat)))
        assert set(shown) == {
            "game", "title", "number", "of", "id", "level", "options", "rules", "players", "view",
        }  # fmt: skip
        table = state.game.spec.table
        assert len(shown["rules"]) == sum(table.get(name) != value for name, value in shown["options"].items())


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_says_what_each_action_costs_and_who_misses_it(ann: Browser, game: str) -> None:
    problem = problems_of(game).number(1)
    told = ann.get(f"/api/problems/{game}/1/solution")
    assert {each["action"]: each["behind"] for each in told["actions"]} == dict(
        zip(problem.row.legal, problem.row.behind, strict=True)
    )
    assert told["actions"][0]["right"]
    assert all(each["clear"] for each in told["actions"] if not each["right"])
    assert {each["name"]: each["action"] for each in told["agents"]} == problem.choices
    assert [each["right"] for each in told["agents"]].count(False) == problem.level + 1
    assert told["random_misses"] == pytest.approx(
        sum(not each["right"] for each in told["actions"]) / len(told["actions"])
    )


@pytest.mark.parametrize("game", GAMES)
def test_all_that_an_answer_says_can_be_told_in_other_languages(game: str) -> None:
    problems = problems_of(game).problems
    told = [problems_routes.solution(game, number) for number in range(1, len(problems) + 1)]
    assert [[each["words"] for each in answer["actions"]] for answer in told] == [
        [each["words"] for each in problem.solution()] for problem in problems
    ]
    words = [text for answer in told for each in answer["actions"] for text in each["words"]]
    assert [text for text in (*words, *(answer["unit"] for answer in told)) if not key_of(text)] == []


def test_problems_that_are_not_there_are_refused(ann: Browser) -> None:
    for path in ("chess", "chess/1", "pig/0", "pig/1001", "pig/-1", "pig/0/solution", "PIG"):
        assert ann.refused("GET", f"/api/problems/{path}") == "not-found"
    assert ann.refused("GET", "/api/problems/pig/one") == "malformed"


def test_games_say_whether_they_have_problems(ann: Browser) -> None:
    assert sorted(each["name"] for each in ann.get("/api/games") if each["problems"]) == GAMES


def test_who_asks_for_problems_too_often_is_refused(ann: Browser) -> None:
    codes = [ann.ask("GET", "/api/problems/pig/1/solution").status for _ in range(150)]
    assert set(codes) == {200, 429}
