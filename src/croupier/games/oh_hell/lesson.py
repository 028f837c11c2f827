"""The guided first round of Oh Hell: a round of three cards, and the bids of the next."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.oh_hell.english import say

LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start=(
        "oh-hell round=3 dealer=0 scores=11,0,11,10 hands=3H,AH,9S/AD,8H,KH/2C,7D,5H/KD,10H,QH turned=6S "
        "bids=1,1,0,2 plays=KH,5H,QH"
    ),
    seed=500,  # the ace and the king of trumps come next
    names=("You", "Ben", "Cara", "Finn"),
    steps=(
        LessonStep.of_card(say("lesson.follow"), say("lesson.follow.unless"), "[AH]"),
        LessonStep.of_card(say("lesson.lead"), say("lesson.lead.unless"), "[3H]", "[8H]", "[2C]", "[10H]", "[KD]"),
        LessonStep.of_card(
            say("lesson.trump"), say("lesson.trump.unless"), "[9S]", "[AD]", "[7D]", "[bid 1]", "[bid 1]"
        ),
        LessonStep.asking(say("lesson.bid"), say("lesson.bid.unless"), "question", "[bid 2]", "[bid 1]"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
