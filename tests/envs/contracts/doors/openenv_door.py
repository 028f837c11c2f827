"""OpenEnv: one seat, in words, of a session of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.core.engine.game import Game, State
from croupier.envs.episode import Episode
from examples.openenv_server import Games, Reply
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session
from tests.envs.contracts.doors.text_door import PATIENCE, begun_at, named, wrong_words


class OpenEnvSession(Session):
    """`Games` of the example, as its server calls it."""

    pays_above_least = True

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = Games(game.name, OTHERS, reward="utility", error_allowance=PATIENCE, options=dict(game.options))
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.seen = self.env.reset(seed=seed)
        self.heard: list[Any] = [(self.seen.system, self.seen.prompt)]
        super().__init__(self.episode.game, self.episode.state.seed, [self.seen.seat])

    @property
    def episode(self) -> Episode:
        assert self.env.episode is not None
        return self.env.episode

    @property
    def truth(self) -> State:
        return self.episode.state.clone()

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.seen.seat)

    def masks(self) -> dict[int, list[int]]:
        state = self.episode.state
        return {int(self.seen.seat): named(state, self.seen.legal_actions)}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self.heard

    def step(self, action: Any) -> dict[int, float]:
        self.seen = self.env.step(Reply(reply=self.episode.state.action_to_string(action)))
        assert not self.seen.invalid, self.seen
        self.heard = [*self.heard, self.seen.prompt]
        self.over = self.seen.done
        return {self.seats[0]: self.seen.reward}

    def wrong(self) -> list[Any]:
        return wrong_words(self.truth)

    def refuse(self, wrong: str) -> None:
        legal, self.seen = self.seen.legal_actions, self.env.step(Reply(reply=wrong))
        assert self.seen.invalid, self.seen
        assert not self.seen.done
        assert self.seen.reward == 0.0
        assert self.seen.legal_actions == legal

    def copy(self) -> OpenEnvSession:
        return self.apart("env")

    def begun_at(self, state: State, seat: int) -> OpenEnvSession:
        made = self.copy()
        made.env.episode = begun_at(state, self.env.seats(seat), self.env.policy)
        made.seen = made.env._question()
        made.heard = [(made.seen.system, made.seen.prompt)]
        return made


def closed_openenv(game: Game) -> Iterator[Refusal]:
    fresh = Games(game.name, OTHERS, options=dict(game.options))
    yield "a step before the first reset", lambda: fresh.step(Reply(reply="[roll]")), RuntimeError
    session = OpenEnvSession(game, 1).finish()
    yield "a game that is over", lambda: session.env.step(Reply(reply="[roll]")), RuntimeError


DOORS = [Door(BY_ID["openenv"], OpenEnvSession, closed_openenv)]
