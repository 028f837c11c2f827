"""OpenEnv: one seat, in words, of a session of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.core.engine.game import Game, State
from croupier.envs.episode import Episode
from examples.openenv_server import Games, Reply
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session
from tests.envs.contracts.doors.text_door import PATIENCE, begun_at, named, wrong_words


class OpenEnvSession(Session):
    """`Games` of the example, as its server calls it."""

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

    def earned(self, end: State) -> Sequence[float]:
        least = self.game.facts.min_utility
        return [float(value) - least for value in end.returns()]

    def copy(self) -> OpenEnvSession:
        return self.apart("env")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        found = []
        for state in (self.truth, self.truth.resample_hidden(seat, seed)):
            made = self.copy()
            made.env.episode = begun_at(state, self.env.seats(seat), self.env.policy)
            made.seen = made.env._question()
            made.heard = [(made.seen.system, made.seen.prompt)]
            found.append(made)
        return found[0], found[1]


def closed_openenv(game: Game) -> Iterator[Refusal]:
    fresh = Games(game.name, OTHERS, options=dict(game.options))
    yield "a step before the first reset", lambda: fresh.step(Reply(reply="[roll]")), RuntimeError
    session = OpenEnvSession(game, 1)
    while not session.over:
        session.step(session.truth.legal_actions()[0])
    yield "a game that is over", lambda: session.env.step(Reply(reply="[roll]")), RuntimeError


DOORS = [Door(BY_ID["openenv"], OpenEnvSession, closed_openenv)]
