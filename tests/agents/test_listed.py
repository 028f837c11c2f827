"""The lists of agents name for each game what plays it: alone, or with the file that it needs."""

from typing import Any

import pytest

import croupier
from croupier.agents.registry import agent_names, make_agent
from croupier.agents.shipped import releases
from croupier.core.spec.registry import registered_games
from croupier.server.agents.allowed_agents import listed


@pytest.mark.parametrize("name", registered_games())
def test_net_is_named_alone_only_where_a_policy_ships(name: str) -> None:
    game = croupier.make(name)
    found = {"net", "net:FILE"} & agent_names(game).keys()
    assert found == ({"net"} if releases(game) else {"net:FILE"})
    offered = [each["name"] for each in listed(game, ())]
    assert ("net" in offered) == bool(releases(game))
    assert "net:FILE" not in offered


@pytest.mark.parametrize(
    ("name", "options", "solved"),
    [
        ("leduc", {}, True), ("liars-dice", {"dice": 1}, True), ("liars-dice", {}, False),
        ("liars-dice", {"dice": 2}, False), ("skull-king", {}, False), ("spite-malice", {}, False),
        ("oh-hell", {}, False), ("pig", {"turn_unit": "action", "max_turns": 30}, False),
    ],
)  # fmt: skip
def test_the_solution_is_named_with_its_file_and_where_there_can_be_one(
    name: str, options: dict[str, Any], solved: bool
) -> None:
    game = croupier.make(name, **options)
    assert {"solved", "solved:FILE"} & agent_names(game).keys() == ({"solved:FILE"} if solved else set())
    assert "solved:FILE" not in [each["name"] for each in listed(game, ())]


@pytest.mark.parametrize("name", ["leduc", "liars-dice"])
def test_what_needs_no_file_plays_with_a_search_part_and_without_one(name: str) -> None:
    game = croupier.make(name)
    assert (game.spec.search is None) == (name == "leduc")
    assert {"random", "bot", "search", "pimc"} <= agent_names(game).keys()
    for agent in ("random", "bot", "search", "pimc"):
        assert make_agent(agent, game).name == agent


def test_an_unknown_agent_is_told_what_there_is() -> None:
    with pytest.raises(croupier.ConfigError, match="net:FILE"):
        make_agent("hold-20", croupier.make("leduc"))
