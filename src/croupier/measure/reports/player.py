"""Evaluation of one agent against several line-ups, and its report: tables, verdicts and plots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.combined import CombinedAgent, UnseeingAgent, ability_phases
from croupier.agents.registry import blueprint, make_agent
from croupier.agents.speech import speaks
from croupier.agents.trained import Untrained
from croupier.agents.trained import lines as told_lines
from croupier.core.base.errors import ConfigError, checked_count
from croupier.core.base.progress import Progress, part_of
from croupier.core.base.rows import Cell, ColumnHead, Number, Rows, in_columns, number_heads
from croupier.core.engine.game import Game
from croupier.core.spec.evaluation import Evaluation, ReportRow
from croupier.core.spec.registry import spec
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.core.spec.training import SIZE
from croupier.measure.costs.ability_choices import value_choices
from croupier.measure.costs.lost import FEW, FEW_WARNING, TITLE, AgentLost, PointsLost, first_games, lost_in
from croupier.measure.costs.table import Cost
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import GameCounts, finite, mean_of
from croupier.measure.play.results import at
from croupier.measure.play.tournament import may_stop
from croupier.measure.play.trial import Trial, mean_and_interval, play_trial
from croupier.measure.reports.models import ModelsReport
from croupier.measure.reports.plots import bars, svg
from croupier.measure.reports.rendered import Part, Plot
from croupier.measure.stats.strength import evaluation_of, has_abilities, standard_opponents

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from croupier.table.model_run import ModelRun

# All numbers come from whole games in the arena: the same deals for all, every rotation of the seats, and
# intervals from a paired bootstrap over deals.

AgentFor = Callable[[Game], Agent]
"""Makes the evaluated agent for a game with its options."""
OWN, RULES, SOURCE, RANDOM, UNSEEN = "own", "rule-based", "source", "random", "unseen"
"""Who decides on abilities; `UNSEEN` means that an ability's information is withheld."""
_CHOICE_COST = 5
"""Cost of a game with ability choices valued by search, in games without; for the progress bar."""


class Arm(NamedTuple):
    """The agent, or a variant with other ability decisions."""

    agent: Agent
    by: str  # who decides: `OWN`, `RULES`, `SOURCE`, `RANDOM`; or `UNSEEN`
    ability: str = ""  # the only ability decided so; empty for all


@dataclass(frozen=True)
class Plan:
    """Size of an evaluation: deals, seed and threads."""

    deals: int = 500  # deals per table, and for ability choices valued by search
    ability_deals: int = 2000  # deals per comparison of ability decisions, whose small differences need more
    seed: int = 0  # seed of all deals and choices
    threads: int = 1  # threads that step the games

    def __post_init__(self) -> None:
        for name in ("deals", "ability_deals"):
            number = checked_count(name, getattr(self, name))
            if number < 2:
                raise ConfigError(f"{name} must be at least 2, not {number}: one deal gives no interval")
            object.__setattr__(self, name, number)


def lineups(game: Game) -> dict[str, tuple[str, ...]]:
    """Names of the agents in the other seats, by line-up."""
    names = standard_opponents(game)
    alone = {name: (name,) * (game.num_players - 1) for name in names}
    if game.num_players > 2:
        alone["mix"] = tuple(islice(cycle(names), game.num_players - 1))
    return alone


def games_at_sizes(game: Game) -> list[Game]:
    """The games of an evaluation: the same options, at several table sizes if the game names some."""
    sizes = evaluation_of(game).table_sizes
    return [Game(game.spec, **{**game.options, "players": size}) for size in sizes] or [game]


def evaluate(
    game: Game, agent_for: AgentFor, plan: Plan, on_progress: Progress, **how: Unpack[How]
) -> dict[str, Any]:
    """Play all matches of an evaluation and build the report."""
    how["threads"], rows = plan.threads, list[dict[str, Any]]()
    sizes, arms = games_at_sizes(game), _arms(game, agent_for(game))
    around, left_out = _searched_around(game, arms)
    games = plan.deals * sum(len(lineups(sized)) * sized.num_players for sized in sizes)
    games += game.num_players * (plan.ability_deals * len(arms) + (around is not None) * _CHOICE_COST * plan.deals)
    work = _Work(plan, games, on_progress, how)
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
    """Cost of a sample of the agent's decisions at each table size, over all line-ups."""
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
    """The arms of the evaluation: all of the comparison of abilities, or the agent alone."""
    # None for a text agent, which each arm would ask everything again. The report of its run has the game's
    # measures (`croupier.measure.reports.models`).
    if speaks(agent):
        return {}
    if has_abilities(game):
        return ability_arms(game, agent)
    return {} if evaluation_of(game).measures is None else {OWN: Arm(agent, OWN)}


