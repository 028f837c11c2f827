"""The data that an analysis of Skull King shows: chances to win, the result of a round, locations of cards.

Each seat's chance to win the game follows from the scores and the rounds to come.

The points that a seat gains in a round of c cards are modelled as normal, independent by seat, with equal means
and the standard deviation a c^b, where a and b depend on the number of players and the scoring (`SPREADS`). Points
that all seats gain alike decide nothing, so the mean does not matter, and the deviation is from the table's mean.
With s the deviation of all rounds to come, and x the scores,

    P(seat i wins) = integral of phi((t - x_i) / s) / s  prod over j != i of Phi((t - x_j) / s) dt

is computed by the trapezoid rule, which converges faster than any power of the step for such integrands. It uses
no cards: within a round it is that of the scores before it. After the game, it is the shares of the win.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.tiers import loop
from croupier.core.base.types import Probabilities, Record, Records, SeatValues
from croupier.core.spec.search import Explanation, Location, Measure
from croupier.core.spec.spec import TERMINAL
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import COPIES, ESCAPE, LOOT, NAMES, RANKS, TRUMP, TYPES
from croupier.games.skull_king.record.state import GRAYBEARD, SEATS, hand_size
from croupier.games.skull_king.record.tricks import capture_points, utilities

SPREADS = np.array(
    [
        [(13.6, 0.604), (13.3, 0.611), (12.4, 0.643), (12.3, 0.634), (12.2, 0.612), (12.3, 0.591), (12.4, 0.584)],
        [(4.4, 1.019), (4.2, 1.059), (4.6, 0.980), (5.0, 0.886), (5.4, 0.817), (5.9, 0.753), (6.3, 0.724)],
    ]
)
"""a and b by scoring (usual, Rascal) and number of players (2 to 8), float64, shape (2, 7, 2). Fitted to 2,000
games of `bot` each, by ``python -m benchmarks.skull_king_outlook --fit``.
"""
_REACH = 8.0
"""Deviations around the highest score that are integrated; the rest is below 1e-15."""
_STEP = 0.25
"""Width of a step, in deviations: the error is below 1e-12."""
_NODES = int(2 * _REACH / _STEP) + 1
_ROOT_HALF = math.sqrt(0.5)


@inlined
def remaining_spread(s: Record) -> float:
    """Standard deviation of the points that a seat has still to gain, measured from the mean of the table."""
    first, power = SPREADS[s["rascal"], s["players"] - 2]
    variance = 0.0
    for number in range(s["round"], s["rounds"]):
        variance += (first * hand_size(s, number) ** power) ** 2
    return math.sqrt(variance)


@kernel
def _integrate(scores: npt.NDArray[np.float64], spread: float, below: Probabilities, out: Probabilities) -> None:
    """Chance of each of some scores to be the highest in the end; `below` is room for as many numbers."""
    count = len(scores)
    top = scores[0]
    for i in range(1, count):
        top = max(top, scores[i])
    total = 0.0
    for i in range(count):
        out[i] = 0.0
    for node in range(_NODES):
        at = top + (node * _STEP - _REACH) * spread
        for j in range(count):
            below[j] = 0.5 * math.erfc(-(at - scores[j]) / spread * _ROOT_HALF)
        for i in range(count):
            density = math.exp(-0.5 * ((at - scores[i]) / spread) ** 2)
            for j in range(count):
                if j != i:
                    density *= below[j]
            out[i] += density
            total += density
    for i in range(count):
        out[i] /= total


@loop
def _fill(records: Records, out: Probabilities) -> None:
    scores, below, shares = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS, dtype=np.float32)
    for k in range(len(records)):
        s = records[k]
        people = int(s["players"])
        if s["player"] == TERMINAL:
            utilities(s["scores"], people, shares)
            for seat in range(SEATS):
                out[k, seat] = shares[seat]
        else:
            for seat in range(people):
                scores[seat] = s["scores"][seat]
            _integrate(scores[:people], remaining_spread(s), below[:people], out[k, :people])


def outlook(records: Records) -> Probabilities:
    """Each of eight seats' chance to win the game, from public data, at tables that are dealt or over."""
    out = np.zeros((len(records), SEATS))
    _fill(records, out)
    return out


_HIGH_BLACK = tuple(TRUMP * RANKS + rank - 1 for rank in (14, 13, 12))
MEASURES = (
    Measure("made", say("measure.made"), say("measure.made.head"), is_chance=True),
    Measure("points", say("measure.points"), ""),
    Measure("captured", say("measure.captured"), say("measure.captured.head")),
    Measure("tricks", say("measure.tricks"), say("measure.tricks.head")),
    Measure("others", say("measure.others"), ""),
)


@kernel
def measure(start: Record, s: Record, seat: int, out: SeatValues) -> None:
    """Write `MEASURES` of a seat when the round is scored (SK-11 to SK-13)."""
    out[0] = s["missed"][seat] == 0
    out[1] = s["scores"][seat] - start["scores"][seat]
    out[2] = capture_points(s["missed"][seat], s["bonuses"][seat], s["rascal"] != 0)
    out[3] = s["won"][seat]
    total = 0.0
    for other in range(s["players"]):
        if other != seat:
            total += s["scores"][other] - start["scores"][other]
    out[4] = total / (s["players"] - 1)


def locations(worlds: Records, seat: int) -> list[Location]:
    """Where the unseen special cards and highest black cards are, for a seat."""
    people, seats = int(worlds["players"][0]), int(worlds["seats"][0])
    found = []
    for card in (*range(ESCAPE + 1, TYPES), *_HIGH_BLACK):
        if not _is_open(worlds, seat, card):
            continue
        holds = (worlds["hands"] == card).any(axis=2)[:, :seats].mean(axis=0)
        undealt = np.arange(worlds["pile"].shape[1]) < worlds["pile_size"][:, None]
        rest: dict[str, float] = {
            say("location.undealt"): float(((worlds["pile"] == card) & undealt).any(axis=1).mean())
        }
        if seats > people:
            rest[say("graybeard")] = float(holds[GRAYBEARD])
        if (worlds["discards"] == card).any():
            rest[say("location.discarded")] = float((worlds["discards"] == card).any(axis=1).mean())
        name = NAMES[card] if COPIES[card] == 1 else say("a_card", card=NAMES[card])
        found.append(Location(name, tuple(float(share) for share in holds[:people]), rest))
    return found


def _is_open(worlds: Records, seat: int, card: int) -> bool:
    """Whether some card of a name is in the deck, not played and not in the seat's own hand."""
    s = worlds[0]
    if card >= LOOT and not (s["loot"], s["kraken"], s["whale"])[card - LOOT]:
        return False
    located = int(s["seen"][card]) + int((s["hands"][seat] == card).sum())
    if s["bendt_seat"] == seat:
        located += int((s["discards"] == card).sum())
    return located < int(COPIES[card])


EXPLANATION = Explanation(measures=MEASURES, measure=measure, locations=locations, outlook=outlook)
