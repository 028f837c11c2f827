"""The record of Skull King, its options, phases and actions, and functions of a record that modules share."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from croupier.core import Option, Phase, Record, inlined, kernel
from croupier.core.spec.options import Options, Value
from croupier.games.skull_king.english import ENGLISH, say
from croupier.games.skull_king.record.cards import (
    BASE,
    BASE_DECK,
    BENDT,
    HARRY,
    JADE,
    KRAKEN,
    LARGEST,
    LOOT,
    NONE,
    OPEN,
    ROATAN,
    ROSIE,
    SPECIALS,
    TYPES,
    WHALE,
)

SEATS = 8
GRAYBEARD = 2
"""Seat of the third hand with two players (SK-15)."""
HAND = 12
"""Slots of a hand: ten cards, and two for Bendt."""


class DecisionPhase(IntEnum):
    """The kinds of decision, with the numbers in a record's ``phase``.

    The source of the game names and numbers the first eight. The last is ours, since declaring a Tigress is a
    decision too (SK-7).
    """

    BIDDING = 0
    PLAYING = 1
    ABILITY_ROSIE = 2
    ABILITY_BENDT_1 = 3
    ABILITY_BENDT_2 = 4
    ABILITY_ROATAN = 5
    ABILITY_JADE = 6
    ABILITY_HARRY = 7
    TIGRESS = 8


ABILITY_PHASES = tuple(phase for phase in DecisionPhase if phase.name.startswith("ABILITY_"))
"""The phases in which a pirate's ability is decided."""

# Kernels read plain integers, which Numba compiles as constants.
(
    BIDDING, PLAYING, ROSIE_PHASE, BENDT_1, BENDT_2, ROATAN_PHASE, JADE_PHASE, HARRY_PHASE, TIGRESS_PHASE,
) = map(int, DecisionPhase)  # fmt: skip

# First action of each slice.
BID_ACTION = 0
CARD_ACTION = 11
BENDT_ACTION = 24
ROATAN_ACTION = 37
JADE_ACTION = 40
HARRY_ACTION = 41
TIGRESS_ACTION = 44
ROSIE_ACTION = 46
ACTIONS = ROSIE_ACTION + SEATS
"""Number of actions, at tables of all sizes."""
SLOTS = 13
"""Size of the two slices of hand positions."""

SCHEDULES: dict[str, tuple[int, ...]] = {
    "ten": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    "even": (2, 2, 4, 4, 6, 6, 8, 8, 10, 10),
    "skip": (6, 7, 8, 9, 10),
    "fives": (5, 5, 5, 5, 5),
    "tens": (10,) * 10,
    "down": (9, 9, 7, 7, 5, 5, 3, 3, 1, 1),
    "one": (1,),
}
"""Cards dealt in each round, by the name of the schedule (SK-2)."""
ROUNDS = np.array([len(sizes) for sizes in SCHEDULES.values()], dtype=np.int8)
SIZES = np.array([[*sizes, *([0] * (10 - len(sizes)))] for sizes in SCHEDULES.values()], dtype=np.int8)

