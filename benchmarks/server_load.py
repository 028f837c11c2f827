"""Load of `croupier serve`: how fast a click is answered, and what tables cost, with many people at once.

Run: ``uv run python -m benchmarks.server_load [--tables 10,100,1000] [--seconds 20] [--find] [--json]``.
At each table sit three `bot` agents and a person, who plays a move every 4 s. The people are WebSocket clients in
this process; the server is another one, and each keeps to a core of its own where there are two. Measured are the
time from a click to the view that shows it, by how much agents are later than their pace, and processor time and
memory of the server. `--find` looks for the largest number of tables at which the 99th percentile of the first
stays under 50 ms. Figures are medians over `--rounds`, since other work on a machine comes and goes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.in_turn import OURS, Words
from benchmarks.server_people import CLICK_SECONDS, Person, Times
from benchmarks.sidebyside import print_json
from croupier.core.base.rows import ColumnHead, Number, in_columns, markdown_table

LIMIT_SECONDS = 0.050
_WARM_UP_SECONDS = 2 * CLICK_SECONDS
_TICKS = os.sysconf("SC_CLK_TCK")
_MAKERS = 4


@dataclass(frozen=True)
class Row:
    """What one number of tables came to: medians over the rounds.

    Attributes:
        tables: how many.
        view_p50: milliseconds from a click to the view that shows it, median.
        view_p99: the same, 99th percentile.
        late_p50: milliseconds by which an agent's move came later than its pace, median.
        late_p99: the same, 99th percentile.
        moves: moves a second, of people and agents.
        core: share of a core that the server took.
        per_move: milliseconds of its processor time a move.
        megabytes: its memory at the end.
        refused: messages that were refused in all rounds.
    """

    tables: int
    view_p50: float
    view_p99: float
    late_p50: float
    late_p99: float
    moves: float
    core: float
    per_move: float
    megabytes: float
    refused: int


class Server:
    """`croupier serve` in a process of its own."""

    def __init__(self, data: str, seed: int, core: int | None, *words: str, croupier: Words = OURS) -> None:
        command = [*croupier, "serve", "--port", "0", "--json", "--data", data, *words]
        self._process = subprocess.Popen([*command, "--seed", str(seed)], stdout=subprocess.PIPE, text=True)  # noqa: S603  # croupier itself
        said = ""
        while not said.rstrip().endswith("}"):
            line = self._process.stdout.readline() if self._process.stdout else ""
            if not line:
                raise RuntimeError("the server has not started")
            said += line
        self.port = int(json.loads(said)["port"])
        if core is not None:
            keep_to_core(self._process.pid, core)

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(60)

    def open_files(self) -> int:
        """Descriptors that it has open."""
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    def processor_seconds(self) -> float:
        """Processor time that it has taken so far, all its threads included."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def megabytes(self) -> float:
        """Memory that it has in use."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def keep_to_core(process: int, core: int) -> None:
    """Keep a process with all its threads to one core."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})


async def measure(tables: int, given: argparse.Namespace) -> Row:
    """Put people at so many tables, and measure."""
    times = Times()
    with tempfile.TemporaryDirectory(prefix="croupier-load-") as data:
        server = Server(data, given.seed, given.core)
        try:
            people = [
                Person(number, server.port, given.game, random.Random(given.seed * 1_000_003 + number), times)
                for number in range(tables)
            ]
            await make_tables(people)
            playing = [
                asyncio.create_task(person.play(1.0 + CLICK_SECONDS * number / tables))
                for number, person in enumerate(people)
            ]
            await asyncio.sleep(_WARM_UP_SECONDS)
            rounds = [await one_round(server, times, given) for _ in range(given.rounds)]
            ended = [task.exception() for task in playing if task.done()]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        finally:
            server.stop()
    if any(ended):
        raise RuntimeError(f"{len(ended)} of {tables} people were cut off: {next(filter(None, ended))!r}")
    middle = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
    return Row(tables, **{**middle, "refused": int(sum(each["refused"] for each in rounds))})


