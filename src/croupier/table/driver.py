"""The driver of a table: asks for each decision and plays the answer.

Agents, text agents and people at a keyboard differ only in how they are asked. The caller passes a function that
asks; `croupier.table.speaking` has one for text agents.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from croupier.table.asking import ask_turn
from croupier.table.events import Due, Event
from croupier.table.table import Table

Answer: TypeAlias = int | str | Event | None
"""An action or a reply to submit; the event of one already submitted; or None to leave the decision open."""
Ask = Callable[[Due], Awaitable[Answer]]
AskBlocking = Callable[[Due], Answer]
OnDecision = Callable[[Event], object]
"""Called with every decision: an ``action`` or a ``forfeit``."""


def _nothing(event: Event) -> None:
    del event


async def drive(table: Table, ask: Ask, on_decision: OnDecision = _nothing) -> None:
    """Play a game until it is over or a decision is left open.

    Args:
        ask: called for each decision, and again after a refused reply.
        on_decision: see `OnDecision`.

    Raises:
        AnswerError: the table refuses an action.
    """
    while (event := await decide(table, ask)) is not None:
        on_decision(event)


async def decide(table: Table, ask: Ask) -> Event | None:
    """Play one decision, an ``action`` or ``forfeit``; None if it was left open or the game is over."""
    while (due := table.due()) is not None:
        if (revealed := table.reveal()) is not None:
            return revealed
        answer = await ask(due)
        if answer is None:
            return None
        event = answer if isinstance(answer, Event) else table.submit(due.seat, answer, due.number)
        if event.kind != "invalid":
            return event
    return None


def play_agents(table: Table) -> None:
    """Let agents play until a seat without one has to act, or the game is over."""

    def ask(due: Due) -> int | None:
        return None if due.agent is None else ask_turn(due.agent, due.turns, table.state.seed)

    drive_blocking(table, ask)


def drive_blocking(table: Table, ask: AskBlocking, on_decision: OnDecision = _nothing) -> None:
    """Play a game with a function that asks without an event loop; see `drive`."""

    async def asked(due: Due) -> Answer:
        return ask(due)

    try:
        # it never waits, so it needs no event loop and can run inside any
        drive(table, asked, on_decision).send(None)
    except StopIteration:
        return
    raise AssertionError("it waits for something")
