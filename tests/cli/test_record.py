"""croupier record, and replay of one game of many."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

SHORT = ("-o", "winning_score=20", "-o", "max_turns=30")


def test_games_are_written_and_replayed(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "pig.jsonl")
    told = json.loads(run("record", "pig", "random", *SHORT, "--games", "3", "--out", file, "--json").stdout)
    assert (told["games"], told["file"]) == (3, file)
    moves = [json.loads(run("replay", file, "--line", str(line), "--json").stdout)["moves"] for line in (1, 2, 3)]
    assert sum(map(len, moves)) == told["decisions"]
    text = run("record", "pig", "random", "bot", *SHORT, "--games", "1", "--out", str(tmp_path / "b.jsonl")).stdout
    assert "Wrote 1 games with" in text


def test_what_cannot_be_recorded_is_told(refused: Callable[..., str], tmp_path: Path) -> None:
    file = str(tmp_path / "x.jsonl")
    assert "unknown agent" in refused("record", "pig", "bott", "--out", file)
    assert "name 2 agents, not 3" in refused("record", "pig", "bot", "bot", "bot", "--out", file)
    assert "Missing option '--out'" in refused("record", "pig", "bot")
    assert "has no line 9" in refused("replay", _one(tmp_path), "--line", "9")


def _one(folder: Path) -> str:
    file = folder / "empty.jsonl"
    file.write_text("")
    return str(file)
