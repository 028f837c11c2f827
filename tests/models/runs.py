"""Commands run against a scripted server, and what their runs leave in a folder."""

import json
import re
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from croupier.cli import app
from tests.models.scripted import Answer, Behaviour, scripted

PIG = ["arena", "pig", "-o", "winning_score=12", "-o", "max_turns=16"]
SKULL_KING = ["arena", "skull-king", "-o", "schedule=one", "-o"]
"""A round of one card; the number of players follows."""


def careful(body: dict[str, Any], number: int) -> Answer:
    """A model that holds at five: its answers depend on the question alone."""
    del number
    total = int(re.findall(r"turn total (\d+)", body["messages"][1]["content"])[-1])
    return Answer("I hold: [hold]" if total >= 5 else "[roll]")


def wordy(body: dict[str, Any], number: int) -> Answer:
    """A model that says nothing at its third message, and else holds at five, in words of its own."""
    del number
    messages = body["messages"]
    if len(messages) == 6:
        return Answer("I am not sure.")
    totals = re.findall(r"[Tt]urn total(?: is now|:) (\d+)", messages[-1]["content"])
    return Answer(f"Message {len(messages)}: {'[hold]' if totals and int(totals[-1]) >= 5 else '[roll]'}")


def settings(tmp_path: Path, **more: Any) -> list[str]:
    """The option with quick settings; the timeout is long, since on a busy machine a slow reply is no failure."""
    file = tmp_path / "models.toml"
    found = {"timeout": 60.0, "tries": 2, "first_pause": 0.01, "price_input": 1.0, "price_output": 2.0} | more
    file.write_text("[default]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in found.items()))
    return ["--llm-settings", str(file)]


def play(
    tmp_path: Path, behave: Behaviour, *words: str, ends: int = 0, **more: Any
) -> tuple[Result, list[dict[str, Any]]]:
    """Run a command with quick settings to the status that is expected: its result, and what was asked."""
    with scripted(behave) as server:
        result = CliRunner().invoke(app, [*words, "--llm-url", server.url, *settings(tmp_path, **more), "--yes"])
    assert result.exit_code == ends, result.output
    return result, server.requests


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "report.json").read_text())
    return found


def asked(folder: Path) -> list[dict[str, Any]]:
    """What the report says of each agent that answers in words."""
    rows: list[dict[str, Any]] = report(folder)["models"]["agents"]
    return rows


def journal(folder: Path) -> list[dict[str, Any]]:
    """The entries of the replies that arrived."""
    return [json.loads(line) for line in (folder / "replies.jsonl").read_text().splitlines()]


def cut(folder: Path) -> int:
    """Leave half of the replies, and of the next one the beginning, as a kill does; says how many are gone."""
    file = folder / "replies.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    half = len(lines) // 2
    file.write_bytes(b"".join(lines[:half]) + lines[half][:20])
    return len(lines) - half
