"""The guided first game of Leduc poker: a check, a call, a raise with a pair, and both cards shown."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.leduc.english import say

LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start="leduc cards=Qs,Kh",
    seed=1,  # Qh comes onto the table
    names=("You", "Ben"),
    steps=(
        LessonStep.asking(say("lesson.check"), say("lesson.check.unless"), "question", "[call]", "[raise]"),
        LessonStep.asking(say("lesson.call"), say("lesson.call.unless"), "question", "[call]"),
        LessonStep.asking(say("lesson.raise"), say("lesson.raise.unless"), "card:Qh", "[raise]", "[raise]"),
        LessonStep.asking(say("lesson.last"), say("lesson.last.unless"), "question", "[call]"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
