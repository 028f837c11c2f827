"""What happened in a game so far: its actions, and what each seat has seen since the deal (information states).

The actions are shared by the copies of a state, so that a copy costs no more in a long game than in a short one:
it reads the list of the state that it was copied from, and gets one of its own when it plays on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.core.base.types import Records
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.spec import CHANCE

_LEFT_OUT = ("game", "seat", "actions")
"""Parts of a view that are the same in a whole game, or follow from the rest."""


class Past:
    """Actions in their order; only `append` changes them, and never those of a copy."""

    def __init__(self, actions: Sequence[int]) -> None:
        """Begin with a copy of some actions."""
        self._actions = list(actions)
        self._count = len(self._actions)
        self._own = True

    def __len__(self) -> int:
        return self._count

    def copy(self) -> Past:
        """The same actions, to go on from; takes no memory by the action."""
        made = Past(())
        made._actions, made._count, made._own = self._actions, self._count, False
        return made

    def __copy__(self) -> Past:
        return self.copy()

    def __reduce__(self) -> tuple[type[Past], tuple[list[int]]]:
        return Past, (self.actions,)  # without what another state has played since

    def append(self, action: int) -> None:
        """Add an action."""
        if not self._own:
            self._actions, self._own = self._actions[: self._count], True
        self._actions.append(action)
        self._count += 1

    @property
    def actions(self) -> list[int]:
        """The actions."""
        return self._actions if self._own else self._actions[: self._count]


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


def seen_again(start: RecordPosition, apply: Callable[[int], None], actions: Sequence[int]) -> SeenMoment:
    """What was seen in a game that is played again: `apply` plays an action at `start`, the table of its deal."""
    seen = SeenMoment(start.records.copy())
    for action in actions:
        mover, after = start.current_player(), start.played(action)
        apply(action)
        if after.records["player"][0] == CHANCE:
            seen, mover = SeenMoment(after.records, seen, mover, action), -1
        seen = SeenMoment(start.records.copy(), seen, None if mover < 0 else mover, action)
    return seen
