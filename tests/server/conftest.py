"""Servers for tests, and people in front of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.migrate import migrate
from tests.postgres import postgres
from tests.server.clients import Browser, Server

__all__ = ["postgres"]

Started = Callable[..., Server]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Starts servers in this process, on one file of SQLite unless told otherwise; settings are keywords."""
    running: list[Server] = []

    def start(database: str | None = None, **settings: Any) -> Server:
        address = database or database_address(None, tmp_path)
        migrate(address)
        running.append(Server(ServerSettings(database=address, **settings)))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def server(started: Started) -> Server:
    """A server that deals from seed 1 on."""
    return started(seed=1)


@pytest.fixture
def ann(server: Server) -> Browser:
    """A person's browser."""
    return Browser(server.port)


@pytest.fixture
def bob(server: Server) -> Browser:
    """Another person's browser."""
    return Browser(server.port)
