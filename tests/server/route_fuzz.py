"""Requests as nobody sends them, for all routes that an application has: paths, queries, headers and bodies.

Each is drawn from what the route says of itself, with faults; so a new route is tried without a word here.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, WebSocket
from starlette.routing import WebSocketRoute

from tests.splitmix import SplitMix64

NUMBERS: list[Any] = [
    0, 1, 2, 3, -1, 64, 65, 99, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**30), 1.5, 1e308,
    float("nan"), float("inf"),
]  # fmt: skip
TEXTS = [
    "", "x", "x" * 200, "x" * 30_000, "\u0000", "\ud800", "\u202e", "a\u0301" * 40, "ß", "😀", "../..", "%00",
    "%ff", "pig", "skull-king", "spite-malice", "pig-short", "bot", "random", "net", "search/fast", "bot:",
    "bot:\ud800", "search:search:bot", "llm:x", "py:os:system", "cmd:ls", "/", ":", "me", "open", "agent", "join",
    "seat",
]  # fmt: skip
WORDS: list[Any] = [*NUMBERS, *TEXTS, None, True, False, [], {}, [[]], {"x": 1}, [None] * 70]
LITERALS = [
    b"",
    b"{",
    b"[" * 9000,
    b"null",
    b"\xff\xfe",
    b"1" * 5000,
    b'{"member":' + b"9" * 5000 + b"}",
    b"NaN",
    b"{}",
]
HEADERS = [
    {}, {}, {}, {}, {"content-type": "text/plain"}, {"content-type": "multipart/form-data; boundary=x"},
    {"content-type": "application/json; charset=\xff"}, {"cookie": "croupier=" + "x" * 22},
    {"cookie": "croupier=\xff;;="},
    {"host": "["}, {"host": "127.0.0.1:x"}, {"origin": "http://["}, {"origin": "null"}, {"range": "bytes=9-1"},
    {"accept-encoding": "\xff"}, {"if-modified-since": "yesterday"}, {"x-forwarded-proto": "gopher"},
]  # fmt: skip


@dataclass(frozen=True)
class Route:
    """A route as the application describes it.

    Attributes:
        method: of HTTP; empty for a WebSocket.
        path: with parameters in braces.
        queries: names of its parameters in the query.
        body: schema of its body; None where it says nothing of one.
    """

    method: str
    path: str
    queries: tuple[str, ...] = ()
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Asked:
    """A request."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None


def routes_of(app: FastAPI) -> list[Route]:
    """All routes of an application, and some paths of its pages."""
    found = [Route("GET", path) for path in ("/", "/{page}", "/parts/{page}", "/api/{page}", "/{page}/{page}")]
    described = app.openapi()
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            queries = tuple(each["name"] for each in about.get("parameters", ()) if each["in"] == "query")
            body = about.get("requestBody")
            schema = None if body is None else body["content"]["application/json"]["schema"]
            found.append(Route(method.upper(), path, queries, schema))
    return [*found, *(Route("", path) for path in _sockets(app.routes))]


