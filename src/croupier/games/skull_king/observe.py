"""Observation encoder. `FEATURES` is the one table that encoder, docs page and tests share.

Blocks that have one entry a seat come last: own seat first, then clockwise, with room for eight at every table, so
that one policy plays tables of all sizes. Graybeard is the third seat of a table of two (SK-15).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel, wide
from croupier.core.base.types import Features, Record
from croupier.core.spec.options import Options
from croupier.core.spec.phases import Block
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    FACES,
    HARRY,
    KRAKEN,
    LOOT,
    MERMAID,
    NONE,
    RANKS,
    ROSIE,
    SHARE,
    SKULL_KING,
    SPECIALS,
    SUITS,
    TIGRESS,
    TIGRESS_ESCAPE,
    TIGRESS_PIRATE,
    TYPES,
    WHALE,
)
from croupier.games.skull_king.record.hands import shown_size
from croupier.games.skull_king.record.lead_strength import own_lead_strength
from croupier.games.skull_king.record.state import (
    BENDT_1,
    BENDT_2,
    ROSIE_PHASE,
    SEATS,
    bids_open,
    place_to_seat,
)
from croupier.games.skull_king.record.tricks import leading_inlined

CODE = 7
"""Features that tell one card."""
_CODE_TEXT = (
    "number / 14 in the place of its colour (green, yellow, purple, black); 1 for an escape, 0.5 for loot; "
    "mermaid 1/3, pirate 2/3, Skull King 1, undeclared Tigress 0.5; Kraken 0.5, Whale 1"
)


@dataclass(frozen=True)
class Feature:
    """A block of the observation.

    Attributes:
        name: name of the block.
        size: number of features; for each seat, if `per_seat`.
        per_seat: whether each seat has its own.
        low: least value a feature can have.
        high: greatest value a feature can have.
        meaning: what the features say.
    """

    name: str
    size: int
    per_seat: bool
    low: float
    high: float
    meaning: str

    @property
    def room(self) -> int:
        """Number of features in all."""
        return self.size * SEATS if self.per_seat else self.size


FEATURES = (
    Feature("hand", TYPES, False, 0, 1, "for each of the 68 cards: the share of its copies in the own hand"),
    Feature(
        "seen", TYPES, False, 0, 1,
        "the same for cards played this round by anyone, discarded by this seat for Bendt, or undealt and shown "
        "to this seat by Jade",
    ),
    Feature("lead_suit", 4, False, 0, 1, "the suit to follow, one-hot; zeros while there is none (SK-5)"),
    Feature(
        "progress", 4, False, 0, 1,
        "round / rounds; cards dealt / 10; tricks finished / cards dealt; people at the table / 8",
    ),
    Feature(
        "rules", 9, False, 0, 1,
        "the switches in force: loot, Kraken, Whale, abilities of Rosie, Bendt, Roatan, Jade and Harry, Rascal",
    ),
    Feature("stakes", 2, False, 0, 1, "own captures this round / 300 points; own wager for Roatan / 20 points"),
    Feature("phase", 9, False, 0, 1, "the phase, one-hot"),
    Feature(
        "ability", 6, False, 0, 1,
        "one-hot: no ability, Rosie's, Bendt's, Roatan's, Jade's, Harry's; Harry's also while he waits for the "
        "end of the round and no other is in use",
    ),
    Feature("jade", 1, False, 0, 1, "1 if this seat was shown the undealt cards this round"),
    Feature("drawn", 2 * CODE, False, 0, 1, f"while this seat discards for Bendt: each card drawn: {_CODE_TEXT}"),
    Feature("second_discard", 1, False, 0, 1, "1 if this seat makes Bendt's second discard"),
    Feature("first_discard", CODE, False, 0, 1, "then: the card discarded first, as in `drawn`"),
    Feature(
        "confidence", 2, False, -1, 1,
        "once the own bid is made: (tricks won - bid) / cards dealt; tricks left / cards dealt",
    ),
    Feature(
        "balance", 3, False, -1, 1,
        "once the own bid is made: bid / 10; tricks won / 10; (tricks won - bid) / 10",
    ),
    Feature(
        "specials", len(SPECIALS), False, 0, 1,
        "who has played each special card this round, of several the last: (index of the seat, own 0, then "
        f"clockwise, + 1) / 8; 0 for nobody; {', '.join(SPECIALS)}",
    ),
    Feature(
        "used", 5, False, 0, 1,
        "the same for who has used each ability this round, or uses it now: Rosie's, Bendt's, Roatan's, Jade's "
        "and Harry's",
    ),
    Feature("trick", CODE, True, 0, 1, f"the card in the trick: {_CODE_TEXT}"),
    Feature(
        "ahead", 1, True, 0, 1,
        "1 for the seat that would lead the next trick if this one ended now (its winner, if it has one); in an "
        "empty trick, and while bids are made, for its leader",
    ),
    Feature("bids", 1, True, 0, 1, "(bid + 1) / 11; 0 while it is not known: others' until the last is in (SK-4)"),
    Feature("won", 1, True, 0, 1, "tricks won this round / 10"),
    Feature("scores", 1, True, -2, 2, "points / 500, cut off at 2"),
    Feature("owner", 1, True, 0, 1, "1 for the player of the ability told by `ability`"),
    Feature(
        "lead_strength", 1, True, 0, 1,
        "while this seat names a leader for Rosie: own: the share of the cards not seen that do not beat the best "
        "card to lead; others: tricks still needed for the bid / tricks left",
    ),
    Feature(
        "needed", 1, True, -1, 1,
        "once the bid is known: (bid - tricks won) / 10, below 0 for tricks too many; 0 for Graybeard",
    ),
    Feature(
        "voids", 4, True, 0, 1,
        "for each suit, 1 if the seat has shown this round to hold no number of it, and has not drawn for Bendt "
        "since (SK-5)",
    ),
)  # fmt: skip
"""The observation, block by block."""


def blocks(options: Options) -> tuple[Block, ...]:
    """The blocks, the same under all options."""
    del options
    return tuple(Block(f.name, f.room, f.low, f.high, f.meaning) for f in FEATURES)


def _start(name: str) -> int:
    """Where a block starts."""
    place = [feature.name for feature in FEATURES].index(name)
    return sum(feature.room for feature in FEATURES[:place])


SIZE = sum(feature.room for feature in FEATURES)
"""Number of features."""
_HAND = _start("hand")
_SEEN = _start("seen")
_LEAD = _start("lead_suit")
_PROGRESS = _start("progress")
_RULES = _start("rules")
_STAKES = _start("stakes")
_PHASE = _start("phase")
_ABILITY = _start("ability")
_JADE = _start("jade")
_DRAWN = _start("drawn")
_SECOND = _start("second_discard")
_FIRST = _start("first_discard")
_CONFIDENCE = _start("confidence")
_BALANCE = _start("balance")
_TRICK = _start("trick")
_AHEAD = _start("ahead")
_BIDS = _start("bids")
_WON = _start("won")
_SCORES = _start("scores")
_OWNER = _start("owner")
_STRENGTH = _start("lead_strength")
_NEEDED = _start("needed")
_VOIDS = _start("voids")
_SPECIALS = _start("specials")
_USED = _start("used")


def _card_codes() -> npt.NDArray[np.float32]:
    """Without the kernels of `cards`, which would be compiled for it at every start."""
    codes = np.zeros((FACES, CODE), dtype=np.float32)
    for card in range(ESCAPE):
        codes[card, card // RANKS] = (card % RANKS + 1) / RANKS
    codes[[ESCAPE, TIGRESS_ESCAPE], 4] = 1.0
    codes[LOOT, 4] = 0.5
    codes[[*range(ROSIE, HARRY + 1), TIGRESS_PIRATE], 5] = 2 / 3
    codes[TIGRESS, 5] = 0.5
    codes[SKULL_KING, 5] = 1.0
    codes[MERMAID, 5] = 1 / 3
    codes[KRAKEN, 6] = 0.5
    codes[WHALE, 6] = 1.0
    return codes


CODES = _card_codes()
"""The features of each card, shape (70, 7)."""

SETS = np.array([[voids >> suit & 1 for suit in range(len(SUITS))] for voids in range(16)], dtype=np.float32)
"""The features of each set of suits, its bits as numbers, shape (16, 4)."""

_ONE = np.float32(1.0)
_TENTH, _ELEVENTH, _EIGHTH = np.float32(0.1), np.float32(1 / 11), np.float32(1 / 8)
_BONUS_SCALE, _WAGER_SCALE, _SCORE_SCALE = np.float32(1 / 300), np.float32(1 / 20), np.float32(1 / 500)
_SCORE_LIMIT = np.float32(2.0)
# which ability is in use in a phase, 0 for none
_ABILITY_OF = np.array([0, 0, 1, 2, 2, 3, 4, 5, 0], dtype=np.int8)
_HARRYS = 5


def _place_features() -> npt.NDArray[np.float32]:
    """Each seat, and before it nobody, as one feature; by number of people and by the seat that looks."""
    places = np.zeros((SEATS + 1, SEATS, SEATS + 1), dtype=np.float32)
    for people in range(2, SEATS + 1):
        for seat in range(people):
            for other in range(max(people, 3)):
                index = (other - seat) % people if other < people else other
                places[people, seat, other + 1] = (index + 1) / SEATS
    return places.ravel()


PLACES = _place_features()
"""The feature that tells a seat, at (people, looking seat, seat + 1) of shape (9, 8, 9), flat; unsigned indices
spare a check for negative ones."""


@inlined
def _write_card(out: Features, start: int, card: int) -> None:
    row, first = np.uint64(card), np.uint64(start)
    for k in range(CODE):
        out[first + np.uint64(k)] = CODES[row, np.uint64(k)]


@inlined
def _relative(seat: int, other: int, people: int) -> int:
    """Index of another seat, seen from a seat; Graybeard's own seat number is also that."""
    if other >= people:
        return int(other)
    return int(other - seat if other >= seat else other - seat + people)


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """Write the blocks of `FEATURES` for a seat."""
    for k in range(_SEEN):  # of constant sizes, which are written faster
        out[k] = 0.0
    for k in range(_SEEN + TYPES, SIZE):
        out[k] = 0.0
    for card in range(TYPES):
        out[_SEEN + card] = s["seen"][card] * SHARE[card]
    for place in range(s["sizes"][seat]):
        held = np.uint64(s["hands"][seat, place])
        out[np.uint64(_HAND) + held] += SHARE[held]
    _write_table(s, seat, out)
    _write_own(s, seat, out)
    _write_seats(s, seat, out)
    if s["bendt_seat"] == seat or s["jade_seat"] == seat:
        _write_secrets(s, seat, out)
    if s["phase"] == ROSIE_PHASE and s["player"] == seat:
        _write_lead_strengths(s, seat, out)


