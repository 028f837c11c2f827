"""A round's decisions as one seat knows them, encoded and replayed in other worlds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.core.base.rng import next_u64
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Actions, Counts, Generators, Mask, Records, RowFlags, RowNumbers
from croupier.core.spec.search import HIDDEN, History, Trace
from croupier.core.spec.spec import Kernel, Rules


@dataclass(frozen=True, eq=False)
class Story:
    """The decisions of a stretch as one seat knows them.

    Attributes:
        start: the first record; hidden parts mean nothing.
        codes: what was decided, int16, shape (decisions,); HIDDEN where the seat cannot know it.
        movers: who decided, int16, as above.
        phases: value of the phase of each, int16, as above.
    """

    start: Records
    codes: Trace
    movers: Trace
    phases: Trace


class AskedDecisions(NamedTuple):
    """Decisions to ask models about: positions, legal actions, what was chosen, where, by whom, and when."""

    records: Records
    lists: ActionList
    counts: Counts
    places: Actions
    worlds: RowNumbers
    movers: RowNumbers
    steps: RowNumbers

    def first(self, count: int) -> AskedDecisions:
        """The first few of them, as many as asked."""
        return AskedDecisions(
            self.records[:count], self.lists[:count], self.counts[:count], self.places[:count],
            self.worlds[:count], self.movers[:count], self.steps[:count],
        )  # fmt: skip


@lru_cache(maxsize=32)
def telling(rules: Rules, history: History) -> tuple[Kernel, Kernel]:
    """The compiled loops: tell a stretch, deal hands again."""
    play, code_of, public, redraw_one = rules.play, history.code, history.public, history.redraw

    @loop
    def tell(records: Records, actions: Trace, movers: Trace, seat: int, codes: Trace, phases: Trace) -> None:
        s = records[0]
        for k in range(len(actions)):
            phases[k] = s["phase"]
            known = seat < 0 or movers[k] == seat or public(s)
            codes[k] = code_of(s, actions[k]) if known else HIDDEN
            play(s, actions[k])

    @loop
    def redraw(
        tried: Records,
        seat: int,
        other: int,
        codes: Trace,
        movers: Trace,
        rngs: Generators,
        candidates: int,
        touched: Mask,
        changed: RowFlags,
    ) -> None:
        common = np.zeros(1, dtype=np.uint64)
        for i in range(len(rngs)):
            word = next_u64(rngs, i)
            for row in range(i * candidates, (i + 1) * candidates):
                common[0] = word
                seats = redraw_one(tried[row], seat, other, codes, movers, common, rngs, i)
                changed[row] = seats != 0
                for each in range(touched.shape[1]):
                    touched[row, each] = (seats >> each) & 1

    return tell, redraw


@lru_cache(maxsize=32)
def deciding(rules: Rules, history: History) -> Kernel:
    """The compiled loop that plays stories and copies the positions of the decisions that count."""
    legal, play, action_of, rewind = rules.legal, rules.play, history.action, history.rewind

    @loop
    def decide(
        worlds: Records,
        first: Records,
        told: Trace,
        movers: Trace,
        read: int,
        rewinding: bool,
        asked: Mask,
        fits: RowFlags,
        out: Records,
        lists: ActionList,
        counts: Counts,
        places: Actions,
        owners: RowNumbers,
        seats: RowNumbers,
        steps: RowNumbers,
    ) -> int:
        found = 0
        mask = np.zeros(lists.shape[1], dtype=np.bool_)
        start, codes = first.copy(), told.copy()  # of the world that is played
        for i in range(len(worlds)):
            start[0] = first[0]
            for k in range(len(told)):  # `codes[:] = told` is compiled for seconds (layers.py)
                codes[k] = told[k]
            fits[i] = not rewinding or rewind(worlds[i], codes, movers, len(movers), start[0])
            s = start[0]
            k = 0
            while fits[i] and k < read:
                count = legal(s, mask, lists[found])
                action = action_of(s, codes[k])
                fits[i] = s["player"] == movers[k] and action >= 0 and mask[action]
                if fits[i]:
                    if count > 1 and asked[i, movers[k]]:
                        out[found] = s
                        counts[found] = count
                        owners[found] = i
                        seats[found] = movers[k]
                        steps[found] = k
                        for place in range(count):
                            if lists[found, place] == action:
                                places[found] = place
                        found += 1
                    play(s, action)
                k += 1
        return found

    return decide
