"""Game-specific data for the learner: where an observation encodes the hand, and which heads decide abilities."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.agents.combined import ability_phases
from croupier.core.errors import ConfigError
from croupier.core.game import Game


@dataclass(frozen=True)
class HandLayout:
    """Where the observation encodes the own hand, for heads whose actions are places of the hand.

    The hand is sorted by card, so what lies in which place follows from how many of each card there are.

    Attributes:
        start: first feature of the block.
        copies: for each kind of card how many there are; the feature times this is how many the hand holds.
        heads: names of the heads whose actions are places of the hand.
    """

    start: int
    copies: tuple[int, ...]
    heads: tuple[str, ...]


def hand_layout(game: Game) -> HandLayout:
    """Where a game's observation encodes the hand.

    Raises:
        ConfigError: the game has no sorted hand in its observation.
    """
    if game.name != "skull-king":
        raise ConfigError(
            f"card_head=pointer needs a game that tells its sorted hand, like skull-king; {game.name} does not: "
            "use card_head=linear"
        )
    from croupier.games.skull_king.cards import COPIES

    start = game.block_slices["hand"].start
    return HandLayout(start, tuple(int(count) for count in COPIES), ("card", "bendt"))


def ability_heads(game: Game) -> tuple[str, ...]:
    """Names of the heads that decide abilities alone: those of phases named ``ABILITY_...``."""
    abilities = ability_phases(game)
    return tuple(head.name for head in game.heads if head.name in abilities)
