"""No search peeks: what it finds is the same in every world that its seat holds possible, in every phase."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent
from croupier.core.engine.game import Game, State
from croupier.games.skull_king.record.cards import NONE
from croupier.games.skull_king.record.state import DecisionPhase, bids_open
from tests.agents.search.worldly import TABLES, decisions, elsewhere
from tests.amounts import daily, larger

SMALL = "search/worlds=8,candidates=2,sweeps=2"
"""A bot, a policy that is asked batch by batch, and one that plays inside the loop."""
PHASES = {phase.name for phase in DecisionPhase} - {"ABILITY_JADE"}
"""Phases with a choice: Jade's has one action alone."""
SECRETS = {"hidden bids", "discards for Bendt", "the pile that Jade showed"}
"""What some seats know and others do not, beside the hands, at a table of four."""


def situations(state: State) -> Iterator[str]:
    """What a search of this decision has to keep apart: the phase, and secrets that are more than hands."""
    s, seat = state.records[0], state.current_player()
    yield state.phase
    if not bids_open(s) and any(s["bids"][other] != NONE for other in range(s["players"]) if other != seat):
        yield "hidden bids"
    if s["bendt_seat"] not in (NONE, seat) and (s["discards"] != NONE).any():
        yield "discards for Bendt"
    if s["jade_seat"] == seat:
        yield "the pile that Jade showed"
    if s["seats"] > s["players"]:
        yield "Graybeard's hand"


def compared(game: Game, name: str, seeds: range, every: int, keys: int) -> Counter[str]:
    """Hold searches against the same searches in other worlds; gives how many decisions of each situation."""
    agent = make_agent(name, game)
    counts: Counter[str] = Counter()
    for seed in seeds:
        for number, state in enumerate(decisions(game, seed, every=every)):
            others = [elsewhere(state, 100 * number + key) for key in range(keys)]
            possible = [other for other in others if other is not None]
            if possible:
                same(agent, Turns.of_state(state), possible)
                counts.update(situations(state))
                counts["all"] += len(possible)
    return counts


def same(agent: object, here: Turns, others: list[Turns]) -> None:
    """Check that an agent finds the same in all of these."""
    if not isinstance(agent, SearchAgent):
        choice = agent.act(here)  # type: ignore[attr-defined]  # an agent
        assert all(agent.act(other) == choice for other in others)  # type: ignore[attr-defined]
        return
    found = agent.searcher.search(here, 0)
    for other in others:
        again = agent.searcher.search(other, 0)
        assert again.action == found.action
        np.testing.assert_array_equal(again.gains, found.gains)
        assert (again.worlds == found.worlds).all()  # so their distribution does not depend on the truth


@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_a_search_finds_the_same_in_every_world_that_the_seat_holds_possible(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    every = 14 if game.num_players < 6 else 42  # games of large tables are long; the thorough test has them all
    counts = compared(game, f"{SMALL}:net", range(9, 10), every=every, keys=3)
    assert counts["all"] > 20
    assert {"BIDDING", "PLAYING"} <= set(counts)


@larger("every", 40, 13)
def test_a_baseline_does_not_peek_either(every: int) -> None:
    assert compared(croupier.make("skull-king"), "pimc/worlds=8:bot", range(3), every=every, keys=2)["all"] > 10


@larger("every", 27, 9)
def test_the_hidden_cards_of_mini_spite_and_malice_do_not_matter(every: int) -> None:
    game = croupier.make("spite-malice", goal_size=2)
    agent = make_agent("search/worlds=4:bot", game)
    for number, state in enumerate(decisions(game, 3, every=every)):
        other = state.resample_hidden(state.current_player(), number)
        here = Turns.of_state(state)
        same(agent, here, [Turns(game, other.records, here.keys.copy())])


@pytest.mark.thorough
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("options", TABLES)
def test_a_search_finds_the_same_in_thousands_of_positions_of_every_phase(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    name = f"{SMALL}:net"
    counts = compared(game, name, range(1000, 1040), every=3, keys=1)
    assert counts["all"] > 1000
    assert set(counts) >= PHASES | SECRETS
    if options.get("players") == 2:
        assert counts["Graybeard's hand"] > 100
