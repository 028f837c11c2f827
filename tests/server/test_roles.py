"""Every route and every message of a socket, in the name of every kind of visitor: who may do what."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from croupier.server.room.room import Room
from croupier.server.routes.pages import PageFiles
from croupier.server.routes.socket import _READER
from tests.amounts import larger
from tests.server.clients import SOON, Message
from tests.server.instant import InstantBrowser, InstantServer, InstantWorld

HOST, SEATED, LATE, GONE, WATCHER = range(5)
"""Members of every table here: the host, who plays or watches; a player; one who has come by the host's link and
awaits the next deal; one who was removed; one who watches."""
BOT = 3
"""The seat in which an agent plays for who was removed."""
NUMBER = {
    "stranger": HOST, "elsewhere": HOST, "impostor": HOST, "removed": GONE, "watcher": WATCHER, "late": LATE,
    "seated": SEATED, "host": HOST, "watching host": HOST,
}  # fmt: skip
"""In whose name each kind of visitor speaks; strangers, who has another table, and a player who is an impostor say
that they are the host."""
ALL = frozenset(NUMBER)
HOSTS = frozenset({"host", "watching host"})
PLAYERS = frozenset({"host", "seated", "late"})
MEMBERS = frozenset({*HOSTS, *PLAYERS, "watcher"})
NOBODY: frozenset[str] = frozenset()
STORED = {"tables": "id", "events": "table_id", "chat": "table_id", "keys": "table_id", "grants": "table_id"}
ADDRESSES = itertools.count()


class Visitor(InstantBrowser):
    """A browser at an address of its own, so that the limit of requests is not met."""

    def __init__(self, server: InstantServer) -> None:
        super().__init__(server)
        number = next(ADDRESSES)
        self._address = f"10.9.{number // 250}.{number % 250}"

    def _headers(self) -> dict[str, str]:
        return {**super()._headers(), "x-forwarded-for": self._address}


@dataclass
class Case:
    """A table, and a browser of each kind of visitor.

    Attributes:
        first: what is stored of the table when nobody has tried anything.
    """

    server: InstantServer
    browsers: dict[str, Visitor]
    made: Message
    tokens: dict[str, str] = field(default_factory=dict)
    first: dict[str, list[Any]] = field(default_factory=dict)
    _kept: dict[int, dict[str, list[Any]]] = field(default_factory=dict)

    @property
    def table(self) -> str:
        found: str = self.made["table"]
        return found

    @property
    def room(self) -> Room:
        """What its log says, read again where the memory has lost it."""
        return self.server.do(self.server.hub.live(self.table)).room

    def kept(self) -> dict[str, list[Any]]:
        """All that a refused request must leave as it is; read again once anything has been written."""
        ((written,),) = self.server.sql("SELECT total_changes()")
        if written not in self._kept:
            self._kept = {written: {}}
            for name, column in STORED.items():
                found = self.server.sql(f"SELECT * FROM {name} WHERE {column} = ?", self.table)  # noqa: S608
                self._kept[written][name] = found
        return self._kept[written]

    def restore(self) -> None:
        """Let the table be as it was at first."""
        self.server.sql("DELETE FROM tables WHERE id = ?", self.table)  # and all that belongs to it
        for name, rows in self.first.items():
            for row in rows:
                self.server.sql(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", *row)  # noqa: S608
        self.server.forget(self.table)


def case(server: InstantServer, state: str, seated_host: bool) -> Case:
    """A table in the lobby, in the middle of a game, or after it, which agents have played to the end."""
    browsers = {kind: Visitor(server) for kind in NUMBER}
    host = browsers["host"] = browsers["watching host"]
    made = host.make(
        "skull-king", "me" if seated_host else "bot", *["open"] * 3,
        options={"players": 4, "schedule": "one"}, settings={**SOON, "away_after": 0, "hints": True},
    )  # fmt: skip
    table = f"/api/tables/{made['table']}"
    for name in ("seated", "late", "removed"):
        browsers[name].join(made, name)
    if state != "lobby":
        host.post(f"{table}/start", {"member": HOST})
    removed = host.post(f"{table}/remove", {"member": HOST, "whom": GONE})
    made = {**made, "join": removed["join"]}
    browsers["watcher"].join(made, "watcher")
    if state == "lobby":  # whoever comes then takes the free seat
        browsers["watcher"].post(f"{table}/seat", {"member": WATCHER, "seat": None})
    token = host.post(f"{table}/reissue", {"member": HOST, "whom": LATE})["token"]
    browsers["late"] = Visitor(server)
    browsers["late"].post(f"{table}/enter", {"token": token})
    browsers["elsewhere"].make("pig")
    own = browsers["seated"].post(f"{table}/links", {"member": SEATED})["token"]
    browsers["impostor"] = browsers["seated"]
    if state == "over":
        for seat in (0, 1):
            host.post(f"{table}/stand-in", {"member": HOST, "seat": seat})
        with browsers["watcher"].sit(made["table"], WATCHER) as watching:
            watching.hear_event("end")
    found = Case(server, browsers, made, {"own": own})
    found.first = found.kept()
    return found


Body = Callable[[Case, str], Any]


def nothing(_: Case) -> None:
    """Nothing has to have happened."""


@dataclass(frozen=True)
class Right:
    """Who may use a route.

    Attributes:
        allowed: the kinds of visitors.
        body: what they send beside `member`.
        state: of the table.
        codes: how others are refused who are not simply told that it is ``forbidden``.
        status: of the answer to those who may; some routes are tried with a body that is none.
        before: what has to have happened.
        plain: whether the body has no `member`.
    """

    allowed: frozenset[str]
    body: Body | None = None
    state: str = "playing"
    codes: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    before: Callable[[Case], object] = nothing
    plain: bool = False


def const(**parts: Any) -> Body:
    """A body that is the same for everybody."""

    def body(*_: object) -> Any:
        return parts

    return body


def joining(case: Case, _: str) -> Any:
    """By the link to join."""
    return {"token": case.made["join"]}


def by_own_link(case: Case, _: str) -> Any:
    """By a link that a player has made for another device."""
    return {"token": case.tokens["own"]}


def leaving(_: Case, kind: str) -> Any:
    """Oneself."""
    return {"whom": NUMBER[kind]}


def anothers_seat(_: Case, kind: str) -> Any:
    """The seat of somebody else."""
    return {"seat": 0 if kind == "seated" else 1}


def seat_that_is_due(case: Case, _: str) -> Any:
    """A seat whose person is to answer."""
    return {"seat": case.room.due.people[0]}


def another(_: Case, kind: str) -> Any:
    """Somebody else who has a seat."""
    return {"whom": LATE if kind == "seated" else SEATED}


def announced(case: Case) -> None:
    """The host has asked for the deletion of the table."""
    assert case.browsers["host"].ask("DELETE", f"/api/tables/{case.table}?member={HOST}").status == 200


def left(case: Case) -> None:
    """A player has left a seat of the game."""
    case.browsers["seated"].post(f"/api/tables/{case.table}/remove", {"member": SEATED, "whom": SEATED})


def waited(case: Case) -> None:
    """The table has waited for a minute."""
    room = case.room
    room.asked = {seat: replace(each, at=each.at - 60_000) for seat, each in room.asked.items()}


TAKEN_OVER = {"watcher": "not-yet"}
PAGES = {"GET /", "GET /worker.js"}
"""Two of the files of the pages, which are for all."""
RIGHTS: dict[str, list[Right]] = {
    "GET /": [Right(ALL)],
    "GET /worker.js": [Right(ALL)],
    "GET /api/status": [Right(ALL)],
    "GET /api/games": [Right(ALL)],
    "GET /api/games/{name}": [Right(ALL)],
    "GET /api/games/{name}/agents": [Right(ALL)],
    "POST /api/games/{game}/cards": [Right(ALL, const(options={}), plain=True)],
    "POST /api/games/{game}/why": [Right(ALL, const(plays=[]), status=422, plain=True)],
    "GET /api/lessons/{game}/{number}": [Right(ALL)],
    "GET /api/games/{game}/rules": [Right(ALL)],
    "GET /api/rules/{number}": [Right(ALL, status=404)],  # no game has a rule 1
    "GET /api/openapi.json": [Right(ALL)],
    "GET /api/problems/{game}": [Right(ALL)],
    "GET /api/problems/{game}/{number}": [Right(ALL)],
    "GET /api/problems/{game}/{number}/solution": [Right(ALL)],
    "GET /api/tables": [Right(ALL)],
    "POST /api/tables": [Right(ALL, const(game="pig"), plain=True)],
    "GET /api/tables/{table}": [Right(MEMBERS)],
    "GET /api/tables/{table}/rules": [Right(MEMBERS)],
    "POST /api/tables/{table}/look": [
        Right(ALL, joining, plain=True),
        Right(NOBODY, const(token="x" * 22), plain=True),
    ],
    "POST /api/tables/{table}/join": [
        Right(ALL, lambda case, kind: {**joining(case, kind), "name": f"New {kind}"[:24]}, plain=True),
        Right(NOBODY, const(token="x" * 22, name="New"), plain=True),
    ],
    "POST /api/tables/{table}/enter": [
        Right(ALL, by_own_link, plain=True),
        Right(NOBODY, joining, plain=True),
    ],
    "POST /api/tables/{table}/invitation": [
        Right(ALL, joining, plain=True),
        Right(ALL, lambda case, kind: {**by_own_link(case, kind), "kind": "seat"}, plain=True),
        Right(NOBODY, const(token="x" * 22), plain=True),
    ],
    "POST /api/tables/{table}/circle": [Right(MEMBERS, const(name="Thursdays"))],
    "GET /api/circles/{token}": [Right(ALL, status=404)],  # not its link; test_circles has it
    "POST /api/circles/{token}/name": [Right(ALL, const(name="New"), status=404, plain=True)],
    "POST /api/circles/{token}/accept": [Right(ALL, const(game="x", seat=0), status=404, plain=True)],
    "POST /api/circles/{token}/take-out": [Right(ALL, const(game="x"), status=404, plain=True)],
    "POST /api/circles/{token}/link": [Right(ALL, const(), status=404, plain=True)],
    "POST /api/circles/{token}/deletion": [Right(ALL, const(wanted=True), status=404, plain=True)],
    "POST /api/tables/{table}/links": [Right(MEMBERS)],
    "POST /api/tables/{table}/name": [Right(MEMBERS, const(name="New"))],
    "POST /api/tables/{table}/seat": [Right(NOBODY, const(seat=None)), Right(MEMBERS, const(seat=None), "lobby")],
    "POST /api/tables/{table}/remove": [
        Right(HOSTS, another),
        Right(MEMBERS - HOSTS, leaving),
    ],
    "POST /api/tables/{table}/claim": [
        Right(NOBODY),
        Right(frozenset({"seated"}), before=left),
        Right(NOBODY, state="over", codes=dict.fromkeys(MEMBERS, "over")),
    ],
    "POST /api/tables/{table}/agent": [Right(HOSTS, const(seat=BOT, agent="random"))],
    "POST /api/tables/{table}/add-seat": [Right(NOBODY), Right(HOSTS, state="lobby")],
    "POST /api/tables/{table}/drop-seat": [
        Right(NOBODY, const(seat=BOT)),
        Right(HOSTS, const(seat=BOT), "lobby"),
    ],
    "POST /api/tables/{table}/options": [
        Right(NOBODY, const(options={})),
        Right(HOSTS, const(options={"loot": True}), "lobby"),
    ],
    "POST /api/tables/{table}/start": [Right(NOBODY), Right(HOSTS, const(fill="bot"), "lobby")],
    "POST /api/tables/{table}/settings": [Right(HOSTS, const(settings=SOON))],
    "POST /api/tables/{table}/host": [Right(HOSTS, another)],
    "POST /api/tables/{table}/say": [
        Right(MEMBERS, const(text="Well met"), state) for state in ("lobby", "playing", "over")
    ],
    "POST /api/tables/{table}/react": [Right(MEMBERS, const(reaction="clap"))],
    "POST /api/tables/{table}/take-over": [Right(frozenset({"seated", "late"}), codes=TAKEN_OVER)],
    "POST /api/tables/{table}/reissue": [Right(HOSTS, another), Right(MEMBERS, leaving)],
    "POST /api/tables/{table}/invite": [Right(HOSTS)],
    "POST /api/tables/{table}/give": [Right(HOSTS, const(whom=WATCHER, seat=BOT))],
    "POST /api/tables/{table}/stand-in": [Right(HOSTS, anothers_seat)],
    "POST /api/tables/{table}/nudge": [
        Right(PLAYERS, anothers_seat, before=waited),
        Right(NOBODY, const(seat=BOT), codes=dict.fromkeys(PLAYERS, "not-your-turn")),
    ],
    "POST /api/tables/{table}/push": [
        Right(NOBODY, const(endpoint="https://push.example", p256dh="", auth="")),  # test_push subscribes
    ],
    "POST /api/tables/{table}/push-off": [Right(MEMBERS, const(endpoint="https://push.example"))],
    "POST /api/tables/{table}/wait": [Right(HOSTS, seat_that_is_due)],
    "POST /api/tables/{table}/again": [Right(NOBODY), Right(HOSTS | PLAYERS, state="over")],
    "DELETE /api/tables/{table}": [Right(HOSTS), Right(HOSTS, state="lobby")],
    "POST /api/tables/{table}/assent": [
        Right(NOBODY, const(agrees=True)),
        Right(frozenset({"seated", "late"}), const(agrees=True), before=announced),
        Right(HOSTS | PLAYERS, const(agrees=False), before=announced),
    ],
    "GET /api/tables/{table}/game": [Right(NOBODY), Right(MEMBERS, state="over")],
    "GET /api/tables/{table}/luck": [Right(NOBODY), Right(MEMBERS, state="over")],
    "GET /api/tables/{table}/best-trick": [Right(NOBODY), Right(MEMBERS, state="over")],
    "GET /api/tables/{table}/replay": [Right(NOBODY), Right(MEMBERS, state="over")],
    "GET /api/tables/{table}/replay/views": [Right(NOBODY), Right(MEMBERS, state="over")],
    "POST /api/tables/{table}/review": [Right(NOBODY, plain=True)],  # test_replays makes one
    "GET /api/tables/{table}/replay/position": [Right(NOBODY), Right(MEMBERS, state="over")],
    "POST /api/tables/{table}/position": [
        Right(frozenset({"host", "seated"}), codes={"late": "not-yet"}),
        Right(NOBODY, state="lobby"),
    ],
    "POST /api/positions": [
        Right(ALL, const(position="pig scores=9,3"), plain=True),
        Right(ALL, const(position="x" * 2001), plain=True, status=422),
    ],
    "POST /api/positions/analysis": [  # nobody is told, but who sits at a table without hints that is not over
        Right(ALL, const(position="pig scores=100,3"), plain=True, status=409),
    ],
    "POST /api/replays/position": [Right(ALL, status=422)],
    "POST /api/replays": [Right(ALL, status=422)],
    "POST /api/replays/views": [Right(ALL, status=422)],
    "POST /api/reviews": [Right(ALL, status=422)],
    "POST /api/score-sheets/{game}": [Right(ALL, status=422)],
    "GET /pictures/{game}/faces/{card}.svg": [Right(ALL, status=404)],  # no game has a rule 1
    "GET /pictures/{game}/back.svg": [Right(ALL)],
    "GET /games/{game}/{name}": [Right(ALL, status=404)],  # a game of another package; test_game_pages has one
}
"""Every route of the application."""
SOCKET = "SOCKET /api/tables/{table}/socket"
"""What is said there has rights of its own, `MESSAGES`."""
FIXED = {"{token}": "x" * 22, "{name}": "pig", "{game}": "skull-king", "{card}": "none", "{number}": "1"}


@pytest.fixture(scope="module")
def server() -> Iterator[InstantServer]:
    """A server on which nobody need be away for long before others do something, but who watches."""
    world = InstantWorld()
    yield world.start(seed=1, link_pause=0, host_pause=0)
    world.end()


@pytest.fixture(scope="module")
def tables(server: InstantServer) -> Callable[[str, bool], Case]:
    """Tables by state and whether the host has a seat."""
    return cache(partial(case, server))


def routes_of(holder: Any) -> Iterator[Any]:
    """All routes of an application or a router, with those of the routers in it."""
    for each in holder.routes:
        inner = getattr(each, "original_router", None)
        yield from [each] if inner is None else routes_of(inner)


def test_no_route_is_without_rights(server: InstantServer) -> None:
    found: set[str] = set()
    for each in routes_of(server.app):
        if isinstance(each, Route):
            found |= {f"{method} {each.path}" for method in each.methods or () if method != "HEAD"}
        elif isinstance(each, Mount):
            assert isinstance(each.app, PageFiles)
            found |= PAGES
        else:
            assert isinstance(each, WebSocketRoute)
            found.add(f"SOCKET {each.path}")
    assert found == {*RIGHTS, SOCKET}


def asked(case: Case, kind: str, route: str, right: Right) -> tuple[int, str]:
    """Use a route; returns the status, and the code of a refusal."""
    method, _, path = route.partition(" ")
    for name, value in {**FIXED, "{table}": case.table}.items():
        path = path.replace(name, value)
    body = None if right.body is None else dict(right.body(case, kind))
    if method == "DELETE":
        path += f"?member={NUMBER[kind]}"
    elif method == "POST" and not right.plain and right.status == 200:
        body = {"member": NUMBER[kind], **(body or {})}
    answer = case.browsers[kind].ask(method, path, body)
    return answer.status, answer.json()["error"]["code"] if answer.status >= 400 else ""


@pytest.mark.parametrize("route", RIGHTS)
@larger("elsewhere", {"stranger", "host", "impostor"}, ALL)
def test_each_route_serves_who_may_use_it(
    route: str, elsewhere: set[str], tables: Callable[[str, bool], Case]
) -> None:
    """Where a route is about no table, some kinds of visitors stand for all."""
    for right in RIGHTS[route]:
        left_out = {"watching host"} if right.state == "over" else set()
        if "{table}" not in route:
            left_out |= ALL - elsewhere
        if route.startswith("GET"):  # which names nobody
            left_out.add("impostor")
        for kind in sorted(ALL - left_out):
            found = tables(right.state, kind != "watching host")
            right.before(found)
            before = found.kept()
            status, code = asked(found, kind, route, right)
            if kind in right.allowed:
                assert status == right.status, (route, right.state, kind, code)
            else:
                assert code == right.codes.get(kind, "forbidden"), (route, right.state, kind, status)
                assert found.kept() == before, (route, kind)
            if found.kept() != found.first or right.before is not nothing:
                found.restore()


STALE = {"turn": 10**9}
NO_DEAL = {"member": HOST, "hash": "0" * 64}
MESSAGES: dict[str, tuple[Mapping[str, Any], Mapping[str, str]]] = {
    "move": ({**STALE, "action": 0}, {"host": "stale", "seated": "stale", "late": "not-yet"}),
    "undo": (STALE, {"host": "stale", "seated": "stale", "late": "not-yet"}),
    "rest": ({**STALE, "show": True}, {"host": "stale", "seated": "stale", "late": "not-yet"}),
    "rest-answer": ({**STALE, "agrees": True}, {"host": "stale", "seated": "stale", "late": "not-yet"}),
    "hint": (STALE, {"host": "stale", "seated": "stale", "late": "not-yet"}),
    "commit": (NO_DEAL | {"commitment": "0" * 64}, {"host": "stale", "watching host": "stale"}),
    "reveal": (NO_DEAL | {"number": "0" * 64}, {"host": "stale", "watching host": "stale"}),
    "away": ({}, {"host": "ok", "seated": "ok", "late": "not-yet"}),
    "back": ({}, {"host": "ok", "seated": "ok", "late": "not-yet"}),
    "skip": ({}, {"host": "ok", "seated": "ok", "watching host": "ok"}),
    "ping": ({}, dict.fromkeys(MEMBERS, "pong")),
    "snapshot": ({}, dict.fromkeys(MEMBERS, "snapshot")),
}
"""Every message of a socket: what is sent with it, and what becomes of it; others are told ``forbidden``."""
SEES = {"host": 0, "seated": 1}


def test_no_message_is_without_rights() -> None:
    schema = _READER.json_schema(ref_template="{model}")
    assert set(schema["discriminator"]["mapping"]) == set(MESSAGES)


@pytest.mark.parametrize("kind", sorted(ALL))
def test_each_message_does_what_its_sender_may(kind: str, server: InstantServer) -> None:
    found = case(server, "playing", kind != "watching host")
    browser, member = found.browsers[kind], NUMBER[kind]
    if kind not in MEMBERS:
        assert browser.shut_out(f"/api/tables/{found.table}/socket?member={member}") == "forbidden"
        return
    with browser.sit(found.table, member) as seat:
        for name, (parts, results) in MESSAGES.items():
            expected = results.get(kind, "forbidden")
            if expected == "snapshot":
                view = seat.snapshot()["view"]
                assert (view and view["seat"]) == SEES.get(kind)
            else:
                answer = seat.ask(name, **parts)
                assert answer.get("code", answer["type"]) == expected, name
