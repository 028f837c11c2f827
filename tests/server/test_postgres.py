"""PostgreSQL: two servers on one database, moves that race, and a database that goes and comes back."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.agents.names import AgentName
from croupier.core.engine.game import State
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.live.connection import GONE
from croupier.server.storage.database import migrate
from croupier.server.storage.postgres_reports import PostgresReports
from tests.postgres import start_again
from tests.server.clients import SOON, Browser, Seat, Server, accepted, mover_among
from tests.splitmix import SplitMix64


def test_who_is_stopped_while_a_report_is_looked_at_has_stopped(postgres: Any) -> None:
    """The driver holds the connection meanwhile: closing it waited for good, and so did the end of a server."""

    async def hear() -> None:
        reports = PostgresReports(database_address(postgres.get_uri(), Path()))
        try:
            async with reports.listening() as heard:
                await reports.say({"table": "t"})
                async for _ in heard:
                    raise KeyError
        finally:
            await reports.close()

    with pytest.raises(KeyError):
        asyncio.run(asyncio.wait_for(hear(), 20))


@pytest.fixture
def two(postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as two processes would be."""
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    servers = tuple(Server(ServerSettings(database=address, seed=number)) for number in (1, 2))
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


def friends(two: tuple[Server, Server], game: str, **more: Any) -> tuple[Browser, Browser, str]:
    """Two people at one table, each at another server."""
    ann, bob = (Browser(server.port) for server in two)
    made = ann.make(game, "me", "open", **more)
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    return ann, bob, made["table"]


def test_people_at_two_servers_play_a_whole_game(two: tuple[Server, Server]) -> None:
    ann, bob, table = friends(two, "spite-malice", options={"goal_size": 2})
    draw = SplitMix64(4)
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        while not (first.over and second.over):
            mover = next((seat for seat in (first, second) if seat.legal()), None)
            if mover is not None:
                legal = mover.legal()
                mover.move(legal[draw.below(len(legal))])
            last = max(first.number, second.number)
            first.catch_up(last)
            second.catch_up(last)
            if mover is None and not first.over:
                first.hear_one()
        assert first.hear_event("end")["number"] == second.hear_event("end")["number"]
    assert ann.get(f"/api/tables/{table}/game") == bob.get(f"/api/tables/{table}/game")


def race(*seats: Seat) -> list[dict[str, Any]]:
    """Let sockets of one seat make the same move at the same time."""
    answers: list[dict[str, Any]] = []
    turn = seats[0].turn

    def move(seat: Seat) -> None:
        answers.append(seat.ask("move", turn=turn, action=0))

    racers = [threading.Thread(target=move, args=(seat,)) for seat in seats]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    return answers


