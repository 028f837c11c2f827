"""English sentences of tables, by key: rejected answers, game files, results of games."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "table",
    {
        # answers
        "over": "the game is over",
        "illegal": "action {action} is not legal; legal: {legal}",
        "turn": "Player {mover} is to move, not Player {seat}",
        "stale": "the answer is to number {number}, and the table is at {now}",
        "sealed.not": "what is due is not sealed: only the seat to move answers",
        "sealed.late": "Player {seat} has no answer to give or to change any more before the reveal",
        "sealed.same": "this answer is sealed already",
        # results of games without words of their own
        "and": " and ",
        "wins": "Player {seat} wins; points: {points}.",
        "shared": "Players {seats} share the first place; points: {points}.",
        # game files
        "file.json": "no complete JSON ({error} at line {line}, column {column})",
        "file.json.early": "no complete JSON ({error} at line {line}, column {column}: it ends too early)",
        "file.json.unread": "no JSON that can be read ({error})",
        "file.foreign": "JSON, but no game of croupier (it has no field 'format' like {format!r})",
        "file.format": "its format is {found!r}; this croupier reads {format!r}",
        "file.missing": "the field {name!r} is missing",
        "or": " or ",
        "file.type": "the field {name!r} must be {wanted}, not {found}",
        "file.names": "the field 'agents' must hold names",
        "file.numbers": "the field {name!r} must hold numbers",
        "file.option": "option of {game}",
        "file.version": (
            "played by version {version} of the rules of {game}, not by this croupier's version {own}"
        ),
        "file.seats": "{agents} agents are named for {seats} seats",
        "file.start": "its start cannot be set up: {why}",
        "file.ply": "at ply {ply}: {why}",
        "file.forfeit": "it says that Player {seat} forfeits, which cannot be in this game",
        "file.secret": "it holds a secret, and its actions do not end the game: {why}",
        "file.other": "it says {name} {said!r}, but its actions lead to {found!r}",
    },
)
say = ENGLISH.say
