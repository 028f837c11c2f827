"""Beliefs: how well worlds explain what the others have decided.

The likelihood of a world is the product, over the decisions that others have made in this stretch, of the
probability that models of them give to what they did with the hand that they held there: policy inference, as in
D. Rebstock and others, "Policy based inference in trick-taking card games" (2019). `chains` samples by it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.search.models import SeatModel
from croupier.core.base.copies import take
from croupier.core.base.rng import next_u64
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Actions, Counts, Generators, Mask, Records, RowFlags, RowNumbers
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Stretch
from croupier.core.spec.search import HIDDEN, History, Search, Trace
from croupier.core.spec.spec import Floats, Kernel, Rules

Likelihoods = npt.NDArray[np.float64]
"""Log-likelihoods of what each seat has decided, if it plays as each model; shape (worlds, seats, models)."""
ModelWeights = npt.NDArray[np.float64]
"""How likely each seat plays as each model; shape (seats, models), rows that add up to 1."""
_CHUNK = 1024
"""Decisions that a model is asked about at a time."""
_ROOM = 1 << 15
"""Decisions that there is room for at a time, so that the memory of a belief does not grow with them."""


@dataclass(frozen=True, eq=False)
class Story:
    """The decisions of a stretch as one seat knows them.

    Attributes:
        start: the first record; hidden parts mean nothing.
        codes: what was decided, int16, shape (decisions,); HIDDEN where the seat cannot know it.
        movers: who decided, int16, likewise.
        phases: value of the phase of each, int16, likewise.
    """

    start: Records
    codes: Trace
    movers: Trace
    phases: Trace

    def until(self, phases: tuple[int, ...]) -> int:
        """Number of decisions up to the last one in some phases."""
        found = np.flatnonzero(np.isin(self.phases, phases))
        return int(found[-1]) + 1 if len(found) else 0


class _Decided(NamedTuple):
    """Decisions to ask models about: positions, legal actions, what was chosen, where, by whom, and when."""

    records: Records
    lists: ActionList
    counts: Counts
    places: Actions
    worlds: RowNumbers
    movers: RowNumbers
    steps: RowNumbers


class Belief:
    """Likelihoods of worlds, and the steps by which their hidden cards are dealt anew."""

    def __init__(self, game: Game, search: Search, models: Sequence[SeatModel], floor: float) -> None:
        """Compile what is needed.

        Args:
            game: the game; its part for search has a history.
            search: that part.
            models: how seats may play.
            floor: share of each decision that may be anything, 0..1: nobody plays just like a model.
        """
        if search.history is None:
            raise ValueError(f"{game.name} has no history that says anything of hidden cards")
        self._game, self._models, self._floor = game, tuple(models), floor
        self._bids = search.history.bids
        self._everyone = np.ones((game.num_players, len(models)), dtype=np.bool_)
        self._tell, self._redraw = _loops(game.spec.rules, search.history)
        self._decide = _decider(game.spec.rules, search.history)

    def story(self, stretch: Stretch, seat: int | None) -> Story:
        """A stretch as a seat knows it.

        Args:
            stretch: the decisions; what the seat cannot know of them is left out.
            seat: whose knowledge; None for somebody who knows all.
        """
        count = len(stretch.actions)
        codes, phases = np.zeros(count, dtype=np.int16), np.zeros(count, dtype=np.int16)
        self._tell(
            stretch.start.copy(), stretch.actions, stretch.movers, -1 if seat is None else seat, codes, phases
        )
        return Story(stretch.start.copy(), codes, stretch.movers.astype(np.int16), phases)

    def reads(self, story: Story, bids_only: bool) -> int:
        """Number of decisions that a belief looks at."""
        return story.until(self._bids) if bids_only else len(story.codes)

    def foretold(self, stretch: Stretch, seat: int) -> npt.NDArray[np.float64]:
        """How well models would have foretold what was decided in a stretch that is over, its cards being known.

        Seats of which something stays hidden are left out, as of whoever has discarded cards.

        Args:
            seat: who remembers them.

        Returns:
            Logarithms of the likelihoods, shape (seats, models).
        """
        seen, whole = self.story(stretch, seat), self.story(stretch, None)
        asked = np.ones((1, self._game.num_players), dtype=np.bool_)
        asked[0, seat] = False
        asked[0, seen.movers[seen.codes == HIDDEN]] = False
        found, _ = self._read(whole.start, whole, len(whole.codes), asked, self._everyone, rewinding=False)
        alone: npt.NDArray[np.float64] = found[0]
        return alone

    def likelihoods(
        self, worlds: Records, story: Story, read: int, asked: Mask, likely: Mask | None = None
    ) -> tuple[Likelihoods, RowFlags]:
        """How well worlds explain what was decided.

        Args:
            worlds: records after the story, shape (W,).
            story: the decisions.
            read: how many of them count.
            asked: which seats count in each world, bool, shape (W, seats).
            likely: which models are asked about each seat, bool, shape (seats, models); all without one.

        Returns:
            Logarithms of the likelihoods, shape (W, seats, models), 0 for seats that do not count and -inf for
            models that are not asked; and whether the story is possible in each world.
        """
        return self._read(worlds, story, read, asked, self._everyone if likely is None else likely, rewinding=True)

    def _read(
        self, worlds: Records, story: Story, read: int, asked: Mask, likely: Mask, *, rewinding: bool
    ) -> tuple[Likelihoods, RowFlags]:
        """Play the story in worlds, or as it was, and ask models about each decision."""
        out = np.where(asked[:, :, None] & ~likely, -np.inf, 0.0)
        fits = np.ones(len(worlds), dtype=np.bool_)
        step = max(1, _ROOM // max(read, 1))
        for low in range(0, len(worlds), step):
            rows = slice(low, low + step)
            found, count = self._decided(worlds[rows], story, read, asked[rows], fits[rows], rewinding=rewinding)
            self._ask(found, count, likely, out[rows])
        return out, fits

    def _decided(
        self, worlds: Records, story: Story, read: int, asked: Mask, fits: RowFlags, *, rewinding: bool
    ) -> tuple[_Decided, int]:
        """Play the story and collect the decisions that count, and their number.

        `fits` is cleared where the story is impossible.
        """
        room = len(worlds) * max(read, 1)
        found = _Decided(
            np.zeros(room, dtype=worlds.dtype), np.zeros((room, self._game.num_actions), dtype=np.int16),
            np.zeros(room, dtype=np.int16), *np.zeros((4, room), dtype=np.int64),
        )  # fmt: skip
        return found, self._decide(
            worlds, story.start, story.codes, story.movers, read, rewinding, asked, fits, *found
        )

    def _ask(self, found: _Decided, count: int, likely: Mask, out: Likelihoods) -> None:
        """Ask models about the first decisions; the likelihoods are added to `out`."""
        for number in range(len(self._models)):
            asked = np.flatnonzero(likely[found.movers[:count], number])
            asked = asked[np.argsort(found.steps[asked], kind="stable")]  # all that is public is alike
            for low in range(0, len(asked), _CHUNK):
                rows = asked[low : low + _CHUNK]
                self._add(found, rows, number, out)

    def _add(self, found: _Decided, rows: RowNumbers, number: int, out: Likelihoods) -> None:
        """Ask one model about some decisions."""
        records, lists, counts, places, worlds, movers, steps = found
        shares = self._models[number].chances(records, rows, lists, counts, steps)
        _add_logs(shares, rows, counts, places, worlds, movers, self._floor, number, out)

    def redraw(
        self, worlds: Records, seat: int, other: int, story: Story, rngs: Generators, candidates: int
    ) -> tuple[Records, Mask, RowFlags]:
        """Deal some hidden cards of a hand anew, several times in each world.

        Args:
            worlds: records, shape (W,); they are not changed.
            seat: who believes.
            other: whose hand.
            story: the decisions of this stretch, as that seat knows them.
            rngs: a generator a world, shape (W,); advanced.
            candidates: how many times.

        Returns:
            Records, shape (W * candidates,), those of a world one after the other; the seats whose decisions may
            now be explained otherwise, shape (W * candidates, seats); and where anything could be dealt anew.
        """
        tried = take(worlds, np.repeat(np.arange(len(worlds)), candidates))
        touched = np.zeros((len(tried), self._game.num_players), dtype=np.bool_)
        changed = np.zeros(len(tried), dtype=np.bool_)
        self._redraw(tried, seat, other, story.codes, story.movers, rngs, candidates, touched, changed)
        touched[:, seat] = False
        return tried, touched, changed

    def compile(self) -> None:
        """Compile all that tells likelihoods, or load it; nothing is believed."""
        story = self.empty_story()
        none, asked = story.start[:0].copy(), np.zeros((0, self._game.num_players), dtype=np.bool_)
        found, _ = self._decided(none, story, 0, asked, asked[:, 0].copy(), rewinding=True)
        logs = np.zeros((0, self._game.num_players, len(self._models)))
        for number in range(len(self._models)):
            self._add(found, found.worlds, number, logs)

    def empty_story(self) -> Story:
        """A story of no decisions."""
        record, decided = np.zeros(1, dtype=self._game.spec.rules.state), np.zeros(0, dtype=np.int16)
        decided.flags.writeable = False  # as a trail's
        return self.story(Stretch(record, decided, decided), 0)


@loop
def _add_logs(
    shares: Floats,
    rows: RowNumbers,
    counts: Counts,
    places: Actions,
    worlds: RowNumbers,
    movers: RowNumbers,
    floor: float,
    number: int,
    out: Likelihoods,
) -> None:
    """Add the logarithms of the shares that a model has given to what was chosen."""
    for k in range(len(rows)):
        i = rows[k]
        share = (1.0 - floor) * shares[k, places[i]] + floor / counts[i]
        out[worlds[i], movers[i], number] += math.log(share) if share > 0.0 else -np.inf


@lru_cache(maxsize=32)
def _loops(rules: Rules, history: History) -> tuple[Kernel, Kernel]:
    """The compiled loops: tell a stretch, deal hands anew."""
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
def _decider(rules: Rules, history: History) -> Kernel:
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
