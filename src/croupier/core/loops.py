"""The loops over many games: made once for each game, compiled around its kernels.

Each function takes whole arrays and a range of rows, so that threads can share a batch without Python in
the loop. Arrays are cleared entry by entry and tuples unpacked once: a slice assignment or a tuple handed on
inside the loop counts references at every row, which costs ten times the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.core.kernel import inlined, kernel
from croupier.core.rng import below, game_seed
from croupier.core.spec import CHANCE, TERMINAL, GameSpec, Kernel


@dataclass(frozen=True)
class Loops:
    """Compiled loops of one game.

    Attributes:
        begin: deal rows with given options and seeds.
        resume: make decisions due in rows whose records were written from outside.
        choices: write the masks of rows.
        refresh: write the masks and the observations of rows.
        step: apply one decision a row.
        observe: observations of rows from given seats.
        returns: final utilities of rows.
        points: points of rows.
        redeal: redeal the hidden cards of rows for given seats.
    """

    begin: Kernel
    resume: Kernel
    choices: Kernel
    refresh: Kernel
    step: Kernel
    observe: Kernel
    returns: Kernel
    points: Kernel
    redeal: Kernel


def _no_shape(before: Any, action: Any, after: Any, weights: Any, out: Any) -> None:  # the contract's arguments
    """Stand in for a game without shaped rewards."""


def _pasted(function: Kernel) -> Kernel:
    """The same function pasted into a loop: a call would count references to the rows that it is given."""
    return inlined(getattr(function, "py_func", function))


def _writers(spec: GameSpec) -> tuple[Kernel, Kernel, Kernel, Kernel]:
    """The parts of every loop: run chance events, write what may be done, write what is seen as well, deal."""
    setup, chance = spec.setup, spec.chance
    legal, observe = _pasted(spec.legal), _pasted(spec.observe)

    @inlined
    def advance(s: Any, rngs: Any, i: int) -> None:
        while s["player"] == CHANCE:
            chance(s, rngs, i)

    @inlined
    def choose(records: Any, lo: int, hi: int, view: Any) -> None:
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

    @inlined
    def write(records: Any, lo: int, hi: int, view: Any, observing: bool) -> None:
        choose(records, lo, hi, view)
        if observing:
            observations = view[5]
            for i in range(lo, hi):
                s = records[i]
                if s["player"] != TERMINAL:
                    observe(s, s["player"], observations[i])

    @kernel
    def deal(s: Any, codes: Any, seed: Any, rngs: Any, i: int) -> None:
        setup(s, codes)
        rngs[i] = seed
        advance(s, rngs, i)

    return advance, choose, write, deal


def _finish_loop(spec: GameSpec, deal: Kernel) -> Kernel:
    """Pay out the games that are over, and deal their rows anew."""
    returns, observe, truncates = spec.returns, spec.observe, spec.truncates

    @kernel
    def finish(records: Any, rngs: Any, lo: int, hi: int, ends: Any, fresh: Any, redealing: bool) -> None:
        rewards, dones, truncated, final_observations = ends
        codes, seeds, episodes, base_seed = fresh
        for i in range(lo, hi):
            if not dones[i]:
                continue
            s = records[i]
            returns(s, rewards[i])
            if truncates and s["truncated"] != 0:
                truncated[i] = True
                for seat in range(s["players"]):
                    observe(s, seat, final_observations[i, seat])
            if redealing:
                episodes[i] += 1
                seeds[i] = game_seed(base_seed, i, episodes[i])
                deal(s, codes[i], seeds[i], rngs, i)

    return finish


def _step_loop(spec: GameSpec, parts: tuple[Kernel, Kernel, Kernel, Kernel]) -> Kernel:
    advance, _, write, deal = parts
    play, finish = spec.play, _finish_loop(spec, deal)
    shape = spec.shape if spec.shape is not None else kernel(_no_shape)

    @kernel
    def step(
        records: Any,
        rngs: Any,
        chosen: Any,
        lo: int,
        hi: int,
        view: Any,
        ends: Any,
        fresh: Any,
        shaping: Any,
        flags: Any,
    ) -> None:
        rewards, dones, truncated, _ = ends
        weights, before, shaped_rewards = shaping
        observing, redealing, shaped, thread = flags
        finished = 0
        for i in range(lo, hi):
            s = records[i]
            if dones[i]:  # the only rows in which the last step left anything to clear
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
            finish(records, rngs, lo, hi, ends, fresh, redealing)
        write(records, lo, hi, view, observing)

    return step


@lru_cache(maxsize=32)
def loops(spec: GameSpec) -> Loops:
    """The compiled loops of a game, made once a process."""
    parts = _writers(spec)
    advance, choose, write, deal = parts
    observe_one, returns_one, points_one, redeal_one = spec.observe, spec.returns, spec.points, spec.redeal

    @kernel
    def begin(records: Any, rngs: Any, codes: Any, seeds: Any, lo: int, hi: int) -> None:
        for i in range(lo, hi):
            deal(records[i], codes[i], seeds[i], rngs, i)

    @kernel
    def resume(records: Any, rngs: Any, lo: int, hi: int) -> None:
        for i in range(lo, hi):
            advance(records[i], rngs, i)

    @kernel
    def choices(records: Any, lo: int, hi: int, view: Any) -> None:
        choose(records, lo, hi, view)

    @kernel
    def refresh(records: Any, lo: int, hi: int, view: Any, observing: bool) -> None:
        write(records, lo, hi, view, observing)

    @kernel
    def observe(records: Any, seats: Any, out: Any) -> None:
        for i in range(len(records)):
            observe_one(records[i], seats[i], out[i])

    @kernel
    def returns(records: Any, out: Any) -> None:
        for i in range(len(records)):
            returns_one(records[i], out[i])

    @kernel
    def points(records: Any, out: Any) -> None:
        for i in range(len(records)):
            points_one(records[i], out[i])

    @kernel
    def redeal(records: Any, seats: Any, rngs: Any) -> None:
        for i in range(len(records)):
            redeal_one(records[i], seats[i], rngs, i)

    return Loops(begin, resume, choices, refresh, _step_loop(spec, parts), observe, returns, points, redeal)


@kernel
def first_illegal(masks: Any, chosen: Any, counts: Any) -> int:
    """First row whose action is not legal, or -1. Rows without a legal action are over and take none."""
    size = masks.shape[1]
    for i in range(len(counts)):
        if counts[i] > 0 and (chosen[i] < 0 or chosen[i] >= size or not masks[i, chosen[i]]):
            return i
    return -1


@kernel
def next_seeds(seed: Any, rows: Any, episodes: Any, seeds: Any) -> None:
    """Write the seeds of the games that some rows of a batch of this seed play next."""
    for row in rows:
        seeds[row] = game_seed(seed, row, episodes[row])


@kernel
def pick_uniformly(actions: Any, counts: Any, rngs: Any, out: Any) -> None:
    """Draw one legal action a row, each equally likely; 0 where a game is over.

    Drawing from the list of legal actions is much faster than scanning a mask.
    """
    for i in range(len(counts)):
        out[i] = actions[i, below(rngs, i, counts[i])] if counts[i] > 0 else np.int64(0)


@kernel
def pick_from_masks(masks: Any, rngs: Any, out: Any) -> None:
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
