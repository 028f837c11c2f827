"""Information set Monte Carlo tree search (ISMCTS): a baseline without any policy, as in OpenSpiel.

In this folder: ``croupier arena skull-king py/iterations=5000:ismcts:ISMCTS bot --deals 20``.

P. I. Cowling, E. J. Powley and D. Whitehouse, "Information set Monte Carlo tree search" (2012), with one observer
a seat: every iteration samples a world, descends by UCB1 through the information sets of whoever is to move, adds
one of them, and plays on at random until rollouts stop.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import NeverPickled, Turns
from croupier.agents.search.worlds import streams
from croupier.agents.traits import AgentTraits
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import inlined, kernel, wrapping
from croupier.core.base.rng import below, mix64
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Actions, Features, Generators, Mask, Record, Records, SeatValues
from croupier.core.engine.game import Game
from croupier.core.spec.search import Search
from croupier.core.spec.spec import CHANCE, TERMINAL, Kernel, Rules

MOST_ITERATIONS = 100_000
_DEEPEST = 256
"""Decisions of a descent at most; behind them it is all random."""

NodeSlots = npt.NDArray[np.int64]
NodeKeys = npt.NDArray[np.uint64]
Statistics = npt.NDArray[np.float64]


class ISMCTS(NeverPickled):
    """Plays the action that a tree search has tried most often."""

    traits = AgentTraits(tables_at_once=8)  # a game takes seconds or minutes

    def __init__(self, game: Game, iterations: str = "1000", exploration: str = "1.0") -> None:
        """Compile what is needed; settings are texts, as they stand in the agent's name.

        Args:
            iterations: worlds that are sampled for a decision, 1 to `MOST_ITERATIONS`.
            exploration: weight of UCB1's bonus, in standard deviations of the gains met at the root.

        Raises:
            ConfigError: a setting is out of range.
        """
        if not (iterations.isdecimal() and 1 <= int(iterations) <= MOST_ITERATIONS):
            raise ConfigError(f"iterations of ismcts must be from 1 to {MOST_ITERATIONS}, not {iterations}")
        try:
            bonus = float(exploration)
        except ValueError:
            bonus = math.nan
        if not 0.0 <= bonus < math.inf:
            raise ConfigError(f"exploration of ismcts must be a number of at least 0, not {exploration}")
        self.name, self.iterations = "ismcts", int(iterations)
        self._game, self._exploration = game, bonus
        self._grow = _loop(game.spec.rules, game.spec.search_part)

    def act(self, turns: Turns) -> Actions:
        """Choose in each row; see `Agent.act`."""
        chosen = np.zeros(len(turns), dtype=np.int64)
        for row in range(len(turns)):
            legal = np.flatnonzero(turns.masks[row])
            chosen[row] = legal[0] if len(legal) == 1 else self._choice(turns, row)
        return chosen

    def _choice(self, turns: Turns, row: int) -> int:
        record = turns.records[row : row + 1].copy()
        rngs = streams(turns.keys[row], self.iterations)
        worlds = np.repeat(record, self.iterations)
        self._game.loops.compiled.redeal(worlds, np.full(self.iterations, record["player"][0]), rngs)
        game, nodes = self._game, self.iterations + 1
        slots = np.full(1 << (2 * nodes).bit_length(), -1, dtype=np.int64)
        keys = np.zeros(nodes, dtype=np.uint64)
        visits = np.zeros((nodes, game.num_actions))
        features = np.zeros(game.observation_size, dtype=np.float32)
        gained = np.zeros(game.num_players, dtype=np.float32)
        mask = np.zeros(game.num_actions, dtype=np.bool_)
        actions = np.zeros(game.num_actions, dtype=np.int16)
        self._grow(
            record, worlds, rngs, self._exploration, slots, keys, visits, np.zeros_like(visits),
            np.zeros_like(visits), features, gained, mask, actions,
        )  # fmt: skip
        return int(np.where(turns.masks[row], visits[0], -1.0).argmax())


@wrapping
def _key(features: npt.NDArray[np.uint32], seat: int) -> np.uint64:
    """A hash of what a seat sees, from the bits of its observation."""
    key = mix64(np.uint64(seat) + np.uint64(1))
    for k in range(len(features)):
        if features[k] != 0:
            key = mix64(key ^ (np.uint64(features[k]) + (np.uint64(k) << np.uint64(32))))
    return key


@inlined
def _slot_of(slots: NodeSlots, keys: NodeKeys, key: np.uint64) -> int:
    """Where a key is, or would be, in a table with open addressing."""
    place = np.int64(key & np.uint64(len(slots) - 1))
    while slots[place] >= 0 and keys[slots[place]] != key:
        place = (place + 1) & (len(slots) - 1)
    return int(place)


@inlined
def _best(
    node: int,
    actions: ActionList,
    count: int,
    visits: Statistics,
    sums: Statistics,
    available: Statistics,
    bonus: float,
    rngs: Generators,
    i: int,
) -> int:
    """An action that was never tried here, at random; or else the one of the highest upper bound (UCB1)."""
    untried = 0
    for k in range(count):
        available[node, actions[k]] += 1.0
        untried += visits[node, actions[k]] == 0.0
    if untried > 0:
        left = below(rngs, i, untried)
        for k in range(count):
            if visits[node, actions[k]] == 0.0:
                if left == 0:
                    return int(actions[k])
                left -= 1
    best, highest = int(actions[0]), -np.inf
    for k in range(count):
        action = actions[k]
        tried = visits[node, action]
        bound = sums[node, action] / tried + bonus * math.sqrt(math.log(available[node, action]) / tried)
        if bound > highest:
            best, highest = int(action), bound
    return best


@lru_cache(maxsize=32)
def _loop(rules: Rules, search: Search) -> Kernel:
    """The compiled search of one decision."""
    legal, play, chance, observe = rules.legal, rules.play, rules.chance, rules.observe
    stop, gain = search.rollout_stop, search.gain

    @kernel
    def finish(start: Record, s: Record, rngs: Generators, i: int, mask: Mask, actions: ActionList) -> None:
        while s["player"] != TERMINAL and not stop(start, s):
            if s["player"] == CHANCE:
                chance(s, rngs, i)
            else:
                count = legal(s, mask, actions)
                play(s, actions[below(rngs, i, count)])

    @loop
    def grow(
        begun: Records,
        worlds: Records,
        rngs: Generators,
        exploration: float,
        slots: NodeSlots,
        keys: NodeKeys,
        visits: Statistics,
        sums: Statistics,
        available: Statistics,
        features: Features,
        gained: SeatValues,
        mask: Mask,
        actions: ActionList,
    ) -> None:
        start = begun[0]
        nodes, total, squares = 0, 0.0, 0.0
        path = np.zeros((_DEEPEST, 3), dtype=np.int64)  # node, action, seat
        bits = features.view(np.uint32)
        for i in range(len(worlds)):
            s = worlds[i]
            depth = 0
            added = False
            mean = total / max(i, 1)
            bonus = exploration * math.sqrt(max(squares / max(i, 1) - mean * mean, 1e-9))
            while not added and depth < _DEEPEST and s["player"] != TERMINAL and not stop(start, s):
                if s["player"] == CHANCE:
                    chance(s, rngs, i)
                    continue
                count = legal(s, mask, actions)
                if count == 1:
                    play(s, actions[0])
                    continue
                seat = int(s["player"])
                observe(s, seat, features)
                key = _key(bits, seat)
                place = _slot_of(slots, keys, key)
                if slots[place] < 0:
                    slots[place] = nodes
                    keys[nodes] = key
                    nodes += 1
                    added = depth > 0  # the first iteration adds the root, and goes on
                node = slots[place]
                action = _best(node, actions, count, visits, sums, available, bonus, rngs, i)
                path[depth, 0], path[depth, 1], path[depth, 2] = node, action, seat
                depth += 1
                play(s, action)
            finish(start, s, rngs, i, mask, actions)
            gain(start, s, gained)
            own = float(gained[start["player"]])
            total += own
            squares += own * own
            for k in range(depth):
                visits[path[k, 0], path[k, 1]] += 1.0
                sums[path[k, 0], path[k, 1]] += gained[path[k, 2]]

    return grow
