"""PettingZoo: every seat an agent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from croupier.core.engine.game import Game, State
from croupier.envs.pettingzoo import raw_env
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, put


class PettingZooSession(Session):
    """`raw_env`, whose agents take what they have gained when it is their turn."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = raw_env(game, render_mode="ansi")
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.env.reset(seed=seed)
        seats = range(len(self.env.agents))
        super().__init__(self.env.game, int(self.env.infos["player_0"]["seed"]), seats)

    @property
    def truth(self) -> State:
        return self.env.game_state()

    @property
    def mover(self) -> int | None:
        return None if self.over else int(self.env.agent_selection.removeprefix("player_"))

    def masks(self) -> dict[int, list[int]]:
        found = {}
        for seat, agent in enumerate(self.env.possible_agents):
            own = self.env.observe(agent)["action_mask"]
            if agent in self.env.infos:  # one that is retired has none
                assert (own == self.env.infos[agent]["action_mask"]).all()
            found[seat] = np.flatnonzero(own).tolist()
        return found

    def told(self, seat: int) -> Any:
        agent = f"player_{seat}"
        info = {name: value for name, value in self.env.infos.get(agent, {}).items() if name != "action_mask"}
        return self.env.observe(agent)["observation"].tobytes(), info, seat == self.mover and self.env.render()

    def step(self, action: Any) -> dict[int, float]:
        self.env.step(action)
        self.over = any([*self.env.terminations.values(), *self.env.truncations.values()])
        paid = [self.env.last()[1]]
        seats = [int(self.env.agent_selection.removeprefix("player_"))]
        while self.over and len(self.env.agents) > 1:  # as a loop over agents retires them
            self.env.step(None)
            seats.append(int(self.env.agent_selection.removeprefix("player_")))
            paid.append(self.env.last()[1])
        return dict(zip(seats, paid, strict=True))

    def wrong(self) -> list[Any]:
        return [*super().wrong(), None, 0.5, True, "0", np.array([0]), np.array(-1)]

    def unchanged(self) -> Any:
        env = self.env
        return super().unchanged(), env.agent_selection, dict(env.rewards), dict(env._cumulative_rewards)

    def copy(self) -> PettingZooSession:
        return self.apart("env")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        put(there.env._table.batch, 0, self.truth.resample_hidden(seat, seed))
        there.env._select()
        return self.copy(), there


def closed_pettingzoo(game: Game) -> Iterator[Refusal]:
    needed = gymnasium.error.ResetNeeded
    env = raw_env(game, render_mode="ansi")
    for early in (lambda: env.step(0), lambda: env.observe("player_0"), env.state, env.game_state, env.render):
        yield "what is asked before the first reset", early, needed
    env.reset(seed=1)
    while not any([*env.terminations.values(), *env.truncations.values()]):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    yield "a game that is over", lambda: env.step(0), ValueError
    while env.agents:
        env.step(None)
    yield "a game whose agents are retired", lambda: env.step(0), needed
    env.close()
    env.close()
    for what, ask in (
        ("a step", lambda: env.step(0)),
        ("a reset", env.reset),
        ("a last observation", env.last),
        ("a last reward", lambda: env.last(observe=False)),
        ("an observation", lambda: env.observe("player_0")),
        ("a state", env.state),
        ("a picture", env.render),
    ):
        yield f"{what} of a closed environment", ask, gymnasium.error.ClosedEnvironmentError


DOORS = [Door(BY_ID["pettingzoo"], PettingZooSession, closed_pettingzoo)]