def ability_arms(game: Game, agent: Agent) -> dict[str, Arm]:
    """The agent itself, and its variants with other ability decisions and everything else equal."""
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
    """The other agents that decide on abilities."""
    judged = evaluation_of(game)
    if judged.rule_based is None:
        raise ConfigError(f"{game.name} names no rule-based agent whose ability decisions could be compared")
    named = {RULES: judged.rule_based, SOURCE: judged.source, RANDOM: "random"}
    return {by: make_agent(name, game) for by, name in named.items() if name is not None}


def _searched_around(game: Game, arms: Mapping[str, Arm]) -> tuple[Agent | None, str]:
    """The agent that the search of choices improves; None, with the reason, if it cannot be made."""
    if len(arms) < 2 or game.spec.search is None:
        return None, ""  # no choices are compared, or none can be searched
    try:
        return make_agent(blueprint(game), game), ""
    except ConfigError as error:
        return None, str(error)


def _value_choices(game: Game, arms: Mapping[str, Arm], around: Agent, work: _Work) -> dict[str, Any]:
    """Values of the agent's ability choices, compared with those of rules, of the source, and random ones (0)."""
    others = {by: other for by, other in _others(game).items() if by != RANDOM}
    plan, opponent = work.plan, standard_opponents(game)[0]
    with work.part(_CHOICE_COST * game.num_players * plan.deals) as progress:
        return value_choices(
            game, arms[OWN].agent, others, opponent, plan.deals, plan.seed,
            around=around, threads=plan.threads, progress=progress,
        )  # fmt: skip


def _compare_arms(game: Game, arms: Mapping[str, Arm], work: _Work) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Each arm against the strongest opponents, with differences to the agent itself by deal."""
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
    """The report of a match against one line-up; the best opponent is identified by its place."""
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
    """Plays trials and reports their overall progress."""

    def __init__(self, plan: Plan, games: int, on_progress: Progress, how: How) -> None:
        self.plan, self._games, self._on_progress, self._how = plan, games, on_progress, how
        self._done = 0

    @contextmanager
    def part(self, games: int) -> Iterator[Progress]:
        """Do a part of the work; yields its progress function."""
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


CurvePoints = Mapping[str, Sequence[tuple[float, float]]]
"""Points (decisions or updates, value) of each learning curve."""


def percent(value: Mapping[str, Any]) -> Number:
    """A share with its interval, like ``45.3% (43.9 to 46.6)``."""
    return Number(value["mean"], ".1%", value["ci95"])


def points(value: Mapping[str, Any]) -> Number:
    """Points with their interval, like ``12.3 (10.1 to 14.5)``."""
    return Number(value["mean"], ".1f", value["ci95"])


@dataclass(frozen=True)
class Section:
    """A section of the report: heading, sentence above the first table, tables and paragraphs."""

    title: str
    lead: str
    blocks: tuple[Rows | str, ...]


@dataclass(frozen=True)
class PlayerReport:
    """The report on one agent."""

    data: Mapping[str, Any]  # result of `evaluate`, with ``player`` and further findings
    curves: CurvePoints = field(default_factory=dict)  # learning curves by name, if known
    models: ModelsReport | None = None  # language models and programs
    costs: Sequence[Cost] = ()  # rows behind the costs of decisions

    @property
    def title(self) -> str:
        """Heading of the page."""
        return f"{self.data['player']}: {self.data['game']}, {self.data['deals']} deals, seed {self.data['seed']}"

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON."""
        return {**self.data, **({} if self.models is None else {"models": self.models.as_dict()})}

    def parts(self, *, whole: bool = False) -> Iterator[Rows | str]:
        """Tables and sentences, in order."""
        yield (
            f"Rules of version {self.data['game_version']}, options {json.dumps(self.data['options'])}. "
            f"{self.data['deals']} deals a table, each in every rotation of the seats. In brackets: 95% intervals "
            "from a paired bootstrap over deals."
        )
        for section in sections(self.data):
            yield from [section.lead] if section.lead else ()
            for part in section.blocks:
                yield part.titled(part.title or section.title) if isinstance(part, Rows) else part
        if self.models is not None:
            yield from self.models.parts(whole=whole)

    def whole(self) -> Iterator[Part]:
        """The parts of the HTML page."""
        yield from self.parts(whole=True)
        if self.data["measures"]:
            own = self.data["measures"]["own"]
            for one in _evaluation(self.data).pictures:
                name = one.name.rpartition(".")[0]
                yield Plot(svg(partial(one.draw, own), 4.5), f"{name}: its figures stand in the tables.")
        if rows := self.data["abilities"]:
            told = "; ".join(
                f"{row['abilities']} {points(row['own_gains_points'])}" for row in _other_abilities(rows)
            )
            yield Plot(_gains_drawn(_other_abilities(rows)), f"Gains in points: {told}.")
        if self.curves:
            told = "; ".join(f"{name} {line[-1][1]:.3f} at the end" for name, line in self.curves.items())
            yield Plot(svg(partial(_draw_curves, self.curves), 4.5), f"Strength while it learned: {told}.")


