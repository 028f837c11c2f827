"""The player that ships with croupier: it is there, plays every table that it has room for, and is worth it."""

import json

import numpy as np
import pytest

import croupier
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.arena.tournament import play_tournament
from croupier.core.errors import ConfigError

LARGEST = 5 * 10**6  # bytes


@pytest.mark.parametrize(("players", "name"), [(4, "skull-king-4.onnx"), (3, "skull-king.onnx")])
def test_it_is_small_and_its_card_says_how_it_was_trained(players: int, name: str) -> None:
    game = croupier.make("skull-king", players=players)
    path = shipped_policy(game)
    assert path.name == name
    agent = make_agent("net", game)
    assert isinstance(agent, PolicyAgent)
    assert agent.name == "net"
    training = json.loads(agent.metadata["training"])
    lines = (path.parent / "skull-king.md").read_text().splitlines()
    told = next(line for line in lines if line.startswith(f"| `{name}` |"))
    assert f"| {training['decisions'] / 1e6:.0f} million | {training['config']['seed']} |" in told
    assert training["config"]["mix_sizes"] == (players != 4)


def test_all_files_together_are_small() -> None:
    folder = shipped_policy(croupier.make("skull-king")).parent
    assert sum(file.stat().st_size for file in folder.glob("*.onnx")) < LARGEST


def test_it_wins_more_than_its_share_against_strong_bots() -> None:
    game = croupier.make("skull-king")
    table = [make_agent("net", game), *(make_agent("bot", game) for _ in range(3))]
    ours = play_tournament(game, table, 60, 7).agents[0]
    assert ours.games == 240
    assert ours.ci95 is not None
    assert ours.ci95[0] > 0.25


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 8},
        {"players": 6, "loot": True, "kraken": True, "whale": True},
        {"players": 3, "rascal": True},
    ],
)
def test_it_plays_tables_of_two_to_eight_with_any_options(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    result = play_tournament(game, [make_agent("net", game) for _ in range(game.num_players)], 2, 1)
    assert sum(agent.games for agent in result.agents) == 2 * game.num_players * game.num_players
    assert np.isfinite([agent.mean_points for agent in result.agents]).all()


def test_a_game_without_one_is_refused() -> None:
    with pytest.raises(ConfigError, match="no trained player of spite-malice ships"):
        make_agent("net", croupier.make("spite-malice"))
