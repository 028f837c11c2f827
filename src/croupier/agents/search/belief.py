"""Beliefs: worlds weighted by how well they explain what the others have decided, sampled by MCMC.

The likelihood of a world is the product, over the decisions that others have made in this stretch, of the
probability that models of them give to what they did with the hand that they held there: policy inference, as in
D. Rebstock and others, "Policy based inference in trick-taking card games" (2019).

Worlds are drawn from what the seat knows, and then each is moved by itself: hand by hand, some of the hidden cards
are dealt anew several times, and one of these deals or the present one is taken, in proportion to likelihoods.
This is iterated sampling importance resampling (C. Andrieu, A. Doucet, R. Holenstein, "Particle Markov chain Monte
Carlo methods", 2010), which leaves the posterior as it is. To weight whole worlds would not do: a handful of them
gets nearly all of the weight, so that many worlds are copies of a few, and errors of means look smaller than they
are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from croupier.agents.search.models import Model
from croupier.core.copies import put, take
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.core.rng import next_u64, uniform
from croupier.core.search import HIDDEN, History, Search, Trace
from croupier.core.spec import Kernel, Rules
from croupier.core.trail import Stretch
from croupier.core.types import ActionList, Actions, Counts, Generators, Mask, Records, RowFlags, Rows

Traces = npt.NDArray[np.int16]
"""Codes of the decisions of a stretch in each of many worlds; shape (worlds, decisions)."""
Likelihoods = npt.NDArray[np.float64]
"""Log-likelihoods of what each seat has decided, if it plays as each model; shape (worlds, seats, models)."""
Weights = npt.NDArray[np.float64]
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


@dataclass(frozen=True, eq=False)
class Report:
    """How well a belief was sampled.

    Attributes:
        decisions: decisions of others that it explains.
        moved: share of the choices by which another deal of a hand was taken.
    """

    decisions: int
    moved: float


class Belief:
    """Likelihoods of worlds, and worlds in proportion to them."""

    def __init__(self, game: Game, search: Search, models: Sequence[Model], floor: float) -> None:
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
        self._tell, self._rewind, self._redraw = _loops(game.spec.rules, search.history)
        self._collect = _collector(game.spec.rules, search.history)

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
            stretch: the decisions.
            seat: who remembers them.

        Returns:
            Logarithms of the likelihoods, shape (seats, models).
        """
        seen, whole = self.story(stretch, seat), self.story(stretch, None)
        asked = np.ones((1, self._game.num_players), dtype=np.bool_)
        asked[0, seat] = False
        asked[0, seen.movers[seen.codes == HIDDEN]] = False
        fits = np.ones(1, dtype=np.bool_)
        found = self._read(whole.start.copy(), whole.codes[None, :], whole, len(whole.codes), asked, fits)
        alone: npt.NDArray[np.float64] = found[0]
        return alone

    def likelihoods(self, worlds: Records, story: Story, read: int, asked: Mask) -> tuple[Likelihoods, RowFlags]:
        """How well worlds explain what was decided.

        Args:
            worlds: records after the story, shape (W,).
            story: the decisions.
            read: how many of them count.
            asked: which seats count in each world, bool, shape (W, seats).

        Returns:
            Logarithms of the likelihoods, shape (W, seats, models), 0 for seats that do not count; and whether the
            story is possible in each world.
        """
        starts = np.repeat(story.start, len(worlds))
        codes = np.tile(story.codes, (len(worlds), 1))
        fits = np.zeros(len(worlds), dtype=np.bool_)
        self._rewind(worlds, codes, story.movers, starts, fits)
        return self._read(starts, codes, story, read, asked, fits), fits

    def _read(
        self, starts: Records, codes: Traces, story: Story, read: int, asked: Mask, fits: RowFlags
    ) -> Likelihoods:
        """Play the story in worlds, asking models about each decision; clears `fits` where it is impossible."""
        out = np.zeros((len(starts), self._game.num_players, len(self._models)))
        step = max(1, _ROOM // max(read, 1))
        for low in range(0, max(len(starts), 1), step):  # of no world the loops are compiled
            part = slice(low, low + step)
            self._read_part(starts[part], codes[part], story, read, asked[part], fits[part], out[part])
        return out

    def _read_part(
        self,
        starts: Records,
        codes: Traces,
        story: Story,
        read: int,
        asked: Mask,
        fits: RowFlags,
        out: Likelihoods,
    ) -> None:
        """Do so in some worlds; the likelihoods are added to `out`."""
        room, actions = len(starts) * max(read, 1), self._game.num_actions
        records = np.zeros(room, dtype=starts.dtype)
        lists = np.zeros((room, actions), dtype=np.int16)
        counts, places = np.zeros(room, dtype=np.int16), np.zeros(room, dtype=np.int64)
        owners, movers = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        found = self._collect(
            starts, codes, story.movers, read, asked, fits, records, lists, counts, places, owners, movers
        )
        for low in range(0, found, _CHUNK):
            rows = np.arange(low, min(low + _CHUNK, found))
            for number, model in enumerate(self._models):
                share = model.chances(records, rows, lists, counts)[np.arange(len(rows)), places[rows]]
                log = np.log((1.0 - self._floor) * share + self._floor / counts[rows])
                np.add.at(out[:, :, number], (owners[rows], movers[rows]), log)

    def sample(
        self,
        worlds: Records,
        seat: int,
        rngs: Generators,
        story: Story,
        read: int,
        candidates: int,
        sweeps: int,
        weights: Weights,
    ) -> tuple[Records, Likelihoods, Report]:
        """Sample worlds in proportion to their likelihood, each independently of the others.

        Args:
            worlds: drawn from what the seat knows, shape (count,); overwritten.
            seat: who believes.
            rngs: a generator a world, shape (count,); advanced.
            story: the decisions of this stretch.
            read: how many of them count.
            candidates: deals of a hand that are tried at a time in each world.
            sweeps: how often that is done with every hand.
            weights: how likely each seat plays as each model.

        Returns:
            The worlds; their likelihoods; and how well they were sampled.
        """
        players = self._game.num_players
        others = np.ones((len(worlds), players), dtype=np.bool_)
        others[:, seat] = False
        known, fits = self.likelihoods(worlds, story, read, others)
        scores, moved = np.where(fits, _total(known, weights), -np.inf), 0
        for _ in range(sweeps):
            for other in range(players):
                if other != seat:
                    moved += self._move(worlds, known, scores, seat, other, rngs, story, read, candidates, weights)
        _replace_impossible(worlds, known, scores)
        tries = sweeps * (players - 1) * len(worlds)
        return worlds, known, Report(read, moved / max(1, tries))

    def compile(self) -> None:
        """Compile all that beliefs call, or load it; nothing is believed."""
        record, count = np.zeros(1, dtype=self._game.spec.rules.state), 0
        decided, rngs = np.zeros(count, dtype=np.int16), np.zeros(1, dtype=np.uint64)
        decided.flags.writeable = False  # as a trail's
        story = self.story(Stretch(record, decided, decided), 0)
        players, models = self._game.num_players, len(self._models)
        known, weights = np.zeros((0, players, models)), np.ones((players, models))
        self._move(record[:0], known, np.zeros(0), 0, 0, rngs[:0], story, 0, 1, weights)

    def _move(
        self,
        worlds: Records,
        known: Likelihoods,
        scores: npt.NDArray[np.float64],
        seat: int,
        other: int,
        rngs: Generators,
        story: Story,
        read: int,
        candidates: int,
        weights: Weights,
    ) -> int:
        """Choose among deals of one hand in each world; returns how many worlds were changed."""
        tried = take(worlds, np.repeat(np.arange(len(worlds)), candidates))
        touched = np.zeros((len(tried), self._game.num_players), dtype=np.bool_)
        changed = np.zeros(len(tried), dtype=np.bool_)
        self._redraw(tried, seat, other, rngs, candidates, touched, changed)
        touched[:, seat] = False
        rows = np.flatnonzero(changed)
        found, fits = self.likelihoods(take(tried, rows), story, read, touched[rows])
        found = np.where(touched[rows, :, None], found, known[rows // candidates])
        offered = np.full(len(tried), -np.inf)
        offered[rows] = np.where(fits, _total(found, weights), -np.inf)
        chosen = np.full(len(worlds), -1, dtype=np.int64)
        _choose(offered, scores, rngs, chosen)
        kept = np.flatnonzero(chosen >= 0)
        taken = chosen[kept]
        put(worlds, kept, take(tried, taken))
        known[kept], scores[kept] = found[np.searchsorted(rows, taken)], offered[taken]
        return len(kept)


def _total(known: Likelihoods, weights: Weights) -> npt.NDArray[np.float64]:
    """Logarithm of each world's likelihood, shape (worlds,): the product over seats of the mean over models."""
    with np.errstate(divide="ignore"):  # a model that nobody plays as
        seats = np.logaddexp.reduce(known + np.log(weights), axis=2)
    total: npt.NDArray[np.float64] = seats.sum(axis=1)
    return total


def _replace_impossible(worlds: Records, known: Likelihoods, scores: npt.NDArray[np.float64]) -> None:
    """Put possible worlds, in turn, in place of those that no deal has made possible; none may be."""
    good = np.flatnonzero(np.isfinite(scores))
    bad = np.flatnonzero(~np.isfinite(scores))
    if len(good) and len(bad):
        instead = good[np.arange(len(bad)) % len(good)]
        put(worlds, bad, take(worlds, instead))
        known[bad], scores[bad] = known[instead], scores[instead]


@lru_cache(maxsize=32)
def _loops(rules: Rules, history: History) -> tuple[Kernel, Kernel, Kernel]:
    """The compiled loops: tell a stretch, rewind worlds, deal hands anew."""
    play, code_of, public = rules.play, history.code, history.public
    rewind_one, redraw_one = history.rewind, history.redraw

    @kernel
    def tell(records: Records, actions: Trace, movers: Trace, seat: int, codes: Trace, phases: Trace) -> None:
        s = records[0]
        for k in range(len(actions)):
            phases[k] = s["phase"]
            known = seat < 0 or movers[k] == seat or public(s)
            codes[k] = code_of(s, actions[k]) if known else HIDDEN
            play(s, actions[k])

    @kernel
    def rewind(
        worlds: Records, codes: npt.NDArray[np.int16], movers: Trace, starts: Records, fits: RowFlags
    ) -> None:
        for i in range(len(worlds)):
            fits[i] = rewind_one(worlds[i], codes[i], movers, len(movers), starts[i])

    @kernel
    def redraw(
        tried: Records, seat: int, other: int, rngs: Generators, candidates: int, touched: Mask, changed: RowFlags
    ) -> None:
        common = np.zeros(1, dtype=np.uint64)
        for i in range(len(rngs)):
            word = next_u64(rngs, i)
            for row in range(i * candidates, (i + 1) * candidates):
                common[0] = word
                seats = redraw_one(tried[row], seat, other, common, rngs, i)
                changed[row] = seats != 0
                for each in range(touched.shape[1]):
                    touched[row, each] = (seats >> each) & 1

    return tell, rewind, redraw


@lru_cache(maxsize=32)
def _collector(rules: Rules, history: History) -> Kernel:
    """The compiled loop that plays stories and copies the positions of the decisions that count."""
    legal, play, action_of = rules.legal, rules.play, history.action

    @kernel
    def collect(
        records: Records,
        codes: Traces,
        movers: Trace,
        read: int,
        asked: Mask,
        fits: RowFlags,
        out: Records,
        lists: ActionList,
        counts: Counts,
        places: Actions,
        owners: Rows,
        seats: Rows,
    ) -> int:
        found = 0
        mask = np.zeros(lists.shape[1], dtype=np.bool_)
        for i in range(len(records)):
            s = records[i]
            k = 0
            while fits[i] and k < read:
                count = legal(s, mask, lists[found])
                action = action_of(s, codes[i, k])
                fits[i] = s["player"] == movers[k] and action >= 0 and mask[action]
                if fits[i]:
                    if count > 1 and asked[i, movers[k]]:
                        out[found] = s
                        counts[found] = count
                        owners[found] = i
                        seats[found] = movers[k]
                        for place in range(count):
                            if lists[found, place] == action:
                                places[found] = place
                        found += 1
                    play(s, action)
                k += 1
        return found

    return collect


@kernel
def _choose(
    offered: npt.NDArray[np.float64], scores: npt.NDArray[np.float64], rngs: Generators, out: Rows
) -> None:
    """For each world one of what is offered to it, or -1 to stay, in proportion to the exponentials of scores."""
    share = len(offered) // max(1, len(scores))
    for i in range(len(scores)):
        drawn = uniform(rngs, i)
        first, top = i * share, scores[i]
        for row in range(first, first + share):
            top = max(top, offered[row])
        if top == -np.inf:
            continue
        total = math.exp(scores[i] - top)
        for row in range(first, first + share):
            total += math.exp(offered[row] - top)
        left = drawn * total - math.exp(scores[i] - top)
        for row in range(first, first + share):
            if left >= 0.0 and offered[row] > -np.inf:
                out[i] = row
                left -= math.exp(offered[row] - top)