def sections(report: Mapping[str, Any]) -> Iterator[Section]:
    """The sections of the report, without plots."""
    yield Section("Tables", "", (_at_tables(report),))
    if report["abilities"]:
        yield _abilities(report)
        yield from _choices(report.get("choices", {}))
    if report["measures"]:
        yield from _measures(report, _evaluation(report))
    if report.get("lost"):
        yield _lost(report["lost"])


def _most(points: Sequence[float | None]) -> float | None:
    """The greatest known value; None if there is none."""
    return max((each for each in points if each is not None), default=None)


def _at_tables(report: Mapping[str, Any]) -> Rows:
    """One row per table of the match, with notes."""
    unfit = [Untrained(**{**each, "trained": tuple(each["trained"])}) for each in report.get("untrained", ())]
    unknown = [each.present for each in unfit if each.option == SIZE]
    notes = [f"{'(*) ' if unknown else ''}{words}." for words in told_lines(unfit)]
    fewer = [
        f"{row['deals']} of {row['players']} seats against {row['against']}"
        for row in report["tables"]
        if row["deals"] < report["deals"]
    ]
    notes += [f"Deals that were played to their end where not all were: {'; '.join(fewer)}."] if fewer else []
    notes += [
        f"{row['players']} seats against {row['against']}: {text}"
        for row in report["tables"]
        if "games" in row
        for text in GameCounts(**row["games"]).sentences(report["player"])
    ]
    seats = ColumnHead("seats", "right")
    heads = (seats, "against", "wins", "points", "best of the others", "points ahead of it")
    cells = [
        (
            f"{row['players']}{' (*)' if row['players'] in unknown else ''}",
            row["against"],
            percent(row["win_rate"]),
            points(row["points"]),
            f"{row['best_other']}: {Number(_most(row['others_points']), '.1f')}",
            points(row["points_ahead_of_best"]),
        )
        for row in report["tables"]
    ]
    return in_columns("Tables", heads, cells, notes)


def _abilities(report: Mapping[str, Any]) -> Section:
    """All abilities decided by others, and each one separately."""
    whole = [row for row in report["abilities"] if not row["ability"]]
    single = sorted((row for row in report["abilities"] if row["ability"]), key=lambda row: str(row["ability"]))
    gains = ("own gain in wins", "own gain in points")
    cells = [(row["abilities"], percent(row["win_rate"]), points(row["points"]), *_gains(row)) for row in whole]
    blocks: list[Rows | str] = [in_columns("", ("abilities", "wins", "points", *gains), cells)]
    if single:
        alone = [(row["ability"], row["by"], *_gains(row)) for row in single]
        blocks += [
            "Each ability alone, decided otherwise, or without what it shows where it leaves nothing to decide:",
            in_columns("Each ability alone", ("ability", "less", *gains), alone),
        ]
    return Section(
        "What the abilities are worth",
        f"The same player with other ability decisions and everything else equal, against the strongest bots; "
        f"{report['ability_deals']} deals. Gains are those of its own decisions, deal by deal.",
        (*blocks, "\n".join(_verdicts(report["abilities"]))),
    )


def _gains(row: Mapping[str, Any]) -> tuple[Cell, Cell]:
    """Gain of the agent's own decisions over a row's, in wins and points."""
    if "own_gains_wins" not in row:
        return "-", "-"
    return percent(row["own_gains_wins"]), points(row["own_gains_points"])


