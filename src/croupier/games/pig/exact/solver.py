"""Exact solver of Pig: the value of every position, and optimal play.

Without a turn limit the values follow T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig", The
UMAP Journal 25(1), 2004. A score pair (i, j) depends only on pairs with a greater sum and on its own mirror (j,
i). So each pair of mirrors is solved separately by Newton's method: the turn's value is a convex, piecewise linear
function of the mirror's value, and the method ends after a few steps, exact to rounding. With a turn limit the
values follow by backward induction over the turns left.

A *value* is the probability of a win plus half of that of a draw, for the player to move.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.files import SYNTAX_LOCK, writing
from croupier.core.base.kernel import cache_folder, inlined, kernel
from croupier.core.base.progress import Progress, silent
from croupier.core.base.tiers import loop
from croupier.core.base.types import Generators, Mask, Record
from croupier.games.pig.english import say
from croupier.games.pig.exact.evaluate import StateValues
from croupier.games.pig.rules import HOLD, ROLL

MAX_TABLE_BYTES = 1_600_000_000
_TOLERANCE = 1e-15
_SETTLED = 1e-14  # change by one more turn that counts as none: rounding alone moves values by a few 1e-15
_NEWTON_STEPS = 64


@inlined
def _turn(target: int, own: int, banked: StateValues, lost: float) -> tuple[float, float]:
    """Value of a turn from its start and its derivative by the value of the mirrored pair.

    banked[s] is the value of having banked score s (for s > own); lost that of ending the turn with nothing.
    """
    v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0
    d2, d3, d4, d5, d6 = 0.0, 0.0, 0.0, 0.0, 0.0
    v1, d1 = 1.0, 0.0
    roll, slope = 1.0, 0.0
    for score in range(target - 1, own - 1, -1):
        roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
        slope = (-1.0 + d2 + d3 + d4 + d5 + d6) / 6.0
        v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
        d6, d5, d4, d3, d2 = d5, d4, d3, d2, d1
        # Holding at 0 is never better than rolling: a turn that adds points is worth at least an empty one.
        if score > own and banked[score] > roll:
            v1, d1 = banked[score], 0.0
        else:
            v1, d1 = roll, slope
    return roll, slope


@loop
def solve_diagonal(values: StateValues, total: int) -> None:
    """Solve all pairs whose scores add up to `total`; pairs with a greater sum are solved already."""
    target = values.shape[0]
    banked_i = np.empty(target)
    banked_j = np.empty(target)
    for i in range(max(0, total - target + 1), total // 2 + 1):
        j = total - i
        for score in range(target):
            banked_i[score] = 1.0 - values[j, score]
            banked_j[score] = 1.0 - values[i, score]
        x, y = 0.5, 0.5  # values of (i, j) and of (j, i)
        for _ in range(_NEWTON_STEPS):
            f, df = _turn(target, i, banked_i, 1.0 - y)
            g, dg = _turn(target, j, banked_j, 1.0 - x)
            # x = f + df * (y' - y), y' = g + dg * (x - x0)
            new_x = (f + df * (g - dg * x - y)) / (1.0 - df * dg)
            new_y = g + dg * (new_x - x)
            change = max(abs(new_x - x), abs(new_y - y))
            x, y = new_x, new_y
            if change < _TOLERANCE:
                break
        values[i, j] = x
        values[j, i] = y


@loop
def solve_layer(before: StateValues, values: StateValues) -> float:
    """Values with one more turn left than `before`; returns the largest change."""
    target = values.shape[0]
    banked = np.empty(target)
    change = 0.0
    for i in range(target):
        for j in range(target):
            for score in range(i, target):
                banked[score] = 1.0 - before[j, score]
            values[i, j] = _turn(target, i, banked, 1.0 - before[j, i])[0]
            change = max(change, abs(values[i, j] - before[i, j]))
    return change


def _checked(target: int, limit: int | None) -> tuple[int, int | None]:
    target = checked_count("target", target)
    limit = None if limit is None else checked_count("max_turns", limit)
    if target * target * 8 > MAX_TABLE_BYTES // 4:
        raise ConfigError(say("exact.too_large", target=target))
    return target, limit


def _check_size(target: int, limit: int, layers: int) -> None:
    if layers * target * target * 8 > MAX_TABLE_BYTES:
        raise ConfigError(say("exact.table_too_large", target=target, limit=limit))


def solve(target: int, max_turns: int | None = None, progress: Progress = silent) -> StateValues:
    """Solve Pig.

    Args:
        target: the winning score, in points.
        max_turns: turns until the higher score wins; None for no limit.
        progress: called with the share of the work done, 0..1.

    Returns:
        Values, float64. Without limit shape (1, target, target): entry [0, i, j] is the value for the player to
        move who has banked i against j. With a limit shape (L, target, target): entry [t] is the value with t
        turns left, and the last entry is also that of all t >= L - 1, since the values no longer change there.

    Raises:
        ConfigError: numbers out of range, or a table beyond 1.6 GB.
    """
    target, max_turns = _checked(target, max_turns)
    if max_turns is None:
        values = np.zeros((1, target, target))
        for total in range(2 * target - 2, -1, -1):
            solve_diagonal(values[0], total)
            progress(1.0 - (total / (2 * target)) ** 2)
        return values
    _check_size(target, max_turns, min(max_turns, 100 + target // 4) + 1)  # no fewer turns settle values
    scores = np.arange(target)
    layers = [0.5 + 0.5 * np.sign(scores[:, None] - scores[None, :])]
    unchanged = 0
    while len(layers) <= max_turns and unchanged < 2:
        layers.append(np.empty((target, target)))
        change = solve_layer(layers[-2], layers[-1])
        # values that do not change with one more turn, twice in a row (both seats), never change again
        unchanged = unchanged + 1 if change < _SETTLED else 0
        _check_size(target, max_turns, len(layers))
        progress(len(layers) / (max_turns + 1))
    progress(1.0)
    return np.stack(layers)


def solved(target: int, max_turns: int | None = None, progress: Progress = silent) -> StateValues:
    """Like `solve`, cached on disk: a second call reads the table (memory-mapped)."""
    target, max_turns = _checked(target, max_turns)
    file = cache_folder() / "solved" / f"pig-1-{target}-{max_turns or 'unlimited'}.npy"
    if file.exists():
        try:
            with SYNTAX_LOCK:
                found: StateValues = np.load(file, mmap_mode="r", allow_pickle=False)
            if found.dtype == np.float64 and found.ndim == 3 and found.shape[1:] == (target, target):
                return found
            reason = str(say("exact.holds", dtype=found.dtype, shape=found.shape))
        except (ValueError, OSError, EOFError) as error:
            reason = str(error)
        warnings.warn(say("exact.broken", file=file, reason=reason), RuntimeWarning, stacklevel=2)
    values = solve(target, max_turns, progress)
    _keep(values, file)
    values.setflags(write=False)  # as it is once it is read: a kernel is compiled again for the other kind
    return values


def _keep(values: StateValues, file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with writing(file) as out:
            np.save(out, values, allow_pickle=False)
    except OSError as error:
        _tell_not_kept(file.parent, error.strerror or str(error))


@lru_cache(maxsize=64)
def _tell_not_kept(folder: Path, reason: str) -> None:
    """Print it once a process, since one game may ask for two tables."""
    warnings.warn(say("exact.not_kept", reason=reason, folder=folder), RuntimeWarning, stacklevel=4)


@inlined
def value_of_roll(target: int, own: int, total: int, banked: StateValues, lost: float) -> float:
    """What rolling is worth at a turn total."""
    v1, v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
    roll = 1.0
    for score in range(target - 1, own + total - 1, -1):
        roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
        v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
        v1 = roll if score == own else max(1.0 - banked[score], roll)
    return roll


@inlined
def roll_is_better(target: int, own: int, total: int, banked: StateValues, lost: float) -> bool:
    """Whether rolling is worth more than holding; arguments as for `value_of_roll`."""
    return total == 0 or value_of_roll(target, own, total, banked, lost) > 1.0 - banked[own + total]


@kernel
def play_optimally(s: Record, mask: Mask, params: StateValues, rng: Generators, i: int) -> int:
    """Roll or hold by the solved values in params[turns left, own score, other score]."""
    seat = s["turn"]
    own, other, total = s["scores"][seat], s["scores"][1 - seat], s["total"]
    target = s["winning_score"]
    if own + total >= target:
        return HOLD
    left = min(s["max_turns"] - s["turns"] - 1, params.shape[0] - 1)
    row = params[left, other]
    return ROLL if roll_is_better(target, own, total, row, 1.0 - row[own]) else HOLD


@kernel
def write_action_values(s: Record, values: StateValues, out: npt.NDArray[np.float64]) -> None:
    """Value of rolling and of holding by the solved values[turns left, own score, other score]."""
    seat = s["turn"]
    own, other, total = s["scores"][seat], s["scores"][1 - seat], s["total"]
    target = s["winning_score"]
    row = values[min(s["max_turns"] - s["turns"] - 1, values.shape[0] - 1), other]
    if own + total >= target:
        out[HOLD] = 1.0
        out[ROLL] = (1.0 - row[own]) / 6.0 + 5.0 / 6.0  # whatever is rolled but a 1 can be held
    else:
        out[HOLD] = 1.0 - row[own + total]
        out[ROLL] = value_of_roll(target, own, total, row, 1.0 - row[own])


@loop
def fill_hold_boundary(row: StateValues, target: int, own: int, out: npt.NDArray[np.bool_]) -> None:
    """For one score pair: whether holding is optimal, for each turn total 0..target-1."""
    for total in range(target):
        out[total] = own + total >= target or not roll_is_better(target, own, total, row, 1.0 - row[own])


def hold_regions(values: StateValues) -> npt.NDArray[np.bool_]:
    """Where optimal play holds, with many turns left, by own score, other score and turn total."""
    target = values.shape[1]
    holds = np.zeros((target, target, target), dtype=np.bool_)
    for own in range(target):
        for other in range(target):
            fill_hold_boundary(values[-1, other], target, own, holds[own, other])
    return holds
