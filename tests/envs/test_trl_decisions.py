"""TRL, mode ``decision``: a tiny random model whose vocabulary is the action words learns Pig's decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.envs.decision import DecisionTasks
from tests.envs.sets import exact_pig

trl = pytest.importorskip("trl", reason="TRL is not installed: uv sync --no-default-groups --group ray")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own

import torch  # noqa: E402
from datasets import Dataset  # noqa: E402
from tokenizers import Regex, Tokenizer, models, pre_tokenizers  # noqa: E402
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM  # noqa: E402

from examples.trl_decisions import decision_task  # noqa: E402

ACTIONS = ("[roll]", "[hold]")
STEPS, GROUPS, REPLIES = 200, 8, 8
"""Steps of a run, decisions of a step, and replies to each."""
TEMPLATE = (
    "{% for message in messages %}{% if message['role'] == 'user' %}{{ message['content'] }}{% endif %}"
    "{% endfor %}"
)


def positions() -> Iterator[State]:
    """Decisions of Pig, half of them early in a turn and half late, so that neither action is right in most."""
    rng, game = np.random.default_rng(3), croupier.make("pig")
    for number in range(400):
        own, other, turns = (int(rng.integers(0, most)) for most in (40, 60, 10))
        total = int(rng.integers(2, 13)) if number % 2 else int(rng.integers(32, 56))
        yield game.position(f"pig scores={own},{other} turn=0 total={total} turns={2 * turns}")


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> DecisionTasks:
    return DecisionTasks(exact_pig(tmp_path_factory.mktemp("sets"), positions()))


def tokenizer() -> Any:
    """The two actions and the numbers of a question; all else of it is left out."""
    words = ["<end>", "<nothing>", *ACTIONS, *map(str, range(101))]
    made = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<nothing>"))  # noqa: S106
    made.pre_tokenizer = pre_tokenizers.Split(Regex(r"\[\w+\]|\d+"), "removed", invert=True)
    found = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<end>", pad_token="<nothing>")  # noqa: S106
    found.chat_template = TEMPLATE
    return found


def learned(tasks: DecisionTasks, seed: int, out: Path) -> list[dict[str, float]]:
    """Train a random model; what was logged at each step."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # a model this small is slower by several
    words = tokenizer()
    config = Qwen3Config(
        vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=1, head_dim=16, max_position_embeddings=64, tie_word_embeddings=False,
        eos_token_id=words.eos_token_id, pad_token_id=words.pad_token_id,
    )  # fmt: skip
    settings = trl.GRPOConfig(
        output_dir=str(out), use_cpu=True, bf16=False, report_to="none", save_strategy="no", logging_steps=1,
        per_device_train_batch_size=GROUPS * REPLIES, num_generations=REPLIES, max_completion_length=1,
        max_steps=STEPS, learning_rate=0.002, lr_scheduler_type="constant", seed=seed, disable_tqdm=True,
        beta=0.0, gradient_checkpointing=False, mask_truncated_completions=False,
    )  # fmt: skip
    data, reward = decision_task(tasks)
    made = trl.GRPOTrainer(
        model=Qwen3ForCausalLM(config), args=settings, processing_class=words, reward_funcs=reward,
        train_dataset=Dataset.from_list(data),
    )  # fmt: skip
    made.train()
    return [entry for entry in made.state.log_history if "reward" in entry]


@pytest.mark.parametrize("seed", range(3))
def test_a_tiny_random_model_learns_decisions(tasks: DecisionTasks, seed: int, tmp_path: Path) -> None:
    log = learned(tasks, seed, tmp_path)
    rewards = np.array([entry["reward"] for entry in log])
    first, last = rewards[: STEPS // 4], rewards[-STEPS // 4 :]
    error = np.sqrt((first.var(ddof=1) + last.var(ddof=1)) / len(first))
    assert last.mean() > first.mean() + 3 * error, f"{first.mean()} at first, {last.mean()} at last, {error}"
    for action in ACTIONS:
        always = float(np.mean([tasks.rewards(row)[action] for row in tasks.rows]))
        assert last.mean() > always + 3 * last.std(ddof=1) / np.sqrt(len(last)), f"it is no better than {action}"
    assert log[0]["decision/invalid_rate"] > 0.5 > 0.1 > log[-1]["decision/invalid_rate"]
