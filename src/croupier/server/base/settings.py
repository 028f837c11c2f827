"""Settings of a server, as ``croupier serve`` takes them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from croupier.core.base.errors import ConfigError

VARIABLE = "CROUPIER_SERVE"
"""Environment variable that hands the settings to further processes of one server."""
DATABASE_FILE = "tables.sqlite3"
_SQLITE, _POSTGRES = "sqlite+aiosqlite://", "postgresql+psycopg://"


@dataclass(frozen=True)
class ServerSettings:
    """What a server is started with.

    Attributes:
        database: address of the database, with its asynchronous driver.
        host: address that it listens on.
        port: port that it listens on; 0 for any free one.
        base_url: address by which browsers reach it, behind a proxy; empty where that is its own.
        workers: number of processes; more than one only with PostgreSQL.
        agents: agents that the owner allows beside those that cost nothing, by their names.
        llm_url: address of the endpoint of language models; empty for that of the environment.
        llm_settings: file of their settings; empty for none.
        replies: folder in which is kept, table by table, what agents that answer in words were asked and replied;
            empty where nothing is kept of it.
        askers: threads that ask quick agents.
        thinkers: processes that search, give hints and review games.
        waiting: jobs that may wait for a thinker; one more is refused.
        keep_days: days after its last event after which a table is deleted; 0 keeps all.
        connections: most connections at a time, in each process; fewer where it may open fewer files.
        connections_per_address: most of them from one address, but for proxies whose reports are trusted.
        header_seconds: seconds in which a request's header must be there, from connecting or the answer before.
        body_seconds: seconds in which the rest of a request must be there, and in which answers must be read.
        host_pause: seconds for which a host is away before somebody else who has a seat may host the table.
        watcher_pause: seconds for which nobody who has a seat is there before somebody may host who has none.
        link_pause: seconds for which somebody is away before the host may make a link for that person's seat.
        delete_pause: seconds from the announcement to the deletion of a game that goes on.
        push_keys: file of the keys of notices; empty where none are sent.
        push_hosts: hosts to which notices may be sent though they are not of the public network.
        seed: seed of the deals, for tests and demonstrations; None deals at random.
        warm: whether thinkers make a hint in each game at the start, so that nobody waits for the first one.
    """

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str = ""
    workers: int = 1
    agents: tuple[str, ...] = ()
    llm_url: str = ""
    llm_settings: str = ""
    replies: str = ""
    askers: int = 2
    thinkers: int = 2
    waiting: int = 8
    keep_days: int = 0
    connections: int = 4096
    connections_per_address: int = 256
    header_seconds: float = 10.0
    body_seconds: float = 60.0
    host_pause: int = 60
    watcher_pause: int = 24 * 3600
    link_pause: int = 300
    delete_pause: int = 60
    push_keys: str = ""
    push_hosts: tuple[str, ...] = ()
    seed: int | None = None
    warm: bool = False

    def __post_init__(self) -> None:
        if not self.database.startswith((_SQLITE, _POSTGRES)):
            raise ConfigError(
                f"--database takes sqlite:///FILE or postgresql://USER@HOST/NAME, not {self.database!r}"
            )
        if self.workers > 1 and not self.is_postgres:
            raise ConfigError(
                f"--workers {self.workers} needs PostgreSQL: one process serves SQLite; name --database postgresql://..."
            )
        parts = urlsplit(self.base_url)
        if self.base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
            raise ConfigError(f"--base-url takes an address like https://cards.example.org, not {self.base_url!r}")

    @property
    def is_postgres(self) -> bool:
        """Whether the tables are in PostgreSQL."""
        return self.database.startswith(_POSTGRES)

    @property
    def secure(self) -> bool:
        """Whether browsers reach it by TLS, so that cookies can demand it."""
        return self.base_url.startswith("https://")

    def to_json(self) -> str:
        """As text, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ServerSettings:
        """From what `to_json` gave."""
        data = json.loads(text)
        return cls(**{**data, "agents": tuple(data["agents"]), "push_hosts": tuple(data["push_hosts"])})


def database_address(text: str | None, folder: Path) -> str:
    """The address of a database, with the drivers that the server uses.

    Args:
        text: what ``--database`` got; None for the file of its own in `folder`.
        folder: the data folder, which is made for its owner alone if it is missing.

    Raises:
        ConfigError: it is neither SQLite nor PostgreSQL.
    """
    if text is None:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        return f"{_SQLITE}/{folder.absolute() / DATABASE_FILE}"
    for short, long in (("sqlite", _SQLITE), ("postgresql", _POSTGRES), ("postgres", _POSTGRES)):
        scheme, separator, rest = text.partition("://")
        if separator and scheme in (short, long.removesuffix("://")):
            return long + rest
    raise ConfigError(f"--database takes sqlite:///FILE or postgresql://USER@HOST/NAME, not {text!r}")
