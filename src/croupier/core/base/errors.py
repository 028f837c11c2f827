"""Exceptions for invalid input, all of them ValueErrors; checks of optional libraries and of integers."""

from __future__ import annotations

import difflib
import importlib.util
import operator
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal, get_args

from croupier.core.base.english import say
from croupier.core.base.sentence import joined

EXTRAS = {
    "torch": "train",
    "safetensors": "train",
    "tensorboard": "train",
    "onnx": "net",
    "onnxruntime": "net",
    "matplotlib": "plot",
    "textarena": "textarena",
    "mcp": "mcp",
    "gymnasium": "gymnasium",
    "sb3_contrib": "sb3",
    "stable_baselines3": "sb3",
    "pettingzoo": "pettingzoo",
    "resvg_py": "raster",
    "PIL": "raster",
    "pyspiel": "open-spiel",
    "open_spiel": "open-spiel",
    "ray": "ray",
    "fastapi": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
    "sqlalchemy": "serve",
    "aiosqlite": "serve",
    "alembic": "serve",
    "psycopg": "serve",
    "segno": "serve",
    "confusable_homoglyphs": "serve",
    "idna": "serve",
    "openai": "llm",
}
"""Which extra of croupier installs an optional library."""


class ConfigError(ValueError):
    """An option, name or setting is not valid; the message names it and says which values are."""


class CompileError(ConfigError):
    """Numba cannot compile a kernel that has to be compiled; the message names the kernel and the reason."""


class IllegalAction(ValueError):  # noqa: N818  # the design's name, and what OpenSpiel's users look for
    """An action is not legal now. Nothing was changed.

    Examples:
        >>> import croupier
        >>> state = croupier.make("pig").new_initial_state(seed=7)
        >>> try:
        ...     state.apply_action(9)
        ... except croupier.IllegalAction as error:
        ...     print(error.player, error.phase, error.legal)
        0 TURN (0, 1)

    Attributes:
        action: the rejected action.
        player: the seat to move, or -4 if the game is over.
        phase: name of the phase.
        legal: the legal actions.
    """

    def __init__(self, message: str, *, action: object, player: int, phase: str, legal: Sequence[int]) -> None:
        super().__init__(message)
        self.action = action
        self.player = player
        self.phase = phase
        self.legal = tuple(legal)

    def __reduce__(self) -> tuple[Any, ...]:
        known = {name: getattr(self, name) for name in ("action", "player", "phase", "legal")}
        return partial(type(self), **known), self.args


class NotLegalNowError(ValueError):
    """A text names an action of the game that is not legal now; the message says why.

    A game's `string_to_action` raises it. For a text that names no action of the game it raises any other
    ValueError.
    """


AnswerCode = Literal["stale", "not-your-turn", "illegal-action", "over"]


class AnswerError(ValueError):
    """A table rejected an answer. Nothing was changed.

    Attributes:
        code: the reason: the answer is to an earlier decision (``stale``), another seat is to move
            (``not-your-turn``), the action is not legal (``illegal-action``), or the game is over (``over``).
        legal: the legal actions; only with ``illegal-action``.
    """

    def __init__(self, code: AnswerCode, message: str, *, legal: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.code: AnswerCode = code
        self.legal = tuple(legal)


class PositionError(ValueError):
    """The text or bytes of a position are broken, of another game, or describe an impossible position."""


class FileError(ValueError):
    """A file is missing, broken, truncated, or of another kind, game or version."""


class SecretError(ValueError):
    """The requested data would reveal a deal's secret: a state as bytes, or a file before the game is over."""


class CheckError(AssertionError):
    """A game breaks the contract; the message says where, and gives the position."""


def unknown(what: str, name: str, known: Iterable[str]) -> ConfigError:
    """Error for a name that does not exist, with similar names."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.55)  # hearts is not near chess
    if near:
        hint = say("unknown.near", names=joined(say("or"), near))
    else:
        hint = say("unknown.known", names=", ".join(names))
    return ConfigError(say("unknown", what=what, name=name, hint=hint))


def install(extra: str) -> str:
    """The command that installs extras of croupier from a checkout, since no package index has croupier yet."""
    return f"pip install '.[{extra}]'"


def missing(what: str, library: str) -> str:
    """Message for an optional library that is not installed, with the command that installs it."""
    command = f"pip install {library}"
    if library in EXTRAS:
        command = f"{install(EXTRAS[library])} in a checkout of croupier"
    return f"{what} needs {library}, which is not installed: {command}"


def require(what: str, *libraries: str) -> None:
    """Raise ConfigError if an optional library is not installed, without importing any."""
    for library in libraries:
        if importlib.util.find_spec(library.partition(".")[0]) is None:
            raise ConfigError(missing(what, library))


# Truth values are not integers to the functions below.


def as_whole(value: Any) -> int | None:
    """A value as an int; None for truth values, floats and arrays with several entries."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_whole(text: str) -> int | None:
    """An integer in plain digits; None for other spellings that Python accepts, like ``1_0``, ``+1``, ``010``."""
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,18}", text) else None


def typed_whole(text: str) -> int:
    """Like `read_whole`, for `argparse`, which reports the error."""
    number = read_whole(text)
    if number is None:
        raise ValueError(text)
    return number


def one_of(name: str, value: object, kind: Any) -> Any:
    """Check that a value is one of the words of a Literal type, and return it."""
    words = get_args(kind)
    if value not in words:
        raise ConfigError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    return value


def checked_count(name: str, value: object, most: int | None = None) -> int:
    """Check a count, at least 1 and at most `most` if given, and return it as an int."""
    number = as_whole(value)
    if number is None or number < 1 or (most is not None and number > most):
        if most is None:
            raise ConfigError(f"{name} must be an integer of at least 1, not {value!r}")
        raise ConfigError(f"{name} must be an integer from 1 to {most}, not {value!r}")
    return number
