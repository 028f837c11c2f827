"""Curricula: the stages of a run, each with options of its own, in their order."""

from __future__ import annotations

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.training import NO_CURRICULUM, Stage
from croupier.learn.settings.config import CurriculumSettings


def stages_of(game: Game, name: str) -> tuple[Stage, ...]:
    """The stages of a curriculum, the game itself the last.

    Raises:
        ConfigError: the game has no curriculum of that name.
    """
    known = {NO_CURRICULUM: (), **game.training.curricula}
    if name not in known:
        raise unknown(f"curriculum of {game.name}", name, known)
    return (*known[name], Stage("all", {}, float("inf")))


def _with_options(game: Game, curriculum: str, stage: Stage) -> Game:
    """The game of a stage.

    Raises:
        ConfigError: it has no such options, or with them other seats, actions or observations.
    """
    where = f"stage {stage.name} of the curriculum {curriculum} of {game.name}"
    try:
        changed = Game(game.spec, **{**game.options, **stage.options})
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error
    if (changed.num_players, changed.phases, changed.blocks) != (game.num_players, game.phases, game.blocks):
        raise ConfigError(f"{where} changes the number of seats, the actions or the observation")
    return changed


class Curriculum:
    """Where a run is in its curriculum.

    Attributes:
        stages: all stages.
        index: number of the present one.
    """

    def __init__(self, game: Game, settings: CurriculumSettings) -> None:
        """Begin with the first stage.

        Raises:
            ConfigError: the game has no such curriculum, or a stage of it does not go with the game's options.
        """
        self.stages, self.index = stages_of(game, settings.curriculum), 0
        self._settings = settings
        self._games = tuple(_with_options(game, settings.curriculum, stage) for stage in self.stages)

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self.stages[self.index]

    @property
    def game(self) -> Game:
        """The game with the options of the present stage."""
        return self._games[self.index]

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