def _choices(choices: Mapping[str, Any]) -> Iterator[Section]:
    title = "What the choices are worth by search"
    if left_out := choices.get("left_out"):
        yield Section(title, f"The choices were not valued: {left_out}", ())
    elif choices and choices["rows"]:
        names = list(choices["rows"][0]["gains"])
        written = percent if choices["unit"] == CHANCE_TO_WIN else points
        heads = ("ability", ColumnHead("decisions", "right"), ColumnHead("in a game", "right"), *names)
        cells = [
            (
                row["ability"],
                row["decisions"],
                Number(row["a_game"], ".2f"),
                *(written(row["gains"][name]) for name in names),
            )
            for row in choices["rows"]
        ]
        yield Section(
            title,
            f"By how much ({choices['unit']}) a choice is ahead of the mean of all legal ones in its position, "
            f"played on in {choices['worlds']} sampled worlds; so a random choice has 0. Positions are those of "
            f"the player's own games; {choices['deals']} deals against the strongest bots. `search` is its choice "
            "in one half of the worlds, valued in the other.",
            (in_columns(title, heads, cells),),
        )


def _lost(rows: Sequence[Mapping[str, Any]]) -> Section:
    """Cost of a sample of the agent's decisions, one row per table size."""
    first = rows[0]
    sentence = PointsLost(first["unit"], first["judge"], ()).sentence()
    heads = (ColumnHead("seats", "right"), *number_heads("decisions", f"lost, {first['unit']}", "clear alone"))
    cells = [
        (row["players"], *AgentLost(**{name: row[name] for name in AgentLost._fields}).cells()[1:]) for row in rows
    ]
    if any(row["decisions"] < FEW for row in rows):
        sentence = f"{sentence} {FEW_WARNING}"
    return Section(TITLE, sentence, (in_columns("", heads, cells),))


def _verdicts(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Sentences: which decisions the agent's own are better than, worse than, or not shown to differ from."""
    found: dict[str, list[str]] = {"better than": [], "worse than": [], "not shown to differ from": []}
    for row in _other_abilities(rows):
        low, high = row["own_gains_points"]["ci95"] or (0.0, 0.0)  # None if no deal differs
        verdict = "better than" if low > 0.0 else "worse than" if high < 0.0 else "not shown to differ from"
        found[verdict].append(row["abilities"])
    return [
        f"- In points its own decisions are {verdict}: {', '.join(names)}."
        for verdict, names in found.items()
        if names
    ]


def _evaluation(report: Mapping[str, Any]) -> Evaluation:
    """The evaluation part of the report's game, which selects the measures shown."""
    part = spec(report["game"]).evaluation
    return Evaluation(opponents=("random",)) if part is None else part()


def _measures(report: Mapping[str, Any], judged: Evaluation) -> Iterator[Section]:
    """The game's measures: one row per figure, one column per kind of ability decisions."""
    measures = report["measures"]
    if not judged.rows:
        return
    # with abilities, their section names the opponents
    played = f"{report['ability_deals']} deals against {judged.opponents[0]} in all other seats."
    cells = [(row.label, *(_figure(found, row) for found in measures.values())) for row in judged.rows]
    table = in_columns(judged.rows_title, ("what", *measures), cells)
    yield Section(judged.rows_title, "" if report["abilities"] else played, (table,))


def _figure(found: Mapping[str, Any], row: ReportRow) -> str:
    """A figure with its count, like ``0.512 of 80``."""
    figure = Number(at(found, row.value), ".3f")
    return f"{figure} of {at(found, row.count)}" if row.count else str(figure)


def _other_abilities(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows in which another agent decides on abilities."""
    return [row for row in rows if "own_gains_points" in row]


def _gains_drawn(others: Sequence[Mapping[str, Any]]) -> str:
    """Plot of the gains of the agent's own ability decisions over others, in points per game."""
    gains = [row["own_gains_points"] for row in others]

    def decorate(axes: Axes) -> None:
        axes.axvline(0.0, color="0.6", linestyle="--")
        axes.set_xscale("symlog", linthresh=2.0)  # random decisions cost fifty times as much as others
        axes.set(
            xlabel="points a game, 95% intervals; logarithmic beyond 2",
            title="What its own ability decisions gain over others",
        )

    labels = [f"{row['abilities']}\n{points(gain)}" for row, gain in zip(others, gains, strict=True)]
    return bars(labels, [gain["mean"] for gain in gains], [gain["ci95"] for gain in gains], decorate)


def _draw_curves(curves: CurvePoints, axes: Axes) -> None:
    for name, line in curves.items():
        steps, values = zip(*line, strict=True)
        axes.plot(steps, values, label=name)
    axes.set(xlabel="update", ylabel="win rate", title="Strength while it learned")
    axes.legend(fontsize=8)
