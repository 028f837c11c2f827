"""Strength of a policy: exact if the game is solved, otherwise estimated in the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Unpack

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns, traits_of
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import part_of
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.exact import ExactPlayer, ExactResult
from croupier.core.spec.spec import Floats
from croupier.measure.play.deals import How
from croupier.measure.play.match import deal_seeds
from croupier.measure.play.tournament import AgentResult, play_tournament


def is_exact(game: Game) -> bool:
    """Whether exact values can be computed under a game's options."""
    return game.solver is not None


def exact_result(game: Game, a: Agent | ExactPlayer, b: Agent, *, limit: bool = True) -> ExactResult:
    """Exact value of agent A against agent B: probability of a win plus half of that of a draw.

    Args:
        game: the game with its options; see `is_exact`.
        a: agent A, or its `exact_player`, which can be reused against several B.
        b: agent B.
        limit: False ignores a turn limit: both play as with many turns left (hundreds of times faster, if the
            limit hardly matters).

    Returns:
        A's value from both seats.

    Raises:
        ConfigError: the game or its options have no exact solution, an agent's policy is not known, or (without a
            limit) the agents never end a game.
    """
    if game.spec.exact is None:
        raise ConfigError(f"{game.name} has no exact solver")
    solver = game.spec.exact()
    if not solver.covers(game.options):
        raise ConfigError(f"exact values are for {game.name} with {solver.covered}, not for {game!r}")
    player = a if isinstance(a, ExactPlayer) else exact_player(a, game)
    return solver.compare(game, player, exact_player(b, game), limit)


def exact_best_response(game: Game, agent: Agent, *, limit: bool = True) -> ExactResult:
    """Exact value of a best response to an agent, against that agent.

    Args:
        game: the game with its options.
        agent: the fixed agent.
        limit: as in `exact_result`.

    Returns:
        The value of the best response from both seats; its mean minus one half is the gain.

    Raises:
        ConfigError: the game or its options have no such solution, or the agent's policy is not known.
    """
    player = exact_player(agent, game)
    solver = None if game.spec.exact is None else game.spec.exact()
    if solver is None or solver.best_response is None:
        raise ConfigError(f"{game.name} has no exact solver of best responses")
    if not solver.covers(game.options):
        raise ConfigError(f"exact values are for {game.name} with {solver.covered}, not for {game!r}")
    return solver.best_response(game, player, limit)


def exact_player(agent: Agent, game: Game) -> ExactPlayer:
    """An agent in the form that a game's solver uses."""
    play = traits_of(agent).exact_play
    if not isinstance(agent, StochasticAgent) or play is None:
        raise ConfigError(
            f"agent {agent.name!r} cannot be judged exactly: how it depends on the turns left is not known"
        )

    def probabilities(records: Records) -> Floats:
        return agent.probabilities(Turns(game, records, np.zeros(len(records), dtype=np.uint64)))

    return ExactPlayer(agent.name, probabilities, play)


FINAL_DEALS, QUICK_DEALS = 1000, 100
_MEASURING = 1 << 32  # above the number of tables in any run, whose deals come before


def measuring_seed(seed: int) -> int:
    """Seed of the deals that a training run is measured on, none of which occur in training with this seed."""
    return int(deal_seeds(seed, np.array([_MEASURING]))[0])


def evaluation_of(game: Game) -> Evaluation:
    """A game's evaluation: its own part, or else against its ``bot``, if it has one, and random play."""
    if game.spec.evaluation is not None:
        return game.spec.evaluation()
    if "bot" in game.spec.bots:
        return Evaluation(opponents=("bot", "random"), rule_based="bot")
    return Evaluation(opponents=("random",))


def has_abilities(game: Game) -> bool:
    """Whether a game's ability decisions can be compared: it has some, and a rule-based agent for them."""
    return bool(ability_phases(game)) and evaluation_of(game).rule_based is not None


def standard_opponents(game: Game) -> tuple[str, ...]:
    """Names of the opponents that a game's policies are measured against, strongest first."""
    return evaluation_of(game).opponents


def quick_measure(game: Game, agent: Agent, seed: int) -> tuple[str, float]:
    """A win rate against the strongest opponent, in about a second."""
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
    """Whether values are exact: the game has a solver, and all agents declare how they play for it."""
    return is_exact(game) and all(traits_of(agent).exact_play is not None for agent in agents)


def among_copies(
    game: Game, agent: Agent, opponent: str, deals: int, seed: int, **how: Unpack[How]
) -> AgentResult:
    """Results of an agent at tables with one kind of opponent in all other seats."""
    lineup = [agent, *(make_agent(opponent, game) for _ in range(game.num_players - 1))]
    return play_tournament(game, lineup, deals, seed, **how).agents[0]
