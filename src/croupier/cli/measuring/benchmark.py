"""``croupier benchmark``: an agent measured by a frozen protocol; boards shown, made, merged, and added to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    Seed,
    Threads,
    announce_compiling,
    argument,
    counted,
    flag,
    make_game,
    new_file,
    note,
    note_untrained,
    option,
    print_json,
    print_parts,
    progress,
)
from croupier.cli.measuring.valued import valued_if_can_be
from croupier.cli.models import ModelOptions, asking
from croupier.cli.scale import CHUNKS, ScaleOptions, scaled, with_option_groups
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.files import write_errors, write_text
from croupier.core.base.progress import Progress

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.core.engine.game import Game
    from croupier.measure.play.estimate import CostEstimate
    from croupier.measure.reports.board import Board, BoardEntry
    from croupier.measure.reports.standing import Leaderboard
    from croupier.table.model_run import ModelRun

BoardName = Annotated[str, argument("BENCHMARK", "A board that ships, or a folder.")]
CopyTo = Annotated[Path | None, option("PATH", "Folder for a copy of a board that ships.", "--out")]


def board_folder(name: str, out: Path | None, *, writes: bool) -> Path:
    """The folder of a board; a copy of a shipped one if it is written to."""
    from croupier.measure.reports.board import (
        BOARD,
        folder_of,
        read_entries,
        shipped_boards,
        write_board,
        write_entry,
    )

    found = folder_of(name)
    if not writes:
        return found if out is None or not (out / BOARD).exists() else _copy_of(found, out, name)
    if out is None:
        if found in shipped_boards().values():
            raise ConfigError(f"{name} ships with croupier and stays as it is: name a folder for a copy by --out")
        return found
    board, entries = read_entries(found)
    with locked(out):
        if not (out / BOARD).exists():
            for entry in entries:
                write_entry(out, entry)
            write_board(out, board)  # last, as it marks the copy as complete
        return _copy_of(found, out, name)


def _copy_of(found: Path, out: Path, name: str) -> Path:
    """An existing folder, which must hold the same board as another."""
    from croupier.measure.reports.board import read_board

    if read_board(out).digest != read_board(found).digest:
        raise FileError(f"{out} holds another board than {name}; name another folder")
    return out


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a board against changes by other processes."""
    from croupier.core.base.locks import FolderLock

    with write_errors(folder):
        lock = FolderLock(folder)
    with lock:
        yield


def read_standings(folder: Path) -> Leaderboard:
    """A board with its entries compared."""
    from croupier.measure.reports.board import read_entries
    from croupier.measure.reports.standing import standings_of

    return standings_of(*read_entries(folder))


def show_board(folder: Path, html: Path | None = None, *, as_json: bool) -> None:
    """Print a board, and write it as an HTML page."""
    found = read_standings(folder)
    if html is not None:
        from croupier.measure.reports.standing import board_page

        write_text(html, f"{board_page(found)}\n")
        note(f"wrote {html}")
    if as_json:
        print_json(found.as_dict())
        return
    print_parts(found.rows())
    if not found.standings:
        note(f"no agent is on it yet: croupier benchmark add {folder} AGENT")


