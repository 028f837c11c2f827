"""Layouts that heads depend on: where a game's observation encodes the hand, and which heads decide abilities."""

from __future__ import annotations

from croupier.agents.combined import ability_phases
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.training import HandLayout


def hand_layout(game: Game) -> HandLayout:
    """Where a game's observation encodes the hand.

    Raises:
        ConfigError: the game brings no such layout, or one that does not fit its heads or observation.
    """
    brought = game.training.hand
    if brought is None:
        raise ConfigError(
            f"card_head=pointer needs a game that brings the layout of its sorted hand; {game.name} does not: "
            "use card_head=linear"
        )
    hand = brought(game)
    heads = [head.name for head in game.heads]
    for name in hand.heads:
        if name not in heads:
            raise unknown(f"head in the hand layout of {game.name}", name, heads)
    if not 0 <= hand.start <= game.observation_size - len(hand.copies):
        raise ConfigError(f"the hand layout of {game.name} does not lie in its observation: {hand}")
    return hand


def ability_heads(game: Game) -> tuple[str, ...]:
    """Names of the heads that decide abilities alone; see `croupier.core.spec.phases.Phase`."""
    abilities = ability_phases(game)
    return tuple(head.name for head in game.heads if head.name in abilities)
