"""Game options: declared and checked in one place, stored in every record as integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from croupier.core.base.english import say
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.integers import as_whole, read_whole
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Codes

Value = int | bool | str
Options = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        name: its name in Python, in files and on the command line.
        kind: ``int`` (with bounds), ``bool`` or ``choice``.
        default: the value where none is given.
        help: one sentence.
        low: least int.
        high: greatest int.
        choices: the values of a ``choice``; its code is the index.
        rule: id of the rule that it belongs to.
        label: what people call it; empty for its name.
        choice_labels: what people call the choices, in their order; empty for the choices themselves.
    """

    name: str
    kind: Literal["int", "bool", "choice"]
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    rule: str = ""
    label: str = ""
    choice_labels: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What people call it."""
        return self.label or self.name.replace("_", " ")

    def value_called(self, value: Value) -> str:
        """What people call one of its values, but for true and false."""
        return self.choice_labels[self.encode(value)] if self.choice_labels else str(value)

    @property
    def range_text(self) -> Sentence:
        """The values it takes, in words."""
        if self.kind == "int":
            return say("option.int", low=self.low, high=self.high)
        return say("option.bool") if self.kind == "bool" else say("option.choice", choices=", ".join(self.choices))

    def encode(self, value: object) -> int:
        """Check a value.

        Args:
            value: an int, bool or str, as `kind` says.

        Returns:
            Its code in the record.

        Raises:
            ConfigError: it is not a value of this option.
        """
        if self.kind == "bool" and isinstance(value, bool | np.bool_):
            return int(value)
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return self.choices.index(value)
        number = as_whole(value) if self.kind == "int" else None
        if number is not None and self.low <= number <= self.high:
            return number
        wrong: dict[str, object] = {"name": self.name, "range": self.range_text, "value": value}
        raise ConfigError(say("option.rule", rule=self.rule, **wrong) if self.rule else say("option", **wrong))

    def decode(self, code: int) -> Value:
        """The value of a code; the inverse of `encode`."""
        if self.kind == "bool":
            return bool(code)
        return self.choices[code] if self.kind == "choice" else int(code)

    def parse(self, text: str) -> Value:
        """Read a value from text, as the command line and position texts give it.

        Raises:
            ConfigError: it is not a value of this option.
        """
        value: Value = text
        if self.kind == "bool":
            value = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(
                text.lower(), text
            )
        elif self.kind == "int":
            number = read_whole(text)
            value = text if number is None else number
        return self.decode(self.encode(value))


def complete(declared: Sequence[Option], given: Mapping[str, object], game: str) -> dict[str, Value]:
    """Fill in the defaults and check every value."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise unknown(say("option_of", game=game), name, names)
    return {
        option.name: option.decode(option.encode(given.get(option.name, option.default))) for option in declared
    }


def encode(declared: Sequence[Option], values: Options) -> Codes:
    """Codes of complete options, in the order of their declaration; shape (number of options,)."""
    return np.array([option.encode(values[option.name]) for option in declared], dtype=np.int64)
