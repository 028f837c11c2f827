"""How replies of the public set are read, by class and game: ``python -m benchmarks.replies [seen|spent|kept]``.

The set is `benchmarks.reply_set`. Its part ``kept`` is not looked at by who writes the reader; the table prints
counts alone, and none of its replies.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Literal, get_args

from benchmarks.reply_set.reading import GAMES, Class, Part, Reply, questions, replies
from croupier import State
from croupier.core.base.rows import Cell, Number, in_columns, markdown_table, number_heads
from croupier.core.spec.prompts import ReplyError
from croupier.table.replies import read_reply

Outcome = Literal["right", "refused", "another", "accepted"]
"""What became of a reply: read as it is meant (where nothing is meant, refused), refused although an action is
meant, read as another action, or accepted where nothing is meant."""


def outcome(state: State, reply: Reply) -> Outcome:
    """What becomes of a reply to the question that a position asks."""
    try:
        action = state.action_to_string(read_reply(state, reply.reply))
    except ReplyError:
        return "right" if reply.meant is None else "refused"
    if reply.meant is None:
        return "accepted"
    return "right" if action in (reply.meant, *reply.also) else "another"


def counted(part: Part) -> dict[tuple[str, str], Counter[Outcome]]:
    """The outcomes of a part, by game and class; replies that name an illegal action once more as ``illegal``."""
    asked = {name: question.state() for name, question in questions().items()}
    found: dict[tuple[str, str], Counter[Outcome]] = {}
    for game in GAMES:
        for reply in replies(game, part):
            became = outcome(asked[reply.question], reply)
            for name in (reply.cls, "illegal") if reply.style == "illegal" else (reply.cls,):
                found.setdefault((game, name), Counter())[became] += 1
    return found


def _rows(part: Part) -> Iterator[tuple[Cell, ...]]:
    found = counted(part)
    for name in (*get_args(Class), "illegal"):
        by_game = {game: found[game, name] for game in GAMES if (game, name) in found}
        for game, counts in {**by_game, "all": sum(by_game.values(), Counter())}.items():
            shares = (Number(counts[each] / counts.total(), ".1%") for each in get_args(Outcome))
            yield (name, game, counts.total(), *shares)


def main(part: Part) -> None:
    """Print the table of a part."""
    heads = number_heads("class", "game", "replies", *get_args(Outcome))
    print(markdown_table(in_columns("", heads, list(_rows(part)))))


if __name__ == "__main__":
    chosen = next((each for each in get_args(Part) if each in sys.argv[1:]), None)
    if chosen is None:
        sys.exit("say which part of the set is read: seen, spent or kept")
    main(chosen)
