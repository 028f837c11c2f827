"""A solution: strategies of both seats with their exact value, and its file; strategies of agents in a tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns, traits_of
from croupier.agents.solved import numbers_of, write_solution
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game
from croupier.solving.growing import grow
from croupier.solving.solver import Exploited, Solver, action_values, exploited, value
from croupier.solving.tree import PublicTree, Reals


def turns_of(tree: PublicTree, game: Game) -> Turns:
    """The decisions of all information states."""
    if tree.records is None:
        raise ValueError("the tree was built without records: grow(game, keep=True)")
    return Turns(game, tree.records, np.zeros(len(tree.records), dtype=np.uint64))


def has_strategy(agent: Agent) -> bool:
    """Whether an agent gives a distribution at every information state that depends on nothing else."""
    return isinstance(agent, StochasticAgent) and traits_of(agent).exact_play is not None


def with_strategy(agent: Agent) -> StochasticAgent:
    """The agent, unless it gives no distribution at every information state: then raise ConfigError."""
    if not isinstance(agent, StochasticAgent) or not has_strategy(agent):
        raise ConfigError(
            f"agent {agent.name!r} cannot be judged exactly: it gives no distribution at every information state, "
            "as random, bot, net and solved:FILE do; croupier train --against AGENT trains learners against others"
        )
    return agent


def strategy_of(tree: PublicTree, game: Game, agent: Agent) -> Reals:
    """An agent's strategy: the probabilities of the actions at every information state."""
    agent = with_strategy(agent)
    turns = turns_of(tree, game)
    given = agent.probabilities(turns).astype(np.float64)
    totals = np.where(turns.masks, given, 0.0).sum(axis=1, keepdims=True)
    if not np.allclose(totals, 1.0, atol=1e-3) or (given < 0.0).any():
        raise ConfigError(f"agent {agent.name!r} gives shares that do not add up to 1")
    shares: Reals = (given / totals)[turns.masks]
    return shares


ITERATIONS = 1000
"""Default number of iterations."""


@dataclass(frozen=True)
class SolvedGame:
    """A solved game.

    Attributes:
        game: the game.
        tree: its public tree, with records.
        shares: strategies of both seats: probabilities of the actions at every information state.
        iterations: iterations of CFR+.
        exact: exact value and exploitability of these strategies.
    """

    game: Game
    tree: PublicTree
    shares: Reals
    iterations: int
    exact: Exploited

    def action_values(self) -> Reals:
        """The value of each action at every information state under the solution, in the order of `shares`.

        NaN if the other seat's strategy never reaches the information state, so that there are no beliefs.
        """
        return action_values(self.tree, self.shares)

    def write(self, path: Path) -> None:
        """Write the file of the agent ``solved:FILE``.

        Raises:
            ConfigError: the game's observation does not contain everything that a seat has seen.
            FileError: the file cannot be written.
        """
        turns = turns_of(self.tree, self.game)
        more = {
            "iterations": self.iterations, "value": self.exact.value, "exploitability": self.exact.exploitability,
        }  # fmt: skip
        counts = turns.masks.sum(axis=1)
        write_solution(path, self.game, more, numbers_of(turns), counts, self.shares)


def solve(game: Game, iterations: int = ITERATIONS, on_progress: Progress = silent) -> SolvedGame:
    """Solve a two-player zero-sum game by CFR+ over its public tree.

    Args:
        game: a game with few hidden deals, listed chance events and utilities with sum 0.
        iterations: updates of each seat's strategy.
        on_progress: called with the share that is done, 0..1.

    Raises:
        ConfigError: the game cannot be solved in this way, or is too large.
    """
    tree = grow(game, keep=True)
    solver = Solver(tree)
    solver.iterate(iterations, on_progress)
    shares = solver.average()
    return SolvedGame(game, tree, shares, iterations, exploited(tree, shares))


def exploitability(game: Game, agent: Agent) -> Exploited:
    """The exact gain of a best response against an agent in both seats.

    Args:
        game: a game that `solve` can solve.
        agent: an agent with a distribution at every information state, like ``bot`` or ``solved:FILE``.

    Raises:
        ConfigError: the game cannot be solved, or the agent gives no distribution.
    """
    with_strategy(agent)  # a tree may take long to grow
    tree = grow(game, keep=True)
    return exploited(tree, strategy_of(tree, game, agent))


def exact_utilities(game: Game, a: Agent, b: Agent) -> tuple[float, float]:
    """The exact expected utility of agent A against agent B, in the first seat and in the second.

    Raises:
        ConfigError: as for `exploitability`.
    """
    with_strategy(a)
    with_strategy(b)
    tree = grow(game, keep=True)
    one, other = strategy_of(tree, game, a), strategy_of(tree, game, b)
    return value(tree, one, other), -value(tree, other, one)
