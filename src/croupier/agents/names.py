"""Agents' names: ``NAME[/SETTINGS][:ARGUMENT]``.

Settings are words or ``key=value`` pairs, separated by commas, before the first colon. The argument is everything
after it: ``random``, ``bot:hold-20``, ``net/temperature=1:runs/policy.onnx``. The argument of an agent that wraps
another is again an agent's name.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from croupier.core.base.errors import ConfigError, read_whole, unknown

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
"""A number as it is typed; ``float`` would also accept digits of other scripts, and ``1_0`` as ``10``."""


def file_named(argument: str) -> Path:
    """The file after the colon of an agent's name, with ``~`` as the home folder, as no shell expands it there."""
    return Path(os.path.expanduser(argument))  # noqa: PTH111  # pathlib fails on an unknown user


@dataclass(frozen=True)
class AgentName:
    """An agent's name in its parts. Names with the same text are equal.

    Examples:
        >>> from croupier.agents import AgentName
        >>> name = AgentName.parse("net/temperature=1:runs/policy.onnx")
        >>> name.head, dict(name.settings), name.argument
        ('net', {'temperature': '1'}, 'runs/policy.onnx')

    Attributes:
        text: the whole name as it was typed.
        head: the kind of agent.
        settings: values by key, as text; a word without ``=`` is a key with an empty text.
        argument: the text after the first colon; None without a colon.
    """

    text: str
    head: str = field(compare=False)
    settings: Mapping[str, str] = field(compare=False)
    argument: str | None = field(compare=False)

    @classmethod
    def parse(cls, text: str) -> AgentName:
        """Split a name into its parts.

        Raises:
            ConfigError: a setting is empty or occurs twice.
        """
        before, colon, argument = text.partition(":")
        head, slash, listed = before.partition("/")
        settings: dict[str, str] = {}
        for word in listed.split(",") if slash else ():
            key, _, value = word.partition("=")
            if not key or key in settings:
                wrong = f"{key!r} stands twice" if key else "one is empty"
                raise ConfigError(
                    f"the settings of {text!r} cannot be read: {wrong}; they are like NAME/key=value,word:ARGUMENT"
                )
            settings[key] = value
        return cls(text, head, MappingProxyType(settings), argument if colon else None)

    @classmethod
    def of(cls, name: str | AgentName) -> AgentName:
        """The name itself, or a text split as by `parse`."""
        return cls.parse(name) if isinstance(name, str) else name

    @cached_property
    def inner(self) -> AgentName | None:
        """The argument of an agent that wraps another, as a name; None if it is empty or missing.

        Raises:
            ConfigError: a setting in it is empty or occurs twice.
        """
        return AgentName.parse(self.argument) if self.argument else None

    def __str__(self) -> str:
        return self.text

    def check_settings(self, *known: str) -> None:
        """Reject settings that the agent does not have.

        Raises:
            ConfigError: there is another setting; the message names the known ones.
        """
        for key in self.settings:
            if not known:
                raise ConfigError(f"{self.head} takes no settings, not {key!r} (in {self.text!r})")
            if key not in known:
                raise unknown(f"setting of the agent {self.head}", key, known)

    def check_bare(self) -> None:
        """Reject an argument and settings, for agents that take neither.

        Raises:
            ConfigError: there is one.
        """
        self.check_settings()
        if self.argument is not None:
            raise ConfigError(f"{self.head} takes nothing behind a colon, not {self.argument!r}")

    def whole(self, key: str, default: int) -> int:
        """The value of an integer setting, or the default.

        Raises:
            ConfigError: it is not an integer in plain digits.
        """
        text = self.settings.get(key)
        number = default if text is None else read_whole(text)
        if number is None:
            raise ConfigError(f"{key} in {self.text!r} must be an integer in plain digits, not {text!r}")
        return number

    def number(self, key: str, default: float, low: float) -> float:
        """The value of a numeric setting, at least `low`, or the default.

        Raises:
            ConfigError: it is not a number, or too small.
        """
        text = self.settings.get(key)
        if text is None:
            return default
        value = float(text) if _NUMBER.fullmatch(text) else math.nan
        if not low <= value < math.inf:
            raise ConfigError(f"{key} in {self.text!r} must be a number of at least {low:g}, not {text!r}")
        return value
