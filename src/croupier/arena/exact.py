"""Exact value of one agent against another in Pig, computed without sampling.

An agent is asked once in every position it can be in; `croupier.games.pig.exact.evaluate` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.agents.bots import BotAgent
from croupier.agents.policy import PolicyAgent
from croupier.agents.random import RandomAgent
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.games.pig import bots
from croupier.games.pig.exact import solver
from croupier.games.pig.exact.evaluate import MAX_TARGET, ExactResult, Policy, Table, evaluate
from croupier.games.pig.rules import HORIZON, ROLL


def is_exact(game: Game) -> bool:
    """Whether values under these options can be computed exactly: Pig, limited by turns, target at most 200."""
    return (
        game.name == "pig"
        and game.options["turn_unit"] == "turn"
        and int(game.options["winning_score"]) <= MAX_TARGET
    )


def exact_result(game: Game, a: Agent, b: Agent, *, limit: bool = True) -> ExactResult:
    """Exact value of agent A against agent B: probability to win plus half of that to draw.

    Args:
        game: Pig with its options; see `is_exact`.
        a: agent A.
        b: agent B.
        limit: False leaves the turn limit out: both play as with many turns left (hundreds of times faster where
            the limit hardly matters).

    Returns:
        A's value from both seats.

    Raises:
        ConfigError: options without an exact solution, an agent whose policy is not known, or (without a
            limit) agents that never end a game.
    """
    if not is_exact(game):
        raise ConfigError(
            f"exact values are for pig with turn_unit=turn and winning_score up to {MAX_TARGET}, not for {game!r}"
        )
    target, turns = int(game.options["winning_score"]), int(game.options["max_turns"])
    return evaluate(tables(a, game, limit), tables(b, game, limit), target, turns if limit else None)


def tables(agent: Agent, game: Game, limit: bool = True) -> Policy:
    """An agent's probabilities to roll, for every number of turns left.

    Args:
        agent: random, a bot of Pig, `optimal`, or a trained policy.
        game: Pig with its options.
        limit: False for play without a turn limit.

    Returns:
        A policy for `croupier.games.pig.exact.evaluate.evaluate`.

    Raises:
        ConfigError: no exact table can be made of this kind of agent.
    """
    if isinstance(agent, BotAgent) and agent.bot.kernel is solver.play_optimally:
        target = int(game.options["winning_score"])
        return optimal_policy(agent.bot.params if limit else solver.solved(target))
    if isinstance(agent, RandomAgent) or (isinstance(agent, BotAgent) and agent.bot.kernel is bots.hold_at):
        horizon = 1
    elif isinstance(agent, PolicyAgent):
        horizon = HORIZON
    else:
        raise ConfigError(
            f"agent {agent.name!r} cannot be judged exactly: how it depends on the turns left is not known"
        )
    return _kept(lambda left: _asked(agent, game, left), min(horizon, int(game.options["max_turns"])))


def optimal_policy(values: solver.Values) -> Policy:
    """The optimal player as a policy.

    Args:
        values: what `solver.solve` gives, with or without a limit.
    """
    target = values.shape[1]

    def table(left: int) -> Table:
        out: Table = np.zeros((target, target, target + 1), dtype=np.float32)
        fill_optimal(np.ascontiguousarray(values[left - 1]), out)
        return out

    return _kept(table, values.shape[0])


def _kept(make: Callable[[int], Table], horizon: int) -> Policy:
    """A policy that does not change beyond `horizon` turns left; its last table is made once."""
    last: list[Table] = []

    def policy(left: int) -> Table:
        if left < horizon:
            return make(left)
        if not last:
            last.append(make(horizon))
        return last[0]

    return policy


def _asked(agent: Any, game: Game, left: int) -> Table:
    """Ask an agent in every position with this many turns left."""
    target = int(game.options["winning_score"])
    out: Table = np.zeros((target, target, target + 1), dtype=np.float32)
    records = np.tile(game.new_records(), target * (target + 1))
    records["turns"] = records["max_turns"] - left
    others, totals = np.divmod(np.arange(len(records)), target + 1)
    records["scores"][:, 1] = others
    records["total"] = totals
    keys = np.zeros(len(records), dtype=np.uint64)
    for own in range(target):
        records["scores"][:, 0] = own
        shares = agent.probabilities(Turns(game, records, keys))
        out[own] = shares[:, ROLL].reshape(target, target + 1)
    return out


@kernel
def fill_optimal(values: solver.Values, out: Table) -> None:
    """Probabilities to roll (0 or 1) of optimal play.

    values[i, j]: value for a player who has banked i against j, at the start of a turn that begins after this one;
    out: float32 (target, target, target + 1), by own score, other score, turn total. The sums are those of
    `solver.roll_is_better`.
    """
    target = values.shape[0]
    for own in range(target):
        for other in range(target):
            lost = 1.0 - values[other, own]
            v2, v3, v4, v5, v6 = 1.0, 1.0, 1.0, 1.0, 1.0
            v1 = 1.0
            for total in range(target - own, target + 1):
                out[own, other, total] = 0.0
            for score in range(target - 1, own - 1, -1):
                roll = (lost + v2 + v3 + v4 + v5 + v6) / 6.0
                hold = 1.0 - values[other, score]
                v6, v5, v4, v3, v2 = v5, v4, v3, v2, v1
                v1 = roll if score == own else max(hold, roll)
                out[own, other, score - own] = 1.0 if score == own or roll > hold else 0.0
