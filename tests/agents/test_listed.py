"""The lists of agents name for each game what plays it: alone, or with the file that it needs."""

import pytest

import croupier
from croupier.agents.registry import agent_names, make_agent
from croupier.agents.shipped import releases
from croupier.core.spec.registry import entries
from croupier.server.agents.allowed_agents import listed


@pytest.mark.parametrize("name", entries())
def test_net_is_named_alone_only_where_a_policy_ships(name: str) -> None:
    game = croupier.make(name)
    found = {"net", "net:FILE"} & agent_names(game).keys()
    assert found == ({"net"} if releases(game) else {"net:FILE"})
    offered = [each["name"] for each in listed(game, ())]
    assert ("net" in offered) == bool(releases(game))
    assert "net:FILE" not in offered


def test_the_solution_is_named_with_its_file_and_where_there_can_be_one() -> None:
    for name, options in (("leduc", {}), ("liars-dice", {"dice": 1})):
        game = croupier.make(name, **options)
        assert {"solved", "solved:FILE"} & agent_names(game).keys() == {"solved:FILE"}
        assert "solved:FILE" not in [each["name"] for each in listed(game, ())]
    for name in ("skull-king", "spite-malice", "oh-hell"):
        assert not {"solved", "solved:FILE"} & agent_names(croupier.make(name)).keys()


@pytest.mark.parametrize("name", ["leduc", "liars-dice"])
def test_what_needs_no_file_plays_with_a_search_part_and_without_one(name: str) -> None:
    game = croupier.make(name)
    assert (game.spec.search is None) == (name == "leduc")
    assert {"random", "bot", "search", "pimc", "ismcts"} <= agent_names(game).keys()
    for agent in ("random", "bot", "search", "pimc", "ismcts"):
        assert make_agent(agent, game).name == agent


def test_an_unknown_agent_is_told_what_there_is() -> None:
    with pytest.raises(croupier.ConfigError, match="net:FILE"):
        make_agent("hold-20", croupier.make("leduc"))
