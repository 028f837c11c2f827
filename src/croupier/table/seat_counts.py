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
_OF_REPLIES = (
    "failures", "tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning", "cost", "seconds", "estimated",
)  # fmt: skip


@dataclass
class SeatCounts:
    """What one seat of one game took."""

    decisions: int = 0  # that were asked for
    replies: int = 0  # to them; those that were not accepted are counted by why
    unparsable: int = 0  # they named no action
    several: int = 0  # they named more than one, so that none was played
    illegal: int = 0
    truncated: int = 0
    filtered: int = 0  # the endpoint's filter withheld them
    refused: int = 0  # the model declined to answer
    hung: int = 0  # a program did not answer in time
    flooded: int = 0  # a program wrote without end
    died: int = 0
    out_of_turn: int = 0  # a program spoke before it was asked
    forfeited: int = 0  # 1 if the seat lost the game by its replies
    failures: int = 0  # requests that failed at the endpoint; this and the others as in `Reply`
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
        for name in _OF_REPLIES:
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
    """A game of a run that was begun."""

    number: int  # in the run, which its files are named by
    over: bool  # whether it came to its end, by the rules or by a forfeit; else it is void
    data: Mapping[str, Any] = field(repr=False)  # as its file holds it
    counts: tuple[SeatCounts, ...]  # what each seat took
    spoken: bool = True  # whether somebody at its table answers in words
    failed: int | None = None  # the seat whose endpoint's failures ended it

    @property
    def voided(self) -> bool:
        """Whether an endpoint's failures ended it."""
        return self.failed is not None
