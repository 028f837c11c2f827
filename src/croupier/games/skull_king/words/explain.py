"""Explanations of Skull King: what a round came to for a seat, and who may hold which special card."""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.base.types import Record, Records, SeatValues
from croupier.core.spec.search import Explanation, Location, Measure
from croupier.games.skull_king.english import say
from croupier.games.skull_king.outlook import outlook
from croupier.games.skull_king.record.cards import COPIES, ESCAPE, LOOT, NAMES, RANKS, TRUMP, TYPES
from croupier.games.skull_king.record.scoring import capture_points
from croupier.games.skull_king.record.state import GRAYBEARD

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
    """Where the special cards and the highest black ones lie that a seat has not seen."""
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
    """Whether some card of a name is in the deck and has neither been played nor is in the own hand."""
    s = worlds[0]
    if card >= LOOT and not (s["loot"], s["kraken"], s["whale"])[card - LOOT]:
        return False
    located = int(s["seen"][card]) + int((s["hands"][seat] == card).sum())
    if s["bendt_seat"] == seat:
        located += int((s["discards"] == card).sum())
    return located < int(COPIES[card])


EXPLANATION = Explanation(measures=MEASURES, measure=measure, locations=locations, outlook=outlook)
