"""Exact values of one policy of Pig against another and against a best response, without sampling.

A policy is a table of probabilities to roll, float32, shape (target, target, target + 1), by the score, other
score and turn total of the player to move. The last turn total also stands for all greater ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from croupier.core import ExactPlayer, ExactResult, GameShape, Sentence, inlined
from croupier.core.base.errors import ConfigError
from croupier.core.base.tiers import loop
from croupier.games.pig.english import say
from croupier.games.pig.rules import HORIZON, ROLL

ValueTable = npt.NDArray[np.float32]
StateValues = npt.NDArray[np.float64]
Policy = Callable[[int], ValueTable]
"""Gives the table for a number of turns left; the same array object for the same policy."""

MAX_TARGET = 200
_SETTLED = 1e-14  # rounding moves values by a few 1e-15


@inlined
def turn_value(rolls: ValueTable, own: int, target: int, banked: StateValues, mine: float, lost: float) -> float:
    """Value, for whoever it is counted for, of a turn that starts at `own`.

    rolls[k]: probability to roll at turn total k; banked[s]: value once score s is banked; mine: value of
    winning now; lost: value of ending the turn with nothing.
    """
    p = np.float64(rolls[target])
    # from `target` on nothing changes any more: v = p (lost + 5 v) / 6 + (1 - p) mine
    v1 = (p * lost / 6.0 + (1.0 - p) * mine) / (1.0 - 5.0 * p / 6.0)
    v2, v3, v4, v5, v6 = v1, v1, v1, v1, v1
    for total in range(target - 1, -1, -1):
        p = np.float64(rolls[total])
        hold = mine if own + total >= target else banked[own + total]
        if total == 0:
            hold = lost
        roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
        v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
        v1 = p * roll + (1.0 - p) * hold
    return v1


@loop
def evaluate_layer(
    a: ValueTable, b: ValueTable, before_a: StateValues, before_b: StateValues, now_a: StateValues,
    now_b: StateValues,
) -> float:  # fmt: skip
    """One more turn left. x_a[i, j] is A's value with A to move, x_b[i, j] with B to move; i is A's score."""
    target = before_a.shape[0]
    change = 0.0
    for i in range(target):
        for j in range(target):
            now_a[i, j] = turn_value(a[i, j], i, target, before_b[:, j], 1.0, before_b[i, j])
            now_b[i, j] = turn_value(b[j, i], j, target, before_a[i, :], 0.0, before_a[i, j])
            change = max(change, abs(now_a[i, j] - before_a[i, j]), abs(now_b[i, j] - before_b[i, j]))
    return change


@loop
def evaluate_unlimited(a: ValueTable, b: ValueTable, x_a: StateValues, x_b: StateValues) -> bool:
    """Without limit: each score pair is a linear equation in itself; False if some pair never ends."""
    target = x_a.shape[0]
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            f0 = turn_value(a[i, j], i, target, x_b[:, j], 1.0, 0.0)
            f1 = turn_value(a[i, j], i, target, x_b[:, j], 1.0, 1.0) - f0
            g0 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 0.0)
            g1 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 1.0) - g0
            if 1.0 - f1 * g1 < 1e-12:
                return False
            x_a[i, j] = (f0 + f1 * g0) / (1.0 - f1 * g1)
            x_b[i, j] = g0 + g1 * x_a[i, j]
    return True


def check_target(target: int) -> None:
    """Check a winning score."""
    if not 1 <= target <= MAX_TARGET:
        raise ConfigError(say("exact.target", most=MAX_TARGET, target=target))


def evaluate(a: Policy, b: Policy, target: int, max_turns: int | None = None, draw: float = 0.5) -> ExactResult:
    """Exact value of policy A against policy B, from both seats, with or without a limit of turns."""
    # `target` is 1..200 points. `draw` is the value of a draw for A; 0 gives the plain probability of a win. A
    # target out of range, or policies that never end a game without a limit, raise ConfigError.
    return _settle((a, b), evaluate_layer, evaluate_unlimited, say("exact.endless"), target, max_turns, draw)


def _settle(
    policies: Sequence[Policy], layer: Callable[..., float], unlimited: Callable[..., bool], endless: Sentence,
    target: int, max_turns: int | None, draw: float,
) -> ExactResult:  # fmt: skip
    """A's values, for more and more turns left until they converge, or at once without a limit."""
    check_target(target)
    if max_turns is None:
        x_a, x_b = np.zeros((target, target)), np.zeros((target, target))
        if not unlimited(*(policy(1 << 30) for policy in policies), x_a, x_b):
            raise ConfigError(endless)
        return ExactResult(float(x_a[0, 0]), float(x_b[0, 0]))
    scores = np.arange(target)
    lead = np.sign(scores[:, None] - scores[None, :])
    before_a = np.where(lead > 0, 1.0, np.where(lead == 0, draw, 0.0))
    before_b = before_a.copy()
    now_a, now_b = np.empty_like(before_a), np.empty_like(before_b)
    settled, last = 0, list[ValueTable]()
    for left in range(1, max_turns + 1):
        asked = [policy(left) for policy in policies]
        change = layer(*asked, before_a, before_b, now_a, now_b)
        same = bool(last) and all(table is other for table, other in zip(asked, last, strict=True))
        last = asked
        before_a, now_a, before_b, now_b = now_a, before_a, now_b, before_b
        settled = settled + 1 if same and change < _SETTLED else 0
        if settled == 2:
            break
    return ExactResult(float(before_a[0, 0]), float(before_b[0, 0]))


