"""Positions of games with tricks of the 52 cards: read and checked, while each game says what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from croupier.core.base.types import Codes, Record, Records
from croupier.core.spec.options import Option
from croupier.core.spec.spec import Kernel
from croupier.games.tricks.cards import read_card

Range = tuple[str, int, int]
"""The name of a field of a record, and the least and greatest value in it."""


def read_cards(text: str) -> list[int] | None:
    """Cards by their names, between commas; None where one is none or stands there twice."""
    cards = [-1 if (card := read_card(part)) is None else card for part in text.split(",")]
    return None if -1 in cards or len(set(cards)) != len(cards) else cards


def first_refused(
    records: Records, texts: Sequence[str], actions: Sequence[int], num_actions: int, legal: Kernel, play: Kernel
) -> str | None:
    """Play actions as long as they are legal.

    Args:
        records: the position, shape (1,); it is played on.
        texts: what stands for each action.
        actions: the actions.
        num_actions: of the game.
        legal: its kernel ``legal(s, mask, actions)``.
        play: its kernel ``play(s, action)``.

    Returns:
        The text of the first that is not legal; None where all were played.
    """
    s = records[0]
    mask, listed = np.zeros(num_actions, dtype=np.bool_), np.zeros(num_actions, dtype=np.int16)
    for text, action in zip(texts, actions, strict=True):
        if s["player"] < 0 or not legal(s, mask, listed) or not mask[action]:
            return text
        play(s, action)
    return None


def option_out_of_range(options: Iterable[Option], codes: Codes) -> str | None:
    """The name of the first option whose code it does not have; None where all are right."""
    for option, code in zip(options, codes.tolist(), strict=True):
        low, high = (option.low, option.high) if option.kind == "int" else (0, max(1, len(option.choices) - 1))
        if not low <= code <= high:
            return option.name
    return None


def field_out_of_range(s: Record, ranges: Iterable[Range]) -> str | None:
    """The name of the first field with a value outside its range; None where all are within."""
    return next((name for name, low, high in ranges if (s[name] < low).any() or (s[name] > high).any()), None)


def differing_fields(one: Record, other: Record) -> list[str]:
    """Names of the fields in which two records of one game are not byte for byte the same."""
    return [name for name in one.dtype.names or () if one[name].tobytes() != other[name].tobytes()]
