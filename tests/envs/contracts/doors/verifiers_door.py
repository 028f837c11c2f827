"""verifiers: one seat, in words; the environment runs a task and asks the model, which the session is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from croupier.core.engine.game import Game, State
from croupier.envs.episode import Episode
from croupier.envs.verifiers import CroupierData, load_environment
from croupier.table.events import ReplyPolicy
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import OTHERS, Door, Refusal, Session
from tests.envs.contracts.doors.event_loop import EventLoop
from tests.envs.contracts.doors.text_door import PATIENCE, begun_at, wrong_words

LOOP = EventLoop()


class Model:
    """A model of the library, as the environment meets it: a talk, whose questions wait for a reply."""

    def __init__(self) -> None:
        self.system, self.questions, self.paid = "", list[str](), list[float]()
        self.reply: asyncio.Future[str] | None = None
        self.asked = asyncio.Event()
        self.trace = SimpleNamespace(
            record_reward=lambda _, amount: self.paid.append(amount),
            record_metrics=lambda _: None, info={}, errors=[],
        )  # fmt: skip
        self.trainable = True

    def interaction(self, task: Any) -> Model:
        """Begin the talk."""
        self.system = task.data.system_prompt
        return self

    async def __aenter__(self) -> Model:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def turn(self, question: str) -> Any:
        """Be asked; the session replies."""
        self.questions.append(question)
        self.reply = asyncio.get_running_loop().create_future()
        self.asked.set()
        return SimpleNamespace(terminated=False, last_reply=await self.reply)


class VerifiersSession(Session):
    """A task that is run."""

    pays_above_least = True

    def __init__(self, game: Game, seed: int | None, start: State | None = None, seat: int | None = None) -> None:
        self.options: dict[str, Any] = dict(game.options)
        self.env = load_environment(
            game.name, opponents=OTHERS, deals=1, seed=seed or 0, reward="utility", error_allowance=PATIENCE,
            **self.options,
        )  # fmt: skip
        tasks = list(self.env.taskset.take(game.num_players))
        task = tasks[(seed or 0) % len(tasks) if seat is None else seat]
        self.model, self._begun = Model(), list[Episode]()
        begin = CroupierData.begin

        def noted(data: CroupierData, policy: ReplyPolicy) -> Episode:
            made = begin(data, policy)
            self._begun.append(made if start is None else begun_at(start, made._seats, policy))
            return self._begun[-1]

        with patch.object(CroupierData, "begin", noted):
            self.running = LOOP.begin(self.env.run(task, SimpleNamespace(player=self.model, rival=Model())))
            LOOP.run(self._until_asked())
        super().__init__(self.episode.game, self.episode.state.seed, [task.data.first])

    async def _until_asked(self) -> None:
        asked = asyncio.ensure_future(self.model.asked.wait())
        await asyncio.wait({asked, self.running}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        self.model.asked.clear()
        if self.running.done():
            self.running.result()

    @property
    def episode(self) -> Episode:
        return self._begun[0]

    @property
    def truth(self) -> State:
        return self.episode.state.clone()

    @property
    def mover(self) -> int | None:
        return None if self.running.done() else self.seats[0]

    def masks(self) -> dict[int, list[int]]:
        return {self.seats[0]: self.episode.state.legal_actions()}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self.model.system, list(self.model.questions)

    def say(self, reply: str) -> None:
        """Reply to what was asked."""
        assert self.model.reply is not None
        self.model.reply.set_result(reply)
        LOOP.run(self._until_asked())

    def step(self, action: Any) -> dict[int, float]:
        invalid, paid = self.episode.counts[self.seats[0]].invalid, sum(self.model.paid)
        self.say(self.episode.state.action_to_string(action))
        assert self.episode.counts[self.seats[0]].invalid == invalid
        self.over = self.running.done()
        return {self.seats[0]: sum(self.model.paid) - paid}

    def wrong(self) -> list[Any]:
        return wrong_words(self.truth)

    def refuse(self, wrong: str) -> None:
        self.say(wrong)
        assert "Invalid reply" in self.model.questions[-1]
        self.model.questions.pop()

    def begun_at(self, state: State, seat: int) -> VerifiersSession:
        return VerifiersSession(self.game, self.deal, state, seat)


def closed_verifiers(game: Game) -> Iterator[Refusal]:
    session = VerifiersSession(game, 1).finish()
    yield "a game that is over", lambda: session.episode.reply("[roll]"), RuntimeError


DOORS = [Door(BY_ID["verifiers"], VerifiersSession, closed_verifiers, LOOP.end)]
