"""Tokens a decision, and decisions that tell two language models apart, with models that play as agents do.

Run: ``uv run python -m benchmarks.judge_models [--set SET] [--count N] [--agent NAME ...]``

A server on this machine answers as the named agents would, one model each: prompts, replies, their reader and the
report are those of any model, and what a model pays for by tokens is counted as four characters to a token. The
regrets are the agents' own, which the last table compares: what is lost between question and answer would show.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import numpy as np

from croupier.agents.llm.agent import LanguageModel, chat
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.names import AgentName
from croupier.agents.speech import CHARACTERS_A_TOKEN
from croupier.arena.judge.answers import choices
from croupier.arena.judge.asked import Asked
from croupier.arena.judge.cases import cases_of_set
from croupier.arena.judge.figures import needed_for
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import Number, in_columns, number_heads
from croupier.decisions import load

Said = dict[str, dict[str, str]]
"""By the name of a model and the text of a question, what it replies."""


def replies(name: str, count: int | None, agents: list[str]) -> Said:
    """What each agent would say to each question of a set.

    Args:
        name: of the set.
        count: decisions from its beginning.
        agents: names of agents that choose one action.
    """
    cases = cases_of_set(load(name), count)
    asked = Asked("llm:any", LanguageModel("llm:any", ModelSettings("any"), "list"))
    texts = [json.dumps(chat(asked.question(case, asked.table(case, 0)))) for case in cases]
    said: Said = {}
    for agent in agents:
        chosen = choices(cases, AgentName.parse(agent)).each
        words = [
            case.texts[int(np.argmax(each.weights))] for case, each in zip(cases, chosen, strict=True) if each
        ]
        said[agent] = dict(zip(texts, words, strict=True))
    return said


@contextmanager
def served(said: Said) -> Iterator[str]:
    """A server of chat completions that answers from a table of replies; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            text = json.dumps(body["messages"])
            data = json.dumps(completion(text, said[body["model"]][text])).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def completion(question: str, reply: str) -> dict[str, Any]:
    """A chat completion as endpoints send it."""
    read, written = (max(1, round(len(text) / CHARACTERS_A_TOKEN)) for text in (question, reply))
    message = {"role": "assistant", "content": reply}
    return {
        "id": "1", "object": "chat.completion", "created": 0, "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }  # fmt: skip


def judged(name: str, count: int | None, agents: list[str]) -> Mapping[str, Any]:
    """The report of ``croupier judge`` on models that say what agents would, and on these agents."""
    with served(replies(name, count, agents)) as url, tempfile.TemporaryDirectory() as folder:
        models = [f"llm:{agent}" for agent in agents]
        words = ["judge", *models, *agents, "--set", name, "--out", str(Path(folder) / "r.json"), "--yes"]
        words += ["--llm-url", url, *(["--count", str(count)] if count else [])]
        surroundings = os.environ | {"OPENAI_API_KEY": "none"}
        subprocess.run(  # noqa: S603  (this interpreter)
            [sys.executable, "-m", "croupier", *words], check=True, env=surroundings, stdout=sys.stderr
        )
        return cast(Mapping[str, Any], json.loads((Path(folder) / "r.json").read_text()))


def models(found: Mapping[str, Any]) -> str:
    """Each model: its regret, which is the agent's, its tokens, and those that an interval of ±1 takes."""
    figures = {each["agent"]: each["regret"] for each in found["agents"]}
    rows = []
    for each in found["asked"]:
        name, counts = each["name"], each["counts"]
        regret = figures[name]
        if regret != figures[name.removeprefix("llm:")]:
            raise SystemExit(f"{name} is judged otherwise than the agent whose answers it gives")
        tokens = (counts["tokens_in"] + counts["tokens_out"]) / counts["replies"]
        low, high = regret["ci95"]
        needed = math.ceil(regret["decisions"] * ((high - low) / 2) ** 2)
        rows.append((name, Number(regret["mean"], ".2f", (low, high)),
                     Number(tokens, ",.0f"), Number(needed, ",.0f"),
                     Number(needed * tokens, ",.0f")))  # fmt: skip
    heads = number_heads("model", "regret", "tokens a decision", "decisions for ±1", "tokens for ±1")
    return markdown_table(in_columns("Models", heads, rows))


def pairs(found: Mapping[str, Any]) -> str:
    """Decisions, and tokens of both models together, that tell each pair apart with 80% power."""
    tokens = {
        each["name"]: (each["counts"]["tokens_in"] + each["counts"]["tokens_out"]) / each["counts"]["replies"]
        for each in found["asked"]
    }
    rows = []
    for each in found["gaps"]:
        if not {each["a"], each["b"]} <= set(tokens):
            continue
        gap, spread = abs(each["gap"]["mean"]), each["spread"]
        needed = needed_for(spread, gap) if gap else None
        both = None if needed is None else needed * (tokens[each["a"]] + tokens[each["b"]])
        rows.append((f"{each['a']}, {each['b']}", Number(gap, ".2f"), Number(spread, ".1f"),
                     Number(needed, ",.0f"), Number(both, ",.0f")))  # fmt: skip
    heads = number_heads("models", "gap", "spread", "decisions to tell them apart", "tokens of both")
    return markdown_table(in_columns("Pairs", heads, rows))


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", default="skull-king-1")
    parser.add_argument("--count", type=int, help="decisions from the set's beginning; all unless told otherwise")
    parser.add_argument("--agent", action="append", help="who answers; repeat for more")
    args = parser.parse_args()
    found = judged(args.set, args.count, args.agent or ["net", "bot", "bot:simple"])
    print(f"{args.set}: {found['decisions']:,} decisions, digest {found['digest']}\n")
    print(models(found), pairs(found), sep="\n\n")


if __name__ == "__main__":
    main()
