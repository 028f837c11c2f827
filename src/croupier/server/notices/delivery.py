"""Sending one notice: to one address of the network, by TLS, without following redirects, in five seconds."""

from __future__ import annotations

import asyncio
import ssl
from typing import Literal

import h11

from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.notices.endpoints import HostLookup, PushEndpoint

SECONDS = 5.0
"""In which all of it is done, or given up."""
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
    """Post a body; returns the status of the answer, whose body is not read."""
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
