"""PostgreSQL: servers and server processes on one database, what people want at once, and a database that goes."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.names import AgentName
from croupier.core.engine.game import State
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from croupier.server.storage.postgres_reports import PostgresReports
from tests.postgres import start_again
from tests.server.clients import (
    Company,
    Message,
    Seat,
    Server,
    accepted,
    here,
    play_on,
    wait_until,
)
from tests.server.processes import ServerProcess, children
from tests.server.test_two_servers import friends, phone_at

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}
TWO: dict[str, Any] = {"players": 2, "schedule": "fives"}
LONG = {"winning_score": 10_000, "max_turns": 10_000}


@contextmanager
def servers(postgres: Any, **settings: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as two processes would be, while the block runs."""
    address = database_address(postgres.get_uri(), Path())
    migrate(address)
    one, other = (Server(ServerSettings(database=address, seed=number, **settings)) for number in (1, 2))
    try:
        yield one, other
    finally:
        one.stop()
        other.stop()


@pytest.fixture
def two(postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with servers(postgres) as found:
        yield found


def race(seats: list[Seat], turn: int, action: int) -> list[Message]:
    """Let sockets of one seat make the same move at the same time."""
    with ThreadPoolExecutor(len(seats)) as pool:
        return list(pool.map(lambda seat: seat.ask("move", turn=turn, action=action), seats))


def race_through(seats: list[Seat], moves: int) -> list[int]:
    """Race for some moves; returns the numbers of the events that were acknowledged, one a move."""
    numbers: list[int] = []
    for _ in range(moves):
        for seat in seats:
            seat.wait_for_turn()
        answers = race(seats, seats[0].turn, 0 if len(numbers) % 4 else 1)
        assert sorted(each.get("code", "ok") for each in answers) == ["ok"] + ["stale"] * (len(seats) - 1)
        [won] = [each["number"] for each in answers if each["type"] == "ok"]
        for seat in seats:
            seat.catch_up(won)
        numbers.append(won)
    return numbers


def test_people_at_two_servers_play_a_whole_game_and_of_moves_that_race_one_is_played(
    two: tuple[Server, Server],
) -> None:
    at = friends(two, "spite-malice", options={"goal_size": 2})
    with at.seats(0, 1) as seats:
        play_on(seats)
        assert seats[0].hear_event("end")["number"] == seats[1].hear_event("end")["number"]
    assert at.get(0, "game") == at.get(1, "game")
    at = Company(two[0], "pig", "me", "random", people=1, options=LONG)
    with at.sit(0) as seat, phone_at(two[1], at).sit(at.table, 0) as there:
        race_through([seat, there], 8)
    assert two[0].room(at.table).number == two[1].room(at.table).number


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_migrations_of_two_servers_at_once_do_not_meet(postgres: Any) -> None:
    postgres.psql("CREATE DATABASE fresh")
    address = database_address(postgres.get_uri("fresh"), Path())
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(migrate, [address] * 3))
    assert "events" in postgres.psql("\\c fresh\n\\dt")


# -------------------------------------------------------------------------------------------- heard at the other


@pytest.mark.thorough
def test_what_is_said_at_one_server_is_heard_at_the_other_in_one_order(two: tuple[Server, Server]) -> None:
    at = friends(two)
    with at.seats(0, 1) as seats, ThreadPoolExecutor(2) as pool:
        seats[0].hear("people", where=here(0, 1))
        list(
            pool.map(lambda member: [at.post(member, "say", text=f"{member} {each}") for each in range(5)], (0, 1))
        )
        told = [lines_of(seat, 10) for seat in seats]
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


# -------------------------------------------------------------------------------------------------------- agents


@pytest.mark.thorough
def test_agents_are_asked_by_one_of_two_servers(two: tuple[Server, Server]) -> None:
    at = friends(two, "pig", "bot", "bot", start=False, options={"winning_score": 40})
    asked = [count_questions(server) for server in two]
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        assert seats[0].hear_event("end")["number"] == seats[1].hear_event("end")["number"]
    assert sorted(map(len, asked)) == [0, len(two[0].room(at.table).moves)]


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
def test_bids_of_one_seat_from_devices_at_two_servers_are_all_kept_and_the_last_one_stands(
    two: tuple[Server, Server],
) -> None:
    at = Company(two[0], "skull-king", options=TWO)
    phone = phone_at(two[1], at)
    with at.seats(0, 1) as (desk, other), phone.sit(at.table, 0) as device:
        devices = [desk, device]
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
            room = server.room(at.table)
            assert len([move for move in room.moves if move.seat == 0]) == 1
            assert 1 + len(room.changes) == answers.count("ok")


