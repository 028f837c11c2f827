"""Curricula: the stages of a run, each with options of its own, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.core.errors import unknown
from croupier.core.game import Game
from croupier.core.options import Value
from croupier.learn.config import CurriculumSettings

NONE = "none"


@dataclass(frozen=True)
class Stage:
    """A part of a run with options of its own.

    Attributes:
        name: what the curve calls it.
        options: options that differ from the run's game.
        until: share of the curriculum after which the next stage begins, 0..1.
        mixed: whether all opponents of the settings play in it; otherwise the first of `bots` alone.
        early: whether it ends before that as soon as `curriculum_win_rate` is reached.
    """

    name: str
    options: Mapping[str, Value]
    until: float
    mixed: bool = True
    early: bool = False


def _abilities_one_by_one() -> tuple[Stage, ...]:
    """The curriculum that Skull King's third source describes in its section 4.1.

    First no abilities, until a share of the games against rule-based bots is won; then Harry, Roatan, Rosie, Bendt
    and Jade join in this order. Past policies and the other opponents wait for the last stage, with all abilities.
    """
    order = ("harry", "roatan", "rosie", "bendt", "jade")
    names = ("none", *order)
    off = [dict.fromkeys(order[k:], False) for k in range(len(names))]
    return tuple(
        Stage(name, off[k], (k + 1) / len(names), mixed=False, early=k == 0) for k, name in enumerate(names)
    )


CURRICULA: Mapping[str, Mapping[str, tuple[Stage, ...]]] = {"skull-king": {"source": _abilities_one_by_one()}}
"""The curricula of each game by name. A stage only switches abilities off that the run's game has."""


def stages_of(game: Game, name: str) -> tuple[Stage, ...]:
    """The stages of a curriculum, the game itself the last.

    Raises:
        ConfigError: the game has no curriculum of that name.
    """
    known = {NONE: (), **CURRICULA.get(game.name, {})}
    if name not in known:
        raise unknown(f"curriculum of {game.name}", name, known)
    return (*known[name], Stage("all", {}, float("inf")))


class Curriculum:
    """Where a run is in its curriculum.

    Attributes:
        stages: all stages.
        index: number of the present one.
    """

    def __init__(self, game: Game, settings: CurriculumSettings) -> None:
        self.stages, self.index = stages_of(game, settings.curriculum), 0
        self._settings, self._game = settings, game

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self.stages[self.index]

    @property
    def game(self) -> Game:
        """The game with the options of the present stage."""
        return Game(self._game.spec, **{**self._game.options, **self.stage.options})

    def advance(self, share: float, win_rate: float) -> bool:
        """Go on to the next stage if it is time.

        Args:
            share: part of the run that is done, 0..1.
            win_rate: share of its games that a single seat wins against the others; NaN while unknown.

        Returns:
            Whether the stage has changed.
        """
        wanted, last, before = self._settings.curriculum_win_rate, len(self.stages) - 1, self.index
        if self.index < last and self.stage.early and wanted > 0.0 and win_rate >= wanted:
            self.index += 1
        while self.index < last and share >= self.stage.until * self._settings.curriculum_end:
            self.index += 1
        return self.index != before
