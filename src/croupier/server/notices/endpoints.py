"""Which addresses notices may be sent to: https alone, of public networks, or hosts that the owner lists."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from croupier.server.base.refusal import RefusalError
from croupier.server.notices.words import NOTICE_WORDS

LONGEST_ENDPOINT = 1024
_HTTPS = 443
_INSIDE = tuple(
    ipaddress.ip_network(each)
    for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "fec0::/10")
)
"""Networks whose addresses stand for others, which may be inside, and those of sites, which are inside."""


@dataclass(frozen=True)
class PushEndpoint:
    """An address of a push service.

    Attributes:
        host: its name.
        port: its port.
        path: what stands behind that, with the query.
        listed: whether the owner lists the host, so that it may be inside the network.
    """

    host: str
    port: int
    path: str
    listed: bool

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + ("" if self.port == _HTTPS else f":{self.port}")


def read_endpoint(text: str, hosts: Collection[str]) -> PushEndpoint:
    """An address that notices may be sent to.

    Args:
        text: as the browser says it.
        hosts: those that the owner lists, as ``HOST`` or ``HOST:PORT``.

    Raises:
        RefusalError: it is no https address, too long, or of another port (``forbidden``).
    """
    refused = RefusalError("forbidden", NOTICE_WORDS.say("bad-address"))
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
    """Whether an address of the network is one of the public network."""
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


async def resolved(endpoint: PushEndpoint) -> str:
    """The one address of the network to which a notice is sent.

    Raises:
        RefusalError: the host has one inside the network, and the owner does not list it; or it has none.
    """
    try:
        found = await asyncio.get_running_loop().getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise RefusalError("forbidden", NOTICE_WORDS.say("bad-address")) from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not (endpoint.listed or all(map(is_public, addresses))):
        raise RefusalError("forbidden", NOTICE_WORDS.say("bad-address"))
    return addresses[0]
