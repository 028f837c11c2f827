"""A decision looked at again: searched under another seed, and played on in the true cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Turns
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Found, Searcher
from croupier.core.base.rng import choice_words
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.measure.costs.position import Estimate
from croupier.measure.costs.row import CLEAR

_ROLLOUTS = 64
"""Rollouts of an action in the true cards, where little is left that chance decides; an even number."""
_PLY = 1 << 40
"""Of the random words of second looks: no game has a decision of this number."""


@dataclass(frozen=True)
class Apart:
    """By how much an action is behind another one."""

    other: int  # what it is held against
    behind: Estimate  # gain that it is behind; below 0 where it is ahead
    chance_lost: float | None  # chance to win that it is behind, likewise; None where the game has no outlook


def is_clear(behind: Estimate) -> bool:
    """Whether an action is behind another one by more than noise."""
    return bool(behind.mean > CLEAR * behind.error)  # a bool of NumPy is none to JSON


def mean_of(values: npt.NDArray[np.floating[Any]]) -> Estimate:
    """A mean over worlds with its standard error."""
    mean, error = difference(values, np.zeros_like(values))
    return Estimate(float(mean), float(error))


def reseeded(turns: Turns, seed: int) -> Turns:
    """The same decisions with other random words, which are a function of the old ones and of a seed."""
    word = choice_words(np.array([seed], dtype=np.uint64), np.array([_PLY]))
    plies = np.full(len(turns), _PLY, dtype=np.int64)
    return Turns(turns.game, turns.records, choice_words(turns.keys ^ word, plies), turns.trails)


def searched_again(searcher: Searcher, turns: Turns, best: int, played: int) -> Apart:
    """What an action costs against the one that another search found best."""
    found = searcher.search(turns, 0, (best, played))
    ours, theirs = (int(np.flatnonzero(found.actions == action)[0]) for action in (best, played))
    return _apart(searcher, best, found.gains[[ours, theirs]], found.outlook[[ours, theirs]])


def in_true_cards(searcher: Searcher, turns: Turns, found: Found, best: int, played: int) -> Apart:
    """What an action costs in the true cards.

    It is held against the best one by knowledge. Where that was played, it is held against the action that gains
    most in the true cards, which half of the rollouts pick, and the others value: so it is not flattered.
    """
    only = None if best == played else (best, played)
    cards = searcher.in_true_cards(turns, 0, found, _ROLLOUTS, only)
    own, other = (int(np.flatnonzero(cards.actions == action)[0]) for action in (played, best))
    valued = slice(None)
    if best == played:
        half = _ROLLOUTS // 2
        means = cards.gains[:, :half].mean(axis=1, dtype=np.float64)
        other = own if means[own] == means.max() else int(means.argmax())
        valued = slice(half, None)
    rows = [other, own]
    return _apart(searcher, int(cards.actions[other]), cards.gains[rows, valued], cards.outlook[rows, valued])


def _apart(
    searcher: Searcher,
    other: int,
    gains: npt.NDArray[np.floating[Any]],
    outlook: npt.NDArray[np.floating[Any]],
) -> Apart:
    """Two actions apart, in the same worlds: what is held against first; shapes (2, worlds)."""
    behind = mean_of(gains[0] - gains[1])
    lost = None
    if searcher.unit == CHANCE_TO_WIN:
        lost = behind.mean / 100.0
    elif searcher.explanation is not None and searcher.explanation.outlook is not None:
        lost = float((outlook[0] - outlook[1]).mean())
    return Apart(other, behind, lost)
