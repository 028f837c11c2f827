"""Whatever is sent to whatever route: coded refusals, no foreign error, and nothing that nobody has looked at."""

import asyncio
import contextlib
import gc
import http.client
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import croupier
from croupier.server.agents.process_pool import ProcessPool, WorkerError
from croupier.server.base.refusal import STATUS
from croupier.table.game_file import game_data
from tests.server.clients import Browser, Server, is_sentence
from tests.server.overhearing import overheard
from tests.server.route_fuzz import Asked, Fuzz
from tests.splitmix import SplitMix64

HANDSHAKE = {
    "upgrade": "websocket", "connection": "upgrade", "sec-websocket-version": "13",
    "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==",
}  # fmt: skip
USUAL = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""What Uvicorn says of requests that are none."""
EACH = 100
"""Requests after which there are new tables: some of them delete tables, or give them away."""


@pytest.fixture(autouse=True)
def no_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews and hints fail at once: what routes do with a request is tried, not what a search finds."""

    async def run(*job: Any, **more: Any) -> Any:
        del job, more
        await asyncio.sleep(0)
        raise WorkerError("it has failed; the server's log says why")

    monkeypatch.setattr(ProcessPool, "run", run)


@dataclass
class World:
    """Tables of each status, with what names them."""

    browser: Browser
    known: Mapping[str, list[Any]]
    documents: list[Any]


def made_world(server: Server) -> World:
    """Tables before, in and after a game, in the hands of one browser.

    Before its game a link of the host's is open; in the one that is to be deleted a seat awaits the next deal.
    """
    ann = server.browser()
    lobby = ann.make("pig", "me", "open", settings={"spectators": "open"})
    playing = ann.make("skull-king", "me", "open", options={"players": 2})
    ann.join(playing, "Bob")
    ann.post(f"/api/tables/{playing['table']}/start", {"member": 0})
    over = ann.make("pig", "me", "random", options={"winning_score": 10}, start=True)
    with ann.sit(over["table"], 0) as seat:
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(seat.legal()[-1])
    token = ann.post(f"/api/tables/{lobby['table']}/links", {"member": 0})["token"]
    bob = server.browser()
    bob.join(lobby, "Bob")
    offered = link_of_host(server, ann, lobby["table"])
    doomed = ann.make("skull-king", "me", "open", options={"players": 2})
    bob.join(doomed, "Bob")
    ann.post(f"/api/tables/{doomed['table']}/start", {"member": 0})
    ann.post(f"/api/tables/{doomed['table']}/enter", {"token": link_of_host(server, ann, doomed["table"])})
    assert ann.delete(f"/api/tables/{doomed['table']}?member=0")["deleted"] is None
    assert server.live(doomed["table"]).room.chairs[1].awaits_deal
    tables = [each["table"] for each in (lobby, playing, over, doomed)]
    known: dict[str, list[Any]] = {
        "table": [*tables, "none"], "member": [0, 0, 0, 1, 2], "whom": [0, 1, 2], "seat": [0, 1, None],
        "token": [lobby["join"], playing["join"], token, offered], "agent": ["bot", "random", None],
        "fill": ["bot", None],
        "game": ["pig", "skull-king", "spite-malice"], "name": ["Ann", "Bob", "pig"], "from": [0, 1, 5],
        "number": [1, 2, 30], "card": ["back", "roll-1", "green-1"],
        "page": ["main.js", "css/base.css", "strings.js", "nothing"],
        "options": [{}, {"players": 3}, {"winning_score": 10}], "stand_in": ["bot", "random"],
    }  # fmt: skip
    rounds = [{"cards": 1, "bids": [0, 1], "won": [0, 1], "bonuses": [0, 30], "wagers": [0, 0], "harry": [0, 0]}]
    sheet = {"format": 1, "game": "skull-king", "rascal": False, "names": ["Ann", "Bob"], "rounds": rounds}
    return World(ann, known, [sheet, *games()])


