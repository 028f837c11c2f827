"""Language models and programs at tables in the browser: only where the owner allows them."""

import json
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

import croupier
from croupier.agents.names import AgentName
from croupier.core.engine.game import State
from croupier.server.agents.allowed_agents import check_seatable, is_quick, listed
from croupier.server.agents.worker import answer_to
from croupier.server.base.refusal import RefusalError
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.database import migrate
from tests.models.scripted import KEY, Answer, first_legal, scripted
from tests.server.clients import PATIENCE_SECONDS, SOON, Browser, Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_legal.sh"
GAME = croupier.make("pig")
JOB = {"game": "pig", "options": {}, "seed": 3, "actions": [0], "do": "act"}


@pytest.mark.parametrize("name", ["llm:m", "cmd:true", "search:llm:m", "pimc:cmd:true", "llm/nolist:m"])
def test_agents_that_cost_money_or_run_programs_sit_only_where_they_are_allowed(name: str) -> None:
    with pytest.raises(RefusalError, match="is not allowed here"):
        check_seatable(name, GAME, ())
    assert check_seatable(name, GAME, (name,)).text == name
    assert not any(each["name"] == name for each in listed(GAME, ()))
    assert any(each["name"] == name for each in listed(GAME, (name,)))
    assert not is_quick(AgentName.parse(name), GAME)


def test_a_model_answers_from_the_game_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with scripted(first_legal) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert answer_to(JOB | {"agent": "llm:first"}, lambda _share: None) == {"action": 0}
    (request,) = server.requests
    assert "Player 0 loses the turn total of 0." in request["messages"][1]["content"]


def test_the_game_so_far_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played, plays = list[int](), State.apply_action

    def counted(state: State, action: int) -> None:
        played.append(action)
        plays(state, action)

    monkeypatch.setattr(State, "apply_action", counted)
    for agent in (f"cmd:{EXAMPLE}", "bot"):
        played.clear()
        answer = answer_to(JOB | {"actions": [0, 0, 1, 0], "agent": agent}, lambda _share: None)["action"]
        assert played == [0, 0, 1, 0, *([answer] if agent != "bot" else [])]


def test_a_model_that_gives_no_legal_answer_is_trouble_and_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with scripted(lambda _body, _number: Answer("hm")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        with pytest.raises(ValueError, match="3 replies in a row name no legal action"):
            answer_to(JOB | {"agent": "llm:silent"}, lambda _share: None)
    assert len(server.requests) == 3


def test_a_program_answers_there_too() -> None:
    assert answer_to(JOB | {"agent": f"cmd:{EXAMPLE}"}, lambda _share: None) == {"action": 0}


def test_what_a_model_was_asked_and_replied_is_kept_decision_by_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    toml = tmp_path / "models.toml"
    toml.write_text("[default]\nprice_input = 1.0\nprice_output = 2.0\n")
    said = [Answer("hm"), Answer("[roll]"), Answer(f"{KEY} [hold]"), Answer("[roll]"), Answer(status=404)]
    folder = tmp_path / "replies" / "abc"
    with scripted(lambda _body, number: said[number]) as server:
        job = JOB | {"agent": "llm:m", "llm_url": server.url, "llm_settings": str(toml), "replies": str(folder)}
        for actions, action in (([0], 0), ([0, 0, 0], 1), ([0], 0)):  # the last after taking back
            assert answer_to(job | {"actions": actions}, lambda _share: None) == {"action": action}
            with (folder / "replies.jsonl").open("ab") as file:
                file.write(b'{"table": "cut sh')  # as a kill in the middle of a write leaves it
        with pytest.raises(Exception, match="does not know the model"):
            answer_to(job, lambda _share: None)
    entries = [json.loads(line) for line in (folder / "replies.jsonl").read_text().splitlines()]
    assert [entry["reply"]["text"] for entry in entries] == ["hm", "[roll]", "*** [hold]", "[roll]"]
    assert {entry["reply"]["cost"] for entry in entries} == {(100 + 2 * 20) / 1e6}
    assert len({entry["table"] for entry in entries}) == 1
    text = (folder / "games" / "00001.txt").read_text()
    assert text.count("pig") == 1
    assert text.count("is asked") == 4
    assert "--- not accepted (unparsable): it has no action in square brackets" in text
    assert "--- no reply: m at " in text
    assert "given up" not in text
    assert KEY not in "".join(file.read_text() for file in folder.rglob("*") if file.is_file())


@pytest.mark.thorough
def test_what_is_kept_of_a_model_goes_with_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    replies, address = tmp_path / "replies", database_address(None, tmp_path)
    migrate(address)
    with scripted(first_legal) as endpoint:
        settings = ServerSettings(address, agents=("llm:m",), llm_url=endpoint.url, replies=str(replies))
        server = Server(settings)
        try:
            ann = Browser(server.port)
            ids = [ann.make("pig", "llm:m", "me", start=True, settings=SOON)["table"] for _ in range(2)]
            for table in ids:
                with ann.sit(table, 0) as seat:
                    seat.hear("update", where=lambda said: said["event"]["kind"] == "move")
                assert "Player 0 (llm:m) is asked" in (replies / table / "games" / "00001.txt").read_text()
            assert {each.name for each in replies.iterdir()} == set(ids)
            ann.ask("DELETE", f"/api/tables/{ids[0]}?member=0")
            assert {each.name for each in replies.iterdir()} == {ids[1]}
        finally:
            server.stop()
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("UPDATE events SET at = 5")
        database.close()
        server = Server(replace(settings, keep_days=1))
        try:
            until = time.monotonic() + PATIENCE_SECONDS
            while list(replies.iterdir()):
                assert time.monotonic() < until
                time.sleep(0.02)
        finally:
            server.stop()
