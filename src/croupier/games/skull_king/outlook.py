"""The data that an analysis of Skull King shows: chances to win, the result of a round, locations of cards.

The points that a seat gains in a round of c cards have the standard deviation a c^b from the table's mean, where a
and b depend on the number of players and the scoring (`SPREADS`). `games.tricks.outlook` makes chances of it.
"""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.base.types import Probabilities, Record, Records, SeatValues
from croupier.core.spec.search import Explanation, Location, Measure
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import COPIES, ESCAPE, LOOT, NAMES, RANKS, TRUMP, TYPES
from croupier.games.skull_king.record.state import GRAYBEARD, hand_size
from croupier.games.skull_king.record.tricks import capture_points
from croupier.games.tricks.outlook import chances_to_win, remaining

SPREADS = np.array(
    [
        [(13.6, 0.604), (13.3, 0.611), (12.4, 0.643), (12.3, 0.634), (12.2, 0.612), (12.3, 0.591), (12.4, 0.584)],
        [(4.4, 1.019), (4.2, 1.059), (4.6, 0.980), (5.0, 0.886), (5.4, 0.817), (5.9, 0.753), (6.3, 0.724)],
    ]
)
"""a and b by scoring (usual, Rascal) and number of players (2 to 8), float64, shape (2, 7, 2). Fitted to 2,000
games of `bot` each, by ``python -m benchmarks.outlook --fit``.
"""


def outlook(records: Records) -> Probabilities:
    """Each seat's chance to win the game, from public data, at tables that are dealt or over."""
    s = records[0]
    first, power = SPREADS[s["rascal"], s["players"] - 2]
    sizes = np.array([hand_size(s, number) for number in range(s["rounds"])], dtype=np.float64)
    return chances_to_win(records, records["scores"], remaining(first * sizes**power, records["round"]))


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
