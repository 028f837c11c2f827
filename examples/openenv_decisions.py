"""Serve the single decisions of a set by OpenEnv: one prompt, one reply, one exact reward.

Run: ``python examples/openenv_decisions.py SET [SETTINGS] [PORT]``, where SETTINGS is JSON with what
`croupier.envs.decision.DecisionTasks` takes, like ``'{"prompt": "nolist", "penalty": 0.1}'``.
"""

import json
import secrets
import sys
from functools import partial
from typing import Any, ClassVar

from openenv.core.env_server import Environment
from openenv_server import Known, Question, Reply, serve

from croupier.envs.decision import DecisionTasks


class Decisions(Environment):
    """Decisions of a set, which sessions share; the first reply ends an episode."""

    SUPPORTS_CONCURRENT_SESSIONS: ClassVar[bool] = True

    def __init__(self, tasks: DecisionTasks) -> None:
        """Take a set."""
        super().__init__()
        self.tasks, self.row, self.graded = tasks, None, None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, row: str | None = None, **_: Any
    ) -> Question:
        """Ask the row of an id, or at the place of a seed; without both a row is drawn."""
        rows, place = self.tasks.rows, secrets.randbits(64) if seed is None else seed
        self.row = rows[place % len(rows)] if row is None else self.tasks.set.row(row)
        self.graded, self.id, self.seat = None, episode_id, self.row.state().current_player()
        system, user = (message["content"] for message in self.tasks.chat(self.row))
        legal = [self.row.texts[each] for each in self.row.order]
        return Question(system=system, prompt=user, seat=self.seat, legal_actions=legal)

    def step(self, action: Reply, **_: Any) -> Question:
        """Take the model's reply, which ends the episode."""
        if self.row is None or self.graded is not None:
            raise RuntimeError("no decision is open; call reset first")
        self.graded = graded = self.tasks.grade(self.row, action.reply)
        told = {"invalid": graded.refusal, "reward": graded.reward, "metadata": graded.metrics()}
        return Question(seat=self.seat, done=True, **told)

    @property
    def state(self) -> Known:
        """What is known of the decision: what its actions earn, for the trainer."""
        if self.row is None:
            return Known(game=self.tasks.set.game)
        told = {"decision": self.row.id, "rewards": self.tasks.rewards(self.row), "game": self.row.game}
        return Known(episode_id=self.id, step_count=int(self.graded is not None), seat=self.seat, **told)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    decisions = DecisionTasks(given[1], **json.loads(given.get(2, "{}")))
    serve(partial(Decisions, decisions), int(given.get(3, 8000)))
