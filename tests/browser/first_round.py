"""Generator of docs/results/first-round.md: ``python -m tests.browser.first_round``, from a walk in a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import count

from croupier.core.base.files import write_page
from croupier.core.spec.registry import spec
from tests.browser.conftest import DESKTOP
from tests.browser.lessons import Screen, walk, with_lessons

PAGE = "docs/results/first-round.md"

_INTRODUCTION = """\
# Guided first rounds: what is asked, and what is known by then

All that [*Learn*](../serve.md#learning-by-playing) says in the three games that have it, and what was on the
screen of a desk at each question. Under each question stands what somebody who has never played knows by then,
read from the steps above it alone, and what the question rests on. Written by

```console
$ uv run python -m tests.browser.first_round
```

Tests compare this page with the lessons. A question whose text changes is to be read again, from the
first step on.
"""

KNOWN: Mapping[str, tuple[str, ...]] = {
    "pig": (
        "What Roll does, with each face; what Hold does (step 2). With a turn total of 0 there is nothing to "
        "hold.",
        "That a 1 would lose the 5, and that five of six faces add to it (steps 2 and 4).",
        "What Hold brings and that it ends the turn (steps 2 and 5); 10 points would be lost by a 1.",
        "That a turn begins with nothing to lose (step 8). The line of Ben's 1 still stands at the table; "
        "step 7 says what it was.",
        "What both buttons do. Which is better is no rule but advice; step 9 gives its reason, 3 points are few.",
        "That 10 points are banked and safe, and 10 are missing (steps 5, 10 and 11).",
        "That 15 is not yet 20 (steps 1 and 12).",
        "That 20 points or more win (step 1), and that only points that were held count (steps 2 and 13).",
    ),
    "spite-malice": (
        "The goal (step 1), the hand and the joker (2), what a play pile takes (3), how a turn ends (4). The "
        "rule of the 0 stands in the question, and the table offers nothing else.",
        "That pile 1 needs a 1 now (step 3). What else may be chosen is known: the joker (2), other cards as "
        "discards (4).",
        "That the goal pile is what wins (step 1) and that its top fits (step 3).",
        "What a joker stands for (steps 2 and 8), and that pile 1 lacks a 3.",
        "That a 4 follows a 3 (step 3), and that the goal card is a 5 (8).",
        "That a 5 follows a 4 (step 3), and lies on the goal pile (8).",
        "That a discard ends the turn, and where it goes (step 4); that nothing fits any more (11).",
        "That the top card of a discard pile may be played in a later turn (step 4), and that the goal card "
        "needs a 7 below it (13).",
        "That the last goal card wins (step 1).",
    ),
    "skull-king": (
        "What a trick, a round and a bid are (step 1), what each of the five cards wins against (4 to 7), "
        "what 0 to 5 would bring or cost (9). The question says why Rosie and black 8 count one each. What "
        "stands at the names, bidding, dealer and leads, was said in step 2.",
        "What leading means (step 2), that the first number sets the suit (4), and which two cards are meant "
        "to win (10).",
        "Who must follow, and that special cards may be played anyway (steps 4 and 7); what ahead means "
        "stands in the question. Playing the escape here would be allowed, and the question says why not.",
        "Who has no number of the suit may play any card (step 4); black beats purple (5). The table says "
        "at its head that any card may be played.",
        "That a pirate beats all numbers, and that only the Skull King beats pirates (step 6); the escape "
        "would lose (7). That a pirate that leads sets no suit stands in the question.",
        "What leading means (step 2), that the bid is made and the escape loses (7 and 19). The question says "
        "what Rosie's ability is, and that no answer is worse than another.",
        "There is one card left to play. Who beats the Skull King stands in the question; mermaids and "
        "pirates were met in steps 6 and 19.",
    ),
}
"""What a reader of each game's lesson knows at each of its questions, written by hand."""


def page(games: Mapping[str, Iterable[Screen]]) -> str:
    """The page, from the screens of each game's lesson.

    Raises:
        ValueError: a lesson asks more or fewer questions than have a note.
    """
    return _INTRODUCTION + "".join(_game(name, list(screens)) for name, screens in games.items())


def _game(name: str, screens: list[Screen]) -> str:
    asked = sum(bool(each.asks) for each in screens)
    if asked != len(KNOWN[name]):
        raise ValueError(f"the lesson of {name} asks {asked} questions, and {len(KNOWN[name])} have a note")
    notes, number = iter(KNOWN[name]), count(1)
    lines = [f"\n## {spec(name).title}\n"]
    for each in screens:
        lines.append(f"{each.number}. {each.says}\n")
        if each.asks:
            lines += [
                f"    **Question {next(number)}: `{each.asks}`**, of {', '.join(each.choices)}.\n",
                f"    *On the table:* {' '.join(each.table.split())}\n",
                f"    *Known by now:* {next(notes)}\n",
            ]
    return "\n".join(lines)


def main() -> int:
    """Write the page."""
    with with_lessons() as (games, open_page):
        write_page(PAGE, page({game: list(walk(open_page(DESKTOP), game)) for game in games}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
