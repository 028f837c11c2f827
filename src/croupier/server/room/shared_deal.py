"""A deal whose cards nobody chooses: the server's secret, and a number from each person's browser.

First everybody is shown SHA-256 of the secret. Then each browser commits to a random number by its SHA-256, and
once all have committed, all show their numbers: they are the contributions of the deal
(`croupier.core.engine.deal_secret`), in the order of the seats. `croupier.server.events.deal` checks what
browsers say.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.core.engine.deal_secret import SECRET_BYTES, DealSecret

_DIGITS = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def is_digits(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal, as secrets, numbers and commitments are told."""
    return _DIGITS.fullmatch(text) is not None


def fingerprint(data: bytes) -> str:
    """SHA-256 in hexadecimal: what a secret or a number is committed to by."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class SharedDeal:
    """A secret, and the numbers that people's browsers add to it.

    Attributes:
        secret: 32 random bytes, used for no other game, nor again when the numbers are asked for anew.
        fill: the agent that free seats get when the game begins; None where none is free.
        members: whose numbers it takes, in the order of the seats.
        attempt: 1 for the first secret of the table; counted up whenever the numbers are asked for anew.
        at: when the last step began that all are waited for: committing, or showing the numbers; in milliseconds
            since 1970.
        commitments: SHA-256 of each number, by the member.
        numbers: the numbers that were shown, by the member, in hexadecimal.
    """

    secret: bytes = field(repr=False)
    fill: str | None
    members: tuple[int, ...]
    attempt: int
    at: int
    commitments: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """SHA-256 of the secret."""
        return fingerprint(self.secret)

    @property
    def silent(self) -> tuple[int, ...]:
        """Who is waited for: to commit, or to show the number once all have committed."""
        missing = tuple(each for each in self.members if each not in self.commitments)
        return missing or tuple(each for each in self.members if each not in self.numbers)

    @property
    def all_committed(self) -> bool:
        """Whether the numbers may be shown."""
        return len(self.commitments) == len(self.members)

    def deal(self) -> DealSecret:
        """What the game is dealt from, once nobody is waited for."""
        return DealSecret(self.secret, tuple(bytes.fromhex(self.numbers[each]) for each in self.members))
