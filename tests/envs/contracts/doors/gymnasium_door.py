"""Gymnasium: one learner at one table, and at many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from croupier.core.engine.game import Game, State
from croupier.envs.gymnasium import CroupierEnv
from croupier.envs.gymnasium_vector import CroupierVectorEnv
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session, put

ROWS, ROW = 3, 1


class SingleSession(Session):
    """`CroupierEnv`."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = CroupierEnv(game, opponents=OTHERS, render_mode="ansi")
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.seen, self.info = self.env.reset(seed=seed)
        super().__init__(self.env.game, int(self.info["seed"]), [int(self.info["seat"])])

    @property
    def truth(self) -> State:
        return self.env.state()

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.info["seat"])

    def masks(self) -> dict[int, list[int]]:
        legal = np.flatnonzero(self.env.action_masks()).tolist()
        assert np.flatnonzero(self.info["action_mask"]).tolist() == legal
        return {int(self.info["seat"]): legal}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        told = {name: value for name, value in self.info.items() if name != "action_mask"}
        return self.seen.tobytes(), told, self.env.render()

    def step(self, action: Any) -> dict[int, float]:
        self.seen, reward, terminated, truncated, self.info = self.env.step(action)
        self.over = terminated or truncated
        return {int(self.info["seat"]): reward}

    def wrong(self) -> list[Any]:
        return [*super().wrong(), None, 0.5, True, "x"]

    def unchanged(self) -> Any:
        seen, mask = self.env._tables.observations, self.env._info()["action_mask"]
        return super().unchanged(), seen.tobytes(), mask.tobytes()

    def copy(self) -> SingleSession:
        return self.apart("env")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        tables = there.env._tables
        put(tables.batch, 0, self.truth.resample_hidden(seat, seed))
        tables.show()
        there.seen, there.info = tables.observations[0], there.env._info()
        return self.copy(), there


def closed_single(game: Game) -> Iterator[Refusal]:
    needed = gymnasium.error.ResetNeeded
    env = CroupierEnv(game, opponents=OTHERS, render_mode="ansi")
    yield "a step before the first reset", lambda: env.step(0), needed
    yield "a picture before the first reset", env.render, needed
    session = SingleSession(game, 1).finish()
    yield "a game that is over", lambda: session.step(0), needed
    session.env.close()
    session.env.close()
    for what, ask in (
        ("a step", lambda: session.step(0)),
        ("a reset", session.env.reset),
        ("a picture", session.env.render),
    ):
        yield f"{what} of a closed environment", ask, gymnasium.error.ClosedEnvironmentError


class VectorSession(Session):
    """One table of a `CroupierVectorEnv`; the others play their first legal actions."""

    deals_again = True

    def __init__(self, game: Game, seed: int | None) -> None:
        self.envs = CroupierVectorEnv(game, ROWS, opponents=OTHERS, render_mode="ansi")
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.seen, self.info = self.envs.reset(seed=seed)
        super().__init__(self.envs.game, int(self.info["seed"][ROW]), [int(self.info["seat"][ROW])])

    @property
    def truth(self) -> State:
        return self.envs.state(ROW)

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.info["seat"][ROW])

    def masks(self) -> dict[int, list[int]]:
        masks = self.envs.action_masks()
        assert (masks == self.info["action_mask"]).all()
        return {int(self.info["seat"][ROW]): np.flatnonzero(masks[ROW]).tolist()}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        shown = self.envs.render()
        assert shown is not None
        return self.seen[ROW].tobytes(), int(self.info["seed"][ROW]), shown[ROW]

    def step(self, action: Any) -> dict[int, float]:
        actions, seat = self.envs.action_masks().argmax(axis=1), self.seats[0]
        actions[ROW] = action
        self.seen, rewards, terminated, truncated, self.info = self.envs.step(actions)
        self.over = bool(terminated[ROW] or truncated[ROW])
        if self.over:
            assert self.info["final_info"]["seat"][ROW] == seat
        return {seat: float(rewards[ROW])}

    def unchanged(self) -> Any:
        tables = self.envs.tables
        return super().unchanged(), tables.batch.records.tobytes(), tables.observations.tobytes()

    def copy(self) -> VectorSession:
        return self.apart("envs")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        tables = there.envs.tables
        put(tables.batch, ROW, self.truth.resample_hidden(seat, seed))
        tables.show()
        there.seen, there.info = tables.observations, there.envs._info()
        return self.copy(), there


def closed_vector(game: Game) -> Iterator[Refusal]:
    needed = gymnasium.error.ResetNeeded
    envs, first = CroupierVectorEnv(game, ROWS, opponents=OTHERS), np.zeros(ROWS, dtype=np.int64)
    yield "a step before the first reset", lambda: envs.step(first), needed
    yield "a picture before the first reset", envs.render, needed
    envs.reset(seed=1)
    envs.close()
    envs.close()
    for what, ask in (("a step", lambda: envs.step(first)), ("a reset", envs.reset), ("a picture", envs.render)):
        yield f"{what} of closed tables", ask, gymnasium.error.ClosedEnvironmentError


DOORS = [
    Door(BY_ID["gymnasium"], SingleSession, closed_single),
    Door(BY_ID["gymnasium-vector"], VectorSession, closed_vector),
]
