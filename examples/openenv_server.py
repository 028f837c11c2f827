"""Serve games in words by OpenEnv: one model a session, croupier's agents in the other seats.

Run: ``python examples/openenv_server.py GAME [SETTINGS] [PORT]``, where SETTINGS is JSON with what `Games` takes:
``'{"opponents": "net", "reward": "points", "options": {"players": 4}}'``. `openenv_client.py` plays such games.
The server listens at 127.0.0.1 and has no accounts: put it at no public address.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import uvicorn
from openenv.core.env_server import Action, Environment, Observation, State
from openenv.core.env_server.http_server import create_app
from pydantic import Field

from croupier.envs.episode import Episode, Rewards, chosen_deal, model_seat, model_tables
from croupier.table import ReplyPolicy


class Reply(Action):
    """What the model says: any words, and at their end one action in square brackets."""

    reply: str


class Question(Observation):
    """What the model is told: ``invalid`` says why its last reply was refused; ``metadata`` counts its replies."""

    system: str = ""
    prompt: str = Field("", description="What happened since the last reply; first, the rules too")
    seat: int = 0
    legal_actions: list[str] = Field(default_factory=list)
    invalid: str = ""


class Known(State):
    """What the trainer may know, and the model may not: the deal, and what each action of a decision earns."""

    game: str = ""
    seed: int = 0
    seat: int = 0
    agents: list[str] = Field(default_factory=list)
    actions: list[int] = Field(default_factory=list)
    decision: str = ""
    rewards: dict[str, float] = Field(default_factory=dict)


class Games(Environment):
    """Whole games; a step pays what it has earned."""

    SUPPORTS_CONCURRENT_SESSIONS: ClassVar[bool] = True

    def __init__(
        self,
        game: str,
        opponents: str | list[str] = "bot",
        *,
        split: str = "train",
        error_allowance: int = 1,
        options: dict[str, Any] | None = None,
        **how: Any,
    ) -> None:
        """Seat the opponents; ``how`` is what `croupier.envs.episode.Rewards.of` takes, like ``reward``."""
        super().__init__()
        self.split, self.policy = split, ReplyPolicy(error_allowance)
        self.game, self.seats = model_tables(game, opponents=opponents, **(options or {}))
        self.how, self.seat, self.paid = Rewards.of(self.game, **how), 0, 0.0
        self.episode: Episode | None = None

    def reset(self, seed: Any = None, episode_id: Any = None, seat: Any = None, **which: Any) -> Question:
        """Deal the game of a seed, or number ``deal`` of a ``split``; without both a deal is drawn."""
        split, deal = which.get("split", self.split), which.get("deal")
        for left in reversed(range(100)):
            dealt, number = chosen_deal(split, seed, deal)
            self.seat, self.paid, self.id = model_seat(self.game, number, seat), 0.0, episode_id
            self.episode = Episode(self.game, dealt, self.seats(self.seat), self.policy)
            if not (self.episode.over and left and seed is None and deal is None):  # it may end too early
                break
        return self._question()

    def _begun(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("no game has begun; call reset first")
        return self.episode

    def _question(self, **more: Any) -> Question:
        game = self._begun()
        told = {"system": game.system(self.seat), "prompt": game.news(self.seat), "legal_actions": game.legal()}
        return Question(**told, **more, seat=self.seat, done=game.over, metadata=game.metrics(self.seat))

    def step(self, action: Reply, **_: Any) -> Question:
        """Take the model's reply, and play until it is to move again."""
        episode = self._begun()
        event = episode.reply(action.reply)
        before, self.paid = self.paid, episode.earned(self.how, goes_on=True)[self.seat]
        return self._question(invalid=event.refusal, reward=self.paid - before)

    @property
    def state(self) -> Known:
        """What is known of the game."""
        if self.episode is None:
            return Known(game=self.game.name)
        table = self.episode.table
        told = {"agents": list(table.names), "actions": list(table.state.history), "seed": table.state.seed}
        steps = self.episode.counts[self.seat].replies
        return Known(episode_id=self.id, step_count=steps, game=self.game.name, seat=self.seat, **told)


def serve(environment: Callable[[], Environment], port: int) -> None:
    """Serve sessions, each with an environment of its own, until interrupted."""
    environment().reset(seed=0)  # settings are checked, and the rules compiled, before a client waits
    uvicorn.run(create_app(environment, Reply, Question, max_concurrent_envs=64, state_cls=Known), port=port)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    serve(partial(Games, given[1], **json.loads(given.get(2, "{}"))), int(given.get(3, 8000)))
