"""What luck was in a game is weighed while people play, and is there when the last card has fallen."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.server.agents.process_pool import ProcessPool
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.server.clients import Browser, Server


@pytest.fixture
def ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    """A server whose workers work before anybody asks, and the jobs that they have done."""
    done: list[dict[str, Any]] = []
    run = ProcessPool.run

    async def noted(pool: ProcessPool, job: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = await run(pool, job, **more)
        done.append(job)
        return answer

    async def warm(*_: object) -> None:
        """No hint is made ahead."""

    monkeypatch.setattr(ProcessPool, "run", noted)
    monkeypatch.setattr("croupier.server.live.hub.warm", warm)
    database = database_address(None, tmp_path)
    migrate(database)
    server = Server(ServerSettings(database=database, warm=True))
    yield server, done
    server.stop()


@pytest.mark.compiled
def test_luck_is_known_at_the_end_of_a_game_and_to_nobody_before(
    ahead: tuple[Server, list[dict[str, Any]]],
) -> None:
    server, done = ahead
    ann = Browser(server.port)
    options = {"winning_score": 20}
    table = ann.make("pig", "me", "bot", options=options, start=True, settings={"undo": True})["table"]
    path = f"/api/tables/{table}/luck"
    with ann.sit(table, 0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[-1])
        assert ann.refused("GET", path) == "forbidden"
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(seat.legal()[-1])
        seat.hear_event("end")
    told = ann.get(path)["seats"]
    assert {job["do"] for job in done} == {"weigh"}
    assert len(done) > 1  # a decision at a time, the first of them long before the end
    assert len(done[0]["actions"]) < len(done[-1]["actions"])
    review = json.loads(ann.ask("POST", f"/api/tables/{table}/review?seat=0").body.splitlines()[-1])["review"]
    mine = review["seats"][0]
    assert told == [
        {"seat": 0, "luck": pytest.approx(mine["luck"]), "chance_lost": pytest.approx(mine["chance_lost"])}
    ]


def test_where_nothing_is_weighed_ahead_that_is_said(server: Server, ann: Browser) -> None:
    table = ann.make("pig", "me", "bot", options={"winning_score": 5}, start=True)["table"]
    with ann.sit(table, 0) as seat:
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(seat.legal()[-1])
        seat.hear_event("end")
    assert ann.get(f"/api/tables/{table}/luck") == {"seats": None}
