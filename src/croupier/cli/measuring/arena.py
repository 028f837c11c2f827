"""``croupier arena``: agents play each other and are compared, rated or tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    Seed,
    announce_compiling,
    argument,
    chosen_options,
    counted,
    find_spec,
    flag,
    make_game,
    new_file,
    note,
    note_untrained,
    option,
    print_json,
    print_parts,
    progress,
    provenance_of,
)
from croupier.cli.measuring.valued import Valued, valued_if_can_be, with_lost
from croupier.cli.models import ModelOptions, asking, note_stopped
from croupier.cli.scale import CHUNKS, Csv, ScaleOptions, scaled, with_option_groups, write_costs
from croupier.core.base.errors import ConfigError, FileError, require, unknown

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.core.engine.game import Game
    from croupier.measure.costs.table import Cost
    from croupier.measure.play.deals import How
    from croupier.measure.play.executor import Executor, Kept
    from croupier.measure.play.results import Results
    from croupier.measure.reports.player import AgentFor, PlayerReport
    from croupier.measure.reports.summary import Summary
    from croupier.table.model_run import ModelRun

_ONNX, _CHECKPOINT = ".onnx", ".safetensors"
_PLAYER_DEALS, _PLAYER_MODEL_DEALS, _ABILITY_SHARE = 500, 25, 4
"""Deals per table, and the factor for comparisons of abilities, whose differences are small."""
_DEALS, _MODEL_DEALS, _MOST_DEALS = 1000, 25, 20_000
COSTS = ".costs.csv"
"""Ending of the table of costs, next to the table of results."""


@with_option_groups
def arena(
    name: GameName,
    agents: Annotated[
        list[str],
        argument(
            "AGENT", "Who plays, like random, bot:hold-25, net:2026-11, net:FILE; a single one is reported on."
        ),
    ],
    *,
    deals: Annotated[
        int | None,
        option(
            "N",
            "Deals, each played in all rotations of the seats: 1000, with language models or "
            "programs 25; with --sprt at most 20000.",
        ),
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    among: Annotated[
        str | None, option("AGENT[,AGENT]", "Compare two agents also among these in the other seats.")
    ] = None,
    anchor: Annotated[
        str | None, option("AGENT", "The agent with rating 0; by default the best rule bot, or the first.")
    ] = None,
    sprt: Annotated[
        bool, flag("--sprt", "Test whether the first of two agents is better; stop once it is decided.")
    ] = False,
    by: Annotated[str, option("MEASURE", "What --sprt tests: wins, points or places.")] = "wins",
    h0: Annotated[
        float, option("SD", "With --sprt: what counts as not better, in standard deviations of a deal.")
    ] = 0.0,
    h1: Annotated[
        float, option("SD", "With --sprt: what counts as better, in standard deviations of a deal.")
    ] = 0.05,
    out: Annotated[Path | None, option("PATH", "Write report.html and .json into this folder.")] = None,
    csv: Csv = None,
    valued: Valued = None,
    models: ModelOptions,
    scale: ScaleOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Compare agents on the same deals, or measure a single one.

    All agents play the same deals, in all rotations of the seats. If there are more agents than seats, every
    line-up plays. The win rate is the mean share of the win (1/k for a first place shared by k seats), with a 95%
    interval from a paired bootstrap over deals. Two agents are compared: at more than two seats as one A among Bs
    and one B among As. Three or more agents are rated.

    A single agent meets the game's usual opponents, at tables of several sizes, 500 deals each. If the game has
    special abilities, the agent's decisions on them are compared with those of rules, of the source's heuristics
    and of chance, and valued by search. The agent may be a run's folder, a checkpoint or a policy's file.

    Language models take part as llm:MODEL. With --out replies and finished games are kept, and the same command
    resumes after a stop or a kill.

    --workers plays in several processes and --ray in workers of Ray, with the same result.

    Example: croupier arena pig optimal bot:hold-20 --deals 20000
    """
    others = [name.strip() for name in among.split(",")] if among is not None else []
    _check_words(agents, others, anchor, sprt, (by, h0, h1))
    if out is not None:
        require("a report with pictures", "matplotlib")
        if out.exists() and not out.is_dir():
            raise FileError(f"{out} is no folder; name another")
    if csv is not None and valued != 0:
        new_file(csv.with_suffix(COSTS))
    results: list[Results] | None = None if csv is None else []
    asked = _Asked((name, option, players), deals, seed, valued, out, csv, models, scale, results)
    unfit: dict[str, Any] = {}
    found: Summary | PlayerReport
    if len(agents) == 1:
        found, kept = _of_player(agents[0], asked)
    else:
        found, kept, unfit = _of_matches(agents, others, anchor, (by, h0, h1) if sprt else None, asked)
    _show(found, asked, unfit, as_json)
    if kept is not None:
        kept.remove()


