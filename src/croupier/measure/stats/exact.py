"""Exact values of one agent, or of a best response, against another, computed by the game's own solver."""

from __future__ import annotations

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns
from croupier.agents.traits import traits_of
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.spec.exact import ExactPlayer, ExactResult
from croupier.core.spec.spec import Floats


def is_exact(game: Game) -> bool:
    """Whether values under a game's options can be computed exactly."""
    return game.solver is not None


def exact_result(game: Game, a: Agent | ExactPlayer, b: Agent, *, limit: bool = True) -> ExactResult:
    """Exact value of agent A against agent B: probability to win plus half of that to draw.

    Args:
        game: the game with its options; see `is_exact`.
        a: agent A, or what `exact_player` has made of it, which is then not asked again against another B.
        b: agent B.
        limit: False leaves a turn limit out: both play as with many turns left (hundreds of times faster where
            the limit hardly matters).

    Returns:
        A's value from both seats.

    Raises:
        ConfigError: a game or options without an exact solution, an agent whose policy is not known, or (without
            a limit) agents that never end a game.
    """
    if game.spec.exact is None:
        raise ConfigError(f"{game.name} has no exact solver")
    solver = game.spec.exact()
    if not solver.covers(game.options):
        raise ConfigError(f"exact values are for {game.name} with {solver.covered}, not for {game!r}")
    player = a if isinstance(a, ExactPlayer) else exact_player(a, game)
    return solver.compare(game, player, exact_player(b, game), limit)


def has_best_response(game: Game, agent: Agent) -> bool:
    """Whether the exact value of a best response to an agent can be computed."""
    declared = isinstance(agent, StochasticAgent) and traits_of(agent).exact_play is not None
    return declared and game.solver is not None and game.solver.best_response is not None


def exact_best_response(game: Game, agent: Agent, *, limit: bool = True) -> ExactResult:
    """Exact value of a best response to an agent, against that agent.

    Args:
        game: the game with its options; see `has_best_response`.
        agent: whose policy is answered; it does not change.
        limit: as in `exact_result`.

    Returns:
        The value of the best response from both seats; its mean less one half is what it gains.

    Raises:
        ConfigError: a game or options without such a solution, or an agent whose policy is not known.
    """
    player = exact_player(agent, game)
    solver = None if game.spec.exact is None else game.spec.exact()
    if solver is None or solver.best_response is None:
        raise ConfigError(f"{game.name} has no exact solver of best responses")
    if not solver.covers(game.options):
        raise ConfigError(f"exact values are for {game.name} with {solver.covered}, not for {game!r}")
    return solver.best_response(game, player, limit)


def exact_player(agent: Agent, game: Game) -> ExactPlayer:
    """An agent as the solver of a game sees it."""
    play = traits_of(agent).exact_play
    if not isinstance(agent, StochasticAgent) or play is None:
        raise ConfigError(
            f"agent {agent.name!r} cannot be judged exactly: how it depends on the turns left is not known"
        )

    def probabilities(records: Records) -> Floats:
        return agent.probabilities(Turns(game, records, np.zeros(len(records), dtype=np.uint64)))

    return ExactPlayer(agent.name, probabilities, play)
