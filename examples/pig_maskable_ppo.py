"""Train a player of Pig with MaskablePPO, then let the arena judge it.

Run: ``python examples/pig_maskable_ppo.py [STEPS]``
"""

import sys

from rich import print as show
from sb3_contrib import MaskablePPO

from croupier.arena import play_tournament, terminal_table
from croupier.envs.sb3 import BatchVecEnv, ModelAgent, MultiHeadMaskablePolicy, head_sizes


def main(steps: int = 300_000, deals: int = 2000) -> None:
    """Learn from some decisions against the bot, then play each deal from both seats."""
    env = BatchVecEnv("pig", 64, opponents="bot")
    model = MaskablePPO(
        MultiHeadMaskablePolicy,
        env,
        policy_kwargs={"heads": head_sizes(env.game), "hidden": (64, 64)},
        learning_rate=1e-3,
        n_steps=64,
        batch_size=1024,
        n_epochs=5,
        gamma=1.0,  # a game counts the same however long it takes
        ent_coef=0.003,
        seed=1,
        device="cpu",  # faster than an accelerator for a network this small
        verbose=1,
    )
    model.learn(steps)
    model.save("pig_maskable_ppo")
    show(terminal_table(play_tournament(env.game, [ModelAgent(model), "bot"], deals).rows()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
