"""What two actions differ in, in words, from the same numbers that the table shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.search.choice import difference
from croupier.core.base.sentence import Sentence
from croupier.core.spec.search import Measure
from croupier.measure.english import say

_SHOWN = 2.0
"""Standard errors that a difference must be away from 0 to be told."""
_AMOUNT = r"(-?\d+(?:\.\d)?)%?"
_TOLD = re.compile(rf"(.+): {_AMOUNT} with (\[.+\]), {_AMOUNT} with (\[.+\])")
"""What `differences` tells, in English."""


def differences(
    measures: Sequence[Measure],
    best: str,
    other: str,
    ours: npt.NDArray[np.floating[Any]],
    theirs: npt.NDArray[np.floating[Any]],
) -> tuple[str, ...]:
    """Sentences on the measures in which two actions differ by more than chance, the surest first."""
    apart, error = difference(ours.T, theirs.T)
    found = []
    for number, measure in enumerate(measures):
        gap, noise = float(apart[number]), float(error[number])
        if gap != 0.0 and abs(gap) > _SHOWN * noise:
            # as in the table: sums in single precision differ with their order, and so would what is rounded
            means = ours[:, number].mean(dtype=np.float64), theirs[:, number].mean(dtype=np.float64)
            shown = [f"{mean:.0%}" if measure.is_chance else f"{mean:.1f}" for mean in means]
            if shown[0] != shown[1]:
                surety = abs(gap) / noise if noise else np.inf
                found.append((surety, _sentence(measure, best, other, *means)))
    return tuple(text for _, text in sorted(found, key=lambda each: -each[0]))


def _sentence(measure: Measure, best: str, other: str, ours: float, theirs: float) -> Sentence:
    key = "chances" if measure.is_chance else "means"
    return say(key, label=measure.label, best=best, other=other, ours=float(ours), theirs=float(theirs))


def as_told(text: str, measures: Sequence[Measure]) -> str:
    """What was told of two actions, from a file that keeps it in English, so that other languages can tell it."""
    found = _TOLD.fullmatch(text)
    for measure in measures if found else ():
        if found and found[1] == measure.label:
            scale = 100.0 if measure.is_chance else 1.0
            made = _sentence(measure, found[3], found[5], float(found[2]) / scale, float(found[4]) / scale)
            return made if made == text else text
    return text
