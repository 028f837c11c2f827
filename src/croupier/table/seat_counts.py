"""Counts per seat of text agents: replies, tokens, costs and faults."""

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
"""Faults of replies, in the order of reports."""
_OF_REPLIES = (
    "failures", "tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning", "cost", "seconds", "estimated",
)  # fmt: skip


@dataclass
class SeatCounts:
    """Counts of one seat of one game."""

    decisions: int = 0  # decisions asked for
    replies: int = 0  # replies to them; refused ones are also counted by fault
    unparsable: int = 0  # named no action
    several: int = 0  # named more than one action
    illegal: int = 0
    truncated: int = 0
    filtered: int = 0  # withheld by the endpoint's filter
    refused: int = 0  # the model declined to answer
    hung: int = 0  # a program did not answer in time
    flooded: int = 0  # a program wrote without end
    died: int = 0
    out_of_turn: int = 0  # a program wrote before it was asked
    forfeited: int = 0  # 1 if the seat forfeited the game by its replies
    failures: int = 0  # failed requests at the endpoint; this and the rest as in `Reply`
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    tokens_reasoning: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    estimated: int = 0
    killed_for: str = ""  # why its program was killed, the last time

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.tokens_in + self.tokens_out

    @property
    def invalid(self) -> int:
        """Number of refused replies."""
        return sum(getattr(self, name) for name in FAULTS)

    def take(self, reply: Reply) -> None:
        """Add the tokens and costs of a reply."""
        self.replies += 1
        for name in _OF_REPLIES:
            setattr(self, name, getattr(self, name) + getattr(reply, name))
        if reply.fault.replace("-", "_") in PROGRAM_FAULTS:
            self.killed_for = reply.detail

    def count(self, fault: ReplyFault) -> None:
        """Count a refused reply; nothing without a fault."""
        if fault:
            name = fault.replace("-", "_")
            setattr(self, name, getattr(self, name) + 1)

    def add(self, other: SeatCounts) -> None:
        """Add another seat's counts."""
        for name, value in asdict(other).items():
            ours = getattr(self, name)
            setattr(self, name, (value or ours) if isinstance(ours, str) else ours + value)


@dataclass(frozen=True)
class GameLog:
    """A game of a run that was begun."""

    number: int  # number in the run, used in file names
    over: bool  # whether it was finished, by the rules or a forfeit
    data: Mapping[str, Any] = field(repr=False)  # as in its file
    counts: tuple[SeatCounts, ...]  # of each seat
    spoken: bool = True  # whether a text agent sits at its table
    failed: int | None = None  # the seat whose endpoint failed and ended it

    @property
    def voided(self) -> bool:
        """Whether an endpoint's failures ended it."""
        return self.failed is not None
