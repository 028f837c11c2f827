"""One turn of a text agent: ask, read the reply, play it, record it.

A reply may be truncated, name no action, or name an illegal one. Each fault is counted by kind, and the agent is
told the reason; `croupier.table.driver` asks again until the table's reply policy ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TextIO

from croupier.agents.agent import Agent, traits_of
from croupier.agents.llm.notes import shown
from croupier.agents.speech import EndpointError, Refused, Reply, TextAgent, TextSeat, speaks
from croupier.core.base.coroutines import Coroutines
from croupier.core.engine.deal_secret import deal_words
from croupier.core.engine.game import State
from croupier.table.briefing import check_words, question
from croupier.table.driver import decide
from croupier.table.events import ERROR_ALLOWANCE, Due, Event, ReplyPolicy
from croupier.table.game_file import plain_returns
from croupier.table.model_run import ModelRun, TableName
from croupier.table.narration import result
from croupier.table.replies import submit_reply
from croupier.table.seat_counts import SeatCounts
from croupier.table.table import Table


def text_table(
    state: State, agents: Sequence[Agent | None], names: Sequence[str], retries: int, played: Iterable[int] = ()
) -> Table:
    """A table with the reply policy that its agents need."""
    modes = {agent.prompt for agent in agents if speaks(agent)}
    if any(speaks(agent) and traits_of(agent).reads_prompts for agent in agents):
        check_words(state.game.name, state.game.spec.words.prompts)
    allowance = ERROR_ALLOWANCE if "source" in modes else retries
    return Table(state, agents, names=names, policy=ReplyPolicy(allowance), played=played)


@dataclass
class Conversation:
    """A game in progress with text agents in some seats.

    Attributes:
        name: name of the game in the run.
        counts: counts of each seat; zero for seats without a text agent.
    """

    table: Table
    run: ModelRun
    name: TableName
    counts: list[SeatCounts] = field(default_factory=list)
    _text_seats: dict[int, TextSeat] = field(default_factory=dict, repr=False)
    _said: dict[int, str] = field(default_factory=dict, repr=False)  # by the number of the resulting event
    _notes: dict[int, str] = field(default_factory=dict, repr=False)  # of each seat that keeps notes
    _written: dict[int, str] = field(default_factory=dict, repr=False)  # by seat, with those in refused replies
    _refused: list[Refused] = field(default_factory=list, repr=False)  # replies to the current decision
    _log: TextIO | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.counts = [SeatCounts() for _ in self.table.names]
        path = self.run.game_file(self.name, ".txt")
        if path is not None:
            goes_on = self.run.piecemeal and path.exists()
            self._log = path.open("a" if goes_on else "w", encoding="utf-8", errors="replace")
            state = self.table.state
            seats = ", ".join(f"Player {seat} is {name}" for seat, name in enumerate(self.table.names))
            if not goes_on:
                told = "" if self.run.piecemeal else f" {seats}."
                self._write(f"{state.game!r}, {deal_words(state.deal)}.{told}")

    async def ask(self, due: Due, agent: TextAgent) -> Event:
        """Ask a text agent for a decision, and submit its reply.

        Returns:
            An ``action``; ``invalid`` if it has to be asked again; or a ``forfeit``.

        Raises:
            EndpointError: no reply can be had, and the game is void.
            StoppedError: the run has stopped.
        """
        seat, counts = due.seat, self.counts[due.seat]
        if seat not in self._text_seats:
            self._text_seats[seat] = agent.open()
        asked = question(self.table, seat, agent.prompt, self._refused, self._said, self._shown(seat, agent))
        if not self._refused:
            counts.decisions += 1
            self._write(f"\n--- number {asked.number}: Player {seat} ({agent.name}) is asked\n{asked.situation}")
        try:
            reply = await self.run.answer(self.name, agent, self._text_seats[seat], asked)
        except EndpointError as error:
            self._write(f"--- no reply: {error}")
            raise
        counts.take(reply)
        self._write_reply(seat, reply)
        if reply.fault:
            event = self.table.refuse(seat, reply.detail, asked.number, reply.fault)
        else:
            source = agent.prompt == "source"
            event = submit_reply(
                self.table, seat, reply.text, asked.number, source=source, brackets=agent.brackets
            )
        self._said[event.number] = reply.text
        counts.count(event.fault)
        if event.fault:
            self._write(f"--- not accepted ({event.fault}): {event.refusal}")
            self._refused.append(Refused(reply.text, event.refusal))
        if event.kind == "forfeit":
            counts.forfeited = 1
        self._written[seat] = reply.notes or self._written.get(seat, "")
        if event.kind != "invalid":  # a retry shows the same notes as before
            self._refused.clear()
            self._notes[seat] = self._written[seat]
        return event

    def _shown(self, seat: int, agent: TextAgent) -> str | None:
        """The notes that a seat is shown; None if it keeps none."""
        return shown(self._notes.get(seat, ""), agent.notes) if agent.notes else None

    def note(self, event: Event) -> None:
        """Record a decision of a seat without a text agent; those of text agents are recorded already."""
        seat = event.seat
        if seat is not None and seat not in self._text_seats:
            self._write(f"--- Player {seat} ({self.table.names[seat]}): {event.text}")

    async def close(self, *, over: bool) -> dict[str, Any]:
        """End the conversation.

        Args:
            over: whether the game is over; otherwise it was given up.

        Returns:
            The result; empty if the game was given up.
        """
        ending = self._ending() if over else {}
        for text_seat in self._text_seats.values():
            await text_seat.game_over(ending)
        if over:
            self._write(f"\n{ending['text']}")
        elif not self.run.piecemeal:
            self._write(f"\nThe game was given up. {self.run.stopped}".rstrip())
        if self._log is not None:
            self._log.close()
        return ending

    def _ending(self) -> dict[str, Any]:
        table = self.table
        text = result(table.state) if table.forfeited is None else table.events[-1].messages[-1].text
        points = [float(value) for value in table.state.points()]
        return {
            "returns": plain_returns(table.returns()),
            "points": points,
            "forfeited": table.forfeited,
            "text": text,
        }

    def _write_reply(self, seat: int, reply: Reply) -> None:
        if reply.reasoning:
            self._write(f"--- Player {seat} thinks\n{reply.reasoning}")
        if reply.notes:
            self._write(f"--- Player {seat} notes\n{reply.notes}")
        about = "about " if reply.estimated else ""
        tokens = f"{about}{reply.tokens_in} + {reply.tokens_out} tokens"
        took = f"{tokens}, {reply.seconds:.2f} s" if reply.tokens_in else ""
        self._write(f"--- Player {seat} replies{f' ({took})' if took else ''}\n{reply.text}")

    def _write(self, text: str) -> None:
        if self._log is not None:
            self._log.write(text + "\n")
            self._log.flush()


class BlockingConversation:
    """One game whose text agents are asked synchronously, for a terminal or a process of the server.

    Use it as a context manager, which closes the agents.
    """

    def __init__(self, table: Table, run: ModelRun) -> None:
        """Begin a conversation.

        Args:
            table: the game, made by `text_table`.
        """
        self._coroutines = Coroutines()
        self._conversation = Conversation(table, run, run.name_table(table.state.seed, table.names))
        self._asked: list[TextAgent] = []

    def __enter__(self) -> BlockingConversation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._coroutines.run(self._end())
        finally:
            self._coroutines.close()

    def ask(self, due: Due, agent: TextAgent) -> Event:
        """Ask a text agent for a decision, and submit its reply; see `Conversation.ask`."""
        self._note_asked(agent)
        return self._coroutines.run(self._conversation.ask(due, agent))

    def decide(self, agent: TextAgent) -> Event | None:
        """Let a text agent make the next decision; see `croupier.table.driver.decide`."""
        self._note_asked(agent)
        conversation = self._conversation
        return self._coroutines.run(decide(conversation.table, lambda due: conversation.ask(due, agent)))

    def note(self, event: Event) -> None:
        """Record a decision; see `Conversation.note`."""
        self._conversation.note(event)

    @property
    def counts(self) -> list[SeatCounts]:
        """Counts of each seat so far."""
        return self._conversation.counts

    def _note_asked(self, agent: TextAgent) -> None:
        if not any(agent is other for other in self._asked):
            self._asked.append(agent)

    async def _end(self) -> None:
        await self._conversation.close(over=self._conversation.table.over)
        for agent in self._asked:
            await agent.close()
