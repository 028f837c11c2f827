"""TRL: one seat, by tools, which the trainer calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from croupier.core.engine.game import Game, State
from croupier.core.spec.prompts import ActionTool, ToolWords
from croupier.envs.episode import Episode
from croupier.table.events import ReplyPolicy
from examples.trl_grpo import environment_class, game_reward
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session
from tests.envs.contracts.doors.text_door import PATIENCE, begun_at


def tools_of(game: Game) -> Sequence[ActionTool]:
    """The tools of a game; none where it has none."""
    words: object = game.spec.words.prompts
    return words.TOOLS if isinstance(words, ToolWords) else ()


class TrlSession(Session):
    """An environment, whose methods are called as the trainer calls them."""

    pays_above_least = True

    def __init__(self, game: Game, seed: int | None) -> None:
        options: dict[str, Any] = {**game.options, "policy": ReplyPolicy(PATIENCE)}
        how = {"reward": "utility"}
        self.env: Any = environment_class(game.name, opponents=OTHERS, reward=how, **options)()
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.heard = [self.env.reset(seed)]
        super().__init__(self.env._game, self.episode.state.seed, [self.env._seat])

    @property
    def episode(self) -> Episode:
        episode: Episode = self.env._begun()
        return episode

    @property
    def truth(self) -> State:
        return self.episode.state.clone()

    @property
    def mover(self) -> int | None:
        return self.episode.seat

    def masks(self) -> dict[int, list[int]]:
        return {self.env._seat: self.episode.state.legal_actions()}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self.heard

    def step(self, action: Any) -> dict[int, float]:
        return self.call(self.episode.state.action_to_string(action))

    def call(self, text: str) -> dict[int, float]:
        """Say an action by its tool, which must take it."""
        for tool in tools_of(self.game):
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(tool.text))
            if found := re.fullmatch(pattern, text):
                kinds = {each.name: int if each.kind == "int" else str for each in tool.parameters}
                given = {name: kinds[name](value) for name, value in found.groupdict().items()}
                self.heard = [*self.heard, getattr(self.env, tool.name)(**given)]
                break
        else:
            raise KeyError(text)
        assert "Invalid reply" not in self.heard[-1]
        self.over = self.episode.over
        return {self.env._seat: game_reward([self.env])[0] if self.over else 0.0}

    def wrong(self) -> list[Any]:
        """Calls that no tool takes: a parameter that it does not have, and values that are not legal."""
        tools, values = tools_of(self.game), {"int": 99, "str": "the moon"}
        given = [(tool, {each.name: values[each.kind] for each in tool.parameters}) for tool in tools]
        return [(tools[0], {"loudly": True}), *(each for each in given if each[1])]

    def refuse(self, wrong: tuple[ActionTool, dict[str, Any]]) -> None:
        tool, given = wrong
        told = getattr(self.env, tool.name)(**given)
        assert "Invalid reply" in told, told

    def unchanged(self) -> Any:
        truth = self.truth
        return truth.records.tobytes(), truth.rngs.tobytes(), self.mover, game_reward([self.env])

    def copy(self) -> TrlSession:
        return self.apart("env")

    def begun_at(self, state: State, seat: int) -> TrlSession:
        made = self.copy()
        made.env._episode = begun_at(state, type(made.env)._seats(seat), type(made.env)._policy)
        made.heard = [made.env._told()]
        return made


def closed_trl(game: Game) -> Iterator[Refusal]:
    session = TrlSession(game, 1)
    fresh = type(session.env)()
    name = tools_of(game)[0].name
    yield "a tool before the first reset", getattr(fresh, name), RuntimeError
    yield "a reward before the first reset", lambda: game_reward([fresh]), RuntimeError
    session.finish()
    yield "a game that is over", getattr(session.env, name), None


DOORS = [Door(BY_ID["trl"], TrlSession, closed_trl)]
