"""Deal secrets: 256 random bits a game, for games whose cards nobody may predict.

A seed has only 64 bits, and one generator deals the whole game from it, so trying all seeds against a known hand
finds the cards to come. With a secret, the generator is set before every chance event to a new word of SHA-256, so
one event reveals nothing about another.

A word is the first eight bytes, as a little-endian integer, of SHA-256 over these bytes:

1. the label ``croupier chance event 1`` and a zero byte;
2. the secret, 32 bytes;
3. the number of contributions, 8 bytes, little-endian;
4. the contributions in order, 32 bytes each;
5. the number of the event in this game, from 0, 8 bytes, little-endian.

All parts except the fourth have a fixed length, and the third gives the length of the fourth. So no two inputs
give the same bytes. For the secret with the bytes 0 to 31, without contributions, the words of events 0 and 1 are
6398245681166313995 and 8622068844112763007.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from croupier.core.base.english import say
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Generators, Records
from croupier.core.spec.spec import CHANCE, Rules

SECRET_BYTES = 32
"""Length of a secret, and of each contribution."""
MOST_CONTRIBUTIONS = 64
_EVENT, _CHOICES = b"croupier chance event 1\0", b"croupier agent choices 1\0"
_HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


@dataclass(frozen=True)
class DealSecret:
    """Random bytes that a game is dealt from, in place of a seed."""

    secret: bytes = field(repr=False)  # 32 random bytes, used for no other game
    # 32 bytes each, at most 64, added by others, so that the author of the secret does not choose the cards alone
    contributions: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        """Check the lengths."""
        if len(self.contributions) > MOST_CONTRIBUTIONS:
            raise ValueError(say("deal.contributions", most=MOST_CONTRIBUTIONS, found=len(self.contributions)))
        for what, value in (("secret", self.secret), *(("contribution", each) for each in self.contributions)):
            if not isinstance(value, bytes) or len(value) != SECRET_BYTES:
                found = len(value) if isinstance(value, bytes) else type(value).__name__
                raise ValueError(f"a {what} is {SECRET_BYTES} bytes, not {found}")

    def word(self, number: int) -> int:
        """The generator's value before a chance event, 0 .. 2**64 - 1."""
        return self._digest(_EVENT, number.to_bytes(8, "little"))

    @property
    def seed(self) -> int:
        """A seed for agents' choices, 0 .. 2**64 - 1; reveals nothing about the secret or the chance events."""
        return self._digest(_CHOICES, b"")

    def _digest(self, label: bytes, last: bytes) -> int:
        count = len(self.contributions).to_bytes(8, "little")
        hashed = hashlib.sha256(b"".join((label, self.secret, count, *self.contributions, last)))
        return int.from_bytes(hashed.digest()[:8], "little")


Deal: TypeAlias = int | DealSecret
"""The source of a deal: a seed, or a secret."""


def deal_words(deal: Deal) -> Sentence:
    """The seed of a deal, in words; a secret is not revealed."""
    return say("seed", seed=deal) if isinstance(deal, int) else say("secret")


def deal_data(deal: Deal) -> dict[str, Any]:
    """A deal as plain data, including its secret: ``seed`` or ``secret``, and ``contributions``."""
    # The other one is None, and bytes are hexadecimal digits.
    if isinstance(deal, int):
        return {"seed": deal, "secret": None, "contributions": []}
    return {
        "seed": None,
        "secret": deal.secret.hex(),
        "contributions": [each.hex() for each in deal.contributions],
    }


def read_deal(data: Mapping[str, Any]) -> Deal:
    """Read a deal from `deal_data`; missing entries are None, or an empty list."""
    # The range of a seed is not checked; `croupier.core.base.rng.as_seed` does that.
    seed, secret, contributions = data.get("seed"), data.get("secret"), data.get("contributions", [])
    if type(contributions) is not list:
        raise ValueError(say("deal.no_list", found=type(contributions).__name__))
    if (seed is None) == (secret is None):
        raise ValueError(say("deal.neither" if seed is None else "deal.both"))
    if seed is not None:
        if contributions:
            raise ValueError(say("deal.seed_contributions"))
        known: int = seed
        return known
    return DealSecret(_bytes("secret", secret), tuple(_bytes("contribution", each) for each in contributions))


def _bytes(what: str, digits: object) -> bytes:
    if not isinstance(digits, str) or not _HEX.fullmatch(digits):
        given = say("characters", count=len(digits)) if isinstance(digits, str) else type(digits).__name__
        raise ValueError(
            say("deal.secret" if what == "secret" else "deal.contribution", digits=2 * SECRET_BYTES, found=given)
        )
    return bytes.fromhex(digits)


def run_chance(rules: Rules, records: Records, rngs: Generators, secret: DealSecret, done: int) -> int:
    """Resolve the chance events that are due in one record, each from its own word; counts on from those done."""
    record = records[0]
    while record["player"] == CHANCE:
        rngs[0] = secret.word(done)
        done += 1
        rules.chance(record, rngs, 0)
    return done
