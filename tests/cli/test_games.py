"""croupier games."""

import json

import croupier
from croupier.agents.registry import agent_names
from tests.cli.conftest import Run


def test_games_lists_every_game_with_its_variants(run: Run) -> None:
    listed = json.loads(run("games", "--json").stdout)["games"]
    assert [game["name"] for game in listed] == list(croupier.registered_games())
    pig = next(game for game in listed if game["name"] == "pig")
    assert pig["variants"] == ["PigDice-v0", "PigDice-v0-short", "PigDice-v0-long"]
    text = run("games").stdout
    for game in listed:
        assert game["name"] in text
        assert game["summary"] in text


def test_games_of_one_game_tells_options_variants_and_agents(run: Run) -> None:
    data = json.loads(run("games", "pig", "--json").stdout)
    assert {option["name"]: option["default"] for option in data["options"]} == croupier.make("pig").options
    assert data["options"][0]["range"] == "an integer from 1 to 1000000"
    assert data["variants"]["PigDice-v0-short"] == {"winning_score": 50, "max_turns": 50}
    assert [agent["name"] for agent in data["agents"]] == list(agent_names(croupier.make("pig")))
    assert (data["players"], data["actions"], sum(data["observation"].values())) == (2, 2, 7)
    assert data["facts"] == {
        "min_utility": -1.0, "max_utility": 1.0, "utility_sum": 0.0, "max_game_length": None,
        "information": "open", "chance": "listed", "ranked_by_points": True,
        "draws_ahead": False, "public_positions": None,
        "worst_points": 0.0, "best_points": None,
    }  # fmt: skip
    text = run("games", "pig").stdout
    assert "open information, chance: listed, utilities from -1 to 1, no limit of decisions\n" in text
    for word in ("winning_score=100", "PIG-6", "PigDice-v0-short", "bot:hold-25", "one of turn, action"):
        assert word in text


def test_games_of_a_variant_or_with_options_shows_their_values(run: Run) -> None:
    assert "winning_score=50" in run("games", "PigDice-v0-short").stdout
    assert "max_turns=7" in run("games", "pig", "-o", "max_turns=7").stdout


def test_a_variant_that_changes_no_option_says_so(run: Run, toy: None) -> None:
    assert "  HighCard-v0  players=2\n" in run("games", "toy").stdout
    assert "  SkullKing-v0  the defaults\n" in run("games", "skull-king").stdout


def test_a_game_of_another_package_is_listed(run: Run, toy: None) -> None:
    assert "toy: from the package" in run("games").stdout
    text = run("games", "toy", "--option", "players=4").stdout
    assert "4 players" in text
    assert "hidden information, chance: sampled, utilities from -1 to 1, at most 4 decisions" in text
    assert "hurry=false" in text