STATE = np.dtype(
    [
        ("scores", np.int16, (SEATS,)),  # points of all rounds scored; all see them
        ("bonuses", np.int16, (SEATS,)),  # points captured this round, if the bid is made; all see them
        ("gained", np.int16, (SEATS,)),  # points of the last round scored; all see them
        ("twins", np.int16, (SEATS,)),  # bit p: the card at place p has the name of the one before; own seat
        ("player", np.int8),  # seat to move, CHANCE while a deal is due, TERMINAL; all see it
        ("phase", np.int8),  # 0..8, a DecisionPhase; all see it
        ("players", np.int8),  # people at the table, 2..8; all see it
        ("seats", np.int8),  # hands dealt: players, or 3 with Graybeard; all see it
        ("round", np.int8),  # rounds scored, 0..rounds; all see it
        ("rounds", np.int8),  # rounds of the schedule, 1..10; all see it
        ("cards", np.int8),  # cards dealt to each hand this round, 1..10, 0 before the first deal; all see it
        ("tricks", np.int8),  # tricks finished this round, 0..cards; all see it
        ("dealer", np.int8),  # dealer of this round, NONE before the first deal; all see it
        ("leader", np.int8),  # who leads the trick under way, or the next one; all see it
        ("lead", np.int8),  # suit to follow 0..3, SUITLESS, or OPEN while nothing decides it; all see it
        ("laid", np.int8),  # cards in the trick under way, 0..seats-1; all see it
        ("bids_in", np.int8),  # bids made, 0..players; all see it
        ("due", np.int8),  # cards still to be discarded for Bendt, 0..2; all see it
        ("pile_size", np.int8),  # undealt cards left, 0..73; all see it
        ("rosie_seat", np.int8),  # who named the leader of this trick, or NONE; all see it
        ("rosie_used", np.int8),  # who has won a trick with Rosie and may have named a leader, or NONE; all see it
        ("roatan_seat", np.int8),  # who was asked for Roatan's wager this round, or NONE; all see it
        ("bendt_seat", np.int8),  # who drew for Bendt this round, or NONE; all see it
        ("jade_seat", np.int8),  # who was shown the undealt cards this round, or NONE; all see it
        ("jade_size", np.int8),  # how many cards were shown then, 0 before; all see it
        ("harry_seat", np.int8),  # who may change the bid after the last trick, or NONE; all see it
        ("harry_change", np.int8),  # by how much it was changed, -1..1; all see it
        ("last_leader", np.int8),  # who led the last trick finished, or NONE; all see it
        ("last_winner", np.int8),  # who won it, or NONE; all see it
        ("schedule", np.int8),  # option: index into SCHEDULES; all see the options
        ("loot", np.int8),  # option: 1 if the two loot cards are in
        ("kraken", np.int8),  # option: 1 if the Kraken is in
        ("whale", np.int8),  # option: 1 if the White Whale is in
        ("rosie", np.int8),  # option: 1 if this ability is used; likewise the four below
        ("bendt", np.int8),
        ("roatan", np.int8),
        ("jade", np.int8),
        ("harry", np.int8),
        ("rascal", np.int8),  # option: 1 for Rascal scoring
        ("trick", np.int8, (SEATS,)),  # codes on the table in the order of play, NONE after; all see them
        ("last_trick", np.int8, (SEATS,)),  # likewise of the last trick finished; all see them
        ("bids", np.int8, (SEATS,)),  # bid as made, 0..cards, NONE before; its seat, all once bids_in == players
        ("won", np.int8, (SEATS,)),  # tricks won this round, Graybeard's too; all see them
        ("wagers", np.int8, (SEATS,)),  # Roatan's wager, 0, 10 or 20; all see them
        ("missed", np.int8, (SEATS,)),  # distance of bid and tricks in the last round scored; all see it
        ("allies", np.int8, (2, 2)),  # alliances: loot's player and winner, NONE where unused; all see them
        ("drawn", np.int8, (2,)),  # cards drawn for Bendt this round, NONE where none; the drawing seat
        ("discards", np.int8, (2,)),  # cards discarded for Bendt this round, likewise; the drawing seat
        ("sizes", np.int8, (SEATS,)),  # cards in each hand; all see them
        ("voids", np.int8, (SEATS,)),  # bit k: has shown this round to hold no number of suit k; all see it
        ("specials", np.int8, (len(SPECIALS),)),  # who last played card ESCAPE + k this round, NONE; all see it
        ("suits", np.int8, (SEATS, 4)),  # how many numbers of each suit each hand holds; own seat
        ("hands", np.int8, (SEATS, HAND)),  # codes, sorted (Graybeard's: next to play first), NONE after; own seat
        ("pile", np.int8, (LARGEST,)),  # undealt cards, drawn from the end; what was drawn stays behind pile_size,
        # NONE after. Nobody sees it but the seat that Jade has shown it to: the first jade_size entries, unordered
        ("seen", np.int8, (TYPES,)),  # how many of each card were played this round; all see it
        ("spare", np.int8),  # zero, up to a multiple of two bytes
    ],
    align=True,
)

_SCHEDULES_CALLED = tuple(ENGLISH.named("schedule.")[name] for name in SCHEDULES)
OPTIONS = (
    Option("players", "int", 4, say("option.players"), low=2, high=8, rule="SK-2", label=say("label.players")),
    Option("schedule", "choice", "ten", say("option.schedule"), choices=tuple(SCHEDULES), rule="SK-2",
           label=say("label.schedule"), choice_labels=_SCHEDULES_CALLED),
    Option("loot", "bool", False, say("option.loot"), rule="SK-11", label=say("label.loot")),
    Option("kraken", "bool", False, say("option.kraken"), rule="SK-8", label=say("label.kraken")),
    Option("whale", "bool", False, say("option.whale"), rule="SK-9", label=say("label.whale")),
    Option("rosie", "bool", True, say("option.rosie"), rule="SK-14", label=say("label.rosie")),
    Option("bendt", "bool", True, say("option.bendt"), rule="SK-14", label=say("label.bendt")),
    Option("roatan", "bool", True, say("option.roatan"), rule="SK-14", label=say("label.roatan")),
    Option("jade", "bool", True, say("option.jade"), rule="SK-14", label=say("label.jade")),
    Option("harry", "bool", True, say("option.harry"), rule="SK-14", label=say("label.harry")),
    Option("rascal", "bool", False, say("option.rascal"), rule="SK-13", label=say("label.rascal")),
)  # fmt: skip
ABILITIES = ("rosie", "bendt", "roatan", "jade", "harry")
"""The options of the five pirates, in the order of their codes."""
USED = {"rosie_used": ROSIE, "bendt_seat": BENDT, "roatan_seat": ROATAN, "jade_seat": JADE, "harry_seat": HARRY}
"""Fields of the record with the seat that used an ability, and the pirate's card; in the order of `ABILITIES`."""

