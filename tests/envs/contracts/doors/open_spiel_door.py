"""OpenSpiel: every seat, and chance as nodes of its own."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pyspiel

from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE
from croupier.envs.open_spiel import CroupierState, short_name
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session

DEALS = 50


class OpenSpielSession(Session):
    """A state; whoever walks the tree draws the outcomes of chance, by the seed."""

    refusals = (IllegalAction, pyspiel.SpielError)

    def __init__(self, game: Game, seed: int | None, deals: int) -> None:
        self.deals = deals if game.facts.chance == "sampled" else 0
        given = {**game.options, "rng_seed": -1 if seed is None else seed, "deals": self.deals}
        self.state: CroupierState = pyspiel.load_game(short_name(game.name), given).new_initial_state()
        self.drawn = np.random.default_rng(seed)
        super().__init__(game, 0, range(game.num_players))
        self._chance()
        if game.facts.chance == "sampled":
            self.deal = hash(self.state.table.records.tobytes())
        else:  # whoever walks the tree deals
            self.deal = int(self.drawn.integers(1 << 62)) if seed is None else seed

    def _chance(self) -> None:
        while self.state.is_chance_node():
            outcomes, shares = zip(*self.state.chance_outcomes(), strict=True)
            self.state.apply_action(int(self.drawn.choice(outcomes, p=shares)))

    @property
    def truth(self) -> State:
        table = self.state.table
        return State(
            self.game, table.records.copy(), np.zeros(1, dtype=np.uint64), 0, "", [], earlier=table.decisions
        )

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.state.current_player())

    def masks(self) -> dict[int, list[int]]:
        return {seat: self.state.legal_actions(seat) for seat in self.seats}

    def told(self, seat: int) -> Any:
        state = self.state
        own = [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
        tensor = np.asarray(state.observation_tensor(seat), dtype=np.float32).tobytes()
        recalled = state.information_state_tensor(seat) if self.game.facts.information == "hidden" else None
        return tensor, state.observation_string(seat), state.information_state_string(seat), recalled, own

    def step(self, action: Any) -> dict[int, float]:
        before = self.state.returns()
        assert self.state.rewards() == before
        self.state.apply_action(action)
        self._chance()
        self.over = self.state.is_terminal()
        return dict(enumerate(self.state.rewards()))

    def copy(self) -> OpenSpielSession:
        made = copy.copy(self)
        made.state, made.drawn, made.played = self.state.clone(), copy.deepcopy(self.drawn), list(self.played)
        return made

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        there.state = self.state.resample_from_infostate(seat, np.random.default_rng(seed).random)
        return self.copy(), there

    def last(self) -> State:
        return self.truth  # the walker has drawn the chance, so the actions alone do not lead there


def closed_state(game: Game, deals: int) -> Iterator[Refusal]:
    session = OpenSpielSession(game, 1, deals)
    assert session.state.current_player() != CHANCE
    session.finish()
    yield "a state that is over", lambda: session.step(0), IllegalAction


DOORS = [
    Door(BY_ID[name], partial(OpenSpielSession, deals=deals), partial(closed_state, deals=deals))
    for name, deals in (("open-spiel", 0), ("open-spiel-deals", DEALS))
]
