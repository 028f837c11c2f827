"""Train a language model on Pig with TRL: GRPO, one tool an action, rewards from the game's end.

Run: ``python examples/trl_grpo.py MODEL [STEPS]``, where MODEL is a folder or a name that transformers can load.
"""

import sys

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from croupier.envs.trl import environment_class, game_reward, rows


def main(model: str, steps: int = 100, length: int = 4096, **settings: object) -> GRPOTrainer:
    """Train on short games against a bot; the length is that of a whole game, tool answers included."""
    pig = environment_class("pig", opponents="bot", winning_score=20, max_turns=30)
    arguments = GRPOConfig(
        output_dir="runs/grpo",
        max_steps=steps,
        max_completion_length=length,
        logging_steps=1,
        report_to="none",
        **settings,
    )
    trainer = GRPOTrainer(
        model=model,
        args=arguments,
        train_dataset=Dataset.from_list(rows(pig, deals=1000)),
        environment_factory=pig,
        reward_funcs=game_reward,
    )
    trainer.train()
    return trainer


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
