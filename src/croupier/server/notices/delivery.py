"""Sending one notice: allowed addresses, and the request, without following redirects."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import h11

from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime

LONGEST_ENDPOINT = 1024
LOOKUP_SECONDS = 5.0
"""Seconds after which a host's lookup is given up."""
LOOKUP_THREADS = 4
_HTTPS = 443
_INSIDE = tuple(
    ipaddress.ip_network(each)
    for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "fec0::/10")
)
"""Networks whose addresses map to others, perhaps internal ones, and site-local networks."""


@dataclass(frozen=True)
class PushEndpoint:
    """An address of a push service."""

    host: str
    port: int
    path: str  # with the query
    listed: bool  # whether the owner lists the host, which may then be in the internal network

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + ("" if self.port == _HTTPS else f":{self.port}")


def read_endpoint(text: str, hosts: Collection[str]) -> PushEndpoint:
    """An allowed address for notices."""
    refused = RefusalError("forbidden", say("notice.bad-address"))
    if len(text) > LONGEST_ENDPOINT or not text.isascii() or not text.isprintable() or " " in text:
        raise refused
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port or _HTTPS
    except ValueError:
        raise refused from None
    listed = host in hosts or f"{host}:{port}" in hosts
    userinfo = parts.username is not None or parts.password is not None
    if parts.scheme != "https" or not host or userinfo or (port != _HTTPS and not listed):
        raise refused
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return PushEndpoint(host, port, path, listed)


def is_public(address: str) -> bool:
    """Whether an IP address is public."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in each for each in _INSIDE):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


class HostLookup:
    """Looks up hosts in a few threads of its own."""

    # The system's lookup cannot be cancelled: a host that never answers blocks its thread for as long as the
    # system tries. So all such threads are here, and nothing else of the server waits for one.

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._threads = runtime.threads(LOOKUP_THREADS, "hosts")

    def close(self) -> None:
        """Stop looking up."""
        self._threads.close()

    async def resolved(self, endpoint: PushEndpoint) -> str:
        """The IP address to send a notice to."""
        try:
            async with self._runtime.timeout(LOOKUP_SECONDS):
                found = await self._threads.run(_addresses, endpoint.host, endpoint.port)
        except TimeoutError:
            raise RefusalError("unavailable", say("notice.no-lookup")) from None
        except (OSError, UnicodeError):
            raise RefusalError("forbidden", say("notice.bad-address")) from None
        if not found or not (endpoint.listed or all(map(is_public, found))):
            raise RefusalError("forbidden", say("notice.bad-address"))
        return found[0]


def _addresses(host: str, port: int) -> list[str]:
    return [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


SECONDS = 5.0
"""Seconds for a whole delivery."""
Delivery = Literal["sent", "gone", "failed"]
_GONE = (404, 410)
_MOST_HEADER = 16_384
_READ = 4096


async def deliver(
    endpoint: PushEndpoint, headers: dict[str, str], body: bytes, runtime: Runtime, hosts: HostLookup
) -> Delivery:
    """Send a notice."""
    try:
        async with runtime.timeout(SECONDS):
            status = await _post(endpoint, await hosts.resolved(endpoint), headers, body)
    except (OSError, TimeoutError, ssl.SSLError, RefusalError, h11.RemoteProtocolError, EOFError):
        return "failed"
    return "gone" if status in _GONE else "sent" if 200 <= status < 300 else "failed"


async def _post(endpoint: PushEndpoint, address: str, headers: dict[str, str], body: bytes) -> int:
    """Post a body; returns the status of the answer without reading its body."""
    context = ssl.create_default_context()
    reader, writer = await asyncio.open_connection(
        address, endpoint.port, ssl=context, server_hostname=endpoint.host, limit=_MOST_HEADER
    )
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MOST_HEADER)
        host = endpoint.origin.removeprefix("https://")
        fields = {"host": host, **headers, "content-length": str(len(body)), "connection": "close"}
        request = h11.Request(method="POST", target=endpoint.path, headers=list(fields.items()))
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        while True:
            event_or_need = connection.next_event()
            if event_or_need is h11.NEED_DATA:
                connection.receive_data(await reader.read(_READ))
            elif isinstance(event_or_need, h11.Response):
                return event_or_need.status_code
            elif not isinstance(event_or_need, h11.InformationalResponse):
                raise EOFError("the push service has closed the connection")
    finally:
        writer.transport.abort()
