"""Kill -9 at any moment: what was acknowledged is there after a restart, and nothing is played twice."""

import contextlib
import resource
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import SOON, Browser, Message, Seat
from tests.server.processes import ServerProcess, data
from tests.splitmix import SplitMix64

LONG = {"winning_score": 10_000, "max_turns": 10_000}
Acknowledged = dict[int, int]
"""Actions by turn, of the moves of a game that the server has acknowledged."""


def play_until_cut_off(server: ServerProcess, games: list[tuple[Seat, Acknowledged]], draw: SplitMix64) -> None:
    """Move on at tables in turn until the server is killed, after some move; note what it has acknowledged."""
    threading.Timer(0.02 + draw.below(400 * len(games)) / 1000, server.process.kill).start()
    while True:
        seat, acknowledged = games[draw.below(len(games))]
        seat.wait_for_turn()
        legal, turn = seat.legal(), seat.turn
        action = legal[draw.below(len(legal))]
        answer = seat.ask("move", turn=turn, action=action)
        if answer["type"] == "ok":
            assert turn not in acknowledged, f"turn {turn} was answered twice"
            acknowledged[turn] = action
        else:  # it was stored before the server died, and the acknowledgement was lost
            assert answer["code"] == "stale", answer


def moves_of(browser: Browser, table: str) -> list[dict[str, Any]]:
    with browser.sit(table, 0) as seat:
        return [said for said in seat.heard[0]["messages"] if said["kind"] == "reply"]


def check_kept(browser: Browser, table: str, acknowledged: Acknowledged) -> None:
    """Compare a table with what was acknowledged."""
    said = moves_of(browser, table)
    stored = {each["turn"] - 1 for each in said if each["sender"] == 0}
    missing = set(acknowledged) - stored
    assert not missing, f"turns {sorted(missing)} were acknowledged and are not there"
    assert len({each["turn"] for each in said}) == len(said)  # none twice


def kill_and_restart(folder: Path, rounds: int, seed: int, games: int) -> None:
    draw = SplitMix64(seed)
    server = ServerProcess(*data(folder), "--seed", str(seed))
    port = server.port
    ann = server.browser()
    made = [ann.make("pig", "me", "random", options=LONG, settings=SOON, start=True) for _ in range(games)]
    said: list[Any] = []
    acknowledged: dict[str, Acknowledged] = {each["table"]: {} for each in made}
    try:
        for number in range(rounds):
            chat = f"/api/tables/{made[0]['table']}/say"
            said.append(ann.post(chat, {"member": 0, "text": f"Round {number}"})["line"])
            with contextlib.suppress(ConnectionClosed, ConnectionError), ExitStack() as sockets:
                seats = [
                    (sockets.enter_context(ann.sit(table, 0)), known) for table, known in acknowledged.items()
                ]
                play_until_cut_off(server, seats, draw)
            server.kill()
            server = ServerProcess(*data(folder), "--seed", str(seed), port=port)
            for table, known in acknowledged.items():
                check_kept(ann, table, known)
            with ann.sit(made[0]["table"], 0) as seat:
                assert seat.heard[0]["chat"] == said
        assert sum(map(len, acknowledged.values())) > rounds
    finally:
        server.kill()


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    kill_and_restart(tmp_path, rounds=1, seed=5, games=1)


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(20))
def test_servers_killed_in_the_middle_of_hundreds_of_games_have_lost_nothing(seed: int, tmp_path: Path) -> None:
    kill_and_restart(tmp_path, rounds=15, seed=100 + seed, games=12)


@pytest.mark.thorough
def test_ctrl_c_ends_the_server_and_the_tables_stay(tmp_path: Path) -> None:
    server = ServerProcess(*data(tmp_path))
    assert server.started == {
        "address": f"http://127.0.0.1:{server.port}", "host": "127.0.0.1", "port": server.port, "lan": False,
    }  # fmt: skip
    ann = server.browser()
    table = ann.make("pig", "me", "bot", start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.move(0)
        ann.post(f"/api/tables/{table}/say", {"member": 0, "text": "Good night"})
        told = server.stop()
        assert "Traceback" not in told
        assert "Good night" not in told
    assert server.process.returncode == 0
    again = ServerProcess(*data(tmp_path), port=server.port)
    try:
        with ann.sit(table, 0) as seat:
            assert seat.turn >= 2
    finally:
        again.kill()


@pytest.mark.thorough
def test_a_disk_that_is_full_refuses_moves_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    server = ServerProcess(*data(tmp_path))
    try:
        ann = server.browser()
        made = ann.make("pig", "me", "open", options=LONG)
        ann.join(made, "Bea")
        ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
        with ann.sit(made["table"], 0) as first, ann.sit(made["table"], 1) as second:
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
        server = ServerProcess(*data(tmp_path))
        with server.browser_with(ann).sit(made["table"], 0) as seat:
            assert seat.number == kept + 1
    finally:
        server.kill()


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
