"""Half-said connections to `croupier serve`: how fast others are answered while thousands say nothing, or half.

Run: ``uv run python -m benchmarks.server_half_said [--connections 2000] [--seconds 20] [--json]``.
Another process holds so many connections over the loopback interface: a quarter each says nothing, half a header,
half a body, or one letter a second; whoever is closed comes back at once. Meanwhile somebody new comes ten times a
second and asks for a page, each time by a connection of its own, and a person at a table clicks as often. Measured
are the times until they are answered. The server begins with 1,024 open files, as systems allow at first.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import resource
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.server_load import Server, say
from benchmarks.server_people import Person, Times
from benchmarks.sidebyside import print_json
from croupier.core.base.rows import Number, in_columns, markdown_table, number_heads

_EVERY_SECONDS = 0.1
_WAIT_SECONDS = 30.0
_USUAL_FILES = 1024
_HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ",
    b"POST /api/score-sheets/skull-king HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
    b"content-length: 500\r\n\r\n{",
    b"G",
)
_LETTERS = 3
"""Which of them goes on with a letter a second."""


@dataclass(frozen=True)
class Way:
    """How half-said connections come.

    Attributes:
        name: what it is called in the table.
        addresses: how many addresses they come from; 0 for that of a trusted proxy, which has no bound of its own.
        words: options of the server.
    """

    name: str
    addresses: int
    words: tuple[str, ...] = ()


WAYS = (
    Way("one address", 1),
    Way("as many addresses", 10_000),
    Way("a proxy", 0),
    Way("a proxy, `--limit connections=500`", 0, ("--limit", "connections=500")),
)


@dataclass(frozen=True)
class Row:
    """What one way came to.

    Attributes:
        way: how the connections came.
        held: how many there were.
        page_p50: milliseconds from connecting to the page, median.
        page_worst: the same, the longest.
        click_p50: milliseconds from a click at a table to its answer, median.
        click_worst: the same, the longest.
        files: most descriptors that the server had open.
        came_back: connections that were closed and came back.
    """

    way: str
    held: int
    page_p50: float
    page_worst: float
    click_p50: float
    click_worst: float
    files: int
    came_back: int


def address(number: int, way: Way) -> str:
    """The address that a connection comes from."""
    if not way.addresses:
        return "127.0.0.1"
    own = number % way.addresses
    return f"127.1.{own >> 8}.{own & 255}"


async def hold(number: int, port: int, way: Way, counted: list[int]) -> None:
    """Hold a half-said connection, and come back whenever it is closed."""
    kind = number % len(_HALVES)
    said = _HALVES[kind].replace(b"{host}", f"127.0.0.1:{port}".encode())
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number, way), 0))
            writer.write(said)
            closed = asyncio.ensure_future(reader.read(1))
            while not closed.done():
                await asyncio.wait((closed,), timeout=1.0 if kind == _LETTERS else None)
                if kind == _LETTERS:
                    writer.write(b"G")
            writer.close()
            await closed
        counted[0] += 1
        await asyncio.sleep(0.05)


def hold_all(connections: int, port: int, way: Way, ready: Any, counts: Any) -> None:
    """Hold all half-said connections, in a process of its own."""
    raise_open_files()
    counted = [0]

    async def everything() -> None:
        holding = [asyncio.create_task(hold(number, port, way, counted)) for number in range(connections)]
        await asyncio.sleep(3.0)
        ready.set()
        while True:
            counts.value = counted[0]
            await asyncio.wait(holding, timeout=0.5)

    asyncio.run(everything())


def raise_open_files() -> None:
    """Let this process open as many files as the system lets it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def page(port: int) -> float:
    """Ask for the first page by a new connection; returns the seconds until it is there."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.3", 0))
    writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"no page, but {answer[:80]!r}")
    return time.perf_counter() - begun


async def click(socket: Any) -> float:
    """Say something at the table; returns the seconds until it is answered."""
    begun = time.perf_counter()
    await socket.send('{"v":1,"type":"ping"}')
    while json.loads(await socket.recv())["type"] != "pong":
        pass
    return time.perf_counter() - begun


async def measure(way: Way, server: Server, person: Person, given: argparse.Namespace) -> Row:
    """Measure for some seconds, while the half-said connections are held."""
    context = multiprocessing.get_context("spawn")
    ready, counts = context.Event(), context.Value("i", 0)
    holder = context.Process(
        target=hold_all, args=(given.connections, server.port, way, ready, counts), daemon=True
    )
    pages, clicks, files = [], [], 0
    async with person.open() as socket:
        holder.start()
        try:
            if not await asyncio.to_thread(ready.wait, 60):
                raise RuntimeError("the half-said connections have not come")
            until = time.perf_counter() + given.seconds
            while time.perf_counter() < until:
                async with asyncio.timeout(_WAIT_SECONDS):
                    pages.append(await page(server.port))
                    clicks.append(await click(socket))
                files = max(files, server.open_files())
                await asyncio.sleep(_EVERY_SECONDS)
        finally:
            holder.terminate()
            holder.join()
    (page_p50, page_worst), (click_p50, click_worst) = (
        (1000.0 * statistics.median(found), 1000.0 * max(found)) for found in (pages, clicks)
    )
    return Row(way.name, given.connections, page_p50, page_worst, click_p50, click_worst, files, counts.value)


def one_way(way: Way, given: argparse.Namespace) -> Row:
    """Start a server for one way, and measure."""
    say(way.name)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with tempfile.TemporaryDirectory(prefix="croupier-half-") as data:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(_USUAL_FILES, hard), hard))  # the server inherits it
        try:
            server = Server(data, given.seed, None, *way.words)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        try:
            person = Person(0, server.port, "pig", random.Random(given.seed), Times())
            person.make_table()
            return asyncio.run(measure(way, server, person, given))
        finally:
            server.stop()


def show(rows: list[Row]) -> None:
    """Print the rows as a table."""
    heads = (
        "half-said connections from",
        "a page, median",
        "worst",
        "a click, median",
        "worst",
        "open files",
        "closed",
    )
    cells = [
        (
            row.way,
            f"{row.page_p50:.1f} ms",
            f"{row.page_worst:.0f} ms",
            f"{row.click_p50:.1f} ms",
            f"{row.click_worst:.0f} ms",
            Number(row.files, ","),
            Number(row.came_back, ","),
        )
        for row in rows
    ]
    print(markdown_table(in_columns("", number_heads(*heads), cells)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=2000, help="that are half said")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [one_way(way, given) for way in WAYS]
    if given.json:
        print_json({**vars(given), "rows": [asdict(row) for row in rows]})
        return
    show(rows)


if __name__ == "__main__":
    main()
