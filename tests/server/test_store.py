"""The database: the log's order, commits, failures, migrations, and what is forgotten."""

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, make_url

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.locks import lock_file
from croupier.server.base.runtime import Runtime
from croupier.server.base.settings import EVERYWHERE, ServerSettings, database_address, is_local
from croupier.server.notices.delivery import read_endpoint
from croupier.server.process.run import serve
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.database import asynchronous, migrate, synchronous
from croupier.server.storage.log import ConflictError, LogEvent, UnavailableError
from croupier.server.storage.schema import metadata
from croupier.server.storage.store import Store
from croupier.server.storage.waits import Wait
from tests.server.clients import Browser
from tests.server.instant import InstantServer

NOW = Runtime().now()
CREATE = LogEvent(
    "create", None,
    {
        "game": "pig", "version": 1, "options": {}, "host": 0, "members": [{"number": 0, "name": "Ann"}],
        "seats": [{"member": 0, "agent": None}, {"member": None, "agent": "bot"}], "settings": {},
    },
    1, NOW,
)  # fmt: skip
PLAYED = {"by": "agent", "action": 0, "text": "[roll]", "heard": None}


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    address = database_address(None, folder)
    migrate(address)
    store = Store(address, Runtime())
    store.start()
    try:
        yield store
    finally:
        await store.close()


