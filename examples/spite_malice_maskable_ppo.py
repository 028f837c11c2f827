"""Train a player of Mini Spite and Malice with MaskablePPO, then let the arena judge it.

Run: ``python examples/spite_malice_maskable_ppo.py [STEPS]``
"""

import sys

from rich import print as show
from sb3_contrib import MaskablePPO

from croupier.arena import play_tournament, terminal_table
from croupier.envs.sb3 import BatchVecEnv, ModelAgent, MultiHeadMaskablePolicy, head_sizes


def main(steps: int = 500_000, deals: int = 500) -> None:
    """Learn from some decisions against the greedy bot, then play each deal from both seats."""
    env = BatchVecEnv("spite-malice", 64, opponents="bot:greedy", shaping={})
    model = MaskablePPO(
        MultiHeadMaskablePolicy,
        env,
        policy_kwargs={"heads": head_sizes(env.game)},
        learning_rate=3e-4,
        n_steps=64,
        batch_size=1024,
        n_epochs=5,
        gamma=0.999,
        ent_coef=0.01,
        seed=1,
        device="cpu",
        verbose=1,
    )
    model.learn(steps)
    model.save("spite_malice_maskable_ppo")
    show(terminal_table(play_tournament(env.game, [ModelAgent(model), "bot:greedy"], deals).rows()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
