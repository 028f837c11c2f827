"""The guided first rounds of Liar's Dice: a bid, a higher one, a call, and a bid that is called and true."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.liars_dice.english import say

LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start="liars-dice players=3 dice=3 lost_dice=true cups=446/133/255",
    seed=1315,  # 133/116/26
    names=("You", "Ben", "Cara"),
    steps=(
        LessonStep.asking(
            say("lesson.bid"), say("lesson.bid.unless"), "hand", "[bid 1x4]", "[bid 2x3]", "[bid 2x5]"
        ),
        LessonStep.asking(
            say("lesson.higher"), say("lesson.higher.unless"), "hand", "[bid 3x4]", "[bid 3x5]", "[bid 5x5]"
        ),
        LessonStep.asking(say("lesson.call"), say("lesson.call.unless"), "question", "[liar]", "[bid 2x2]"),
        LessonStep.asking(say("lesson.odds"), say("lesson.odds.unless"), "question", "[bid 3x3]", "[liar]"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
