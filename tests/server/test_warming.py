"""Work ahead of time: workers make a hint in each game at the start, and weigh luck while people play."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.core.spec.registry import registered_games
from croupier.server.agents.agent_queues import ReadyGames
from croupier.server.agents.process_pool import ProcessPool, WorkerError
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.server.clients import Server, wait_until

WARMED = list(registered_games())


@pytest.mark.compiled
@pytest.mark.parametrize("fails", [False, True])
def test_each_thinker_makes_a_hint_in_each_game_once_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    asked: list[tuple[str, str, str]] = []
    done = threading.Event()

    async def compiled(ready: ReadyGames, game: str) -> None:
        asked.append((game, "compile", ""))

    async def run(pool: ProcessPool, job: dict[str, Any], *, timeout: float, owner: str = "") -> dict[str, Any]:
        asked.append((job["game"], job["do"], owner))
        if len(asked) == 3 * len(WARMED):
            done.set()
        if fails:
            raise WorkerError("its process has failed")
        return {}

    monkeypatch.setattr(ReadyGames, "compiled", compiled)
    monkeypatch.setattr(ProcessPool, "run", run)
    database = database_address(None, tmp_path)
    migrate(database)
    server = Server(ServerSettings(database=database, warm=True, thinkers=2))
    try:
        assert done.wait(60), asked
    finally:
        server.stop()
    steps = [("compile", ""), ("hint", "warm 0"), ("hint", "warm 1")]
    assert asked == [(game, *step) for game in WARMED for step in steps]


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
        ann = server.browser()
        table = ann.make("pig", "me", "bot", start=True)["table"]
        with ann.sit(table, 0) as seat:
            seat.legal()
            assert seat.ask("hint", turn=seat.turn)["type"] == "hint"
        assert server.hub.process_pool._idle == workers  # by the process that was warm
    finally:
        server.stop()


@pytest.fixture
def busy() -> threading.Event:
    """Whether the server's workers have no time."""
    return threading.Event()


@pytest.fixture
def ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, busy: threading.Event
) -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    """A server whose workers work before anybody asks, and the jobs that they have done."""
    done: list[dict[str, Any]] = []
    run = ProcessPool.run

    async def noted(pool: ProcessPool, job: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = await run(pool, job, **more)
        while busy.is_set():
            await asyncio.sleep(0.01)
        done.append(job)
        return answer

    async def warm(*_: object) -> None:
        """No hint is made ahead."""

    monkeypatch.setattr(ProcessPool, "run", noted)
    monkeypatch.setattr("croupier.server.live.hub.warm", warm)
    monkeypatch.setattr("croupier.server.live.watches._PATIENCE_SECONDS", 0.05)
    database = database_address(None, tmp_path)
    migrate(database)
    # with other dice the bot may win before there is a second decision
    server = Server(ServerSettings(database=database, warm=True, seed=1))
    yield server, done
    server.stop()


@pytest.mark.compiled
def test_luck_is_known_at_the_end_of_a_game_and_to_nobody_before(
    ahead: tuple[Server, list[dict[str, Any]]], busy: threading.Event
) -> None:
    server, done = ahead
    ann = server.browser()
    options = {"winning_score": 20}
    table = ann.make("pig", "me", "bot", options=options, start=True, settings={"undo": True})["table"]
    path = f"/api/tables/{table}/luck"
    with ann.sit(table, 0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[-1])
        assert ann.refused("GET", path) == "forbidden"
        wait_until(lambda: bool(done))  # a decision at a time, the first of them long before the end
        busy.set()
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(seat.legal()[-1])
        seat.hear_event("end")
    found = ann.get(path)  # the page is told how far the work is, and what it has found so far
    assert 0.0 < found["share"] < 1.0
    assert [(each["seat"], each["luck"]) for each in found["seats"]] == [(0, None)]
    busy.clear()
    while (found := ann.get(path))["share"] < 1.0:
        assert found["seats"][0]["luck"] is None
    told = found["seats"]
    assert {job["do"] for job in done} == {"weigh"}
    assert len(done[0]["actions"]) < len(done[-1]["actions"])
    review = json.loads(ann.ask("POST", f"/api/tables/{table}/review?seat=0").body.splitlines()[-1])["review"]
    mine = review["seats"][0]
    assert told == [
        {"seat": 0, "luck": pytest.approx(mine["luck"]), "chance_lost": pytest.approx(mine["chance_lost"])}
    ]
