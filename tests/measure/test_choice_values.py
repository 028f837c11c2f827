"""Values of ability choices by search: what is compared, in which worlds, and how it is summed up."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Agent, AgentTraits, Turns
from croupier.agents.combined import ability_phases
from croupier.agents.names import AgentName
from croupier.agents.registry import blueprint, make_agent, make_searcher
from croupier.agents.search.searcher import Found, Searcher
from croupier.core.base.types import Actions
from croupier.measure.costs.ability_choices import OWN, SEARCH, _held_out, value_choices

game = croupier.make("skull-king", schedule="even")
WORLDS = 4


class Placed:
    """Chooses the legal action of one place, and elsewhere as `bot`."""

    def __init__(self, place: int) -> None:
        self.name, self._place, self._bot = f"place {place}", place, make_agent("bot", game)

    def act(self, turns: Turns) -> Actions:
        chosen = self._bot.act(turns)
        for row in np.flatnonzero(np.isin(turns.phases, sum(ability_phases(game).values(), ()))):
            legal = np.flatnonzero(turns.masks[row])
            chosen[row] = legal[self._place % len(legal)]
        return chosen


def valued(agent: Agent, others: dict[str, Agent], deals: int = 3, **how: Any) -> dict[str, Any]:
    how = {"around": make_agent(blueprint(game), game), "worlds": WORLDS, "sweeps": 1, **how}
    return value_choices(game, agent, others, "bot", deals, 7, **how)


def test_choices_are_valued_against_the_mean_of_all_that_are_legal() -> None:
    """Whoever chooses by one place or the other of two actions gains and loses the same: their mean is nothing."""
    bot = make_agent("bot", game)
    found = valued(bot, {str(place): Placed(place) for place in range(3)})
    rows = {row["ability"]: row for row in found["rows"]}
    assert (found["deals"], found["worlds"], found["unit"]) == (3, WORLDS, "points")
    assert set(rows) == {"rosie", "bendt", "roatan", "harry"}
    assert sum(rows["roatan"]["gains"][str(place)]["mean"] for place in range(3)) == pytest.approx(0.0, abs=1e-4)
    assert rows["harry"]["gains"][OWN]["mean"] > 10.0, "the right change saves a bid"
    for row in rows.values():
        assert list(row["gains"]) == [OWN, "0", "1", "2", SEARCH]
        assert row["a_game"] == row["decisions"] / 12
        for cell in row["gains"].values():
            low, high = cell["ci95"]
            assert low <= cell["mean"] <= high


def test_who_chooses_the_same_is_worth_the_same_whatever_the_threads_and_blocks() -> None:
    one = valued(make_agent("bot", game), {"again": make_agent("bot", game)}, 2)
    few = Placed(0)
    few.act = make_agent("bot", game).act  # type: ignore[method-assign]  # `bot`, at fewer tables at a time
    few.traits = AgentTraits(tables_at_once=3)  # type: ignore[attr-defined]  # as agents that think long say it
    other = valued(few, {"again": make_agent("bot", game)}, 2, threads=2)
    assert [row["decisions"] for row in other["rows"]] == [row["decisions"] for row in one["rows"]]
    for row, same in zip(one["rows"], other["rows"], strict=True):
        assert row["gains"][OWN] == row["gains"]["again"]
        for who, gain in row["gains"].items():  # sums in another order
            assert same["gains"][who]["mean"] == pytest.approx(gain["mean"], abs=1e-6)
            assert same["gains"][who]["ci95"] == pytest.approx(gain["ci95"], abs=1e-6)


def test_the_searchs_choice_is_valued_in_worlds_that_it_was_not_made_in() -> None:
    """Each half of the worlds praises one action and damns the other: what the search hoped for is not counted."""
    gains = np.array([[100.0] * 8 + [-100.0] * 8, [-100.0] * 8 + [100.0] * 8], dtype=np.float32)
    found = cast(Found, SimpleNamespace(gains=gains, shares=np.array([0.5, 0.5], dtype=np.float32)))
    judge = make_searcher(AgentName.of("search"), game)
    assert _held_out(found, judge) == -100.0
    always = cast(Found, SimpleNamespace(gains=np.abs(gains) * [[-1.0], [1.0]], shares=found.shares))
    assert _held_out(always, judge) == 100.0


def test_a_player_that_searches_is_not_valued_in_the_worlds_that_it_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys: list[tuple[Searcher, int]] = []
    search = Searcher.search

    def noted(searcher: Searcher, turns: Turns, row: int) -> Found:
        keys.append((searcher, int(turns.keys[row])))
        return search(searcher, turns, row)

    monkeypatch.setattr(Searcher, "search", noted)
    valued(make_agent("search/worlds=2,candidates=2,sweeps=1,halving=false:bot", game), {}, 1)
    by = [{key for searcher, key in keys if searcher is each} for each in {searcher for searcher, _ in keys}]
    assert len(by) == 2
    assert not by[0] & by[1]
