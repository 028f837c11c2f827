"""A game's history: its actions, and each seat's observations since the deal (information states).

The actions are shared by the copies of a state, so that a copy costs no more in a long game than in a short one:
it reads the list of the state that it was copied from, and gets one of its own when it plays on.
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
"""Parts of a view that are the same in a whole game, or follow from the rest."""
RECALL, PLACES = 512, 4
"""Features of an information state that tell what was seen so far, and to how many of them each value adds."""


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
        past: in a world dealt again for a seat, that seat and what it has really seen up to here. What other seats
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


def _seen(game: Ruleset, moments: list[SeenMoment], seat: int | None) -> Iterator[int | dict[str, Any]]:
    """The own decisions of a seat, and at each moment the parts of its view that have changed."""
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
    """All that a seat has seen up to a moment: its own decisions, and at each moment what changed in its view.

    Args:
        last: the moment; None before the first, where nobody has seen anything.
        seat: whose information; None is a spectator.
    """
    return "" if last is None else "\n".join(map(_line, _seen(game, last.moments(seat), seat)))


def information_size(game: Ruleset) -> int:
    """Number of features of an information state; see `information_tensor`."""
    return game.observation_size + RECALL


def information_tensor(game: Ruleset, last: SeenMoment | None, seat: int) -> Floats:
    """An information state as features: the observation of the seat, then what it has seen so far, hashed.

    The second part is a function of the `information_state` alone. Each value in it, with its place in the view
    and the number of its line, adds 1 or -1 at `PLACES` of the `RECALL` features, all drawn by a hash (feature
    hashing, Weinberger et al., 2009). So states that share most of their past share most of what is added; and
    states that differ in a single value have the same features with a probability of about 2e-11.

    Args:
        last: the moment; None before the first, where all features are 0.

    Returns:
        float32, shape (information_size,).
    """
    out = np.zeros(information_size(game), dtype=np.float32)
    if last is None:
        return out
    moments = last.moments(seat)
    game.loops.tiered.observe(moments[-1].records, np.array([seat]), out[None, : game.observation_size])
    known: dict[tuple[str | int, ...], str] = {}
    digests = []
    for line, seen in enumerate(_seen(game, moments, seat)):
        # the whole line always, as a seat sees a moment too in which nothing changes
        new = [each for each in _values(seen, ()) if not each[0] or known.get(each[0]) != each[1]]
        known.update(new)
        texts = [json.dumps([line, *each]).encode() for each in new]
        digests += [hashlib.blake2b(text, digest_size=4 * PLACES).digest() for text in texts]
    words = np.frombuffer(b"".join(digests), dtype="<u4")
    signs = np.where(words & 1, np.float32(1), np.float32(-1))
    np.add.at(out[game.observation_size :], (words >> 1) % RECALL, signs)
    return out


def _values(part: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Each single value in a part of a view, by its place; of a list its length, of a dictionary the names."""
    if not isinstance(part, (dict, list, tuple)):
        yield place, json.dumps(part)
        return
    inner = dict(sorted(part.items())) if isinstance(part, dict) else dict(enumerate(part))
    yield place, f"{type(part).__name__} {list(inner)}"
    for key, value in inner.items():
        yield from _values(value, (*place, key))


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
