"""Events of a table: messages, decisions, moves, and the policy for invalid replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from croupier.agents.agent import Agent, Turns
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.core.spec.prompts import Message, ReplyFault

EventKind = Literal["begin", "action", "invalid", "forfeit", "undo"]
ERROR_ALLOWANCE = 1
"""The allowance of the sources' games, and the default of every environment."""


@dataclass(frozen=True)
class ReplyPolicy:
    """The policy for replies in words that name no legal action.

    Attributes:
        allowance: invalid replies in a row that a seat may give without losing the game; None for any number.
        strict: whether to refuse a reply that names several actions; otherwise the first counts.

    Raises:
        ConfigError: the allowance is negative.
    """

    allowance: int | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if self.allowance is not None and self.allowance < 0:
            raise ConfigError(f"the allowance of invalid replies must be at least 0, not {self.allowance}")


@dataclass(frozen=True)
class Event:
    """Something that happened at a table.

    Attributes:
        number: its number, from 1.
        kind: ``begin``, ``action``, ``invalid``, ``forfeit`` or ``undo``.
        seat: the seat that caused it; None for the beginning.
        action: the action played; None for other kinds. It may be a secret of its seat.
        text: the action as text, in the position before it.
        refusal: why a reply was invalid. It may contain secrets of the seat.
        fault: the kind of the invalid reply.
        reason: why the game was forfeited. It may contain secrets of the seat.
        messages: messages about it, each to one seat or to all.
    """

    number: int
    kind: EventKind
    seat: int | None = None
    action: int | None = None
    text: str = ""
    refusal: str = ""
    fault: ReplyFault = ""
    reason: str = ""
    messages: tuple[Message, ...] = ()


class Numbered(NamedTuple):
    """A message with the number of its event."""

    number: int
    message: Message


@dataclass(frozen=True, eq=False)
class Due:
    """A decision that a table waits for.

    Attributes:
        number: the number to submit with the answer.
        seat: the seat to move.
        agent: the agent in the seat; None for a person, and for any answer from outside.
        turns: the decision for an agent, one row; `croupier.table.asking.ask_turn` asks for it and checks the
            answer.
    """

    number: int
    seat: int
    agent: Agent | None
    turns: Turns


class Move(NamedTuple):
    """A decision that stands: the state before it, the action, the state after it. Do not change the states."""

    before: State
    action: int
    after: State