@inlined
def _write_table(s: Record, seat: int, out: Features) -> None:
    if s["lead"] >= 0:
        out[_LEAD + int(s["lead"])] = _ONE
    cards = np.float32(max(s["cards"], 1))
    out[_PROGRESS] = np.float32(min(s["round"] + 1, s["rounds"])) / np.float32(s["rounds"])
    out[_PROGRESS + 1] = np.float32(s["cards"]) * _TENTH
    out[_PROGRESS + 2] = np.float32(s["tricks"]) / cards
    out[_PROGRESS + 3] = np.float32(s["players"]) * _EIGHTH
    out[_RULES] = s["loot"]
    out[_RULES + 1] = s["kraken"]
    out[_RULES + 2] = s["whale"]
    out[_RULES + 3] = s["rosie"]
    out[_RULES + 4] = s["bendt"]
    out[_RULES + 5] = s["roatan"]
    out[_RULES + 6] = s["jade"]
    out[_RULES + 7] = s["harry"]
    out[_RULES + 8] = s["rascal"]
    out[_PHASE + int(s["phase"])] = _ONE


@inlined
def _write_own(s: Record, seat: int, out: Features) -> None:
    out[_STAKES] = np.float32(s["bonuses"][seat]) * _BONUS_SCALE
    out[_STAKES + 1] = np.float32(s["wagers"][seat]) * _WAGER_SCALE
    bid, won = s["bids"][seat], s["won"][seat]
    if bid != NONE:
        share = _ONE / np.float32(s["cards"])
        out[_CONFIDENCE] = np.float32(won - bid) * share
        out[_CONFIDENCE + 1] = np.float32(s["cards"] - s["tricks"]) * share
        out[_BALANCE] = np.float32(bid) * _TENTH
        out[_BALANCE + 1] = np.float32(won) * _TENTH
        out[_BALANCE + 2] = np.float32(won - bid) * _TENTH


