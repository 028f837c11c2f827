"""Train a language model on single decisions with TRL: GRPO, one prompt, one reply, one exact reward.

Run: ``python examples/trl_decisions.py MODEL SET [STEPS]``, where MODEL is a folder or a name that transformers
can load, and SET a set of decisions that ships or a file.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from croupier.envs.decision import DecisionTasks


def decision_task(tasks: DecisionTasks) -> tuple[list[dict[str, Any]], Callable[..., list[float]]]:
    """The decisions as training data, ``decision`` being the row's id, and the reward of replies to them."""
    by_id = {row.id: row for row in tasks.rows}

    def decision_reward(
        completions: Sequence[Sequence[dict[str, str]]],
        decision: Sequence[str],
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float]:
        said = ["".join(message["content"] for message in each) for each in completions]
        graded = [tasks.grade(by_id[row], text) for row, text in zip(decision, said, strict=True)]
        rates = [each.metrics() for each in graded]
        for name in rates[0] if log_metric else ():
            log_metric(f"decision/{name}", sum(each[name] for each in rates) / len(rates))
        return [each.reward for each in graded]

    return [{"prompt": tasks.chat(row), "decision": row.id} for row in tasks.rows], decision_reward


def main(model: str, decisions: str, steps: int = 100, length: int = 512, **settings: Any) -> GRPOTrainer:
    """Train on the decisions of a set; the length is that of one reply."""
    data, reward = decision_task(DecisionTasks(decisions, penalty=0.1))
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
