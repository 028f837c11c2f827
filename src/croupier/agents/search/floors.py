"""Lapse rates: the share of a seat's decisions that no model explains, learned from forecasts.

A model that foretells a seat worse than the uniform guess does more harm than none. So each seat has a floor by
model, apart for bids and for all else, that is one of a few values. The last of them is 1, the uniform guess
itself, so a belief comes to say no less than nothing of whom no model knows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.core.base.types import Counts, RowNumbers

KINDS = 2
"""Kinds of decisions that have floors of their own: bids, and all else."""
Foretold = npt.NDArray[np.float64]
"""Log-likelihoods of what each seat has decided, by model, kind and floor; shape (seats, models, KINDS, F)."""
FloorValues = npt.NDArray[np.float64]
"""A floor for each seat, model and kind of decision, shape (seats, models, KINDS)."""


class Watched(NamedTuple):
    """What models would have foretold of some decisions.

    Attributes:
        movers: who decided, shape (D,).
        kinds: whether it was a bid (0) or anything else (1), shape (D,).
        options: how many actions were legal, shape (D,).
        shares: probability that each model gives to what was chosen, float64, shape (D, models).
    """

    movers: RowNumbers
    kinds: RowNumbers
    options: Counts
    shares: npt.NDArray[np.float64]


class Floors(NamedTuple):
    """The values that a floor may have, and how likely each is before anything was seen.

    Attributes:
        values: shape (F,), 0 to 1.
        shares: shape (F,), above 0; they add up to 1.
    """

    values: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]

    def foretold(self, told: Watched, people: int) -> Foretold:
        """How well decisions would have been foretold."""
        out = np.zeros((people, told.shares.shape[1], KINDS, len(self.values)))
        anything = self.values / told.options[:, None, None]
        with np.errstate(divide="ignore"):  # what a floor of 0 holds impossible
            logs = np.log((1.0 - self.values) * told.shares[:, :, None] + anything)
        for kind in range(KINDS):
            rows = told.kinds == kind
            np.add.at(out[:, :, kind], told.movers[rows], logs[rows])
        return out

    def learnt(self, told: Foretold) -> tuple[Foretold, FloorValues]:
        """What decisions that were seen say.

        Those at one table are often of a kind: what was held likely of a seat before is the mean of `shares` and
        of what each of the others has shown.

        Returns:
            Log-likelihoods by seat and model, whatever the floors are, shape (seats, models); and the mean floor
            of each seat, model and kind of decision, which foretells the next one as all values together do.
        """
        _, alone = posterior(self.shares, told)
        before = (self.shares + alone.sum(axis=0) - alone) / len(told)
        logs, shares = posterior(before, told)
        return logs.sum(axis=2), shares @ self.values


def posterior(before: npt.NDArray[np.float64], told: Foretold) -> tuple[Foretold, Foretold]:
    """Log-likelihoods of what was seen, whichever is true, and how likely each is after it.

    What all hold impossible teaches nothing: then each is as likely as before. The last axis are what is compared.
    """
    logs = np.log(before) + told
    top = logs.max(axis=-1, keepdims=True)
    possible = np.isfinite(top)  # not so by a floor of 0 alone, where a model never does what was seen
    top = np.where(possible, top, 0.0)
    raised = np.exp(logs - top)
    total = np.where(possible, raised.sum(axis=-1, keepdims=True), 1.0)
    found = np.where(possible, np.log(total) + top, -np.inf)
    return found[..., 0], np.where(possible, raised / total, before)


LEARNED = Floors(np.array([0.05, 0.15, 0.3, 0.5, 0.8, 1.0]), np.array([0.5, 0.15, 0.1, 0.1, 0.1, 0.05]))
"""The values of a floor that is learnt."""


def floors_of(given: float | None) -> Floors:
    """The one value that is given, or those to learn from for None."""
    return LEARNED if given is None else Floors(np.array([given]), np.ones(1))
