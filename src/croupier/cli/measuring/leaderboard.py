"""``croupier leaderboard``: a board of agents that grows, on fixed deals among fixed others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from croupier.cli.common import (
    GameOptions,
    Json,
    Players,
    Seed,
    Threads,
    agents_named,
    announce_compiling,
    counted,
    make_game,
    note,
    plain_console,
    print_json,
    progress,
)
from croupier.cli.measuring.valued import valued_if_can_be
from croupier.cli.models import GOES_ON, ModelOptions
from croupier.cli.option_groups import with_option_groups
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.progress import Progress

if TYPE_CHECKING:
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.agents.names import AgentName
    from croupier.core.engine.game import Game
    from croupier.measure.play.estimate import CostEstimate
    from croupier.measure.reports.board import Board
    from croupier.measure.reports.entry import BoardEntry
    from croupier.measure.reports.standing import Leaderboard
    from croupier.table.model_run import ModelRun

_DEALS = 100


class _How(NamedTuple):
    """How an entry is made: decisions that are valued, whether void games are left out, threads."""

    valued: int | None
    leave_void: bool
    threads: int


@with_option_groups
def leaderboard(
    what: Annotated[
        Literal["show", "add", "make", "merge"],
        typer.Argument(metavar="show|add|make|merge", help="What is to be done."),
    ],
    name: Annotated[
        str, typer.Argument(metavar="BOARD|GAME", help="A board that ships, or a folder; a game for make.")
    ],
    others: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT|DIR...", help="Agents for add, folders for merge.")
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="make: the new folder; add, merge: where a board that ships goes."
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the board as a page.")] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="add: say what it takes, by how entries differ, and play nothing.")
    ] = False,
    gap: Annotated[
        float | None,
        typer.Option(
            "--gap",
            metavar="PP",
            help="Of --plan: percentage points of wins to tell apart; else gaps on the board.",
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="AGENT", help="make: an agent in the other seats; repeat, one for each."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", min=2, metavar="N", help="make: deals, each from every seat: 100.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    valued: Annotated[
        int | None,
        typer.Option(
            "--valued", min=0, metavar="N", help="add: decisions of which is said what they cost: 40, 0 for none."
        ),
    ] = None,
    leave_void: Annotated[bool, typer.Option("--leave-void", help="add: leave out what is void.")] = False,
    threads: Threads = 1,
    models: ModelOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Show a leaderboard, add to it, make or merge one.

    Each agent sits among the same others on the same deals, in every seat, so entries of any date are paired by
    deal and nobody is asked twice. Language models are asked as the board says, one at a table; a run that is
    stopped goes on by the same command. --seed is that of the deals of a new board.

    Example: croupier leaderboard add pig-1 llm:MODEL --out boards/pig-1
    """
    how = _How(valued, leave_void, threads)
    _check_words(what, others or [], (out, plan, gap, how), (field, deals, option, players, seed or None))
    if html is not None:
        require("a leaderboard with a chart", "matplotlib")
    if what == "make":
        folder = _make(make_game(name, option, players), tuple(field or ()), out, (deals or _DEALS, seed), models)
    else:
        folder = _folder(name, out, writes=what in ("add", "merge") and not plan)
    if plan:
        _plan(folder, agents_named(others or []), gap, models, as_json)
        return
    if what == "add":
        _add(folder, agents_named(others or []), models, how)
    elif what == "merge":
        _merge(folder, others or [])
    _show(folder, html, as_json)


def _check_words(
    what: str,
    others: list[str],
    of_add: tuple[Path | None, bool, float | None, _How],
    of_make: tuple[Any, ...],
) -> None:
    """Check that the options go with what is to be done."""
    out, plan, gap, how = of_add
    if what in ("add", "merge") and not others:
        raise ConfigError(f"leaderboard {what} names {'agents' if what == 'add' else 'folders'} behind the board")
    if what in ("show", "make") and others:
        raise ConfigError(f"leaderboard {what} takes one name: add takes agents, and merge folders")
    if what != "make" and any(given is not None and given != [] for given in of_make):
        raise ConfigError("--field, --deals, --option, --players and --seed are settings of leaderboard make")
    if what == "make" and out is None:
        raise ConfigError("leaderboard make writes a folder: name it by --out DIR")
    if what == "show" and out is not None:
        raise ConfigError("leaderboard show writes nothing but a page: name it by --html FILE")
    if plan and what != "add":
        raise ConfigError("--plan says what leaderboard add will take")
    if (how.valued is not None or how.leave_void) and (what != "add" or plan):
        raise ConfigError(f"--{'leave-void' if how.leave_void else 'valued'} is a setting of leaderboard add")
    if gap is not None and not plan:
        raise ConfigError("--gap is a setting of --plan")


