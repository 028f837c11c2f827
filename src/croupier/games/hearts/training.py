"""Training of Hearts: presets, a mix of all tables, and what the oracle critic sees."""

from __future__ import annotations

from typing import Any

from croupier.core import Features, GameShape, Mix, PrivilegedFeatures, Record, Training, kernel
from croupier.games.hearts.rules import PASSED, PLAYED, SEATS
from croupier.games.tricks.cards import DECK

_COMMON: dict[str, Any] = {
    "num_tables": 1024,
    "rollout_steps": 64,
    "minibatch_size": 1024,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "points",
    "credit_until": "scoring",
    "points_scale": 0.1,  # a deal costs 6 points or so, and the queen 13
    "precision": "auto",
    "critic": "oracle",
    "critic_widths": (128, 128),
    "gae_lambda": 0.8,
    "epochs": 1,  # new games teach more than the same ones again, in the same time
    "entropy_coef": 0.02,
    "teacher": "bot",
    "teacher_games": 1_500,  # of hundreds of decisions each
    "bot_share": 0.25,
    "bots": ("bot",),
    "mix": "all",
    "mix_share": 0.5,
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


def privileged(game: GameShape) -> PrivilegedFeatures:
    """The hands of all other seats of the largest table, so that tables of all sizes can be mixed."""
    del game
    return PrivilegedFeatures((SEATS - 1) * DECK, encode_hands)


TRAINING = Training(
    presets={
        "quick": {**_COMMON, "total_decisions": 20_000_000},
        "standard": {**_COMMON, "total_decisions": 150_000_000},
        "full": {**_COMMON, "total_decisions": 1_000_000_000, "widths": (512, 512)},
    },
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
