"""Evaluation of one player: results against several line-ups, worth of abilities, game metrics.

All numbers come from whole games in the arena: the same deals for all, every rotation of the seats, and intervals
from a paired bootstrap over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.combined import CombinedAgent, UnseeingAgent, ability_phases
from croupier.agents.registry import blueprint, make_agent
from croupier.agents.speech import speaks
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.progress import Progress, part_of
from croupier.core.engine.game import Game
from croupier.measure.costs.ability_choices import value_choices
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.costs.table import Cost
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import finite, mean_of
from croupier.measure.play.tournament import may_stop
from croupier.measure.play.trial import Trial, mean_and_interval, play_trial
from croupier.measure.stats.strength import evaluation_of, has_abilities, standard_opponents

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

AgentFor = Callable[[Game], Agent]
"""Makes the player that is evaluated, for a game with its options."""
OWN, RULES, SOURCE, RANDOM, UNSEEN = "own", "rule-based", "source", "random", "unseen"
"""Who decides on abilities; of one that shows something, that it is not seen."""
_CHOICE_COST = 5
"""A game whose choices are valued by search takes as long as this many others, for the progress that is shown."""


class Arm(NamedTuple):
    """The player, or what it would be with other ability decisions."""

    agent: Agent  # who plays
    by: str  # who decides: `OWN`, `RULES`, `SOURCE`, `RANDOM`; or `UNSEEN`
    ability: str = ""  # the only one that is decided so; empty where all are


@dataclass(frozen=True)
class Plan:
    """Size of an evaluation: deals, seed and threads."""

    deals: int = 500  # deals of each table, and those in which ability choices are valued by search
    ability_deals: int = 2000  # deals of each comparison of ability decisions, which differ little and need more
    seed: int = 0  # seed of all deals and choices
    threads: int = 1  # threads that step the games

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


def games_at_sizes(game: Game) -> list[Game]:
    """The games that an evaluation plays: the same options, at several table sizes where the game names some."""
    sizes = evaluation_of(game).table_sizes
    return [Game(game.spec, **{**game.options, "players": size}) for size in sizes] or [game]


def evaluate(
    game: Game, agent_for: AgentFor, plan: Plan, on_progress: Progress, **how: Unpack[How]
) -> dict[str, Any]:
    """Play all matches of an evaluation and build the report."""
    how["threads"] = plan.threads
    work = _Work(plan, on_progress, how)
    rows: list[dict[str, Any]] = []
    sizes = games_at_sizes(game)
    work.expect(sum(len(lineups(sized)) * sized.num_players * plan.deals for sized in sizes))
    arms = _arms(game, agent_for(game))
    work.expect(len(arms) * game.num_players * plan.ability_deals)
    around, left_out = _searched_around(game) if _valued(game, arms) else (None, "")
    work.expect((around is not None) * _CHOICE_COST * game.num_players * plan.deals)
    for sized in sizes:
        player = agent_for(sized)
        for name, opponents in lineups(sized).items():
            with may_stop(rows, how.get("run")):
                trial = work.play(sized, player, opponents, plan.deals)
                rows.append({"players": sized.num_players, "against": name, **_lineup_row(trial, plan.seed)})
    compared, measures = _compare_arms(game, arms, work) if arms else ([], {})
    choices: dict[str, Any] = {"left_out": left_out} if left_out else {}
    if around is not None:
        choices = _value_choices(game, arms, around, work)
    return {
        "game": game.name,
        "game_version": game.spec.version,
        "options": dict(game.options),
        "deals": plan.deals,
        "ability_deals": plan.ability_deals if arms else 0,
        "seed": plan.seed,
        "tables": rows,
        "abilities": compared,
        "choices": choices,
        "measures": measures,
    }


def lost_of_player(
    game: Game, agent_for: AgentFor, plan: Plan, count: int, on_progress: Progress, *,
    run: ModelRun | None = None, costs: list[Cost] | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """What a sample of the player's decisions cost at each size of table, among all line-ups."""
    rows: list[dict[str, Any]] = []
    sizes = games_at_sizes(game)
    for number, sized in enumerate(sizes):
        player = agent_for(sized)
        if run is None:
            games = []
            for names in lineups(sized).values():
                seated = [player, *(make_agent(name, sized) for name in names)]
                games += first_games(sized, seated, plan.deals, plan.seed, plan.threads)
        else:
            games = [data for data in run.played() if data["options"] == dict(sized.options)]
        if games:
            part = part_of(on_progress, number / len(sizes), (number + 1) / len(sizes))
            found = lost_in(games, count, of=player.name, seed=plan.seed, threads=plan.threads, progress=part)
            if costs is not None:
                costs += found.costs
            about = {"players": sized.num_players, "unit": found.unit, "judge": dict(found.judge)}
            rows += [{**about, **each._asdict()} for each in found.agents]
    return rows


def _arms(game: Game, agent: Agent) -> dict[str, Arm]:
    """Who plays the games that are counted: all arms of the comparison of abilities, or the player alone."""
    # Nobody, for a player that answers in words: each arm would be asked everything anew. What the game counts of
    # it stands in the report of its run (`croupier.measure.reports.models`).
    if speaks(agent):
        return {}
    if has_abilities(game):
        return ability_arms(game, agent)
    return {} if evaluation_of(game).measures is None else {OWN: Arm(agent, OWN)}


