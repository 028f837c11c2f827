"""Training of Oh Hell: presets, a mix of all tables, and what the oracle critic sees."""

from __future__ import annotations

from typing import Any

from croupier.core import Features, GameShape, Mix, PrivilegedFeatures, Record, Training, kernel
from croupier.games.oh_hell.rules import SEATS
from croupier.games.tricks.cards import DECK

_COMMON: dict[str, Any] = {
    "num_tables": 1024,
    "rollout_steps": 64,
    "minibatch_size": 1024,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "points",
    "credit_until": "scoring",
    "points_scale": 0.1,  # a bid is worth 10 points and a little more
    "precision": "auto",
    "critic": "oracle",
    "critic_widths": (128, 128),
    "gae_lambda": 0.7,  # the oracle knows so much that it can be trusted early
    "epochs": 1,  # new games teach more than the same ones again, in the same time
    "entropy_coef": 0.05,
    "teacher": "bot",
    "bot_share": 0.25,
    "bots": ("bot",),
    "mix": "all",
    "mix_share": 0.5,
}


@kernel
def encode_hands(s: Record, seat: int, out: Features) -> None:
    """The others' hands, clockwise from the next seat."""
    out[:] = 0.0
    for card in range(DECK):
        holder = int(s["where"][card])
        if 0 <= holder < SEATS and holder != seat:
            out[DECK * ((holder - int(seat)) % int(s["players"]) - 1) + card] = 1.0


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