# Against a player who does not change, Pig is a Markov decision process of one player. Its states are own score,
# other score, turn total and turns left (R. A. Howard, "Dynamic programming and Markov processes", 1960). With a
# limit the values follow by backward induction over the turns left. Without, a score pair depends only on pairs
# with a greater sum and on itself, so each pair is solved alone by policy iteration.

_TOLERANCE = 1e-15
_EVEN = 1e-13  # holding at 0 is chosen only if better by more than this: on equality the game must go on
_STEPS = 64


@inlined
def _best_turn(target: int, own: int, banked: StateValues, lost: float) -> tuple[float, float]:
    """Value of the best turn that starts at `own`, and its derivative by `lost`.

    banked[s]: value once score s is banked; lost: value of ending the turn with nothing.
    """
    v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0
    d2, d3, d4, d5, d6 = 0.0, 0.0, 0.0, 0.0, 0.0
    v1, d1 = 1.0, 0.0
    for score in range(target - 1, own - 1, -1):
        roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
        slope = (1.0 + d2 + d3 + d4 + d5 + d6) / 6.0
        v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
        d6, d5, d4, d3, d2 = d5, d4, d3, d2, d1
        if score > own and banked[score] > roll:
            v1, d1 = banked[score], 0.0
        elif score == own and lost > roll + _EVEN:  # waiting pays where the other player is weaker at this score
            v1, d1 = lost, 1.0
        else:
            v1, d1 = roll, slope
    return v1, d1


@loop
def best_layer(
    b: ValueTable, before_a: StateValues, before_b: StateValues, now_a: StateValues, now_b: StateValues
) -> float:
    """One more turn left, with the best play of A; arrays as in `evaluate_layer`. Returns the largest change."""
    target = before_a.shape[0]
    change = 0.0
    for i in range(target):
        for j in range(target):
            now_a[i, j] = _best_turn(target, i, before_b[:, j], before_b[i, j])[0]
            now_b[i, j] = turn_value(b[j, i], j, target, before_a[i, :], 0.0, before_a[i, j])
            change = max(change, abs(now_a[i, j] - before_a[i, j]), abs(now_b[i, j] - before_b[i, j]))
    return change


