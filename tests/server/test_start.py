"""The first start: pages are there while games are compiled by another process, which ends with the server."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import Server, wait_until
from tests.server.processes import ServerProcess, children, data


@pytest.mark.compiled
def test_pages_are_served_while_games_are_compiled_and_then_a_table_is_playable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path / "cache"))
    server = ServerProcess(*data(tmp_path), compiled=True)
    try:
        ann = server.browser()
        wait_until(lambda: ann.get("/api/status")["preparing"] == ["pig"])
        compiling = "croupier.agents.ahead"
        wait_until(lambda: any(compiling in command(each) for each in children(server.process.pid)))
        assert ann.ask("GET", "/").status == 200  # while that goes on
        table = ann.make("pig", "me", "bot", start=True)["table"]
        with ann.sit(table, 0) as seat:
            assert seat.legal() == [0, 1] or seat.legal() == [0]
            seat.move(0)
        compilers = children(server.process.pid)
        server.stop()
        assert not any(compiling in command(each) for each in compilers)
    finally:
        server.kill()


def test_a_review_is_begun_once_its_game_is_compiled(real: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, hub, steps = real.browser(), real.hub, list[str]()
    table = ann.make("pig", "bot", "bot", options={"winning_score": 5}, start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.hear_event("end")
    run = hub.process_pool.run

    async def compiled(game: str) -> None:
        await hub.runtime.sleep(0.1)
        steps.append(f"{game} is compiled")

    def begin(*given: Any, **more: Any) -> Any:
        steps.append("it begins")
        return run(*given, **more)

    monkeypatch.setattr(hub.ready_games, "compiled", compiled)
    monkeypatch.setattr(hub.ready_games, "_compiled", {})
    monkeypatch.setattr(hub.process_pool, "run", begin)
    lines = ann.ask("POST", f"/api/tables/{table}/review").text.splitlines()
    assert steps == ["pig is compiled", "it begins"]
    assert json.loads(lines[0]) == {"progress": 0.0, "compiling": True}
    assert json.loads(lines[-1])["review"]["decisions"]


def command(process: int) -> str:
    """The command line of a process; empty where it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""