@inlined
def _write_seats(s: Record, seat: int, out: Features) -> None:
    people = int(s["players"])
    leader, laid = s["leader"], s["laid"]
    known = bids_open(s)
    ability = int(_ABILITY_OF[s["phase"]])
    owner = s["player"]
    if ability == 0 and s["harry_seat"] != NONE:
        ability, owner = _HARRYS, s["harry_seat"]
    out[_ABILITY + ability] = _ONE
    if ability != 0:
        out[_OWNER + _relative(seat, owner, people)] = _ONE
    for place in range(laid):
        other = _relative(seat, place_to_seat(leader, place, people), people)
        _write_card(out, _TRICK + other * CODE, s["trick"][place])
    ahead = leader
    if laid > 0:
        found = leading_inlined(s["trick"], wide(laid))
        if found != NONE:
            ahead = place_to_seat(leader, found, people)
    out[_AHEAD + _relative(seat, ahead, people)] = _ONE
    for other in range(s["seats"]):
        k = np.uint64(_relative(seat, other, people))
        bid, won = s["bids"][other], s["won"][other]
        out[np.uint64(_WON) + k] = np.float32(won) * _TENTH
        if known or other == seat:
            out[np.uint64(_BIDS) + k] = np.float32(bid + 1) * _ELEVENTH
            if bid != NONE:
                out[np.uint64(_NEEDED) + k] = np.float32(bid - won) * _TENTH
        score = np.float32(s["scores"][other]) * _SCORE_SCALE
        out[np.uint64(_SCORES) + k] = min(max(score, -_SCORE_LIMIT), _SCORE_LIMIT)
        voids = np.uint64(s["voids"][other])
        for suit in range(len(SUITS)):
            out[np.uint64(_VOIDS + suit) + np.uint64(len(SUITS)) * k] = SETS[voids, np.uint64(suit)]
    _write_players(s, seat, out)


