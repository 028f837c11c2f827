"""The guided first round of Skull King: five cards each, three players."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.skull_king.english import say


def _ask(key: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
    return LessonStep(says=say(key), look=look, asks=asks, unless=say(unless), then=then)


def _tell(key: str, look: str = "", *then: str) -> LessonStep:
    return LessonStep(says=say(key), look=look, then=then)


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=5,
    start=(
        "skull-king players=3 schedule=fives dealer=2 hands=g4,p2,b8,esc,ros/g11,p5,p9,sk,mer/g7,y14,p6,p13,mer"
    ),
    names=("You", "Ben", "Cara"),
    steps=(
        _tell("lesson.hello"),
        _tell("lesson.table", "seats"),
        _tell("lesson.hand", "hand"),
        _tell("lesson.numbers", "card:green 4"),
        _tell("lesson.black", "card:black 8"),
        _tell("lesson.rosie", "card:rosie"),
        _tell("lesson.escape", "card:escape"),
        _tell("lesson.look_up", "hand"),
        _tell("lesson.points"),
        _ask("lesson.bid", "lesson.bid.unless", "question", "[bid 2]", "[bid 1]", "[bid 1]"),
        _tell("lesson.bids", "seats"),
        _ask(
            "lesson.lead",
            "lesson.lead.unless",
            "card:green 4",
            "[play green 4]",
            "[play green 11]",
            "[play green 7]",
        ),
        _tell("lesson.first", "trick", "[play purple 9]", "[play purple 13]"),
        _ask("lesson.follow", "lesson.follow.unless", "card:purple 2", "[play purple 2]"),
        _tell("lesson.second", "trick", "[play purple 6]"),
        _ask("lesson.trump", "lesson.trump.unless", "card:black 8", "[play black 8]", "[play purple 5]"),
        _tell("lesson.third", "seats"),
        _ask(
            "lesson.pirate",
            "lesson.pirate.unless",
            "card:rosie",
            "[play rosie]",
            "[play mermaid]",
            "[play yellow 14]",
        ),
        _tell("lesson.mermaid", "trick"),
        _ask(
            "lesson.ability",
            "lesson.ability.unless",
            "question",
            "[leader 1]",
            "[play skull king]",
            "[play mermaid]",
        ),
        _ask("lesson.king", "lesson.king.unless", "card:escape", "[play escape]"),
        _tell("lesson.score", "score"),
        _tell("lesson.rounds", "score"),
        _tell("lesson.end"),
    ),
)
