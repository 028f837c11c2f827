"""Servers for tests, and people in front of them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.live import time_keeper
from croupier.server.storage.database import migrate
from tests.postgres import postgres
from tests.server.clients import AnyServer, Browser, Server
from tests.server.instant import InstantServer, InstantWorld

__all__ = ["postgres"]

Started = Callable[..., InstantServer]
Serving = Callable[..., Server]
LIMITS = ("test_hostile", "test_security", "test_route_fuzz", "test_problems", "test_replays")
"""Files of tests that meet the limits of requests and messages a second."""


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts are as fast as they can: else whole games would wait for those limits."""
    if request.path.stem not in LIMITS:
        for module in ("process.guard", "routes.socket"):
            monkeypatch.setattr(f"croupier.server.{module}._BURST", 1e9)


@pytest.fixture
def started(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Started]:
    """Starts servers in the instant world, one after the other on one database; settings are keywords."""
    world = InstantWorld()
    yield world.start
    if request.config.getini("tmp_path_retention_policy") == "all":  # for `tests.baseline.make`
        world.keep(tmp_path)
    world.end()


@pytest.fixture
def server(started: Started) -> InstantServer:
    """One of them, which deals from seed 1 on."""
    return started(seed=1)


@pytest.fixture
def rare_pulses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where days pass, a quarter of an hour between two heartbeats of a server is enough."""
    monkeypatch.setattr(time_keeper, "HEARTBEAT_SECONDS", 900.0)
    monkeypatch.setattr(time_keeper, "GAP_SECONDS", 2250.0)


@pytest.fixture
def ann(server: AnyServer) -> Browser:
    """A person's browser."""
    return server.browser()


@pytest.fixture
def bob(server: AnyServer) -> Browser:
    """Another person's browser."""
    return server.browser()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of SQLite that a first start makes; made once, since that takes longer than to start a server."""
    folder = tmp_path_factory.mktemp("empty")
    migrate(database_address(None, folder))
    [file] = folder.iterdir()
    return file


@pytest.fixture
def serving(tmp_path: Path, empty_tables: Path) -> Iterator[Serving]:
    """Starts servers with real sockets, on one file of SQLite unless told otherwise; settings are keywords."""
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


@pytest.fixture
def real(serving: Serving) -> Server:
    """One of them, which deals from seed 1 on."""
    return serving(seed=1)
