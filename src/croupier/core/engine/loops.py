"""The loops over many games, compiled around the kernels of each game, and the bundles of arrays they take.

Every loop takes whole arrays and a range of rows, so threads can share a batch without Python in the loop. Bundles
(`View`, `Ends`...) are passed as plain tuples, ``view[:]``, and unpacked once, in this order: dispatch of a named
tuple costs 0.8 microseconds a call, and a step of a small batch takes only 5. Arrays are cleared entry by entry: a
slice assignment, or a tuple passed on inside the loop, counts references at every row, which takes ten times as
long.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel, pasted, wide
from croupier.core.base.rng import below, game_seed
from croupier.core.base.tiers import compiled_form, loop, tiered
from croupier.core.base.types import (
    ActionList,
    Actions,
    Codes,
    Counters,
    Counts,
    Features,
    Generators,
    Mask,
    PhaseValues,
    Record,
    Records,
    RecordSeats,
    RowFlags,
    RowNumbers,
    Seats,
    SeatValues,
    Seeds,
    Weights,
)
from croupier.core.spec.spec import CHANCE, TERMINAL, Kernel, Rules

EPISODES, BEGUN, LENGTH = range(3)
"""Rows of `Deals.counts`."""
_NO_OBSERVATIONS: Features = np.zeros((0, 0), dtype=np.float32)


class View(NamedTuple):
    """What a step writes for each row: the legal actions, the seat to move and its observation."""

    masks: Mask  # shape (N, num_actions)
    actions: ActionList  # int16, shape (N, num_actions); the first `counts` entries are valid
    counts: Counts  # number of legal actions, int16, shape (N,); 0 if the game is over
    current_players: RecordSeats  # seat to move or TERMINAL, int8, shape (N,)
    phases: PhaseValues  # int8, shape (N,)
    # of the seat to move, float32, shape (N, observation_size); without rows if it is not needed
    observations: Features

    @classmethod
    def empty(cls, num_actions: int, rows: int) -> View:
        """Arrays of zeros for some rows, without observations."""
        return cls(
            np.zeros((rows, num_actions), dtype=np.bool_),
            np.zeros((rows, num_actions), dtype=np.int16),
            np.zeros(rows, dtype=np.int16),
            np.zeros(rows, dtype=np.int8),
            np.zeros(rows, dtype=np.int8),
            _NO_OBSERVATIONS,
        )


class Ends(NamedTuple):
    """What a step writes for the rows whose game it ends."""

    rewards: SeatValues  # utilities gained in the step, float32, shape (N, players)
    dones: RowFlags  # whether the game ended in the step, shape (N,)
    truncated: RowFlags  # whether a limit ended it, shape (N,)
    # every seat's last observation in truncated games, float32, shape (N, players, observation_size); shape (N, 0,
    # observation_size) for games that never truncate
    final_observations: Features


class Deals(NamedTuple):
    """The deal of each row's game, and what the next deal needs."""

    codes: Codes  # options of each row's next game, int64, shape (N, options)
    seeds: Seeds  # seed of each row's game, uint64, shape (N,)
    # int64, shape (3, N): games played before (`EPISODES`), the batch's step at which the present game began
    # (`BEGUN`), and its decisions once it is over (`LENGTH`). One array is cheaper to pass than three. Decisions
    # are not counted by row, which would cost time in every step
    counts: Counters
    base_seed: np.uint64  # the batch's seed


class Shaping(NamedTuple):
    """Inputs and output of shaped rewards."""

    weights: Weights  # weights of the game's shaped rewards, float64, shape (weights + 1,)
    before: Records  # a scratch record a thread, shape (threads,)
    rewards: SeatValues  # training rewards of the step, float32, shape (N, players)


@dataclass(frozen=True)
class Loops:
    """Loops of one game, as kernels."""

    begin: Kernel  # deal rows with given options and seeds
    resume: Kernel  # resolve chance events in rows whose records were written from outside
    choices: Kernel  # write the masks of rows
    refresh: Kernel  # write the masks and the observations of rows
    step: Kernel  # apply one decision a row; optionally observe, deal finished games again and shape rewards
    observe: Kernel  # observations of rows from given seats
    returns: Kernel
    points: Kernel
    redeal: Kernel  # sample what given seats of rows do not know (determinization)

    @cached_property
    def compiled(self) -> Loops:
        """The same loops as machine code, for many rows."""
        return Loops(*(compiled_form(getattr(self, each.name)) for each in fields(self)))

    @cached_property
    def tiered(self) -> Loops:
        """The same loops for one row at a time; see `croupier.core.base.tiers`."""
        return Loops(*(tiered(getattr(self, each.name)) for each in fields(self)))


