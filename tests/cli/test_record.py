"""croupier record, and replay of one game of many."""

import json
from collections.abc import Callable
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


def test_what_cannot_be_recorded_is_told(refused: Callable[..., str], tmp_path: Path) -> None:
    file = str(tmp_path / "x.jsonl")
    assert "unknown agent" in refused("record", "pig", "bott", "--out", file)
    assert "name 2 agents, not 3" in refused("record", "pig", "bot", "bot", "bot", "--out", file)
    assert "Missing option '--out'" in refused("record", "pig", "bot")
    assert "has no line 9" in refused("replay", _one(tmp_path), "--line", "9")


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


def test_what_cannot_become_chat_data_is_refused_before_a_game_is_played(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    out, chat = str(tmp_path / "games.jsonl"), str(tmp_path / "chat.jsonl")
    words = ("record", "pig", "random", *SHORT, "--games", "2", "--out", out)
    assert "name a file by --chat" in refused(*words, "--chat-agent", "random")
    assert "name it with .jsonl" in refused(*words, "--chat", str(tmp_path / "chat.txt"))
    assert "no folder" in refused(*words, "--chat", str(tmp_path / "no" / "chat.jsonl"))
    assert "the same file" in refused(*words, "--chat", out)
    assert "unknown agent among those that play 'bot'" in refused(*words, "--chat", chat, "--chat-agent", "bot")
    assert not Path(out).exists()
    Path(chat).write_text("")
    assert "exists already" in refused(*words, "--chat", chat)


def _one(folder: Path) -> str:
    file = folder / "empty.jsonl"
    file.write_text("")
    return str(file)
