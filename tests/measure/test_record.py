"""Recorded games: they replay, and the file is whole or not there."""

from pathlib import Path

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.types import Actions
from croupier.measure.play.record import record_games
from croupier.table.game_file import load_game, read_games, save_game

game = croupier.make("skull-king", players=3, schedule="even")
AGENTS = ("random", "bot:simple", "random")


def recorded(path: Path, games: int = 5, seed: int = 2, threads: int = 1) -> int:
    seated = [make_agent(name, game) for name in AGENTS]
    return record_games(game, seated, games, seed, path, threads=threads)


def test_every_line_is_a_game_that_replays(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    decisions = recorded(file)
    games = list(read_games(file))
    assert sum(len(data["actions"]) for data in games) == decisions
    for line, data in enumerate(games, start=1):
        played = load_game(file, line)
        assert played.state.is_terminal()
        assert list(played.agents) == data["agents"]
        assert sorted(played.agents) == sorted(AGENTS)
    assert [data["agents"].index("bot:simple") for data in games] == [1, 0, 2, 1, 0]


def test_the_seed_decides_and_a_longer_file_begins_with_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(tmp_path / "a.jsonl")
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 3)
    recorded(tmp_path / "b.jsonl", games=7, threads=2)
    assert (tmp_path / "b.jsonl").read_text().startswith((tmp_path / "a.jsonl").read_text())
    recorded(tmp_path / "c.jsonl", seed=3)
    assert (tmp_path / "a.jsonl").read_text() != (tmp_path / "c.jsonl").read_text()


def test_nothing_is_left_of_a_file_that_was_not_finished(tmp_path: Path) -> None:
    class Stops:
        name = "stops"

        def act(self, turns: Turns) -> Actions:
            del turns
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record_games(game, [Stops()] * 3, 2, 0, tmp_path / "x.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_recorded_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"its name must end in \.jsonl"):
        recorded(tmp_path / "games.json")
    (tmp_path / "old.jsonl").write_text("")
    with pytest.raises(FileError, match="exists already"):
        recorded(tmp_path / "old.jsonl")
    with pytest.raises(FileError, match="cannot be written"):
        recorded(tmp_path / "missing" / "games.jsonl")
    with pytest.raises(ConfigError, match="games must be an integer of at least 1"):
        recorded(tmp_path / "new.jsonl", games=0)
    with pytest.raises(ConfigError, match="has 3 seats: name 3 agents, not 1"):
        record_games(game, [make_agent("random", game)], 1, 0, tmp_path / "new.jsonl")


def test_one_game_reads_as_one_of_many(tmp_path: Path) -> None:
    state = game.new_initial_state(1)
    save_game(tmp_path / "one.json", state)
    assert [data["seed"] for data in read_games(tmp_path / "one.json")] == [1]
    with pytest.raises(FileError, match="holds one game; only files of many"):
        load_game(tmp_path / "one.json", 2)
    with pytest.raises(FileError, match="cannot be read"):
        list(read_games(tmp_path / "missing.jsonl"))