class _Asked(NamedTuple):
    """Options of the command, without the agents."""

    game: tuple[str, list[str] | None, int | None]
    deals: int | None
    seed: int
    valued: int | None
    out: Path | None
    csv: Path | None
    models: ModelOptions
    scale: ScaleOptions
    results: list[Results] | None  # collects the rows of results, if they are written


def _of_player(player: str, asked: _Asked) -> tuple[PlayerReport, Kept | None]:
    """Play an agent at several tables, and report on it."""
    from croupier.measure.play.deals import How
    from croupier.measure.reports import player as judged
    from croupier.measure.reports.models import report_models, write_games
    from croupier.provenance import provenance, taking_over
    from croupier.table.model_run import ModelRun

    path, seed, out, models, scale = Path(player), asked.seed, asked.out, asked.models, asked.scale
    of_file = path.is_dir() or (path.suffix in (_ONNX, _CHECKPOINT) and (path.exists() or ":" not in player))
    game, agent_for = _of_file(path, asked.game) if of_file else _named(player, asked.game, models.defaults())
    agent = agent_for(game)  # before the work: a wrong name, or options that a file does not fit
    speaking = models.check_needed([agent])
    scale.check(speaking)
    deals = (_PLAYER_MODEL_DEALS if speaking else _PLAYER_DEALS) if asked.deals is None else asked.deals
    plan = judged.Plan(deals=deals, ability_deals=_ABILITY_SHARE * deals, seed=seed, threads=scale.threads)
    tables = judged.games_at_sizes(game)
    unfit = note_untrained([agent], tables, player if of_file else "")
    curves = _curves(path) if of_file else {}
    announce_compiling(game)
    source = provenance([(sized, [agent]) for sized in tables], [seed])
    run = ModelRun()
    if speaking:
        games = sum(len(judged.lineups(t)) * t.num_players for t in tables) * deals
        # The name of the command in 0.2, so that its runs can be resumed.
        about = {"command": "evaluate", "player": player, "seed": seed}
        run = models.begin(game, out, about, [agent], {player: games})
    own_run = run if speaking else None
    with (
        run,
        scaled(scale, None if out is None or speaking else out / CHUNKS, out) as (executor, kept),
        progress(f"Judging {player}") as on_progress,
    ):
        how = How(threads=scale.threads, executor=executor, run=own_run, results=asked.results)
        report = {"player": player} | judged.evaluate(game, agent_for, plan, on_progress, **how) | unfit
    note_stopped(run, asked.csv)
    costs: list[Cost] = []
    value = partial(judged.lost_of_player, game, agent_for, plan, run=own_run, costs=costs)
    lost = valued_if_can_be(asked.valued, speaking or out is not None, value)
    if lost is not None:
        report["lost"] = lost
    with progress("Report on the games") as on_progress:
        told = report_models(run, on_progress)
    if told is not None and out is not None:
        note(f"wrote {write_games(run, out)}")
    report["provenance"] = taking_over(source, run.earlier if kept is None else kept.earlier)
    return judged.PlayerReport(report, curves, told, costs), kept


def _named(
    name: str, game: tuple[str, list[str] | None, int | None], defaults: ModelDefaults
) -> tuple[Game, AgentFor]:
    """An agent by its name, and the game."""
    from croupier.agents.names import AgentName
    from croupier.agents.registry import make_agent

    return make_game(*game), partial(make_agent, AgentName.parse(name), models=defaults)