async def make_tables(people: list[Person]) -> None:
    """Make all tables, a few at a time."""
    places = asyncio.Semaphore(_MAKERS)

    async def make(person: Person) -> None:
        async with places:
            await asyncio.to_thread(person.make_table)

    say(f"{len(people)} tables: making them")
    await make(people[0])  # the game is compiled or loaded
    await asyncio.gather(*map(make, people[1:]))


async def one_round(server: Server, times: Times, given: argparse.Namespace) -> dict[str, Any]:
    """Measure for some seconds."""
    times.clear()
    begun, processor = time.perf_counter(), server.processor_seconds()
    await asyncio.sleep(given.seconds)
    passed, used = time.perf_counter() - begun, server.processor_seconds() - processor
    if not times.views or not times.late:
        raise RuntimeError("nobody has played: choose more --seconds")
    view, late = (np.percentile(each, (50, 99)) * 1000.0 for each in (times.views, times.late))
    say(f"  p99 {view[1]:.1f} ms, {times.moves / passed:.0f} moves a second, {used / passed:.0%} of a core")
    return {
        "view_p50": float(view[0]), "view_p99": float(view[1]), "late_p50": float(late[0]),
        "late_p99": float(late[1]), "moves": times.moves / passed, "core": used / passed,
        "per_move": 1000.0 * used / times.moves, "megabytes": server.megabytes(), "refused": len(times.refused),
    }  # fmt: skip


def find_largest(rows: list[Row], given: argparse.Namespace) -> None:
    """Measure more numbers of tables, until the largest that keeps to the limit is known to a tenth."""
    while True:
        good = largest(rows)
        bad = min((row.tables for row in rows if row.tables > good), default=0)
        if bad and bad <= max(1.1 * good, good + 10):
            return
        rows.append(asyncio.run(measure((good + bad) // 2 if bad else int(1.3 * good), given)))


def largest(rows: list[Row]) -> int:
    """The largest number of tables that kept to the limit; 0 for none."""
    return max((row.tables for row in rows if row.view_p99 < 1000.0 * LIMIT_SECONDS), default=0)


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)


def show(rows: list[Row]) -> None:
    """Print the rows as a table."""
    heads = (
        "tables",
        "click to view, p50",
        "p99",
        "agents late, p50",
        "p99",
        "moves a second",
        "of a core",
        "a move",
        "memory",
    )
    cells = [
        (
            Number(row.tables, ","),
            f"{row.view_p50:.1f} ms",
            f"{row.view_p99:.1f} ms",
            f"{row.late_p50:.1f} ms",
            f"{row.late_p99:.1f} ms",
            Number(row.moves, ".0f"),
            Number(row.core, ".0%"),
            f"{row.per_move:.2f} ms",
            f"{row.megabytes:.0f} MB",
        )
        for row in rows
    ]
    print(markdown_table(in_columns("", [ColumnHead(head, "right") for head in heads], cells)))


def numbers(text: str) -> list[int]:
    """Numbers between commas."""
    return [int(each) for each in text.split(",")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=numbers, default=[10, 100, 1000], help="like 10,100,1000")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", default="skull-king")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--find", action="store_true", help="look for the largest number under 50 ms too")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    given.core = cores[0] if len(cores) > 1 else None
    if given.core is not None:
        keep_to_core(os.getpid(), cores[-1])
    rows = [asyncio.run(measure(tables, given)) for tables in given.tables]
    if given.find:
        find_largest(rows, given)
    rows.sort(key=lambda row: row.tables)
    if given.json:
        found = {**vars(given), "rows": [asdict(row) for row in rows], "largest": largest(rows)}
        print_json(found)
        return
    show(rows)
    print(f"\nlargest number of tables with p99 under {1000 * LIMIT_SECONDS:.0f} ms: {largest(rows):,}")


if __name__ == "__main__":
    main()
