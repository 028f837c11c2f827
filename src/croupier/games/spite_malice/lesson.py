"""The guided first round of Mini Spite and Malice: a short game with two goal cards each."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.spite_malice.english import say


def _ask(key: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
    return LessonStep.asking(say(key), say(unless), look, asks, *then)


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start="spite-malice goal_size=2 hands=*0468/23368 goals=52/19 shoe=9778316729831",
    names=("You", "Ben"),
    steps=(
        _ask("lesson.zero", "lesson.zero.unless", "card:0", "[p h2 1]"),
        _ask("lesson.joker", "lesson.joker.unless", "card:*", "[p h1 1]"),
        _ask("lesson.goal", "lesson.goal.unless", "goal", "[p g 1]"),
        _ask("lesson.discard", "lesson.discard.unless", "card:4", "[x1 1]", "[p h2 1]", "[x3 1]"),
        _ask("lesson.top", "lesson.top.unless", "discards", "[p d1 1]"),
        _ask("lesson.win", "lesson.win.unless", "goal", "[p g 1]"),
        LessonStep(says=say("lesson.end")),
    ),
)