def _of_file(path: Path, game: tuple[str, list[str] | None, int | None]) -> tuple[Game, AgentFor]:
    """A policy from a file, and its game as trained, with the options given instead."""
    from croupier.agents.policy import PolicyAgent, trained_game
    from croupier.core.engine.game import Game

    if not path.exists():
        raise FileError(f"{path} does not exist")
    if path.suffix == _ONNX:
        data = path.read_bytes()
    else:
        from croupier.learn.runs.run import policy_of

        _, data = policy_of(path)
    trained = trained_game(data, str(path))
    if find_spec(game[0]) is not trained.spec:
        raise ConfigError(f"{path} plays {trained.spec.name}, not {game[0]}")
    played = Game(trained.spec, **{**trained.options, **chosen_options(trained.spec, *game[1:])})
    return played, lambda sized: PolicyAgent(path, sized, data=data)


def _curves(path: Path) -> dict[str, list[tuple[float, float]]]:
    """The strength curves in a run's folder."""
    from croupier.learn.runs.run import CURVES

    if not (path / CURVES).is_dir():
        return {}
    from croupier.learn.runs.curves import read_curves

    return read_curves(path / CURVES, "strength/")


def _of_matches(
    names: list[str],
    among: list[str],
    anchor: str | None,
    tested: tuple[str, float, float] | None,
    asked: _Asked,
) -> tuple[Summary, Kept | None, dict[str, Any]]:
    """Let several agents play each other, and report on them, with options they were not trained for."""
    from croupier.agents.registry import make_agents
    from croupier.measure.costs.lost import first_games
    from croupier.measure.play.deals import How
    from croupier.provenance import taking_over

    models, scale = asked.models, asked.scale
    game, defaults = make_game(*asked.game), models.defaults()
    made = make_agents([*names, *among], game, models=defaults)
    agents, others = made[: len(names)], made[len(names) :]
    speaking = models.check_needed([*agents, *others])
    scale.check(speaking)
    if speaking and tested:
        raise ConfigError("--sprt takes thousands of deals: compare agents that answer in words by --deals")
    deals = asked.deals
    if deals is None:
        deals = _MOST_DEALS if tested else _MODEL_DEALS if speaking else _DEALS
    unfit = note_untrained([*agents, *others], [game])
    announce_compiling(game)
    source = provenance_of(game, [*agents, *others], [asked.seed])

    def play(executor: Executor | None, run: ModelRun | None) -> Summary:
        how = How(threads=scale.threads, executor=executor, run=run, results=asked.results)
        match = _Played(game, deals, asked.seed, how)
        if tested:
            return _test(match, agents, tested)
        if len(agents) == 2 and game.num_players > 2:
            return _compare(match, agents, others)
        return _tournament(match, agents, others, None if anchor is None else names.index(anchor))

    kept = None
    if speaking:
        run, found = _with_models(game, deals, partial(play, None), agents, others, asked)
        games, usual, earlier = run.played, True, run.earlier
    else:
        with scaled(scale, None if asked.out is None else asked.out / CHUNKS, asked.out) as (executor, kept):
            found = play(executor, None)
        games = partial(first_games, game, agents, found.deals, found.seed, scale.threads)
        usual, earlier = asked.out is not None, [] if kept is None else [*kept.earlier]
    found = with_lost(found, asked.valued, usual, games, scale.threads)
    return replace(found, provenance=taking_over(source, earlier)), kept, unfit


def _with_models(
    game: Game,
    deals: int,
    play: Callable[[ModelRun], Summary],
    agents: list[Agent],
    others: list[Agent],
    asked: _Asked,
) -> tuple[ModelRun, Summary]:
    """Play as a run of language models, and report on them."""
    from croupier.measure.reports.models import report_models, write_games

    names, among = ([each.name for each in some] for some in (agents, others))
    about: dict[str, Any] = {"command": "arena", "agents": names, "among": among, "seed": asked.seed}
    seats = _seats(game, names, among, deals)
    run = asked.models.begin(game, asked.out, about, [*agents, *others], seats)
    with asking(run):
        found = play(run)
    if asked.out is not None:
        note(f"wrote {write_games(run, asked.out)}")
    note_stopped(run, asked.csv)
    with progress("Report on the games") as on_progress:
        return run, replace(found, models=report_models(run, on_progress))


def _seats(game: Game, agents: list[str], others: list[str], deals: int) -> dict[str, int]:
    """Approximate number of seats of games per agent, for an estimate."""
    from croupier.measure.play.tournament import seatings_of

    seats, found = game.num_players, dict.fromkeys([*agents, *others], 0)
    if len(agents) == 2 or len(agents) >= seats:
        at_tables = seatings_of(len(agents), seats)
        for index, name in enumerate(agents):
            found[name] += deals * int((at_tables == index).sum())
    for name in found if others else ():
        found[name] += deals * seats * (1 if name in agents else 2 * (seats - 1))
    return found


