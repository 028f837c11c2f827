"""check_game finds lessons that cannot be played, cards without a text, and tricks without a reason."""

from dataclasses import replace
from typing import Any

import pytest

import croupier
from croupier.core.base.errors import CheckError, PositionError
from croupier.core.engine.game import Game
from croupier.core.spec.registry import spec
from croupier.core.spec.spec import GameSpec
from croupier.core.spec.teaching import FaceWords, Lesson, LessonStep, Rank, TrickReason, Tricks
from croupier.testing.check_teaching import MOST_SAID, WordsCheck, check_lesson
from tests.changed import changed

GOOD = LessonStep(says="Bid.", look="question", asks="[bid 1]", unless="Bid one.", then=("[bid 0]", "[bid 0]"))
START = "skull-king players=3 schedule=one dealer=2 hands=g4/g5/g6"


def skull_king(*steps: LessonStep, **parts: Any) -> GameSpec:
    whole: dict[str, Any] = {"title": "A round", "minutes": 1, "start": START, "names": ("A", "B", "C")}
    lesson = Lesson(**(whole | {"steps": steps or (GOOD,)} | parts))
    return changed(spec("skull-king"), lesson=lambda: lesson)


@pytest.mark.parametrize("name", ["pig", "spite-malice", "skull-king"])
def test_the_lessons_that_ship_can_be_played(name: str) -> None:
    assert spec(name).lesson is not None
    check_lesson(spec(name))


@pytest.mark.parametrize(
    ("steps", "parts", "fault"),
    [
        ((replace(GOOD, asks="[bid 2]"),), {}, "step 1 of the lesson of skull-king: .*legal"),
        ((replace(GOOD, asks="[fly]"),), {}, r"step 1 of the lesson of skull-king: .*fly"),
        ((replace(GOOD, asks="", unless=""),), {}, r"step 1 .* not the turn of who plays '\[bid 0\]'"),
        ((GOOD, GOOD), {}, "step 2 of the lesson of skull-king: .*bid"),
        ((), {"seat": 1}, "step 1 .* not the turn of"),
        ((), {"start": "skull-king players=3 hands=g1,g1/g1/g2"}, "begins at no position"),
        ((), {"start": "pig scores=0,0"}, "begins at no position"),
        ((), {"names": ("A", "B")}, "has 3 seats, 2 names"),
        ((), {"title": ""}, "has no steps, no title"),
        ((replace(GOOD, says=""),), {}, "says 0 characters"),
        ((replace(GOOD, says="x" * (MOST_SAID + 1)),), {}, f"says {MOST_SAID + 1} characters"),
        ((replace(GOOD, unless=""),), {}, "nothing to say to who does something else"),
        ((replace(GOOD, look="moon"),), {}, "looks at 'moon', which is no place"),
        ((replace(GOOD, look="card"),), {}, "looks at 'card', which is no place"),
        ((replace(GOOD, look="hand:2"),), {}, "looks at 'hand:2', which is no place"),
        ((replace(GOOD, look="card:green 5"),), {}, "looks at the card 'green 5', which the learner does not see"),
    ],
)
def test_faults_of_lessons_are_found(steps: tuple[LessonStep, ...], parts: dict[str, Any], fault: str) -> None:
    with pytest.raises(CheckError, match=fault):
        check_lesson(skull_king(*steps, **parts))


def after_a_trick(**words: Any) -> None:
    """Check a position after a trick under other words."""
    found = spec("skull-king")
    game = Game(changed(found, words=replace(found.words, **words)), players=3)
    state = game.new_initial_state(1)
    check = WordsCheck(game)
    while state.table(None)["last_trick"] is None:
        check.node(state)
        state.apply_action(state.legal_actions()[0])
    check.node(state)


def test_cards_and_tricks_that_are_explained_pass() -> None:
    after_a_trick()
    after_a_trick(explain=None, tricks=None)


def test_a_card_without_a_text_is_found() -> None:
    with pytest.raises(CheckError, match=r"a view names the card .*, and nothing says what it does"):
        after_a_trick(explain=lambda _: FaceWords({}))
    with pytest.raises(CheckError, match="names 'moon', which has no text"):
        after_a_trick(explain=lambda _: FaceWords({}, (Rank(("moon",), "high"),)))


def refuse(game: object, plays: object) -> TrickReason:
    raise PositionError("no trick")


@pytest.mark.parametrize(
    ("why", "fault"),
    [
        (refuse, "is said to be none: no trick"),
        (lambda *_: TrickReason(7, "SK-6", "Seven."), "7 is said to have won"),
        (lambda *_: TrickReason(0, "", "So."), "no reason, or no rule"),
        (lambda *_: TrickReason(None, "SK-6", ""), "no reason, or no rule"),
    ],
)
def test_a_trick_without_a_reason_is_found(why: Any, fault: str) -> None:
    tricks = spec("skull-king").words.tricks
    assert tricks is not None
    with pytest.raises(CheckError, match=fault):
        after_a_trick(tricks=Tricks(tricks.last, why))


def test_check_game_checks_them() -> None:
    found = spec("pig")
    assert found.lesson is not None
    broken = replace(found.lesson(), start="chess")
    with pytest.raises(CheckError, match="the lesson of pig begins at no position"):
        croupier.check_game(Game(changed(found, lesson=lambda: broken)), games=0, fuzz=0)