@kernel
def _no_shape(before: Record, action: int, after: Record, weights: Weights, out: SeatValues) -> None:
    """Stand in for a game without shaped rewards."""


def _writers(rules: Rules) -> tuple[Kernel, Kernel, Kernel, Kernel]:
    """The parts of every loop: run chance events, write masks, write observations too, deal."""
    setup, chance = rules.setup, rules.chance
    legal, observe = pasted(rules.legal), pasted(rules.observe)

    @inlined
    def advance(s: Record, rngs: Generators, i: int) -> None:
        while s["player"] == CHANCE:
            chance(s, rngs, i)

    @kernel
    def choose(records: Records, lo: int, hi: int, view: View) -> None:
        masks, actions, counts, players, phases, _ = view
        for i in range(lo, hi):
            s = records[i]
            players[i] = s["player"]
            phases[i] = s["phase"]
            if s["player"] == TERMINAL:
                for action in range(masks.shape[1]):
                    masks[i, action] = False
                counts[i] = 0
            else:
                counts[i] = legal(s, masks[i], actions[i])

    @kernel
    def write(records: Records, lo: int, hi: int, view: View, observing: bool) -> None:
        choose(records, lo, hi, view)
        if observing:
            _, _, _, _, _, observations = view
            for i in range(lo, hi):
                s = records[i]
                if s["player"] != TERMINAL:
                    observe(s, wide(s["player"]), observations[i])

    @kernel
    def deal(s: Record, codes: Codes, seed: np.uint64, rngs: Generators, i: int) -> None:
        setup(s, codes)
        rngs[i] = seed
        advance(s, rngs, i)

    return advance, choose, write, deal


def _finish_loop(rules: Rules, deal: Kernel) -> Kernel:
    """Pay out finished games, and deal their rows again."""
    returns, observe, truncates = rules.returns, rules.observe, rules.truncates

    @kernel
    def finish(
        records: Records, rngs: Generators, lo: int, hi: int, now: int, ends: Ends, deals: Deals, redealing: bool
    ) -> None:
        rewards, dones, truncated, final_observations = ends
        codes, seeds, counts, base_seed = deals
        for i in range(lo, hi):
            if not dones[i]:
                continue
            s = records[i]
            returns(s, rewards[i])
            counts[LENGTH, i] = now - counts[BEGUN, i]
            if truncates and s["truncated"] != 0:
                truncated[i] = True
                for seat in range(s["players"]):
                    observe(s, wide(seat), final_observations[i, seat])
            if redealing:
                counts[EPISODES, i] += 1
                counts[BEGUN, i] = now
                seeds[i] = game_seed(base_seed, i, counts[EPISODES, i])
                deal(s, codes[i], seeds[i], rngs, i)

    return finish


def _step_loop(rules: Rules, parts: tuple[Kernel, Kernel, Kernel, Kernel]) -> Kernel:
    advance, _, write, deal = parts
    play, finish = rules.play, _finish_loop(rules, deal)
    shape = rules.shape if rules.shape is not None else _no_shape

    @kernel
    def step(
        records: Records,
        rngs: Generators,
        chosen: Actions,
        lo: int,
        hi: int,
        now: int,
        view: View,
        ends: Ends,
        deals: Deals,
        shaping: Shaping,
        observing: bool,
        redealing: bool,
        shaped: bool,
        thread: int,
    ) -> None:
        rewards, dones, truncated, _ = ends
        weights, before, shaped_rewards = shaping
        finished = 0
        for i in range(lo, hi):
            s = records[i]
            if dones[i]:  # only these rows have results of the last step to clear
                dones[i] = False
                truncated[i] = False
                for seat in range(rewards.shape[1]):
                    rewards[i, seat] = 0.0
                    shaped_rewards[i, seat] = 0.0
            if s["player"] == TERMINAL:
                continue
            if shaped:
                before[thread] = s
            play(s, chosen[i])
            advance(s, rngs, i)
            if shaped:
                shape(before[thread], chosen[i], s, weights, shaped_rewards[i])
            if s["player"] == TERMINAL:
                dones[i] = True
                finished += 1
        if finished > 0:
            finish(records, rngs, lo, hi, now, ends, deals, redealing)
        write(records, lo, hi, view, observing)

    return step


