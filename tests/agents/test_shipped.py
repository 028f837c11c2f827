"""The player that ships with croupier: it is there, plays every table that it has room for, and is worth it."""

import json

import numpy as np
import pytest

import croupier
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.arena.play.tournament import play_tournament
from croupier.core.base.errors import ConfigError

LARGEST = 10 * 10**6  # bytes
GAMES = ("skull-king", "spite-malice")


@pytest.mark.parametrize("name", GAMES)
def test_its_card_says_how_it_was_trained(name: str) -> None:
    game = croupier.make(name)
    path = shipped_policy(game)
    agent = make_agent("net", game)
    assert isinstance(agent, PolicyAgent)
    assert agent.name == "net"
    training = json.loads(agent.metadata["training"])
    lines = path.with_suffix(".md").read_text().splitlines()
    told = next(line for line in lines if line.startswith(f"| `{path.name}` |"))
    assert f"| {training['decisions'] / 1e6:.0f} million | {training['config']['seed']} |" in told


def test_all_files_together_are_small() -> None:
    folders = {shipped_policy(croupier.make(name)).parent for name in GAMES}
    assert sum(file.stat().st_size for folder in folders for file in folder.glob("*.onnx")) < LARGEST


@pytest.mark.parametrize(
    ("name", "opponent", "deals"), [("skull-king", "bot", 60), ("spite-malice", "bot:greedy", 60)]
)
def test_it_wins_more_than_its_share_against_bots(name: str, opponent: str, deals: int) -> None:
    game = croupier.make(name)
    table = [make_agent("net", game), *(make_agent(opponent, game) for _ in range(game.num_players - 1))]
    ours = play_tournament(game, table, deals, 7).agents[0]
    assert ours.games == deals * game.num_players
    assert ours.ci95 is not None
    assert ours.ci95[0] > 1 / game.num_players


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
    with pytest.raises(ConfigError, match="no trained player of pig ships"):
        make_agent("net", croupier.make("pig"))
