"""Observation encoder. `FEATURES` is the one table that encoder, docs page and tests share.

Blocks with one entry per seat come last: own seat first, then clockwise, with room for eight at every table, so
that one policy plays tables of all sizes. Graybeard is the third seat of a table of two (SK-15).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core import Block, Features, Record, inlined, kernel, wide
from croupier.core.spec.options import block_starts
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
    TRUMP,
    TYPES,
    WHALE,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.hands import shown_size, unseen_counts
from croupier.games.skull_king.record.state import BENDT_1, BENDT_2, ROSIE_PHASE, SEATS, bids_open, place_to_seat
from croupier.games.skull_king.record.tricks import leading_inlined

CODE = 7
"""Number of features of one card."""
_CODE_TEXT = (
    "number / 14 in the place of its colour (green, yellow, purple, black); 1 for an escape, 0.5 for loot; "
    "mermaid 1/3, pirate 2/3, Skull King 1, undeclared Tigress 0.5; Kraken 0.5, Whale 1"
)


FEATURES = (
    Block("hand", TYPES, 0.0, 1.0, "for each of the 68 cards: the share of its copies in the own hand"),
    Block(
        "seen", TYPES, 0.0, 1.0,
        "the same for cards played this round by anyone, discarded by this seat for Bendt, or undealt and shown "
        "to this seat by Jade",
    ),
    Block("lead_suit", 4, 0.0, 1.0, "the suit to follow, one-hot; zeros while there is none (SK-5)"),
    Block(
        "progress", 4, 0.0, 1.0,
        "round / rounds; cards dealt / 10; tricks finished / cards dealt; people at the table / 8",
    ),
    Block(
        "rules", 9, 0.0, 1.0,
        "the switches in force: loot, Kraken, Whale, abilities of Rosie, Bendt, Roatan, Jade and Harry, Rascal",
    ),
    Block("stakes", 2, 0.0, 1.0, "own captures this round / 300 points; own wager for Roatan / 20 points"),
    Block("phase", 9, 0.0, 1.0, "the phase, one-hot"),
    Block(
        "ability", 6, 0.0, 1.0,
        "one-hot: no ability, Rosie's, Bendt's, Roatan's, Jade's, Harry's; Harry's also while he waits for the "
        "end of the round and no other is in use",
    ),
    Block("jade", 1, 0.0, 1.0, "1 if this seat was shown the undealt cards this round"),
    Block("drawn", 2 * CODE, 0.0, 1.0, f"while this seat discards for Bendt: each card drawn: {_CODE_TEXT}"),
    Block("second_discard", 1, 0.0, 1.0, "1 if this seat makes Bendt's second discard"),
    Block("first_discard", CODE, 0.0, 1.0, "then: the card discarded first, as in `drawn`"),
    Block(
        "confidence", 2, -1.0, 1.0,
        "once the own bid is made: (tricks won - bid) / cards dealt; tricks left / cards dealt",
    ),
    Block(
        "balance", 3, -1.0, 1.0,
        "once the own bid is made: bid / 10; tricks won / 10; (tricks won - bid) / 10",
    ),
    Block(
        "specials", len(SPECIALS), 0.0, 1.0,
        "who has played each special card this round, of several the last: (index of the seat, own 0, then "
        f"clockwise, + 1) / 8; 0 for nobody; {', '.join(SPECIALS)}",
    ),
    Block(
        "used", 5, 0.0, 1.0,
        "the same for who has used each ability this round, or uses it now: Rosie's, Bendt's, Roatan's, Jade's "
        "and Harry's",
    ),
    Block("trick", CODE * SEATS, 0.0, 1.0, f"the card in the trick: {_CODE_TEXT}"),
    Block(
        "ahead", SEATS, 0.0, 1.0,
        "1 for the seat that would lead the next trick if this one ended now (its winner, if it has one); in an "
        "empty trick, and while bids are made, for its leader",
    ),
    Block("bids", SEATS, 0.0, 1.0, "(bid + 1) / 11; 0 while it is not known: others' until the last is in (SK-4)"),
    Block("won", SEATS, 0.0, 1.0, "tricks won this round / 10"),
    Block("scores", SEATS, -2.0, 2.0, "points / 500, cut off at 2"),
    Block("owner", SEATS, 0.0, 1.0, "1 for the player of the ability told by `ability`"),
    Block(
        "lead_strength", SEATS, 0.0, 1.0,
        "while this seat names a leader for Rosie: own: the share of the cards not seen that do not beat the best "
        "card to lead; others: tricks still needed for the bid / tricks left",
    ),
    Block(
        "needed", SEATS, -1.0, 1.0,
        "once the bid is known: (bid - tricks won) / 10, below 0 for tricks too many; 0 for Graybeard",
    ),
    Block(
        "voids", 4 * SEATS, 0.0, 1.0,
        "for each suit, 1 if the seat has shown this round to hold no number of it, and has not drawn for Bendt "
        "since (SK-5)",
    ),
)  # fmt: skip
"""The observation, block by block."""


AT = block_starts(FEATURES)
SIZE = sum(block.size for block in FEATURES)
"""Number of features."""


def _card_codes() -> npt.NDArray[np.float32]:
    """Without the kernels of `cards`, which would be compiled at every start."""
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
    """Each seat, preceded by nobody, as one feature; by number of people and by the observing seat."""
    places = np.zeros((SEATS + 1, SEATS, SEATS + 1), dtype=np.float32)
    for people in range(2, SEATS + 1):
        for seat in range(people):
            for other in range(max(people, 3)):
                index = (other - seat) % people if other < people else other
                places[people, seat, other + 1] = (index + 1) / SEATS
    return places.ravel()


PLACES = _place_features()
"""The feature of a seat, at (people, observing seat, seat + 1) of shape (9, 8, 9), flat; unsigned indices avoid a
check for negative ones.
"""


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
    for k in range(AT.seen):  # of constant sizes, which are written faster
        out[k] = 0.0
    for k in range(AT.seen + TYPES, SIZE):
        out[k] = 0.0
    for card in range(TYPES):
        out[AT.seen + card] = s["seen"][card] * SHARE[card]
    for place in range(s["sizes"][seat]):
        held = np.uint64(s["hands"][seat, place])
        out[np.uint64(AT.hand) + held] += SHARE[held]
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
        out[AT.lead_suit + int(s["lead"])] = _ONE
    cards = np.float32(max(s["cards"], 1))
    out[AT.progress] = np.float32(min(s["round"] + 1, s["rounds"])) / np.float32(s["rounds"])
    out[AT.progress + 1] = np.float32(s["cards"]) * _TENTH
    out[AT.progress + 2] = np.float32(s["tricks"]) / cards
    out[AT.progress + 3] = np.float32(s["players"]) * _EIGHTH
    out[AT.rules] = s["loot"]
    out[AT.rules + 1] = s["kraken"]
    out[AT.rules + 2] = s["whale"]
    out[AT.rules + 3] = s["rosie"]
    out[AT.rules + 4] = s["bendt"]
    out[AT.rules + 5] = s["roatan"]
    out[AT.rules + 6] = s["jade"]
    out[AT.rules + 7] = s["harry"]
    out[AT.rules + 8] = s["rascal"]
    out[AT.phase + int(s["phase"])] = _ONE


@inlined
def _write_own(s: Record, seat: int, out: Features) -> None:
    out[AT.stakes] = np.float32(s["bonuses"][seat]) * _BONUS_SCALE
    out[AT.stakes + 1] = np.float32(s["wagers"][seat]) * _WAGER_SCALE
    bid, won = s["bids"][seat], s["won"][seat]
    if bid != NONE:
        share = _ONE / np.float32(s["cards"])
        out[AT.confidence] = np.float32(won - bid) * share
        out[AT.confidence + 1] = np.float32(s["cards"] - s["tricks"]) * share
        out[AT.balance] = np.float32(bid) * _TENTH
        out[AT.balance + 1] = np.float32(won) * _TENTH
        out[AT.balance + 2] = np.float32(won - bid) * _TENTH


@inlined
def _write_seats(s: Record, seat: int, out: Features) -> None:
    people = int(s["players"])
    leader, laid = s["leader"], s["laid"]
    known = bids_open(s)
    ability = int(_ABILITY_OF[s["phase"]])
    owner = s["player"]
    if ability == 0 and s["harry_seat"] != NONE:
        ability, owner = _HARRYS, s["harry_seat"]
    out[AT.ability + ability] = _ONE
    if ability != 0:
        out[AT.owner + _relative(seat, owner, people)] = _ONE
    for place in range(laid):
        other = _relative(seat, place_to_seat(leader, place, people), people)
        _write_card(out, AT.trick + other * CODE, s["trick"][place])
    ahead = leader
    if laid > 0:
        found = leading_inlined(s["trick"], wide(laid))
        if found != NONE:
            ahead = place_to_seat(leader, found, people)
    out[AT.ahead + _relative(seat, ahead, people)] = _ONE
    for other in range(s["seats"]):
        k = np.uint64(_relative(seat, other, people))
        bid, won = s["bids"][other], s["won"][other]
        out[np.uint64(AT.won) + k] = np.float32(won) * _TENTH
        if known or other == seat:
            out[np.uint64(AT.bids) + k] = np.float32(bid + 1) * _ELEVENTH
            if bid != NONE:
                out[np.uint64(AT.needed) + k] = np.float32(bid - won) * _TENTH
        score = np.float32(s["scores"][other]) * _SCORE_SCALE
        out[np.uint64(AT.scores) + k] = min(max(score, -_SCORE_LIMIT), _SCORE_LIMIT)
        voids = np.uint64(s["voids"][other])
        for suit in range(len(SUITS)):
            out[np.uint64(AT.voids + suit) + np.uint64(len(SUITS)) * k] = SETS[voids, np.uint64(suit)]
    _write_players(s, seat, out)


@inlined
def _write_players(s: Record, seat: int, out: Features) -> None:
    """Who has played which special card, and who has used which ability."""
    first = (int(s["players"]) * SEATS + int(seat)) * (SEATS + 1) + 1  # as int8 it would overflow, interpreted
    for card in range(len(SPECIALS)):
        out[AT.specials + card] = PLACES[np.uint64(first + int(s["specials"][card]))]
    out[AT.used] = PLACES[np.uint64(first + int(s["rosie_used"]))]
    out[AT.used + 1] = PLACES[np.uint64(first + int(s["bendt_seat"]))]
    out[AT.used + 2] = PLACES[np.uint64(first + int(s["roatan_seat"]))]
    out[AT.used + 3] = PLACES[np.uint64(first + int(s["jade_seat"]))]
    out[AT.used + 4] = PLACES[np.uint64(first + int(s["harry_seat"]))]


@inlined
def _write_secrets(s: Record, seat: int, out: Features) -> None:
    """SK-14: what Bendt and Jade have told this seat alone."""
    if s["bendt_seat"] == seat:
        for k in range(2):
            card = int(s["discards"][k])
            if card != NONE:
                out[AT.seen + card] = min(out[AT.seen + card] + SHARE[card], _ONE)
        if s["phase"] == BENDT_1 or s["phase"] == BENDT_2:
            for k in range(2):
                if s["drawn"][k] != NONE:
                    _write_card(out, AT.drawn + k * CODE, s["drawn"][k])
        if s["phase"] == BENDT_2:
            out[AT.second_discard] = _ONE
            _write_card(out, AT.first_discard, s["discards"][0])
    if s["jade_seat"] == seat:
        out[AT.jade] = _ONE
        for k in range(shown_size(s, seat)):
            card = int(s["pile"][k])
            out[AT.seen + card] = min(out[AT.seen + card] + SHARE[card], _ONE)


@inlined
def _write_lead_strengths(s: Record, seat: int, out: Features) -> None:
    """Rosie: how strongly each seat would lead, from what this seat knows."""
    people = int(s["players"])
    out[AT.lead_strength] = own_lead_strength(s, seat)
    left = np.float32(max(s["cards"] - s["tricks"], 1))
    for other in range(people):
        if other != seat:
            needed = max(s["bids"][other] - s["won"][other], 0)
            out[AT.lead_strength + _relative(seat, other, people)] = min(np.float32(needed) / left, _ONE)


@inlined
def _lead_power(card: int) -> int:
    """Order of cards to lead with."""
    if is_number(card):
        return card if card // RANKS == TRUMP else card % RANKS
    if card == SKULL_KING:
        return FACES + 2
    if is_pirate(card) or card == TIGRESS:
        return FACES + 1
    return FACES if card == MERMAID else NONE


@inlined
def _beats(other: int, card: int) -> bool:
    """SK-6: whether another card takes a trick of two that this card leads."""
    if is_number(card):
        if is_number(other):
            same = other // RANKS == card // RANKS
            return other > card if same else other // RANKS == TRUMP
        return other > ESCAPE and other <= MERMAID
    if card == MERMAID:
        return other > ESCAPE and other < SKULL_KING
    if card == SKULL_KING:
        return other == MERMAID
    return other == SKULL_KING


@kernel
def own_lead_strength(s: Record, seat: int) -> float:
    """The share of the cards that a seat has not located which do not beat the best card it can lead."""
    best = s["hands"][seat, 0]
    for place in range(s["sizes"][seat]):
        card = s["hands"][seat, place]
        if _lead_power(card) > _lead_power(best):
            best = card
    if _lead_power(best) == NONE:
        return 0.0
    left = np.zeros(TYPES)
    unseen_counts(s, seat, True, left)
    unseen, beaten = 0.0, 0.0
    for card in range(TYPES):
        unseen += left[card]
        if _beats(card, best):
            beaten += left[card]
    return 1.0 - beaten / unseen if unseen > 0 else 1.0
