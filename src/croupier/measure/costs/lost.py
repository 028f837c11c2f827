"""Points lost in played games: a sample of decisions per agent, each compared with the best action.

It asks nobody anything again, and tells agents apart by far fewer games than wins do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.core.base.rows import Cell, Number, Rows, agent_heads, in_columns
from croupier.core.engine.game import Game
from croupier.measure.costs.answers import certain
from croupier.measure.costs.cases import stratum_of
from croupier.measure.costs.table import Cost, Sampler, column, cost_of
from croupier.measure.costs.valued import value_all, valuer_of
from croupier.measure.play.deals import How
from croupier.measure.play.record import played_games
from croupier.measure.play.tournament import seatings_of
from croupier.table.recorded import deal_key, dealt, played_to, recorded_game

VALUED, WORLDS = 40, 128
"""Decisions of an agent that are valued where nobody says how many, and the worlds of each action."""
TITLE = "Lost a decision"
FEW = 100
"""Decisions of an agent below which the figures carry a warning."""
_DEALS = 10
"""Deals that are played again for their decisions, where no games were kept."""


class AgentLost(NamedTuple):
    """What an agent's decisions cost."""

    agent: str  # its name
    decisions: int  # how many were valued, all with a choice
    lost: float  # by how much its choices were behind the best action, on the mean
    # the 95% interval of that, from a bootstrap over deals; None from too few, and where all lost alike
    ci95: tuple[float, float] | None
    clear: float  # the same mean where what is below three standard errors is called none
    clear_ci95: tuple[float, float] | None  # its interval

    def cells(self) -> tuple[str, int, Number, Number]:
        """Name, decisions, what they cost, and what of that is clear."""
        return (
            self.agent,
            self.decisions,
            Number(self.lost, ".2f", self.ci95),
            Number(self.clear, ".2f", self.clear_ci95),
        )


FEW_WARNING = (
    f"Fewer than {FEW} decisions of an agent were valued: its interval is wide, and its place may be chance. "
    f"--valued {4 * FEW} values more."
)


@dataclass(frozen=True)
class PointsLost:
    """What the decisions of agents cost."""

    unit: str  # what it is counted in
    judge: Mapping[str, Any]  # what the values assume; see `croupier.measure.costs.valued.Values`
    agents: tuple[AgentLost, ...]  # each of those who had a choice
    without: Mapping[str, str] = field(default_factory=dict)  # the agents who had none, by name, and why
    costs: tuple[Cost, ...] = ()  # the rows behind these figures

    def in_order(self, names: Sequence[str]) -> PointsLost:
        """The same with the agents in the order of some names, like that of a table of wins."""
        agents = sorted(
            self.agents, key=lambda each: names.index(each.agent) if each.agent in names else len(names)
        )
        return replace(self, agents=tuple(agents))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        agents = [each._asdict() for each in self.agents]
        known = {"unit": self.unit, "judge": dict(self.judge), "agents": agents}
        return known | ({"without_decisions": dict(self.without)} if self.without else {})

    def rows(self) -> Rows:
        """A row an agent."""
        heads = agent_heads("agent", "decisions", f"lost, {self.unit}", "clear alone")
        cells: list[tuple[Cell, ...]] = [each.cells() for each in self.agents]
        cells += [(name, 0, "-", "-") for name in self.without]
        notes = [self.sentence(), *(f"{name} has no decision here: {why}." for name, why in self.without.items())]
        if any(each.decisions < FEW for each in self.agents):
            notes.append(FEW_WARNING)
        return in_columns(TITLE, heads, cells, notes)

    def sentence(self) -> str:
        """What these figures mean."""
        worlds = self.judge["worlds"]
        how = f"{self.judge['continuation']} plays on, in {worlds} worlds" if worlds else "exact values"
        return (
            f"Lost: by how much a choice was behind the best action ({how}), a mean over decisions drawn from "
            "these games. Clear alone: less than three standard errors is called none."
        )


def lost_in(
    games: Sequence[Mapping[str, Any]],
    count: int = VALUED,
    *,
    of: str | None = None,
    judge: str | None = None,
    worlds: int = WORLDS,
    seed: int = 0,
    **how: Unpack[How],
) -> PointsLost:
    """Value some decisions of each agent in recorded games."""
    game = recorded_game(games, games[0]["game"])
    valuer = valuer_of(game, judge, worlds, seed)
    due = [each for each in _drawn(game, games, count, seed) if of in (None, each.agent)]
    decisions = [(game, played_to(game, games[each.game], each.ply)) for each in due]
    valued = value_all(decisions, judge, worlds=worlds, seed=seed, **how)
    costs = tuple(
        cost_of(
            values, certain(values, values.place(each.action)), deal_key(games[each.game]),
            f"game {each.game + 1} ply {each.ply}", each.agent, stratum_of(state), seat=values.seat,
        )
        for each, (_, state), values in zip(due, decisions, valued, strict=True)
    )  # fmt: skip
    names = dict.fromkeys(each.agent for each in due)
    agents = tuple(_agent([row for row in costs if row.agent == name], seed) for name in names)
    seated = dict.fromkeys(name for data in games for name in data["agents"] if of in (None, name))
    without = {name: _why_none(name, games) for name in seated if name not in names}
    return PointsLost(valuer.unit, valuer.judge, agents, without, costs)


def first_games(
    game: Game, agents: Sequence[Agent], deals: int, seed: int, threads: int = 1
) -> list[Mapping[str, Any]]:
    """Play the first deals of a tournament or a comparison again, and keep the games."""
    lineups = seatings_of(len(agents), game.num_players)
    numbers = np.repeat(np.arange(min(deals, _DEALS)), len(lineups))
    return list(played_games(game, agents, seed, numbers, lineups, threads=threads))


class _Due(NamedTuple):
    """A decision that is valued: whose, of which game, after how many others, and what was chosen."""

    agent: str
    game: int
    ply: int
    action: int


def _drawn(game: Game, games: Sequence[Mapping[str, Any]], count: int, seed: int) -> list[_Due]:
    """Decisions with a choice, this many of each agent."""
    found: dict[str, list[_Due]] = {}
    for number, data in enumerate(games):
        state = dealt(game, data)
        for ply, action in enumerate(data["actions"]):
            if len(state.legal_actions()) > 1:
                name = data["agents"][state.current_player()]
                found.setdefault(name, []).append(_Due(name, number, ply, action))
            state.apply_action(action)
    rng = np.random.Generator(np.random.PCG64(seed))
    return [own[k] for own in found.values() for k in sorted(rng.permutation(len(own))[:count].tolist())]


def _why_none(name: str, games: Sequence[Mapping[str, Any]]) -> str:
    """Why an agent had no decision in its games."""
    own = [data for data in games if name in data["agents"]]
    lost = sum(data.get("forfeited") is not None and data["agents"][data["forfeited"]] == name for data in own)
    if lost:
        return f"it forfeited {lost} of its {len(own)} games, and made no choice in any"
    return f"it never had more than one legal action in its {len(own)} games"


def _agent(rows: Sequence[Cost], seed: int) -> AgentLost:
    """An agent's rows of the table of costs as figures."""
    sampler = Sampler([row.deal for row in rows], np.ones(len(rows)), seed)
    lost, clear = sampler.estimates([column(rows, "cost"), column(rows, "clear_cost")])
    mean = np.array([(row.cost, row.clear_cost) for row in rows]).mean(axis=0)
    return AgentLost(rows[0].agent, len(rows), float(mean[0]), lost.ci95, float(mean[1]), clear.ci95)
