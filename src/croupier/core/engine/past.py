"""A game's history: its actions, and each seat's observations since the deal (information states).

Copies of a state share the list of actions, so that a copy costs the same in a long game as in a short one. A copy
gets its own list with its first action.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from croupier.core.base.types import Records
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.spec import CHANCE, Floats

_LEFT_OUT = ("game", "actions")
"""Parts of a view that never change in a game, or follow from the rest."""
RECALL, PLACES = 512, 4
"""Number of features that hash an information state, and how many of them each value changes."""


class Past:
    """A list of actions that copies share; `append` never changes the actions of a copy."""

    def __init__(self, actions: Sequence[int]) -> None:
        """Begin with a copy of some actions."""
        self._actions = list(actions)
        self._count = len(self._actions)
        self._own = True

    def __len__(self) -> int:
        return self._count

    def copy(self) -> Past:
        """The same actions, to go on from, in constant time."""
        made = Past(())
        made._actions, made._count, made._own = self._actions, self._count, False
        return made

    def __copy__(self) -> Past:
        return self.copy()

    def __reduce__(self) -> tuple[type[Past], tuple[list[int]]]:
        return Past, (self.actions,)  # without later actions of another state

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
    """An immutable moment of a game that seats have seen, linked to the moments before it, which copies share."""

    records: Records  # the position, shape (1,)
    earlier: SeenMoment | None = None  # the moment before; None at the first
    mover: int | None = None  # the seat whose decision led here; None at the start and after a chance event
    action: int = 0  # the decision of `mover`
    # in a determinization for a seat, that seat and its true last moment; for other seats the past begins here
    past: tuple[int, SeenMoment] | None = None
    _views: dict[int | None, dict[str, Any]] = field(default_factory=dict, repr=False)

    def __deepcopy__(self, memo: dict[int, object]) -> SeenMoment:
        return self

    def __reduce__(self) -> tuple[Callable[..., SeenMoment], tuple[list[tuple[Any, ...]]]]:
        return _linked, ([(each.records, each.mover, each.action, each.past) for each in self.moments(None)],)

    def moments(self, seat: int | None) -> list[SeenMoment]:
        """All moments up to this one that a seat or a spectator knows, the first one first."""
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
        """The view of a seat at this moment; None is a spectator."""
        if seat not in self._views:
            whole: dict[str, Any] = {**RecordPosition(game, self.records).view(seat)}
            table: dict[str, Any] = whole.pop("table")
            self._views[seat] = {name: part for name, part in whole.items() if name not in _LEFT_OUT} | table
        return self._views[seat]


def _linked(moments: list[tuple[Any, ...]]) -> SeenMoment:
    """Unpickle a list of moments; as a list, long games do not nest."""
    seen: SeenMoment | None = None
    for records, mover, action, past in moments:
        seen = SeenMoment(records, seen, mover, action, past)
    if seen is None:
        raise ValueError("an information state has at least one moment")
    return seen


def _seen(game: Ruleset, moments: list[SeenMoment], seat: int | None) -> Iterator[int | dict[str, Any]]:
    """A seat's own decisions, and the parts of its view that changed at each moment."""
    known: dict[str, Any] = {}
    for moment in moments:
        if moment.mover is not None and moment.mover == seat:
            yield moment.action
        view = moment.view(game, seat)
        yield {name: part for name, part in view.items() if name not in known or known[name] != part}
        known = view


def _line(seen: int | dict[str, Any]) -> str:
    if isinstance(seen, int):
        return f"> {seen}"
    return json.dumps(seen, separators=(",", ":"), sort_keys=True)


def information_state(game: Ruleset, last: SeenMoment | None, seat: int | None) -> str:
    """What a seat (None is a spectator) saw up to a moment: its own decisions, and each change of its view."""
    return "" if last is None else "\n".join(map(_line, _seen(game, last.moments(seat), seat)))


def information_size(game: Ruleset) -> int:
    """Number of features of an information state; see `information_tensor`."""
    return game.observation_size + RECALL


def information_tensor(game: Ruleset, last: SeenMoment | None, seat: int) -> Floats:
    """An information state as features: the observation of the seat, then a hash of everything it has seen."""
    # The hash is a function of the `information_state` only. Each value, with its path in the view and its line
    # number, adds 1 or -1 to `PLACES` of the `RECALL` features, chosen by a hash (feature hashing, Weinberger et
    # al., 2009). So states that share most of their past share most features. Two states that differ in a single
    # value get the same features with probability 2e-11.
    out = np.zeros(information_size(game), dtype=np.float32)
    if last is None:
        return out
    moments = last.moments(seat)
    game.loops.tiered.observe(moments[-1].records, np.array([seat]), out[None, : game.observation_size])
    known: dict[tuple[str | int, ...], str] = {}
    digests = []
    for line, seen in enumerate(_seen(game, moments, seat)):
        # the line itself (the empty path) is always new, since a moment without changes counts too
        new = [each for each in _values(seen, ()) if not each[0] or known.get(each[0]) != each[1]]
        known.update(new)
        texts = [json.dumps([line, *each]).encode() for each in new]
        digests += [hashlib.blake2b(text, digest_size=4 * PLACES).digest() for text in texts]
    words = np.frombuffer(b"".join(digests), dtype="<u4")
    signs = np.where(words & 1, np.float32(1), np.float32(-1))
    np.add.at(out[game.observation_size :], (words >> 1) % RECALL, signs)
    return out


def _values(part: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Each single value in a part of a view, by its path; for a list its length, for a dict its names."""
    if not isinstance(part, (dict, list, tuple)):
        yield place, json.dumps(part)
        return
    inner = dict(sorted(part.items())) if isinstance(part, dict) else dict(enumerate(part))
    yield place, f"{type(part).__name__} {list(inner)}"
    for key, value in inner.items():
        yield from _values(value, (*place, key))


def information_hash(text: str) -> str:
    """Hash of an information state: 32 hexadecimal digits, the same on every machine."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def seen_again(start: RecordPosition, apply: Callable[[int], None], actions: Sequence[int]) -> SeenMoment:
    """Replay a game and return its last moment: `apply` plays an action at `start`, the position at the deal."""
    seen = SeenMoment(start.records.copy())
    for action in actions:
        mover, after = start.current_player(), start.played(action)
        apply(action)
        if after.records["player"][0] == CHANCE:
            seen, mover = SeenMoment(after.records, seen, mover, action), -1
        seen = SeenMoment(start.records.copy(), seen, None if mover < 0 else mover, action)
    return seen
