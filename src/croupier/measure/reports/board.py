"""Leaderboards: shared settings, entries with their digests, and new entries from deals or copies."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from dataclasses import field as dataclass_field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from croupier import __version__
from croupier.agents.agent import Agent
from croupier.agents.llm.agent import LanguageModel, prompt_hash
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_computing
from croupier.agents.speech import speaks
from croupier.core.base.errors import ConfigError, FileError, unknown
from croupier.core.base.files import parse_json, read_text, write_text
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec import registry
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.costs.sets import shipped_folders
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import Doubles, GameCounts
from croupier.measure.play.results import at
from croupier.measure.play.tournament import checked_deals
from croupier.measure.play.trial import Trial, play_trial
from croupier.measure.reports.models import ModelRow, report_models
from croupier.provenance import provenance, taking_over
from croupier.table.briefing import rules
from croupier.table.model_run import REPLIES
from croupier.table.seat_counts import READ_FAULTS, WITHHELD
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

BOARD, ENTRIES, RUNS = "board.json", "entries", "runs"
FORMAT = "croupier-board"
VERSION = 1


@dataclass(frozen=True)
class Board:
    """What all entries of a board share."""

    game: str
    game_version: int  # version of the rules
    options: Mapping[str, Any]  # all options
    seed: int  # seed of the deals and of the agents' random choices
    deals: int  # number of deals, each played in every rotation of the seats
    field: tuple[str, ...]  # names of the agents in the other seats
    prompt: str  # prompt mode of language models
    prompt_hash: str  # hash of their static prompt; empty if the game has none
    answer: str  # form of their answers
    retries: int  # refused replies allowed per decision without a forfeit
    croupier: str  # version that made the board
    brackets: bool = False  # whether only actions in square brackets are read in replies
    # For a benchmark: digest of the set of decisions of its name, and digests of each opponent's files, by name. A
    # bot has none, as it is frozen by the version of the game.
    set: str = ""
    opponents: Mapping[str, Mapping[str, str]] = dataclass_field(default_factory=dict)

    def same(self) -> dict[str, Any]:
        """The settings that an entry must share with the board, which exclude its version of croupier."""
        # boards without brackets keep their digest
        left_out = ("croupier", "set", "opponents", *(() if self.brackets else ("brackets",)))
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    @property
    def digest(self) -> str:
        """SHA-256 of `same`, in hexadecimal digits, by which entries name their board."""
        return sha256(canonical(self.same())).hexdigest()

    def made(self) -> Game:
        """The game with its options."""
        return make(self.game, **self.options)

    def others(self, game: Game) -> list[Agent]:
        """The agents in the other seats."""
        return [make_agent(name, game) for name in self.field]


def canonical(data: Mapping[str, Any]) -> bytes:
    """Data as canonical bytes."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def new_board(
    game: Game,
    field: tuple[str, ...],
    *,
    deals: int,
    seed: int,
    prompt: Any = "list",
    answer: Any = "text",
    retries: int = 2,
    brackets: bool = False,
) -> Board:
    """Check the settings of a new board."""
    deals = checked_deals(deals)
    if len(field) != game.num_players - 1:
        raise ConfigError(
            f"{game.name} has {game.num_players - 1} other seats: the field names {len(field)} agents"
        )
    for text in field:
        if text == "net" or text.endswith(":net"):
            raise ConfigError(f"{text} is another player once a new one ships: name its release, like net:2026-11")
        refusal = f"{text} answers in words, and would be asked again for every entry: no field for it"
        make_computing(text, game, refusal)
    return Board(
        game=game.name, game_version=game.spec.version, options=dict(game.options), seed=seed, deals=deals,
        field=field, prompt=prompt, prompt_hash=prompt_hash_of(game, prompt, answer), answer=answer,
        retries=retries, croupier=__version__, brackets=brackets,
    )  # fmt: skip