@inlined
def _write_players(s: Record, seat: int, out: Features) -> None:
    """Who has played which special card, and who has used which ability."""
    first = (int(s["players"]) * SEATS + int(seat)) * (SEATS + 1) + 1  # as int8 it would overflow, interpreted
    for card in range(len(SPECIALS)):
        out[_SPECIALS + card] = PLACES[np.uint64(first + int(s["specials"][card]))]
    out[_USED] = PLACES[np.uint64(first + int(s["rosie_used"]))]
    out[_USED + 1] = PLACES[np.uint64(first + int(s["bendt_seat"]))]
    out[_USED + 2] = PLACES[np.uint64(first + int(s["roatan_seat"]))]
    out[_USED + 3] = PLACES[np.uint64(first + int(s["jade_seat"]))]
    out[_USED + 4] = PLACES[np.uint64(first + int(s["harry_seat"]))]


@inlined
def _write_secrets(s: Record, seat: int, out: Features) -> None:
    """SK-14: what Bendt and Jade have told this seat alone."""
    if s["bendt_seat"] == seat:
        for k in range(2):
            card = int(s["discards"][k])
            if card != NONE:
                out[_SEEN + card] = min(out[_SEEN + card] + SHARE[card], _ONE)
        if s["phase"] == BENDT_1 or s["phase"] == BENDT_2:
            for k in range(2):
                if s["drawn"][k] != NONE:
                    _write_card(out, _DRAWN + k * CODE, s["drawn"][k])
        if s["phase"] == BENDT_2:
            out[_SECOND] = _ONE
            _write_card(out, _FIRST, s["discards"][0])
    if s["jade_seat"] == seat:
        out[_JADE] = _ONE
        for k in range(shown_size(s, seat)):
            card = int(s["pile"][k])
            out[_SEEN + card] = min(out[_SEEN + card] + SHARE[card], _ONE)


@inlined
def _write_lead_strengths(s: Record, seat: int, out: Features) -> None:
    """Rosie: how strongly each seat would lead, from what this seat knows."""
    people = int(s["players"])
    out[_STRENGTH] = own_lead_strength(s, seat)
    left = np.float32(max(s["cards"] - s["tricks"], 1))
    for other in range(people):
        if other != seat:
            needed = max(s["bids"][other] - s["won"][other], 0)
            out[_STRENGTH + _relative(seat, other, people)] = min(np.float32(needed) / left, _ONE)
