"""Starting a server: migrate the database, take a port, and start the processes."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.locks import lock_file
from croupier.server.base.settings import VARIABLE, ServerSettings
from croupier.server.live.connection import QUEUE
from croupier.server.notices.encryption import has_extra, make_keys
from croupier.server.process.tcp import raise_open_files
from croupier.server.storage.database import migrate
from croupier.server.storage.log import LOGGER

LARGEST_FRAME = 64 * 1024
"""Most bytes of a socket message; a larger one closes the socket."""
_BACKLOG = 4096
"""Most connections that wait to be accepted; with more at once, some must retry."""
_GRACE_SECONDS = 5
_PING_SECONDS = 20.0


def serve(settings: ServerSettings, on_ready: Callable[[int], None]) -> None:
    """Serve until interrupted."""
    if settings.is_postgres and sys.platform == "win32":
        raise ConfigError(
            "--database takes SQLite alone on Windows: the driver of PostgreSQL (psycopg) does not run in the "
            "event loop that the processes of agents need there"
        )
    with _alone(settings):
        migrate(settings.database)
        if settings.push_keys and has_extra():
            try:
                make_keys(Path(settings.push_keys))  # before processes read them
            except FileError as error:
                LOGGER.warning("%s", error)  # the server runs without notices
        raise_open_files(settings)
        taken = _listen(settings)
        on_ready(taken.getsockname()[1])
        os.environ[VARIABLE] = settings.to_json()
        config = uvicorn.Config(
            "croupier.server.process.app:from_environment",
            factory=True,
            workers=settings.workers,
            host=settings.host,
            **uvicorn_settings(),
        )
        if settings.workers > 1:
            from uvicorn.supervisors import Multiprocess

            Multiprocess(config, sockets=[taken]).run()
        else:
            uvicorn.Server(config).run(sockets=[taken])


def uvicorn_settings() -> dict[str, Any]:
    """Uvicorn's settings for every process: logging, and limits of connections and sockets."""
    # Protocols are named, since Uvicorn takes a process that imports much at its start for dead.
    return {
        "http": "croupier.server.process.tcp:http_protocol",
        "log_level": "warning",
        "access_log": False,
        "backlog": _BACKLOG,
        "server_header": False,
        "ws": "croupier.server.process.tcp:websocket_protocol",
        "ws_max_size": LARGEST_FRAME,
        "ws_max_queue": QUEUE,
        "ws_ping_interval": _PING_SECONDS,
        "ws_ping_timeout": _PING_SECONDS,
        "ws_per_message_deflate": False,  # uses more memory per socket than it saves
        "timeout_graceful_shutdown": _GRACE_SECONDS,
    }


def _listen(settings: ServerSettings) -> socket.socket:
    """Take the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
        taken.listen(_BACKLOG)
    except OSError as error:
        taken.close()
        where = f"{settings.host}, port {settings.port}"
        raise OSError(error.errno, f"{error.strerror}; choose another --port or --host", where) from error
    taken.set_inheritable(True)
    return taken


@contextmanager
def _alone(settings: ServerSettings) -> Iterator[None]:
    """Allow only one process per SQLite file, since others would not hear of its writes."""
    name = settings.database.database
    if settings.is_postgres or not name or name == ":memory:":
        yield
        return
    path = Path(f"{name}.lock")
    try:
        opened = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w")
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error
    with opened:
        try:
            lock_file(opened.fileno(), path, wait=False)
        except BlockingIOError as error:
            raise FileError(
                f"another croupier serve uses {name}: stop it, or name another --data or --database"
            ) from error
        except OSError as error:
            raise FileError(f"{path} cannot be locked: {error.strerror}") from error
        yield
