"""History for agents: the decisions of a game so far.

A record holds the present position, not who played what. `croupier.core.engine.batch.Batch` and
`croupier.core.engine.game.State` record trails of games whose spec has a `search` part, and agents get them from
`croupier.agents.agent.Turns.trail`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from croupier.core.base.copies import bytes_of
from croupier.core.base.kernel import kernel
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions, Counters, Records, RecordSeats, RowFlags, RowNumbers
from croupier.core.spec.spec import TERMINAL, GameSpec, Kernel

Decided: TypeAlias = npt.NDArray[np.int16]
"""Actions, or the seats that chose them, in order; shape (decisions,), or (N, room)."""

_GOES_ON, _ENDED, _DEALT = range(3)
"""What a decision did to the round: nothing, ended it, or ended the game, whose row was dealt again."""
_ROOM = 32
"""Initial room for the decisions of a round; doubled when needed."""
_Marks: TypeAlias = npt.NDArray[np.int8]
_Array = TypeVar("_Array", bound=npt.NDArray[Any])


@dataclass(frozen=True, eq=False)
class Stretch:
    """The decisions of one round of a game; `croupier.core.spec.search.Search` defines a round.

    Played from `start`, with the same chance events, the actions lead to the start of the next round, or to the
    present record. The arrays are shared and read-only.

    Attributes:
        start: the first record, shape (1,).
        actions: the chosen actions, int16, shape (D,).
        movers: the seats that chose them, int16, shape (D,).
    """

    start: Records = field(repr=False)
    actions: Decided
    movers: Decided

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self  # immutable

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, array in state.items():  # pickled arrays become writable
            array.flags.writeable = False
            object.__setattr__(self, name, array)


@dataclass(frozen=True, eq=False)
class Trail:
    """The decisions of a game so far, by round.

    Records and actions contain hidden information: agents must not use it, as for `Turns.records`. The first round
    starts where recording starts: at the deal, at a position that was set up, or where a batch started to
    record trails.

    Attributes:
        finished: the finished rounds, the oldest first; agents learn from them how the others play.
        present: the present round; the last one if the game is over.
    """

    finished: tuple[Stretch, ...]
    present: Stretch


TrailReader: TypeAlias = Callable[[int], Trail | None]
"""Gives a decision's trail by its index; None if it is not recorded."""


