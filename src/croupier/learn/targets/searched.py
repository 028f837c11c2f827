"""An agent that searches some of its decisions, plays what the search chose, and notes what is to be learnt of it.

The note is the policy that search moves to: see `croupier.agents.search.choice.improved`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, NeverPickled, Turns
from croupier.agents.search.searcher import Searcher
from croupier.agents.traits import AgentTraits
from croupier.core.base.rng import choice_words
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.learn.targets.data_set import SearchTargets

_WHETHER = 1 << 22
"""Number of the word that says whether a decision is searched: far behind those that a search draws from."""


class Searched(NeverPickled):
    """Plays as a blueprint, in some decisions as the search around it, and notes those.

    Attributes:
        name: ``searched``.
        traits: reads the decisions of the game so far where the search does.
        notes: what was searched since it was last taken.
    """

    def __init__(self, searcher: Searcher, share: float) -> None:
        """Begin with no notes.

        Args:
            searcher: what searches; its blueprint plays the other decisions.
            share: share of the decisions with a choice that are searched, 0..1, drawn by each decision's key.
        """
        self.name = "searched"
        self._searcher, self._share = searcher, share
        self._blueprint: Agent = searcher.blueprint
        self.traits = AgentTraits(wants_trail=searcher.reads_history)
        self._rows: list[tuple[Floats, Actions, Floats]] = []

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        chosen = np.array(self._blueprint.act(turns), dtype=np.int64)
        for row in np.flatnonzero(self._drawn(turns) & (turns.masks.sum(axis=1) > 1)):
            found = self._searcher.search(turns, int(row))
            target = self._searcher.improved(found.shares, found.gains)
            self._rows.append((turns.observations[row], found.actions, target))
            chosen[row] = found.action
        return chosen

    def take(self, game: Game) -> SearchTargets:
        """What was noted in tables of a game, and begin anew."""
        rows, self._rows = self._rows, []
        nothing = np.zeros((0, game.observation_size), dtype=np.float32)
        return SearchTargets(
            np.stack([each for each, _, _ in rows]) if rows else nothing,
            np.array([len(actions) for _, actions, _ in rows], dtype=np.int16),
            np.concatenate([np.zeros(0, np.int64), *(actions for _, actions, _ in rows)]).astype(np.int16),
            np.concatenate([np.zeros(0, np.float32), *(target for _, _, target in rows)]),
            game.num_actions,
        )

    def _drawn(self, turns: Turns) -> npt.NDArray[np.bool_]:
        words = choice_words(turns.keys, np.full(len(turns), _WHETHER))
        return (words >> np.uint64(11)) * 2.0**-53 < self._share
