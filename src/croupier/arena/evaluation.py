"""Evaluation of one player: results against several line-ups, the worth of its abilities, what the game counts.

All numbers come from whole games in the arena: the same deals for all, every rotation of the seats, and intervals
from a paired bootstrap over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.combined import CombinedAgent, ability_phases
from croupier.agents.registry import make_agent
from croupier.agents.speech import speaks
from croupier.arena.strength import evaluation_of, standard_opponents
from croupier.arena.tournament import may_stop
from croupier.arena.trial import Trial, mean_and_interval, play_trial
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.integers import checked_count

OnProgress = Callable[[float], None]
"""Called with the share of all work that is done, 0..1."""
AgentFor = Callable[[Game], Agent]
"""Makes the player that is looked at for a table."""


@dataclass(frozen=True)
class Plan:
    """Size of an evaluation: deals, seed and threads.

    Attributes:
        deals: deals of each table.
        ability_deals: deals of each comparison of ability decisions, which differ little and need more.
        seed: seed of all deals and choices.
        threads: threads that step the games.
    """

    deals: int = 500
    ability_deals: int = 2000
    seed: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("deals", "ability_deals"):
            number = checked_count(name, getattr(self, name))
            if number < 2:
                raise ConfigError(f"{name} must be at least 2, not {number}: one deal gives no interval")
            object.__setattr__(self, name, number)


def lineups(game: Game) -> dict[str, tuple[str, ...]]:
    """Names of the agents in the other seats, by the name of the line-up."""
    names = standard_opponents(game)
    alone = {name: (name,) * (game.num_players - 1) for name in names}
    if game.num_players > 2:
        alone["mix"] = tuple(islice(cycle(names), game.num_players - 1))
    return alone


def tables(game: Game) -> list[Game]:
    """The games that an evaluation plays: the same options, at several table sizes where the game names some."""
    sizes = evaluation_of(game).table_sizes
    return [Game(game.spec, **{**game.options, "players": size}) for size in sizes] or [game]


def evaluate(game: Game, agent_for: AgentFor, plan: Plan, on_progress: OnProgress) -> dict[str, Any]:
    """Play all matches of an evaluation and build the report.

    Args:
        game: the game with its options; where its size is an option the tables have several.
        agent_for: makes the player for a table.
        plan: how much is played.
        on_progress: called while it goes on.

    Returns:
        Plain data: ``tables``, a row a table and line-up; ``abilities``, a row a comparison, and ``measures``,
        what the game counts; both empty where the game has none.

    Raises:
        ConfigError: the plan is too small.
        IllegalAction: an agent chose what is not legal.
    """
    work = _Work(plan, on_progress)
    rows: list[dict[str, Any]] = []
    sizes = tables(game)
    work.expect(sum(len(lineups(table)) * table.num_players * plan.deals for table in sizes))
    arms = _arms(game, agent_for(game))
    work.expect(len(arms) * game.num_players * plan.ability_deals)
    for table in sizes:
        player = agent_for(table)
        for name, opponents in lineups(table).items():
            with may_stop(rows):
                trial = work.play(table, player, opponents, plan.deals)
                rows.append({"players": table.num_players, "against": name, **_table_row(trial, plan.seed)})
    compared, measures = _compare_arms(game, arms, work) if arms else ([], {})
    return {
        "game": game.name,
        "game_version": game.spec.version,
        "options": dict(game.options),
        "deals": plan.deals,
        "ability_deals": plan.ability_deals if arms else 0,
        "seed": plan.seed,
        "tables": rows,
        "abilities": compared,
        "measures": measures,
    }


def has_abilities(game: Game) -> bool:
    """Whether a game's ability decisions are compared: it has some, and an agent that decides them by rules."""
    return bool(ability_phases(game)) and evaluation_of(game).rule_based is not None


def has_pictures(game: Game) -> bool:
    """Whether a report on a player of this game has pictures, learning curves apart."""
    return has_abilities(game) or bool(evaluation_of(game).pictures)