VARIANTS: dict[str, dict[str, Value]] = {
    "SkullKing-v0": {},
    "SkullKing-v0-full": {"loot": True, "kraken": True, "whale": True},
    "SkullKing-v0-plain": dict.fromkeys(ABILITIES, False),
    "SkullKing-v0-rascal": {"rascal": True},
    "SkullKing-v0-two": {"players": 2},
}


def players(options: Options) -> int:
    """SK-2: the seats of people, without Graybeard."""
    return int(options["players"])


_SLICES = (
    ("bid", BID_ACTION, 11), ("card", CARD_ACTION, SLOTS), ("rosie", ROSIE_ACTION, SEATS),
    ("bendt", BENDT_ACTION, SLOTS), ("bendt", BENDT_ACTION, SLOTS), ("roatan", ROATAN_ACTION, 3),
    ("jade", JADE_ACTION, 1), ("harry", HARRY_ACTION, 3), ("tigress", TIGRESS_ACTION, 2),
)  # fmt: skip
PHASES = tuple(
    Phase(phase.name, int(phase), *where, ability=phase in ABILITY_PHASES, sealed=phase == BIDDING)
    for phase, where in zip(DecisionPhase, _SLICES, strict=True)
)
"""The kinds of decision, the same under all options. SK-4: bids are sealed until all are in."""


@inlined
def deck_size(s: Record) -> int:
    """SK-1: cards in the deck, 70..74."""
    return int(BASE + 2 * s["loot"] + s["kraken"] + s["whale"])


@kernel
def hand_size(s: Record, number: int) -> int:
    """SK-2: cards dealt to each hand in a round (from 0): the scheduled size, or the largest feasible one."""
    return min(int(SIZES[s["schedule"], number]), deck_size(s) // int(s["seats"]))


@inlined
def seat_at(s: Record, place: int) -> int:
    """SK-3, SK-15: the seat that plays in a place of the trick under way."""
    return place_to_seat(s["leader"], place, s["players"])


@inlined
def place_to_seat(leader: int, place: int, people: int) -> int:
    """SK-3: clockwise from the leader; SK-15: with two players Graybeard is second, or first if he leads."""
    seat = leader + place
    if people == 2:
        return seat % 3 if leader != 0 else (3 - place) % 3
    return seat - people if seat >= people else seat


@inlined
def first_bidder(s: Record) -> int:
    """SK-3: the seat left of the dealer, who bids and leads first."""
    seat = s["dealer"] + 1
    return seat if seat < s["players"] else 0


@inlined
def bids_open(s: Record) -> bool:
    """SK-4: whether all bids are in."""
    return bool(s["bids_in"] == s["players"])


def trick_ended(before: Any, after: Any) -> Any:  # a record or an array of them, and the matching result
    """Whether one decision, with the deal that may follow, ended a trick; for one record or many."""
    # Harry's decision comes after all tricks, so it ends none, though the next deal resets their number.
    changed = (after["tricks"] != before["tricks"]) | (after["round"] != before["round"])
    return (before["tricks"] < before["cards"]) & changed


def round_ended(before: Any, after: Any) -> Any:  # as above
    """Whether one decision, with the deal that may follow, ended a round; arguments as in `trick_ended`."""
    return after["round"] != before["round"]


@kernel
def clear_round(s: Record) -> None:
    """Forget the round that was: nothing bid, won, drawn or seen."""
    s["tricks"] = 0
    s["lead"] = OPEN
    s["laid"] = 0
    s["bids_in"] = 0
    s["due"] = 0
    s["rosie_seat"] = NONE
    s["rosie_used"] = NONE
    s["roatan_seat"] = NONE
    s["bendt_seat"] = NONE
    s["jade_seat"] = NONE
    s["jade_size"] = 0
    s["harry_seat"] = NONE
    s["harry_change"] = 0
    for seat in range(SEATS):
        s["bonuses"][seat] = 0
        s["bids"][seat] = NONE
        s["won"][seat] = 0
        s["wagers"][seat] = 0
        s["voids"][seat] = 0
        s["trick"][seat] = NONE
    for k in range(2):
        s["allies"][k, 0] = NONE
        s["allies"][k, 1] = NONE
        s["drawn"][k] = NONE
        s["discards"][k] = NONE
    for card in range(TYPES):
        s["seen"][card] = 0
    for card in range(len(SPECIALS)):
        s["specials"][card] = NONE


@kernel
def fill_deck(s: Record) -> int:
    """SK-1: write the whole deck, sorted, into the pile; returns its size."""
    pile = s["pile"]
    for k in range(BASE):
        pile[k] = BASE_DECK[k]
    size = BASE
    if s["loot"]:
        pile[size] = LOOT
        pile[size + 1] = LOOT
        size += 2
    if s["kraken"]:
        pile[size] = KRAKEN
        size += 1
    if s["whale"]:
        pile[size] = WHALE
        size += 1
    for k in range(size, LARGEST):
        pile[k] = NONE
    return size
