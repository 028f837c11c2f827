"""Training of games with tricks of the 52 cards: shared presets, and the oracle's view of hidden hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.core import Features, GameShape, PrivilegedFeatures, Record, kernel
from croupier.games.tricks.cards import DECK

_COMMON: dict[str, Any] = {
    "num_tables": 1024,
    "rollout_steps": 64,
    "minibatch_size": 1024,
    "widths": (256, 256),
    "learning_rate": 1.5e-3,
    "objective": "points",
    "credit_until": "scoring",
    "points_scale": 0.1,  # decisions are worth about 10 points
    "precision": "auto",
    "critic": "oracle",
    "critic_widths": (128, 128),
    "epochs": 1,  # new games teach more than repeated ones, in the same time
    "teacher": "bot",
    "bot_share": 0.25,
    "bots": ("bot",),
    "mix": "all",
    "mix_share": 0.5,
}


def presets_with(**own: Any) -> dict[str, Mapping[str, Any]]:
    """The presets of a game: the shared ones, with its own settings."""
    common = {**_COMMON, **own}
    return {
        "quick": {**common, "total_decisions": 20_000_000},
        "standard": {**common, "total_decisions": 150_000_000},
        "full": {**common, "total_decisions": 1_000_000_000, "widths": (512, 512)},
    }


def others_hands(seats: int, held: int) -> Callable[[GameShape], PrivilegedFeatures]:
    """The `Training.privileged` for tables of all sizes: the others' hands, clockwise from the next seat."""
    # The holder of a card is in `where`, modulo the most seats, for values below `held`.

    @kernel
    def encode(s: Record, seat: int, out: Features) -> None:
        out[:] = 0.0
        for card in range(DECK):
            holder = int(s["where"][card])
            other = holder % seats
            if 0 <= holder < held and other != seat:
                out[DECK * ((other - int(seat)) % int(s["players"]) - 1) + card] = 1.0

    return lambda _: PrivilegedFeatures((seats - 1) * DECK, encode)
