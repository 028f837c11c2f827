"""TextArena: every seat answers in words."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import textarena as ta

from croupier.core.engine.game import Game, State
from croupier.envs.textarena import TextArenaEnv
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal
from tests.envs.contracts.doors.text_door import PATIENCE, TextSession


class TextArenaSession(TextSession):
    """`TextArenaEnv`, which hands each seat what is new to it."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.arena = TextArenaEnv(game.name, error_allowance=PATIENCE, **game.options)
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.arena.reset(self.arena.text.game.num_players, seed)
        self._begun()

    def _begun(self) -> None:
        self.env = self.arena.text
        super(TextSession, self).__init__(self.env.game, self.env.seed, range(self.env.game.num_players))
        self.heard: dict[int, list[Any]] = {seat: [] for seat in self.seats}
        self._hear()

    def _hear(self) -> None:
        player, news = self.arena.get_observation()
        self.heard[player] += news

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.arena.state.current_player_id)

    def told(self, seat: int) -> Any:
        return [*self.heard[seat], *self.arena.state.observations[seat]], self.arena.get_board_str()

    def say(self, reply: str) -> dict[int, float]:
        assert self.arena.state.rewards is None
        assert self.arena.close()[0] is None
        self.over, info = self.arena.step(reply)
        self._hear()
        assert not info["invalid_move"], info
        assert self.arena.state.rewards == self.arena.close()[0]
        return self.arena.close()[0] or {}

    def refuse(self, wrong: str) -> None:
        over, info = self.arena.step(wrong)
        self._hear()
        assert not over
        assert info["invalid_move"], info

    def unchanged(self) -> Any:
        state, silent = self.arena.state, (ta.ObservationType.PLAYER_ACTION, ta.ObservationType.GAME_ADMIN)
        told = [[each for each in self.told(seat)[0] if each[2] not in silent] for seat in self.seats]
        return super().unchanged(), told, state.turn, state.done, state.rewards

    def copy(self) -> TextArenaSession:
        made = self.apart("arena")
        made.env, made.heard = made.arena.text, copy.deepcopy(self.heard)
        return made

    def begun_at(self, state: State, seat: int) -> TextArenaSession:
        del seat
        made = copy.copy(self)
        made.arena = TextArenaEnv(self.game.name, error_allowance=PATIENCE, **self.game.options)
        made.arena.text.reset = lambda *_: made.arena.text.begin(state)  # type: ignore[method-assign]
        made.arena.reset(self.game.num_players)
        made._begun()
        return made


def closed_textarena(game: Game) -> Iterator[Refusal]:
    env = TextArenaEnv(game.name, **game.options)
    for ask in (env.get_observation, lambda: env.step("[roll]"), env.close, env.get_board_str):
        yield "what is asked before the first reset", ask, RuntimeError
    session = TextArenaSession(game, 1).finish()
    yield "a game that is over", lambda: session.arena.step("[roll]"), RuntimeError


DOORS = [Door(BY_ID["textarena"], TextArenaSession, closed_textarena)]
