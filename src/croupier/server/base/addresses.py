"""Addresses by which browsers reach a server: this machine's in its network, or the name behind a proxy."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from croupier.server.base.settings import ServerSettings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # what --lan asks for


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
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
    """Whether only this machine reaches a host, given by name or address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def holder(address: str) -> str:
    """Whoever holds an address, as far as bounds by address go.

    Returns:
        The /64 network of an IPv6 address, which one household or machine has as a whole; an IPv4 address as it
        is, also where it is written as IPv6; what is no address as it is.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_loopback:
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def is_local(settings: ServerSettings) -> bool:
    """Whether only browsers on this machine can reach the server."""
    return not settings.base_url and is_loopback(settings.host)


def address_for_others(settings: ServerSettings, asked: str) -> str:
    """The address that other people's browsers open.

    Args:
        asked: scheme, host and port by which the page was opened, like ``http://localhost:8000``.
    """
    if settings.base_url:
        return settings.base_url
    parts = urlsplit(asked)
    if is_loopback(parts.hostname or "") and not is_local(settings):
        port = "" if parts.port is None else f":{parts.port}"
        return f"{parts.scheme}://{shown_host(settings.host)}{port}"
    return asked
