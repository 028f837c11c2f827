"""New entries of a leaderboard: an agent plays its deals, or entries are copied from another folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from croupier import __version__
from croupier.agents.agent import Agent
from croupier.agents.llm.agent import LanguageModel
from croupier.agents.names import AgentName
from croupier.agents.speech import speaks
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.play.deals import How
from croupier.measure.play.results import at
from croupier.measure.play.trial import Trial, play_trial
from croupier.measure.reports.board import Board, told
from croupier.measure.reports.entry import BoardEntry, file_name, plain, read_entries, write_entry
from croupier.measure.reports.models import ModelRow, report_models
from croupier.provenance import provenance, taking_over
from croupier.table.model_run import REPLIES
from croupier.table.seat_counts import READ_FAULTS, WITHHELD

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

_RATES = ("replies", *READ_FAULTS, *WITHHELD, "forfeited", "failures")
_OTHER = "make another board"
_READ = {True: "in square brackets alone", False: "in other words too"}
_SUMS = ("tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning", "cost", "estimated")


def check_asked(board: Board, game: Game, agents: Sequence[Agent]) -> None:
    """Check that models are asked as the board asks."""
    for agent in agents:
        if speaks(agent) and agent.brackets != board.brackets:
            own, wanted = (_READ[brackets] for brackets in (agent.brackets, board.brackets))
            raise ConfigError(f"{agent.name}: its replies are read {own}, and on this board {wanted}: {_OTHER}")
        if not isinstance(agent, LanguageModel):
            continue
        for what, own, wanted in (("prompt", agent.prompt, board.prompt), ("answer", agent.form, board.answer)):
            if own != wanted:
                raise ConfigError(f"{agent.name} has {what} {own}, and this board {wanted}: {_OTHER}")
        if agent.notes:
            raise ConfigError(f"{agent.name} keeps notes, and no model does on a board: leave them out")
        here = told(game, agent.prompt, agent.form)
        if here != board.prompt_hash:
            raise ConfigError(
                f"this board's prompt has the hash {board.prompt_hash}, and that of this croupier {here}: {_OTHER}"
            )


def play_entry(
    board: Board, game: Game, agent: Agent, *, leave_void: bool = False, **how: Unpack[How]
) -> BoardEntry:
    """Play an agent on a board."""
    begun, field, run = _now(), board.others(game), how.get("run")
    source = provenance([(game, [agent, *field])], [board.seed])
    trial = play_trial(game, agent, field, board.deals, board.seed, **how)
    if run is not None and run.stopped:
        raise ConfigError(f"{agent.name} is not on the board: the run stopped: {run.stopped}")
    if run is not None and not leave_void and (void := sum(log.voided for log in run.games)):
        raise ConfigError(
            f"{agent.name} is not on the board: an endpoint's failures made {void:,} of its {len(run.games):,} "
            "games void; the same command asks for what is left of them, and --leave-void leaves out their deals"
        )
    wins, points, places, others, utilities = map(plain, trial.by_seat)
    by_wins = game.facts.counts_wins(game.num_players)
    return BoardEntry(
        agent=agent.name, board=board.digest, croupier=__version__, begun=begun, ended=_now(),
        numbers=trial.numbers.tolist(), wins=wins, points=points, places=places, others=others,
        counted=_counted(game, trial), model={} if run is None else _took(run, agent.name),
        provenance=taking_over(source, () if run is None else run.earlier),
        utilities=[] if by_wins else utilities, forfeits=[list(each) for each in trial.forfeits],
    )  # fmt: skip


def lost_on_board(
    board: Board,
    game: Game,
    agent: Agent,
    count: int,
    *,
    threads: int = 1,
    progress: Progress | None = None,
    run: ModelRun | None = None,
) -> dict[str, Any]:
    """What a sample of an agent's decisions on a board cost, as an entry keeps it.

    Who plays on behind an action is the first trained player of the field, so that entries of any date are valued
    by the same one.
    """
    if run is None:
        games = first_games(game, [agent, *board.others(game)], board.deals, board.seed, threads)
    else:
        games = run.played()
    trained = next((name for name in board.field if AgentName.parse(name).head == "net"), None)
    found = lost_in(
        games, count, of=agent.name, judge=trained, seed=board.seed, threads=threads, progress=progress
    )
    return {
        name: value
        for each in found.agents
        for name, value in {"unit": found.unit, "judge": dict(found.judge), **each._asdict()}.items()
        if name != "agent"
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _counted(game: Game, trial: Trial) -> dict[str, Any]:
    """The figures that the game's reports show."""
    judged = game.spec.evaluation
    if judged is None or not trial.measures:
        return {}
    return {row.label: at(trial.measures, row.value) for row in judged().rows}


def _took(run: ModelRun, agent: str) -> dict[str, Any]:
    """What an agent that answers in words took, and what has answered."""
    report = report_models(run)
    rows = [] if report is None else [row for row in report.agents if row.agent == agent]
    if not rows:
        raise AssertionError("the run asked another agent")
    row: ModelRow = rows[0]
    found = {name: getattr(row.counts, name) for name in (*_RATES, *_SUMS)}
    journal = None if run.folder is None else run.folder / REPLIES
    return {
        **found,
        "about": dict(row.about),
        "prompt_hashes": list(row.prompts),
        "served": [list(each) for each in row.served],
        "games": row.games,
        "void": row.void,
        "priced": row.about.get("price_output") is not None,
        **({} if journal is None else _journal(journal, agent)),
    }


def _journal(path: Path, agent: str) -> dict[str, Any]:
    """The hash of the replies, and how long an answer took: the median and the slowest tenth."""
    data = path.read_bytes()
    entries = [json.loads(line) for line in data.splitlines()]
    seconds = [entry["reply"]["seconds"] for entry in entries if entry["agent"] == agent]
    p50, p90 = (float(np.quantile(seconds, share)) for share in (0.5, 0.9)) if seconds else (None, None)
    return {"replies_sha256": sha256(data).hexdigest(), "seconds_p50": p50, "seconds_p90": p90}


def merge(folder: Path, other: Path) -> list[str]:
    """Take over the entries of another folder of the same board."""
    board, entries = read_entries(folder)
    theirs, more = read_entries(other)
    for name, value in (board.same() | {"brackets": board.brackets}).items():
        if (found := getattr(theirs, name)) != value:
            raise FileError(f"{other} is another board: its {name} is {found!r}, not {value!r}")
    known = {entry.agent: entry.digest for entry in entries}
    for entry in more:
        if known.get(entry.agent, entry.digest) != entry.digest:
            raise FileError(f"{entry.agent} has another entry in {other}: remove one, {file_name(entry.agent)}")
    new = [entry for entry in more if entry.agent not in known]
    for entry in new:
        write_entry(folder, entry)
    return [entry.agent for entry in new]
