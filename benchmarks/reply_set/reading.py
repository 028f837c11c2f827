"""Questions and replies of the set, as plain rows; README.md beside this file says what their fields mean."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import croupier
from croupier import State

FOLDER = Path(__file__).parent
GAMES = ("pig", "skull-king", "spite-malice")

Class = Literal["asked", "loose", "decoy", "none"]
Part = Literal["seen", "spent", "kept"]


@dataclass(frozen=True)
class Question:
    """A decision that is put to a seat.

    Attributes:
        id: its name.
        game: name of the game.
        options: the game's options that are not at their default.
        kind: phase, or what makes the position worth asking.
        seat: who is asked.
        position: the one-line text form, hidden parts included.
        legal: texts of the legal actions.
    """

    id: str
    game: str
    options: dict[str, Any]
    kind: str
    seat: int
    position: str
    legal: list[str]

    def state(self) -> State:
        """Set up the position."""
        return croupier.make(self.game, **self.options).position(self.position)


@dataclass(frozen=True)
class Reply:
    """A reply with its meaning.

    Attributes:
        id: its name.
        game: name of the game.
        question: id of the question.
        cls: the class; the field of the file is ``class``.
        style: how it is worded.
        reply: the text.
        meant: the legal action it means; None where it means none.
        also: other legal actions that are the same thing, where the words do not tell them apart.
        why: why it is read so, where that can be doubted.
        part: ``seen`` by who writes a reader, ``kept`` from them, or ``spent``, kept until it was read.
    """

    id: str
    game: str
    question: str
    cls: Class
    style: str
    reply: str
    meant: str | None
    also: tuple[str, ...]
    why: str
    part: Part


def part_of(reply_id: str) -> Part:
    """The part that a reply belongs to, by its id: of the first set by a hash of it."""
    if "-fresh-" in reply_id:
        return "kept"
    return "spent" if hashlib.sha256(reply_id.encode()).digest()[0] % 2 else "seen"


def questions() -> dict[str, Question]:
    """All questions by id."""
    rows = (Question(**json.loads(line)) for line in _lines("questions"))
    return {row.id: row for row in rows}


def replies(game: str, only: Part | None = None) -> list[Reply]:
    """The replies of a game.

    Args:
        game: name of the game.
        only: one part; all if None.
    """
    rows = [_reply(json.loads(line)) for name in (game, f"kept/{game}") for line in _lines(name)]
    return [row for row in rows if only in (None, row.part)]


def _reply(row: dict[str, Any]) -> Reply:
    also = tuple(row.pop("also", ()))
    return Reply(cls=row.pop("class"), also=also, why=row.pop("why", ""), **row)


def _lines(name: str) -> list[str]:
    """The lines of a file: split at newlines alone, since replies hold other separators of Unicode."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
