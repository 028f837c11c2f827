"""Shape of a policy network: heads, encoders and sizes, from the settings and the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from croupier.agents.combined import ability_phases
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.engine.game import Game
from croupier.core.spec.options import Head
from croupier.core.spec.training import HandLayout
from croupier.learn.settings.config import NetworkSettings

FLAT = "flat"
"""Name of the one head of the flat architecture."""
_TRAINING_ONLY = ("auxiliary.", "critic.")


@dataclass(frozen=True)
class NetworkShape:
    """What a policy network is made of, but for its weights.

    Attributes:
        observation_size: number of features.
        heads: the slices of the action space, in their order.
        widths: sizes of the shared layers.
        own: names of heads that get an encoder of their own.
        hand: where the observation encodes the hand, for pointer heads; None makes all heads linear.
        auxiliary: number of outputs of each auxiliary task, by name.
        privileged_size: number of privileged features that a critic sees beside the observation; 0 makes none.
        critic_widths: sizes of the critic's layers; `widths` where none are given.
    """

    observation_size: int
    heads: tuple[Head, ...]
    widths: tuple[int, ...]
    own: tuple[str, ...] = ()
    hand: HandLayout | None = None
    auxiliary: Mapping[str, int] = field(default_factory=dict)
    privileged_size: int = 0
    critic_widths: tuple[int, ...] = ()

    def policy(self) -> NetworkShape:
        """The shape without what serves training alone."""
        return replace(self, auxiliary={}, privileged_size=0)


def in_policy(name: str) -> bool:
    """Whether a policy needs the weight of this name; the others are used in training only."""
    return not name.startswith(_TRAINING_ONLY)


def network_shape(
    game: Game,
    settings: NetworkSettings,
    auxiliary: Mapping[str, int] | None = None,
    privileged_size: int = 0,
) -> NetworkShape:
    """The shape that some settings describe.

    Args:
        privileged_size: number of privileged features that its critic sees; 0 for none.
    """
    hand = hand_layout(game) if settings.card_head == "pointer" else None
    heads: tuple[Head, ...] = game.heads
    own: tuple[str, ...] = ()
    if settings.architecture == "flat":
        if hand is not None:
            raise ConfigError("architecture=flat has no head for the hand: use card_head=linear with it")
        heads = (Head(FLAT, 0, game.num_actions),)
    elif settings.architecture == "separate":
        abilities = ability_phases(game)
        own = tuple(head.name for head in game.heads if head.name in abilities)
        if not own:
            raise ConfigError(f"architecture=separate needs abilities, which {game.name} has not: use heads")
    return NetworkShape(
        game.observation_size,
        heads,
        settings.widths,
        own=own,
        hand=hand,
        auxiliary=auxiliary or {},
        privileged_size=privileged_size,
        critic_widths=settings.critic_widths,
    )


def hand_layout(game: Game) -> HandLayout:
    """Where a game's observation encodes the hand."""
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
