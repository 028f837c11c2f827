"""What settles the auxiliary tasks of Skull King, against the reference of the rules, in whole games."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.core.base.types import Records
from croupier.games.skull_king.training import MISSES, PIRATES, label_bid, label_pirate
from tests.amounts import larger
from tests.games.skull_king.pair import Pair
from tests.games.skull_king.reference import SCHEDULES, Decision, Options, Phase, ReferenceGame
from tests.games.skull_king.reference_cards import PIRATES as NAMES
from tests.games.skull_king.tables import FULL

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 2, "schedule": "fives"},
    {"players": 3, "schedule": "one"},
    {"players": 3, "schedule": "fives", **FULL},
    {"players": 4, "schedule": "even", "rascal": True},
    {"players": 6, "schedule": "fives", **FULL},
    {"players": 8, "schedule": "down"},
)
GAMES = 4
UNTOUCHED = -9


LABELS = ("", *NAMES, "tigress:pirate")
"""What wins a trick, by the label: no pirate, one of the five, the Tigress as a pirate."""


class Settled(ReferenceGame):
    """The reference, with what its last decision settled.

    Attributes:
        pirate: the label of the trick that it ended, None if it ended none.
        misses: each seat's bid, Harry's change left out, less its tricks in the round that it ended; else None.
    """

    pirate: int | None = None
    misses: list[int] | None = None

    def apply(self, decision: Decision) -> None:
        before = len(self.round.finished)
        super().apply(decision)
        now = self.round
        self.pirate = self.misses = None
        if len(now.finished) > before:
            winner = now.finished[-1][1].winner
            self.pirate = LABELS.index(winner.shown) if winner and winner.shown in LABELS else 0
        if self.phase in (Phase.DEAL, Phase.OVER):
            bids = [bid for bid in now.bids if bid is not None]
            self.misses = [bid - now.tricks_won[seat] for seat, bid in enumerate(bids)]


class SettledPair(Pair):
    model = Settled


@dataclass(frozen=True)
class Step:
    """A decision of one of the games: the records before and after it, and what the reference says it settled."""

    options: dict[str, Any]
    phase: Phase
    before: Records
    after: Records
    pirate: int | None
    misses: list[int] | None


@cache
def steps(games: int) -> tuple[Step, ...]:
    """Every decision of so many games under each of the options, one after another."""
    found = []
    for seed, options in enumerate(options for options in OPTIONS for _ in range(games)):
        rng = Random(seed)  # noqa: S311  # a test's randomness need not be unguessable
        pair = SettledPair(options, seed)
        reference = pair.reference
        assert isinstance(reference, Settled)
        while not pair.over:
            phase, before = reference.phase, pair.records.copy()
            pair.take(*rng.choice(sorted(pair.legal().items())))
            found.append(Step(options, phase, before, pair.records.copy(), reference.pirate, reference.misses))
    return tuple(found)


def settled(settle: Any, step: Step) -> list[int] | None:
    """The labels that a kernel settles by a decision, None if it settles none and leaves its output alone."""
    out = np.full(step.options["players"], UNTOUCHED, dtype=np.int8)
    if settle(step.before[0], step.after[0], out):
        return [int(label) for label in out]
    assert (out == UNTOUCHED).all()
    return None


@pytest.mark.thorough
def test_every_trick_of_a_game_settles_one_pirate_label_and_nothing_else_does() -> None:
    found: Counter[int] = Counter()
    for step in steps(GAMES):
        labels = settled(label_pirate, step)
        assert labels == (None if step.pirate is None else [step.pirate] * step.options["players"]), step
        found.update(labels[:1] if labels else [])
    rounds = (Options(**{**each, "schedule": SCHEDULES[each["schedule"]]}) for each in OPTIONS)
    tricks = sum(each.hand_size(number) for each in rounds for number in range(len(each.schedule)))
    assert found.total() == GAMES * tricks
    assert found.keys() == set(range(PIRATES))


@pytest.mark.thorough
def test_harrys_decision_settles_no_pirate_and_the_bids_as_they_were_made() -> None:
    changed: Counter[bool] = Counter()
    for step in (step for step in steps(GAMES) if step.phase is Phase.ABILITY_HARRY):
        assert settled(label_pirate, step) is None, step
        assert settled(label_bid, step) is not None, step
        changed[bool(step.after["player"][0] >= 0)] += 1
    assert changed[True] >= 20, "decisions with another round after them"
    assert changed[False] >= 3, "decisions that end the game"


@larger("games", 1, GAMES)
def test_every_round_of_a_game_settles_the_bids_once(games: int) -> None:
    found: Counter[int] = Counter()
    for step in steps(games):
        clipped = None if step.misses is None else [3 + max(-3, min(3, miss)) for miss in step.misses]
        assert settled(label_bid, step) == clipped, step
        found.update(clipped or [])
    rounds = sum(len(SCHEDULES[options["schedule"]]) * options["players"] for options in OPTIONS)
    assert found.total() == games * rounds
    assert found.keys() == set(range(MISSES))
