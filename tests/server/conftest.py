"""Servers for tests, and people in front of them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.postgres import postgres
from tests.server.clients import Browser, Server

__all__ = ["postgres"]

Started = Callable[..., Server]


LIMITS = (
    "test_hostile",
    "test_security",
    "test_route_fuzz",
    "test_postgres_people",
    "test_problems",
    "test_replays",
)
"""Files of tests that meet the limits of requests and messages a second."""


ALONE = (*LIMITS, "test_chat", "test_circles", "test_clocks", "test_lobby", "test_sealed")
"""Files whose tests look at all that a server holds, or at what it has let through."""


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts are as fast as they can: else whole games would wait for those limits."""
    if request.path.stem not in LIMITS:
        for module in ("process.guard", "routes.socket"):
            monkeypatch.setattr(f"croupier.server.{module}._BURST", 1e9)


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of SQLite that a first start makes; made once, since that takes longer than to start a server."""
    folder = tmp_path_factory.mktemp("empty")
    migrate(database_address(None, folder))
    [file] = folder.iterdir()
    return file


@pytest.fixture
def started(tmp_path: Path, empty_tables: Path) -> Iterator[Started]:
    """Starts servers in this process, on one file of SQLite unless told otherwise; settings are keywords."""
    running: list[Server] = []

    def start(database: URL | None = None, **settings: Any) -> Server:
        address = database or database_address(None, tmp_path)
        if database is None and not (tmp_path / empty_tables.name).exists():
            shutil.copy(empty_tables, tmp_path)
        else:
            migrate(address)
        running.append(Server(ServerSettings(database=address, **settings)))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory, empty_tables: Path) -> Iterator[Server]:
    """The server of the tests of a file that start none themselves: its first request costs more than a table."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copy(empty_tables, folder)
    running = Server(ServerSettings(database=database_address(None, folder), seed=1))
    yield running
    running.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Server:
    """A server that deals from seed 1 on: one of its own for who starts others too."""
    if "started" in request.fixturenames or request.path.stem in ALONE:
        started: Started = request.getfixturevalue("started")
        return started(seed=1)
    found: Server = request.getfixturevalue("shared_server")
    found.deal_from_the_first()
    return found


@pytest.fixture
def ann(server: Server) -> Browser:
    """A person's browser."""
    return Browser(server.port)


@pytest.fixture
def bob(server: Server) -> Browser:
    """Another person's browser."""
    return Browser(server.port)