def bid_often(seat: Seat, first: int) -> list[str]:
    """Bid six times, three bids in turn; returns what came of each."""
    turn = seat.turn
    found = [seat.ask("move", turn=turn, action=first + number % 3) for number in range(6)]
    return [str(each.get("code", "ok")) for each in found]


def sealed_by(devices: list[Seat]) -> int:
    """The bid that all devices show, once each has heard of the last change."""
    wait_until(lambda: len({seat.snapshot()["sealed"]["answer"] for seat in devices}) == 1)
    found: int = devices[0].snapshot()["sealed"]["answer"]
    return found


# ----------------------------------------------------------------------------------------------------- processes


@contextmanager
def serving(postgres: Any, *words: str, port: int = 0) -> Iterator[ServerProcess]:
    """A server process, which is killed at the end where it still runs."""
    server = ServerProcess("--database", postgres.get_uri(), *words, port=port)
    try:
        yield server
    finally:
        server.kill()


def said_to(seat: Seat) -> list[Message]:
    """All that was said at a table, as a seat is told it."""
    messages: list[Message] = seat.snapshot()["messages"]
    return messages


@pytest.mark.thorough
def test_of_moves_that_race_through_two_server_processes_one_is_played(postgres: Any) -> None:
    with serving(postgres) as one, serving(postgres) as other:
        ann, phone = one.browser(), other.browser()
        table = ann.make("pig", "me", "random", options=LONG, start=True)["table"]
        link = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
        phone.post(f"/api/tables/{table}/enter", {"token": link})
        with ann.sit(table, 0) as here_, phone.sit(table, 0) as there:
            assert len(set(race_through([here_, there], 10))) == 10
            one.kill()
            there.wait_for_turn()
            there.move(1 if 1 in there.legal() else 0)
            replies = [each["turn"] for each in said_to(there) if each["kind"] == "reply"]
        assert len(set(replies)) == len(replies) > 10  # nothing is played twice


@pytest.mark.thorough
def test_of_moves_that_race_through_the_workers_of_one_server_one_is_played(postgres: Any) -> None:
    with serving(postgres, "--workers", "2") as server:
        ann = server.browser()
        table = ann.make("pig", "me", "random", options=LONG, start=True)["table"]
        workers = children(server.process.pid)
        lines = [Path(f"/proc/{each}/cmdline").read_text() for each in workers]
        assert sum("spawn_main" in line for line in lines) == 2
        with ExitStack() as opened:
            seats = [opened.enter_context(ann.sit(table, 0)) for _ in range(6)]
            assert len(set(race_through(seats, 8))) == 8
            for seat in seats:
                seat.wait_for_turn()
            assert all(said_to(seat) == said_to(seats[0]) for seat in seats)
        server.kill()
        wait_until(lambda: not any(map(runs, workers)))
        with serving(postgres, "--workers", "2", port=server.port) as again:
            assert again.port == server.port, "its port is free"


def runs(process: int) -> bool:
    """Whether a process has not ended; one that has, and that nobody has asked for yet, has no command line."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except FileNotFoundError:
        return False


@pytest.mark.thorough
def test_a_database_that_stops_refuses_moves_and_goes_on_when_it_is_back(postgres: Any) -> None:
    with serving(postgres) as one, serving(postgres) as other:
        ann, bob = one.browser(), other.browser()
        made = ann.make("pig", "me", "open", options=LONG)
        bob.join(made, "Bob")
        ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
        with ann.sit(made["table"], 0) as first, bob.sit(made["table"], 1) as second:
            turn, number = first.turn, first.number
            postgres.stop()
            try:
                assert first.ask("move", turn=turn, action=1)["code"] == "unavailable"
                assert (first.turn, first.number) == (turn, number)  # nothing is shown that is not stored
            finally:
                start_again(postgres)
            answer = accepted(first, turn, 1)
            assert (answer["type"], answer["number"]) == ("ok", number + 1)
            second.catch_up(number + 1)  # the other process has heard of it, or has read it after the break
            assert accepted(second, second.turn, 1)["type"] == "ok"
            first.catch_up(second.number)
            assert first.legal()
