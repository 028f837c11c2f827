"""TRL: GRPO on games by tools, and fine-tuning on chat data, with a tiny random model that is made here."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.envs.chat import write_chats
from croupier.envs.training import FORFEIT
from croupier.measure.play.record import record_games

trl = pytest.importorskip("trl", reason="TRL is not installed: uv sync --no-default-groups --group ray")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own

import torch  # noqa: E402
from datasets import Dataset, load_dataset  # noqa: E402
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers  # noqa: E402
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM  # noqa: E402

from examples.trl_grpo import environment_class, game_reward, rows  # noqa: E402

SHORT: dict[str, Any] = {"winning_score": 6, "max_turns": 8}
TEMPLATE = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    """A token a byte, and those of Qwen's chat template."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im_end|>"])
    made.add_tokens([AddedToken(each, normalized=False) for each in ("<tool_call>", "</tool_call>")])
    found = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>")  # noqa: S106
    found.chat_template = TEMPLATE.read_text()
    return found


@pytest.fixture
def model(tokenizer: Any) -> Any:
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=len(tokenizer), hidden_size=16, intermediate_size=32, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=1, head_dim=8, max_position_embeddings=16384,
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
    )  # fmt: skip
    return Qwen3ForCausalLM(config)


def test_sft_reads_the_chat_data_and_takes_a_step(tokenizer: Any, model: Any, tmp_path: Path) -> None:
    game = croupier.make("pig", winning_score=10, max_turns=10)
    record_games(game, [make_agent("bot", game)] * 2, 4, 1, tmp_path / "games.jsonl")
    lines = write_chats(tmp_path / "games.jsonl", tmp_path / "chat.jsonl")
    data = load_dataset("json", data_files=str(tmp_path / "chat.jsonl"), split="train", cache_dir=str(tmp_path))
    assert len(data) == lines
    settings = trl.SFTConfig(
        output_dir=str(tmp_path), use_cpu=True, bf16=False, report_to="none", save_strategy="no", logging_steps=1,
        per_device_train_batch_size=2, max_steps=1, learning_rate=0.01, max_length=4096, assistant_only_loss=True,
    )  # fmt: skip
    before = model.lm_head.weight.detach().clone()
    trainer = trl.SFTTrainer(model=model, args=settings, train_dataset=data, processing_class=tokenizer)
    result = trainer.train()
    assert 0.0 < result.training_loss < 20.0
    assert not torch.equal(before, model.lm_head.weight)
    masked = trainer.train_dataset[0]
    assert 0 < sum(label != -100 for label in masked["labels"]) < len(masked["input_ids"])


@pytest.fixture
def train(tokenizer: Any, model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Runs an example with a model of a folder."""
    monkeypatch.chdir(tmp_path)
    model.save_pretrained("model")
    tokenizer.save_pretrained("model")
    settings = {"use_cpu": True, "bf16": False, "save_strategy": "no", "num_generations": 2}

    def run(name: str, *words: Any) -> Any:
        example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / name))
        return example["main"]("model", *words, per_device_train_batch_size=2, **settings)

    return run


def test_the_example_trains_a_model_of_a_folder(train: Callable[..., Any]) -> None:
    assert train("trl_grpo.py", 1, 16).state.global_step == 1


def test_the_example_of_decisions_trains_a_model_of_a_folder(train: Callable[..., Any]) -> None:
    made = train("trl_decisions.py", "pig-2", 1, 16)
    (logged,) = [entry for entry in made.state.log_history if "reward" in entry]
    assert logged["decision/invalid_rate"] == 1.0
    assert logged["reward"] <= 0.9, "the worst action's reward, less the penalty"


def choice(told: str) -> str:
    """Roll up to six points."""
    totals = re.findall(r"Turn total is now (\d+)", told.rsplit("Current turn total", 1)[-1])
    return "hold" if totals and int(totals[-1]) >= 6 else "roll"


def winning_seed(kind: type[Any]) -> int:
    for seed in range(100):
        env = kind()
        told = env.reset(seed=seed, seat=0)
        while not env._begun().over:
            told = getattr(env, choice(told))()
        if game_reward([env]) == [1.0]:
            return seed
    raise AssertionError("no deal is won")


def grpo(kind: type[Any], model: Any, tokenizer: Any, out: Path, length: int, trainer: type[Any]) -> Any:
    """Two steps with two rollouts each of a deal that `choice` wins from the first seat."""
    data = [{**rows(kind, deals=1)[0], "seed": winning_seed(kind)}] * 2
    settings = trl.GRPOConfig(
        output_dir=str(out), use_cpu=True, bf16=False, report_to="none", save_strategy="no", logging_steps=1,
        per_device_train_batch_size=2, num_generations=2, max_steps=2, learning_rate=0.01, seed=1,
        max_completion_length=length, chat_template_kwargs={"enable_thinking": False}, shuffle_dataset=False,
    )  # fmt: skip
    made = trainer(
        model=model, args=settings, processing_class=tokenizer, train_dataset=Dataset.from_list(data),
        environment_factory=kind, reward_funcs=game_reward,
    )  # fmt: skip
    made.train()
    return made


def test_grpo_plays_games_by_tools_and_learns_from_their_ends(tokenizer: Any, model: Any, tmp_path: Path) -> None:
    class Scripted(trl.GRPOTrainer):  # type: ignore[misc, name-defined]
        """Of each pair one rollout plays and the other calls what is not there to be called so."""

        def _generate_single_turn(
            self, prompt_ids: Any, images: Any, fields: Any, num_generations: int, has_tool_images: bool = False
        ) -> Any:
            del images, fields, num_generations, has_tool_images
            replies = []
            for number, ids in enumerate(prompt_ids):
                said = tokenizer.decode(ids)
                last = said.rsplit("<tool_response>", 1)[-1]
                if "The game is over." in last:
                    replies.append("Good game.")
                    continue
                wrong = '"times"' in said or ("<tool_response>" not in said and number % 2 == 1)
                call = {"name": "roll" if wrong else choice(last), "arguments": {"times": 2} if wrong else {}}
                replies.append(f"<tool_call>\n{json.dumps(call)}\n</tool_call>")
            return [[*tokenizer.encode(reply), tokenizer.eos_token_id] for reply in replies], None

    kind = environment_class("pig", opponents="random", **SHORT)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    made = grpo(kind, model, tokenizer, tmp_path, 8000, Scripted)
    logged = [entry for entry in made.state.log_history if "reward" in entry]
    assert len(logged) == 2
    for entry in logged:
        assert entry["game/forfeit"] == 0.5
        assert entry["game/finished"] == 0.5
        assert entry["game/invalid_rate"] == 0.5
        assert entry["tools/failure_frequency"] == 0.0
    assert [entry["reward"] for entry in logged] == [(1.0 - FORFEIT) / 2] * 2, "the one that plays wins"
    assert any(not torch.equal(before[name], value) for name, value in model.state_dict().items())
