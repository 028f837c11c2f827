"""The observation of Oh Hell: a seat's knowledge as numbers, in one layout for all options."""

from __future__ import annotations

import numpy as np

from croupier.core import Block, Features, Record, inlined, kernel
from croupier.core.spec.options import block_starts
from croupier.games.oh_hell.rules import BID, LARGEST, PLAYED, SEATS, round_count, trump_of
from croupier.games.tricks.cards import DECK, NOBODY, SUITS, lead_of, winning_place

BLOCKS = (
    Block("hand", DECK, 0.0, 1.0, "each card: 1 if it is in the own hand"),
    Block("seen", DECK, 0.0, 1.0, "each card: 1 if it was played this round, or is turned up (OH-3)"),
    Block("trick", DECK, 0.0, 1.0, "each card: 1 if it lies in the trick under way"),
    Block("best", DECK, 0.0, 1.0, "the card that is ahead in it, one-hot"),
    Block("led", SUITS, 0.0, 1.0, "the suit that was led, one-hot (OH-5)"),
    Block("trump", SUITS, 0.0, 1.0, "the suit of trumps, one-hot (OH-3)"),
    Block("voids", SUITS * SEATS, 0.0, 1.0,
          "for each seat from the own on and each suit, 1 if the seat has shown to hold none of it"),
    Block("bids", SEATS, 0.0, 1.0, "for each seat: (bid + 1) / 18; 0 before it is made (OH-4)"),
    Block("needed", SEATS, -1.0, 1.0, "for each seat that has bid: (bid - tricks won) / cards dealt"),
    Block("to_play", SEATS, 0.0, 1.0, "for each seat: 1 if it is still to bid, or to play to this trick"),
    Block("ahead", SEATS, 0.0, 1.0, "1 for the seat whose card is ahead"),
    Block("seated", SEATS, 0.0, 1.0, "1 for each seat at the table"),
    Block("scores", SEATS, -4.0, 4.0, "for each seat: (points - own points) / 50, cut off at 4"),
    Block("progress", 4, 0.0, 1.0,
          "cards dealt / 17; cards left in the own hand / 17; rounds scored / rounds; 1 while bids are made"),
    Block("over", 1, -4.0, 4.0, "(sum of the bids made - cards dealt) / cards dealt, cut off at 4"),
    Block("options", 3, 0.0, 1.0, "1 for the hook; for a card turned up; for scoring by tricks"),
)  # fmt: skip
_AT = block_starts(BLOCKS)


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """Write the blocks of `BLOCKS`."""
    out[:] = 0.0
    for card in range(DECK):
        out[card] = np.float32(s["where"][card] == seat)
        out[_AT.seen + card] = np.float32(s["where"][card] >= SEATS)
    people, first = int(s["players"]), int(s["played"]) - int(s["laid"])
    for k in range(first, first + s["laid"]):
        out[_AT.trick + int(s["plays"][k])] = 1.0
    ahead = winning_place(s["plays"], first, int(s["laid"]), trump_of(s))
    if ahead != NOBODY:
        best = int(s["plays"][first + ahead])
        out[_AT.best + best] = 1.0
        out[_AT.led + lead_of(s)] = 1.0
        out[_AT.ahead + (int(s["where"][best]) - PLAYED - int(seat)) % people] = 1.0
    if trump_of(s) != NOBODY:
        out[_AT.trump + trump_of(s)] = 1.0
    _write_seats(s, seat, out)


@inlined
def _write_seats(s: Record, seat: int, out: Features) -> None:
    people, cards, bid_sum = int(s["players"]), np.float32(max(s["cards"], 1)), 0
    for k in range(people):
        other = (seat + k) % people
        for suit in range(SUITS):
            out[_AT.voids + SUITS * k + suit] = np.float32((s["voids"][other] >> suit) & 1)
        if s["bids"][other] != NOBODY:
            bid_sum += s["bids"][other]
            out[_AT.bids + k] = np.float32(s["bids"][other] + 1) / np.float32(LARGEST + 1)
            out[_AT.needed + k] = np.float32(s["bids"][other] - s["won"][other]) / cards
        if s["player"] >= 0:
            waiting = people - (s["bids_in"] if s["phase"] == BID else s["laid"])
            out[_AT.to_play + k] = np.float32((other - s["player"]) % people < waiting)
        out[_AT.seated + k] = 1.0
        behind = np.float32(s["scores"][other] - s["scores"][seat]) / np.float32(50)
        out[_AT.scores + k] = min(max(behind, np.float32(-4)), np.float32(4))
    held = 0
    for card in range(DECK):
        held += s["where"][card] == seat
    out[_AT.progress] = np.float32(s["cards"]) / np.float32(LARGEST)
    out[_AT.progress + 1] = np.float32(held) / np.float32(LARGEST)
    out[_AT.progress + 2] = np.float32(s["round"]) / np.float32(round_count(s["schedule"], s["largest"]))
    out[_AT.progress + 3] = np.float32(s["phase"] == BID)
    out[_AT.over] = min((np.float32(bid_sum) - cards) / cards, np.float32(4))
    out[_AT.options] = s["hook"]
    out[_AT.options + 1] = s["trump"]
    out[_AT.options + 2] = s["scoring"]