@lru_cache(maxsize=32)
def loops(rules: Rules) -> Loops:
    """The loops of a game, made once a process."""
    parts = _writers(rules)
    advance, choose, write, deal = parts
    observe_one, returns_one, points_one, redeal_one = rules.observe, rules.returns, rules.points, rules.redeal

    @kernel
    def begin(records: Records, rngs: Generators, codes: Codes, seeds: Seeds, lo: int, hi: int) -> None:
        for i in range(lo, hi):
            deal(records[i], codes[i], seeds[i], rngs, i)

    @kernel
    def resume(records: Records, rngs: Generators, lo: int, hi: int) -> None:
        for i in range(lo, hi):
            advance(records[i], rngs, i)

    @kernel
    def observe(records: Records, seats: Seats, out: Features) -> None:
        for i in range(len(records)):
            observe_one(records[i], seats[i], out[i])

    @kernel
    def returns(records: Records, out: SeatValues) -> None:
        for i in range(len(records)):
            returns_one(records[i], out[i])

    @kernel
    def points(records: Records, out: SeatValues) -> None:
        for i in range(len(records)):
            points_one(records[i], out[i])

    @kernel
    def redeal(records: Records, seats: Seats, rngs: Generators) -> None:
        for i in range(len(records)):
            redeal_one(records[i], seats[i], rngs, i)

    return Loops(begin, resume, choose, write, _step_loop(rules, parts), observe, returns, points, redeal)


@lru_cache(maxsize=16)
def encode_loop(encode: Kernel) -> Kernel:
    """The loop ``(records, seats, out)`` that calls ``encode(s, seat, out)`` in rows whose seat is not -1."""

    @loop
    def encode_all(records: Records, seats: RecordSeats, out: Features) -> None:
        for i in range(len(records)):
            if seats[i] >= 0:
                encode(records[i], seats[i], out[i])

    return encode_all


@loop
def first_illegal(masks: Mask, chosen: Actions, counts: Counts) -> int:
    """First row whose action is not legal, or -1. Rows without a legal action are over and take none."""
    size = masks.shape[1]
    for i in range(len(counts)):
        if counts[i] > 0 and (chosen[i] < 0 or chosen[i] >= size or not masks[i, chosen[i]]):
            return i
    return -1


@loop
def first_misplaced(rows: RowNumbers, size: int) -> int:
    """First entry that is no row of a batch of this size, or not above the entry before it; -1 for none."""
    last = -1
    for k in range(len(rows)):
        if rows[k] <= last or rows[k] >= size:
            return k
        last = rows[k]
    return -1


@loop
def first_refused(masks: Mask, rows: RowNumbers, chosen: Actions) -> int:
    """First entry that is misplaced, or whose action is not legal in its row; -1 for none.

    Where a game is over, no action is legal.
    """
    size = masks.shape[1]
    last = -1
    for k in range(len(rows)):
        if rows[k] <= last or rows[k] >= len(masks):
            return k
        if chosen[k] < 0 or chosen[k] >= size or not masks[rows[k], chosen[k]]:
            return k
        last = rows[k]
    return -1


@loop
def next_seeds(seed: np.uint64, rows: RowNumbers, episodes: npt.NDArray[np.int64], seeds: Seeds) -> None:
    """Write the seeds of the games that some rows of a batch of this seed play next."""
    for row in rows:
        seeds[row] = game_seed(seed, row, episodes[row])


@loop
def pick_uniformly(actions: ActionList, counts: Counts, rngs: Generators, out: Actions) -> None:
    """Draw one legal action a row, each equally likely; 0 where a game is over.

    Drawing from the list of legal actions is much faster than scanning a mask.
    """
    for i in range(len(counts)):
        out[i] = actions[i, below(rngs, i, counts[i])] if counts[i] > 0 else np.int64(0)


@kernel
def pick_from_masks(masks: Mask, rngs: Generators, out: Actions) -> None:
    """Draw one legal action a row from its mask, each equally likely; 0 where nothing is legal."""
    for i in range(len(out)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[i, action]
        left = below(rngs, i, count) if count > 0 else -1
        out[i] = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    out[i] = action
                left -= 1
