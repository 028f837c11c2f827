"""Settings of ``croupier serve``, and the addresses by which browsers reach the server."""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import warnings
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import idna
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SAWarning

from croupier.core.base.errors import ConfigError

VARIABLE = "CROUPIER_SERVE"
"""Environment variable that passes the settings to further processes of a server."""
DATABASE_FILE = "tables.sqlite3"
_SQLITE, _POSTGRES = "sqlite+aiosqlite", "postgresql+psycopg"
_DRIVERS = {"sqlite": _SQLITE, _SQLITE: _SQLITE, **dict.fromkeys(("postgresql", "postgres", _POSTGRES), _POSTGRES)}
_PORTS = {"http": 80, "https": 443}
_NUMERIC = re.compile(r"(?:^|\.)(?:\d+|0x[0-9a-f]*)$", re.ASCII)
"""Texts that browsers and the system read as an IPv4 address, in any form."""
_PLAIN_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server."""

    database: URL  # with its asynchronous driver
    host: str = "127.0.0.1"  # address it listens on
    port: int = 8000  # 0 for any free one
    # by which browsers reach it, behind a proxy, as browsers write scheme, host and port; empty for its own
    base_url: str = ""
    workers: int = 1  # processes; more than one only with PostgreSQL
    agents: tuple[str, ...] = ()  # allowed by the owner in addition to free ones
    llm_url: str = ""  # endpoint of language models; empty for that of the environment
    llm_settings: str = ""  # file of their settings
    replies: str = ""  # folder for questions to and replies of text agents, by table
    askers: int = 2  # threads that ask quick agents
    thinkers: int = 2  # processes that search, give hints and review games
    waiting: int = 8  # most jobs that wait for a worker; more are refused
    keep_days: int = 0  # days after its last event until a table is deleted; 0 for never
    connections: int = 4096  # most at a time, in each process; fewer if the limit of open files is lower
    connections_per_address: int = 256  # most of them per address, except for trusted proxies
    header_seconds: float = 10.0  # for a request's header, from connecting or the previous answer
    body_seconds: float = 60.0  # for the rest of a request, and for reading answers
    host_pause: int = 60  # seconds the host must be away before another person with a seat may host
    watcher_pause: int = 24 * 3600  # seconds without anybody who has a seat before a spectator may host
    link_pause: int = 300  # seconds a person must be away before the host may make a link for the seat
    delete_pause: int = 60  # seconds from the announcement to the deletion of a game in progress
    push_keys: str = ""  # file of the keys for notices; empty without notices
    push_hosts: tuple[str, ...] = ()  # hosts outside the public network that notices may go to
    seed: int | None = None  # of the deals, for tests and demonstrations; None deals at random
    # whether workers work before anybody asks: a hint in each game, and what choices cost while a game goes on
    warm: bool = False

    def __post_init__(self) -> None:
        if self.workers > 1 and not self.is_postgres:
            raise ConfigError(
                f"--workers {self.workers} needs PostgreSQL: one process serves SQLite; name --database postgresql://..."
            )
        # once, so that nobody compares another spelling
        object.__setattr__(self, "host", _listening(self.host))
        object.__setattr__(self, "base_url", _origin(self.base_url) if self.base_url else "")
        object.__setattr__(self, "push_hosts", tuple(map(_push_host, self.push_hosts)))

    @property
    def is_postgres(self) -> bool:
        """Whether the tables are in PostgreSQL."""
        return self.database.drivername == _POSTGRES

    @property
    def secure(self) -> bool:
        """Whether browsers reach it by TLS, so that cookies can demand it."""
        return self.base_url.startswith("https://")

    def to_json(self) -> str:
        """The settings as text, for another process."""
        return json.dumps({**asdict(self), "database": tuple(self.database)})

    @classmethod
    def from_json(cls, text: str) -> ServerSettings:
        """The settings from `to_json`."""
        data = json.loads(text)
        lists = {name: tuple(data[name]) for name in ("agents", "push_hosts")}
        return cls(**{**data, **lists, "database": URL.create(*data["database"])})


def database_address(text: str | None, folder: Path) -> URL:
    """The database of ``--database`` with the server's drivers; for None a file in `folder`."""
    if text is None:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        return URL.create(_SQLITE, database=str(folder.absolute() / DATABASE_FILE))
    wanted = "--database takes sqlite:///FILE or postgresql://USER@HOST/NAME"
    try:
        url = make_url(text)
        if url.drivername in _DRIVERS:
            url = url.set(drivername=_DRIVERS[url.drivername])
            with warnings.catch_warnings(action="error"):  # of arguments that are ignored, like mode=memory
                url.get_dialect()().create_connect_args(url)  # reads the query
    except (ArgumentError, SAWarning, ValueError):  # of which a port that is none may quote the password
        raise ConfigError(f"{wanted}; this is no address that can be read: {_masked(text)!r}") from None
    if url.drivername not in _DRIVERS.values():
        raise ConfigError(f"{wanted}, not {_masked(text)!r}")
    if url.drivername == _SQLITE and (url.database in (None, "", ":memory:") or "uri" in url.query):
        raise ConfigError(f"{wanted}: {text!r} names no plain file, and without one every table may be lost")
    return url


