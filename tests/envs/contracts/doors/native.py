"""croupier's own doors: a game in progress, and many of them in a batch."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from croupier.core.base.errors import IllegalAction
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.envs.learner import row_state
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, put

ROWS, ROW = 3, 1


class StateSession(Session):
    """One game."""

    def __init__(self, state: State) -> None:
        super().__init__(state.game, state.seed, range(state.game.num_players))
        self.state = state

    @property
    def truth(self) -> State:
        return self.state.clone()

    @property
    def mover(self) -> int | None:
        return None if self.over else self.state.current_player()

    def masks(self) -> dict[int, list[int]]:
        legal = np.flatnonzero(self.state.legal_actions_mask()).tolist()
        return {self.state.current_player(): legal}

    def told(self, seat: int) -> Any:
        state = self.state
        return state.observation_tensor(seat).tobytes(), state.view(seat), state.observation_string(seat)

    def step(self, action: Any) -> dict[int, float]:
        self.state.apply_action(action)
        self.over = self.state.is_terminal()
        return dict(enumerate(self.state.rewards().tolist()))

    def wrong(self) -> list[Any]:
        return [*super().wrong(), None, 0.5, "0", True]

    def _of(self, state: State) -> StateSession:
        made = StateSession(state)
        made.played, made.over = list(self.played), self.over
        return made

    def copy(self) -> Session:
        return self._of(copy.deepcopy(self.state))

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        return self.copy(), self._of(self.state.resample_hidden(seat, seed))


def begin_state(game: Game, seed: int | None) -> Session:
    return StateSession(game.new_initial_state(seed))


def closed_state(game: Game) -> Iterator[Refusal]:
    session = StateSession(game.new_initial_state(1)).finish()
    yield "a game that is over", lambda: session.state.apply_action(0), IllegalAction


class BatchSession(Session):
    """One row of a batch without autoreset."""

    def __init__(self, game: Game, batch: Batch) -> None:
        super().__init__(game, int(batch.seeds[ROW]), range(game.num_players))
        self.batch = batch

    @property
    def truth(self) -> State:
        return row_state(self.batch, ROW)

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.batch.current_players[ROW])

    def masks(self) -> dict[int, list[int]]:
        return {int(self.batch.current_players[ROW]): np.flatnonzero(self.batch.masks[ROW]).tolist()}

    def told(self, seat: int) -> Any:
        every = self.batch.seat_observations()
        own = self.batch.observations[ROW].tobytes() if seat == self.mover else b""
        return every[ROW, seat].tobytes(), own

    def step(self, action: Any) -> dict[int, float]:
        self.batch.step_rows(np.array([ROW]), np.array([action]))
        self.over = bool(self.batch.dones[ROW])
        return dict(enumerate(self.batch.rewards[ROW].tolist()))

    def unchanged(self) -> Any:
        batch = self.batch
        arrays = batch.records, batch.rngs, batch.masks, batch.rewards, batch.dones, batch.seeds, batch.plies
        return super().unchanged(), [array.tobytes() for array in arrays]

    def copy(self) -> BatchSession:
        made = BatchSession(self.game, copy.copy(self.batch))
        made.played, made.over, made.deal = list(self.played), self.over, self.deal
        return made

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        put(there.batch, ROW, self.truth.resample_hidden(seat, seed))
        return self.copy(), there

    def again(self, seed: int | None) -> None:
        if seed is not None:
            self.batch.reseed(seed)
        self.batch.deal_again(np.arange(ROWS))
        self.deal, self.played, self.over = int(self.batch.seeds[ROW]), [], False


def begin_batch(game: Game, seed: int | None) -> Session:
    return BatchSession(game, game.batch(ROWS, seed or 0, autoreset=False))


def closed_batch(game: Game) -> Iterator[Refusal]:
    session = begin_batch(game, 1).finish()
    yield "a row whose game is over", lambda: session.step(0), IllegalAction
    batch, rows = game.batch(ROWS, 1), np.arange(ROWS)
    batch.close()
    batch.close()
    for what, ask in (
        ("a step", lambda: batch.step(batch.legal_actions[:, 0])),
        ("a step of some rows", lambda: batch.step_rows(rows, batch.legal_actions[:, 0])),
        ("a deal", lambda: batch.deal_again(rows)),
        ("a position", lambda: batch.load(rows, batch.records, batch.rngs)),
        ("a snapshot", lambda: batch.restore(batch.snapshot())),
        ("a refresh", batch.refresh),
    ):
        yield f"{what} of a closed batch", ask, ValueError


DOORS = [Door(BY_ID["state"], begin_state, closed_state), Door(BY_ID["batch"], begin_batch, closed_batch)]
