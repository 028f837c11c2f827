"""Refusals as they were recorded: a command, and the line on standard error with which it ends.

A new refusal is a line `$ croupier ...` in `data/refusals.txt`. `python -m tests.cli.recorded` writes what all
commands there say now: look at the difference.
"""

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import croupier
from croupier.cli import app
from croupier.table.game_file import game_data, save_game
from tests.installed import installed

COMMAND = typer.main.get_command(app)
REFUSALS = Path(__file__).with_name("data") / "refusals.txt"
POLICY = Path(croupier.__file__).parent / "games" / "skull_king" / "policies" / "skull-king-2026-11.onnx"


def invoke(*words: str, text: str = "") -> Result:
    """Run a command in this process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["croupier", *words])
        patched.setattr("typer.testing._get_command", lambda _: COMMAND)  # else each call makes all of it anew
        patched.setattr(sys.modules["__main__"], "__spec__", None)  # as the script, also by `python -m pytest`
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            patched.delenv(name, raising=False)
        result = CliRunner().invoke(app, list(words), input=text, prog_name="croupier")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def refusal(*words: str, text: str = "") -> str:
    """The one line on standard error of a command that must fail."""
    result = invoke(*words, text=text)
    assert result.exit_code == 2, result.output
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("croupier: ")
    assert "Traceback" not in result.output
    return lines[0]


def here(line: str) -> str:
    """A line with the word HERE for the folder in which the command ran."""
    return line.replace(str(Path.cwd()), "HERE")


def recorded() -> dict[str, str]:
    """The commands of the file, and their lines."""
    parts = REFUSALS.read_text(encoding="utf-8").strip().split("\n\n")
    return {first.removeprefix("$ croupier "): line for first, _, line in (part.partition("\n") for part in parts)}


def fill(folder: Path) -> None:
    """Write what the recorded commands name into the folder in which they run."""
    pig = croupier.make("pig", winning_score=10)
    state = pig.new_initial_state(4)
    while not state.is_terminal():
        state.apply_action(int(state.records[0]["total"] >= 4))
    save_game(folder / "game.json", state, ("human", "bot:hold-4"))
    text = (folder / "game.json").read_text()
    (folder / "half.json").write_text(text[: len(text) // 2])
    (folder / "illegal.json").write_text(json.dumps(game_data(pig.new_initial_state()) | {"actions": [3]}))
    for name in ("empty.jsonl", "old.csv", "new.costs.csv", "old.jsonl", "text.zip", "text.onnx", "old.json"):
        (folder / name).write_text("" if name == "empty.jsonl" else "mine")
    for name in ("folder.csv", "there"):
        (folder / name).mkdir()
    (folder / "policy.onnx").symlink_to(POLICY)


def contents(folder: Path) -> dict[str, bytes]:
    """All files and folders with what is in them."""
    found = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in found}


def main() -> None:
    """Write the file anew, sorted by command."""
    with tempfile.TemporaryDirectory() as place, installed(Path(place), "toy", "tests.toy:SPEC", Path.cwd()):
        folder = Path(place) / "here"
        folder.mkdir()
        fill(folder)
        os.chdir(folder)
        lines = {command: here(refusal(*shlex.split(command))) for command in sorted(recorded())}
    REFUSALS.write_text("\n\n".join(f"$ croupier {command}\n{line}" for command, line in lines.items()) + "\n")


if __name__ == "__main__":
    main()
