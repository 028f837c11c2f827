"""Answers of people who keep a score sheet, read: numbers, rows of numbers, alliances, names."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core.base.errors import ConfigError, unknown
from croupier.games.skull_king.english import say


def whole(text: str) -> int:
    """Read a whole number, or a sum of some like 10+30.

    Raises:
        ConfigError: it is none.
    """
    sign = -1 if text.startswith("-") else 1
    parts = text.lstrip("+-").split("+") if text[:1] in ("+", "-") else text.split("+")
    if not all(part.strip().isdecimal() and len(part.strip()) < 5 for part in parts):
        raise ConfigError(say("sheet.number", text=text))
    return sign * sum(int(part) for part in parts)


def read_row(text: str, names: Sequence[str], *, needed: bool = False) -> tuple[int, ...]:
    """Read one number for each player: all in order, or some by name.

    Args:
        text: like ``1 0 2``, or ``Ann 1, Cyd 2``.
        names: the players.
        needed: whether every player must be given one.

    Raises:
        ConfigError: it is neither.
    """
    words = text.replace(",", " ").split()
    if words and not any(sign.isalpha() for sign in text):
        if len(words) != len(names):
            raise ConfigError(say("sheet.numbers", found=len(words), players=len(names)))
        return tuple(map(whole, words))
    row: dict[int, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, number = part.rpartition(" ")
        if not name:
            raise ConfigError(say("sheet.named_number", part=part, name=names[0]))
        seat = find_name(name, names)
        if seat in row:
            raise ConfigError(say("sheet.named_twice", name=names[seat]))
        row[seat] = whole(number)
    if needed and len(row) < len(names):
        missing = ", ".join(name for seat, name in enumerate(names) if seat not in row)
        raise ConfigError(say("sheet.missing", names=missing))
    return tuple(row.get(seat, 0) for seat in range(len(names)))


def read_pairs(text: str, names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Read alliances like ``Ann & Bob, Cyd & Bob``.

    Raises:
        ConfigError: one is no pair of players.
    """
    pairs = []
    for part in filter(None, map(str.strip, text.split(","))):
        both = part.split("&") if "&" in part else part.split()
        if len(both) != 2:
            raise ConfigError(say("sheet.pair", part=part, one=names[0], other=names[1]))
        pairs.append((find_name(both[0], names), find_name(both[1], names)))
    return tuple(pairs)


def find_name(text: str, names: Sequence[str]) -> int:
    """The player with a name, or the only one whose name begins so.

    Raises:
        ConfigError: there is none, or several.
    """
    said = text.strip().casefold()
    folded = [name.casefold() for name in names]
    if said in folded:
        return folded.index(said)
    fitting = [seat for seat, name in enumerate(folded) if said and name.startswith(said)]
    if len(fitting) != 1:
        raise unknown(say("sheet.player"), text.strip(), names)
    return fitting[0]
