"""Events of a table: messages, decisions, moves, and what happens to invalid replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from croupier.agents.agent import Agent, Turns
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.core.spec.prompts import Message, ReplyFault

EventKind = Literal["begin", "action", "invalid", "forfeit", "undo"]
ERROR_ALLOWANCE = 1
"""The allowance of the games' sources, and of every environment unless it is told another."""


@dataclass(frozen=True)
class ReplyPolicy:
    """What becomes of a reply in words that names no legal action.

    Attributes:
        allowance: invalid replies in a row that a seat may give without losing the game; None for any number.
        strict: refuse a reply that names several actions; otherwise the first counts.

    Raises:
        ConfigError: the allowance is below 0.
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
        number: its number; 1 is the beginning.
        kind: what it is.
        seat: whose doing it is; None for the beginning.
        action: the action that was played; None in all other events. It may be a secret of its seat.
        text: the action's text, in the position before it.
        refusal: why a reply was invalid; it may name what only the seat may know.
        fault: the same in a word.
        reason: why the game was forfeited, as above.
        messages: what is said of it, each to one seat or to all.
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
    """A message with the number of the event that it belongs to."""

    number: int
    message: Message


@dataclass(frozen=True, eq=False)
class Due:
    """A decision that a table waits for.

    Attributes:
        number: the number to hand in with the answer.
        seat: the seat that is to move.
        agent: the agent in it; None for a person, and for everyone who answers from outside.
        turns: what an agent is asked, one row; `croupier.table.asking.ask_turn` asks it and checks its answer.
    """

    number: int
    seat: int
    agent: Agent | None
    turns: Turns


class Move(NamedTuple):
    """A decision that stands: the state before it, the action, the state after it. The states are only read."""

    before: State
    action: int
    after: State
