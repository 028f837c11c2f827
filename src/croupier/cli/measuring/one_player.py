"""The report on a single player that ``croupier arena`` gives."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.common import (
    announce_compiling,
    chosen_options,
    find_spec,
    make_game,
    note,
    note_untrained,
    progress,
)
from croupier.cli.measuring.valued import valued_if_can_be
from croupier.cli.models import ModelOptions, note_stopped
from croupier.cli.scale import CHUNKS, ScaleOptions, check_scale, scaled
from croupier.core.base.errors import ConfigError, FileError

if TYPE_CHECKING:
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.core.engine.game import Game
    from croupier.measure.costs.table import Cost
    from croupier.measure.play.kept import Kept
    from croupier.measure.play.results import Results
    from croupier.measure.reports.evaluation import AgentFor
    from croupier.measure.reports.player import PlayerReport

_ONNX, _CHECKPOINT = ".onnx", ".safetensors"
_DEALS, _MODEL_DEALS, _ABILITY_SHARE = 500, 25, 4
"""Deals of each table, and how many times as many each comparison of abilities has, which differ little."""


def report_on(
    player: str,
    game: tuple[str, list[str] | None, int | None],
    sizes: tuple[int | None, int, int | None],
    files: tuple[Path | None, Path | None],
    models: ModelOptions,
    scale: ScaleOptions,
    results: list[Results] | None,
) -> tuple[PlayerReport, Kept | None]:
    """Play a player at several tables, and report on it."""
    from croupier.measure.play.deals import How
    from croupier.measure.reports.evaluation import Plan, evaluate, games_at_sizes, lineups, lost_of_player
    from croupier.measure.reports.models import report_models, write_games
    from croupier.measure.reports.player import PlayerReport
    from croupier.provenance import provenance, taking_over
    from croupier.table.model_run import ModelRun

    out, csv = files
    deals, seed, valued = sizes
    path = Path(player)
    of_file = path.is_dir() or (path.suffix in (_ONNX, _CHECKPOINT) and (path.exists() or ":" not in player))
    played, agent_for = _of_file(path, game) if of_file else _named(player, game, models.defaults())
    agent = agent_for(played)  # before the work: a wrong name, or options that a file does not fit
    speaking = models.check_needed([agent])
    check_scale(scale.ray, scale.workers, speaking)
    deals = (_MODEL_DEALS if speaking else _DEALS) if deals is None else deals
    plan = Plan(deals=deals, ability_deals=_ABILITY_SHARE * deals, seed=seed, threads=scale.threads)
    tables = games_at_sizes(played)
    unfit = note_untrained([agent], tables, player if of_file else "")
    curves = _curves(path) if of_file else {}
    announce_compiling(played)
    source = provenance([(sized, [agent]) for sized in tables], [seed])
    run = ModelRun()
    if speaking:
        games = sum(len(lineups(t)) * t.num_players for t in tables) * deals
        about = {"command": "evaluate", "player": player, "seed": seed}
        run = models.begin(played, out, about, [agent], {player: games})
    asked = run if speaking else None
    with (
        run,
        scaled(scale, None if out is None or speaking else out / CHUNKS, out) as (executor, kept),
        progress(f"Judging {player}") as on_progress,
    ):
        how = How(threads=scale.threads, executor=executor, run=asked, results=results)
        found = evaluate(played, agent_for, plan, on_progress, **how)
        report = {"player": player} | found | unfit
    note_stopped(run, csv)
    costs: list[Cost] = []
    value = partial(lost_of_player, played, agent_for, plan, run=asked, costs=costs)
    lost = valued_if_can_be(valued, speaking or out is not None, value)
    if lost is not None:
        report["lost"] = lost
    with progress("Report on the games") as on_progress:
        told = report_models(run, on_progress)
    if told is not None and out is not None:
        note(f"wrote {write_games(run, out)}")
    report["provenance"] = taking_over(source, run.earlier if kept is None else kept.earlier)
    return PlayerReport(report, curves, told, costs), kept


def _named(
    name: str, game: tuple[str, list[str] | None, int | None], defaults: ModelDefaults
) -> tuple[Game, AgentFor]:
    """An agent by its name, and the game."""
    from croupier.agents.names import AgentName
    from croupier.agents.registry import make_agent

    return make_game(*game), partial(make_agent, AgentName.parse(name), models=defaults)


def _of_file(path: Path, game: tuple[str, list[str] | None, int | None]) -> tuple[Game, AgentFor]:
    """A policy of a file, and the game as it was trained on, with the options that are given instead."""
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
    """The curves of strength in a run's folder."""
    from croupier.learn.runs.run import CURVES

    if not (path / CURVES).is_dir():
        return {}
    from croupier.learn.runs.curves import read_curves

    return read_curves(path / CURVES, "strength/")