def test_of_moves_that_race_through_two_servers_one_is_played(two: tuple[Server, Server]) -> None:
    ann, bob, table = friends(two, "pig")
    link = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
    bob.post(f"/api/tables/{table}/enter", {"token": link})
    outcomes: list[str] = []
    with ann.sit(table, 0) as here, bob.sit(table, 0) as there:
        for _ in range(12):
            if not here.legal():
                break
            answers = race(here, there)
            outcomes += sorted(each.get("code", "ok") for each in answers)
            last = max(each["number"] for each in answers if each["type"] == "ok")
            here.catch_up(last)
            there.catch_up(last)
    assert outcomes == ["ok", "stale"] * (len(outcomes) // 2)
    assert outcomes
    numbers = [live.room.number for live in (two[0].live(table), two[1].live(table))]
    assert numbers[0] == numbers[1]


@pytest.mark.thorough
def test_who_is_connected_elsewhere_is_not_waited_for(two: tuple[Server, Server]) -> None:
    ann, bob, table = friends(two, "pig", settings={**SOON, "away_after": 3})
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        second.hear("people", where=lambda said: said["here"] == [0, 1])
        assert first.ask("ping")["type"] == "pong"


@pytest.mark.thorough
def test_what_is_said_at_one_server_is_heard_at_the_other_in_one_order(two: tuple[Server, Server]) -> None:
    ann, bob, table = friends(two, "pig")
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        first.hear("people", where=lambda said: said["here"] == [0, 1])
        racers = [
            threading.Thread(
                target=lambda member, browser: [
                    browser.post(f"/api/tables/{table}/say", {"member": member, "text": f"{member} {number}"})
                    for number in range(5)
                ],
                args=(member, browser),
            )
            for member, browser in enumerate((ann, bob))
        ]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        told = [lines_of(seat, 10) for seat in (first, second)]
    assert told[0] == told[1]
    assert [line["number"] for line in told[0]] == list(range(1, 11))
    for member in (0, 1):
        said = [line["text"] for line in told[0] if line["member"] == member]
        assert said == [f"{member} {number}" for number in range(5)]


def lines_of(seat: Seat, count: int) -> list[dict[str, Any]]:
    """What a socket was told of the chat, once it is so many lines."""
    while len(found := [line for said in seat.heard if said["type"] == "chat" for line in said["lines"]]) < count:
        seat.hear_one()
    return found


@pytest.mark.thorough
def test_a_server_that_has_not_heard_what_was_said_shows_it_to_who_comes(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, table = friends(two, "pig")
    bob.get(f"/api/tables/{table}")  # it is in memory there

    async def hear_nothing(table: str, number: int) -> None:
        del table, number

    monkeypatch.setattr(two[1].hub, "refresh_chat", hear_nothing)
    line = ann.post(f"/api/tables/{table}/say", {"member": 0, "text": "Are you there?"})["line"]
    with bob.sit(table, 1) as seat:
        assert seat.heard[0]["chat"] == [line]
    settings = {**SOON, "chat": False}
    ann.post(f"/api/tables/{table}/settings", {"member": 0, "settings": settings})
    assert bob.refused("POST", f"/api/tables/{table}/say", {"member": 1, "text": "Yes"}) == "forbidden"


def count_questions(server: Server) -> list[str]:
    """The agents that a server asks from now on."""
    asked: list[str] = []
    inner = server.hub.agent_queues.ask

    async def ask(agent: AgentName, state: State, name: str) -> int:
        asked.append(agent.text)
        return await inner(agent, state, name)

    server.hub.agent_queues.ask = ask  # type: ignore[method-assign]  # to count
    return asked


@pytest.mark.thorough
def test_agents_are_asked_by_one_of_two_servers(two: tuple[Server, Server]) -> None:
    ann, bob = (Browser(server.port) for server in two)
    made = ann.make("pig", "bot", "bot", options={"winning_score": 40})
    table = made["table"]
    bob.join(made, "Bob")
    asked = [count_questions(server) for server in two]
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        ann.post(f"/api/tables/{table}/start", {"member": 0})
        assert first.hear_event("end")["number"] == second.hear_event("end")["number"]
    moves = two[0].live(table).room.moves
    assert sorted(map(len, asked)) == [0, len(moves)]


@pytest.mark.thorough
def test_who_wishes_not_to_wait_is_heard_by_the_server_that_asks_the_agents(two: tuple[Server, Server]) -> None:
    ann, bob = (Browser(server.port) for server in two)
    slow = {"pace": "slow", "take_back": 10.0}
    made = ann.make("pig", "me", "bot", settings=slow)
    table = made["table"]
    link = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
    bob.post(f"/api/tables/{table}/enter", {"token": link})
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    with ann.sit(table, 0) as here:
        if here.legal():
            here.move(1)
        time.sleep(0.5)  # this server has the claim, and paces its agent
        with bob.sit(table, 0) as there:
            begun = time.monotonic()
            assert there.ask("skip")["type"] == "ok"
            there.hear("update", where=lambda said: said["event"]["seat"] == 1)
            assert time.monotonic() - begun < 5


@pytest.mark.thorough
def test_a_host_who_has_vanished_is_missed_by_all_servers(postgres: Any) -> None:
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    one, other = (Server(ServerSettings(database=address, seed=1, host_pause=2)) for _ in range(2))
    try:
        ann, bob = Browser(one.port), Browser(one.port)
        made = ann.make("pig", "me", "open")
        table = made["table"]
        bob.join(made, "Bob")
        with bob.sit(table, 1) as seat:
            free = seat.heard[0]["people"]["host_free"]
            assert free is not None
            time.sleep(2.5)
            there = Browser(other.port)  # another process, to which the request happens to come
            there.cookies.update(bob.cookies)
            # it has not missed the host for as long itself
            assert there.post(f"/api/tables/{table}/take-over", {"member": 1})["you"]["host"]
    finally:
        one.stop()
        other.stop()


@pytest.fixture
def hasty(postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, on which nobody need be away for long and little is waited for."""
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    servers = tuple(
        Server(ServerSettings(database=address, seed=number, link_pause=2, delete_pause=1)) for number in (1, 2)
    )
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


@pytest.mark.thorough
def test_a_hosts_link_is_made_here_and_opened_there(hasty: tuple[Server, Server]) -> None:
    options = {"players": 2, "schedule": "one"}
    ann, bob, table = friends(hasty, "skull-king", options=options, settings={**SOON, "spectators": "open"})
    wish = {"member": 0, "whom": 1}
    with ann.sit(table, 0) as host:
        with bob.sit(table, 1) as seat:
            host.hear("people", where=lambda said: said["here"] == [0, 1])
            time.sleep(2.2)
            assert ann.refused("POST", f"/api/tables/{table}/reissue", wish) == "not-yet"  # he is at the other one
            assert seat.view is not None
        host.hear("people", where=lambda said: said["here"] == [0])
        assert ann.refused("POST", f"/api/tables/{table}/reissue", wish) == "not-yet"
        time.sleep(2.2)
        token = ann.post(f"/api/tables/{table}/reissue", wish)["token"]
        eve = Browser(hasty[1].port)
        eve.post(f"/api/tables/{table}/enter", {"token": token})
        with eve.sit(table, 1) as late:
            assert late.view is not None
            assert late.view["seat"] is None
            assert bob.refused("POST", f"/api/tables/{table}/name", {"member": 1, "name": "Rob"}) == "forbidden"
            assert "opened the link" in host.hear_event("enter")["messages"][-1]["text"]


def deafened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server hear nothing of what others write, as while its connection to the database is broken."""

    async def hear_nothing(table: str, number: int) -> None:
        del table, number

    monkeypatch.setattr(server.hub, "refresh", hear_nothing)


def at(server: Server, browser: Browser) -> Browser:
    """The same browser, whose requests happen to come to another server."""
    moved = Browser(server.port)
    moved.cookies.update(browser.cookies)
    return moved


def test_a_server_that_has_not_heard_that_a_link_was_opened_shows_no_hand(
    hasty: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = hasty
    ann, _, table = friends(hasty, "skull-king", options={"players": 2, "schedule": "one"})
    with at(there, ann).sit(table, 0):
        deafened(there, monkeypatch)
        assert here.live(table).people.absent_since
        here.hub.absences.of(table)._since[1] -= 10_000
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        eve = Browser(here.port)
        eve.post(f"/api/tables/{table}/enter", {"token": token})
        with at(there, eve).sit(table, 1) as late:
            assert late.view is None or late.view["seat"] is None
            assert late.heard[0]["table"]["seats"][1]["awaits_deal"]
            assert late.ask("hint", turn=late.turn)["code"] == "not-yet"


@pytest.mark.thorough
def test_a_server_that_has_not_heard_that_others_play_deletes_nothing_unasked(
    hasty: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = hasty
    ann, bob = Browser(here.port), Browser(there.port)
    made = ann.make("pig", "me", "open")
    deafened(here, monkeypatch)
    bob.join(made, "Bob")
    at(there, ann).post(f"/api/tables/{made['table']}/start", {"member": 0})
    assert ann.ask("DELETE", f"/api/tables/{made['table']}?member=0").json()["deleted"] is None


@pytest.mark.thorough
def test_a_table_is_deleted_by_two_servers_if_the_people_at_both_agree(hasty: tuple[Server, Server]) -> None:
    ann, bob, table = friends(hasty, "pig")
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        first.hear("people", where=lambda said: said["here"] == [0, 1])
        assert ann.ask("DELETE", f"/api/tables/{table}?member=0").json()["deleted"] is None
        second.hear_event("delete")
        time.sleep(1.5)
        assert ann.get(f"/api/tables/{table}")["state"]["deletion"] == {"by": 0, "assents": []}
        bob.post(f"/api/tables/{table}/assent", {"member": 1, "agrees": True})
        for seat in (first, second):
            with pytest.raises(ConnectionClosed) as closed:
                seat.hear("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GONE
    assert bob.refused("GET", f"/api/tables/{table}") == "not-found"


@pytest.mark.thorough
def test_an_agent_that_thinks_long_is_asked_by_one_server_alone(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.live.watches._LEASE_MILLISECONDS", 2000)
    monkeypatch.setattr("croupier.server.live.watches._RENEW_SECONDS", 0.3)
    ann, bob = (Browser(server.port) for server in two)
    made = ann.make("pig", "bot", "bot")
    table = made["table"]
    bob.join(made, "Bob")
    asked: list[int] = []
    for number, server in enumerate(two):

        async def think(agent: str, state: State, number: int = number) -> int:
            del agent, state
            asked.append(number)
            await asyncio.sleep(4.0)
            return 1

        monkeypatch.setattr(server.hub.agent_queues, "ask", think)
    with ann.sit(table, 0) as first, bob.sit(table, 1):
        ann.post(f"/api/tables/{table}/start", {"member": 0})
        first.hear_event("move")
    assert len(set(asked)) == 1
    assert len(asked) <= 2  # the second one is the other seat's agent


def test_a_database_that_goes_and_comes_back_loses_nothing(two: tuple[Server, Server], postgres: Any) -> None:
    ann, bob, table = friends(two, "pig")
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        mover = mover_among([first, second])
        mover.move(0)
        mover = mover_among([first, second])
        turn, number = mover.turn, mover.number
        postgres.stop()
        try:
            assert mover.ask("move", turn=turn, action=1)["code"] == "unavailable"
        finally:
            start_again(postgres)
        assert accepted(mover, turn, 1)["type"] == "ok"
        assert mover.number == number + 1
        for seat in (first, second):
            seat.catch_up(number + 1)


def test_migrations_of_two_servers_at_once_do_not_meet(postgres: Any) -> None:
    postgres.psql("CREATE DATABASE fresh")
    address = database_address(postgres.get_uri("fresh"), Path())
    racers = [threading.Thread(target=migrate, args=(address,)) for _ in range(3)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert "events" in postgres.psql("\\c fresh\n\\dt")


@pytest.mark.thorough
def test_bids_sealed_at_two_servers_are_shown_once(two: tuple[Server, Server]) -> None:
    ann, bob, table = friends(two, "skull-king", options={"players": 2, "schedule": "fives"})
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        for bid in (4, 2):
            first.move(bid)
        second.hear_event("seal")
        assert second.snapshot()["sealed"]["done"] == [0]
        second.move(3)
        leader = mover_among([first, second])
        assert leader.view is not None
        assert [side["bid"] for side in leader.view["table"]["seats"][:2]] == [2, 3]
        assert first.number == second.number
        for server in two:
            room = server.live(table).room
            assert [move.sealed for move in room.moves] == [True, True]
            assert len(room.changes) == 1
