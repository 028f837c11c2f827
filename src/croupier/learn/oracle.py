"""Privileged features for the oracle critic: all hands and bids. Used in training only.

A value that knows all hands accounts for the luck of the deal, so advantages measure the decision more and the
cards less. Policies never see it, and it does not leave training. The idea is that of a centralised critic:
R. Lowe and others, "Multi-agent actor-critic for mixed cooperative-competitive environments" (2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.spec import Floats, Kernel, Records
from croupier.learn.auxiliary import encode_loop
from croupier.learn.config import Critic


@dataclass(frozen=True)
class PrivilegedFeatures:
    """What a game hides from the seat to move.

    Attributes:
        size: number of features.
        encode: ``encode(s, seat, out)``: what is hidden from a seat, as features, float32, shape (size,).
    """

    size: int
    encode: Kernel

    def write(self, records: Records, players: npt.NDArray[np.int8], out: Floats) -> None:
        """Write what is hidden from the seats to move.

        Args:
            records: the tables, shape (N,).
            players: seat to move, int8, shape (N,); nothing is written where it is NOBODY.
            out: written, float32, shape (N, size).
        """
        encode_loop(self.encode)(records, players, out)


def privileged_features(game: Game, critic: Critic) -> PrivilegedFeatures | None:
    """What the critic of a run sees beside the observation; None where it sees no more.

    Args:
        game: the game with room for the largest table.
        critic: the setting.

    Raises:
        ConfigError: ``critic=oracle`` for a game of which nothing hidden is known.
    """
    if critic == "own":
        return None
    if game.name != "skull-king":
        raise ConfigError(
            f"critic=oracle needs a game whose hidden cards it knows, skull-king; {game.name} has none"
        )
    from croupier.learn import targets

    seats = 3 if game.num_players == 2 else game.num_players  # SK-15: Graybeard's hand is the third
    return PrivilegedFeatures((seats - 1) * targets.HAND_FEATURES, targets.encode_hands)
