"""The model database answers as SQLite and PostgreSQL do: random histories are played against all of them."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.engine import URL

from croupier.server.base.runtime import AsyncioRuntime
from croupier.server.base.settings import database_address
from croupier.server.storage import chat_lines
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.circles import CircleGame
from croupier.server.storage.log import ConflictError, NewEvent, UnavailableError
from croupier.server.storage.migrate import migrate
from croupier.server.storage.pushes import Subscription
from croupier.server.storage.reports import Reports
from croupier.server.storage.store import Store
from croupier.server.storage.table_store import TableStore
from croupier.server.storage.waits import Wait
from croupier.simulator import database as model
from croupier.simulator.database import ModelDatabase
from croupier.simulator.process import SimulatedProcess
from croupier.simulator.store import Disk, model_store
from croupier.simulator.world import World

TABLES = ("a", "b", "c")
SESSIONS = ("s1", "s2", "s3")
Step = Callable[[TableStore], Coroutine[Any, Any, Any]]


class StandingClock(AsyncioRuntime):
    """Real tasks and threads at a time that the test says."""

    at = 0

    def now(self) -> int:
        return self.at


class History:
    """What is asked, drawn from a seed: of few tables, people and numbers, so that much of it meets."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311
        self._at = 1000

    def steps(self, count: int) -> Iterator[tuple[str, int, Step]]:
        """So many questions: of each its name, the time, and how it is asked."""
        kinds = sorted(name for name in dir(self) if name.startswith("ask_"))
        for _ in range(count):
            self._at += self._random.choice((0, 1, 400))
            kind = self._random.choice((*kinds, "ask_append", "ask_append", "ask_say", "ask_create"))
            yield kind, self._at, getattr(self, kind)()

    def _table(self) -> str:
        return self._random.choice(TABLES)

    def _event(self, number: int) -> Any:
        sealed = {"turn": 1, "action": 0, "text": "0", "changes": self._random.random() < 0.5}
        what = self._random.choice(
            (NewEvent("nudge", 0, {"by": self._random.randrange(3)}), NewEvent("seal", 0, sealed))
        )
        return what.numbered(number, self._at)

    def ask_create(self) -> Step:
        table, session, event = self._table(), self._random.choice(SESSIONS), self._event(1)
        key = self._random.choice(("", "k1"))
        return lambda store: store.create(table, "g", event, join="j", members=[(0, key, session), (1, "k2", "")])

    def ask_delete(self) -> Step:
        table = self._table()
        before = self._at - 5000

        async def forget(store: TableStore) -> Any:
            return sorted(await store.forget(before))

        return forget if self._random.random() < 0.7 else lambda store: store.delete(table)

    def ask_append(self) -> Step:
        table, event = self._table(), self._event(self._random.randrange(1, 12))
        return lambda store: store.append(table, event)

    def ask_events(self) -> Step:
        table, since = self._table(), self._random.randrange(4)
        return lambda store: store.events(table, since)

    def ask_last_events(self) -> Step:
        return lambda store: store.last_events(TABLES)

    def ask_say(self) -> Step:
        table, number = self._table(), self._random.randrange(1, 15)
        line = ChatLine(number, self._random.randrange(2), "Ann", "text", "hello", self._at)
        return lambda store: store.say(table, line)

    def ask_said(self) -> Step:
        table, since = self._table(), self._random.randrange(5)
        return lambda store: store.said(table, since)

    def ask_claim(self) -> Step:
        table, process = self._table(), self._random.choice(("p", "q"))
        return lambda store: store.claim(table, process, 500)

    def ask_links(self) -> Step:
        table, key, join = self._table(), self._random.choice(("k1", "k2", "k3")), f"j{self._random.randrange(3)}"
        member = self._random.randrange(2)
        return self._random.choice((
            lambda store: store.join_hash(table), lambda store: store.set_join_hash(table, join),
            lambda store: store.add_key(table, member, key), lambda store: store.key_member(table, key),
        ))  # fmt: skip

    def ask_people(self) -> Step:
        table, session, member = self._table(), self._random.choice(SESSIONS), self._random.randrange(2)

        async def grants(store: TableStore) -> Any:
            return sorted(await store.grants_of(table))

        async def tables(store: TableStore) -> Any:
            return {name: sorted(who) for name, who in (await store.tables_of(session)).items()}

        return self._random.choice((
            lambda store: store.hand_over(session, table, member), lambda store: store.revoke(table, member),
            lambda store: store.grant(session, table, member), lambda store: store.granted(session, table),
            lambda store: store.grant(session, table, member), grants, tables,
        ))  # fmt: skip

    def ask_circles(self) -> Step:
        circle, game, at = self._random.choice("xy"), CircleGame(self._table(), self._at, {"a": [1]}), self._at
        when, before = self._random.choice((None, at + 1000)), self._random.choice((None, at - 3000))
        other = replace(game, result=self._random.choice(({}, {"b": at})))
        return self._random.choice((
            lambda store: store.circles.make(circle, "Us", at, "s"), lambda store: store.circles.read(circle),
            lambda store: store.circles.move(circle, "y", at),
            lambda store: store.circles.change(circle, other, at),
            lambda store: store.circles.add(circle, game), lambda store: store.circles.rename(circle, f"{at}", at),
            lambda store: store.circles.delete_at(circle, when, at),
            lambda store: store.circles.forget(at, before),
        ))  # fmt: skip

    def ask_waits(self) -> Step:
        due, number = self._random.choice((None, self._at - 500 + self._random.randrange(999))), 3
        wait, at = Wait(self._table(), number, (0, 1), due), self._random.choice((None, self._at))

        async def what_is_due(store: TableStore) -> Any:
            found = await store.waits.due(at)
            return found.running, sorted(found.tables)

        return self._random.choice((
            lambda store: store.waits.note(wait), lambda store: store.waits.note(wait),
            lambda store: store.waits.of(TABLES), what_is_due,
        ))  # fmt: skip

    def ask_pulse(self) -> Step:
        at, gap = self._at - self._random.choice((0, 0, 300)), self._random.choice((0, 500))
        return lambda store: store.waits.pulse(at, gap)

    def ask_pushes(self) -> Step:
        self._at += 1  # which of two of the same moment is older nobody says
        table, member, at = self._table(), self._random.randrange(2), self._at
        endpoint = f"https://e{self._random.randrange(8)}"
        removed = self._random.choice((None, endpoint))
        whom = Subscription(endpoint, "p", f"{at}")

        async def of(store: TableStore) -> Any:
            return sorted((who, each.endpoint, each.auth) for who, each in await store.pushes.of(table, (0, 1)))

        return self._random.choice((
            lambda store: store.pushes.add(table, member, whom, at), of, of,
            lambda store: store.pushes.add(table, member, whom, at),
            lambda store: store.pushes.remove(table, member, removed),
            lambda store: store.pushes.dead(endpoint),
        ))  # fmt: skip