def _arms(game: Game, agent: Agent) -> dict[str, Agent]:
    """Who plays the games that are counted: all arms of the comparison of abilities, or the player alone.

    Nobody, for a player that answers in words: each arm would be asked everything anew. What the game counts of it
    stands in the report of its run (`croupier.arena.models`).
    """
    if speaks(agent):
        return {}
    if has_abilities(game):
        return ability_arms(game, agent)
    return {} if evaluation_of(game).measures is None else {"own": agent}


def ability_arms(game: Game, agent: Agent) -> dict[str, Agent]:
    """The player itself, and what it would be with other ability decisions and everything else equal.

    Args:
        game: the game; see `has_abilities`.
        agent: the player.

    Returns:
        By name: ``own``; ``rule-based``, ``source`` (where the game has one) and ``random``, with all abilities
        decided by the game's rule-based agent, by the heuristics of the game's source, and at random; and for each
        ability ``rule-based NAME``, with that ability alone decided by the rules.

    Raises:
        ConfigError: the game has no rule-based agent.
    """
    judged = evaluation_of(game)
    if judged.rule_based is None:
        raise ConfigError(f"{game.name} names no rule-based agent whose ability decisions could be compared")
    heads = ability_phases(game)
    single_actions = {head.name for head in game.heads if head.size == 1}  # nothing to decide
    every = tuple(phase for phases in heads.values() for phase in phases)
    rules = make_agent(judged.rule_based, game)
    named = {"rule-based": judged.rule_based, "source": judged.source, "random": "random"}
    compared = {name: make_agent(other, game) for name, other in named.items() if other is not None}
    single = {
        f"rule-based {head}": CombinedAgent(agent, rules, phases, f"rule-based {head}")
        for head, phases in heads.items()
        if head not in single_actions
    }
    return {
        "own": agent,
        **{name: CombinedAgent(agent, other, every, name) for name, other in compared.items()},
        **single,
    }


def _compare_arms(
    game: Game, arms: Mapping[str, Agent], work: _Work
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each arm against a table of the strongest opponents; differences to the player itself, deal by deal."""
    opponents = standard_opponents(game)[:1] * (game.num_players - 1)
    trials = {name: work.play(game, arm, opponents, work.plan.ability_deals) for name, arm in arms.items()}
    own, seed = trials["own"], work.plan.seed
    rows = []
    for name, trial in trials.items():
        row: dict[str, Any] = {
            "abilities": name,
            "win_rate": mean_and_interval(trial.wins, seed),
            "points": mean_and_interval(trial.points, seed),
        }
        if trial is not own:
            row["own_gains_wins"] = mean_and_interval(own.wins - trial.wins, seed)
            row["own_gains_points"] = mean_and_interval(own.points - trial.points, seed)
        rows.append(row)
    whole = [name for name in ("own", "rule-based", "source", "random") if name in trials]
    measures: dict[str, Any] = {name: trials[name].measures for name in whole if trials[name].measures}
    return rows if len(rows) > 1 else [], measures


def _table_row(trial: Trial, seed: int) -> dict[str, Any]:
    """What is reported of a table; the best of the others is named by its place in the line-up."""
    best = int(trial.others.mean(axis=0).argmax())
    return {
        "deals": len(trial.wins),
        "win_rate": mean_and_interval(trial.wins, seed),
        "points": mean_and_interval(trial.points, seed),
        "others_points": [float(mean) for mean in trial.others.mean(axis=0)],
        "best_other": trial.opponents[best],
        "points_ahead_of_best": mean_and_interval(trial.points - trial.others[:, best], seed),
    }


class _Work:
    """Plays trials and reports the progress of all of them.

    Attributes:
        plan: how much is played.
    """

    def __init__(self, plan: Plan, on_progress: OnProgress) -> None:
        self.plan, self._on_progress = plan, on_progress
        self._games, self._done = 0, 0

    def expect(self, games: int) -> None:
        """Count games to be played."""
        self._games += games

    def play(self, game: Game, agent: Agent, opponents: Sequence[str], deals: int) -> Trial:
        """Play a trial."""
        others = [make_agent(name, game) for name in opponents]
        games = deals * game.num_players

        def part(share: float) -> None:
            self._on_progress(min((self._done + share * games) / self._games, 1.0))

        trial = play_trial(game, agent, others, deals, self.plan.seed, threads=self.plan.threads, progress=part)
        self._done += games
        self._on_progress(self._done / self._games)
        return trial
