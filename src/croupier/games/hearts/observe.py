"""The observation of Hearts: a seat's knowledge as numbers, in one layout for all options."""

from __future__ import annotations

import numpy as np

from croupier.core import Block, Features, Record, inlined, kernel
from croupier.core.spec.options import block_starts
from croupier.games.hearts.rules import ALL_POINTS, PASS, PASSED, PLAYED, SEATS
from croupier.games.tricks.cards import DECK, NOBODY, SUITS, lead_of, winning_place

_SHOWN = SUITS + 1
BLOCKS = (
    Block("hand", DECK, 0.0, 1.0, "each card: 1 if it is in the own hand"),
    Block("seen", DECK, 0.0, 1.0, "each card: 1 if it was played this deal, or is out of the deck (HE-1)"),
    Block("passed", DECK, 0.0, 1.0,
          "each card: 1 if the own seat has put it aside, or has passed it and it is not played yet (HE-2)"),
    Block("received", DECK, 0.0, 1.0, "each card: 1 if it was passed to the own seat this deal (HE-2)"),
    Block("trick", DECK, 0.0, 1.0, "each card: 1 if it lies in the trick under way"),
    Block("best", DECK, 0.0, 1.0, "the card that is ahead in it, one-hot"),
    Block("led", SUITS, 0.0, 1.0, "the suit that was led, one-hot (HE-3)"),
    Block("voids", _SHOWN * SEATS, 0.0, 1.0,
          "for each seat from the own on and each suit, 1 if the seat has shown to hold none of it; then 1 if it"
          " has shown to hold no spade but the queen (HE-4)"),
    Block("receiver", SEATS, 0.0, 1.0, "the seat to which the own seat passes in this deal, one-hot (HE-2)"),
    Block("to_play", SEATS, 0.0, 1.0, "for each seat: 1 if it is still to play to this trick"),
    Block("ahead", SEATS, 0.0, 1.0, "1 for the seat whose card is ahead"),
    Block("taken", SEATS, 0.0, 1.0, "for each seat: points of hearts and the queen taken this deal / 26 (HE-6)"),
    Block("queen", SEATS, 0.0, 1.0, "1 for the seat that has taken the queen of spades this deal"),
    Block("jack", SEATS, 0.0, 1.0, "likewise the jack of diamonds"),
    Block("seated", SEATS, 0.0, 1.0, "1 for each seat at the table"),
    Block("scores", SEATS, -4.0, 4.0, "for each seat: (own points - points) / 50, cut off at 4 either way"),
    Block("end", 2, 0.0, 1.0, "the most points of any seat / the target (HE-8); deals scored / deals of the game"),
    Block("progress", 3, 0.0, 1.0, "cards left in the own hand / 17; 1 while cards are passed; 1 once hearts are"
          " broken (HE-5)"),
    Block("options", 3, 0.0, 1.0, "1 where any card goes to the first trick; the jack counts; the moon subtracts"),
)  # fmt: skip
_AT = block_starts(BLOCKS)


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """Write the blocks of `BLOCKS`."""
    out[:] = 0.0
    people, first, held = int(s["players"]), int(s["played"]) - int(s["laid"]), 0
    giver = (seat - int(s["direction"])) % people
    for card in range(DECK):
        holder, given = int(s["where"][card]), int(s["given"][card])
        held += holder == seat
        out[card] = np.float32(holder == seat)
        out[_AT.seen + card] = np.float32(s["cards"] > 0 and (holder >= PLAYED or holder == NOBODY))
        out[_AT.passed + card] = np.float32(holder == PASSED + seat or (given == seat and holder < PLAYED))
        out[_AT.received + card] = np.float32(given == giver and given != NOBODY)
    for k in range(first, first + s["laid"]):
        out[_AT.trick + int(s["plays"][k])] = 1.0
    ahead = winning_place(s["plays"], first, int(s["laid"]), NOBODY)
    if ahead != NOBODY:
        best = int(s["plays"][first + ahead])
        out[_AT.best + best] = 1.0
        out[_AT.led + lead_of(s)] = 1.0
        out[_AT.ahead + (int(s["where"][best]) - PLAYED - int(seat)) % people] = 1.0
    if s["direction"]:
        out[_AT.receiver + int(s["direction"])] = 1.0
    out[_AT.progress] = np.float32(held) / np.float32(17)
    _write_seats(s, seat, out)


@inlined
def _write_seats(s: Record, seat: int, out: Features) -> None:
    people, most = int(s["players"]), 0
    for k in range(people):
        other = (seat + k) % people
        for shown in range(_SHOWN):
            out[_AT.voids + _SHOWN * k + shown] = np.float32((s["voids"][other] >> shown) & 1)
        if s["player"] >= 0 and s["phase"] != PASS:
            out[_AT.to_play + k] = np.float32((other - s["player"]) % people < people - s["laid"])
        out[_AT.taken + k] = np.float32(s["taken"][other]) / np.float32(ALL_POINTS)
        out[_AT.queen + k] = np.float32(s["queen_by"] == other)
        out[_AT.jack + k] = np.float32(s["jack_by"] == other)
        out[_AT.seated + k] = 1.0
        ahead = np.float32(int(s["scores"][seat]) - int(s["scores"][other])) / np.float32(50)
        out[_AT.scores + k] = min(max(ahead, np.float32(-4)), np.float32(4))
        most = max(most, int(s["scores"][other]))
    if s["target"]:
        out[_AT.end] = min(np.float32(most) / np.float32(s["target"]), np.float32(1))
    out[_AT.end + 1] = np.float32(s["deal"]) / np.float32(s["max_deals"])
    out[_AT.progress + 1] = np.float32(s["phase"] == PASS)
    out[_AT.progress + 2] = s["broken"]
    out[_AT.options] = s["first_trick"]
    out[_AT.options + 1] = s["jack"]
    out[_AT.options + 2] = s["moon"]
