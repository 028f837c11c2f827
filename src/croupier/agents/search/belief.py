"""Beliefs: likelihoods of worlds given the others' decisions, with lapse rates for unexplained decisions.

The likelihood of a world is a product over the others' decisions in this round: the probability that models of
them give to each decision with the hand of this world. This is policy inference, as in D. Rebstock and others,
"Policy based inference in trick-taking card games" (2019). `chains` samples by it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.search.models import SeatModel, WithModels
from croupier.agents.search.opponent_model import OpponentModel
from croupier.agents.search.worlds import AskedDecisions, Story, deciding, story_loops
from croupier.core.base.copies import take
from croupier.core.base.tiers import loop
from croupier.core.base.types import Counts, Generators, Mask, Records, RowFlags, RowNumbers
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Stretch
from croupier.core.spec.search import HIDDEN, Search

# A model that predicts a seat worse than a uniform guess does more harm than no model. So each seat has a lapse
# rate for each model, one for bids and one for all other decisions, out of a few values. The last value is 1, the
# uniform guess, so that a belief about an unknown kind of player is never worse than no belief.

KINDS = 2
"""Kinds of decisions with separate lapse rates: bids, and all others."""
ModelLogLikelihoods = npt.NDArray[np.float64]
"""Log-likelihoods of each seat's decisions by model, kind and lapse rate, shape (seats, models, KINDS, F)."""
LapseRateValues = npt.NDArray[np.float64]
"""A lapse rate for each seat, model and kind of decision, shape (seats, models, KINDS)."""


class PredictedDecisions(NamedTuple):
    """Predictions of models for D decisions."""

    movers: RowNumbers  # the seats that decided, shape (D,)
    kinds: RowNumbers  # 0 for a bid, 1 for other decisions, shape (D,)
    options: Counts  # number of legal actions, shape (D,)
    # probability that each model gives to the chosen action, float64, shape (D, models)
    shares: npt.NDArray[np.float64]


class LapseRates(NamedTuple):
    """The possible values of a lapse rate, with their prior probabilities."""

    values: npt.NDArray[np.float64]  # shape (F,), 0 to 1
    shares: npt.NDArray[np.float64]  # shape (F,), above 0, with sum 1

    def log_likelihoods(self, predicted: PredictedDecisions, people: int) -> ModelLogLikelihoods:
        """The log-likelihoods of decisions."""
        out = np.zeros((people, predicted.shares.shape[1], KINDS, len(self.values)))
        anything = self.values / predicted.options[:, None, None]
        with np.errstate(divide="ignore"):  # decisions that are impossible at lapse rate 0
            logs = np.log((1.0 - self.values) * predicted.shares[:, :, None] + anything)
        for kind in range(KINDS):
            rows = predicted.kinds == kind
            np.add.at(out[:, :, kind], predicted.movers[rows], logs[rows])
        return out

    def learnt(self, predicted: ModelLogLikelihoods) -> tuple[ModelLogLikelihoods, LapseRateValues]:
        """The posterior: log-likelihoods by seat and model over all lapse rates, and the mean lapse rates."""
        # The players of one table are often similar, so the prior for a seat is the mean of `shares` and of what
        # each other seat has shown. The mean predicts the next decision as well as all values together.
        _, alone = posterior(self.shares, predicted)
        before = (self.shares + alone.sum(axis=0) - alone) / len(predicted)
        logs, shares = posterior(before, predicted)
        return logs.sum(axis=2), shares @ self.values


def posterior(
    before: npt.NDArray[np.float64], predicted: ModelLogLikelihoods
) -> tuple[ModelLogLikelihoods, ModelLogLikelihoods]:
    """Log-likelihoods of the observations, and posterior probabilities, over the hypotheses of the last axis."""
    # If all hypotheses rule the observations out, the prior is kept.
    logs = np.log(before) + predicted
    top = logs.max(axis=-1, keepdims=True)
    possible = np.isfinite(top)  # False only at lapse rate 0, if a model never makes the decision
    top = np.where(possible, top, 0.0)
    raised = np.exp(logs - top)
    total = np.where(possible, raised.sum(axis=-1, keepdims=True), 1.0)
    found = np.where(possible, np.log(total) + top, -np.inf)
    return found[..., 0], np.where(possible, raised / total, before)


LEARNED = LapseRates(np.array([0.05, 0.15, 0.3, 0.5, 0.8, 1.0]), np.array([0.5, 0.15, 0.1, 0.1, 0.1, 0.05]))
"""The values of a learned lapse rate."""


