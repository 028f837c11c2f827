"""Training of Oh Hell: presets, a mix of all tables, and what the oracle critic sees."""

from __future__ import annotations

from typing import Any

from croupier.core import Features, Mix, Record, Training, kernel
from croupier.games.oh_hell.rules import SEATS
from croupier.games.tricks.cards import DECK
from croupier.games.tricks.training import others_hands, presets_with

_OWN: dict[str, Any] = {
    "gae_lambda": 0.7,  # the oracle knows so much that it can be trusted early
    "entropy_coef": 0.05,
}


@kernel
def encode_hands(s: Record, seat: int, out: Features) -> None:
    """The others' hands, clockwise from the next seat."""
    out[:] = 0.0
    for card in range(DECK):
        holder = int(s["where"][card])
        if 0 <= holder < SEATS and holder != seat:
            out[DECK * ((holder - int(seat)) % int(s["players"]) - 1) + card] = 1.0


privileged = others_hands(SEATS, encode_hands)

TRAINING = Training(
    presets=presets_with(_OWN),
    mixes={
        "all": Mix(
            {
                "players": dict.fromkeys(range(3, SEATS + 1), 1.0),
                "largest": {3: 1.0, 5: 1.0, 7: 2.0},
                "rounds": {"up": 0.4, "down": 0.3, "both": 0.3},
                "trump": {True: 0.8, False: 0.2},
                "hook": {True: 0.7, False: 0.3},
                "scoring": {"exact": 0.6, "tricks": 0.4},
            }
        )
    },
    privileged=privileged,
)
