"""``croupier evaluate``: an evaluation report on one player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import (
    GameOptions,
    Json,
    Players,
    Seed,
    agents_named,
    announce_compiling,
    chosen_options,
    make_game,
    note,
    plain_console,
    print_json,
    progress,
    tell_untrained,
)
from croupier.cli.measuring.valued import valued_if_can_be
from croupier.cli.models import GOES_ON, ModelOptions
from croupier.cli.option_groups import with_option_groups
from croupier.cli.scale import CHUNKS, ScaleOptions, check_scale, scaled
from croupier.core.base.errors import ConfigError, FileError, require

if TYPE_CHECKING:
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.agents.names import AgentName
    from croupier.core.engine.game import Game
    from croupier.measure.reports.evaluation import AgentFor

_ONNX, _CHECKPOINT = ".onnx", ".safetensors"


@with_option_groups
def evaluate(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help="A run's folder, a checkpoint, a policy.onnx, or with --game an agent's name."
        ),
    ],
    *,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game of an agent that is named.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    deals: Annotated[int, typer.Option("--deals", min=2, metavar="N", help="Deals of each table.")] = 500,
    ability_deals: Annotated[
        int, typer.Option("--ability-deals", min=2, metavar="N", help="Deals of each comparison of abilities.")
    ] = 2000,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder of the report; the run's, if it is one.")
    ] = None,
    valued: Annotated[
        int | None,
        typer.Option(
            "--valued",
            min=0,
            metavar="N",
            help="Decisions at each size of table of which is said what they cost: 40 with a report's folder or "
            "a language model, else 0.",
        ),
    ] = None,
    models: ModelOptions,
    scale: ScaleOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Evaluate one player at several tables and write a report.

    It is report.md with its pictures, and report.json with every number. The player meets several line-ups
    at tables of several sizes: same deals, every seat. Where a game has special abilities, the player's
    decisions on them are compared with those of rules, of the source's heuristics and of chance, everything else
    equal, for all abilities and for each alone, and valued by search; and the report shows what the game counts
    beside wins and points.

    Finished chunks of games are kept in the report's folder until it is written, and the same command goes on with
    them after a kill. With --ray workers play the chunks, and the result is the same.

    Example: croupier evaluate runs/skull-king --out reports/first
    """
    from croupier.measure.reports.evaluation import Plan, games_at_sizes, has_pictures, lineups, lost_of_player
    from croupier.measure.reports.evaluation import evaluate as measure
    from croupier.measure.reports.evaluation_page import write_report
    from croupier.measure.reports.models import report_models, write_games
    from croupier.provenance import provenance, taking_over
    from croupier.table.model_run import ModelRun

    plan = Plan(deals=deals, ability_deals=ability_deals, seed=seed, threads=scale.threads)
    named = agents_named([player] if game is not None else [])
    speaking = models.check_needed(named)
    check_scale(scale.ray, scale.workers, speaking)
    defaults = models.defaults()
    played, agent_for = _find_player(player, game, option, players, named, defaults)
    unfit = _note_untrained(player, agent_for, games_at_sizes(played), named)
    folder = out if out is not None else Path(player) if Path(player).is_dir() else None
    curves = {} if folder is None else _curves(Path(player))
    if curves or (folder is not None and has_pictures(played)):
        require("a report with pictures", "matplotlib")
    announce_compiling(played)
    source = provenance([(sized, named or [agent_for(sized)]) for sized in games_at_sizes(played)], [seed])
    run = ModelRun()
    if speaking:
        games = sum(len(lineups(t)) * t.num_players for t in games_at_sizes(played)) * deals
        about = {"command": "evaluate", "player": player, "seed": seed}
        run = models.begin(played, folder, about, dict.fromkeys(named, games), defaults)
    chunks = None if folder is None or speaking else folder / CHUNKS
    with (
        run,
        scaled(scale, chunks, folder) as (executor, kept),
        progress(f"Judging {player}") as on_progress,
    ):
        asked = run if speaking else None
        found = measure(played, agent_for, plan, on_progress, executor=executor, run=asked)
        report = {"player": player} | found | unfit
    if run.stopped:
        note(f"croupier: stopped: {run.stopped}; {GOES_ON}")
    lost = valued_if_can_be(
        valued, speaking or folder is not None, partial(lost_of_player, played, agent_for, plan, run=asked)
    )
    if lost is not None:
        report["lost"] = lost
    with progress("Report on the games") as on_progress:
        told = report_models(run, on_progress)
    if told is not None:
        report["models"] = told.as_dict() | {"shown": [rows.data() for rows in told.rows()]}
    earlier = run.earlier if kept is None else kept.earlier
    report["provenance"] = taking_over(source, earlier)
    files = [] if folder is None else write_report(report, curves, folder)
    if told is not None and folder is not None:
        files.append(write_games(run, folder))
    if kept is not None:
        kept.remove()
    if as_json:
        print_json(report)
        return
    _show(report)
    for file in files:
        note(f"wrote {file}")


