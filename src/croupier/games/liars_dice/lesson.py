"""The guided first rounds of Liar's Dice: a bid, a higher one, a call, and a bid that is called and true."""

from __future__ import annotations

from croupier.core.spec.teaching import Lesson, LessonStep
from croupier.games.liars_dice.english import say


def _ask(name: str, look: str, *actions: str) -> LessonStep:
    asks, *then = (f"[{action}]" for action in actions)
    key = f"lesson.{name}"
    return LessonStep(says=say(key), look=look, asks=asks, unless=say(f"{key}.unless"), then=tuple(then))


LESSON = Lesson(
    title=say("lesson.title"),
    minutes=2,
    start="liars-dice players=3 dice=3 lost_dice=true cups=446/133/255",
    seed=1315,  # 133/116/26
    names=("You", "Ben", "Cara"),
    steps=(
        _ask("bid", "hand", "bid 1x4", "bid 2x3", "bid 2x5"),
        _ask("higher", "hand", "bid 3x4", "bid 3x5", "bid 5x5"),
        _ask("call", "question", "liar", "bid 2x2"),
        _ask("odds", "question", "bid 3x3", "liar"),
        LessonStep(says=say("lesson.end"), look="seats"),
    ),
)
