"""The network between browsers and servers: requests, and sockets that break when a server is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, MutableMapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote

from fastapi import FastAPI

from tests.simulator.checking.history import WireData
from tests.simulator.process import fail
from tests.simulator.servers import SimulatedServer, watch
from tests.simulator.world import World

_HOST = "127.0.0.1:8000"
_ANSWER_SECONDS = 30.0
WEBSOCKET: WireData = {
    "type": "websocket", "scheme": "ws", "subprotocols": [], "extensions": {"websocket.http.response": {}},
}  # fmt: skip
"""What a request to open a socket has beside others."""


class BrokenError(Exception):
    """The server does not answer: it is not there, or was lost before it did."""


def scope_of(app: FastAPI, target: str, headers: Mapping[str, str], client: str, **more: Any) -> WireData:
    """What an application is told of a request."""
    path, _, query = target.partition("?")
    return {
        "asgi": {"version": "3.0"}, "http_version": "1.1", "server": ("127.0.0.1", 8000), "root_path": "",
        "client": (client, 1), "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()], "app": app,
        **more,
    }  # fmt: skip


class Browser:
    """A browser with cookies of its own, at an address of its own."""

    def __init__(self, world: World, name: str, address: str) -> None:
        self.world = world
        self.name = name  # whose it is, for the trace
        self.cookies: dict[str, str] = {}  # what servers have given it
        # all that servers have sent it, and when, whether it has read it or not
        self.received: list[tuple[float, str]] = []
        self._address = address

    def scope(self, server: SimulatedServer, target: str, **more: Any) -> WireData:
        """What a server is told of a request."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"host": _HOST, "origin": f"http://{_HOST}", **({"cookie": cookie} if cookie else {})}
        return scope_of(server.app, target, headers, self._address, **more)

    async def ask(self, server: SimulatedServer, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request; returns status and answer, or BrokenError where nobody knows what was done."""
        answered: asyncio.Future[tuple[int, Any]] = asyncio.get_running_loop().create_future()
        request = _Request(self, server, answered, b"" if body is None else json.dumps(body).encode())
        scope = self.scope(server, path, type="http", scheme="http", method=method)
        about = {"content-type": "application/json", "content-length": str(len(request.body))}
        scope["headers"] += [(name.encode(), value.encode()) for name, value in about.items()]
        self.world.soon(lambda: request.begin(scope), f"{self.name} asks {server.name} {method} {scope['path']}")
        self.world.at(self.world.seconds + _ANSWER_SECONDS, lambda: fail(answered, BrokenError()), "")
        return await answered


class _Request:
    """A request on its way."""

    def __init__(
        self, browser: Browser, server: SimulatedServer, answered: asyncio.Future[tuple[int, Any]], body: bytes
    ) -> None:
        self.body = body
        self._browser, self._server, self._answered = browser, server, answered
        self._read = False
        self._status = 0
        self._headers: list[tuple[bytes, bytes]] = []
        self._said = b""

    def begin(self, scope: WireData) -> None:
        """It reaches the server, if there is one."""
        process = self._server.process
        if process is None:
            fail(self._answered, BrokenError())
            return
        task = process.spawn(self._server.app(scope, self._receive, self._send))
        watch(task, self._browser.world, f"{scope['method']} {scope['path']}")
        task.add_done_callback(lambda _: fail(self._answered, BrokenError()) if not process.alive else None)

    async def _receive(self) -> WireData:
        if self._read:
            await asyncio.get_running_loop().create_future()
        self._read = True
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], message["headers"]
            return
        self._said += message.get("body", b"")
        if not message.get("more_body"):
            whole = f"{self._status} {self._headers} {self._said.decode()}"
            self._browser.received.append((self._browser.world.seconds, whole))
            self._browser.world.soon(self._arrive, f"{self._browser.name} is answered {self._status}")

    def _arrive(self) -> None:
        """The answer comes, unless the connection is broken."""
        if self._answered.done():
            return
        for name, value in self._headers:
            if name == b"set-cookie":
                for key, morsel in SimpleCookie(value.decode()).items():
                    self._browser.cookies[key] = morsel.value
        self._answered.set_result((self._status, json.loads(self._said)))


class Socket:
    """A browser's socket at a table."""

    def __init__(self, browser: Browser, server: SimulatedServer, table: str, member: int | None) -> None:
        """Open it; BrokenError where the server is not there."""
        if server.process is None:
            raise BrokenError
        # what has come and was not read yet, with when it was sent; None once it is closed
        self.heard: asyncio.Queue[tuple[float, str] | None] = asyncio.Queue()
        self._world, self._process, self._name = browser.world, server.process, browser.name
        self._received = browser.received
        self._said: asyncio.Queue[WireData] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._last = 0.0
        self._open = True
        path = f"/api/tables/{table}/socket"
        target = path if member is None else f"{path}?member={member}"
        scope = browser.scope(server, target, **WEBSOCKET)
        task = server.process.spawn(server.app(scope, self._said.get, self._send))
        watch(task, self._world, f"socket {path}")
        task.add_done_callback(lambda _: self._world.soon(self._end, f"{self._name} socket ends"))

    def _end(self) -> None:
        self._open = False
        self.heard.put_nowait(None)

    def say(self, message: WireData) -> None:
        """Let a message go to the server, after all before it."""
        about = ", ".join(f"{name} {message[name]}" for name in ("turn", "action") if name in message)
        self._later({"type": "websocket.receive", "text": json.dumps(message)}, f"says {message['type']} {about}")

    def close(self) -> None:
        """Let the browser close it."""
        self._open = False
        self._later({"type": "websocket.disconnect", "code": 1001}, "goes")

    def _later(self, message: WireData, what: str) -> None:
        self._last = max(self._last, self._world.seconds + self._world.delay())
        process = self._process
        self._world.at(
            self._last, lambda: self._said.put_nowait(message) if process.alive else None, f"{self._name} {what}"
        )

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            if not self._open:
                raise OSError("the browser is gone")
            sent = self._world.seconds, message["text"]
            self._received.append(sent)
            await self._process.outside(f"tells {self._name} {sent[1][7:43]}", lambda: self.heard.put_nowait(sent))
