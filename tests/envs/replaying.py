"""An opponent that is a function of the position, so that a `State` can replay what an environment played."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.base.types import Actions
from croupier.core.engine import making
from croupier.core.engine.game import Game, State
from croupier.core.spec import registry
from tests.toy import SPEC

HURRY = "toy of four in a hurry"
GAMES = {
    HURRY: Game(SPEC, players=4, hurry=True),
    "toy of two": Game(SPEC),
    **{entry.name: making.make(entry.name) for entry in registry.BUILT_IN},
    "hearts": making.make("hearts", max_deals=5),  # no longer than the others
}
"""A game of another package, with more seats and a limit that cuts games short, and every game of this one."""


class Fixed:
    """Plays a legal action that depends on the bytes of the position alone, and remembers in which seats."""

    name = "fixed"

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act(self, turns: Turns) -> Actions:
        sums = turns.records.view(np.uint8).reshape(len(turns), -1).astype(np.int64).sum(axis=1)
        self.seats.update(turns.seats.tolist())
        legal = [np.flatnonzero(mask) for mask in turns.masks]
        return np.array([row[total % len(row)] for row, total in zip(legal, sums, strict=True)])


def replay(game: Game, seed: int, seat: int, decisions: list[int]) -> Iterator[State]:
    """The states in which the learner decides, then the last one, as `State` plays them against `Fixed`."""
    state, left = game.new_initial_state(seed), list(decisions)
    while not state.is_terminal():
        if state.current_player() == seat:
            yield state.clone()
            if not left:
                return
            state.apply_action(left.pop(0))
        else:
            turns = Turns(game, state.records.copy(), np.zeros(1, dtype=np.uint64))
            state.apply_action(int(Fixed().act(turns)[0]))
    assert not left
    yield state
