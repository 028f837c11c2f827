"""How long `croupier serve` takes until a table with agents can be played, with an empty and a filled cache.

Run: ``uv run python -m benchmarks.serve_start [--tables pig:bot,skull-king:net] [--runs 3] [--hint] [--json]
[--croupier COMMAND]...``. From the start of the process to the page, to the answer that a table is made, and to
the view in which the person is to move, which comes over the table's socket; agents sit in all other seats. The
packages are installed, and Python has compiled them. A cache is filled by ``croupier compile``, or by the start
before where there is no such command. `--hint` asks for a hint then.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence

from benchmarks.cold_start import fill
from benchmarks.in_turn import Words, add_options, compare
from benchmarks.server_load import Server
from benchmarks.server_people import Person, Times


def start(croupier: Words, game: str, agent: str, cache: str, data: str, hint: bool) -> dict[str, float]:
    """Start a server, and stop it when a person can play.

    Args:
        croupier: what starts it.
        game: the game that is played.
        agent: who sits in the other seats.
        cache: folder of compiled code.
        data: folder of the tables.
        hint: ask for a hint too.

    Returns:
        Seconds from the start of the process, of the hint, and of processor time.
    """
    os.environ["CROUPIER_CACHE_DIR"] = cache
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    server = Server(data, 1, None, croupier=croupier)
    try:
        person = Person(1, server.port, game, random.Random(1), Times(), agent)
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=60) as answer:
            answer.read()
        figures = {"page": time.perf_counter() - begun}
        person.make_table()
        figures["table"] = time.perf_counter() - begun
        asyncio.run(person.wait_for_turn())
        figures["first turn"] = time.perf_counter() - begun
        if hint:
            asked = time.perf_counter()
            asyncio.run(person.wait_for_hint())
            figures["first hint, from the turn"] = time.perf_counter() - asked
    finally:
        server.stop()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures["processor time"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return figures


def measured(croupier: Words, tables: Sequence[str], hint: bool) -> Iterator[tuple[str, dict[str, float]]]:
    """Start a server for each table with an empty cache, then with a filled one."""
    for table in tables:
        game, _, agent = table.partition(":")
        with tempfile.TemporaryDirectory(prefix="croupier-start-", ignore_cleanup_errors=True) as cache:
            for name in ("empty cache", "filled cache"):
                if name == "filled cache":
                    fill(croupier, game, cache)
                with tempfile.TemporaryDirectory(prefix="croupier-data-") as data:
                    figures = start(croupier, game, agent or "bot", cache, data, hint)
                yield f"{table}, {name}", figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, runs=3)
    parser.add_argument("--tables", default="pig:bot,skull-king:net", help="games, and who sits there")
    parser.add_argument("--hint", action="store_true", help="ask for a hint at the first turn")
    given = parser.parse_args()
    tables = given.tables.split(",")
    compare(given, "croupier serve, to the first turn", lambda words: measured(words, tables, given.hint))


if __name__ == "__main__":
    main()
