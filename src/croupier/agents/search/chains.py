"""Worlds sampled from the belief by Markov chains, one a world.

Each world starts as a deal consistent with the seat's knowledge. Then, hand by hand, some hidden cards are dealt
again several times, and one of these deals or the present one is chosen in proportion to its likelihood. This is
iterated sampling importance resampling (C. Andrieu, A. Doucet, R. Holenstein, "Particle Markov chain Monte Carlo
methods", 2010), which leaves the posterior invariant. Weighting whole worlds instead would not work: a handful of
them get nearly all of the weight, so many worlds would be copies of a few, and standard errors would look too
small.
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
"""Log-likelihoods of worlds, shape (worlds,); -inf if the decisions are impossible."""


@dataclass(frozen=True, eq=False)
class ChainReport:
    """Diagnostics of sampling."""

    decisions: int  # number of the others' decisions that the worlds explain
    moved: float  # share of steps that chose another deal of a hand


class Chains:
    """Worlds on their way to the posterior, independent of each other."""

    def __init__(
        self,
        belief: Belief,
        worlds: Records,
        seat: int,
        rngs: Generators,
        story: Story,
        opinion: Opinion,
    ) -> None:
        """Begin with deals consistent with the seat's knowledge, which are overwritten."""
        self.worlds = worlds
        self._belief, self._seat, self._rngs, self._story = belief, seat, rngs, story
        weights = opinion.models
        self._weights, self._likely, self._lapse_rates = weights, weights > LEAST, opinion.lapse_rates
        others = np.ones((len(worlds), len(weights)), dtype=np.bool_)
        others[:, seat] = False
        # log-likelihoods of each seat's decisions under each model, and of the worlds
        self.logs, self.scores = self._explain(worlds, others, np.zeros((len(worlds), *weights.shape)))

    def run(self, candidates: int, sweeps: int) -> ChainReport:
        """Run Gibbs sweeps over the hands of all worlds."""
        others = [other for other in range(len(self._weights)) if other != self._seat]
        moved = sum(self._move(other, candidates) for _ in range(sweeps) for other in others)
        self._replace_impossible()
        return ChainReport(len(self._story.codes), moved / max(1, sweeps * len(others) * len(self.worlds)))

    def compile(self) -> None:
        """Compile or load the code of the steps; the belief compiles its own."""
        self._move(0, 1)

    def _explain(self, worlds: Records, touched: Mask, rest: Likelihoods) -> tuple[Likelihoods, LogLikelihoods]:
        """Log-likelihoods of worlds, with the terms of seats that are not touched taken from `rest`."""
        found, fits = self._belief.likelihoods(worlds, self._story, touched, self._lapse_rates, self._likely)
        logs, scores = np.empty_like(found), np.empty(len(found))
        _score(found, fits, touched, rest, self._weights, logs, scores)
        return logs, scores

    def _move(self, other: int, candidates: int) -> int:
        """Choose among deals of one hand in each world; returns the number of changed worlds."""
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
        """Replace worlds that are still impossible by copies of possible ones, in turn, if there are any."""
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
