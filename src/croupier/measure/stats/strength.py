"""Strength of a policy: exact where the game is solved, otherwise estimated in the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_agent
from croupier.agents.traits import traits_of
from croupier.core.base.progress import part_of
from croupier.core.engine.game import Game
from croupier.core.spec.evaluation import Evaluation
from croupier.measure.play.deals import How
from croupier.measure.play.match import deal_seeds
from croupier.measure.play.report import AgentResult
from croupier.measure.play.tournament import play_tournament
from croupier.measure.stats.exact import exact_player, exact_result, is_exact

FINAL_DEALS, QUICK_DEALS = 1000, 100
_MEASURING = 1 << 32  # more than the tables that a run can have, which begin with the deals before


def measuring_seed(seed: int) -> int:
    """Seed of the deals that a training run is measured on: none of them was dealt in training with this seed."""
    return int(deal_seeds(seed, np.array([_MEASURING]))[0])


def evaluation_of(game: Game) -> Evaluation:
    """How a game's players are judged: by its own part, or else against its ``bot``, if it has one, and random."""
    if game.spec.evaluation is not None:
        return game.spec.evaluation()
    if "bot" in game.spec.bots:
        return Evaluation(opponents=("bot", "random"), rule_based="bot")
    return Evaluation(opponents=("random",))


def has_abilities(game: Game) -> bool:
    """Whether a game's ability decisions are compared: it has some, and an agent that decides them by rules."""
    return bool(ability_phases(game)) and evaluation_of(game).rule_based is not None


def standard_opponents(game: Game) -> tuple[str, ...]:
    """Names of the opponents that a game's policies are measured against, the strongest first."""
    return evaluation_of(game).opponents


def quick_measure(game: Game, agent: Agent, seed: int) -> tuple[str, float]:
    """A win rate that costs about a second: against the strongest opponent."""
    name = standard_opponents(game)[0]
    other = make_agent(name, game)
    if _judged_exactly(game, agent, other):
        return name, exact_result(game, agent, other, limit=False).mean
    return name, among_copies(game, agent, name, QUICK_DEALS, measuring_seed(seed)).win_rate


def final_strengths(
    game: Game,
    agent: Agent,
    seed: int,
    threads: int,
    on_progress: Callable[[float], None],
    also: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """Measure a policy against all its opponents."""
    rows: list[dict[str, Any]] = []
    names = tuple(dict.fromkeys((*also, *standard_opponents(game))))
    others = {name: make_agent(name, game) for name in names}
    exactly = [name for name in names if _judged_exactly(game, agent, others[name])]
    player = exact_player(agent, game) if exactly else agent
    with ThreadPoolExecutor(threads) as pool:
        results = pool.map(lambda name: exact_result(game, player, others[name]), exactly)
        exact = dict(zip(exactly, results, strict=True))
    for number, name in enumerate(names):
        on_progress(number / len(names))
        if name in exact:
            result = exact[name]
            row: dict[str, Any] = {"win_rate": result.mean, "exact": True}
            row |= {"first": result.first, "second": result.second}
        else:
            part = part_of(on_progress, number / len(names), (number + 1) / len(names))
            ours = among_copies(
                game, agent, name, FINAL_DEALS, measuring_seed(seed), threads=threads, progress=part
            )
            row = {
                "win_rate": ours.win_rate,
                "exact": False,
                "ci95": ours.ci95,
                "games": ours.games,
                "mean_points": ours.mean_points,
            }
        rows.append({"opponent": name, **row})
    on_progress(1.0)
    return rows


def _judged_exactly(game: Game, *agents: Agent) -> bool:
    """Whether values are computed: the game has a solver, and all declare how they can be judged by it."""
    return is_exact(game) and all(traits_of(agent).exact_play is not None for agent in agents)


def among_copies(
    game: Game, agent: Agent, opponent: str, deals: int, seed: int, **how: Unpack[How]
) -> AgentResult:
    """Results of an agent at tables where one kind of opponent has all other seats."""
    lineup = [agent, *(make_agent(opponent, game) for _ in range(game.num_players - 1))]
    return play_tournament(game, lineup, deals, seed, **how).agents[0]
