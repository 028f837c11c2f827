"""Declaration of training settings: default, type, range and help of each, in one dataclass field.

A group of settings is a frozen dataclass derived from `Group`, whose fields are made by the functions below::

    @dataclass(frozen=True)
    class PPOSettings(Group):
        clip_range: float = real(0.2, 0.0, 100.0, "how far the probability ratio may leave 1")

Checking, reading from text and the page docs/training.md all follow from that declaration.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from croupier.core.base.errors import ConfigError, as_whole

_KEY = "setting"


@dataclass(frozen=True)
class Setting:
    """The declaration of one setting, without its type; `wanted` says in words which values are valid."""

    help: str
    wanted: str
    is_valid: Callable[[Any], bool]
    read: Callable[[str], Any]

    def parse(self, text: str) -> Any:
        """A value from the command line; unreadable text is returned unchanged, and fails the check."""
        try:
            return self.read(text)
        except (ValueError, KeyError):
            return text

    def check(self, name: str, value: Any) -> None:
        """Check a value."""
        if not self.is_valid(value):
            raise ConfigError(f"setting {name} must be {self.wanted}, not {value!r}")


@dataclass(frozen=True)
class Group:
    """A group of settings; each is checked when the group is made."""

    def __post_init__(self) -> None:
        for name, setting in declared(type(self)).items():
            value = getattr(self, name)
            if (number := as_whole(value)) is not None:  # also NumPy's integers, since files hold plain ones
                object.__setattr__(self, name, value := number)
            setting.check(name, value)


def declared(group: type[Group]) -> dict[str, Setting]:
    """The declarations of a group, by the setting's name, in order."""
    return {each.name: each.metadata[_KEY] for each in dataclasses.fields(group)}


def whole(default: int, low: int, high: int, about: str) -> Any:
    """Declare an integer from low to high."""
    wanted = f"an integer from {low} to {high}"
    return _field(default, about, wanted, lambda value: type(value) is int and low <= value <= high, _whole)


def real(default: float, low: float, high: float, about: str) -> Any:
    """Declare a number from low to high."""
    wanted = f"a number from {low:g} to {high:g}"
    return _field(default, about, wanted, lambda value: _is_real(value) and low <= value <= high, float)


def share(default: float, about: str) -> Any:
    """Declare a number from 0 to 1."""
    return real(default, 0.0, 1.0, about)


def flag(default: bool, about: str) -> Any:
    """Declare a setting that is true or false."""
    words = {"true": True, "false": False}
    return _field(
        default, about, "true or false", lambda value: isinstance(value, bool), lambda text: words[text.lower()]
    )


def choice(default: str, kind: Any, about: str) -> Any:
    """Declare one of the words of a Literal type."""
    words = get_args(kind)
    return _field(default, about, f"one of {', '.join(words)}", lambda value: value in words, str)


def name(default: str, what: str, about: str) -> Any:
    """Declare a name that is checked elsewhere, like that of an agent."""
    return _field(default, about, what, lambda value: isinstance(value, str) and value != "", str)


def names(what: str, about: str) -> Any:
    """Declare any number of names; the default is none."""
    return _field((), about, what, _are_names, lambda text: tuple(part for part in text.split(",") if part))


def sizes(default: tuple[int, ...], about: str) -> Any:
    """Declare sizes of layers: one or more, or none if that is the default."""
    wanted = "layer sizes from 1 to 65536"
    if default:
        return _field(
            default, about, f"one or more {wanted}", lambda value: bool(value) and _are_sizes(value), _sizes
        )
    return _field(default, about, wanted, _are_sizes, _sizes)


def weights(about: str) -> Any:
    """Declare numbers by name; the default is none."""
    setting = Setting(about, "numbers by name, like bid:0.1,cards:0.05", _are_weights, _weights)
    return dataclasses.field(default_factory=dict, metadata={_KEY: setting})


def _field(
    default: Any, about: str, wanted: str, is_valid: Callable[[Any], bool], read: Callable[[str], Any]
) -> Any:
    return dataclasses.field(default=default, metadata={_KEY: Setting(about, wanted, is_valid, read)})


def _is_real(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are_names(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) and each for each in value)


def _are_sizes(value: Any) -> bool:
    return isinstance(value, tuple) and all(type(width) is int and 1 <= width <= 65536 for width in value)


def _are_weights(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(key, str) and _is_real(number) and abs(number) < 1e9 for key, number in value.items()
    )


def _whole(text: str) -> int:
    return int(text.replace("_", ""))


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def _weights(text: str) -> dict[str, float]:
    return {key: float(number) for key, _, number in (part.rpartition(":") for part in text.split(",") if part)}