def _make(
    game: Game, field: tuple[str, ...], out: Path | None, dealt: tuple[int, int], models: ModelOptions
) -> Path:
    from croupier.measure.reports.board import BOARD, new_board, write_board

    if out is None:
        raise AssertionError("the options were checked")
    defaults = models.defaults()
    retries = 2 if models.retries is None else models.retries
    board = new_board(
        game, field, deals=dealt[0], seed=dealt[1], prompt=defaults.prompt, answer=defaults.answer,
        retries=retries, brackets=bool(defaults.default.get("brackets", False)),
    )  # fmt: skip
    with _locked(out):
        if (out / BOARD).exists():
            raise FileError(f"{out} holds a leaderboard already; name another folder")
        write_board(out, board)
    return out


def _folder(name: str, out: Path | None, *, writes: bool) -> Path:
    """The folder of a board; of one that ships a copy, where it is written to."""
    from croupier.measure.reports.board import BOARD, folder_of, shipped_boards, write_board
    from croupier.measure.reports.entry import read_entries, write_entry

    found = folder_of(name)
    if not writes:
        return found if out is None or not (out / BOARD).exists() else _copy_of(found, out, name)
    if out is None:
        if found in shipped_boards().values():
            raise ConfigError(f"{name} ships with croupier and stays as it is: name a folder for a copy by --out")
        return found
    board, entries = read_entries(found)
    with _locked(out):
        if not (out / BOARD).exists():
            for entry in entries:
                write_entry(out, entry)
            write_board(out, board)  # last: it says that the copy is whole
        return _copy_of(found, out, name)


def _copy_of(found: Path, out: Path, name: str) -> Path:
    """A folder that is there, which has to hold the same board as another."""
    from croupier.measure.reports.board import read_board

    if read_board(out).digest != read_board(found).digest:
        raise FileError(f"{out} holds another leaderboard than {name}; name another folder")
    return out


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """A board that no other process changes meanwhile."""
    from croupier.core.base.folder_lock import FolderLock

    try:
        lock = FolderLock(folder)
    except OSError as error:
        raise FileError(f"{folder} cannot be written: {error.strerror}") from error
    with lock:
        yield


def _add(folder: Path, names: list[AgentName], models: ModelOptions, how: _How) -> None:
    from croupier.agents.registry import make_agent, require_libraries
    from croupier.measure.reports.adding import check_asked
    from croupier.measure.reports.entry import read_entries, write_entry

    require_libraries(names)
    models.check_needed(names)
    with _locked(folder):
        board, entries = read_entries(folder)
        models = _as_board(models, board)
        known = {entry.agent for entry in entries}
        game = board.made()
        made = [make_agent(name, game, models=_defaults(models, board)) for name in names]
        for agent in made:
            if agent.name in known:
                raise ConfigError(f"{agent.name} is on the board already: its entry stays")
            known.add(agent.name)
        check_asked(board, game, made)
        announce_compiling(game)
        for name in names:
            entry = _played(folder, board, game, name, models, how)
            note(f"wrote {write_entry(folder, entry)}")


def _as_board(models: ModelOptions, board: Board) -> ModelOptions:
    """Options with what the board says of how models are asked."""
    said = {"prompt": board.prompt, "answer": board.answer, "retries": board.retries}
    for name, value in said.items():
        if getattr(models, name) not in (None, value):
            raise ConfigError(f"this board has --{name} {value}: make another board for {getattr(models, name)}")
    return replace(models, **said)  # type: ignore[arg-type]  # each of its own type


def _defaults(models: ModelOptions, board: Board) -> ModelDefaults:
    """What options with what the board says say of all models; replies are read as on the board."""
    found = models.defaults()
    read = {"brackets": board.brackets}
    return replace(found, default=read | dict(found.default))


def _played(
    folder: Path, board: Board, game: Game, name: AgentName, models: ModelOptions, how: _How
) -> BoardEntry:
    """An entry, with what a sample of its decisions cost."""
    from croupier.agents.registry import make_agent, traits_named
    from croupier.measure.reports.adding import lost_on_board, play_entry

    agent = make_agent(name, game, models=_defaults(models, board))
    label = f"{agent.name}: {counted(board.deals, 'deal')} of {game.spec.title}"
    if not traits_named(name).speaks:
        run = None
        with progress(label) as on_progress:
            entry = play_entry(board, game, agent, threads=how.threads, progress=on_progress)
    else:
        run, entry = _asked(folder, board, game, name, models, label, how)

    def value(count: int, on_progress: Progress) -> dict[str, Any]:
        return lost_on_board(board, game, agent, count, threads=how.threads, progress=on_progress, run=run)

    return replace(entry, lost=valued_if_can_be(how.valued, True, value) or {})


