"""Worlds sampled by belief: a Markov chain each, until the world explains the others' decisions.

Worlds are drawn from what the seat knows, and then each is moved by itself: hand by hand, some of the hidden cards
are dealt again several times, and one of these deals or the present one is taken, in proportion to likelihoods.
This is iterated sampling importance resampling (C. Andrieu, A. Doucet, R. Holenstein, "Particle Markov chain Monte
Carlo methods", 2010), which leaves the posterior as it is. To weight whole worlds would not do: a handful of them
gets nearly all of the weight, so that many worlds are copies of a few, and errors of means look smaller than they
are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.agents.search.belief import Belief, Likelihoods, ModelWeights, Opinion
from croupier.agents.search.opponents import LEAST
from croupier.agents.search.worlds import Story
from croupier.core.base.copies import put, take
from croupier.core.base.rng import uniform
from croupier.core.base.tiers import loop
from croupier.core.base.types import Generators, Mask, Records, RowFlags, RowNumbers

LogLikelihoods = npt.NDArray[np.float64]
"""Logarithms of the likelihoods of worlds, shape (worlds,); -inf where the decisions are impossible."""


@dataclass(frozen=True, eq=False)
class ChainReport:
    """How well worlds were sampled.

    Attributes:
        decisions: decisions of others that they explain.
        moved: share of the choices by which another deal of a hand was taken.
    """

    decisions: int
    moved: float


class Chains:
    """Worlds on their way to the posterior, each independently of the others.

    Attributes:
        worlds: the worlds as they are now.
        logs: how well they explain what each seat has decided, if it plays as each model.
        scores: how well they explain it all.
    """

    def __init__(
        self,
        belief: Belief,
        worlds: Records,
        seat: int,
        rngs: Generators,
        story: Story,
        opinion: Opinion,
    ) -> None:
        """Begin.

        Args:
            worlds: drawn from what the seat knows, shape (W,); overwritten.
            rngs: a generator a world, shape (W,); advanced.
        """
        self.worlds = worlds
        self._belief, self._seat, self._rngs, self._story = belief, seat, rngs, story
        weights = opinion.models
        self._weights, self._likely, self._lapse_rates = weights, weights > LEAST, opinion.lapse_rates
        others = np.ones((len(worlds), len(weights)), dtype=np.bool_)
        others[:, seat] = False
        self.logs, self.scores = self._explain(worlds, others, np.zeros((len(worlds), *weights.shape)))

    def run(self, candidates: int, sweeps: int) -> ChainReport:
        """Move every world."""
        others = [other for other in range(len(self._weights)) if other != self._seat]
        moved = sum(self._move(other, candidates) for _ in range(sweeps) for other in others)
        self._replace_impossible()
        return ChainReport(len(self._story.codes), moved / max(1, sweeps * len(others) * len(self.worlds)))

    def compile(self) -> None:
        """Compile all that moves worlds, or load it; likelihoods are the belief's."""
        self._move(0, 1)

    def _explain(self, worlds: Records, touched: Mask, rest: Likelihoods) -> tuple[Likelihoods, LogLikelihoods]:
        """How well worlds explain the decisions of the seats that are touched; of the others `rest` is kept."""
        found, fits = self._belief.likelihoods(worlds, self._story, touched, self._lapse_rates, self._likely)
        logs, scores = np.empty_like(found), np.empty(len(found))
        _score(found, fits, touched, rest, self._weights, logs, scores)
        return logs, scores

    def _move(self, other: int, candidates: int) -> int:
        """Choose among deals of one hand in each world; returns how many worlds were changed."""
        tried, touched, changed = self._belief.redraw(
            self.worlds, self._seat, other, self._story, self._rngs, candidates
        )
        rows = np.flatnonzero(changed)
        logs, scores = self._explain(take(tried, rows), touched[rows], self.logs[rows // candidates])
        offered = np.full(len(tried), -np.inf)
        offered[rows] = scores
        chosen = np.full(len(self.worlds), -1, dtype=np.int64)
        _choose(offered, self.scores, self._rngs, chosen)
        kept = np.flatnonzero(chosen >= 0)
        taken = chosen[kept]
        put(self.worlds, kept, take(tried, taken))
        self.logs[kept], self.scores[kept] = logs[np.searchsorted(rows, taken)], offered[taken]
        return len(kept)

    def _replace_impossible(self) -> None:
        """Put possible worlds, in turn, in place of those that no deal has made possible; none may be."""
        possible = np.isfinite(self.scores)
        good, bad = np.flatnonzero(possible), np.flatnonzero(~possible)
        if len(good) and len(bad):
            instead = good[np.arange(len(bad)) % len(good)]
            put(self.worlds, bad, take(self.worlds, instead))
            self.logs[bad], self.scores[bad] = self.logs[instead], self.scores[instead]


@loop
def _score(
    found: Likelihoods,
    fits: RowFlags,
    touched: Mask,
    rest: Likelihoods,
    weights: ModelWeights,
    logs: Likelihoods,
    scores: LogLikelihoods,
) -> None:
    """Likelihoods by seat and model, and of worlds: the product over seats of the mean over models."""
    for i in range(len(found)):
        scores[i] = 0.0 if fits[i] else -np.inf
        for seat in range(found.shape[1]):
            top = -np.inf
            for model in range(found.shape[2]):
                log = found[i, seat, model] if touched[i, seat] else rest[i, seat, model]
                logs[i, seat, model] = log
                if weights[seat, model] > 0.0:
                    top = max(top, log)
            total = 0.0
            for model in range(found.shape[2]):
                if weights[seat, model] > 0.0 and top > -np.inf:
                    total += weights[seat, model] * math.exp(logs[i, seat, model] - top)
            scores[i] += top + math.log(total) if total > 0.0 else -np.inf


@loop
def _choose(offered: LogLikelihoods, scores: LogLikelihoods, rngs: Generators, out: RowNumbers) -> None:
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
