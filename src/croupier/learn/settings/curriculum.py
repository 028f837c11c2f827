"""Curricula: the stages of a run in order, each with its options."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.training import NO_CURRICULUM, Stage
from croupier.learn.settings.config import CurriculumSettings


@dataclass(frozen=True)
class Curriculum:
    """The stages of a run, and when each is over.

    Attributes:
        stages: all stages, the game itself the last.
        end: share of the run after which the last stage begins.
        win_rate: share of its games that ends an early stage as soon as a single seat wins it; 0 leaves that out.
    """

    stages: tuple[Stage, ...]
    end: float
    win_rate: float

    def after(self, number: int, share: float, win_rate: float) -> int:
        """The number of the stage that follows a stage now: its own until it is over.

        Args:
            share: part of the run that is done, 0..1.
            win_rate: share of its games that a single seat wins against the others; NaN while unknown.
        """
        last = len(self.stages) - 1
        if number < last and self.stages[number].early and self.win_rate > 0.0 and win_rate >= self.win_rate:
            number += 1
        while number < last and share >= self.stages[number].until * self.end:
            number += 1
        return number


def curriculum_of(game: Game, settings: CurriculumSettings) -> Curriculum:
    """The curriculum that some settings name."""
    name, known = settings.curriculum, {NO_CURRICULUM: (), **game.training.curricula}
    if name not in known:
        raise unknown(f"curriculum of {game.name}", name, known)
    stages = (*known[name], Stage("all", {}, float("inf")))
    for stage in stages:
        _check_stage(game, name, stage)
    return Curriculum(stages, settings.curriculum_end, settings.curriculum_win_rate)


def _check_stage(game: Game, curriculum: str, stage: Stage) -> None:
    """Check that a stage has options of the game, which leave seats, actions and observation as they are."""
    where = f"stage {stage.name} of the curriculum {curriculum} of {game.name}"
    try:
        changed = Game(game.spec, **{**game.options, **stage.options})
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error
    if (changed.num_players, changed.phases, changed.blocks) != (game.num_players, game.phases, game.blocks):
        raise ConfigError(f"{where} changes the number of seats, the actions or the observation")