def lapse_rates_of(given: float | None) -> LapseRates:
    """The given value only, or for None the values to learn from."""
    return LEARNED if given is None else LapseRates(np.array([given]), np.ones(1))


Likelihoods = npt.NDArray[np.float64]
"""Log-likelihoods of each seat's decisions under each model; shape (worlds, seats, models)."""
ModelWeights = npt.NDArray[np.float64]
"""Probability that each seat plays as each model; shape (seats, models), rows with sum 1."""
_Shares = npt.NDArray[np.float64]
"""Probabilities that a model gives to the chosen actions; shape (decisions,)."""
_CHUNK = 1024
"""Decisions that a model is asked about at a time."""
_ROOM = 1 << 15
"""Decisions held at a time, which bounds the memory of a belief."""


@dataclass(frozen=True, eq=False)
class Opinion:
    """Beliefs about how the others play."""

    models: ModelWeights  # probability that each seat plays as each model
    lapse_rates: LapseRateValues  # share of a seat's decisions that its model does not explain
    # the last of the models, if it is fitted to observed decisions; None without one
    fitted: OpponentModel | None = None

    def shares(self, predicted: PredictedDecisions) -> npt.NDArray[np.float64]:
        """Predicted probability of decisions, by all models together; shape (D,)."""
        lapse_rates = self.lapse_rates[predicted.movers, :, predicted.kinds]
        by_model = (1.0 - lapse_rates) * predicted.shares + lapse_rates / predicted.options[:, None]
        shares: npt.NDArray[np.float64] = (self.models[predicted.movers] * by_model).sum(axis=1)
        return shares


