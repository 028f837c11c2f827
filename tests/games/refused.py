"""Positions, records and actions that games refuse, each with the whole of what is said then.

``python -m tests.games.refused pig`` writes the answers in ``tests/games/pig/data/refused.txt`` anew; without a
name it writes those of all games. A case is one line: a position; a position, ``;`` and a field of its record with
another value; or a position, ``>`` and words for an action. The answer stands below it. Look at the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.core.engine.making import split_position
from croupier.core.spec.registry import spec
from tests import cases


def path(game: str) -> Path:
    """Where a game's cases lie."""
    return cases.folder(game) / "data" / "refused.txt"


def answer(game: str, case: str) -> str:
    """The error, or that there is none."""
    given, says, words = case.partition(" >")
    text, _, change = given.partition(" ; ")
    try:
        made, _ = split_position(spec(game), text)
        state = made.position(text, seed=3)
        if change:
            field, _, value = change.partition("=")
            records = state.records.copy()
            records[field] = int(value)
            made.spec.notation.validate(records)
        elif says:
            made.spec.words.text.string_to_action(state, words.strip())
    except ValueError as error:
        return f"{type(error).__name__}: {error}".replace("\n", " ")
    return "accepted"


def answered(game: str) -> str:
    """The text of a game's file, with the answers of today."""
    parts = []
    for line in path(game).read_text().splitlines():
        if not line.startswith("    "):
            parts.append(line)
            if line and not line.startswith("#"):
                parts.append(f"    {answer(game, line)}")
    return "\n".join(parts) + "\n"


def main(names: list[str]) -> None:
    """Write the files of these games, or of all."""
    for name in names or cases.NAMES:
        path(name).write_text(answered(name))


if __name__ == "__main__":
    main(sys.argv[1:])
