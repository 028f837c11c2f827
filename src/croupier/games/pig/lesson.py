"""The guided first round of Pig Dice: a short game to 20 points."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.pig.english import say

ROLL, HOLD = "[roll]", "[hold]"


def _ask(key: str, look: str, asks: str, *then: str) -> LessonStep:
    unless = say("lesson.must_roll" if asks == ROLL else "lesson.must_hold")
    return LessonStep(says=say(key), look=look, asks=asks, unless=unless, then=then)


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start="pig winning_score=20 scores=0,0 turn=0 total=0 turns=0",
    seed=5394,  # 5 5 | 6 1 | 3 1 | 4 2 | 5 6
    names=("You", "Ben"),
    steps=(
        _ask("lesson.roll", "roll", ROLL),
        _ask("lesson.again", "roll", ROLL),
        _ask("lesson.hold", "hold", HOLD, ROLL, ROLL),
        _ask("lesson.second", "roll", ROLL),
        _ask("lesson.risk", "roll", ROLL, ROLL, ROLL, HOLD),
        _ask("lesson.third", "roll", ROLL),
        _ask("lesson.nearly", "roll", ROLL),
        _ask("lesson.win", "hold", HOLD),
        LessonStep(says=say("lesson.end")),
    ),
)
