"""Stable-Baselines3: one learner at many tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from croupier.core.engine.game import Game, State
from croupier.envs.sb3 import BatchVecEnv
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session, put

ROWS, ROW = 3, 1


class Sb3Session(Session):
    """One table of a `BatchVecEnv`; the others play their first legal actions."""

    deals_again = True

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = BatchVecEnv(game, ROWS, seed=seed, opponents=OTHERS, render_mode="ansi")
        self._begin()

    def again(self, seed: int | None) -> None:
        if seed is not None:
            assert self.env.seed(seed) == [seed] * ROWS
        self._begin()

    def _begin(self) -> None:
        self.seen = self.env.reset()
        super().__init__(self.env.game, int(self.env.tables.batch.seeds[ROW]), self.env.get_attr("seat", ROW))

    @property
    def truth(self) -> State:
        [state] = self.env.env_method("state", indices=ROW)
        assert isinstance(state, State)
        return state

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.env.get_attr("seat", ROW)[0])

    def masks(self) -> dict[int, list[int]]:
        [own] = self.env.env_method("action_masks", indices=ROW)
        assert (own == self.env.action_masks()[ROW]).all()
        return {int(self.env.get_attr("seat", ROW)[0]): np.flatnonzero(own).tolist()}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self.seen[ROW].tobytes(), self.env.env_method("render", indices=ROW)

    def step(self, action: Any) -> dict[int, float]:
        actions, seat = self.env.action_masks().argmax(axis=1), self.seats[0]
        actions[ROW] = action
        self.seen, rewards, dones, infos = self.env.step(actions)
        self.over = bool(dones[ROW])
        if self.over:
            assert infos[ROW]["seat"] == seat
            assert infos[ROW]["episode"]["r"] == rewards[ROW]
        return {seat: float(rewards[ROW])}

    def unchanged(self) -> Any:
        tables = self.env.tables
        return super().unchanged(), tables.batch.records.tobytes(), tables.observations.tobytes()

    def copy(self) -> Sb3Session:
        return self.apart("env")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        tables = there.env.tables
        put(tables.batch, ROW, self.truth.resample_hidden(seat, seed))
        tables.show()
        there.seen = tables.observations
        return self.copy(), there


def closed_sb3(game: Game) -> Iterator[Refusal]:
    env, first = BatchVecEnv(game, ROWS, seed=1, opponents=OTHERS), np.zeros(ROWS, dtype=np.int64)
    yield "a step before the first reset", lambda: env.step(first), gymnasium.error.ResetNeeded
    env.reset()
    env.close()
    env.close()
    for what, ask in (
        ("a step", lambda: env.step(first)),
        ("a reset", env.reset),
        ("a picture", lambda: env.env_method("render")),
    ):
        yield f"{what} of closed tables", ask, gymnasium.error.ClosedEnvironmentError


DOORS = [Door(BY_ID["sb3"], Sb3Session, closed_sb3)]
