"""``croupier benchmark add``: agents play the deals of a board and join it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from croupier.cli.common import (
    Json,
    Threads,
    announce_compiling,
    counted,
    note,
    plain_console,
    print_json,
    print_parts,
    progress,
)
from croupier.cli.measuring.boards import BoardName, CopyTo, board_folder, locked, read_standings, show_board
from croupier.cli.measuring.valued import valued_if_can_be
from croupier.cli.models import GOES_ON, ModelOptions
from croupier.cli.option_groups import with_option_groups
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.core.engine.game import Game
    from croupier.measure.play.estimate import CostEstimate
    from croupier.measure.reports.board import Board
    from croupier.measure.reports.entry import BoardEntry
    from croupier.measure.reports.standing import Leaderboard
    from croupier.table.model_run import ModelRun


class _How(NamedTuple):
    """How an entry is made: decisions that are valued, whether void games are left out, threads."""

    valued: int | None
    leave_void: bool
    threads: int


class _Entrant(NamedTuple):
    """Who is added, as it was made for the board's game."""

    agent: Agent
    game: Game


@with_option_groups
def benchmark_add(
    name: BoardName,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT", help="Who is added.")],
    *,
    out: CopyTo = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Say what it takes, by how entries differ, and play nothing.")
    ] = False,
    gap: Annotated[
        float | None,
        typer.Option(
            "--gap", metavar="PP", help="With --plan: a gap in percentage points; by default the board's."
        ),
    ] = None,
    valued: Annotated[
        int | None, typer.Option("--valued", min=0, metavar="N", help="Decisions to price: 40, 0 for none.")
    ] = None,
    leave_void: Annotated[bool, typer.Option("--leave-void", help="Leave out deals with void games.")] = False,
    threads: Threads = 1,
    models: ModelOptions,
    as_json: Json = False,
) -> None:
    """Add agents to a board.

    Each agent sits among the same others on the same deals, in every seat. So entries of any date are compared
    deal by deal, and no agent is asked twice. Language models are asked as the board says. The same command
    resumes after a stop.

    Example: croupier benchmark add pig-1 llm:MODEL --out boards/pig-1
    """
    if gap is not None and not plan:
        raise ConfigError("--gap is a setting of --plan")
    if plan and (valued is not None or leave_void):
        raise ConfigError(f"--plan plays nothing: leave --{'leave-void' if leave_void else 'valued'} out")
    folder = board_folder(name, out, writes=not plan)
    if plan:
        _plan(folder, agents, gap, models, as_json)
        return
    _add(folder, agents, models, _How(valued, leave_void, threads))
    show_board(folder, as_json=as_json)


def _add(folder: Path, names: list[str], models: ModelOptions, how: _How) -> None:
    from croupier.agents.registry import make_agent
    from croupier.measure.reports.adding import check_asked
    from croupier.measure.reports.entry import read_entries, write_entry

    with locked(folder):
        board, entries = read_entries(folder)
        given, models = models, _as_board(models, board)
        known = {entry.agent for entry in entries}
        game = board.made()
        made = [make_agent(name, game, models=_defaults(models, board)) for name in names]
        given.check_needed(made)
        for agent in made:
            if agent.name in known:
                raise ConfigError(f"{agent.name} is on the board already: its entry stays")
            known.add(agent.name)
        check_asked(board, game, made)
        announce_compiling(game)
        for agent in made:
            entry = _played(folder, board, _Entrant(agent, game), models, how)
            note(f"wrote {write_entry(folder, entry)}")


def _as_board(models: ModelOptions, board: Board) -> ModelOptions:
    """Options with what the board says of how models are asked."""
    if models.retries not in (None, board.retries):
        raise ConfigError(f"this board has --retries {board.retries}: make another board for {models.retries}")
    return replace(models, retries=board.retries)


def _defaults(models: ModelOptions, board: Board) -> ModelDefaults:
    """What options with what the board says say of all models; replies are read as on the board."""
    found = models.defaults()
    for name, usual, fixed in (("prompt", "list", board.prompt), ("answer", "text", board.answer)):
        if getattr(found, name) not in (usual, fixed):
            raise ConfigError(f"this board has {name} {fixed}: make another board for {getattr(found, name)}")
    asked: Any = {"prompt": board.prompt, "answer": board.answer}
    return replace(found, default={"brackets": board.brackets} | dict(found.default), **asked)


