"""Settings of a training run: one frozen dataclass, and the presets of each game as data."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from croupier.core.errors import ConfigError, unknown

Device = Literal["auto", "cpu", "cuda"]
DEVICES: tuple[Device, ...] = ("auto", "cpu", "cuda")
PRESET_NAMES = ("quick", "standard", "full")


@dataclass(frozen=True)
class Config:
    """All settings of a run; with the game and the seed they decide every weight.

    Attributes:
        decisions: decisions to be played in all, over all tables and seats.
        tables: games that are played side by side.
        steps: decisions at each table between two updates of the network.
        epochs: times that an update goes through the decisions.
        minibatch: decisions in one gradient step.
        widths: sizes of the hidden layers, all but the heads shared.
        learning_rate: Adam's step size at the start.
        learning_rate_end: the same at the end; in between it follows half a cosine wave.
        entropy: weight of the entropy bonus at the start.
        entropy_end: the same at the end; in between it falls linearly.
        gamma: discount from one decision of a seat to its next, 0..1.
        trace: lambda of the advantages, 0..1: 0 trusts the value head after one decision, 1 only the outcome.
        clip: how far the probability ratio may leave 1 before its gain is cut off.
        value_weight: weight of the value loss.
        max_gradient: the gradient's greatest norm; it is scaled down to that.
        average: share of the old mean that each update keeps in the running mean of the weights, 0..1; the mean is
            what is exported and judged. 0 exports the weights themselves.
        shaping: train on the game's shaped rewards with its default weights, not on utilities alone.
        seed: seed of deals, choices, initial weights and the order of the minibatches.
        threads: threads for stepping the games and for the network.
        device: where the network runs; ``auto`` takes a GPU if there is one.
        checkpoint_every: updates between two checkpoints.
        measure_every: updates between two measures of strength.
    """

    decisions: int = 20_000_000
    tables: int = 1024
    steps: int = 32
    epochs: int = 2
    minibatch: int = 8192
    widths: tuple[int, ...] = (128, 128)
    learning_rate: float = 1e-3
    learning_rate_end: float = 0.0
    entropy: float = 0.01
    entropy_end: float = 0.0
    gamma: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    max_gradient: float = 0.5
    average: float = 0.98
    shaping: bool = False
    seed: int = 0
    threads: int = 2
    device: Device = "auto"
    checkpoint_every: int = 50
    measure_every: int = 50

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field.name, getattr(self, field.name))

    @property
    def updates(self) -> int:
        """Number of updates of the network in the whole run."""
        return max(1, math.ceil(self.decisions / (self.tables * self.steps)))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dataclasses.asdict(self) | {"widths": list(self.widths)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Config:
        """The settings that `as_dict` gave.

        Raises:
            ConfigError: an unknown name or a bad value.
        """
        return cls().changed(**data)

    def changed(self, **settings: Any) -> Config:
        """The same settings with some changed.

        Raises:
            ConfigError: an unknown name or a bad value.
        """
        names = [field.name for field in dataclasses.fields(self)]
        for name in settings:
            if name not in names:
                raise unknown("setting", name, names)
        if isinstance(settings.get("widths"), list):
            settings["widths"] = tuple(settings["widths"])
        return dataclasses.replace(self, **settings)


_WHOLE = {  # name: least, greatest
    "decisions": (1, 10**15),
    "tables": (1, 10**7),
    "steps": (1, 10**6),
    "epochs": (1, 1000),
    "minibatch": (1, 10**9),
    "seed": (0, 2**64 - 1),
    "threads": (1, 1024),
    "checkpoint_every": (1, 10**9),
    "measure_every": (1, 10**9),
}
_REAL = {
    "learning_rate": (0.0, 10.0),
    "learning_rate_end": (0.0, 10.0),
    "entropy": (0.0, 100.0),
    "entropy_end": (0.0, 100.0),
    "gamma": (0.0, 1.0),
    "trace": (0.0, 1.0),
    "clip": (0.0, 100.0),
    "value_weight": (0.0, 1e6),
    "max_gradient": (0.0, 1e9),
    "average": (0.0, 1.0),
}


def _check(name: str, value: Any) -> None:
    """Check one setting.

    Raises:
        ConfigError: naming it and its range.
    """
    wanted = ""
    if name in _WHOLE:
        low, high = _WHOLE[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            wanted = f"an integer from {low} to {high}"
    elif name in _REAL:
        least, greatest = _REAL[name]
        real = isinstance(value, int | float) and not isinstance(value, bool)
        if not real or not least <= value <= greatest:
            wanted = f"a number from {least:g} to {greatest:g}"
    elif name == "widths":
        layers = value if isinstance(value, tuple) else ()
        if not layers or not all(type(width) is int and 1 <= width <= 65536 for width in layers):
            wanted = "one or more layer sizes from 1 to 65536"
    elif name == "device" and value not in DEVICES:
        wanted = "one of " + ", ".join(DEVICES)
    elif name == "shaping" and not isinstance(value, bool):
        wanted = "true or false"
    if wanted:
        raise ConfigError(f"setting {name} must be {wanted}, not {value!r}")


_PIG: dict[str, Any] = {
    "tables": 2048,
    "steps": 64,
    "minibatch": 4096,
    "widths": (64, 64),
    "learning_rate": 3e-3,
    "measure_every": 20,
    "checkpoint_every": 20,
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "pig": {
        "quick": {**_PIG, "decisions": 40_000_000},
        "standard": {**_PIG, "decisions": 100_000_000},
        "full": {**_PIG, "decisions": 400_000_000, "widths": (128, 128)},
    },
}
"""What each preset changes, by game; games that are not named here take `GENERAL`."""

GENERAL: dict[str, dict[str, Any]] = {
    "quick": {"decisions": 10_000_000},
    "standard": {"decisions": 100_000_000, "tables": 2048, "widths": (256, 256)},
    "full": {"decisions": 1_000_000_000, "tables": 4096, "widths": (256, 256)},
}


def preset(game: str, name: str, **changes: Any) -> Config:
    """Settings of a preset.

    Args:
        game: name of the game in the registry.
        name: ``quick``, ``standard`` or ``full``.
        **changes: settings that differ.

    Returns:
        The settings.

    Raises:
        ConfigError: no such preset or setting, or a bad value.
    """
    chosen = PRESETS.get(game, GENERAL)
    if name not in chosen:
        raise unknown("preset", name, chosen)
    return Config().changed(**{**chosen[name], **changes})


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Read ``name=value`` words, as the command line gives them.

    Args:
        words: like ``learning_rate=0.001`` or ``widths=64,64``.

    Returns:
        Values by name, to be given to `Config.changed`.

    Raises:
        ConfigError: a word of another form, an unknown name, one given twice, or a value that cannot be read.
    """
    kinds = {field.name: type(getattr(Config(), field.name)) for field in dataclasses.fields(Config)}
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise ConfigError(f"a setting is given as NAME=VALUE, like learning_rate=0.001, not {word!r}")
        if name not in kinds:
            raise unknown("setting", name, kinds)
        if name in found:
            raise ConfigError(f"setting {name} is given twice")
        found[name] = _parse(kinds[name], text)
    return found


def _parse(kind: type, text: str) -> Any:
    """Read a value; what cannot be read is left as text, which `Config` refuses by name."""
    if kind is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        if kind is tuple:
            return tuple(int(part) for part in text.split(","))
        return kind(text.replace("_", "")) if kind is int else kind(text)
    except ValueError:
        return text
