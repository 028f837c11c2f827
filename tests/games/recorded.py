"""What games say, recorded whole: what they refuse, and what is told of positions, of actions, and of the rules.

``python -m tests.games.recorded pig`` writes the answers in ``tests/games/pig/data`` anew, without a name those of
all games. Look at the difference. A case is one line, and its answer stands below it.

Cases of ``refused.txt``: a position; a position, ``;`` and a field of its record with another value; or a
position, ``>`` and words for an action. Cases of ``told.txt``: a position, which each seat and spectators see; a
position and actions after ``>``, each of which is told; or ``rules of`` a game with its options.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.core.spec.registry import spec
from tests import cases

FILES = ("refused.txt", "told.txt")


def path(game: str, file: str) -> Path:
    """Where a game's cases lie."""
    return cases.folder(game) / "data" / file


def set_up(game: str, text: str) -> State:
    """The state of a position."""
    made, _ = split_position(spec(game), text)
    return made.position(text, seed=3)


def refusal(game: str, case: str) -> str:
    """The error, or that there is none."""
    given, says, words = case.partition(" >")
    text, _, change = given.partition(" ; ")
    try:
        state = set_up(game, text)
        if change:
            field, _, value = change.partition("=")
            records = state.records.copy()
            records[field] = int(value)
            state.game.spec.notation.validate(records)
        elif says:
            state.game.spec.words.text.string_to_action(state, words.strip())
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"


def told(game: str, case: str) -> Iterator[str]:
    """What is told of a position, of each action, or of the rules."""
    if case.startswith("rules of "):
        options = (word.split("=") for word in case.split()[3:])
        made = croupier.make(game, **{name: _value(value) for name, value in options})
        assert made.spec.words.how_to_play is not None
        yield made.spec.words.how_to_play(made)
        return
    text, *actions = case.split(" > ")
    state = set_up(game, text)
    prompts = state.game.spec.words.prompts
    assert prompts is not None
    for words in actions:
        before, action = state.clone(), state.string_to_action(words)
        hearers = list(prompts.hearers(before))
        if len(hearers) < state.game.num_players:
            yield f"a reply is heard by {hearers}"
        state.apply_action(action)
        for message in prompts.narrate(before, action, state):
            yield f"{'all' if message.to is None else message.to}: {message.text}"
    if not actions:
        for seat in range(state.game.num_players):
            yield f"{seat} sees: {state.observation_string(seat)}"
        yield f"board: {prompts.board(state)}"
    if state.is_terminal():
        yield f"outcome: {prompts.outcome(state)}"


def _value(text: str) -> bool | int | str:
    return text == "true" if text in ("true", "false") else int(text) if text.isdecimal() else text


def answered(game: str, file: str) -> str:
    """The text of a game's file, with the answers of today."""
    parts = []
    for line in path(game, file).read_text().splitlines():
        if line.startswith("    "):
            continue
        parts.append(line)
        if line and not line.startswith("#"):
            answers = [refusal(game, line)] if file == "refused.txt" else told(game, line)
            parts += [f"    {said}" for answer in answers for said in answer.splitlines() if said]
    return "\n".join(parts) + "\n"


def recorded(names: list[str]) -> list[tuple[str, str]]:
    """The files that these games have: game and file."""
    return [(name, file) for name in names for file in FILES if path(name, file).exists()]


def main(names: list[str]) -> None:
    """Write the files of these games, or of all."""
    for name, file in recorded(names or cases.NAMES):
        path(name, file).write_text(answered(name, file))


if __name__ == "__main__":
    main(sys.argv[1:])