def benchmark(
    name: Annotated[str, argument("BENCHMARK", "Its name: a game that has one, and a number.")],
    agent: Annotated[str, argument("AGENT", "Who is measured.")],
    out: Annotated[Path | None, option("PATH", "Write the row there, .json; it must not exist.")] = None,
    deals: Annotated[
        int | None, option("N", "Play only this many deals; such a row is incomplete.", min=2)
    ] = None,
    count: Annotated[
        int | None, option("N", "Judge only this many decisions; such a row is incomplete.", min=1)
    ] = None,
    threads: Threads = 1,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Measure an agent by a frozen protocol, and write one row.

    The agent plays the deals of the board of that name among its opponents, in every seat, and is judged by the
    set of decisions of that name. Board, set and the opponents' policies are frozen by digest, which the row
    names. With --out finished games are kept until the row is written, and the same command resumes. --seed is
    the seed of the intervals.

    Example: croupier benchmark skull-king-1 bot --out bot.json
    """
    from croupier.measure.reports.benchmark import entrant, play_row, read_benchmark
    from croupier.provenance import taking_over

    if out is not None:
        new_file(out)
    found = read_benchmark(name)
    game, made = found.board.made(), entrant(found, agent)
    unfit = note_untrained([made], [game])
    announce_compiling(game)
    chunks = None if out is None else out.with_name(f"{out.name}.{CHUNKS}")
    label = f"{agent}: {counted(deals or found.board.deals, 'deal')} of {game.spec.title}"
    with scaled(ScaleOptions(threads=threads), chunks, out) as (executor, kept), progress(label) as on_progress:
        row = play_row(
            found, made, deals=deals, count=count, seed=seed, threads=threads, progress=on_progress,
            executor=executor,
        )  # fmt: skip
    if kept is not None:
        row["provenance"] = taking_over(row["provenance"], kept.earlier)
    _show(row, as_json, unfit)  # first: a full disk must not cost the games
    if out is not None:
        write_text(out, json.dumps(row, indent=1, ensure_ascii=False) + "\n")
        note(f"wrote {out}")
    if kept is not None:
        kept.remove()


def _show(row: dict[str, Any], as_json: bool, more: dict[str, Any]) -> None:
    if as_json:
        print_json(row | more)
        return
    from croupier.measure.reports.benchmark import rows_of

    print_parts([rows_of([row])])


def benchmark_show(
    name: BoardName,
    html: Annotated[Path | None, option("PATH", "Write the board as .html.", "--out")] = None,
    as_json: Json = False,
) -> None:
    """Show a board: its agents, compared deal by deal.

    Example: croupier benchmark show skull-king-1
    """
    if html is not None:
        require("a board with a chart", "matplotlib")
    show_board(board_folder(name, None, writes=False), html, as_json=as_json)


@with_option_groups
def benchmark_add(
    name: BoardName,
    agents: Annotated[list[str], argument("AGENT", "Who is added.")],
    *,
    out: CopyTo = None,
    plan: Annotated[bool, flag("--plan", "Say what it takes, by how entries differ, and play nothing.")] = False,
    gap: Annotated[
        float | None, option("PP", "With --plan: a gap in percentage points; by default the board's.")
    ] = None,
    valued: Annotated[int | None, option("N", "Decisions to price: 40, 0 for none.", min=0)] = None,
    leave_void: Annotated[bool, flag("--leave-void", "Leave out deals with void games.")] = False,
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
    folder = board_folder(name, out, writes=False)
    if plan:
        _plan(folder, agents, gap, models, as_json)
        return
    made = _new_agents(folder, agents, models)  # whatever is wrong is said before the board is copied
    folder = board_folder(name, out, writes=True)
    _add(folder, made, models, valued=valued, leave_void=leave_void, threads=threads)
    show_board(folder, as_json=as_json)


def _new_agents(folder: Path, names: list[str], given: ModelOptions) -> list[Agent]:
    """Agents that can be added to a board."""
    from croupier.agents.registry import make_agents
    from croupier.measure.reports.board import check_asked, read_entries

    board, entries = read_entries(folder)
    game, models = board.made(), _as_board(given, board)
    made = make_agents(names, game, models=_defaults(models, board))
    given.check_needed(made)
    _require_new(made, entries)
    check_asked(board, game, made)
    return made


def _require_new(agents: list[Agent], entries: list[BoardEntry]) -> None:
    """Refuse agents that are on a board already, or named twice."""
    known = {entry.agent for entry in entries}
    for agent in agents:
        if agent.name in known:
            raise ConfigError(f"{agent.name} is on the board already: its entry stays")
        known.add(agent.name)


def _add(folder: Path, agents: list[Agent], given: ModelOptions, **how: Any) -> None:
    from croupier.measure.reports.board import read_entries, write_entry

    with locked(folder):
        board, entries = read_entries(folder)
        _require_new(agents, entries)  # another process may have added one
        game = board.made()
        announce_compiling(game)
        adding = _Adding(folder, board, game, _as_board(given, board), **how)
        for agent in agents:
            note(f"wrote {write_entry(folder, adding.entry(agent))}")


@dataclass(frozen=True)
class _Adding:
    """Settings for adding agents to a board."""

    folder: Path
    board: Board
    game: Game
    models: ModelOptions
    valued: int | None
    leave_void: bool
    threads: int

    def entry(self, agent: Agent) -> BoardEntry:
        """Play an agent; returns its entry, with the cost of a sample of its decisions."""
        from croupier.agents.speech import speaks
        from croupier.measure.reports.board import lost_on_board, play_entry

        board, game, threads = self.board, self.game, self.threads
        run = self._run(agent) if speaks(agent) else None
        label = f"{agent.name}: {counted(board.deals, 'deal')} of {game.spec.title}"
        with nullcontext() if run is None else asking(run), progress(label) as bar:
            more: dict[str, Any] = {"threads": threads, "progress": bar, "run": run}
            entry = play_entry(board, game, agent, leave_void=self.leave_void, **more)

        def value(count: int, on_progress: Progress) -> dict[str, Any]:
            return lost_on_board(board, game, agent, count, threads=threads, progress=on_progress, run=run)

        return replace(entry, lost=valued_if_can_be(self.valued, True, value) or {})

    def _run(self, agent: Agent) -> ModelRun:
        """The run of a text agent."""
        from croupier.measure.reports.board import RUNS, file_name

        about = {"command": "leaderboard", "board": self.board.digest, "agents": [agent.name]}
        kept = self.folder / RUNS / file_name(agent.name).removesuffix(".json")
        seats = {agent.name: self.board.deals * self.game.num_players}
        return self.models.begin(self.game, kept, about, [agent], seats)


def _as_board(models: ModelOptions, board: Board) -> ModelOptions:
    """The options, with the board's settings for language models."""
    if models.retries not in (None, board.retries):
        raise ConfigError(f"this board has --retries {board.retries}: make another board for {models.retries}")
    return replace(models, retries=board.retries)


def _defaults(models: ModelOptions, board: Board) -> ModelDefaults:
    """Defaults for all models from options with the board's settings; replies are read as on the board."""
    found = models.defaults()
    for name, usual, fixed in (("prompt", "list", board.prompt), ("answer", "text", board.answer)):
        if getattr(found, name) not in (usual, fixed):
            raise ConfigError(f"this board has {name} {fixed}: make another board for {getattr(found, name)}")
    asked: Any = {"prompt": board.prompt, "answer": board.answer}
    return replace(found, default={"brackets": board.brackets} | dict(found.default), **asked)


def _plan(folder: Path, names: list[str], gap: float | None, models: ModelOptions, as_json: bool) -> None:
    from croupier.measure.reports.standing import NO_PAIRS, plan, plan_rows, sentence

    found = read_standings(folder)
    known, cost = _cost(found, names, models)
    rows, board = plan(found, gap, names), found.board
    if not rows and cost is None:
        raise ConfigError(NO_PAIRS)
    if as_json:
        pairs = [asdict(one) for one in rows]
        taken = {} if cost is None else asdict(cost) | {"unpriced": list(cost.unpriced)}
        print_json({"board": board.digest, "deals": board.deals, "pairs": pairs} | taken)
        return
    unknown = f"How many deals a gap takes is not known yet: {NO_PAIRS}."
    if rows:
        print_parts([plan_rows(rows)], "dense")
    print_parts([sentence(found, rows) if rows else unknown])
    print_parts(f"{name} is on the board already: its entry stays, and it is not asked again." for name in known)
    if cost is not None:
        games = counted(board.deals * board.made().num_players, "game")
        print_parts([f"This board's {games} take {cost.sentence()}."])


def _cost(found: Leaderboard, names: list[str], models: ModelOptions) -> tuple[list[str], CostEstimate | None]:
    """The language models already on a board, and the cost of the others; None for no others."""
    from croupier.agents.llm.agent import LanguageModel
    from croupier.agents.registry import make_agents
    from croupier.agents.speech import speaks
    from croupier.measure.play.estimate import estimate
    from croupier.measure.reports.board import check_asked

    board, game = found.board, found.board.made()
    defaults = _defaults(_as_board(models, board), board)
    entries = {each.agent for each in found.standings}
    made = make_agents(names, game, models=defaults)
    models.check_needed(made)
    made = [agent for agent in made if speaks(agent)]
    check_asked(board, game, [agent for agent in made if agent.name not in entries])
    asked = [agent for agent in made if isinstance(agent, LanguageModel)]
    new = [agent for agent in asked if agent.name not in entries]
    games = dict.fromkeys((agent.name for agent in new), board.deals * game.num_players)
    known = [agent.name for agent in asked if agent.name in entries]
    return known, estimate(game, new, games) if new else None


def benchmark_merge(
    name: BoardName,
    others: Annotated[list[str], argument("DIR", "Folders of the same board.")],
    out: CopyTo = None,
    as_json: Json = False,
) -> None:
    """Take the entries of other folders over into a board.

    Example: croupier benchmark merge boards/pig-1 friend/pig-1
    """
    from croupier.measure.reports.board import folder_of, merge

    folder = board_folder(name, out, writes=True)
    with locked(folder):
        for other in others:
            taken = merge(folder, folder_of(other))
            note(f"took {len(taken)} {'entry' if len(taken) == 1 else 'entries'} from {other}")
    show_board(folder, as_json=as_json)


@with_option_groups
def benchmark_make(
    name: GameName,
    *,
    out: Annotated[Path, option("PATH", "The new folder.")],
    field: Annotated[list[str], option("AGENT", "An agent in the other seats; one for each.")],
    deals: Annotated[int, option("N", "Deals, each from every seat.", min=2)] = 100,
    option: GameOptions = None,
    players: Players = None,
    models: ModelOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Make a board: fixed deals among fixed others.

    Language models are asked by the options given here. --seed is the seed of the deals.

    Example: croupier benchmark make pig --field bot:hold-20 --out boards/mine
    """
    from croupier.measure.reports.board import BOARD, new_board, write_board

    defaults = models.defaults()
    board = new_board(
        make_game(name, option, players), tuple(field), deals=deals, seed=seed, prompt=defaults.prompt,
        answer=defaults.answer, retries=2 if models.retries is None else models.retries,
        brackets=bool(defaults.default.get("brackets", False)),
    )  # fmt: skip
    with locked(out):
        if (out / BOARD).exists():
            raise FileError(f"{out} holds a board already; name another folder")
        write_board(out, board)
    show_board(out, as_json=as_json)
