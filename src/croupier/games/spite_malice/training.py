"""Training of Mini Spite and Malice: presets, and the oracle's privileged features."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core import Features, GameShape, PrivilegedFeatures, Record, Training, inlined, kernel
from croupier.games.spite_malice.observe import FACES
from croupier.games.spite_malice.state import NONE

GOALS = 3
"""Cards under each goal top that are encoded."""
DRAWS = 10
"""Cards at the front of the shoe that are encoded: two hands."""
SIZE = (2 * GOALS + DRAWS) * FACES
_ONE = np.float32(1.0)


@inlined
def _goal_under(s: Record, seat: int, depth: int) -> int:
    """The card so far under a goal top, 1 for the next; NONE where there is none."""
    place = int(s["goal_counts"][seat]) - 1 - depth
    return int(s["goals"][seat, place]) if place >= 0 else NONE


@kernel
def encode_hidden(s: Record, seat: int, out: Features) -> None:
    """Oracle input, a one-hot a card: under the own goal top, under the other's, then the next of the shoe."""
    for k in range(len(out)):
        out[k] = 0.0
    at = 0
    for who in range(2):
        owner = seat if who == 0 else 1 - seat
        for depth in range(1, GOALS + 1):
            out[at + _goal_under(s, owner, depth) + 1] = _ONE
            at += FACES
    node = s["front"]
    for k in range(DRAWS):
        card = int(s["cards"][node]) if k < s["shoe_count"] else NONE
        out[at + card + 1] = _ONE
        node = s["links"][node]
        at += FACES


def privileged_features(game: GameShape) -> PrivilegedFeatures:
    """The next cards of both goal piles and of the shoe; the same under all options."""
    return PrivilegedFeatures(SIZE, encode_hidden)


_COMMON: dict[str, Any] = {
    "minibatch_size": 2048,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "shaped",  # each goal card counts: a game has about fifty decisions of a seat, and one winner
    "gamma": 0.99,
    "gae_lambda": 0.9,
    "precision": "auto",
    "measure_every": 100,
    "critic": "oracle",
    "critic_widths": (128, 128),
    "epochs": 1,  # new games teach more than repeated ones, in the same time
    "teacher": "bot",
    "bot_share": 0.5,
    "bots": ("bot",),
}

_LARGE: dict[str, Any] = {
    **_COMMON,
    "widths": (512, 512),
    "teacher_games": 300_000,
    "imitation_rate": 1.5e-3,
    "learning_rate": 4e-4,  # a larger one loses what was copied within a hundred updates
    "minibatch_size": 4096,
    "entropy_coef": 0.02,
    "bot_share": 1.0,
}

TRAINING = Training(
    presets={
        "quick": {**_COMMON, "total_decisions": 30_000_000},
        "standard": {**_LARGE, "total_decisions": 100_000_000},
        "full": {**_LARGE, "total_decisions": 1_000_000_000, "num_tables": 2048},
    },
    privileged=privileged_features,
)