def link_of_host(server: Server, host: Browser, table: str) -> str:
    """The token of a link that the host makes for the second person, who has been away for long."""
    assert 1 in server.live(table).people.absent_since
    server.hub.absences.of(table)._since[1] -= 300_000
    made = host.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})
    return str(made["token"])


def games() -> list[Any]:
    """Files of finished games."""
    found = []
    for name, options in (("pig", {"winning_score": 10}), ("skull-king", {"players": 2, "schedule": "fives"})):
        state, draw = croupier.make(name, **options).new_initial_state(3), SplitMix64(3)
        for _ in range(60):
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[draw.below(len(state.legal_actions()))])
        found.append(game_data(state, ["human"] * state.game.num_players))
    return found


@contextlib.contextmanager
def unseen_errors(server: Server) -> Iterator[list[str]]:
    """Errors that reach the event loop, since nobody has looked at them."""
    found: list[str] = []
    handler = lambda _, about: found.append(f"{about['message']}: {about.get('exception')!r}")  # noqa: E731
    server.loop.call_soon_threadsafe(server.loop.set_exception_handler, handler)
    yield found

    async def look() -> None:
        await asyncio.sleep(0.1)
        gc.collect()

    asyncio.run_coroutine_threadsafe(look(), server.loop).result(60)


def answered(world: World, asked: Asked) -> tuple[int, bytes]:
    """Send a request; a refused handshake and a socket are closed at once."""
    ann = world.browser
    connection = http.client.HTTPConnection("127.0.0.1", ann.port, timeout=60)
    cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    sent = {"origin": ann.origin, "cookie": cookie, "content-type": "application/json", **asked.headers}
    try:
        connection.putrequest(asked.method, asked.path, skip_host="host" in sent)
        for name, value in sent.items():
            connection.putheader(name, value.encode("latin-1"))
        if asked.body is not None:
            connection.putheader("content-length", str(len(asked.body)))
        connection.endheaders(asked.body)
        answer = connection.getresponse()
        return answer.status, b"" if answer.status == 101 else answer.read()
    finally:
        connection.close()


def fault(path: str, status: int, body: bytes) -> str:
    """What is wrong with an answer; empty where nothing is."""
    if status < 400 or body == b"Invalid HTTP request received.":
        return "" if status < 600 else "no status of HTTP"
    try:
        error = json.loads(body)["error"]
        code, message = error["code"], error["message"]
    except (ValueError, KeyError, TypeError):
        handshake = (status, body) == (403, b"")  # where there is no socket
        return "" if handshake or (status < 500 and not path.startswith("/api")) else "no code"
    if not is_sentence(message):
        return f"no sentence: {message}"
    return "" if (code in STATUS and status < 500) or status == STATUS["busy"] else f"{code} with {status}"


@pytest.mark.parametrize("count", [240, pytest.param(10_000, marks=pytest.mark.thorough)])
@pytest.mark.timeout(3600)
def test_fuzzed_requests_of_all_routes_get_coded_answers_and_nothing_goes_wrong(count: int, real: Server) -> None:
    fuzz, faults, seen = Fuzz(real.app, seed=count), [], set()
    assert {"POST /api/score-sheets/{game}", " /api/tables/{table}/socket", "GET /{page}"} <= {
        f"{route.method} {route.path}" for route in fuzz.routes
    }
    with unseen_errors(real) as unseen, overheard() as log:
        for number in range(count):
            if number % EACH == 0:
                world = made_world(real)
            route = fuzz.routes[number % len(fuzz.routes)]
            asked = fuzz.asked(route, world.known, world.documents)
            if not route.method:
                asked = Asked("GET", asked.path, {**asked.headers, **HANDSHAKE}, None)
            status, body = answered(world, asked)
            seen.add((route.path, status < 400))
            if wrong := fault(asked.path, status, body):
                faults.append((wrong, asked, body[:300]))
    assert faults == []
    assert unseen == []
    assert [line for line in log if not line.endswith(USUAL)] == []
    assert len(seen) > len(fuzz.routes)  # many are granted, and refused
