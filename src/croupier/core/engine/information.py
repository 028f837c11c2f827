"""Information states: all that a seat has seen since the deal, in its order, as text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from croupier.core.base.types import Records
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.ruleset import Ruleset

_LEFT_OUT = ("game", "seat", "actions")
"""Parts of a view that are the same in a whole game, or follow from the rest."""


@dataclass(eq=False)
class SeenMoment:
    """A moment of a game that seats have seen, and what lies before it; never changed, so copies share it.

    Attributes:
        records: the position, shape (1,).
        earlier: the moment before; None at the first.
        mover: the seat whose decision led here; None at the start and after a chance event.
        action: that decision.
        past: in a world dealt anew for a seat, that seat and what it has really seen up to here. What other seats
            would have seen in this world is not known: theirs begins here.
    """

    records: Records
    earlier: SeenMoment | None = None
    mover: int | None = None
    action: int = 0
    past: tuple[int, SeenMoment] | None = None
    _views: dict[int | None, dict[str, Any]] = field(default_factory=dict, repr=False)

    def __deepcopy__(self, memo: dict[int, object]) -> SeenMoment:
        return self

    def __reduce__(self) -> tuple[Callable[..., SeenMoment], tuple[list[tuple[Any, ...]]]]:
        return _linked, ([(each.records, each.mover, each.action, each.past) for each in self.moments(None)],)

    def moments(self, seat: int | None) -> list[SeenMoment]:
        """All moments up to this one that a seat knows, or a spectator, the first of them first."""
        found: list[SeenMoment] = []
        here: SeenMoment | None = self
        while here is not None:
            if here.past is not None and here.past[0] == seat:
                here = here.past[1]
                continue
            found.append(here)
            here = here.earlier
        return found[::-1]

    def view(self, game: Ruleset, seat: int | None) -> dict[str, Any]:
        """What a seat sees at this moment; None is a spectator."""
        if seat not in self._views:
            whole: dict[str, Any] = {**RecordPosition(game, self.records).view(seat)}
            table: dict[str, Any] = whole.pop("table")
            self._views[seat] = {name: part for name, part in whole.items() if name not in _LEFT_OUT} | table
        return self._views[seat]


def _linked(moments: list[tuple[Any, ...]]) -> SeenMoment:
    """Moments that were pickled one after the other, so that long games do not nest."""
    seen: SeenMoment | None = None
    for records, mover, action, past in moments:
        seen = SeenMoment(records, seen, mover, action, past)
    if seen is None:
        raise ValueError("an information state has at least one moment")
    return seen


def _lines(game: Ruleset, last: SeenMoment, seat: int | None) -> Iterator[str]:
    known: dict[str, Any] = {}
    for moment in last.moments(seat):
        if moment.mover is not None and moment.mover == seat:
            yield f"> {moment.action}"
        view = moment.view(game, seat)
        changed = {name: part for name, part in view.items() if name not in known or known[name] != part}
        known = view
        yield json.dumps(changed, separators=(",", ":"), sort_keys=True)


def information_state(game: Ruleset, last: SeenMoment | None, seat: int | None) -> str:
    """All that a seat has seen up to a moment: its own decisions, and at each moment what changed in its view.

    Args:
        game: the game with its options.
        last: the moment; None before the first, where nobody has seen anything.
        seat: whose information; None is a spectator.
    """
    return "" if last is None else "\n".join(_lines(game, last, seat))


def information_hash(text: str) -> str:
    """A short name of an information state: 32 hexadecimal digits, the same on every machine."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
