"""Rebuilding of tables: find the runs, play, and rewrite what stands between the markers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from benchmarks.strength.measures import Measure, Table, Work
from benchmarks.strength.pages import between, marked, rewrite
from benchmarks.strength.records import record
from benchmarks.strength.runs import Need
from benchmarks.strength.source import provenance_of
from benchmarks.strength.trials import EARLIER
from croupier.core.base.errors import ConfigError, FileError, unknown
from croupier.provenance import taking_over

Status = Literal["same", "written", "differs", "skipped"]


@dataclass(frozen=True)
class Outcome:
    """What became of a table.

    Attributes:
        name: its id.
        file: its page.
        status: ``same`` as it stood, ``written``, ``differs`` where nothing was to be written, or ``skipped``.
        reason: why it was skipped, or why another seed changes nothing in it; else empty.
        text: what it shows now; empty where it was skipped.
        result: what was measured, plain data.
        source: where it comes from, see `croupier.provenance`, plain data.
    """

    name: str
    file: str
    status: Status
    reason: str = ""
    text: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    source: dict[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        """In one line, for people."""
        return f"{self.status:8} {self.name} ({self.file})" + (f": {self.reason}" if self.reason else "")

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        about = {"id": self.name, "file": self.file, "status": self.status, "reason": self.reason}
        return about | {"text": self.text, "result": self.result, "provenance": self.source}


def chosen(tables: Sequence[Table], names: Sequence[str] | None) -> list[Table]:
    """The tables of some ids, in their order; all where none are named.

    Raises:
        ConfigError: there is no such table.
    """
    known = [table.name for table in tables]
    for name in names or ():
        if name not in known:
            raise unknown("strength table", name, known)
    return [table for table in tables if not names or table.name in names]


def rebuild(
    tables: Sequence[Table],
    root: Path,
    runs: Path,
    *,
    train: bool = False,
    write: bool = True,
    threads: int = 1,
    seed: int | None = None,
    on_outcome: Callable[[Outcome], None],
    on_progress: Callable[[float], None],
) -> list[Outcome]:
    """Play tables and rewrite them where they stand.

    A page is written when a table is complete, so a command that is stopped leaves whole tables.

    Args:
        tables: which.
        root: of the checkout whose pages are rewritten.
        runs: folder of the trained runs.
        train: whether runs that are missing are trained.
        write: whether pages and records are rewritten.
        threads: threads of games and training.
        seed: seed of all deals in place of the declared ones.
        on_outcome: called after each table.
        on_progress: called with the share of the tables that is done, 0..1.

    Returns:
        What became of each.

    Raises:
        FileError: a page has no such marker or cannot be written.
        Interrupted: Ctrl-C during training; the same call goes on.
    """
    places = marked(root)
    for table in tables:
        if places.get(table.name) != root / table.file:
            raise FileError(f"{table.file} has no strength marker {table.name}")
    found: dict[Measure, _Played | str] = {}
    outcomes = []
    for number, table in enumerate(tables):

        def part(share: float, number: int = number) -> None:
            on_progress((number + share) / len(tables))

        if table.measure not in found:
            found[table.measure] = _played(table.measure, Work(runs, threads, seed, write, part), train)
        reason = "" if seed is None else table.measure.unseeded
        outcomes.append(_put(table, found[table.measure], root, write, reason))
        on_outcome(outcomes[-1])
    return outcomes


@dataclass(frozen=True)
class _Played:
    """What was measured, and where it comes from."""

    result: dict[str, Any]
    source: dict[str, Any]


def _played(measure: Measure, work: Work, train: bool) -> _Played | str:
    """The result of a measurement, or why there is none: what is wrong with one table stops no other."""
    try:
        needs = measure.needs(work)
        if train:
            _train(needs, work)
        missing = [reason for need in needs if (reason := need.missing(work.runs))]
        if missing:
            rest = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            return f"{missing[0]}{rest}"
        source = provenance_of(measure, work)
        result = measure.play(work)
        return _Played(result, taking_over(source, result.get(EARLIER, ())))
    except (ConfigError, FileError) as error:
        return str(error)


def _train(needs: Sequence[Need], work: Work) -> None:
    """Train what is missing, or go on with it."""
    for number, need in enumerate(needs):

        def part(share: float, number: int = number) -> None:
            work.on_progress((number + share) / (len(needs) + 1))

        if need.missing(work.runs):
            need.train(work.runs, part)


def _put(table: Table, played: _Played | str, root: Path, write: bool, reason: str) -> Outcome:
    """Compare a table with what stands on its page, write it, and record what it was measured on."""
    if isinstance(played, str):
        return Outcome(table.name, table.file, "skipped", reason=played)
    page, text = root / table.file, table.show(played.result)
    source = played.source
    status: Status = "same"
    if between(page.read_text(encoding="utf-8"), table.name) != text.strip():
        status = "written" if write else "differs"
        if write:
            rewrite(page, table.name, text)
    if write:
        record(root, {table.name: (text, source)})
    return Outcome(table.name, table.file, status, reason, text, played.result, source)