def _sockets(routes: Any) -> Iterator[str]:
    """Paths of WebSockets, those of included routers too."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _sockets(inner.routes)
        elif isinstance(route, WebSocketRoute) or WebSocket in getattr(route, "__dict__", {}).values():
            yield route.path


class Fuzz:
    """Draws requests."""

    def __init__(self, app: FastAPI, seed: int) -> None:
        """Read what an application says of itself.

        Args:
            app: the application.
            seed: of what is drawn.
        """
        self.routes = routes_of(app)
        self._parts = app.openapi()["components"]["schemas"]
        self._draw = SplitMix64(seed)

    def choice(self, of: Any) -> Any:
        """One of some things."""
        return of[self._draw.below(len(of))]

    def _often(self, share: int) -> bool:
        return self._draw.below(100) < share

    def asked(self, route: Route, known: Mapping[str, list[Any]], documents: list[Any]) -> Asked:
        """A request of a route.

        Args:
            route: the route.
            known: by the name of a parameter or field, values that are right somewhere.
            documents: bodies that are right somewhere, for routes that say nothing of theirs.
        """
        path = route.path
        while "{" in path:
            before, _, rest = path.partition("{")
            name, _, after = rest.partition("}")
            path = before + self._quoted(self._value(name, known, TEXTS)) + after
        query = [
            f"{name}={self._quoted(self._value(name, known, WORDS))}" for name in route.queries if self._often(80)
        ]
        query += [self.choice(("x=1", "member=", "&&", "seat=0&seat=1", "%ff=%ff", "from=-0"))] * self._often(10)
        headers = {**self.choice(HEADERS), "x-forwarded-for": self._address()}
        body = (
            None
            if route.method in ("", "GET", "HEAD") and self._often(95)
            else self._body(route, known, documents)
        )
        return Asked(route.method or "GET", path + ("?" + "&".join(query) if query else ""), headers, body)

    def _address(self) -> str:
        if self._often(3):
            return str(self.choice(("", "x", "[", "::1", "1.2.3.4:x", ",,", "é")))
        return f"10.{self._draw.below(256)}.{self._draw.below(256)}.{self._draw.below(256)}"

    def _quoted(self, value: Any) -> str:
        text = value if isinstance(value, str) else json.dumps(value)
        return quote(text.encode("utf-8", "surrogatepass")[:3000], safe=self.choice(("", "/%")))

    def _value(self, name: str, known: Mapping[str, list[Any]], others: list[Any]) -> Any:
        return self.choice(known[name] if name in known and self._often(75) else others)

    def _body(self, route: Route, known: Mapping[str, list[Any]], documents: list[Any]) -> bytes:
        if self._often(5):
            return bytes(self.choice(LITERALS))
        made = self.choice(documents) if route.body is None else self._made(route.body, known)
        for _ in range(self.choice((0, 0, 1, 1, 2, 4))):
            made = self._broken(made)
        text = json.dumps(made, ensure_ascii=self._often(90)).encode("utf-8", "surrogatepass")
        return text[: self._draw.below(len(text) + 1)] if self._often(3) else text

    def _made(self, schema: Mapping[str, Any], known: Mapping[str, list[Any]]) -> Any:
        """A value that a schema allows."""
        if "$ref" in schema:
            return self._made(self._parts[schema["$ref"].rpartition("/")[2]], known)
        if "anyOf" in schema:
            return self._made(self.choice(schema["anyOf"]), known)
        if "enum" in schema:
            return self.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        if "properties" in schema:
            needed = schema.get("required", ())
            return {
                name: self.choice(known[name]) if name in known and self._often(90) else self._made(part, known)
                for name, part in schema["properties"].items()
                if name in needed or self._often(40)
            }
        kind = schema.get("type")
        if kind == "array":
            return [self._made(schema["items"], known) for _ in range(self._draw.below(4))]
        plain = {"integer": (0, 1, 2, 5), "number": (0.5, 2), "boolean": (True, False), "string": ("Ann", "bot")}
        return self.choice(plain.get(str(kind), (None, {})))

    def _broken(self, value: Any) -> Any:
        """A value with a fault somewhere."""
        if isinstance(value, dict) and value and self._often(90):
            name = self.choice(list(value))
            if self._often(15):
                return {key: each for key, each in value.items() if key != name}
            if self._often(10):
                return {**value, str(self.choice(TEXTS)): self.choice(WORDS)}
            return {**value, name: self._broken(value[name])}
        if isinstance(value, list) and value and self._often(85):
            place = self._draw.below(len(value))
            if self._often(20):
                return self.choice((value[:place], [*value, value[place]], value * 2))
            return [*value[:place], self._broken(value[place]), *value[place + 1 :]]
        return self.choice(WORDS)
