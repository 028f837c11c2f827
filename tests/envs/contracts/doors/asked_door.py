"""Agents that answer in words: language models by messages, programs by lines of JSON, each for every seat.

What stands beyond the last thing that is made of a question, an endpoint or a process, is played by the session.
"""

from __future__ import annotations

import json
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any

from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.llm.agent import chat
from croupier.agents.program import question_line
from croupier.agents.speech import AnswerForm, PromptMode, Question, Reply, needs_table
from croupier.core.base.errors import AnswerError
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game, State
from croupier.table.briefing import question
from croupier.table.events import Event
from croupier.table.model_run import ModelRun, TableName
from croupier.table.speaking import Conversation, text_table
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, dealt
from tests.envs.contracts.doors.text_door import PATIENCE, named, wrong_words


def at_once(asking: Coroutine[Any, Any, Event]) -> Event:
    """What comes of a question that is answered without waiting."""
    try:
        asking.send(None)
    except StopIteration as done:
        event: Event = done.value
        return event
    raise AssertionError("it waits for something")


class Asked:
    """An agent that says what it is given to say, and keeps what it was asked."""

    traits = AgentTraits(speaks=True)
    form: AnswerForm = "text"
    notes, brackets = 0, False

    def __init__(self, prompt: PromptMode) -> None:
        self.name, self.prompt = "asked", prompt
        self.reply = ""
        self.question: Question | None = None

    def open(self) -> Asked:
        return self

    async def answer(self, question: Question) -> Reply:
        self.question = question
        return Reply(self.reply)

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        del ending

    async def close(self) -> None:
        pass

    def about(self) -> dict[str, Any]:
        return {}

    def act(self, turns: Turns) -> Actions:
        del turns
        raise needs_table(self.name)


class ModelSession(Session):
    """A table of language models: what is told is the messages of the requests."""

    def __init__(self, state: State, prompt: PromptMode = "list") -> None:
        super().__init__(state.game, state.seed, range(state.game.num_players))
        self.agent = Asked(prompt)
        self._asked: Question | None = None
        agents = [self.agent] * state.game.num_players
        self.talk = Conversation(
            text_table(state, agents, [agent.name for agent in agents], PATIENCE), ModelRun(), TableName("game", 1)
        )

    @property
    def truth(self) -> State:
        return self.talk.table.state.clone()

    @property
    def mover(self) -> int | None:
        due = self.talk.table.due()
        return None if due is None else due.seat

    def asked(self, seat: int) -> Question:
        """What a seat is asked now."""
        if self._asked is None or self._asked.number != self.talk.table.number:
            self._asked = question(self.talk.table, seat, self.agent.prompt)
        return self._asked

    def masks(self) -> dict[int, list[int]]:
        if self.mover is None:
            return {}
        asked, state = self.asked(self.mover), self.talk.table.state
        assert all(text in chat(asked)[-1]["content"] for text in asked.legal)
        return {asked.seat: named(state, asked.legal)}

    def told(self, seat: int) -> Any:
        return self.sent(self.asked(seat)) if seat == self.mover else None

    def sent(self, asked: Question) -> Any:
        """What a question is made into."""
        return chat(asked)

    def say(self, reply: str) -> Event:
        """Let the agent that is due say something; returns what became of it."""
        due = self.talk.table.due()
        assert due is not None
        self.agent.reply = reply
        return at_once(self.talk.ask(due, self.agent))

    def step(self, action: Any) -> dict[int, float]:
        table = self.talk.table
        before, mover, known = table.returns(), self.mover, self._asked
        event = self.say(table.state.action_to_string(action))
        assert event.kind == "action", event
        asked = self.agent.question
        assert asked is not None
        assert asked.seat == mover
        if known is not None and known.number == asked.number and not asked.refused:
            assert self.sent(asked) == self.sent(known)
        self.over = table.over
        return dict(enumerate(after - earlier for after, earlier in zip(table.returns(), before, strict=True)))

    def wrong(self) -> list[Any]:
        return wrong_words(self.truth)

    def refuse(self, wrong: str) -> None:
        event = self.say(wrong)
        assert event.kind == "invalid", event
        assert event.refusal

    def unchanged(self) -> Any:
        """What was said is heard, and the seat that is refused is told so: that aside, nothing is told."""
        truth, table = self.truth, self.talk.table
        told = [each for event in table.events for each in event.messages if each.kind not in ("reply", "notice")]
        return truth.records.tobytes(), truth.rngs.tobytes(), self.masks(), told, table.returns()

    def begun_at(self, state: State, seat: int) -> ModelSession:
        del seat
        return type(self)(state)


class ProgramSession(ModelSession):
    """A table of programs: what is told is a line of JSON, in which the legal actions stand."""

    def masks(self) -> dict[int, list[int]]:
        if self.mover is None:
            return {}
        line, state = json.loads(question_line(self.asked(self.mover))), self.talk.table.state
        return {line["seat"]: named(state, line["legal"])}

    def sent(self, asked: Question) -> Any:
        return json.loads(question_line(asked))


def closed_asked(game: Game) -> Iterator[Refusal]:
    session = ModelSession(game.new_initial_state(1))
    due = session.talk.table.due()
    assert due is not None
    session.finish()
    yield "a game that is over", lambda: at_once(session.talk.ask(due, session.agent)), AnswerError


DOORS = [
    Door(BY_ID["models"], dealt(ModelSession), closed_asked),
    Door(BY_ID["programs"], dealt(ProgramSession), closed_asked),
]
