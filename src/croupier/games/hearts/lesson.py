"""The guided first deal of Hearts: the last four tricks of a deal, and what is passed before the next."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.hearts.english import say

LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start=(
        "hearts deal=4 scores=22,31,14,37 "
        "hands=2C,AC,KD,2H,3H,10H,QH,5S,7S,8S,QS,KS,AS/6C,8C,JC,3D,6D,8D,AD,6H,JH,2S,4S,6S,9S/"
        "5C,7C,10C,KC,2D,9D,10D,QD,5H,7H,9H,AH,JS/3C,4C,9C,QC,4D,5D,7D,JD,4H,8H,KH,3S,10S "
        "plays=2C,6C,7C,3C,2D,5D,KD,8D,5S,4S,JS,10S,9D,7D,QH,3D,5H,8H,2H,JH,2S,AH,3S,KS,7S,6S,7H,KH,8S,9S,10C,QC,"
        "AD,10D,JD,AC,8C,KC,4C"
    ),
    seed=54,  # two high spades and the ace of hearts come next
    names=("You", "Ben", "Cara", "Finn"),
    steps=(
        LessonStep.of_card(say("lesson.queen"), say("lesson.queen.unless"), "[QS]", "[9H]", "[4H]"),
        LessonStep.of_card(say("lesson.under"), say("lesson.under.unless"), "[3H]", "[6H]", "[QD]", "[4D]"),
        LessonStep.of_card(say("lesson.throw"), say("lesson.throw.unless"), "[10H]", "[6D]", "[5C]", "[9C]"),
        LessonStep.of_card(say("lesson.last"), say("lesson.last.unless"), "[AS]", "[JC]"),
        LessonStep.of_card(say("lesson.pass"), say("lesson.pass.unless"), "[pass QS]"),
        LessonStep.of_card(say("lesson.king"), say("lesson.king.unless"), "[pass KS]"),
        LessonStep.of_card(say("lesson.ace"), say("lesson.ace.unless"), "[pass AH]"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
