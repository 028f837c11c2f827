"""A run of text agents: budget, journal of replies, counts and transcripts.

Every reply is written as it arrives, by table, seat and number. A killed run is played again from its beginning
with the replies in the journal, so nothing is asked twice. One process at a time can use the run's folder.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from croupier.agents.agent import traits_of
from croupier.agents.llm.agent import prompt_hash, static_part
from croupier.agents.speech import EndpointError, EndpointRefusedError, Question, Reply, TextAgent, TextSeat
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import append_line, writing
from croupier.core.base.locks import FolderLock
from croupier.provenance import record_code
from croupier.table.seat_counts import GameLog, SeatCounts

REPLIES, RUN, GAMES, PROMPTS = "replies.jsonl", "run.json", "games", "prompts"
FORMAT = 1
VOIDS_IN_A_ROW = 5
"""Void games in a row with an agent, by failures of its endpoint, before the run stops."""


class StoppedError(Exception):
    """The run has stopped asking; the message says why."""


@dataclass(frozen=True)
class Limits:
    """Limits of a run.

    Attributes:
        retries: refused replies allowed per decision without a forfeit, at least 0.
        concurrency: number of tables at once, at least 1.
        max_cost: dollars after which the run stops; None for no limit.
        max_tokens: tokens read and written after which the run stops; None for no limit.
    """

    retries: int = 2
    concurrency: int = 8
    max_cost: float | None = None
    max_tokens: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("retries", 0), ("concurrency", 1), ("max_cost", 0), ("max_tokens", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ConfigError(f"{name.replace('_', ' ')} must be at least {least}, not {value:g}")


def table_name(seed: int, agents: Sequence[str], time: int = 1) -> str:
    """Name of a game in the journal: 16 hexadecimal digits of its deal, its agents, and a count of repetitions."""
    return hashlib.sha256(json.dumps([seed, *agents, time]).encode()).hexdigest()[:16]


@dataclass
class TableName:
    """The name of a game of a run, for the journal and transcripts."""

    text: str  # unique in the run, and the same if the run is played again
    number: int  # from 1, in the order in which games begin


@dataclass
class ModelRun:
    """A run of text agents; see the module. As a context manager it closes itself.

    Attributes:
        folder: folder of the run; None saves nothing.
        piecemeal: whether it is one game whose decisions are asked separately, as at tables in the browser. Its
            files are appended to, and no reply is reused, so that a decision that was taken back is asked again.
        spent: tokens and cost of all replies, including those in the journal.
        stopped: why it stopped; empty while it asks.
        games: games that were begun, in the order in which they ended.
        never_begun: number of games that were not begun because the run had stopped.
        about: description of each text agent, by name.
        served: by the agent's name, the number of replies by model and fingerprint, as named by endpoints.
        took: tokens and costs by the agent's name, including replies in the journal.
        on_reply: called with the agent's name after each new reply.
        prompts: hashes of the static parts of prompts, by the agent's name; of the mode if it is ``source``, which
            has no such part; none for programs.
        earlier: code that the earlier parts of a resumed run used.
    """

    folder: Path | None = None
    limits: Limits = field(default_factory=Limits)
    piecemeal: bool = False
    spent: SeatCounts = field(default_factory=SeatCounts)
    stopped: str = ""
    games: list[GameLog] = field(default_factory=list, repr=False)
    never_begun: int = 0
    about: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    served: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict, repr=False)
    took: dict[str, SeatCounts] = field(default_factory=dict, repr=False)
    on_reply: Callable[[str], None] | None = field(default=None, repr=False)
    prompts: dict[str, set[str]] = field(default_factory=dict, repr=False)
    earlier: list[str] = field(default_factory=list, repr=False)
    _known: dict[tuple[str, int, int], dict[str, Any]] = field(default_factory=dict, repr=False)
    _begun: Counter[tuple[Any, ...]] = field(default_factory=Counter, repr=False)
    _asking: int = 0
    _voids: Counter[str] = field(default_factory=Counter, repr=False)
    _lock: FolderLock | None = field(default=None, repr=False)

    def __enter__(self) -> ModelRun:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def open(self, about: Mapping[str, Any], agree: Callable[[Mapping[str, int]], None] | None = None) -> int:
        """Begin or resume a run in its folder, which is locked until `close`.

        Args:
            about: what the run plays, as plain data. A resumed run must have the same.
            agree: called with the number of replies in the journal, by the agent's name, before the folder is
                made. If it raises, no new folder is left behind.

        Returns:
            Number of replies in the journal.

        Raises:
            FileError: the folder cannot be used, another process uses it, or it holds another run.
        """
        said, folder = {"format": FORMAT, **about}, self.folder
        if folder is None:
            if agree is not None:
                agree({})
            return 0
        if not self.piecemeal:  # the server locks it
            with _usable(folder):
                self._lock = FolderLock(folder)
        try:
            self._read(folder, said)
            if agree is not None:
                agree(Counter(entry["agent"] for entry in self._known.values()))
            _create(folder, said)
            if not self.piecemeal:
                with _usable(folder):
                    self.earlier = record_code(folder, begun=bool(self._known))
        except BaseException:
            self.close()
            raise
        return len(self._known)

    def close(self) -> None:
        """Release the folder; nothing may be asked or saved afterwards."""
        if self._lock is not None:
            self._lock.release()

    def _read(self, folder: Path, said: Mapping[str, Any]) -> None:
        """Read a run's folder, if it exists."""
        header = folder / RUN
        with _usable(folder):
            try:
                if header.exists():
                    self._check_same(json.loads(header.read_text(encoding="utf-8")), said)
                self._read_journal(folder / REPLIES)
            except json.JSONDecodeError as error:
                raise FileError(f"{header} is broken: {error}") from error
        if self.piecemeal:
            self._known.clear()

    def _check_same(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        for name in {**old, **new}:
            if old.get(name) != json.loads(json.dumps(new.get(name))):
                raise FileError(
                    f"{self.folder} holds a run with another {name}: {old.get(name)!r}, not {new.get(name)!r}; "
                    "name another folder"
                )

    def _read_journal(self, path: Path) -> None:
        """Read the journal, and remove a last line that a kill cut short."""
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        for key, entry, reply in journal_entries(path, whole.splitlines()):
            self._known[key] = entry
            self._take(entry["agent"], reply)

    def played(self) -> list[Mapping[str, Any]]:
        """The finished games as in their files, in order."""
        return [log.data for log in sorted(self.games, key=lambda log: log.number) if log.over]

    def name_table(self, seed: int, agents: tuple[str, ...]) -> TableName:
        """Name a new game by its deal, its agents, and how often both have come before."""
        self._begun[(seed, agents)] += 1
        number = self._begun.total()
        return TableName(table_name(seed, agents, self._begun[(seed, agents)]), number)

    async def answer(self, table: TableName, agent: TextAgent, text_seat: TextSeat, question: Question) -> Reply:
        """Reply to a question, from the journal or else from the agent.

        Raises:
            EndpointError: no reply can be had, and the game is void.
            StoppedError: the run has stopped.
            FileError: the journal has a reply to another question, or cannot be written.
        """
        asked = _digest(question)
        self.about.setdefault(agent.name, agent.about())
        self._note_prompt(agent, question)
        known = self._known.get((table.text, question.seat, question.number))
        if known is not None:
            if known["asked"] != asked:
                raise FileError(
                    f"{self.folder} holds a reply of {agent.name} to another question (game {table.number}, "
                    f"number {question.number}): the prompts have changed since; name another folder"
                )
            return Reply(**known["reply"])
        self._check_budget()
        self._asking += 1
        try:
            reply = await text_seat.answer(question)
        except EndpointError as error:
            self._fail(agent, error)
            raise
        finally:
            self._asking -= 1
        self._take(agent.name, reply)
        self._write(
            {
                "table": table.text, "seat": question.seat, "number": question.number, "agent": agent.name,
                "asked": asked, "reply": asdict(reply),
            }
        )  # fmt: skip
        if self.on_reply is not None:
            self.on_reply(agent.name)
        return reply

    def _take(self, agent: str, reply: Reply) -> None:
        """Count a new reply."""
        self.spent.take(reply)
        self.took.setdefault(agent, SeatCounts()).take(reply)
        if reply.served or reply.fingerprint:
            self.served.setdefault(agent, Counter())[(reply.served, reply.fingerprint)] += 1

    def _note_prompt(self, agent: TextAgent, question: Question) -> None:
        """Record the hash of the static part, and save the part; programs have none."""
        known = self.prompts.setdefault(agent.name, set())
        digest = prompt_hash(question.rules, agent.prompt, agent.form, agent.notes)
        if digest in known or not traits_of(agent).reads_prompts:
            return
        known.add(digest)
        if self.folder is None or not question.rules:
            return
        path = self.folder / PROMPTS / f"{digest}.txt"
        try:
            path.parent.mkdir(exist_ok=True)
            with writing(path) as out:
                out.write(
                    f"{static_part(question.rules, agent.form, agent.prompt, agent.notes)}\n".encode(
                        errors="replace"
                    )
                )
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror}") from error

    def _fail(self, agent: TextAgent, error: EndpointError) -> None:
        """Stop the run if the failure of an endpoint is permanent."""
        hopeless = agent.name not in self.took or (isinstance(error, EndpointRefusedError) and error.always)
        if hopeless and not self.stopped:
            self.stopped = f"{agent.name}: {error}"

    def note_end(self, agents: Sequence[str]) -> None:
        """Record that a game was finished.

        Args:
            agents: names of the agents in it.
        """
        for name in agents:
            self._voids.pop(name, None)

    def note_void(self, agent: str, error: EndpointError, what: str = "games") -> None:
        """Record that an endpoint's failure made a game void, and stop the run after too many in a row.

        Args:
            agent: name of the agent of the endpoint.
            error: the failure.
            what: what is void: games, or decisions that are asked separately.
        """
        self._voids[agent] += 1
        if self._voids[agent] >= VOIDS_IN_A_ROW and not self.stopped:
            self.stopped = f"{agent} has made {VOIDS_IN_A_ROW} {what} in a row void: {error}"

    def _check_budget(self) -> None:
        """Raise StoppedError if the replies in flight could use up the rest of the budget."""
        spent, limits = self.spent, self.limits
        waiting = self._asking / max(spent.replies, 1)
        tokens = (spent.tokens_in + spent.tokens_out) * (1 + waiting)
        if not self.stopped and limits.max_cost is not None and spent.cost * (1 + waiting) >= limits.max_cost:
            self.stopped = f"the budget of ${limits.max_cost:g} is spent"
        if not self.stopped and limits.max_tokens is not None and tokens >= limits.max_tokens:
            self.stopped = f"the budget of {limits.max_tokens} tokens is spent"
        if self.stopped:
            raise StoppedError(self.stopped)

    def _write(self, entry: Mapping[str, Any]) -> None:
        if self.folder is None:
            return
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + b"\n"
        try:
            append_line(self.folder / REPLIES, line)
        except OSError as error:
            raise FileError(f"{self.folder / REPLIES} cannot be written: {error.strerror}") from error

    def game_file(self, table: TableName, suffix: str) -> Path | None:
        """The file of a game, with a suffix like ``.txt``; None if nothing is saved."""
        return None if self.folder is None else self.folder / GAMES / f"{table.number:05d}{suffix}"


@contextmanager
def _usable(folder: Path) -> Iterator[None]:
    """Raise an error that names the file if the disk fails."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{error.filename or folder} cannot be used: {error.strerror}") from error


def _create(folder: Path, said: Mapping[str, Any]) -> None:
    """Create the folder of a run and its header, unless they exist."""
    header = folder / RUN
    with _usable(folder):
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        if not header.exists():
            with writing(header) as out:
                out.write((json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode())


def journal_entries(
    path: Path, lines: Iterable[bytes]
) -> Iterator[tuple[tuple[str, int, int], dict[str, Any], Reply]]:
    """The lines of a journal, parsed: the key (table, seat, number), the whole entry, the reply."""
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            yield (entry["table"], entry["seat"], entry["number"]), entry, Reply(**entry["reply"])
        except (ValueError, KeyError, TypeError) as error:
            raise FileError(f"{path}, line {number}, is no reply: {error!r}") from error


def _digest(question: Question) -> str:
    """Sixteen hexadecimal digits that identify a question."""
    said: list[Any] = [
        question.rules,
        question.situation,
        list(question.legal),
        [[r.reply, r.why] for r in question.refused],
    ]
    if question.talk is not None:
        said.append([dict(message) for message in question.talk])
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
