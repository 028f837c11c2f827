"""Random agent: every legal action is equally likely."""

from __future__ import annotations

import numpy as np

from croupier.agents.agent import Turns
from croupier.agents.traits import AgentTraits
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions
from croupier.core.engine.loops import pick_from_masks
from croupier.core.spec.exact import ExactPlay
from croupier.core.spec.spec import Floats


class RandomAgent:
    """Plays any legal action, each equally likely."""

    name = "random"
    traits = AgentTraits(exact_play=ExactPlay(horizon=1))

    def act(self, turns: Turns) -> Actions:
        """Draw an action for each row; see `Agent.act`."""
        out = np.zeros(len(turns), dtype=np.int64)
        for_rows(pick_from_masks, len(turns))(turns.masks, turns.keys.copy(), out)
        return out

    def probabilities(self, turns: Turns) -> Floats:
        """One over the number of legal actions."""
        masks = turns.masks.astype(np.float32)
        shares: Floats = masks / masks.sum(axis=1, keepdims=True)
        return shares
