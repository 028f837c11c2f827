"""Privileged features for the oracle critic: what is hidden from the seat to move. Used in training only.

A value that knows all hands accounts for the luck of the deal, so advantages measure the decision more and the
cards less. Policies never see it, and it does not leave training. The idea is that of a centralised critic:
R. Lowe and others, "Multi-agent actor-critic for mixed cooperative-competitive environments" (2017).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.core.spec.training import PrivilegedFeatures
from croupier.learn.rollouts.auxiliary import encode_loop
from croupier.learn.settings.config import Critic


def privileged_features(game: Game, critic: Critic) -> PrivilegedFeatures | None:
    """What the critic of a run sees beside the observation; None where it sees no more.

    Args:
        game: the game with room for the largest table.
        critic: the setting.

    Raises:
        ConfigError: ``critic=oracle`` for a game that brings no privileged features.
    """
    if critic == "own":
        return None
    brought = game.training.privileged
    if brought is None:
        raise ConfigError(
            f"critic=oracle needs a game that brings features of what is hidden; {game.name} brings none: "
            "use critic=own"
        )
    return brought(game)


def encode_privileged(
    features: PrivilegedFeatures, records: Records, players: npt.NDArray[np.int8], out: Floats
) -> None:
    """Write what is hidden from the seats to move.

    Args:
        features: those of the game.
        records: the tables, shape (N,).
        players: seat to move, int8, shape (N,); nothing is written where it is NOBODY.
        out: written, float32, shape (N, size).
    """
    encode_loop(features.encode)(records, players, out)
