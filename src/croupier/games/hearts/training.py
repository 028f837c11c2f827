"""Training of Hearts: presets, a mix of all tables, and the oracle critic's features."""

from __future__ import annotations

from croupier.core import Mix, Training
from croupier.games.hearts.rules import PLAYED, SEATS
from croupier.games.tricks.training import others_hands, presets_with

privileged = others_hands(SEATS, held=PLAYED)
TRAINING = Training(
    # games have hundreds of decisions each
    presets=presets_with(gae_lambda=0.8, entropy_coef=0.02, teacher_games=1_500),
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
