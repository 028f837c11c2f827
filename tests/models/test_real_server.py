"""A real OpenAI-compatible server with a tiny random model, made on the spot: whole games, counted right.

It needs the group `model-server`, which is not installed by default; CONTRIBUTING.md has the command.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.replays import load_game

MAKE = """
import sys, torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
torch.manual_seed(0)
letters = sorted(pre_tokenizers.ByteLevel.alphabet())
words = ["<s>", "</s>", "<a>", "<b>", *letters]
tokenizer = Tokenizer(models.BPE(vocab={word: k for k, word in enumerate(words)}, merges=[]))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="</s>")
fast.chat_template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\\n{% endfor %}assistant: "
model = LlamaForCausalLM(LlamaConfig(
    vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2,
    num_key_value_heads=2, max_position_embeddings=16384, bos_token_id=0, eos_token_id=1,
))
model.save_pretrained(sys.argv[1])
fast.save_pretrained(sys.argv[1])
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.thorough
def test_a_tiny_random_model_plays_whole_games_badly_and_is_counted_right(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs the group model-server")
    model, out, port = tmp_path / "tiny", tmp_path / "run", free_port()
    quiet = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"}
    subprocess.run([sys.executable, "-c", MAKE, str(model)], check=True, env=quiet, capture_output=True)
    transformers = Path(sys.executable).with_name("transformers")
    serve = [str(transformers), "serve", str(model), "--device", "cpu", "--host", "127.0.0.1", "--port", str(port)]
    settings = tmp_path / "models.toml"
    settings.write_text(
        f'[models.tiny]\nmodel = "{model}"\nurl = "http://127.0.0.1:{port}/v1"\nlimit_field = "max_tokens"\n'
        "max_tokens = 16\ntemperature = 1.0\nprice_input = 0\nprice_output = 0\n"
    )
    with subprocess.Popen(serve, env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(300):
                assert server.poll() is None
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()  # our own
                    break
                except OSError:
                    time.sleep(1)
            words = ["arena", "pig", "-o", "winning_score=10", "-o", "max_turns=6", "llm:tiny", "bot", "random"]
            more = ["--deals", "2", "--llm-settings", str(settings), "--out", str(out)]
            result = CliRunner().invoke(app, [*words, *more])
        finally:
            server.terminate()
    assert result.exit_code == 0, result.output
    tiny = json.loads((out / "report.json").read_text())["models"]["agents"][0]
    assert (tiny["games"], tiny["void"]) == (8, 0)
    assert tiny["forfeited"] == tiny["decisions"] > 4  # noise names no action; the bot may win before it is asked
    assert tiny["replies"] == 3 * tiny["forfeited"] == tiny["unparsable"] + tiny["illegal"] + tiny["truncated"]
    assert tiny["tokens_in"] > 100 * tiny["replies"]
    games = [load_game(file) for file in (out / "games").glob("*.json")]
    lost = [game.agents[game.forfeited] for game in games if game.forfeited is not None]
    assert lost == ["llm:tiny"] * tiny["forfeited"]
