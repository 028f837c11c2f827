"""Gain of a player that sits alone among copies of an agent.

The gain is measured in two ways, deal by deal: over par, which is what the agent itself gets on average at a table
of its copies, and paired with the agent itself in the player's seats of the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game
from croupier.measure.play.match import in_parts
from croupier.measure.play.metrics import Doubles
from croupier.measure.play.trial import Trial, mean_and_interval, play_trial


@dataclass(frozen=True, eq=False)
class Gain:
    """What a player gains, deal by deal; the mean over its seats in each.

    Attributes:
        player: its name.
        wins: share of the win, float64, shape (deals,); 1/n at a table of n is par.
        over_par: share of the win less par, float64, shape (deals,).
        points: points less the mean of the others', float64, shape (deals,); 0 is par.
        paired_wins: share of the win less that of the agent itself in the same seats, float64, shape (deals,).
        paired_points: points less those of the agent itself in the same seats, float64, shape (deals,).
        utilities: utility, float64, shape (deals,).
        paired_utilities: utility less that of the agent itself in the same seats, float64, shape (deals,).
        range: least and greatest utility that there is.
    """

    player: str
    wins: Doubles
    over_par: Doubles
    points: Doubles
    paired_wins: Doubles
    paired_points: Doubles
    utilities: Doubles
    paired_utilities: Doubles
    range: tuple[float, float]

    def summary(self, seed: int) -> dict[str, Any]:
        """Means with 95% intervals over deals, as plain data.

        Args:
            seed: seed of the bootstrap.

        Returns:
            A dictionary with ``mean`` and ``ci95`` for each array by its name; see `mean_and_interval`.
        """
        par = float(self.wins[0] - self.over_par[0])
        low, high = self.range
        bounds = {
            "wins": (0.0, 1.0), "over_par": (-par, 1.0 - par), "points": None, "paired_wins": (-1.0, 1.0),
            "paired_points": None, "utilities": (low, high), "paired_utilities": (low - high, high - low),
        }  # fmt: skip
        return {name: mean_and_interval(getattr(self, name), seed, ends) for name, ends in bounds.items()}


def play_gains(
    game: Game,
    players: Sequence[Agent],
    agent: str | AgentName,
    deals: int,
    seed: int,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> list[Gain]:
    """Play each of some players alone against copies of an agent, in every seat of the same deals.

    Args:
        players: who is measured.
        agent: name of the agent in all other seats, and in the player's own seat for the paired comparison.
        deals: number of deals, at least 1.
        seed: seed of the deals and of random choices.
        threads: threads that step the games.
        progress: called with the share of the work that is done.

    Returns:
        The gain of each player.

    Raises:
        ConfigError: no deals, or no such agent.
        IllegalAction: an agent chose what is not legal.
    """
    copy = make_agent(agent, game)  # one object in all its seats, which decides for all of them at once
    others = [copy] * (game.num_players - 1)
    entries = [copy, *players]
    trials: list[Trial] = []
    for (number,), part in in_parts(len(entries), 1, progress):
        entry = entries[number]
        trials.append(play_trial(game, entry, others, deals, seed, measured=False, threads=threads, progress=part))
    own, *measured = trials
    return [
        Gain(
            player=trial.agent,
            wins=trial.wins,
            over_par=trial.wins - 1.0 / game.num_players,
            points=trial.margins,
            paired_wins=trial.wins - own.wins,
            paired_points=trial.points - own.points,
            utilities=trial.utilities,
            paired_utilities=trial.utilities - own.utilities,
            range=(game.facts.min_utility, game.facts.max_utility),
        )
        for trial in measured
    ]