class Trails:
    """The trails of the games in an array of records; a compiled loop extends them after each step."""

    def __init__(self, horizon: Kernel, records: Records) -> None:
        """Begin at the present records, shape (N,), which are read again after each step and never written."""
        count = len(records)
        self._records, self._note = records, _loop(horizon)
        self._all: RowNumbers = np.arange(count, dtype=np.int64)
        self._never: RowFlags = np.zeros(count, dtype=np.bool_)
        self._starts: Records = np.zeros(count, dtype=records.dtype)
        self._due: RecordSeats = np.zeros(count, dtype=np.int8)  # the seat to move, or TERMINAL
        self._lengths: Counters = np.zeros(count, dtype=np.int64)
        self._actions: Decided = np.zeros((count, _ROOM), dtype=np.int16)
        self._movers: Decided = np.zeros((count, _ROOM), dtype=np.int16)
        self._became: _Marks = np.zeros(count, dtype=np.int8)
        self._longest = 0  # decisions of the longest present round
        self._finished: list[list[Stretch]] = [[] for _ in range(count)]
        # number of changes of each row, which never decreases
        self.events: Counters = np.zeros(count, dtype=np.int64)
        self.begin()

    @classmethod
    def of(cls, spec: GameSpec, records: Records) -> Self | None:
        """Trails of some games of a spec; None if it has no `search` part."""
        return None if spec.search is None else cls(spec.search().horizon, records)

    def begin(self, rows: RowNumbers | None = None) -> None:
        """Restart the trails of some rows (int64, shape (K,); all if left out) at their present records."""
        rows = self._all if rows is None else rows
        self._begin_round(rows)
        self._due[rows] = self._records["player"][rows]
        self.events[rows] += 1
        for row in rows.tolist():
            self._finished[row] = []

    def resume(self, rows: RowNumbers, trails: Sequence[Trail | None]) -> None:
        """Go on with given trails, each leading to the present record of its row; None begins one there."""
        self.begin(rows)
        for row, trail in zip(rows.tolist(), trails, strict=True):
            if trail is not None:
                present, count = trail.present, len(trail.present.actions)
                self._make_room(count)
                self._starts[row] = present.start[0]
                self._actions[row, :count], self._movers[row, :count] = present.actions, present.movers
                self._lengths[row] = count
                self._longest = max(self._longest, count)
                self._finished[row] = list(trail.finished)

    def note(self, actions: Actions, rows: RowNumbers | None = None, dealt: RowFlags | None = None) -> None:
        """Record the decisions of a step in all rows or some; rows whose game was over before are skipped.

        `dealt` says which of all rows were dealt again within the step.
        """
        rows = self._all if rows is None else rows
        self._make_room(self._longest + 1)
        self._longest = for_rows(self._note, len(rows))(
            self._records, rows, actions, self._never if dealt is None else dealt,
            self._starts, self._due, self._actions, self._movers, self._lengths, self._became, self._longest,
        )  # fmt: skip
        self.events[rows] += 1
        became = self._became[rows]
        if became.any():
            for row in rows[became == _ENDED].tolist():
                self._finished[row].append(self._present(row))
            for row in rows[became == _DEALT].tolist():
                self._finished[row] = []
            self._begin_round(rows[became != _GOES_ON])

    def trail(self, row: int) -> Trail:
        """The present trail of a row; later steps do not change it."""
        return Trail(tuple(self._finished[row]), self._present(row))

    def reader(self, rows: RowNumbers) -> TrailReader:
        """A function that builds the trail of a decision now due in one of some rows, by index, when asked."""
        events = self.events[rows]

        def read(place: int) -> Trail:
            row = int(rows[place])
            if self.events[row] != events[place]:
                raise too_late()  # the row was stepped in between
            return self.trail(row)

        return read

    def _begin_round(self, rows: RowNumbers) -> None:
        bytes_of(self._starts)[rows] = bytes_of(self._records)[rows]
        self._lengths[rows] = 0
        self._longest = int(self._lengths.max(initial=0))

    def _present(self, row: int) -> Stretch:
        count = self._lengths[row]
        start = _frozen(bytes_of(self._starts)[row]).view(self._starts.dtype)
        return Stretch(start, _frozen(self._actions[row, :count]), _frozen(self._movers[row, :count]))

    def _make_room(self, count: int) -> None:
        """Make room for this many decisions of a round."""
        room = self._actions.shape[1]
        if count > room:
            more = ((0, 0), (0, max(count, 2 * room) - room))
            self._actions, self._movers = np.pad(self._actions, more), np.pad(self._movers, more)


def too_late() -> RuntimeError:
    """The error for reading a trail after its decision was made."""
    return RuntimeError("the game has gone on: the trail of a decision is read while the decision is due")


def _frozen(array: _Array) -> _Array:
    copied = array.copy()
    copied.flags.writeable = False
    return copied


@lru_cache(maxsize=32)
def _loop(horizon: Kernel) -> Kernel:
    """The loop that records a step's decisions and finds the rounds they ended; made once a game."""

    @kernel
    def note(
        records: Records,
        rows: RowNumbers,
        chosen: Actions,
        dealt: RowFlags,
        starts: Records,
        due: RecordSeats,
        actions: Decided,
        movers: Decided,
        lengths: Counters,
        became: _Marks,
        longest: int,
    ) -> int:
        for k in range(len(rows)):
            i = rows[k]
            became[i] = _GOES_ON
            if due[i] == TERMINAL:
                continue
            s = records[i]
            actions[i, lengths[i]] = chosen[k]
            movers[i, lengths[i]] = due[i]
            lengths[i] += 1
            longest = max(longest, lengths[i])
            due[i] = s["player"]
            if dealt[i]:
                became[i] = _DEALT
            elif s["player"] != TERMINAL and horizon(starts[i], s):
                became[i] = _ENDED
        return longest

    return note
