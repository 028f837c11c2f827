"""Train a player of Skull King with MaskablePPO, then let the arena judge it.

Run: ``python examples/skull_king_maskable_ppo.py [STEPS]``
"""

import sys

from rich import print as show
from sb3_contrib import MaskablePPO

from croupier.arena import play_tournament, terminal_table
from croupier.envs.sb3 import BatchVecEnv, ModelAgent, MultiHeadMaskablePolicy, head_sizes


def main(steps: int = 500_000, deals: int = 500) -> None:
    """Learn from some decisions against three bots, then play each deal from all seats."""
    env = BatchVecEnv("skull-king", 64, opponents="bot", shaping={}, players=4)
    model = MaskablePPO(
        MultiHeadMaskablePolicy,
        env,
        policy_kwargs={"heads": head_sizes(env.game)},
        learning_rate=3e-4,
        n_steps=64,
        batch_size=1024,
        n_epochs=5,
        gamma=0.995,
        ent_coef=0.01,
        seed=1,
        device="cpu",
        verbose=1,
    )
    model.learn(steps)
    model.save("skull_king_maskable_ppo")
    show(terminal_table(play_tournament(env.game, [ModelAgent(model), "bot", "bot", "bot"], deals).rows()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
