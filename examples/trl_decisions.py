"""Train a language model on single decisions with TRL: GRPO, one prompt, one reply, one exact reward.

Run: ``python examples/trl_decisions.py MODEL SET [STEPS]``, where MODEL is a folder or a name that transformers
can load, and SET a set of decisions that ships or a file.
"""

import sys

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from croupier.envs.trl import decision_task


def main(model: str, decisions: str, steps: int = 100, length: int = 512, **settings: object) -> GRPOTrainer:
    """Train on the decisions of a set; the length is that of one reply."""
    data, reward = decision_task(decisions, penalty=0.1)
    arguments = GRPOConfig(
        output_dir="runs/grpo-decisions",
        max_steps=steps,
        max_completion_length=length,
        logging_steps=1,
        report_to="none",
        **settings,
    )
    trainer = GRPOTrainer(model=model, args=arguments, train_dataset=Dataset.from_list(data), reward_funcs=reward)
    trainer.train()
    return trainer


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
