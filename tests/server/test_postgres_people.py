"""People at two servers on one database who want the same thing at once: a bid, a seat, a seat that was left."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.server.clients import PATIENCE_SECONDS, Answer, Browser, Message, Seat, Server

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}


@pytest.fixture
def two(postgres: Any) -> Iterator[list[Server]]:
    """Two servers on one database, as two processes would be."""
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    servers = [Server(ServerSettings(database=address, seed=number)) for number in (1, 2)]
    yield servers
    for server in servers:
        server.stop()


def at_once(*asked: tuple[Browser, str, Message]) -> list[Answer]:
    """Let browsers send requests at the same time."""
    with ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(lambda each: each[0].ask("POST", each[1], each[2]), asked))


@pytest.mark.thorough
def test_two_at_two_servers_who_take_one_seat_at_once_do_not_share_it(two: list[Server]) -> None:
    for _ in range(3):
        ann, bob, eve = (Browser(two[number % 2].port) for number in range(3))
        made = ann.make("pig", "open", "bot")
        table = f"/api/tables/{made['table']}"
        ann.post(f"{table}/seat", {"member": 0, "seat": None})
        wishes = []
        for number, (browser, name) in enumerate(((bob, "Bob"), (eve, "Eve")), start=1):
            browser.join(made, name)
            browser.post(f"{table}/seat", {"member": number, "seat": None})
            wishes.append((browser, f"{table}/seat", {"member": number, "seat": 0}))
        answers = at_once(*wishes)
        assert sorted(each.status for each in answers) == [200, 409]
        assert [each.json()["error"]["code"] for each in answers if each.status == 409] == ["taken"]
        won = 1 + [each.status for each in answers].index(200)
        for browser in (ann, bob):
            state = browser.get(table)["state"]
            assert state["seats"][0]["member"] == won
            assert len(state["members"]) == 3


@pytest.mark.thorough
def test_a_seat_that_is_given_here_and_taken_back_there_at_once_has_one_person(two: list[Server]) -> None:
    for _ in range(3):
        ann, bob, eve = (Browser(two[number % 2].port) for number in range(3))
        made = ann.make("skull-king", "me", "open", "bot", options=ROUNDS)
        table = f"/api/tables/{made['table']}"
        bob.join(made, "Bob")
        ann.post(f"{table}/start", {"member": 0})
        eve.join(made, "Eve")
        bob.post(f"{table}/remove", {"member": 1, "whom": 1})
        give, claim = at_once(
            (ann, f"{table}/give", {"member": 0, "whom": 2, "seat": 1}), (bob, f"{table}/claim", {"member": 1})
        )
        assert sorted((give.status, claim.status)) in ([200, 403], [200, 409])
        for browser in (ann, bob):
            chair = browser.get(table)["state"]["seats"][1]
            assert (chair["member"], chair["claim"]) == (2 if give.status == 200 else 1, None)


@pytest.mark.thorough
def test_bids_of_one_seat_from_devices_at_two_servers_are_all_kept_and_the_last_one_stands(
    two: list[Server],
) -> None:
    ann, phone, bob = (Browser(two[number % 2].port) for number in range(3))
    made = ann.make("skull-king", "me", "open", options={"players": 2, "schedule": "fives"})
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    token = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
    phone.post(f"/api/tables/{table}/enter", {"token": token})
    with ExitStack() as sockets:
        devices = [sockets.enter_context(browser.sit(table, 0)) for browser in (ann, phone)]
        other = sockets.enter_context(bob.sit(table, 1))
        with ThreadPoolExecutor(2) as pool:
            answers = [code for codes in pool.map(bid_often, devices, (0, 3)) for code in codes]
        assert set(answers) <= {"ok", "stale"}  # the very bid that stands is stale
        stands = sealed_by(devices)
        assert other.snapshot()["sealed"]["done"] == [0]
        other.move(1)
        while other.view is None or other.view["phase"] == "BIDDING":
            other.hear_one()
        assert other.view["table"]["seats"][0]["bid"] == stands
        for server in two:
            room = server.live(table).room
            assert len([move for move in room.moves if move.seat == 0]) == 1
            assert 1 + len(room.changes) == answers.count("ok")


def bid_often(seat: Seat, first: int) -> list[str]:
    """Bid six times, three bids in turn; returns what came of each."""
    turn = seat.turn
    found = [seat.ask("move", turn=turn, action=first + number % 3) for number in range(6)]
    return [str(each.get("code", "ok")) for each in found]


def sealed_by(devices: list[Seat]) -> int:
    """The bid that all devices show, once each has heard of the last change."""
    end = time.monotonic() + PATIENCE_SECONDS
    while len(shown := {seat.snapshot()["sealed"]["answer"] for seat in devices}) > 1:
        assert time.monotonic() < end, shown
        time.sleep(0.1)
    found: int = shown.pop()
    return found
