"""The score sheet's JSON file; it is checked and scored again when it is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import parse_json, read_text, writing
from croupier.core.base.sentence import Sentence
from croupier.games.skull_king.english import say
from croupier.games.skull_king.score_sheet.rounds import Round, check_names
from croupier.games.skull_king.score_sheet.sheet import FORMAT, ROUND_FIELDS, Sheet

_COMPUTED = ("points", "totals", "winners")  # in what --json prints; worked out anew


def save(sheet: Sheet, file: Path) -> bytes:
    """Write a sheet's file, whole or not at all.

    Returns:
        What it holds now.

    Raises:
        FileError: it cannot be written.
    """
    data = (json.dumps(sheet.data(), ensure_ascii=False, indent=1) + "\n").encode()
    try:
        with writing(file) as out:
            out.write(data)
    except OSError as error:
        raise FileError(say("sheet.not_written", file=file, reason=error.strerror)) from error
    return data


def held(file: Path) -> bytes | None:
    """What a sheet's file holds; None where there is none.

    Raises:
        FileError: it cannot be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError(say("sheet.not_read", file=file, reason=error.strerror)) from error


def load(file: Path) -> Sheet:
    """Read a sheet's file and score its rounds.

    Raises:
        FileError: it is missing, broken, no such sheet, or a round in it cannot be; the message says which.
    """
    try:
        text = read_text(file)
    except OSError as error:
        raise FileError(say("sheet.not_read", file=file, reason=error.strerror)) from error
    except ValueError as error:
        raise FileError(say("sheet.file_no_json", file=file, error=str(error))) from error
    try:
        return read(text)
    except ConfigError as error:
        raise FileError(say("sheet.in_file", file=file, error=str(error))) from error


def read(text: str) -> Sheet:
    """Read what a sheet's file says, and score its rounds.

    Raises:
        ConfigError: it is broken, no such sheet, or a round in it cannot be; the message says which.
    """
    try:
        data = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(say("sheet.no_json", error=str(error))) from error
    return _sheet(data)


def _sheet(data: Any) -> Sheet:
    """A sheet from JSON data; raises ConfigError."""
    if not isinstance(data, dict) or data.get("game") != "skull-king" or data.get("format") != FORMAT:
        raise ConfigError(say("sheet.foreign", format=FORMAT))
    _known(data, ("format", "game", "rascal", "names", "rounds", *_COMPUTED), say("sheet.the_sheet"))
    names, rascal, rounds = data.get("names"), data.get("rascal", False), data.get("rounds", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError(say("sheet.names"))
    if not isinstance(rascal, bool) or not isinstance(rounds, list):
        raise ConfigError(say("sheet.rounds"))
    sheet = Sheet(check_names(names), rascal)
    for number, row in enumerate(rounds, start=1):
        try:
            sheet.add(_round(row, sheet.names))
        except ConfigError as error:
            raise ConfigError(say("sheet.round", number=number, error=str(error))) from error
    return sheet


def _round(row: Any, names: tuple[str, ...]) -> Round:
    """A round from JSON data; raises ConfigError."""
    if not isinstance(row, dict):
        raise ConfigError(say("sheet.round_data"))
    _known(row, (*ROUND_FIELDS, *_COMPUTED), say("sheet.a_round"))
    cards = row.get("cards")
    if not isinstance(cards, int) or not _is_int(cards):
        raise ConfigError(say("sheet.cards_data"))
    rows = {key: _numbers(row, key, len(names)) for key in ROUND_FIELDS[1:-1]}
    return Round(cards, **rows, alliances=_pairs(row.get("alliances", []), names))


def _numbers(row: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    """A row of whole numbers; of zeros where an optional one is left out."""
    numbers = row.get(key, None if key in ("bids", "won") else [0] * players)
    if not isinstance(numbers, list) or len(numbers) != players or not all(map(_is_int, numbers)):
        raise ConfigError(say("sheet.row", name=key, players=players))
    return tuple(numbers)


def _pairs(pairs: Any, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Alliances by name, as numbers."""
    if not isinstance(pairs, list):
        raise ConfigError(say("sheet.alliances_data"))
    found = []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(name in names for name in pair):
            raise ConfigError(say("sheet.alliance_data", pair=pair))
        found.append((names.index(pair[0]), names.index(pair[1])))
    return tuple(found)


def _known(data: dict[str, Any], keys: Sequence[str], what: Sentence) -> None:
    for key in data:
        if key not in keys:
            raise ConfigError(say("sheet.unknown_key", what=what, name=key, known=", ".join(keys)))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
