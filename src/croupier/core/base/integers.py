"""Integer arguments: from Python, NumPy or any type with ``__index__``, and as plain digits.

Truth values are none.
"""

from __future__ import annotations

import operator
import re
from typing import Any

from croupier.core.base.errors import ConfigError


def as_whole(value: Any) -> int | None:
    """A value as an int; None where it is no integer, as of truth values, floats and arrays of several entries."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_whole(text: str) -> int | None:
    """An integer in plain digits; None for other spellings that Python reads, like ``1_0``, ``+1``, ``010``."""
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,18}", text) else None


def typed_whole(text: str) -> int:
    """The same for `argparse`, which says what is wrong."""
    number = read_whole(text)
    if number is None:
        raise ValueError(text)
    return number


def checked_count(name: str, value: object, most: int | None = None) -> int:
    """A count as an int.

    Args:
        value: the count, at least 1.
        most: the greatest that there may be; None for any.
    """
    number = as_whole(value)
    if number is None or number < 1 or (most is not None and number > most):
        if most is None:
            raise ConfigError(f"{name} must be an integer of at least 1, not {value!r}")
        raise ConfigError(f"{name} must be an integer from 1 to {most}, not {value!r}")
    return number
