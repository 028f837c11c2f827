"""A player of Pig as a table of probabilities to roll, for every number of turns left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from croupier.core.base.tiers import loop
from croupier.core.spec.exact import ExactPlayer
from croupier.core.spec.position import GameShape
from croupier.games.pig.exact.evaluate import Policy, StateValues, ValueTable
from croupier.games.pig.rules import HORIZON, ROLL


def tables(player: ExactPlayer, game: GameShape, limit: bool = True) -> Policy:
    """A player's probabilities to roll, for every number of turns left.

    It is asked once in every position it can be in, unless it brings its policy along; the same player is not
    asked again.
    """
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
    """A policy that does not change beyond `horizon` turns left; its last table is made once."""
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
