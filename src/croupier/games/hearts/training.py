"""Training of Hearts: presets, a mix of all tables, and what the oracle critic sees."""

from __future__ import annotations

from typing import Any

from croupier.core import Features, Mix, Record, Training, kernel
from croupier.games.hearts.rules import PASSED, PLAYED, SEATS
from croupier.games.tricks.cards import DECK
from croupier.games.tricks.training import others_hands, presets_with

_OWN: dict[str, Any] = {
    "gae_lambda": 0.8,
    "entropy_coef": 0.02,
    "teacher_games": 1_500,  # of hundreds of decisions each
}


@kernel
def encode_hands(s: Record, seat: int, out: Features) -> None:
    """The others' hands, clockwise from the next seat, with what they have put aside."""
    out[:] = 0.0
    for card in range(DECK):
        holder = int(s["where"][card])
        if 0 <= holder < PLAYED:
            other = holder - PASSED if holder >= PASSED else holder
            if other != seat:
                out[DECK * ((other - int(seat)) % int(s["players"]) - 1) + card] = 1.0


privileged = others_hands(SEATS, encode_hands)

TRAINING = Training(
    presets=presets_with(_OWN),
    mixes={
        "all": Mix(
            {
                "players": dict.fromkeys(range(3, SEATS + 1), 1.0),
                "passing": {"cycle": 3.0, "left": 1.0, "right": 1.0, "none": 1.0},
                "first_trick": {"safe": 0.7, "any": 0.3},
                "jack": {False: 0.6, True: 0.4},
                "moon": {"add": 0.7, "subtract": 0.3},
                "target": {0: 0.3, 50: 0.2, 100: 0.5},
                "max_deals": {1: 0.2, 4: 0.3, 40: 0.5},
            }
        )
    },
    privileged=privileged,
)