def run(folder: Path, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with opened(folder) as store:
            await store.create("t", "pig", CREATE, join="j", members=[(0, "k", "s")])
            await work(store)

    asyncio.run(main())


def test_of_two_writers_of_one_number_the_second_is_refused(tmp_path: Path) -> None:
    async def race(store: Store) -> None:
        events = [LogEvent("move", seat, PLAYED, 2, NOW) for seat in range(8)]
        results = await asyncio.gather(*(store.append("t", each) for each in events), return_exceptions=True)
        assert [type(each) for each in results] == [type(None)] + [ConflictError] * 7
        assert [each.seat for each in await store.events("t")] == [None, 0]

    run(tmp_path, race)


def test_events_that_wait_share_a_commit_and_all_come_back_in_order(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        commits = 0
        inner = store.log._commit

        async def counted(group: Any) -> Any:
            nonlocal commits
            commits += 1
            return await inner(group)

        store.log._commit = counted  # type: ignore[method-assign]  # to count them
        many = [LogEvent("move", 0, {**PLAYED, "n": number}, number, NOW) for number in range(2, 202)]
        await asyncio.gather(*(store.append("t", each) for each in many))
        assert [each.number for each in await store.events("t")] == list(range(1, 202))
        assert [each.payload["n"] for each in await store.events("t", 100)] == list(range(101, 202))
        assert commits <= 5

    run(tmp_path, write)


def test_what_was_appended_is_in_the_file_when_that_returns(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append("t", LogEvent("move", 1, PLAYED, 2, NOW))
        with sqlite3.connect(tmp_path / "tables.sqlite3") as other:
            assert other.execute("SELECT number FROM events ORDER BY number").fetchall() == [(1,), (2,)]
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other.close()

    run(tmp_path, write)


def test_a_write_to_a_table_that_is_deleted_fails_alone(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        wishes = [("t", 2), ("gone", 2), ("t", 3), ("gone", 3), ("t", 2)]
        done = await asyncio.gather(
            *(store.append(table, LogEvent("move", 0, PLAYED, number, NOW)) for table, number in wishes),
            return_exceptions=True,
        )
        kinds = [type(None), UnavailableError, type(None), UnavailableError, ConflictError]
        assert [type(each) for each in done] == kinds
        assert [each.number for each in await store.events("t")] == [1, 2, 3]

    run(tmp_path, write)


def test_what_a_table_waits_for_is_not_written_once_it_is_deleted(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        for table in ("t", "gone"):
            await store.waits.note(Wait(table, 2, (0,), NOW))
            await store.waits.note(Wait(table, 3, (0, 1)))
        assert await store.waits.of(["t", "gone"]) == {"t": Wait("t", 3, (0, 1))}

    run(tmp_path, write)


def test_what_nobody_has_foreseen_fails_its_writes_and_not_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def write(store: Store) -> None:
        def fail(rows: object) -> set[tuple[str, int]]:
            raise RuntimeError("unforeseen")

        with monkeypatch.context() as patch:
            patch.setattr(store.log, "_insert", fail)
            with pytest.raises(UnavailableError):
                await asyncio.wait_for(store.append("t", LogEvent("move", 0, PLAYED, 2, NOW)), 10)
        assert "unforeseen" in caplog.text
        await asyncio.wait_for(store.append("t", LogEvent("move", 0, PLAYED, 2, NOW)), 10)

    run(tmp_path, write)


def test_a_full_disk_is_told_and_later_writes_go_on(server: InstantServer, ann: Browser) -> None:
    made = ann.make("pig", "me", "random", start=True)
    with ann.sit(made["table"], 0) as seat:
        before = seat.turn
        event.listen(server.disk._engine, "before_cursor_execute", full)
        codes = {seat.ask("move", turn=before, action=0).get("code") for _ in range(3)}
        assert codes == {"unavailable"}
        assert "full" in next(said["message"] for said in seat.heard if said["type"] == "refused")
        assert seat.turn == before  # nothing was shown that is not stored
        event.remove(server.disk._engine, "before_cursor_execute", full)
        assert seat.ask("move", turn=before, action=0)["type"] == "ok"


def full(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
    """What SQLite says on a full disk."""
    del connection, cursor, rest
    if statement.startswith("INSERT INTO events"):
        raise sqlite3.OperationalError("database or disk is full")


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    migrate(address)
    migrate(address)  # a second start changes nothing
    engine = create_engine(address.set(drivername="sqlite"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_from_before_there_was_chat_gets_it_and_keeps_its_tables(tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    migrate(address)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
        for name in ("chat", "circle_games", "circles", "waits", "pulses", "outages", "pushes"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("INSERT INTO tables (id, game, created) VALUES ('t', 'pig', 1)")
    connection.close()

    async def look() -> None:
        async with opened(tmp_path) as store:
            await store.say("t", ChatLine(1, 0, "Ann", "text", "Still here", NOW))
            assert [line.text for line in await store.said("t")] == ["Still here"]

    asyncio.run(look())


def test_a_database_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    migrate(address)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(FileError, match=r"tables\.sqlite3 was made by another version of croupier"):
        migrate(address)


def test_what_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_text("cards" * 500)
    with pytest.raises(FileError, match="cannot be used: file is not a database"):
        migrate(database_address(None, tmp_path))
    with pytest.raises(FileError, match="cannot be used"):
        migrate(URL.create("sqlite+aiosqlite", database=f"{tmp_path}/none/x.sqlite3"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_files_that_are_made_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data"
    before = os.umask(0)
    try:
        run(folder, lambda store: store.append("t", LogEvent("move", 0, PLAYED, 2, NOW)))
        with closing(sqlite3.connect(folder / "tables.sqlite3")) as other:
            other.execute("UPDATE events SET at = 5")
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert found == dict.fromkeys(("tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"), 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_file_and_a_folder_that_are_there_keep_the_modes_that_their_owner_gave_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.touch()
    file.chmod(0o660)
    tmp_path.chmod(0o750)
    migrate(database_address(None, tmp_path))
    assert [stat.S_IMODE(each.stat().st_mode) for each in (file, tmp_path)] == [0o660, 0o750]


def test_one_process_alone_serves_a_file(tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    path = tmp_path / "tables.sqlite3.lock"
    with path.open("w") as held:
        lock_file(held.fileno(), path, wait=True)
        with pytest.raises(FileError, match="another croupier serve uses"):
            serve(ServerSettings(database=address, port=0), lambda _: None)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("sqlite:////data/x.db", "sqlite+aiosqlite:////data/x.db"),
        ("postgresql://me@host/cards", "postgresql+psycopg://me@host/cards"),
        ("postgres://host/cards", "postgresql+psycopg://host/cards"),
        ("postgresql+psycopg://host/cards", "postgresql+psycopg://host/cards"),
    ],
)
def test_addresses_of_databases_get_their_drivers(given: str, address: str, tmp_path: Path) -> None:
    assert database_address(given, tmp_path) == make_url(address)


@pytest.mark.parametrize("name", ["what?", "what?next=1", "100%25", "a%41", "#;&'\"", "line\nbreak", "\udce9"])
def test_a_data_folder_of_any_name_holds_its_tables_in_every_process(name: str, tmp_path: Path) -> None:
    given = ServerSettings(database=database_address(None, tmp_path / name))
    address = ServerSettings.from_json(given.to_json()).database
    for known in (synchronous(address), asynchronous(address).sync_engine):
        assert known.url.database == str(tmp_path / name / "tables.sqlite3")
    engine = synchronous(address)
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE x (y)")
    engine.dispose()
    assert "tables.sqlite3" in [path.name for path in (tmp_path / name).iterdir()]
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        *((text, "names no plain file") for text in ("sqlite:///", "sqlite://", "sqlite:///:memory:")),
        *(
            (f"sqlite:///file:{text}uri=true", "names no plain file")
            for text in ("x?mode=memory&", ":memory:?", "?")
        ),
        *(
            (text, "no address that can be read")
            for text in ("x.db", "", "sqlite://x.db", "sqlite:///x?timeout=a", "sqlite:////x.db?mode=memory")
        ),
        ("postgresql://me:hidden@host:port/name", "no address that can be read"),
        ("mysql://me:hidden@host/x", "not 'mysql://me:\\*\\*\\*@host/x'"),
    ],
)
def test_what_is_no_address_of_a_database_is_refused_in_one_line_without_its_password(
    wrong: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=f"^--database takes .*{why}") as refused:
        database_address(wrong, tmp_path)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("HTTPS://Cards.Example.Org:443/", "https://cards.example.org"),
        ("http://cards.example.org:80", "http://cards.example.org"),
        ("http://cards.example.org:443", "http://cards.example.org:443"),
        ("https://k\u00e4rten.example", "https://xn--krten-gra.example"),
        ("https://stra\u00dfe.example.", "https://xn--strae-oqa.example"),
        ("https://[2001:DB8:0::1]:8443", "https://[2001:db8::1]:8443"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://127.1:8000", "http://127.0.0.1:8000"),
        ("http://0x7f000001", "http://127.0.0.1"),
    ],
)
def test_a_base_address_is_known_as_browsers_write_it(given: str, known: str, tmp_path: Path) -> None:
    settings = ServerSettings(database=database_address(None, tmp_path), base_url=given)
    assert (settings.base_url, settings.secure) == (known, known.startswith("https"))


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        *(
            ("base_url", f"https://x.org{rest}")
            for rest in ("/y", "?", "/?x", "#", "/#x", ":port", ":99999", "..")
        ),
        *(("base_url", url) for url in ("x.org", "ftp://x.org", "https://", "https://u:p@x.org", "https://a b")),
        *(("host", host) for host in ("", " ", "..", "http://x", "a b", "[::1]", "\u00e9..x", "1.2.3.4.5")),
        *(
            ("push_hosts", (host,))
            for host in ("", "a:b:c", "http://x", "x:", "x:0", "x:70000", "x/y", "u@x", "a b")
        ),
    ],
)
def test_an_option_that_is_no_address_is_refused_by_its_name(option: str, wrong: Any, tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    with pytest.raises(ConfigError, match=f"^--{option.removesuffix('s').replace('_', '-')} takes ") as refused:
        ServerSettings(database=address, **{option: wrong})
    assert "u:p@" not in str(refused.value)


@pytest.mark.parametrize("host", ["0", "0x0", "0.0", "00.0.0.0", "0.0.0.0.", "::ffff:0.0.0.0"])
def test_every_spelling_of_all_addresses_is_known_as_that(host: str, tmp_path: Path) -> None:
    settings = ServerSettings(database=database_address(None, tmp_path), host=host)
    assert settings.host in EVERYWHERE
    assert not is_local(settings)


def test_hosts_of_notices_are_known_as_their_addresses_are_compared(tmp_path: Path) -> None:
    hosts = ("Push.Example.Org", "push.example.org:8443", "::1", "[::1]", "[::1]:9", "127.0.0.1:9")
    known = ServerSettings(database=database_address(None, tmp_path), push_hosts=hosts).push_hosts
    assert known == ("push.example.org", "push.example.org:8443", "::1", "::1", "::1:9", "127.0.0.1:9")
    for url in ("https://[::1]:9/x", "https://push.example.org:8443/x"):
        assert read_endpoint(url, known).listed


def test_settings_that_cannot_be_are_refused(tmp_path: Path) -> None:
    address = database_address(None, tmp_path)
    with pytest.raises(ConfigError, match="needs PostgreSQL"):
        ServerSettings(database=address, workers=2)
    settings = ServerSettings(database=address, agents=("net:a",), seed=3)
    assert ServerSettings.from_json(settings.to_json()) == settings


def test_a_database_that_is_gone_is_told() -> None:
    async def ask() -> None:
        store = Store(make_url("postgresql+psycopg://127.0.0.1:1/none"), Runtime())
        store.start()
        for asked in (store.events("t"), store.append("t", LogEvent("move", 0, PLAYED, 2, NOW))):
            with pytest.raises(UnavailableError) as refused:
                await asked
            assert refused.value.why.startswith("the database: connection failed")
        await store.close()

    asyncio.run(ask())