def _check_words(
    agents: list[str], others: list[str], anchor: str | None, sprt: bool, tested: tuple[str, float, float]
) -> None:
    """Check, before compiling or playing, that the options fit together."""
    pair = len(agents) == 2
    if sprt and not pair:
        raise ConfigError(f"--sprt tests the first of two agents against the second; {len(agents)} are named")
    if others and not pair:
        raise ConfigError(f"--among is for a comparison of two agents; {len(agents)} are named")
    if "" in others:
        raise ConfigError("--among takes names with commas between, like bot,random; one of them is empty")
    if sprt and others:
        raise ConfigError("--sprt tests two agents among each other: leave --among away")
    if anchor is not None and len(agents) < 3:
        raise ConfigError(f"--anchor is for ratings, of three agents or more; {len(agents)} named")
    if anchor is not None and anchor not in agents:
        raise unknown("anchor", anchor, dict.fromkeys(agents))
    if not sprt and tested != ("wins", 0.0, 0.05):
        raise ConfigError("--by, --h0 and --h1 are settings of --sprt: add it")


class _Played(NamedTuple):
    """What is played: game, deals, seed, and how."""

    game: Game
    deals: int
    seed: int
    how: How

    @contextmanager
    def played(self, around: str = "", *, most: bool = False) -> Iterator[How]:
        """How it is played, with a progress bar."""
        deals = f"{'at most ' if most else ''}{counted(self.deals, 'deal')}{around}"
        with progress(f"{self.game.spec.title}: {deals}") as on_progress:
            yield {**self.how, "progress": on_progress}


def _tournament(what: _Played, agents: list[Agent], others: list[Agent], anchor: int | None) -> Summary:
    from croupier.measure.play.tournament import may_stop, play_tournament
    from croupier.measure.reports.summary import summarise
    from croupier.measure.stats.comparison import check_opponents, compare_among

    game, deals, seed = what[:3]
    if others:
        check_opponents(game, others)
    with what.played() as how:
        report = play_tournament(game, agents, deals, seed, **how)
        found = summarise(game, report, None if anchor is None else report.agents[anchor].agent)
    if others and found.comparison is not None:
        mixes = list(found.comparison.mixes)
        around = f" among {', '.join(each.name for each in others)}"
        with may_stop(mixes, what.how.get("run")), what.played(around) as how:
            mixes.append(compare_among(game, agents[0], agents[1], others, deals, seed, **how))
        found = replace(found, comparison=replace(found.comparison, mixes=tuple(mixes)))
    return found


def _compare(what: _Played, agents: list[Agent], others: list[Agent]) -> Summary:
    from croupier.measure.reports.summary import Summary
    from croupier.measure.stats.comparison import compare

    with what.played() as how:
        found = compare(what.game, agents[0], agents[1], what.deals, what.seed, among=others, **how)
    return Summary(what.game, what.seed, found.deals, comparison=found)


def _test(what: _Played, agents: list[Agent], tested: tuple[str, float, float]) -> Summary:
    from croupier.measure.reports.summary import Summary
    from croupier.measure.stats.promotion import Bounds, promote

    by, h0, h1 = tested
    with what.played(most=True) as how:
        found = promote(
            what.game, agents[0], agents[1], what.deals, what.seed, bounds=Bounds(h0, h1), measure=by, **how
        )
    return Summary(what.game, what.seed, what.deals, promotion=found)


def _show(found: Summary | PlayerReport, asked: _Asked, more: dict[str, Any], as_json: bool) -> None:
    """Print a report, and write its files."""
    if as_json:  # first: a full disk must not cost the games
        print_json(found.as_dict() | more)
    else:
        print_parts(found.parts())
    if asked.out is not None:
        from croupier.measure.reports.rendered import write_report

        for file in write_report(found, asked.out):
            note(f"wrote {file}")
    if asked.results is not None and asked.csv is not None:
        from croupier.measure.play.results import results_rows, write_csv

        write_csv(results_rows(asked.results), asked.csv)
        note(f"wrote {asked.csv}")
        if found.costs:
            write_costs(asked.csv.with_suffix(COSTS), found.costs)