@loop
def best_unlimited(b: ValueTable, x_a: StateValues, x_b: StateValues) -> bool:
    """Without limit, with the best play of A; False if some pair never ends.

    The value of A's turn is a convex, piecewise linear function of the value of ending it with nothing, and that
    is linear in the value of A's turn: Newton's method from below is policy iteration.
    """
    target = x_a.shape[0]
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            g0 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 0.0)
            g1 = turn_value(b[j, i], j, target, x_a[i, :], 0.0, 1.0) - g0
            x = 0.0
            for _ in range(_STEPS):
                lost = g0 + g1 * x
                f, df = _best_turn(target, i, x_b[:, j], lost)
                if 1.0 - df * g1 < 1e-12:
                    return False
                better = (f + df * (g0 - lost)) / (1.0 - df * g1)
                change = abs(better - x)
                x = better
                if change < _TOLERANCE:
                    break
            x_a[i, j] = x
            x_b[i, j] = g0 + g1 * x
    return True


def best_response(b: Policy, target: int, max_turns: int | None = None, draw: float = 0.5) -> ExactResult:
    """Exact value of a best response to B, against B; the other arguments are as in `evaluate`."""
    return _settle((b,), best_layer, best_unlimited, say("exact.endless_response"), target, max_turns, draw)


def tables(player: ExactPlayer, game: GameShape, limit: bool = True) -> Policy:
    """A player's probabilities to roll, for every number of turns left."""
    # The player is asked once in every possible position, unless it provides its policy; the same player is not
    # asked again.
    if player.play.policy is not None:
        policy: Policy = player.play.policy(limit)
        return policy
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    horizon = min(HORIZON if player.play.horizon is None else player.play.horizon, turns)

    def ask(left: int) -> ValueTable:
        return _asked(player, game, left)

    if (target, turns) not in player.kept:
        player.kept[target, turns] = _kept(lru_cache(maxsize=HORIZON)(ask), horizon)
    found: Policy = player.kept[target, turns]
    return found


def optimal_policy(values: StateValues) -> Policy:
    """The optimal player as a policy."""
    target = values.shape[1]

    def table(left: int) -> ValueTable:
        out: ValueTable = np.zeros((target, target, target + 1), dtype=np.float32)
        fill_optimal(np.ascontiguousarray(values[left - 1]), out)
        return out

    return _kept(table, values.shape[0])


def _kept(make: Callable[[int], ValueTable], horizon: int) -> Policy:
    """A policy that does not change beyond `horizon` turns left; its last table is cached."""
    last: list[ValueTable] = []
    lock = threading.Lock()  # opponents of one player are played in threads, and ask it once

    def policy(left: int) -> ValueTable:
        with lock:
            if left < horizon:
                return make(left)
            if not last:
                last.append(make(horizon))
            return last[0]

    return policy


def _asked(player: ExactPlayer, game: GameShape, left: int) -> ValueTable:
    """Ask a player in every position with this many turns left."""
    target = int(game.options["winning_score"])
    out: ValueTable = np.zeros((target, target, target + 1), dtype=np.float32)
    records = np.tile(game.new_records(), target * (target + 1))
    records["turns"] = records["max_turns"] - left
    others, totals = np.divmod(np.arange(len(records)), target + 1)
    records["scores"][:, 1] = others
    records["total"] = totals
    for own in range(target):
        records["scores"][:, 0] = own
        shares = player.probabilities(records)
        out[own] = shares[:, ROLL].reshape(target, target + 1)
    return out


@loop
def fill_optimal(values: StateValues, out: ValueTable) -> None:
    """Probabilities to roll (0 or 1) of optimal play.

    values[i, j]: value for a player who has banked i against j, at the start of a turn that begins after this one;
    out: float32 (target, target, target + 1), by own score, other score, turn total. The sums are those of
    `croupier.games.pig.exact.solver.roll_is_better`.
    """
    target = values.shape[0]
    for own in range(target):
        for other in range(target):
            lost = 1.0 - values[other, own]
            v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0
            v1 = 1.0
            for total in range(target - own, target + 1):
                out[own, other, total] = 0.0
            for score in range(target - 1, own - 1, -1):
                roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
                hold = 1.0 - values[other, score]
                v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
                v1 = roll if score == own else max(hold, roll)
                out[own, other, score - own] = 1.0 if score == own or roll > hold else 0.0
