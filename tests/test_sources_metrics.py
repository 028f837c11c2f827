"""Ability metrics of recorded games (004, 6.1)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.games.skull_king.evaluation import SkullKingMeasures
from croupier.measure.play.record import record_games
from croupier.sources import AbilityMetrics
from croupier.sources.metrics import Recorded
from croupier.table.game_file import PlayedGame, game_data, load_game, read_games, save_game

FIGURES = ("rosie_strategic_rate", "bendt_discard_quality", "roatan_bet_accuracy", "harry_save_rate")
table = croupier.make("skull-king", players=3, schedule="fives")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games of a simple bot and two random players."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    seated = [make_agent(name, table) for name in ("bot:simple", "random", "random")]
    record_games(table, seated, 6, 1, path)
    return path


def every_seat(played: PlayedGame) -> list[int]:
    return list(range(played.state.game.num_players))


def third_seat(played: PlayedGame) -> list[int]:
    del played
    return [2]


def counted(path: Path, lines: range, seats: Callable[[PlayedGame], list[int]]) -> dict[str, Any]:
    """What the measures say, decision by decision."""
    measures = SkullKingMeasures(3 * len(lines))
    for line in lines:
        played = load_game(path, line)
        for before, action, after in played.moves():
            for seat in seats(played):
                where = np.array([3 * (line - 1) + seat])
                measures.add(where, np.array([seat]), before.records, np.array([action]), after.records)
    return measures.result()


@pytest.mark.thorough
def test_004_6_1_the_figures_are_those_of_the_measures_for_all_seats(games: Path) -> None:
    metrics = AbilityMetrics()
    assert [getattr(metrics, name) for name in FIGURES] == [None] * 4
    found = metrics.evaluate(games)
    expected = counted(games, range(1, 7), every_seat)
    assert metrics.counts == expected
    assert found == {
        "rosie_strategic_rate": expected["rosie"]["strategic_rate"],
        "bendt_discard_quality": expected["bendt"]["discard_quality"],
        "roatan_bet_accuracy": expected["roatan"]["bet_accuracy"],
        "harry_save_rate": expected["harry"]["save_rate"],
    }
    assert found == {name: getattr(metrics, name) for name in FIGURES}
    assert None not in found.values()


def test_004_6_1_one_agent_or_one_seat_can_be_looked_at(games: Path) -> None:
    metrics = AbilityMetrics()
    metrics.evaluate(games, agent="bot:simple")
    assert metrics.counts == counted(games, range(1, 7), lambda played: [played.agents.index("bot:simple")])
    metrics.evaluate(games, seat=2)
    assert metrics.counts == counted(games, range(1, 7), third_seat)
    metrics.evaluate(games, seat=2, agent="random")
    both = counted(games, range(1, 7), lambda played: [2] if played.agents[2] == "random" else [])
    assert metrics.counts == both


def test_004_6_1_files_and_loaded_games_are_taken_alike(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = AbilityMetrics()
    whole.evaluate(str(games))
    loaded = [load_game(games, line) for line in range(1, 7)]
    save_game(tmp_path / "one.json", loaded[0].state, loaded[0].agents)
    mixed: list[Recorded] = [tmp_path / "one.json", loaded[1], loaded[2].state, *list(read_games(games))[3:]]
    again = AbilityMetrics()
    again.evaluate(mixed)
    assert again.counts == whole.counts
    monkeypatch.setattr("croupier.sources.metrics._AT_ONCE", 4)
    again.evaluate(games)
    assert again.counts == whole.counts


def test_004_6_1_games_of_other_options_positions_and_unfinished_games_count(tmp_path: Path) -> None:
    other = croupier.make("skull-king", players=4, schedule="one", harry=False)
    begun = table.new_initial_state(3)
    begun.apply_action(begun.legal_actions()[0])
    set_up = table.position(begun.position(), 5)
    generator = np.random.default_rng(1)
    while not set_up.is_terminal():
        set_up.apply_action(int(generator.choice(set_up.legal_actions())))
    save_game(tmp_path / "set-up.json", set_up)
    metrics = AbilityMetrics()
    metrics.evaluate([other.new_initial_state(1), begun, tmp_path / "set-up.json"])
    assert metrics.counts == counted(tmp_path / "set-up.json", range(1, 2), every_seat)
    assert metrics.evaluate(begun) == dict.fromkeys(FIGURES)


def test_004_6_1_games_of_another_kind_are_refused(games: Path, tmp_path: Path) -> None:
    metrics = AbilityMetrics()
    pig = croupier.make("pig").new_initial_state(1)
    save_game(tmp_path / "pig.json", pig)
    with pytest.raises(FileError, match=r"pig\.json, in the games from 1 on: a game of pig, not of skull-king"):
        metrics.evaluate(tmp_path / "pig.json")
    with pytest.raises(ConfigError, match=r"^a game of pig, not of skull-king"):
        metrics.evaluate([pig])
    with pytest.raises(FileError, match="cannot be read"):
        metrics.evaluate(tmp_path / "missing.jsonl")
    with pytest.raises(ConfigError, match="there are no games to evaluate"):
        metrics.evaluate([])
    with pytest.raises(
        ConfigError, match="'bob' plays in none of these games; their agents are bot:simple, random"
    ):
        metrics.evaluate(games, agent="bob")
    with pytest.raises(ConfigError, match="seat 3 plays in none of these games"):
        metrics.evaluate(games, seat=3)
    with pytest.raises(ConfigError, match="given as files or loaded games, not as int"):
        metrics.evaluate([7])  # type: ignore[list-item]  # to see it refused
    assert metrics.counts == {}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": [99]}, "99 among the actions of a game, which is none of skull-king"),
        ({"actions": ["bid"]}, "'bid' among the actions"),
        ({"actions": [11]}, "action 11 is not legal"),
        ({"version": 99}, "a game by version 99 of the rules, not 1"),
        ({"seed": -1}, "a seed is an integer from 0"),
        ({"start": "skull-king players=9"}, "players"),
        ({"agents": ["bob"]}, "1 agents for 3 seats"),
        ({"options": {"pirates": 1}}, "unknown option"),
    ],
)
def test_004_6_1_records_that_cannot_be_played_again_are_refused(change: dict[str, Any], message: str) -> None:
    data = game_data(table.new_initial_state(1)) | change
    with pytest.raises(ConfigError, match=message):
        AbilityMetrics().evaluate(data)
