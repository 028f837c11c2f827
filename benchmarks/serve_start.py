"""How long `croupier serve` takes until a table with agents can be played, with an empty and a filled cache.

Run: ``uv run python -m benchmarks.serve_start [--games pig,skull-king] [--runs 3] [--json]``. From the start of
the process to the page, to the answer that a table is made, and to the view in which the person is to move; agents
sit in all other seats. The packages are installed, and Python has compiled them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
import urllib.request
from dataclasses import asdict, dataclass

from benchmarks.server_load import Server
from benchmarks.server_people import Person, Times
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import in_columns, number_heads


@dataclass(frozen=True)
class Start:
    """Seconds from the start of the process.

    Attributes:
        page: until the first page is there.
        table: until a table is made.
        turn: until the person is to move.
        processor: processor time of all processes.
    """

    page: float
    table: float
    turn: float
    processor: float


def start(game: str, cache: str, data: str) -> Start:
    """Start a server, and stop it when a person can play.

    Args:
        game: the game that is played.
        cache: folder of compiled code.
        data: folder of the tables.
    """
    os.environ["CROUPIER_CACHE_DIR"] = cache
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    server = Server(data, 1, None)
    try:
        person = Person(1, server.port, game, random.Random(1), Times())
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=60) as answer:
            answer.read()
        page = time.perf_counter() - begun
        person.make_table()
        table = time.perf_counter() - begun
        asyncio.run(person.wait_for_turn())
        turn = time.perf_counter() - begun
    finally:
        server.stop()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Start(page, table, turn, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="pig,skull-king")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows: dict[str, list[Start]] = {}
    for number in range(given.runs):
        for game in given.games.split(","):
            print(f"run {number + 1} of {given.runs}: {game}", file=sys.stderr)
            with tempfile.TemporaryDirectory(prefix="croupier-start-") as folder:
                for name in ("empty cache", "filled cache"):
                    with tempfile.TemporaryDirectory(prefix="croupier-data-") as data:
                        rows.setdefault(f"{game}, {name}", []).append(start(game, folder, data))
    medians = {
        name: {part: statistics.median(asdict(each)[part] for each in runs) for part in asdict(runs[0])}
        for name, runs in rows.items()
    }
    if given.json:
        print(json.dumps({"runs": given.runs, "seconds": medians}, indent=2))
        return
    cells = [(name, *(f"{value:.1f} s" for value in found.values())) for name, found in medians.items()]
    heads = number_heads("", "page", "table", "first turn", "processor time")
    print(markdown_table(in_columns("", heads, cells)))


if __name__ == "__main__":
    main()
