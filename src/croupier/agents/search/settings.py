"""Settings of the agent `search`, its presets, and how its name is parsed."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from croupier.agents.names import AgentName
from croupier.core.base.errors import ConfigError, unknown

SELF, BOT, LEARNED, WATCHED = "self", "bot", "learned", "watched"
_TYPED, _OPPONENTS = (WATCHED, LEARNED), (WATCHED, LEARNED, BOT, SELF)
MOST_WORLDS = 4096
"""More worlds take more memory and add nothing: the difference of means is known long before."""
MOST_CANDIDATES = 1 << 16
"""Most deals among which a belief chooses at a time, which bounds its memory."""


@dataclass(frozen=True)
class Settings:
    """Settings of a search.

    Attributes:
        worlds: most worlds in which actions are compared; 1 to `MOST_WORLDS`.
        belief: whether worlds are weighted by the others' decisions; False only in baselines.
        gate: standard errors that are subtracted from a gain before it counts.
        eta: weight of a gain against the logarithm of the blueprint's probability, per `scale` of the game.
        opponents: how the others play in rollouts. ``watched`` mixes the blueprint, the game's bot and a model
            fitted to their decisions (if the game has one), by how well each predicts them. ``learned`` leaves the
            fitted model out. Baselines also use ``self`` (the blueprint) or ``bot``.
        candidates: deals of a hand among which a belief chooses, in addition to the present one; times `worlds` at
            most `MOST_CANDIDATES`.
        sweeps: Gibbs sweeps of a belief over the hands of each world.
        floor: lapse rate of the others, 0 to 1; None (``learned``) learns it by seat, see `belief`.
        halving: whether clearly worse actions are dropped before all worlds are played.
        seconds: time after which no new worlds are played; 0 for no limit. With a limit the clock decides the
            number of worlds, so the same seed may give another choice; see `make_agent`.
    """

    worlds: int = 48
    belief: bool = True
    gate: float = 1.0
    eta: float = 1.0
    opponents: str = WATCHED
    candidates: int = 2
    sweeps: int = 8
    floor: float | None = None
    halving: bool = True
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise ConfigError(f"worlds of a search must be from 1 to {MOST_WORLDS}, not {self.worlds}")
        if self.opponents not in _OPPONENTS:
            raise unknown("opponents of a search", self.opponents, _TYPED)
        for name in ("gate", "eta", "seconds", *(() if self.floor is None else ("floor",))):
            if not 0.0 <= getattr(self, name) < float("inf"):
                raise ConfigError(f"{name} of a search must be a number of at least 0, not {getattr(self, name)}")
        if self.floor is not None and self.floor > 1.0:
            raise ConfigError(f"floor of a search must be from 0 to 1, not {self.floor}")
        for name, low in (("candidates", 1), ("sweeps", 0)):
            if not low <= getattr(self, name) <= 1000:
                raise ConfigError(f"{name} of a search must be from {low} to 1000, not {getattr(self, name)}")
        if self.worlds * self.candidates > MOST_CANDIDATES:
            raise ConfigError(
                f"worlds times candidates of a search must be at most {MOST_CANDIDATES}, "
                f"not {self.worlds} x {self.candidates}"
            )


_ALL = 1e9
"""Weight of gains that makes the blueprint's probabilities irrelevant."""
PRESETS = {
    "fast": Settings(worlds=16, sweeps=2),
    "standard": Settings(),
    "strong": Settings(worlds=192, sweeps=10),
}
"""Named settings: about 5, 29 and 116 milliseconds a decision at a card table of four (docs/speed.md)."""
_GONE = {
    "rollouts": "the agent that is searched around always plays on; worlds=N sets how many worlds it plays",
    "belief": "worlds are always weighted by all that the others have decided; sweeps=N sets how thoroughly, and "
    "pimc deals them without",
}
"""Settings of 0.2 that are gone, each with its replacement."""
_GONE_OPPONENTS = (SELF, BOT, "mixed")
FOR_PEOPLE = "search/strong"
"""The search that answers people's questions."""


def parse_settings(name: AgentName) -> Settings:
    """The settings in a name like ``search/fast`` or ``search/strong,worlds=512:net:FILE``."""
    given = dict(name.settings)
    named = [key for key, value in given.items() if key in PRESETS and not value]
    if len(named) > 1:
        raise ConfigError(f"{name.text!r} names several presets: {', '.join(named)}")
    known = [each.name for each in fields(Settings) if each.name != "belief"]
    changes: dict[str, object] = {}
    for key, value in given.items():
        if key in named:
            continue
        if key == "belief" and value == "all":
            continue  # it is always so; names of 0.2 may contain it
        if key == "opponents" and value in _GONE_OPPONENTS:
            raise ConfigError(
                f"opponents={value} of search is gone: take {LEARNED} or {WATCHED}, which find out if the "
                "others play as the blueprint or as the bot"
            )
        if key in _GONE:
            raise ConfigError(f"the setting {key} of search is gone: {_GONE[key]}")
        if key not in known:
            raise unknown("setting or preset of search", key, [*PRESETS, *known])
        if key == "floor":
            changes[key] = None if value == LEARNED else _read(name, key, value, float)
        else:
            changes[key] = _read(name, key, value, type(getattr(Settings, key)))
    return replace(PRESETS[named[0] if named else "standard"], **changes)  # type: ignore[arg-type]  # read by type


def plain_monte_carlo(name: AgentName) -> Settings:
    """The settings of a name like ``pimc/worlds=64:bot``: the best mean wins, however small its lead."""
    name.check_settings("worlds")
    worlds = name.whole("worlds", 64)
    return Settings(worlds=worlds, belief=False, gate=0.0, eta=_ALL, opponents=SELF, halving=False)


def _read(name: AgentName, key: str, value: str, kind: type) -> Any:
    """A setting's value, converted to its type."""
    if kind is bool:
        if value not in ("0", "1", "true", "false"):
            raise ConfigError(f"{key} in {name.text!r} must be true or false, not {value!r}")
        return value in ("1", "true")
    if kind is str:
        return value
    return name.whole(key, 0) if kind is int else name.number(key, 0.0, 0.0)