def _asked(
    folder: Path, board: Board, game: Game, name: AgentName, models: ModelOptions, label: str, how: _How
) -> tuple[ModelRun, BoardEntry]:
    """The run and the entry of an agent that answers in words."""
    from croupier.agents.registry import make_agent
    from croupier.measure.reports.adding import play_entry
    from croupier.measure.reports.board import RUNS
    from croupier.measure.reports.entry import file_name

    defaults = _defaults(models, board)
    agent = make_agent(name, game, models=defaults)
    about = {"command": "leaderboard", "board": board.digest, "agents": [name.text]}
    kept = folder / RUNS / file_name(agent.name).removesuffix(".json")
    run = models.begin(game, kept, about, {name: board.deals * game.num_players}, defaults)
    try:
        with run, progress(label) as on_progress:
            more: dict[str, Any] = {"run": run, "leave_void": how.leave_void}
            return run, play_entry(board, game, agent, threads=how.threads, progress=on_progress, **more)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted; {GOES_ON}") from None


def _merge(folder: Path, others: list[str]) -> None:
    from croupier.measure.reports.adding import merge
    from croupier.measure.reports.board import folder_of

    with _locked(folder):
        for other in others:
            taken = merge(folder, folder_of(other))
            note(f"took {len(taken)} {'entry' if len(taken) == 1 else 'entries'} from {other}")


def _plan(folder: Path, names: list[AgentName], gap: float | None, models: ModelOptions, as_json: bool) -> None:
    from croupier.core.base.renderers import terminal_table
    from croupier.measure.reports.power import NO_PAIRS, plan, plan_data, plan_rows, sentence

    models.check_needed(names)
    found = _read(folder)
    known, cost = _cost(found, names, models)
    rows, board = plan(found, gap, [name.text for name in names]), found.board
    if not rows and cost is None:
        raise ConfigError(NO_PAIRS)
    if as_json:
        print_json(
            {"board": board.digest, "deals": board.deals, "pairs": plan_data(rows)}
            | ({} if cost is None else {"requests": cost.requests, "tokens_in": cost.tokens_in,
                "tokens_out": cost.tokens_out, "cost": cost.cost, "unpriced": list(cost.unpriced)})
        )  # fmt: skip
        return
    console = plain_console()
    unknown = f"How many deals a gap takes is not known yet: {NO_PAIRS}."
    parts = [terminal_table(plan_rows(rows), "dense"), sentence(found, rows)] if rows else [unknown]
    stays = (f"{name} is on the board already: its entry stays, and it is not asked again." for name in known)
    for part in (*parts, *stays):
        console.print(part)
    if cost is not None:
        games = counted(board.deals * board.made().num_players, "game")
        console.print(f"This board's {games} take {cost.sentence()}.")


def _cost(
    found: Leaderboard, names: list[AgentName], models: ModelOptions
) -> tuple[list[str], CostEstimate | None]:
    """The language models that are on a board already, and what the others take; None where there are none."""
    from croupier.agents.llm.agent import LanguageModel
    from croupier.agents.registry import make_agent, traits_named
    from croupier.measure.play.estimate import estimate
    from croupier.measure.reports.adding import check_asked

    board, game = found.board, found.board.made()
    defaults = _defaults(_as_board(models, board), board)
    entries = {each.agent for each in found.standings}
    made = [make_agent(name, game, models=defaults) for name in names if traits_named(name).speaks]
    check_asked(board, game, [agent for agent in made if agent.name not in entries])
    asked = [agent for agent in made if isinstance(agent, LanguageModel)]
    new = [agent for agent in asked if agent.name not in entries]
    games = dict.fromkeys((agent.name for agent in new), board.deals * game.num_players)
    known = [agent.name for agent in asked if agent.name in entries]
    return known, estimate(game, new, games) if new else None


def _read(folder: Path) -> Leaderboard:
    from croupier.measure.reports.entry import read_entries
    from croupier.measure.reports.standing import compare_entries_of

    return compare_entries_of(*read_entries(folder))


def _show(folder: Path, html: Path | None, as_json: bool) -> None:
    found = _read(folder)
    if html is not None:
        from croupier.measure.reports.board import write_text
        from croupier.measure.reports.board_page import board_page

        write_text(html, board_page(found))
        note(f"wrote {html}")
    if as_json:
        print_json(found.as_dict())
        return
    from croupier.core.base.renderers import terminal_table

    console = plain_console()
    for rows in found.rows():
        console.print(terminal_table(rows))
