"""Servers as processes: several on one PostgreSQL, a database that stops, and a disk that is full."""

import contextlib
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import start_again
from tests.server.clients import Message, Seat, accepted
from tests.server.processes import ServerProcess, children, data

LONG = {"winning_score": 10_000, "max_turns": 10_000}


@contextlib.contextmanager
def serving(*words: str, port: int = 0) -> Iterator[ServerProcess]:
    """A server that is killed at the end, where it still runs."""
    server = ServerProcess(*words, port=port)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def database(postgres: Any) -> str:
    """Address of the PostgreSQL."""
    address: str = postgres.get_uri()
    return address


def race(seats: list[Seat], turn: int, action: int) -> list[Message]:
    """Let sockets of one seat make the same move at the same time."""
    answers: list[Message] = []
    racers = [
        threading.Thread(target=lambda seat=seat: answers.append(seat.ask("move", turn=turn, action=action)))
        for seat in seats
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    return answers


def race_through(seats: list[Seat], moves: int) -> list[int]:
    """Race for some moves; returns the numbers of the events that were acknowledged, one a move."""
    numbers: list[int] = []
    for _ in range(moves):
        for seat in seats:
            seat.wait_for_turn()
        action = 0 if len(numbers) % 4 else 1
        answers = race(seats, seats[0].turn, action)
        assert sorted(each.get("code", "ok") for each in answers) == ["ok"] + ["stale"] * (len(seats) - 1)
        [won] = [each["number"] for each in answers if each["type"] == "ok"]
        for seat in seats:
            seat.catch_up(won)
        numbers.append(won)
    return numbers


def told(seat: Seat) -> list[Message]:
    """All that was said at a table, as a seat is told it."""
    messages: list[Message] = seat.snapshot()["messages"]
    return messages


def test_of_moves_that_race_through_two_server_processes_one_is_played(database: str) -> None:
    with serving("--database", database) as one, serving("--database", database) as other:
        ann = one.browser()
        made = ann.make("pig", "me", "random", options=LONG, start=True)
        table = made["table"]
        link = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
        phone = other.browser()
        phone.post(f"/api/tables/{table}/enter", {"token": link})
        with ann.sit(table, 0) as here, phone.sit(table, 0) as there:
            numbers = race_through([here, there], 10)
            assert len(set(numbers)) == 10
            one.kill()
            there.wait_for_turn()
            there.move(1 if 1 in there.legal() else 0)
            replies = [each["turn"] for each in told(there) if each["kind"] == "reply"]
        assert len(set(replies)) == len(replies) > 10  # nothing is played twice


@pytest.mark.thorough
def test_of_moves_that_race_through_the_workers_of_one_server_one_is_played(database: str) -> None:
    with serving("--database", database, "--workers", "2") as server:
        ann = server.browser()
        table = ann.make("pig", "me", "random", options=LONG, start=True)["table"]
        lines = [Path(f"/proc/{each}/cmdline").read_text() for each in children(server.process.pid)]
        assert sum("spawn_main" in line for line in lines) == 2
        with ExitStack() as opened:
            seats = [opened.enter_context(ann.sit(table, 0)) for _ in range(6)]
            assert len(set(race_through(seats, 8))) == 8
            for seat in seats:
                seat.wait_for_turn()
            assert all(told(seat) == told(seats[0]) for seat in seats)
        workers = children(server.process.pid)
        server.kill()
        wait_until_gone(workers)
        with serving("--database", database, "--workers", "2", port=server.port) as again:
            assert again.port == server.port, "its port is free"


@pytest.mark.thorough
@pytest.mark.timeout(300)
def test_of_two_server_processes_one_alone_lets_clocks_end_while_nobody_is_there(database: str) -> None:
    with serving("--database", database) as one, serving("--database", database) as other:
        ann = one.browser()
        made = ann.make("pig", "me", "random", options=LONG, settings={"pace": "instant", "clock": 10}, start=True)
        time.sleep(45)
        one.kill()  # the other one goes on with what is stored
        time.sleep(45)
        with other.browser_with(ann).sit(made["table"], 0) as seat:
            said = told(seat)
        ended = [each["turn"] for each in said if "played one decision" in each["text"]]
        replies = [each["turn"] for each in said if each["kind"] == "reply"]
        assert len(set(replies)) == len(replies) > len(ended) // 2
        assert 4 <= len(ended) == len(set(ended)) <= 9


def wait_until_gone(processes: list[int]) -> None:
    """Wait until none of some processes runs; 20 seconds are more than enough."""
    until = time.monotonic() + 20
    while left := [each for each in processes if runs(each)]:
        assert time.monotonic() < until, f"still running: {left}"
        time.sleep(0.1)


def runs(process: int) -> bool:
    """Whether a process has not ended; one that has, and that nobody has asked for yet, has no command line."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except FileNotFoundError:
        return False


@pytest.mark.thorough
def test_a_database_that_stops_refuses_moves_and_goes_on_when_it_is_back(postgres: Any, database: str) -> None:
    with serving("--database", database) as one, serving("--database", database) as other:
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
            assert answer["type"] == "ok", answer
            assert answer["number"] == number + 1
            second.catch_up(number + 1)  # the other process has heard of it, or has read it after the break
            assert accepted(second, second.turn, 1)["type"] == "ok"
            first.catch_up(second.number)
            assert first.legal()


@pytest.mark.thorough
def test_a_disk_that_is_full_refuses_moves_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    with serving(*data(tmp_path)) as server:
        ann = server.browser()
        made = ann.make("pig", "me", "open", options=LONG)
        table = made["table"]
        ann.join(made, "Bea")
        ann.post(f"/api/tables/{table}/start", {"member": 0})
        with ann.sit(table, 0) as first, ann.sit(table, 1) as second:
            seats = [first, second]
            kept = roll(seats)["number"]
            room_for_events(server.process.pid, tmp_path, 40_000)
            while (answer := roll(seats))["type"] == "ok":
                kept = answer["number"]
            assert answer["code"] == "unavailable"
            assert "disk" in answer["message"]
            assert first.number == second.number == kept  # nothing is shown that is not stored
            room_for_events(server.process.pid, tmp_path, None)
            assert roll(seats)["number"] == kept + 1
        server.kill()
    with serving(*data(tmp_path)) as again, again.browser_with(ann).sit(table, 0) as seat:
        assert seat.number == kept + 1


def roll(seats: list[Seat]) -> Message:
    """Let whoever is to move roll; what becomes of it is heard by all."""
    mover = next(seat for seat in seats if seat.legal())
    answer = mover.ask("move", turn=mover.turn, action=0)
    for seat in seats:
        seat.catch_up(answer.get("number", 0))
    return answer


def room_for_events(process: int, folder: Path, more: int | None) -> None:
    """Let a process write so many bytes more to a file, then refuse as a full disk does; None for no limit."""
    largest = max(file.stat().st_size for file in folder.iterdir())
    limit = resource.RLIM_INFINITY if more is None else largest + more
    resource.prlimit(process, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