class Belief(WithModels):
    """Likelihoods of worlds, and the steps that deal their hidden cards again."""

    def __init__(self, game: Game, search: Search, models: Sequence[SeatModel]) -> None:
        """Compile the loops."""
        if search.history is None:
            raise ValueError(f"{game.name} has no history that says anything of hidden cards")
        self._game, self._models = game, tuple(models)
        self._bids = search.history.bids
        self._encode, self._redraw = story_loops(game.spec.rules, search.history)
        self._decide = deciding(game.spec.rules, search.history)

    def story(self, stretch: Stretch, seat: int | None) -> Story:
        """A round as a seat knows it; None knows everything."""
        count = len(stretch.actions)
        codes, phases = np.zeros(count, dtype=np.int16), np.zeros(count, dtype=np.int16)
        self._encode(
            stretch.start.copy(), stretch.actions, stretch.movers, -1 if seat is None else seat, codes, phases
        )
        kinds = np.where(np.isin(phases, self._bids), 0, 1)
        return Story(stretch.start.copy(), codes, stretch.movers.astype(np.int16), phases, kinds)

    def decided(self, stretch: Stretch, seat: int) -> tuple[AskedDecisions, RowNumbers]:
        """The others' decisions in a finished round, whose cards are known, and their kinds."""
        seen, whole = self.story(stretch, seat), self.story(stretch, None)
        asked = np.ones((1, self._game.num_players), dtype=np.bool_)
        asked[0, seat] = False
        asked[0, seen.movers[seen.codes == HIDDEN]] = False  # cards that stay hidden, like discarded ones
        found = self._decided(whole.start, whole, asked, np.ones(1, dtype=np.bool_), rewinding=False)
        return found, whole.kinds[found.steps]

    def predicted(self, decided: AskedDecisions, kinds: RowNumbers) -> PredictedDecisions:
        """The models' predictions for such decisions."""
        shares = np.zeros((len(kinds), len(self._models)))
        for number in range(len(self._models)):
            for rows in _parts(np.arange(len(kinds))):
                shares[rows, number] = self._shares(decided, rows, number)
        return PredictedDecisions(decided.movers, kinds, decided.counts, shares)

    def likelihoods(
        self,
        worlds: Records,
        story: Story,
        asked: Mask,
        lapse_rates: LapseRateValues,
        likely: Mask | None = None,
    ) -> tuple[Likelihoods, RowFlags]:
        """Log-likelihoods of a story's decisions in worlds that follow it, and whether each world is possible."""
        # They are 0 for seats that are not `asked` in a world, and -inf for models that are not `likely` for a
        # seat; without `likely` all models are evaluated.
        everyone = np.ones((self._game.num_players, len(self._models)), dtype=np.bool_)
        asking = everyone if likely is None else likely
        out = np.where(asked[:, :, None] & ~asking, -np.inf, 0.0)
        fits = np.ones(len(worlds), dtype=np.bool_)
        step = max(1, _ROOM // max(len(story.codes), 1))
        for low in range(0, len(worlds), step):
            part = slice(low, low + step)
            found = self._decided(worlds[part], story, asked[part], fits[part], rewinding=True)
            for number in range(len(self._models)):
                for rows in _parts(np.flatnonzero(asking[found.movers, number]), found.steps):
                    self._add(found, rows, story.kinds, lapse_rates, number, out[part])
        return out, fits

    def _decided(
        self, worlds: Records, story: Story, asked: Mask, fits: RowFlags, *, rewinding: bool
    ) -> AskedDecisions:
        """Collect a story's decisions that count; clear `fits` if the story is impossible."""
        read = len(story.codes)
        room = len(worlds) * max(read, 1)
        found = AskedDecisions(
            np.empty(room, dtype=worlds.dtype), np.zeros((room, self._game.num_actions), dtype=np.int16),
            np.empty(room, dtype=np.int16), *np.empty((4, room), dtype=np.int64),
        )  # fmt: skip
        count = self._decide(worlds, story.start, story.codes, story.movers, read, rewinding, asked, fits, *found)
        return AskedDecisions._make(each[:count] for each in found)

    def _shares(self, found: AskedDecisions, rows: RowNumbers, number: int) -> _Shares:
        """The probabilities that a model gives to the chosen actions in some decisions."""
        shares = self._models[number].chances(found.records, rows, found.lists, found.counts, found.steps)
        return shares[np.arange(len(rows)), found.places[rows]].astype(np.float64)

    def _add(
        self,
        found: AskedDecisions,
        rows: RowNumbers,
        kinds: RowNumbers,
        lapse_rates: LapseRateValues,
        number: int,
        out: Likelihoods,
    ) -> None:
        """Add one model's log-likelihoods of some decisions to `out`."""
        _, _, counts, _, worlds, movers, steps = found
        shares = self._shares(found, rows, number)
        _add_logs(shares, rows, counts, worlds, movers, steps, kinds, lapse_rates[:, number], out[:, :, number])

    def redraw(
        self, worlds: Records, seat: int, other: int, story: Story, rngs: Generators, candidates: int
    ) -> tuple[Records, Mask, RowFlags]:
        """Deal some hidden cards of a hand again, several times in each world; advances `rngs`."""
        tried = take(worlds, np.repeat(np.arange(len(worlds)), candidates))
        touched = np.zeros((len(tried), self._game.num_players), dtype=np.bool_)
        changed = np.zeros(len(tried), dtype=np.bool_)
        self._redraw(tried, seat, other, story.codes, story.movers, rngs, candidates, touched, changed)
        touched[:, seat] = False
        # the records, those of one world together; the seats whose decisions may now have another explanation; and
        # whether anything could be dealt again
        return tried, touched, changed

    def compile(self) -> None:
        """Compile or load the code of likelihoods."""
        story = self.empty_story()
        none, asked = story.start[:0].copy(), np.zeros((0, self._game.num_players), dtype=np.bool_)
        found = self._decided(none, story, asked, asked[:, 0].copy(), rewinding=True)
        shape = (self._game.num_players, len(self._models))
        logs, lapse_rates = np.zeros((0, *shape)), np.zeros((*shape, KINDS))
        for number in range(len(self._models)):
            self._add(found, found.worlds, story.kinds, lapse_rates, number, logs)

    def empty_story(self) -> Story:
        """A story without decisions."""
        record, decided = np.zeros(1, dtype=self._game.spec.rules.state), np.zeros(0, dtype=np.int16)
        decided.flags.writeable = False  # as a trail's
        return self.story(Stretch(record, decided, decided), 0)


def _parts(rows: RowNumbers, steps: RowNumbers | None = None) -> Iterator[RowNumbers]:
    """Rows that are evaluated together, grouped by step, since rows of one step share everything public."""
    ordered = rows if steps is None else rows[np.argsort(steps[rows], kind="stable")]
    for low in range(0, len(ordered), _CHUNK):
        yield ordered[low : low + _CHUNK]


@loop
def _add_logs(
    shares: _Shares,
    rows: RowNumbers,
    counts: Counts,
    worlds: RowNumbers,
    movers: RowNumbers,
    steps: RowNumbers,
    kinds: RowNumbers,
    lapse_rates: LapseRateValues,
    out: Likelihoods,
) -> None:
    """Add the logarithms of the shares that a model has given to what was chosen, each with its lapse rate."""
    for k in range(len(rows)):
        i = rows[k]
        lapse_rate = lapse_rates[movers[i], kinds[steps[i]]]
        share = (1.0 - lapse_rate) * shares[k] + lapse_rate / counts[i]
        out[worlds[i], movers[i]] += math.log(share) if share > 0.0 else -np.inf
