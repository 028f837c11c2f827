"""What the toy game brings for its training, as another package would."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.spec.position import GameShape
from croupier.core.spec.spec import TERMINAL
from croupier.core.spec.training import AuxiliaryTask, PrivilegedFeatures, Stage, Training

FOLDED, LOST, WON = range(3)
"""Classes of the task ``outcome``."""
SEAT_FEATURES = 2
"""Features of another seat: card and answer."""


@kernel
def label_outcome(before: Any, after: Any, out: Any) -> bool:
    """At the end of the game: whether each seat has folded, lost or won."""
    if before["player"] == TERMINAL or after["player"] != TERMINAL:
        return False
    best = -1
    for seat in range(after["players"]):
        if after["said"][seat] == 1 and (best < 0 or after["deck"][seat] > after["deck"][best]):
            best = seat
    for seat in range(after["players"]):
        out[seat] = FOLDED
        if after["said"][seat] == 1:
            out[seat] = WON if seat == best else LOST
    return True


@kernel
def label_higher(s: Any, seat: int, out: Any) -> None:
    """Share of the other seats that hold a higher card."""
    higher = 0
    for other in range(s["players"]):
        higher += s["deck"][other] > s["deck"][seat]
    out[0] = np.float32(higher) / np.float32(s["players"] - 1)


@kernel
def encode_others(s: Any, seat: int, out: Any) -> None:
    """Card by nine, and answer by two, of the other seats from the next one on; zeros where nobody sits."""
    for k in range(len(out)):
        out[k] = 0.0
    for k in range(1, s["players"]):
        other = (seat + k) % s["players"]
        out[SEAT_FEATURES * (k - 1)] = np.float32(s["deck"][other]) / np.float32(9)
        out[SEAT_FEATURES * (k - 1) + 1] = np.float32(s["said"][other]) / np.float32(2)


def auxiliary(game: GameShape) -> tuple[AuxiliaryTask, ...]:
    assert game.num_players > 1
    return (
        AuxiliaryTask("outcome", 3, label_later=label_outcome),
        AuxiliaryTask("higher", 1, label_at_decision=label_higher),
    )


def privileged(game: GameShape) -> PrivilegedFeatures:
    return PrivilegedFeatures(SEAT_FEATURES * (game.num_players - 1), encode_others)


TRAINING = Training(
    presets={
        "quick": {
            "total_decisions": 32 * 8 * 6, "num_tables": 32, "rollout_steps": 8, "minibatch_size": 64,
            "widths": (16,), "threads": 1, "device": "cpu", "measure_every": 1000, "critic": "oracle",
            "auxiliary": {"outcome": 0.1, "higher": 0.1}, "curriculum": "patience", "curriculum_end": 0.5,
        },
    },
    curricula={"patience": (Stage("patient", {"hurry": False}, 1.0),)},
    auxiliary=auxiliary,
    privileged=privileged,
)  # fmt: skip
