"""Workers are warmed at the start: each makes a hint in each game before anybody asks."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.core.spec.registry import registered_games
from croupier.server.agents.process_pool import ProcessPool, WorkerError
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.server.clients import Browser, Server

WARMED = list(registered_games())


@pytest.mark.compiled
@pytest.mark.parametrize("fails", [False, True])
def test_each_thinker_makes_a_hint_in_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    asked: list[tuple[str, str, str]] = []
    done = threading.Event()

    async def run(pool: ProcessPool, job: dict[str, Any], *, timeout: float, owner: str = "") -> dict[str, Any]:
        asked.append((job["game"], job["do"], owner))
        if len(asked) == 2 * len(WARMED):
            done.set()
        if fails:
            raise WorkerError("its process has failed")
        return {}

    monkeypatch.setattr(ProcessPool, "run", run)
    database = database_address(None, tmp_path)
    migrate(database)
    server = Server(ServerSettings(database=database, warm=True, thinkers=2))
    try:
        assert done.wait(60), asked
    finally:
        server.stop()
    assert asked == [(game, "hint", f"warm {number}") for game in WARMED for number in range(2)]


@pytest.mark.thorough
@pytest.mark.compiled
def test_the_first_hint_comes_from_a_process_that_is_warm(tmp_path: Path) -> None:
    database = database_address(None, tmp_path)
    migrate(database)
    server = Server(ServerSettings(database=database, warm=True, thinkers=1))
    try:
        until = time.monotonic() + 120
        warmed = server.hub._tasks[-1]
        while not warmed.done():
            assert time.monotonic() < until
            time.sleep(0.05)
        workers = list(server.hub.process_pool._idle)
        assert len(workers) == 1
        ann = Browser(server.port)
        table = ann.make("pig", "me", "bot", start=True)["table"]
        with ann.sit(table, 0) as seat:
            seat.legal()
            assert seat.ask("hint", turn=seat.turn)["type"] == "hint"
        assert server.hub.process_pool._idle == workers  # by the process that was warm
    finally:
        server.stop()
