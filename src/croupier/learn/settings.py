"""Ranges of the settings, and how they are read from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from croupier.core.errors import ConfigError

Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "float32", "bfloat16"]
Objective = Literal["utility", "points", "shaped"]
Span = Literal["game", "scoring"]
Architecture = Literal["heads", "flat", "separate"]
CardHead = Literal["linear", "pointer"]
Critic = Literal["own", "oracle"]
Sampling = Literal["uniform", "losses"]

CHOICES: dict[str, tuple[str, ...]] = {
    "device": ("auto", "cpu", "cuda"),
    "precision": ("auto", "float32", "bfloat16"),
    "objective": ("utility", "points", "shaped"),
    "span": ("game", "scoring"),
    "architecture": ("heads", "flat", "separate"),
    "card_head": ("linear", "pointer"),
    "critic": ("own", "oracle"),
    "league_sampling": ("uniform", "losses"),
}
WHOLE: dict[str, tuple[int, int]] = {  # name: least, greatest
    "decisions": (1, 10**15),
    "tables": (1, 10**7),
    "steps": (1, 10**6),
    "epochs": (1, 1000),
    "minibatch": (1, 10**9),
    "league_size": (1, 1000),
    "league_every": (1, 10**9),
    "imitate_passes": (1, 10**6),
    "teacher_games": (1, 10**9),
    "seed": (0, 2**64 - 1),
    "threads": (1, 1024),
    "checkpoint_every": (1, 10**9),
    "measure_every": (1, 10**9),
}
REAL: dict[str, tuple[float, float]] = {
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
    "points_scale": (0.0, 1e6),
    "win_weight": (0.0, 1e6),
    "priority": (1.0, 1e6),
    "league_share": (0.0, 1.0),
    "bot_share": (0.0, 1.0),
    "random_share": (0.0, 1.0),
    "curriculum_end": (0.0, 1.0),
    "curriculum_win_rate": (0.0, 1.0),
}
_FLAGS = ("skip_forced", "mix_sizes")
_ONE_NAME = ("curriculum", "teacher")
_WEIGHTS = ("shaping_weights", "auxiliary")
_NAMES = {
    "bots": "names of agents, like bot,bot:simple",
    "curriculum": "the name of a curriculum",
    "teacher": "the name of an agent that computes, like bot, or none",
    "imitate": "files of recorded games, like games.jsonl",
    "imitate_agents": "names of agents, like bot,bot:simple",
}


def check(name: str, value: Any) -> None:
    """Check one setting by itself.

    Raises:
        ConfigError: naming it and its range.
    """
    wanted = _wanted(name, value)
    if wanted:
        raise ConfigError(f"setting {name} must be {wanted}, not {value!r}")


def _is_real(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wanted(name: str, value: Any) -> str:
    """What would be right, or "" where the value is."""
    wanted, right = "", True
    if name in WHOLE:
        low, high = WHOLE[name]
        wanted = f"an integer from {low} to {high}"
        right = type(value) is int and low <= value <= high
    elif name in REAL:
        least, greatest = REAL[name]
        wanted = f"a number from {least:g} to {greatest:g}"
        right = _is_real(value) and least <= value <= greatest
    elif name == "widths":
        wanted = "one or more layer sizes from 1 to 65536"
        layers = value if isinstance(value, tuple) else ()
        right = bool(layers) and all(type(width) is int and 1 <= width <= 65536 for width in layers)
    elif name in CHOICES:
        wanted, right = "one of " + ", ".join(CHOICES[name]), value in CHOICES[name]
    elif name in _FLAGS:
        wanted, right = "true or false", isinstance(value, bool)
    elif name in _WEIGHTS:
        wanted = "numbers by name, like bid:0.1,cards:0.05"
        right = isinstance(value, Mapping) and all(
            isinstance(key, str) and _is_real(number) and abs(number) < 1e9 for key, number in value.items()
        )
    elif name in _NAMES:
        names = (value,) if name in _ONE_NAME else value
        wanted = _NAMES[name]
        right = isinstance(names, tuple) and all(isinstance(each, str) and each for each in names)
    return "" if right else wanted


def parse(name: str, default: Any, text: str) -> Any:
    """Read a value from text; what cannot be read is left as it is, which `check` refuses by name.

    Args:
        name: the setting.
        default: its default, which tells the kind.
        text: like ``0.001``, ``64,64``, ``true`` or ``bid:0.1,cards:0.05``.
    """
    try:
        if name in _FLAGS:
            return {"true": True, "false": False}.get(text.lower(), text)
        if name in _WEIGHTS:
            pairs = [part.rpartition(":") for part in text.split(",") if part]
            return {key: float(number) for key, _, number in pairs}
        if name in _NAMES and name not in _ONE_NAME:
            return tuple(part for part in text.split(",") if part)
        if name == "widths":
            return tuple(int(part) for part in text.split(","))
        kind = type(default)
        return kind(text.replace("_", "")) if kind is int else kind(text)
    except ValueError:
        return text