def prompt_hash_of(game: Game, prompt: Any, answer: Any) -> str:
    """Hash of the static prompt of language models; empty if the game has none."""
    if game.spec.words.prompts is None:
        return ""
    table = Table(game.new_initial_state(0), [make_agent("random", game)] * game.num_players)
    return prompt_hash("" if prompt == "source" else rules(table, 0), prompt, answer)


def shipped_boards() -> dict[str, Path]:
    """The folders of the boards that ship with games, by name."""
    files = (file for _, folder in shipped_folders() for file in sorted(folder.glob(f"boards/*/{BOARD}")))
    return {file.parent.name: file.parent for file in files}


def folder_of(name_or_path: str) -> Path:
    """The folder of a board: one that ships, by name, or any folder by its path."""
    path = Path(name_or_path)
    if (path / BOARD).is_file():
        return path
    shipped = shipped_boards()
    if name_or_path not in shipped:
        if path.exists():
            raise FileError(f"{path} holds no board: it has no {BOARD}")
        raise unknown("board", name_or_path, shipped)
    return shipped[name_or_path]


def read_board(folder: Path) -> Board:
    """Read and check the settings of a board."""
    path = folder / BOARD
    data = read_json(path, "a board", FORMAT, VERSION)
    read = _read_fields(path, data, Board)
    board = Board(**read | {"field": tuple(read["field"])})
    if data.get("digest") != board.digest:
        raise FileError(f"{path} was changed: its digest is {board.digest[:16]}, not what it says")
    if board.game not in registry.registered_games():
        raise FileError(f"{path} is of the game {board.game!r}, which is not installed")
    here = registry.spec(board.game).version
    if board.game_version != here:
        raise FileError(
            f"{path} is of version {board.game_version} of {board.game}, whose rules are of version {here} here: "
            "make a new board"
        )
    return board


def write_board(folder: Path, board: Board) -> None:
    """Write the settings of a board into its folder."""
    frozen = {"set": board.set, "opponents": board.opponents} if board.set else {}
    data = {"format": FORMAT, "version": VERSION, **board.same(), "croupier": board.croupier, **frozen}
    write_text(folder / BOARD, f"{json.dumps(data | {'digest': board.digest}, indent=1)}\n")


def read_json(path: Path, what: str, form: str, version: int) -> dict[str, Any]:
    """Read a JSON file and check its format."""
    try:
        data = parse_json(read_text(path))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is no JSON: {error}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (form, version):
        raise FileError(f"{path} is no {what.removeprefix('a ')} of version {version} of the format {form}")
    return data


def check_kinds(path: Path, data: Mapping[str, Any], kinds: Mapping[str, type]) -> None:
    """Check the types of a file's fields."""
    for name, kind in kinds.items():
        if type(data.get(name)) is not kind:
            raise FileError(f"{path}: {name} is {str(data.get(name))[:40]!r}, not of type {kind.__name__}")


def _read_fields(path: Path, data: Mapping[str, Any], form: type) -> dict[str, Any]:
    """The checked fields of a dataclass in a file; fields with a default may be missing."""
    hints, later = get_type_hints(form), _optional_fields(form)
    kinds = {name: get_origin(hints[name]) or hints[name] for name in (each.name for each in fields(form))}
    kinds = {name: {Mapping: dict, tuple: list}.get(kind, kind) for name, kind in kinds.items()}
    found = {name: data.get(name, kind() if name in later else None) for name, kind in kinds.items()}
    check_kinds(path, found, kinds)
    return found


def _optional_fields(form: type) -> set[str]:
    """The fields of a dataclass that older files lack."""
    return {each.name for each in fields(form) if (each.default, each.default_factory) != (MISSING, MISSING)}


ENTRY_FORMAT = "croupier-board-entry"
ENTRY_VERSION = 1
_DIGITS = 9


