"""The guided first round of Skull King: the end of a round of three cards, and the bids of the next."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.skull_king.english import say


def _ask(key: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
    return LessonStep.asking(say(key), say(unless), look, asks, *then)


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start=(
        "skull-king players=3 rosie=false phase=PLAYING round=3 dealer=0 leader=1 scores=40,20,-10 bids=2,1,0 "
        "hands=ros,p2,b8/p5,y13/p12,g12 trick=p9,p13 last=2/0/g3,g7,y2"
    ),
    seed=45,  # purple 9, an escape, the Skull King and a mermaid come next
    names=("You", "Ben", "Cara"),
    steps=(
        _ask("lesson.pirate", "lesson.pirate.unless", "card:rosie", "[play rosie]"),
        _ask(
            "lesson.follow",
            "lesson.follow.unless",
            "card:purple 2",
            "[play purple 2]",
            "[play purple 5]",
            "[play purple 12]",
            "[play green 12]",
        ),
        _ask(
            "lesson.trump", "lesson.trump.unless", "card:black 8", "[play black 8]", "[play yellow 13]", "[bid 1]"
        ),
        _ask("lesson.bid", "lesson.bid.unless", "question", "[bid 2]", "[bid 1]"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