def host_name(text: str) -> str:
    """A host's name or address as browsers write it: lower case, DNS letters, no final dot."""
    name = text.lower().removesuffix(".")
    with suppress(ValueError):
        return ipaddress.ip_address(name).compressed
    if _NUMERIC.search(name):
        try:
            return socket.inet_ntoa(socket.inet_aton(name))  # 0, 0x7f000001 or 127.1
        except OSError:
            raise ConfigError(f"{text!r} is no address") from None
    try:
        found = name if name.isascii() else idna.encode(name, uts46=True).decode()
    except idna.IDNAError as error:
        raise ConfigError(f"{text!r} is no name of a host: {error}") from None
    if not _PLAIN_NAME.fullmatch(found) or ".." in found:
        raise ConfigError(f"{text!r} is no name of a host")
    return found


def net_location(parts: SplitResult) -> str:
    """Host and port as browsers write them, without the scheme's default port."""
    host, port = host_name(parts.hostname or ""), parts.port
    host = f"[{host}]" if ":" in host else host
    return host if port in (None, _PORTS.get(parts.scheme)) else f"{host}:{port}"


def _origin(text: str) -> str:
    """The value of ``--base-url`` as browsers write an origin."""
    try:
        parts = urlsplit(text)
        if parts.scheme in _PORTS and not parts.path.strip("/") and not set("?#@\\") & set(text):
            return f"{parts.scheme}://{net_location(parts)}"
    except (ConfigError, ValueError):
        pass
    raise ConfigError(
        "--base-url takes scheme, host and port alone, like https://cards.example.org: no user, path, query or "
        f"fragment; not {_masked(text)!r}"
    )


def _listening(text: str) -> str:
    """The checked value of ``--host``."""
    try:
        name = host_name(text)
        mapped = ipaddress.IPv6Address(name).ipv4_mapped if ":" in name else None
        return name if mapped is None else str(mapped)
    except ConfigError:
        raise ConfigError(f"--host takes an address of this machine, like 127.0.0.1, not {text!r}") from None


def _push_host(text: str) -> str:
    """The value of ``--push-host`` as `croupier.server.notices.delivery` compares it."""
    try:
        if not set("/?#@\\") & set(text):
            try:
                return host_name(text)  # includes IPv6 addresses without brackets
            except ConfigError:
                parts = urlsplit(f"//{text}")
                host, port = host_name(parts.hostname or ""), parts.port
                if port != 0 and not text.endswith(":"):
                    return host if port is None else f"{host}:{port}"
    except (ConfigError, ValueError):
        pass
    raise ConfigError(f"--push-host takes HOST or HOST:PORT, like push.example.org:8443, not {text!r}")


def _masked(text: str) -> str:
    """An address without its password."""
    return re.sub(r"(?<=://)([^/@]*?):[^/]*@", r"\1:***@", text)


EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # the addresses of --lan


def own_address() -> str:
    """This machine's address in its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def shown_host(host: str) -> str:
    """The name by which browsers reach an address that the server listens on."""
    if host in EVERYWHERE:
        return own_address()
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Whether a host, by name or address, can only be reached from this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def holder(address: str) -> str:
    """The holder of an address, for limits per address: for IPv6 the /64 network of a household."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None or found.is_loopback:
        return str(found.ipv4_mapped or found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def is_local(settings: ServerSettings) -> bool:
    """Whether the server can only be reached by browsers on this machine."""
    return not settings.base_url and is_loopback(settings.host)


def address_for_others(settings: ServerSettings, asked: str) -> str:
    """The address for other people's browsers, given the one (`asked`) by which a page was opened."""
    if settings.base_url:
        return settings.base_url
    parts = urlsplit(asked)
    if is_loopback(parts.hostname or "") and not is_local(settings):
        port = "" if parts.port is None else f":{parts.port}"
        return f"{parts.scheme}://{shown_host(settings.host)}{port}"
    return asked
