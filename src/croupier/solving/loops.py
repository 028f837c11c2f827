"""A game's kernels over many rows, as the tree is built by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import kernel
from croupier.core.base.rng import mix64
from croupier.core.base.tiers import compiled_form
from croupier.core.base.types import ActionList, Features, Mask, Records, SeatValues
from croupier.core.spec.spec import CHANCE, TERMINAL, Rules
from croupier.solving.splitting import Sights
from croupier.solving.tree import Ints, Reals


@dataclass(frozen=True)
class GrowingLoops:
    """A game's kernels over many rows, compiled.

    Attributes:
        play: play an action of each row.
        returns: final utilities of each row.
        spread: resolve one chance event of each row in which one is due; gives the number of rows, which are
            written as far as they fit.
        survey: who decides in each group of rows, and what is legal; gives the first group whose rows do not
            agree, or -1.
        see: what each seat sees in each row, as a number; where the game is over, nothing but that.
    """

    play: Callable[..., Any]
    returns: Callable[..., Any]
    spread: Callable[..., Any]
    survey: Callable[..., Any]
    see: Callable[..., Any]


@lru_cache(maxsize=16)
def growing_loops(rules: Rules) -> GrowingLoops:
    """The loops of a game with listed chance events, made once a process."""
    made = (*_moving(rules), _spreading(rules), _surveying(rules), _seeing(rules))
    return GrowingLoops(*(compiled_form(each) for each in made))


def _moving(rules: Rules) -> tuple[Callable[..., Any], Callable[..., Any]]:
    play_one, returns_one = rules.play, rules.returns

    @kernel
    def play(records: Records, actions: Ints) -> None:
        for i in range(len(records)):
            play_one(records[i], actions[i])

    @kernel
    def returns(records: Records, to: SeatValues) -> None:
        for i in range(len(records)):
            returns_one(records[i], to[i])

    return play, returns


def _spreading(rules: Rules) -> Callable[..., Any]:
    outcomes, play_outcome = rules.outcomes, rules.play_outcome
    if outcomes is None or play_outcome is None:
        raise ValueError("the game's chance events are not listed")

    @kernel
    def spread(
        records: Records, weights: Reals, probs: Reals, to: Records, to_weights: Reals, origin: Ints
    ) -> int:
        made = 0
        for i in range(len(records)):
            due = records[i]["player"] == CHANCE
            count = outcomes(records[i], probs) if due else 1
            for k in range(count):
                if made < len(to):
                    to[made] = records[i]
                    if due:
                        play_outcome(to[made], k)
                    to_weights[made] = weights[i] * probs[k] if due else weights[i]
                    origin[made] = i
                made += 1
        return made

    return spread


def _surveying(rules: Rules) -> Callable[..., Any]:
    legal = rules.legal

    @kernel
    def survey(
        records: Records, starts: Ints, counts: Ints, masks: Mask, players: Ints, mask: Mask, actions: ActionList
    ) -> int:
        for group in range(len(starts)):
            first = starts[group]
            players[group] = records[first]["player"]
            if players[group] >= 0:
                legal(records[first], masks[group], actions)
            for row in range(first + 1, first + counts[group]):
                if records[row]["player"] != players[group]:
                    return group
                legal(records[row], mask, actions)
                for action in range(len(mask)):
                    if mask[action] != masks[group, action]:
                        return group
        return -1

    return survey


def _seeing(rules: Rules) -> Callable[..., Any]:
    observe = rules.observe

    @kernel
    def see(records: Records, out: Features, bits: npt.NDArray[np.uint32], seen: Sights) -> None:
        for i in range(len(records)):
            for seat in range(2):
                number = np.uint64(records[i]["player"] == TERMINAL)
                if records[i]["player"] != TERMINAL:
                    observe(records[i], seat, out)
                    for k in range(len(bits)):
                        if bits[k] != 0:
                            number = mix64(number ^ (np.uint64(bits[k]) << np.uint64(20)) ^ np.uint64(k))
                seen[i, seat] = number

    return see
