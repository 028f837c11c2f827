"""Kill -9 at any moment: what was acknowledged is there after a restart, and nothing is played twice."""

import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import SOON, Browser, Seat
from tests.server.processes import ServerProcess, data
from tests.splitmix import SplitMix64


def play_until_cut_off(server: ServerProcess, seat: Seat, acknowledged: dict[int, int], draw: SplitMix64) -> None:
    """Move on until the server is killed, a moment after some move; note what it has acknowledged."""
    killed_at = len(acknowledged) + 1 + draw.below(6)
    while True:
        if len(acknowledged) == killed_at:
            threading.Timer(draw.below(30) / 1000, server.process.kill).start()
        seat.wait_for_turn()
        if seat.over:
            return
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


def kill_and_restart(folder: Path, rounds: int, seed: int) -> None:
    draw, acknowledged = SplitMix64(seed), dict[int, int]()
    server = ServerProcess(*data(folder), "--seed", str(seed))
    port = server.port
    ann = server.browser()
    made = ann.make("pig", "me", "random", options={"winning_score": 10_000}, settings=SOON, start=True)
    table = made["table"]
    try:
        for _ in range(rounds):
            with contextlib.suppress(ConnectionClosed, ConnectionError), ann.sit(table, 0) as seat:
                play_until_cut_off(server, seat, acknowledged, draw)
            server.kill()
            server = ServerProcess(*data(folder), "--seed", str(seed), port=port)
            stored = {said["turn"] - 1: said for said in moves_of(ann, table) if said["sender"] == 0}
            missing = set(acknowledged) - set(stored)
            assert not missing, f"turns {sorted(missing)} were acknowledged and are not there"
        said = moves_of(ann, table)
        assert len({each["turn"] for each in said}) == len(said)  # none twice
        assert len(acknowledged) > rounds
    finally:
        server.kill()


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    kill_and_restart(tmp_path, rounds=3, seed=5)


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(20))
def test_servers_killed_hundreds_of_times_have_lost_nothing(seed: int, tmp_path: Path) -> None:
    kill_and_restart(tmp_path, rounds=15, seed=100 + seed)


def test_ctrl_c_ends_the_server_and_the_tables_stay(tmp_path: Path) -> None:
    server = ServerProcess(*data(tmp_path))
    assert server.started == {
        "address": f"http://127.0.0.1:{server.port}", "host": "127.0.0.1", "port": server.port, "lan": False,
    }  # fmt: skip
    ann = server.browser()
    table = ann.make("pig", "me", "bot", start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.move(0)
        assert "Traceback" not in server.stop()
    assert server.process.returncode == 0
    again = ServerProcess(*data(tmp_path), port=server.port)
    try:
        with ann.sit(table, 0) as seat:
            assert seat.turn >= 2
    finally:
        again.kill()
