"""Train a player of a game with MaskablePPO, then let the arena judge it.

Run: ``python examples/maskable_ppo.py GAME [STEPS]``, with ``pig``, ``skull-king`` or ``spite-malice``
"""

import sys
from typing import Any

from rich import print as show
from sb3_contrib import MaskablePPO

from croupier.envs.sb3 import BatchVecEnv, ModelAgent, MultiHeadMaskablePolicy, head_sizes
from croupier.measure import play_tournament, terminal_table

TABLES: dict[str, dict[str, Any]] = {
    "pig": {"opponents": "bot"},
    "skull-king": {"opponents": "bot", "players": 4, "shaping": {}},
    "spite-malice": {"opponents": "bot:greedy", "shaping": {}},
}
SETTINGS: dict[str, dict[str, float]] = {  # in pig a game counts the same however long it takes: gamma is 1
    "pig": {"learning_rate": 1e-3, "gamma": 1.0, "ent_coef": 0.003},
    "skull-king": {"learning_rate": 3e-4, "gamma": 0.995, "ent_coef": 0.01},
    "spite-malice": {"learning_rate": 3e-4, "gamma": 0.999, "ent_coef": 0.01},
}
NETWORKS: dict[str, dict[str, Any]] = {"pig": {"hidden": (64, 64)}, "skull-king": {}, "spite-malice": {}}
DEALS = {"pig": 2000, "skull-king": 500, "spite-malice": 500}


def main(game: str, steps: int = 500_000, deals: int = 0) -> None:
    """Learn from some decisions against bots, then play each deal from all seats."""
    env = BatchVecEnv(game, 64, **TABLES[game])
    model = MaskablePPO(
        MultiHeadMaskablePolicy,
        env,
        policy_kwargs={"heads": head_sizes(env.game), **NETWORKS[game]},
        n_steps=64,
        batch_size=1024,
        n_epochs=5,
        seed=1,
        device="cpu",  # faster than an accelerator for networks this small
        verbose=1,
        **SETTINGS[game],
    )
    model.learn(steps)
    model.save(f"{game}_maskable_ppo")
    others = [TABLES[game]["opponents"]] * (env.game.num_players - 1)
    report = play_tournament(env.game, [ModelAgent(model), *others], deals or DEALS[game])
    show(terminal_table(report.rows()))


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in TABLES:
        sys.exit(f"name a game: {', '.join(TABLES)}")
    main(sys.argv[1], *map(int, sys.argv[2:]))