@dataclass(frozen=True, eq=False)
class BoardEntry:
    """The result of one agent on a board."""

    agent: str
    board: str  # digest of the board
    croupier: str  # version that played it
    begun: str  # start of play, in UTC
    ended: str  # end of play, in UTC
    numbers: list[int]  # deal numbers, ascending, without deals that have a void game
    wins: list[list[float]]  # share of the win by deal and seat, as for the next three
    # points; None for a game that the entry forfeited, if the game has no bound of points
    points: list[list[float]]
    places: list[list[float]]  # finishing place; ties share the mean of their places
    # mean points of the field at that table; if the entry forfeited, the maximum or None
    others: list[list[float]]
    counted: Mapping[str, Any]  # the game's own measures, like exact bids, by label
    model: Mapping[str, Any]  # tokens, costs and servers of text agents; otherwise empty
    # cost of a sample of its decisions: a `croupier.measure.costs.lost.AgentLost` without the name, with ``unit``
    # and ``judge``; empty if none were valued
    lost: Mapping[str, Any] = dataclass_field(default_factory=dict)
    # see `croupier.provenance`; empty in older entries
    provenance: Mapping[str, Any] = dataclass_field(default_factory=dict)
    # utility by deal and seat, if it is more informative than wins; otherwise empty
    utilities: list[list[float]] = dataclass_field(default_factory=list)
    # Deal and seat of each game that it forfeited, with the worst values above. Entries of version 0.2 lack it,
    # and their forfeited games have the points at that time.
    forfeits: list[list[int]] = dataclass_field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The entry as plain data, with its format."""
        found = {"format": ENTRY_FORMAT, "version": ENTRY_VERSION, **asdict(self)}
        return {name: value for name, value in found.items() if value or name not in _optional_fields(BoardEntry)}

    @property
    def digest(self) -> str:
        """SHA-256 of the entry, in hexadecimal digits."""
        return sha256(canonical(self.data())).hexdigest()

    def per_deal(self, measure: str) -> Doubles:
        """Means over the seats, by deal."""
        if measure in ("margin", "points") and self.model.get("forfeited", 0) > len(self.forfeits):
            return np.full(len(self.numbers), np.nan)
        if measure == "margin":
            return _means(self.points) - _means(self.others)
        return _means(getattr(self, measure))

    def worth(self, *, by_wins: bool) -> Doubles:
        """Means of what the games were worth, by deal; NaN if utility is needed and missing."""
        if by_wins or self.utilities:
            return self.per_deal("wins" if by_wins else "utilities")
        return np.full(len(self.numbers), np.nan)

    def counts(self, games: int) -> GameCounts:
        """How many of its games count."""
        return GameCounts(
            games, counted=sum(map(len, self.wins)), forfeited=self.model.get("forfeited", 0),
            void=self.model.get("void", 0),
        )  # fmt: skip

    @property
    def deals(self) -> npt.NDArray[np.int64]:
        """Deal numbers."""
        return np.array(self.numbers, dtype=np.int64)


def _means(by_seat: list[list[float]]) -> Doubles:
    found: Doubles = np.round(np.array(by_seat, dtype=np.float64).mean(axis=1), _DIGITS)
    return found


def plain(by_seat: Doubles) -> list[list[Any]]:
    """A measure by deal and seat as in a file: nine digits, integers as such, None for infinity."""
    return [[_plain(x) for x in row] for row in by_seat.tolist()]


def _plain(value: float) -> float | None:
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else round(value, _DIGITS)


def file_name(agent: str) -> str:
    """The file name of an agent's entry, unique to it: its own name if that is a valid file name."""
    plain_name = agent.translate({ord(":"): "@", ord("/"): "+"})
    kept = re.sub(r"[^a-z0-9.,=@+_-]", "_", plain_name)[:80]
    odd = kept != plain_name or "@" in agent or "+" in agent
    return f"{kept}{'-' + sha256(agent.encode()).hexdigest()[:8] if odd else ''}.json"


