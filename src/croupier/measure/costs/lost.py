"""Points lost in played games: a sample of decisions per agent, each compared with the best action.

No agent is asked again, and far fewer games are needed than with wins to tell agents apart.
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
"""Default number of decisions valued per agent, and worlds per action."""
TITLE = "Lost a decision"
FEW = 100
"""With fewer decisions of an agent, the figures carry a warning."""
_DEALS = 10
"""Deals that are replayed for their decisions if no games were saved."""


class AgentLost(NamedTuple):
    """The cost of an agent's decisions."""

    agent: str
    decisions: int  # number valued, all with a choice
    lost: float  # mean cost against the best action
    # 95% bootstrap interval over deals; None from too few deals, or if all lost the same
    ci95: tuple[float, float] | None
    clear: float  # the same mean, with costs below three standard errors counted as 0
    clear_ci95: tuple[float, float] | None

    def cells(self) -> tuple[str, int, Number, Number]:
        """Name, decisions, mean cost and clear cost."""
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
    """The cost of the decisions of some agents."""

    unit: str  # unit of costs
    judge: Mapping[str, Any]  # assumptions of the values; see `croupier.measure.costs.valued.Values`
    agents: tuple[AgentLost, ...]  # agents with at least one choice
    without: Mapping[str, str] = field(default_factory=dict)  # agents without any, by name, with the reason
    costs: tuple[Cost, ...] = ()  # rows behind these figures

    def in_order(self, names: Sequence[str]) -> PointsLost:
        """The same with the agents in the order of some names, such as that of a table of wins."""
        agents = sorted(
            self.agents, key=lambda each: names.index(each.agent) if each.agent in names else len(names)
        )
        return replace(self, agents=tuple(agents))

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data for JSON."""
        agents = [each._asdict() for each in self.agents]
        known = {"unit": self.unit, "judge": dict(self.judge), "agents": agents}
        return known | ({"without_decisions": dict(self.without)} if self.without else {})

    def rows(self) -> Rows:
        """A table with one row per agent."""
        heads = agent_heads("agent", "decisions", f"lost, {self.unit}", "clear alone")
        cells: list[tuple[Cell, ...]] = [each.cells() for each in self.agents]
        cells += [(name, 0, "-", "-") for name in self.without]
        notes = [self.sentence(), *(f"{name} has no decision here: {why}." for name, why in self.without.items())]
        if any(each.decisions < FEW for each in self.agents):
            notes.append(FEW_WARNING)
        return in_columns(TITLE, heads, cells, notes)

    def sentence(self) -> str:
        """A sentence that explains these figures."""
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
    """Replay the first deals of a tournament or a comparison, and return the games."""
    lineups = seatings_of(len(agents), game.num_players)
    numbers = np.repeat(np.arange(min(deals, _DEALS)), len(lineups))
    return list(played_games(game, agents, seed, numbers, lineups, threads=threads))


class _Due(NamedTuple):
    """A decision to value."""

    agent: str
    game: int
    ply: int
    action: int


def _drawn(game: Game, games: Sequence[Mapping[str, Any]], count: int, seed: int) -> list[_Due]:
    """Random decisions with a choice, this many per agent."""
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
    sampler = Sampler([row.deal for row in rows], np.ones(len(rows)), seed)
    lost, clear = sampler.estimates([column(rows, "cost"), column(rows, "clear_cost")])
    mean = np.array([(row.cost, row.clear_cost) for row in rows]).mean(axis=0)
    return AgentLost(rows[0].agent, len(rows), float(mean[0]), lost.ci95, float(mean[1]), clear.ci95)
