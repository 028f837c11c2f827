"""Counts per seat for agents that answer in words: replies, tokens, costs and faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from croupier.agents.speech import Reply
from croupier.core.spec.prompts import ReplyFault

READ_FAULTS = ("unparsable", "several", "illegal", "truncated")
WITHHELD = ("filtered", "refused")
PROGRAM_FAULTS = ("hung", "flooded", "died", "out_of_turn")
FAULTS = (*READ_FAULTS, *WITHHELD, *PROGRAM_FAULTS)
"""Why replies were not accepted, in the order of the report."""


@dataclass
class SeatCounts:
    """What one seat of one game took.

    Attributes:
        decisions: decisions that were asked for.
        replies: replies to them.
        unparsable: replies that named no action.
        several: replies that named more than one action, so that none was played.
        illegal: replies that named one that was not legal.
        truncated: replies that were cut off.
        filtered: replies that the endpoint's filter withheld.
        refused: questions that the model declined to answer.
        hung: answers that a program did not give in time; also for the next three.
        flooded: programs that wrote without end.
        died: programs that ended.
        out_of_turn: programs that spoke before they were asked.
        forfeited: 1 if the seat lost the game by its replies.
        failures: requests that failed at the endpoint.
        tokens_in: tokens read; as in the other fields of `Reply`.
        estimated: replies whose tokens and cost are estimated.
    """

    decisions: int = 0
    replies: int = 0
    unparsable: int = 0
    several: int = 0
    illegal: int = 0
    truncated: int = 0
    filtered: int = 0
    refused: int = 0
    hung: int = 0
    flooded: int = 0
    died: int = 0
    out_of_turn: int = 0
    forfeited: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    tokens_reasoning: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.tokens_in + self.tokens_out

    @property
    def invalid(self) -> int:
        """Replies that were not accepted."""
        return sum(getattr(self, name) for name in FAULTS)

    def take(self, reply: Reply) -> None:
        """Count what a reply took."""
        self.replies += 1
        for name in (
            "failures",
            "tokens_in",
            "tokens_cached",
            "tokens_out",
            "tokens_reasoning",
            "cost",
            "seconds",
            "estimated",
        ):
            setattr(self, name, getattr(self, name) + getattr(reply, name))

    def count(self, fault: ReplyFault) -> None:
        """Count a reply that was not accepted; nothing where it has no fault."""
        if fault:
            name = fault.replace("-", "_")
            setattr(self, name, getattr(self, name) + 1)

    def add(self, other: SeatCounts) -> None:
        """Add another seat's counts."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True)
class GameLog:
    """A game of a run that was begun.

    Attributes:
        number: its number in the run, which its files are named by.
        over: whether it came to its end, by the rules or by a forfeit; else it is void.
        data: the game as its file holds it: options, seed, agents, actions, returns, points, forfeited.
        counts: what each seat took.
        spoken: whether somebody at its table answers in words.
        failed: the seat whose endpoint's failures ended it; None where it came to its end, or the run stopped.
    """

    number: int
    over: bool
    data: Mapping[str, Any] = field(repr=False)
    counts: tuple[SeatCounts, ...]
    spoken: bool = True
    failed: int | None = None

    @property
    def voided(self) -> bool:
        """Whether an endpoint's failures ended it."""
        return self.failed is not None