async def answer(step: Step, store: TableStore) -> Any:
    """What a database says, or how it refuses."""
    try:
        return await step(store)
    except (ConflictError, UnavailableError) as error:
        return type(error).__name__


async def compare(seed: int, count: int, address: URL) -> dict[str, int]:
    """Play one history against a database and the model; returns how often each was asked and not refused."""
    clock = StandingClock()
    store = Store(address, clock)
    store.start()
    database, reports = ModelDatabase(clock.now), list[object]()
    world = World(0, instant=True)
    modelled = model_store(Disk(world, database), SimulatedProcess(world, "model"))
    database.report = reports.append
    granted: dict[str, int] = {}
    try:
        async with hearing(store.reports) as heard:
            for number, (kind, at, step) in enumerate(History(seed).steps(count)):
                clock.at = at
                found = await answer(step, store)
                assert await answer(step, modelled) == found, f"seed {seed}, step {number}: {kind}"
                granted[kind] = granted.get(kind, 0) + (found not in ("ConflictError", "UnavailableError"))
            async with asyncio.timeout(30):
                while heard is not None and len(heard) < len(reports):
                    await asyncio.sleep(0.05)
        assert heard in (None, reports)
    finally:
        await store.close()
    return granted


@asynccontextmanager
async def hearing(reports: Reports | None) -> AsyncIterator[list[object] | None]:
    """A block in which reports of commits are heard; None where there are none."""
    if reports is None:
        yield None
        return
    heard: list[object] = []

    async def hear(coming: AsyncIterator[Any]) -> None:
        async for report in coming:
            heard.append(report)  # noqa: PERF401  # who waits for them looks at the list meanwhile

    async with reports.listening() as coming:
        task = asyncio.create_task(hear(coming))
        yield heard
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture(autouse=True)
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that old lines of chat go."""
    for module in (chat_lines, model):
        monkeypatch.setattr(module, "MOST_LINES", 5)


@pytest.mark.parametrize("seed", range(3))
def test_the_model_answers_as_sqlite_does(seed: int, empty_tables: Path, tmp_path: Path) -> None:
    shutil.copy(empty_tables, tmp_path)
    granted = asyncio.run(compare(seed, 400, database_address(None, tmp_path)))
    assert min(granted.values()) > 0
    assert len(granted) == 14


def test_the_model_answers_as_postgresql_does(postgres: Any) -> None:
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    granted = asyncio.run(compare(7, 500, address))  # reports of commits among them
    assert min(granted.values()) > 0
