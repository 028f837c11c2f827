"""Programs as players: the example, and every way to misbehave. Each is counted, none costs the tournament."""

import asyncio
import json
import os
import time
from math import isnan
from pathlib import Path

import pytest

import croupier
from croupier.agents.names import AgentName
from croupier.agents.program import ProgramAgent, ProgramSeat, make_program
from croupier.agents.registry import make_agent
from croupier.agents.speech import Question, Reply
from croupier.core.base.errors import ConfigError
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.models import report_models
from croupier.table.briefing import question
from croupier.table.model_run import Limits, ModelRun
from croupier.table.table import Table

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_legal.sh"
GAME = croupier.make("pig", winning_score=10, max_turns=6)


def asked() -> Question:
    return question(Table(GAME.new_initial_state(1)), 0, "list")


def script(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "player.sh"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def replies(path: Path, count: int, seconds: float = 5.0) -> list[Reply]:
    async def talk() -> list[Reply]:
        text_seat = ProgramSeat([str(path)], seconds)
        found = []
        for _ in range(count):
            found.append(await text_seat.answer(asked()))
            await asyncio.sleep(0.3)
        await text_seat.game_over({})
        return found

    return asyncio.run(talk())


def test_the_example_of_ten_lines_plays_whole_games() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 10
    for game in (GAME, croupier.make("skull-king", players=2, schedule="one")):
        name = f"cmd:{EXAMPLE}"
        run = ModelRun()
        report = play_tournament(game, [name, "random"], 1, run=run)
        assert report.agents[0].games == 2
        assert all(log.over and log.data["forfeited"] is None for log in run.games)
        assert sum(log.counts[log.data["agents"].index(name)].decisions for log in run.games) > 0


def test_a_program_gets_what_its_seat_may_know_and_the_end(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    path = script(tmp_path, f"tee {heard} | while read -r line; do echo '[roll]'; done")
    play_tournament(GAME, [f"cmd:{path}", "random"], 1, run=ModelRun(limits=Limits(concurrency=1)))
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    first = lines[0]
    assert list(first) == ["format", "game", "seat", "number", "transcript", "view", "legal"]
    assert (first["format"], first["game"], first["legal"]) == (1, "pig", ["[roll]", "[hold]"])
    assert first["view"]["actions"][0]["text"] == "[roll]"
    assert first["transcript"][0].startswith("[GAME] Pig Dice Game")
    assert set(lines[-1]["over"]) == {"returns", "points", "forfeited", "text"}
    assert lines[-1]["format"] == 1


@pytest.mark.parametrize(
    ("text", "fault", "words"),
    [
        ("exec sleep 60", "hung", "no answer within 1 seconds"),
        ("read -r line; sleep 60 & wait", "hung", "no answer"),
        ("read -r line; exit 3", "died", "status 3"),
        ("echo no room >&2; exit 1", "died", "status 1: no room"),
        ("read -r line; exec tr '\\0' x < /dev/zero", "flooded", "without the end of a line"),
    ],
)
def test_a_program_that_misbehaves_is_killed_and_the_fault_is_named(
    tmp_path: Path, text: str, fault: str, words: str
) -> None:
    (reply,) = replies(script(tmp_path, text), 1, 1.0)
    assert reply.fault == fault
    assert words in reply.detail


def test_a_program_that_writes_one_line_after_the_other_is_killed(tmp_path: Path) -> None:
    first, second = replies(script(tmp_path, "exec yes '[roll]'"), 2, 60.0)
    assert {first.fault, second.fault} <= {"", "flooded", "out-of-turn"}
    assert second.fault or first.fault


def test_a_program_that_speaks_out_of_turn_is_started_anew(tmp_path: Path) -> None:
    path = script(tmp_path, "while read -r line; do echo '[roll]'; echo '[hold]'; done")
    first, second, third = replies(path, 3)
    assert (first.text, first.fault) == ("[roll]", "")
    assert (second.text, second.fault) == ("", "out-of-turn")
    assert (third.text, third.fault) == ("[roll]", "")


def test_what_a_killed_program_has_started_is_gone_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    replies(script(tmp_path, f"sleep 60 & echo $! > {pid}; wait"), 1, 1.0)
    child = int(pid.read_text())
    for _ in range(50):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        status = Path(f"/proc/{child}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return
        time.sleep(0.1)
    pytest.fail("it lives on")


def test_a_program_that_never_answers_forfeits_and_the_tournament_goes_on(tmp_path: Path) -> None:
    path = script(tmp_path, "exit 1")
    run = ModelRun(limits=Limits(retries=1))
    report = play_tournament(GAME, [f"cmd:{path}", "random"], 2, run=run)
    forfeiting, rival = report.agents
    assert forfeiting.win_rate == 0.0
    assert isnan(rival.win_rate), "no game of its rival counts"
    for log in run.games:
        seat = log.data["agents"].index(f"cmd:{path}")
        assert log.data["forfeited"] == seat
        assert (log.counts[seat].died, log.counts[seat].forfeited) == (2, 1)
    found = report_models(run)
    assert found is not None
    (killed,) = (rows for rows in found.rows() if rows.title == "Programs that were killed")
    assert killed.notes == (f"cmd:{path}, the last time: the program has ended with status 1.",)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cmd", "names no program"),
        ("cmd:no-such-program --x", "no-such-program': there is no such program"),
        ("cmd:'unfinished", "cannot be read"),
        ("cmd/seconds=0:true", "seconds .* at least 0.001"),
        ("cmd/hours=2:true", "unknown setting of the agent cmd 'hours'"),
    ],
)
def test_a_name_that_is_no_program_is_refused(name: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        make_agent(name, GAME)


def test_arguments_are_read_as_in_a_shell() -> None:
    agent = make_program(AgentName.parse("cmd/seconds=2.5:env A=1 'b c'"))
    assert isinstance(agent, ProgramAgent)
    assert (agent.command, agent.seconds) == (["env", "A=1", "b c"], 2.5)