def _played(folder: Path, board: Board, who: _Entrant, models: ModelOptions, how: _How) -> BoardEntry:
    """An entry, with what a sample of its decisions cost."""
    from croupier.agents.speech import speaks
    from croupier.measure.reports.adding import lost_on_board, play_entry

    agent, game = who
    label = f"{agent.name}: {counted(board.deals, 'deal')} of {game.spec.title}"
    if not speaks(agent):
        run = None
        with progress(label) as on_progress:
            entry = play_entry(board, game, agent, threads=how.threads, progress=on_progress)
    else:
        run, entry = _asked(folder, board, who, models, label, how)

    def value(count: int, on_progress: Progress) -> dict[str, Any]:
        return lost_on_board(board, game, agent, count, threads=how.threads, progress=on_progress, run=run)

    return replace(entry, lost=valued_if_can_be(how.valued, True, value) or {})


def _asked(
    folder: Path, board: Board, who: _Entrant, models: ModelOptions, label: str, how: _How
) -> tuple[ModelRun, BoardEntry]:
    """The run and the entry of an agent that answers in words."""
    from croupier.measure.reports.adding import play_entry
    from croupier.measure.reports.board import RUNS
    from croupier.measure.reports.entry import file_name

    agent, game = who
    about = {"command": "leaderboard", "board": board.digest, "agents": [agent.name]}
    kept = folder / RUNS / file_name(agent.name).removesuffix(".json")
    run = models.begin(game, kept, about, [agent], {agent.name: board.deals * game.num_players})
    try:
        with run, progress(label) as on_progress:
            more: dict[str, Any] = {"run": run, "leave_void": how.leave_void}
            return run, play_entry(board, game, agent, threads=how.threads, progress=on_progress, **more)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted; {GOES_ON}") from None


def _plan(folder: Path, names: list[str], gap: float | None, models: ModelOptions, as_json: bool) -> None:
    from croupier.core.base.rows import terminal_table
    from croupier.measure.reports.standing import NO_PAIRS, plan, plan_data, plan_rows, sentence

    found = read_standings(folder)
    known, cost = _cost(found, names, models)
    rows, board = plan(found, gap, names), found.board
    if not rows and cost is None:
        raise ConfigError(NO_PAIRS)
    if as_json:
        print_json(
            {"board": board.digest, "deals": board.deals, "pairs": plan_data(rows)}
            | ({} if cost is None else {"requests": cost.requests, "tokens_in": cost.tokens_in,
                "tokens_out": cost.tokens_out, "cost": cost.cost, "unpriced": list(cost.unpriced)})
        )  # fmt: skip
        return
    unknown = f"How many deals a gap takes is not known yet: {NO_PAIRS}."
    if rows:
        plain_console().print(terminal_table(plan_rows(rows), "dense"))
    print_parts([sentence(found, rows) if rows else unknown])
    print_parts(f"{name} is on the board already: its entry stays, and it is not asked again." for name in known)
    if cost is not None:
        games = counted(board.deals * board.made().num_players, "game")
        print_parts([f"This board's {games} take {cost.sentence()}."])


def _cost(found: Leaderboard, names: list[str], models: ModelOptions) -> tuple[list[str], CostEstimate | None]:
    """The language models that are on a board already, and what the others take; None where there are none."""
    from croupier.agents.llm.agent import LanguageModel
    from croupier.agents.registry import make_agent
    from croupier.agents.speech import speaks
    from croupier.measure.play.estimate import estimate
    from croupier.measure.reports.adding import check_asked

    board, game = found.board, found.board.made()
    defaults = _defaults(_as_board(models, board), board)
    entries = {each.agent for each in found.standings}
    made = [make_agent(name, game, models=defaults) for name in names]
    models.check_needed(made)
    made = [agent for agent in made if speaks(agent)]
    check_asked(board, game, [agent for agent in made if agent.name not in entries])
    asked = [agent for agent in made if isinstance(agent, LanguageModel)]
    new = [agent for agent in asked if agent.name not in entries]
    games = dict.fromkeys((agent.name for agent in new), board.deals * game.num_players)
    known = [agent.name for agent in asked if agent.name in entries]
    return known, estimate(game, new, games) if new else None
