"""RLlib: every seat an agent, of whom the one to move is observed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import Game, State
from examples.rllib_ppo import EverySeat
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, put


class RllibSession(Session):
    """`EverySeat` of the example."""

    refusals = (IllegalAction, ValueError)

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = EverySeat({"game": game, "render_mode": "ansi"})
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.seen, self.info = self.env.reset(seed=seed)
        (info,) = self.info.values()
        super().__init__(self.env.env.game, int(info["seed"]), range(len(self.env.agents)))

    @property
    def truth(self) -> State:
        return self.env.env.game_state()

    @property
    def mover(self) -> int | None:
        if self.over:
            return None
        (agent,) = self.seen
        return int(agent.removeprefix("player_"))

    def masks(self) -> dict[int, list[int]]:
        return {
            int(agent.removeprefix("player_")): np.flatnonzero(seen["action_mask"]).tolist()
            for agent, seen in self.seen.items()
        }

    def told(self, seat: int) -> Any:
        agent = f"player_{seat}"
        if agent not in self.seen:
            return None
        info = {name: value for name, value in self.info[agent].items() if name != "action_mask"}
        return self.seen[agent]["observations"].tobytes(), info, self.env.render()

    def step(self, action: Any) -> dict[int, float]:
        given = action if isinstance(action, dict) else {f"player_{self.mover}": action}
        self.seen, rewards, ended, cut, self.info = self.env.step(given)
        self.over = ended["__all__"] or cut["__all__"]
        return {int(agent.removeprefix("player_")): amount for agent, amount in rewards.items()}

    def wrong(self) -> list[Any]:
        legal, mover = self.truth.legal_actions()[0], self.mover or 0
        other = (mover + 1) % self.game.num_players
        both = {f"player_{seat}": legal for seat in (mover, other)}
        return [*super().wrong(), None, 0.5, {f"player_{other}": legal}, both, {}]

    def unchanged(self) -> Any:
        return super().unchanged(), dict(self.env.env.rewards)

    def copy(self) -> RllibSession:
        return self.apart("env")

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        there = self.copy()
        put(there.env.env._table.batch, 0, self.truth.resample_hidden(seat, seed))
        there.env.env._select()
        there.seen, there.info = there.env._seen([f"player_{self.mover}"])
        return self.copy(), there


def closed_rllib(game: Game) -> Iterator[Refusal]:
    env = EverySeat({"game": game, "render_mode": "ansi"})
    yield "a step before the first reset", lambda: env.step({"player_0": 0}), ResetNeeded
    yield "a picture before the first reset", env.render, ResetNeeded
    session = RllibSession(game, 1).finish()
    yield "a game that is over", lambda: session.env.step({"player_0": 0}), ResetNeeded
    session.env.close()
    session.env.close()
    for what, ask in (
        ("a step", lambda: session.env.step({"player_0": 0})),
        ("a reset", session.env.reset),
        ("a picture", session.env.render),
    ):
        yield f"{what} of a closed environment", ask, ClosedEnvironmentError


DOORS = [Door(BY_ID["rllib"], RllibSession, closed_rllib)]
