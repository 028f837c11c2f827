"""Routes for people who learn a game: texts of cards, reasons of tricks, and steps of lessons."""

from typing import Any

import pytest

from croupier.core.engine.lessons import lesson_stops
from croupier.core.engine.making import make
from croupier.core.spec.registry import spec
from tests import cases
from tests.pages import rule_ids
from tests.server.clients import Browser

TRICK = [{"seat": 1, "card": "rosie"}, {"seat": 2, "card": "skull king"}, {"seat": 0, "card": "mermaid"}]


@pytest.mark.parametrize("game", cases.having("words.explain"))
def test_every_game_says_what_its_faces_do(ann: Browser, game: str) -> None:
    told = ann.post(f"/api/games/{game}/cards", {"options": {}})
    explain = spec(game).words.explain
    assert explain is not None
    expected = explain(make(game))
    assert told["faces"] == dict(expected.faces)
    assert [rank["words"] for rank in told["order"]] == [rank.words for rank in expected.order]


def test_a_game_that_explains_no_faces_is_answered_so(ann: Browser) -> None:
    assert spec("hearts").words.explain is None
    assert ann.post("/api/games/hearts/cards", {"options": {}}) == {"faces": {}, "order": []}


def test_what_cards_do_goes_by_the_options(ann: Browser) -> None:
    usual = ann.post("/api/games/skull-king/cards", {})["faces"]
    other = ann.post("/api/games/skull-king/cards", {"options": {"whale": True, "bendt": False}})["faces"]
    assert set(other) - set(usual) == {"whale"}
    assert "draw two undealt cards" in usual["bendt"]
    assert "draw two" not in other["bendt"]
    assert ann.refused("POST", "/api/games/skull-king/cards", {"options": {"moon": 1}}) == "malformed"
    assert ann.refused("POST", "/api/games/chess/cards", {"options": {}}) == "not-found"


def test_a_finished_trick_is_explained_with_its_rule(ann: Browser) -> None:
    told = ann.post("/api/games/skull-king/why", {"options": {"players": 3}, "plays": TRICK})
    assert (told["winner"], told["rule"]) == (0, "SK-6")
    assert told["words"].startswith("Player 0 wins: where a mermaid and the Skull King")
    cards = zip((0, 2, 1), ("green 1", "green 9", "escape"), strict=True)
    plays = [{"seat": seat, "card": card} for seat, card in cards]
    two = ann.post("/api/games/skull-king/why", {"options": {"players": 2}, "plays": plays})
    assert two["words"].startswith("Graybeard wins")


@pytest.mark.parametrize(
    ("game", "body", "code"),
    [
        ("skull-king", {"plays": TRICK[:2], "options": {"players": 3}}, "malformed"),
        (
            "skull-king",
            {"plays": [*TRICK[:2], {"seat": 0, "card": "moon"}], "options": {"players": 3}},
            "malformed",
        ),
        ("skull-king", {"plays": [*TRICK[:2], {"seat": -1, "card": "jade"}]}, "malformed"),
        ("skull-king", {"plays": TRICK * 50}, "malformed"),
        ("pig", {"plays": TRICK}, "not-found"),
        ("chess", {"plays": TRICK}, "not-found"),
    ],
)
def test_what_is_no_trick_is_refused(ann: Browser, game: str, body: dict[str, Any], code: str) -> None:
    assert ann.refused("POST", f"/api/games/{game}/why", body) == code


@pytest.mark.parametrize("game", cases.having("words.rules_by_number"))
def test_every_rule_of_a_page_is_told_by_its_number(ann: Browser, game: str) -> None:
    numbers = rule_ids(game)
    told = ann.get(f"/api/games/{game}/rules")
    assert [each["number"] for each in told] == numbers
    assert len({each["text"] for each in told}) == len(numbers)
    first = told[0]
    assert ann.get(f"/api/rules/{first['number']}") == {**first, "game": game, "title": spec(game).title}
    named = {option.rule for option in spec(game).options if option.rule}
    assert named <= set(numbers)


@pytest.mark.parametrize("number", ["SK-0", "SK-99", "sk-5", "XX-1", "SK", "a" * 300])
def test_a_rule_that_is_not_there_is_refused(ann: Browser, number: str) -> None:
    answer = ann.ask("GET", f"/api/rules/{number}")
    assert answer.status == 404
    assert answer.json()["error"]["message"] == f"No game here has a rule {number[:12]}."
    assert ann.refused("GET", "/api/games/chess/rules") == "not-found"


@pytest.mark.parametrize("game", cases.having("lesson"))
def test_lessons_are_given_step_by_step_as_the_learner_sees_them(ann: Browser, game: str) -> None:
    assert {each["name"]: each["lesson"] for each in ann.get("/api/games")}[game] is True
    found = spec(game)
    assert found.lesson is not None
    lesson, stops = found.lesson(), lesson_stops(found, found.lesson())
    for number in (1, 2, len(stops) - 1, len(stops)):
        told, stop = ann.get(f"/api/lessons/{game}/{number}"), stops[number - 1]
        assert (told["number"], told["of"], told["says"]) == (number, len(stops), stop.step.says)
        assert told["view"] == stop.state.view(lesson.seat)
        assert (told["asks"] is None) == (not stop.step.asks)
        assert all([each["key"] for each in frame["said"]] for frame in told["frames"])
        assert [frame["view"] for frame in told["frames"]] == [move.after.view(lesson.seat) for move in stop.moves]
    for path in (f"{game}/0", f"{game}/{len(stops) + 1}", "chess/1"):
        assert ann.refused("GET", f"/api/lessons/{path}") == "not-found"


def test_the_round_that_a_lesson_ends_is_scored(ann: Browser) -> None:
    scored = [ann.get(f"/api/lessons/skull-king/{number}")["frames"] for number in (2, 3, 4)]
    assert [any(each["round_score"] for each in frames) for frames in scored] == [False, True, False]
    ended = next(each["round_score"] for each in scored[1] if each["round_score"])
    assert [each["points"] for each in ended["seats"]] == [40, -10, -30]
