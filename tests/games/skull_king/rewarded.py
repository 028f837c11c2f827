"""Whole games for the tests of the training rewards: played in step with the reference, every decision kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.copies import concatenated, copy
from croupier.core.base.types import Records
from croupier.core.spec.spec import CHANCE
from croupier.games.skull_king.rewards import WEIGHTS
from tests.conftest import INTERPRETED
from tests.games.skull_king.pair import Pair
from tests.games.skull_king.reference import Decision, Phase
from tests.games.skull_king.reference_cards import BY_NAME, TRUMP, Kind
from tests.games.skull_king.reference_rewards import RewardedGame, Units
from tests.games.skull_king.tables import FULL

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 2, "schedule": "ten"},
    {"players": 2, "schedule": "skip", **FULL, "rascal": True},
    {"players": 3, "schedule": "fives"},
    {"players": 3, "schedule": "tens", "loot": True, "jade": False},
    {"players": 4, "schedule": "ten", **FULL},
    {"players": 4, "schedule": "even", "harry": False, "rascal": True},
    {"players": 5, "schedule": "down", "kraken": True},
    {"players": 5, "schedule": "fives", "roatan": False},
    {"players": 6, "schedule": "fives", **FULL},
    {"players": 6, "schedule": "one", "rascal": True},
    {"players": 7, "schedule": "even", "whale": True},
    {"players": 7, "schedule": "tens"},  # all 70 cards are dealt: nothing for Bendt and Jade
    {"players": 8, "schedule": "skip", **FULL, "bendt": False},
    {"players": 8, "schedule": "one", "rosie": False},
)
"""Options of the games: all numbers of players and schedules, each card of the expansion, each ability off."""
DECISIONS, MANY = (150, 150) if INTERPRETED else (200, 400)
"""Under each of them games are played until there are so many decisions, MANY where rewards are counted."""


@dataclass(frozen=True)
class Played:
    """A whole game.

    Attributes:
        options: of the game.
        seed: that deals it.
        actions: every decision, shape (K,).
        before: the records before each, shape (K,).
        after: those after it, with the next deal where one was due.
        units: what each earned by the reference.
        phases: the phase of each.
    """

    options: dict[str, Any]
    seed: int
    actions: npt.NDArray[np.int64]
    before: Records
    after: Records
    units: tuple[Units, ...]
    phases: tuple[Phase, ...]

    def rewards(self, weights: Mapping[str, float]) -> npt.NDArray[np.float64]:
        """What each decision is worth to each seat by the reference, shape (K, players)."""
        found = np.zeros((len(self.units), self.options["players"]))
        for k, units in enumerate(self.units):
            for (seat, name), count in units.items():
                found[k, seat] += weights[name] * count
        return found


class _RewardedPair(Pair):
    model = RewardedGame

    def compare(self) -> None:
        """Compare only what shows that both play the same game: test_differential.py compares all the rest."""
        assert self.record["scores"][: self.record["players"]].tolist() == self.reference.scores
        assert self.over or self.record["player"] in (CHANCE, self.reference.player)


def _power(name: str) -> int:
    card = BY_NAME[name]
    if card.kind is Kind.NUMBER:
        return card.rank + (20 if card.suit == TRUMP else 0)
    powers = {Kind.SKULL_KING: 60, Kind.PIRATE: 50, Kind.TIGRESS: 45, Kind.MERMAID: 40}
    return powers.get(card.kind, 0)


def _choose(game: RewardedGame, rng: Random) -> Decision:
    """A decision that now and then is a sensible one, so that bids are made and abilities used."""
    legal, now = game.legal(), game.round
    kind, seat = legal[0][0], game.player
    assert seat is not None
    if rng.random() < 0.3:
        return rng.choice(legal)
    if kind == "bid":
        return rng.choice(legal[: now.cards // game.options.players + 2])
    off = now.tricks_won[seat] - (now.bids[seat] or 0)
    if kind == "play":
        ordered = sorted(legal, key=lambda decision: _power(str(decision[1])))
        return ordered[-1 if off < 0 else 0]
    if kind == "tigress":
        return legal[off < 0]
    if kind == "leader":
        short = [n for n in range(game.options.players) if n != seat and now.tricks_won[n] < (now.bids[n] or 0)]
        return ("leader", rng.choice([seat, *short]))
    if kind == "harry" and ("harry", off) in legal:
        return ("harry", off)
    return rng.choice(legal)


def play_rewarded(options: dict[str, Any], seed: int) -> Played:
    """Play a whole game by the kernels and the reference."""
    rng = Random(seed)  # noqa: S311  # a test's randomness need not be unguessable
    pair = _RewardedPair(options, seed)
    assert isinstance(pair.reference, RewardedGame)
    actions, before, after = [], [], []
    while not pair.over:
        choices = {decision: action for action, decision in pair.legal().items()}
        decision = _choose(pair.reference, rng)
        before.append(copy(pair.records))
        actions.append(choices[decision])
        pair.take(choices[decision], decision)
        after.append(copy(pair.records))
    book = pair.reference
    phases = tuple(phase for _, phase in book.deciders)
    records = concatenated(before), concatenated(after)
    return Played(options, seed, np.array(actions), *records, tuple(book.earned), phases)


@cache
def tables(decisions: int) -> tuple[tuple[Played, ...], ...]:
    """The games under each of `OPTIONS`."""
    found = []
    for number, options in enumerate(OPTIONS):
        games: list[Played] = []
        while sum(len(game.actions) for game in games) < decisions:
            games.append(play_rewarded(options, 1000 * number + len(games)))
        found.append(tuple(games))
    return tuple(found)


def only(name: str) -> dict[str, float]:
    """One weight of 1, all others 0."""
    return dict.fromkeys(WEIGHTS, 0.0) | {name: 1.0}
