"""The guided first round of Mini Spite and Malice: a short game with three goal cards each."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.spite_malice.english import say


def _ask(key: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
    return LessonStep.asking(say(key), say(unless), look, asks, *then)


def _tell(key: str, look: str = "") -> LessonStep:
    return LessonStep(says=say(key), look=look)


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=3,
    start="spite-malice goal_size=3 hands=*0147/23346 goals=852/519 shoe=4423961728319",
    names=("You", "Ben"),
    steps=(
        _tell("lesson.hello", "goal"),
        _tell("lesson.hand", "hand"),
        _tell("lesson.piles", "piles"),
        _tell("lesson.away", "discards"),
        _ask("lesson.zero", "lesson.zero.unless", "card:0", "[p h2 1]"),
        _ask("lesson.one", "lesson.one.unless", "card:1", "[p h2 1]"),
        _ask("lesson.goal", "lesson.goal.unless", "goal", "[p g 1]"),
        _ask("lesson.joker", "lesson.joker.unless", "card:*", "[p h1 1]"),
        _ask("lesson.four", "lesson.four.unless", "card:4", "[p h1 1]"),
        _ask("lesson.five", "lesson.five.unless", "goal", "[p g 1]"),
        _ask("lesson.discard", "lesson.discard.unless", "card:7", "[x1 1]", "[p h5 1]", "[x2 1]"),
        _tell("lesson.other", "other"),
        _ask("lesson.top", "lesson.top.unless", "discards", "[p d1 1]"),
        _ask("lesson.win", "lesson.win.unless", "goal", "[p g 1]"),
        _tell("lesson.end"),
    ),
)
