"""Training of Oh Hell: presets, a mix of all tables, and the oracle critic's features."""

from __future__ import annotations

from croupier.core import Mix, Training
from croupier.games.oh_hell.rules import SEATS
from croupier.games.tricks.training import others_hands, presets_with

privileged = others_hands(SEATS, held=SEATS)
TRAINING = Training(
    # the oracle knows so much that it can be trusted early
    presets=presets_with(gae_lambda=0.7, entropy_coef=0.05),
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
