"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.games.skull_king.record.state import ABILITY_PHASES as ABILITY_PHASES, DecisionPhase as DecisionPhase
from croupier.games.spite_malice.classic.cards import (
    Card as Card,
    Hand as Hand,
    PlayStack as PlayStack,
    shuffle as shuffle,
)
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer as AbilityPrioritizedBuffer
from croupier.sources.environment import SkullKingEnvMasked as SkullKingEnvMasked
from croupier.sources.metrics import AbilityMetrics as AbilityMetrics
from croupier.sources.policy import MultiHeadPolicy as MultiHeadPolicy

__all__: list[str]