def ability_arms(game: Game, agent: Agent) -> dict[str, Arm]:
    """The player itself, and what it would be with other ability decisions and everything else equal."""
    heads = ability_phases(game)
    every = tuple(phase for phases in heads.values() for phase in phases)
    others = _others(game)
    arms = {OWN: Arm(agent, OWN)}
    arms |= {by: Arm(CombinedAgent(agent, other, every, by), by) for by, other in others.items()}
    single_actions = {head.name for head in game.heads if head.size == 1}  # nothing to decide
    for head, phases in heads.items():
        if head not in single_actions:
            for by, other in others.items():
                name = f"{by} {head}"
                arms[name] = Arm(CombinedAgent(agent, other, phases, name), by, head)
    for head, forget in evaluation_of(game).unseen.items():
        name = f"{UNSEEN} {head}"
        arms[name] = Arm(UnseeingAgent(agent, head, forget, name), UNSEEN, head)
    return arms


def _others(game: Game) -> dict[str, Agent]:
    """Who else decides on abilities."""
    judged = evaluation_of(game)
    if judged.rule_based is None:
        raise ConfigError(f"{game.name} names no rule-based agent whose ability decisions could be compared")
    named = {RULES: judged.rule_based, SOURCE: judged.source, RANDOM: "random"}
    return {by: make_agent(name, game) for by, name in named.items() if name is not None}


def _valued(game: Game, arms: Mapping[str, Arm]) -> bool:
    """Whether ability choices are valued: they are compared, and the game can be searched."""
    return len(arms) > 1 and game.spec.search is not None


def _searched_around(game: Game) -> tuple[Agent | None, str]:
    """Whom the search that values choices improves; or None, and why it cannot be made, as without a library."""
    try:
        return make_agent(blueprint(game), game), ""
    except ConfigError as error:
        return None, str(error)


def _value_choices(game: Game, arms: Mapping[str, Arm], around: Agent, work: _Work) -> dict[str, Any]:
    """What the player's ability choices are worth, next to those of rules, of the source, and random ones (0)."""
    others = {by: other for by, other in _others(game).items() if by != RANDOM}
    plan, opponent = work.plan, standard_opponents(game)[0]
    with work.part(_CHOICE_COST * game.num_players * plan.deals) as progress:
        return value_choices(
            game, arms[OWN].agent, others, opponent, plan.deals, plan.seed,
            around=around, threads=plan.threads, progress=progress,
        )  # fmt: skip


def _compare_arms(game: Game, arms: Mapping[str, Arm], work: _Work) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each arm against a table of the strongest opponents; differences to the player itself, deal by deal."""
    opponents = standard_opponents(game)[:1] * (game.num_players - 1)
    deals, seed = work.plan.ability_deals, work.plan.seed
    trials = {
        name: work.play(game, arm.agent, opponents, deals, measured=not arm.ability) for name, arm in arms.items()
    }
    own = trials[OWN]
    rows = []
    for name, trial in trials.items():
        row: dict[str, Any] = {
            "abilities": name,
            "by": arms[name].by,
            "ability": arms[name].ability,
            "win_rate": mean_and_interval(trial.wins, seed, (0.0, 1.0)),
            "points": mean_and_interval(trial.points, seed),
        }
        if trial is not own:
            row["own_gains_wins"] = mean_and_interval(own.wins - trial.wins, seed, (-1.0, 1.0))
            row["own_gains_points"] = mean_and_interval(own.points - trial.points, seed)
        rows.append(row)
    measures: dict[str, Any] = {name: trial.measures for name, trial in trials.items() if trial.measures}
    return rows if len(rows) > 1 else [], measures


def _lineup_row(trial: Trial, seed: int) -> dict[str, Any]:
    """What is reported of a match against one line-up; the best of it is named by its place."""
    others = [mean_of(points) for points in trial.others.T]
    best = int(np.argmax(np.nan_to_num(others, nan=-np.inf)))
    return {
        "deals": len(trial.wins),
        "win_rate": mean_and_interval(trial.wins, seed, (0.0, 1.0)),
        "points": mean_and_interval(trial.points, seed),
        "others_points": [finite(mean) for mean in others],
        "best_other": trial.opponents[best],
        "points_ahead_of_best": mean_and_interval(trial.ahead[:, best], seed),
        **({} if trial.counts.plain else {"games": asdict(trial.counts)}),
    }


class _Work:
    """Plays trials and reports the progress of all of them."""

    def __init__(self, plan: Plan, on_progress: Progress, how: How) -> None:
        self.plan, self._on_progress, self._how = plan, on_progress, how
        self._games, self._done = 0, 0

    def expect(self, games: int) -> None:
        """Count games to be played."""
        self._games += games

    @contextmanager
    def part(self, games: int) -> Iterator[Progress]:
        """Do some of the work: what is yielded is called with the share of it that is done."""
        yield lambda share: self._on_progress(min((self._done + share * games) / self._games, 1.0))
        self._done += games
        self._on_progress(self._done / self._games)

    def play(
        self, game: Game, agent: Agent, opponents: Sequence[str], deals: int, *, measured: bool = True
    ) -> Trial:
        """Play a trial."""
        others = [make_agent(name, game) for name in opponents]
        plan = self.plan
        with self.part(deals * game.num_players) as self._how["progress"]:
            return play_trial(game, agent, others, deals, plan.seed, measured=measured, **self._how)