def write_entry(folder: Path, entry: BoardEntry) -> Path:
    """Write an entry into the folder of its board."""
    path = folder / ENTRIES / file_name(entry.agent)
    lines = [f" {json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in entry.data().items()]
    write_text(path, "{\n" + ",\n".join([*lines, f' "digest": "{entry.digest}"']) + "\n}\n")
    return path


def read_entry(path: Path, board: Board) -> BoardEntry:
    """Read an entry."""
    data = read_json(path, "an entry", ENTRY_FORMAT, ENTRY_VERSION)
    entry = BoardEntry(**_read_fields(path, data, BoardEntry))
    if data.get("digest") != entry.digest:
        raise FileError(f"{path} was changed: its digest is {entry.digest[:16]}, not what it says")
    if entry.board != board.digest:
        raise FileError(f"{path} was played for another board: {entry.board[:16]}, not {board.digest[:16]}")
    seats, numbers = len(board.field) + 1, entry.numbers
    if not numbers or sorted(set(numbers)) != numbers or numbers[0] < 0 or numbers[-1] >= board.deals:
        raise FileError(f"{path} names deals that its board does not have, or none")
    for name in ("wins", "points", "places", "others", *(["utilities"] if entry.utilities else [])):
        if np.shape(getattr(entry, name)) != (len(numbers), seats):
            raise FileError(f"{path} has {name} of another form than {len(numbers)} deals of {seats} seats")
    return entry


def read_entries(folder: Path) -> tuple[Board, list[BoardEntry]]:
    """Read a board and its entries, ordered by name."""
    board = read_board(folder)
    found = [read_entry(path, board) for path in sorted((folder / ENTRIES).glob("*.json"))]
    names = [entry.agent for entry in found]
    if len(set(names)) != len(names):
        raise FileError(f"{folder / ENTRIES} has two entries of one agent")
    return board, sorted(found, key=lambda entry: entry.agent)


_RATES = ("replies", *READ_FAULTS, *WITHHELD, "forfeited", "failures")
_OTHER = "make another board"
_READ = {True: "in square brackets alone", False: "in other words too"}
_SUMS = ("tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning", "cost", "estimated")


def check_asked(board: Board, game: Game, agents: Sequence[Agent]) -> None:
    """Check that models are asked as the board requires."""
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
        here = prompt_hash_of(game, agent.prompt, agent.form)
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


def lost_on_board(board: Board, game: Game, agent: Agent, count: int, **how: Unpack[How]) -> dict[str, Any]:
    """Cost of a sample of an agent's decisions on a board, as in an entry."""
    if (run := how.get("run")) is None:
        games = first_games(game, [agent, *board.others(game)], board.deals, board.seed, how.get("threads", 1))
    else:
        games = run.played()
    # it plays on, so that entries of any date are valued in the same way
    trained = next((name for name in board.field if AgentName.parse(name).head == "net"), None)
    found = lost_in(games, count, of=agent.name, judge=trained, seed=board.seed, **how)
    lost = {name: value for each in found.agents for name, value in each._asdict().items() if name != "agent"}
    return {"unit": found.unit, "judge": dict(found.judge), **lost} if lost else {}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _counted(game: Game, trial: Trial) -> dict[str, Any]:
    """The figures that the game's reports show."""
    judged = game.spec.evaluation
    if judged is None or not trial.measures:
        return {}
    return {row.label: at(trial.measures, row.value) for row in judged().rows}


def _took(run: ModelRun, agent: str) -> dict[str, Any]:
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
    """Hash of the replies, and the median and 90th percentile of seconds per reply."""
    data = path.read_bytes()
    entries = [json.loads(line) for line in data.splitlines()]
    seconds = [entry["reply"]["seconds"] for entry in entries if entry["agent"] == agent]
    p50, p90 = (float(np.quantile(seconds, share)) for share in (0.5, 0.9)) if seconds else (None, None)
    return {"replies_sha256": sha256(data).hexdigest(), "seconds_p50": p50, "seconds_p90": p90}


def merge(folder: Path, other: Path) -> list[str]:
    """Copy new entries from another folder of the same board."""
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
