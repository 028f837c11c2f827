"""Why the assignment's game refuses a table or an action: keys with parameters, and their English."""

from collections.abc import Mapping
from typing import NamedTuple

REASONS = {
    "table.playing": "SM-2: while the game lasts a goal pile holds 1 to 15 cards",
    "table.aside": "fewer than 50 cards lie aside (SM-13); idle is 0 or 1 (SM-15)",
    "table.pack": "SM-1: ten each of 0 to 9 and twenty -1 is all there is; too many: {surplus}",
    "table.parts": "a position has two hands, two goal piles and four play stacks",
    "table.discards": "a position has four discard piles for each of two players",
    "table.hand": "SM-5: a hand holds at most five cards",
    "table.goal": "SM-2: a goal pile holds at most 15 cards",
    "table.zero": "SM-11: there is never a 0 on a discard pile",
    "table.stack": "SM-6: a play stack goes up from 0 by ones, jokers anywhere, and is gone at 9",
    "table.recycled": "SM-13: at most 50 cards lie aside; the shoe cannot hold more recycled cards than cards",
    "table.counts": "SM-15: player is 0 or 1, idle 0 to 2, and turns are not negative",
    "action.none": "{action!r} is no action: the actions are the ints from 0 to {last}",
    "action.over": "{rule}: the game is over",
    "action.pass": "SM-12: passing takes a hand with nothing to discard (only 0s, or empty) and no play left",
    "action.no_card": "{rule}: there is no card at {place}",
    "action.zero": "SM-11: a 0 is never discarded",
    "action.stack": "SM-6: Play Stack {stack} takes [{need}], not [{card}]",
    "action.zero_first": "SM-11: a 0 must be played while a Play Stack is free, before anything else",
}


class Reason(NamedTuple):
    """Why something is refused.

    Attributes:
        key: one of `REASONS`.
        params: what its English takes.
    """

    key: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return REASONS[self.key].format(**self.params)


def because(key: str, **params: object) -> Reason:
    """The reason with a key."""
    return Reason(key, params)


class RefusedError(ValueError):
    """A table or an action is refused.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason
