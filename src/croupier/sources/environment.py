"""Skull King's single-agent environment under the name in its source document, `SkullKingEnvMasked`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError
from croupier.envs.gymnasium import CroupierEnv
from croupier.envs.learner import Opponents, SeatChoice
from croupier.games.skull_king.record.state import DecisionPhase
from croupier.games.skull_king.rewards import WEIGHTS


class SkullKingEnvMasked(CroupierEnv):
    """Skull King for one learner, with masks: bids, cards and every ability are decisions.

    It is `CroupierEnv` with the source's rewards as the default. `action_masks` gives the legal actions to
    sb3-contrib's MaskablePPO.
    """

    def __init__(
        self,
        num_players: int = 4,
        *,
        seat: SeatChoice = "rotate",
        opponents: Opponents = "random",
        shaping: Mapping[str, float] | None = WEIGHTS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment.

        Args:
            num_players: number of players, 2 to 8.
            seat: the learner's seat, see `CroupierEnv`.
            opponents: agents or their names: one for all other seats, or one for each, in order after the learner.
            shaping: weights of the shaped rewards, by name; others are the source's. None rewards only the utility
                at the end of the game.
            render_mode: "ansi" or None.
            **options: other options of the game.

        Raises:
            ConfigError: an option or setting is not valid.
            FileError: an opponent's file cannot be used.
        """
        if "players" in options:
            raise ConfigError("give the number of people as num_players, not as the option players")
        super().__init__(
            "skull-king",
            seat=seat,
            opponents=opponents,
            shaping=shaping,
            render_mode=render_mode,
            players=num_players,
            **options,
        )

    @property
    def decision_phase(self) -> DecisionPhase:
        """The phase of the learner's decision; after the end of the game, of its last decision.

        Raises:
            gymnasium.error.ResetNeeded: nothing was dealt yet.
        """
        if not self._begun:
            raise gymnasium.error.ResetNeeded("nothing was dealt yet: call reset() before decision_phase")
        return DecisionPhase(int(self._tables.batch.phases[0]))

    def get_action_mask(self, phase: DecisionPhase | int | None = None) -> npt.NDArray[np.int8]:
        """The legal answers to the learner's decision, numbered within its phase.

        Args:
            phase: the phase of the decision; None is `decision_phase`.

        Returns:
            int8, shape (size of the phase's head,): 11 for bids, 13 for cards and discards, 8 for Rosie, 3 for
            Roatan and Harry, 2 for the Tigress, 1 for Jade. Zeros after the end.

        Raises:
            ConfigError: the decision is of another phase.
            gymnasium.error.ResetNeeded: nothing was dealt yet.
        """
        due = self.decision_phase
        if phase is not None and phase != due:
            raise ConfigError(f"the decision that is due is {due.name} ({due.value}), not {phase!r}")
        part = next(each for each in self.game.phases if each.value == due)
        return self.action_masks()[part.actions].astype(np.int8)