def _find_player(
    player: str,
    game: str | None,
    option: list[str] | None,
    players: int | None,
    named: Sequence[AgentName],
    defaults: ModelDefaults,
) -> tuple[Game, AgentFor]:
    """The game to be played, and what makes the player for it at any size."""
    from croupier.agents.shipped import is_shipped

    head, _, file = player.partition(":")
    of_file = head == "net" and not is_shipped(file)
    path = Path(file if of_file and game is None else player)
    if path.is_dir() or (path.suffix in (_ONNX, _CHECKPOINT) and not (of_file and game is not None)):
        if game is not None:
            raise ConfigError(f"{player} knows its game: leave --game away")
        return _file_player(path, option, players)
    if game is None:
        raise ConfigError(f"{player!r} is no file or folder; to judge an agent by name, say of which --game")
    from croupier.agents.registry import make_agent

    played = make_game(game, option, players)
    make = partial(make_agent, named[0], models=defaults)
    make(played)  # so that a wrong name is told before the work
    return played, make


def _file_player(path: Path, option: list[str] | None, players: int | None) -> tuple[Game, AgentFor]:
    """A policy of a file, and the game that it was trained on, with the options that are given instead."""
    from croupier.agents.policy import PolicyAgent, trained_game
    from croupier.core.engine.game import Game

    if not path.exists():
        raise FileError(f"{path} does not exist")
    if path.suffix == _ONNX:
        data = path.read_bytes()
    else:
        from croupier.learn.runs.checkpoint_export import policy_of

        _, data = policy_of(path)
    trained = trained_game(data, str(path))
    given = chosen_options(trained.spec, option, players)
    played = Game(trained.spec, **{**trained.options, **given})
    PolicyAgent(path, played, data=data)  # so that options which it does not fit are told before the work
    return played, lambda sized: PolicyAgent(path, sized, data=data)


def _note_untrained(
    player: str, agent_for: AgentFor, at: Sequence[Game], named: Sequence[AgentName]
) -> dict[str, Any]:
    """Say at which tables of an evaluation the player plays options that it was not trained for."""
    from croupier.agents.policy import PolicyAgent
    from croupier.agents.trained import untrained, untrained_of

    agent = agent_for(at[0])
    # a file or folder is no name that an agent can be made by
    if isinstance(agent, PolicyAgent):
        return tell_untrained(lambda untold: untrained_of(agent, player, at, untold))
    return tell_untrained(lambda untold: untrained(named, at, untold))


def _curves(path: Path) -> dict[str, list[tuple[float, float]]]:
    """The curves of strength in a run's folder."""
    from croupier.learn.runs.run import CURVES

    if not (path / CURVES).is_dir():
        return {}
    from croupier.learn.runs.curves import read_curves

    return read_curves(path / CURVES, "strength/")


def _show(report: dict[str, Any]) -> None:
    from rich.markdown import Markdown

    from croupier.measure.reports.evaluation_page import page

    plain_console().print(Markdown(page(report, [])))
