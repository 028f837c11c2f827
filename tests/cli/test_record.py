"""croupier record, and replay of one game of many."""

import json
from pathlib import Path

from croupier.replays import read_games
from tests.cli.conftest import Run

SHORT = ("-o", "winning_score=20", "-o", "max_turns=30")


def test_games_are_written_and_replayed(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "pig.jsonl")
    told = json.loads(run("record", "pig", "random", *SHORT, "--games", "3", "--out", file, "--json").stdout)
    assert (told["games"], told["file"]) == (3, file)
    moves = [json.loads(run("replay", file, "--line", str(line), "--json").stdout)["moves"] for line in (1, 2, 3)]
    assert sum(map(len, moves)) == told["decisions"]
    text = run("record", "pig", "random", "bot", *SHORT, "--games", "1", "--out", str(tmp_path / "b.jsonl")).stdout
    assert "Wrote 1 game with" in text


def test_record_writes_the_seats_that_are_asked_for(run: Run, tmp_path: Path) -> None:
    out, chat = tmp_path / "games.jsonl", tmp_path / "chat.jsonl"
    words = ("record", "pig", "random", "bot", *SHORT, "--games", "4", "--out", str(out), "--chat", str(chat))
    told = json.loads(run(*words, "--chat-agent", "bot", "--json").stdout)
    assert (told["chat"], told["games"]) == (str(chat), 4)
    lines = [json.loads(line) for line in chat.read_text().splitlines()]
    assert len(lines) == told["conversations"]
    assert {line["agent"] for line in lines} == {"bot"}
    seats = [data["agents"].index("bot") for data in read_games(out)]
    assert [line["seat"] for line in lines] == seats  # it decided something in each
    assert len({line["seat"] for line in lines}) == 2
    plain = run(*words[:-3], str(tmp_path / "b.jsonl"), "--chat", str(tmp_path / "c.jsonl")).stdout
    assert "conversations to" in plain
