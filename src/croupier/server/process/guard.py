"""The guard before every request: hosts, origins, sizes and rates; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.core.base.sentence import in_language
from croupier.server.base.english import say
from croupier.server.base.languages import language_of
from croupier.server.base.refusal import STATUS, RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.base.settings import ServerSettings, holder, net_location
from croupier.server.live.connection import Bucket

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 2 * 1024 * 1024
"""Most bytes of a request's body, and of one with a game's file."""
FILES = ("/api/replays", "/api/reviews")
_COUNTED = ("/api/tables", "/api/games/", "/api/problems/", "/api/lessons/", "/api/rules/", "/api/circles/")
"""Paths where reading counts too, since it queries the database or replays a game."""
_RATE, _BURST = 10.0, 60.0
_MOST_CLIENTS = 4096
_SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "media-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip
"""Content security policy: nothing inline, nothing from other hosts."""
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
_YEAR = "max-age=31536000"
_OPENER = {"cross-origin-opener-policy": "same-origin"}
"""Browsers accept this only from trustworthy addresses, and log an error elsewhere, as with `--lan`."""


class Guard:
    """Refuses requests before they are read, and sets the headers of all answers."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, runtime: Runtime) -> None:
        self._app = app
        self._runtime = runtime
        self._base = urlsplit(settings.base_url).netloc
        self._secure = settings.secure
        self._names = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        self._names.add(settings.host.lower())
        self._clients: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it with a refusal."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        head = scope["type"] == "http" and scope["method"] == "HEAD"

        async def dressed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                self._dress(MutableHeaders(scope=message), scope)
            if head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            self._check(scope)
        except RefusalError as error:
            await _refuse(error, scope, receive, dressed)
        else:  # HEAD is allowed wherever GET is
            await self._app({**scope, "method": "GET"} if head else scope, receive, dressed)

    def _dress(self, headers: MutableHeaders, scope: Scope) -> None:
        headers.update(HEADERS)
        path = scope["path"]
        if self._secure or _is_trustworthy(scope):
            headers.update(_OPENER)
        if self._secure:
            headers["strict-transport-security"] = _YEAR
        if path.startswith("/api/"):
            headers["cache-control"] = "no-store"
        elif "cache-control" not in headers:
            headers["cache-control"] = "no-cache"  # pages of different versions must not be mixed

    def _check(self, scope: Scope) -> None:
        """Refuse forbidden requests."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if not self._is_own(host):
            raise RefusalError("forbidden", say("own_name", host=host))
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes and not self._is_same(headers.get("origin", ""), host):
            raise RefusalError("forbidden", say("origin"))
        if scope["type"] == "http" and changes:
            self._check_size(headers, scope["path"])
        if (changes or scope["path"].startswith(_COUNTED)) and not self._bucket(scope).take():
            raise RefusalError("too-fast", say("requests"))

    def _is_own(self, host: str) -> bool:
        """Whether a host is this server's; IP addresses always are, since no other site can use them as a name."""
        try:
            parts = urlsplit(f"{'https' if self._secure else 'http'}://{host}")
            if self._base and net_location(parts) == self._base:
                return True
            name = parts.hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name).version)
        except ValueError:  # no host, like "[", or a name that is no address
            return False

    def _is_same(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin.lower())
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc != "" and parts.netloc in (host, self._base)

    @staticmethod
    def _check_size(headers: Headers, path: str) -> None:
        length = headers.get("content-length")
        most = LARGEST_FILE if path.startswith(FILES) else LARGEST_BODY
        if "transfer-encoding" in headers or (length is not None and not length.isdigit()):
            raise RefusalError("malformed", say("length"))
        if length is not None and int(length) > most:
            raise RefusalError("too-large", say("body", most=most, length=length))

    def _bucket(self, scope: Scope) -> Bucket:
        """The rate limit of the sender's address."""
        client = holder(scope["client"][0]) if scope.get("client") else ""
        if client not in self._clients:
            if len(self._clients) >= _MOST_CLIENTS:
                self._clients = {name: each for name, each in self._clients.items() if not each.full}
            self._clients[client] = Bucket(_RATE, _BURST, self._runtime)
        return self._clients[client]


def _is_trustworthy(scope: Scope) -> bool:
    """Whether browsers take the requested address as secure: by TLS, or on the same machine."""
    if scope["scheme"] in ("https", "wss"):
        return True
    try:
        name = urlsplit(f"//{Headers(scope=scope).get('host', '')}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


async def _refuse(error: RefusalError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a refusal, instead of opening a requested socket."""
    answer = "http.response"
    if scope["type"] == "websocket":
        await receive()
        answer = "websocket.http.response"  # the ASGI extension for the status of a handshake
        if answer not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
    told = in_language(error.data(), language_of(HTTPConnection(scope)))
    body = json.dumps({"error": told}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{answer}.start", "status": STATUS[error.code], "headers": headers})
    await send({"type": f"{answer}.body", "body": body})
