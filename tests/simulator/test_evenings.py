"""Whole servers in simulated worlds keep their promises, and what is planted against a promise is found."""

from __future__ import annotations

import gc
import itertools
import json
import logging
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import delete, insert

from croupier.server.base.refusal import RefusalError
from croupier.server.events import game
from croupier.server.events.asking import SAID
from croupier.server.events.game import MoveEvent, SealEvent
from croupier.server.events.lobby import AgainEvent
from croupier.server.live.autoplay import Autoplay
from croupier.server.live.connection import Connection
from croupier.server.live.watches import ClockWatch
from croupier.server.room import messages, waiting
from croupier.server.room.messages import SeatMessages, sealed_data
from croupier.server.room.room import Room
from croupier.server.routes import tables
from croupier.server.storage import log as logs
from croupier.server.storage import schema
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.circles import Circles
from croupier.server.storage.log import LogWriter
from croupier.server.storage.store import Store
from croupier.table.table import Table
from tests.amounts import larger
from tests.simulator.command import command_of
from tests.simulator.evening import EveningPlan, simulate
from tests.simulator.process import SimulatedProcess
from tests.simulator.store import Disk
from tests.simulator.troubles import Troubles
from tests.simulator.twins import compare_twin
from tests.simulator.world import World

SEALED = "SkullKing-v0-two"
FOUR = EveningPlan(game="skull-king", options={"players": 4}, moves=20, trouble=10.0)
_LogRow = dict[str, Any]
BUDGET = 12
"""Seeds within which what is planted has to be found."""


@pytest.mark.thorough
def test_the_same_seed_is_the_same_evening_in_any_process() -> None:
    """Also where sets of strings have another order."""
    words = "--seed 11 --servers 2 --moves 20 --trouble 6 --trace"
    command = [sys.executable, "-m", "tests.simulator", *words.split()]
    traces = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert traces[0] == traces[1]
    lines = traces[0].splitlines()
    assert len(lines) > 200
    assert lines[-1].startswith("seed 11: ")
    assert any("is lost" in line for line in lines)
    assert any("append" in line for line in lines)


@pytest.mark.parametrize(
    ("plan", "seeds", "kinds"),
    [
        (
            EveningPlan(game="pig", servers=1),
            (101,),
            "move away back leave claim reveal",
        ),
        (
            EveningPlan(game="pig", servers=2, trouble=6.0),
            (111,),
            "move undo away back leave circle deleted",
        ),
        (EveningPlan(game="pig", servers=1, clock=15), (115,), "clock away undo"),
        (EveningPlan(game=SEALED, servers=2), (120,), "seal move leave claim back"),
        (EveningPlan(), (131, 133, 134), "seal move leave claim back undo clock end reveal"),
    ],
)
def test_every_promise_is_kept(plan: EveningPlan, seeds: tuple[int, ...], kinds: str) -> None:
    """And what people do is among what has happened."""
    happened: Counter[str] = Counter()
    crashes = 0
    for seed in seeds:
        outcome = simulate(seed, plan)
        assert outcome.faults == [], command_of(seed, plan)
        happened += outcome.kinds
        crashes += outcome.crashes
    assert {kind for kind in kinds.split() if not happened[kind]} == set()
    assert happened["move"] > 50 * len(seeds)
    assert crashes > len(seeds)


@pytest.mark.thorough
def test_an_agents_answer_in_a_sealed_phase_begins_no_clock_anew() -> None:
    """The checks have taken it for one that does."""
    outcome = simulate(24, replace(FOUR, clock=15))
    assert outcome.kinds["clock"] > 0
    assert outcome.faults == []


@pytest.mark.thorough
def test_a_game_is_over_also_where_somebody_leaves_the_table_after_it() -> None:
    """It was taken for one that does not go on."""
    outcome = simulate(151, EveningPlan(game="leduc", moves=60, trouble=4.0))
    assert outcome.kinds["end"] == outcome.kinds["remove"] == 1
    assert outcome.faults == []


SHORT = EveningPlan(game="Leduc-v0", trouble=0.0, servers=1, clock=0, whims=False)
"""A game of a few moves."""


def every_loss_keeps_promises(step: int) -> None:
    """Lose the server once after so many points, in steps, in a short game."""
    points = simulate(5, SHORT).points
    assert points > 80
    for number in range(1, points, step):
        plan = replace(SHORT, lost_at=number)
        assert simulate(5, plan).faults == [], command_of(5, plan)


def test_whenever_the_server_is_lost_every_promise_is_kept() -> None:
    every_loss_keeps_promises(9)


@pytest.mark.thorough
def test_after_whichever_step_the_server_is_lost_every_promise_is_kept() -> None:
    every_loss_keeps_promises(1)


@pytest.mark.parametrize("there", [False, True], ids=["not-written", "not-known"])
@larger("step", 6, 1)
def test_whichever_write_fails_every_promise_is_kept(there: bool, step: int) -> None:
    """The n-th, for every n of a short game in a thorough run."""
    writes = simulate(5, SHORT).writes
    assert writes > 10
    for number in range(1, writes + 1, step):
        plan = replace(SHORT, failing={number: there})
        assert simulate(5, plan).faults == [], command_of(5, plan)


@pytest.mark.thorough
@pytest.mark.timeout(7200)
def test_every_promise_is_kept_for_a_hundred_thousand_moves_and_ten_thousand_crashes() -> None:
    moves = crashes = 0
    plan = EveningPlan(moves=200, trouble=8.0)
    for seed in itertools.count(1_000_000):
        outcome = simulate(seed, plan)
        assert outcome.faults == [], command_of(seed, plan)
        if seed % 5 == 0:
            assert compare_twin(seed, plan, outcome).faults == [], command_of(seed, plan, twins=True)
        moves, crashes = moves + outcome.moves, crashes + outcome.crashes
        gc.collect()
        if moves >= 100_000 and crashes >= 10_000:
            return


# ------------------------------------------------------------------------------------------------- planted faults


def found(words: str, first: int = 0, **plan: Any) -> bool:
    """Whether a fault is found within the budget, from some seed on, that is said in these words."""
    plans = EveningPlan(**{"game": "pig", "moves": 60, **plan})
    return any(words in fault for seed in range(first, first + BUDGET) for fault in simulate(seed, plans).faults)


def plant_at_every_ninth_move(monkeypatch: pytest.MonkeyPatch, fault: Callable[[_LogRow], list[_LogRow]]) -> None:
    """Let the log's writer write other rows now and then, and confirm what it was asked to write."""
    counted = itertools.count(1)
    original = LogWriter._insert

    def insert(self: LogWriter, rows: list[_LogRow]) -> set[tuple[str, int]]:
        written: set[tuple[str, int]] = set()
        for row in rows:
            if row["kind"] == "move" and next(counted) % 9 == 0:
                for other in fault(row):
                    original(self, [other])
                written.add((row["table_id"], row["number"]))
            else:
                written |= original(self, [row])
        return written

    monkeypatch.setattr(LogWriter, "_insert", insert)


def test_a_confirmed_move_that_is_not_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_at_every_ninth_move(monkeypatch, lambda _: [])
    assert found("the log has gaps")


@pytest.mark.thorough
def test_a_number_that_two_servers_write_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a database without a unique key: the later one stands."""
    later = insert(schema.events).prefix_with("OR REPLACE").returning(*logs._KEY)
    monkeypatch.setattr(logs, "_INSERT_SQLITE", later)
    assert found("is damaged", game="skull-king", options={"players": 4}, servers=2, trouble=0.0, moves=20)


@pytest.mark.thorough
def test_a_line_of_the_chat_that_is_kept_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Store.say

    async def say(self: Store, table: str, line: ChatLine) -> None:
        await original(self, table, line)
        if line.number == 2:
            await original(self, table, replace(line, number=3))

    monkeypatch.setattr(Store, "say", say)
    assert found("2 times in the chat")


@pytest.mark.thorough
def test_a_line_of_the_chat_that_is_told_with_other_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def message(kind: str, **parts: Any) -> dict[str, Any]:
        return messages.message(kind, lines=[{**line, "text": "something else"} for line in parts["lines"]])

    monkeypatch.setattr("croupier.server.live.chat.message", message)
    assert found("and not in the chat: ")


@pytest.mark.thorough
def test_a_move_that_is_in_the_log_and_was_answered_as_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Connection.send_text
    counted = itertools.count(1)

    def send_text(self: Connection, text: str) -> None:
        told = json.loads(text)
        if told["type"] == "ok" and next(counted) % 9 == 0:
            text = json.dumps({**told, "type": "refused", "code": "illegal-action", "message": "no"})
        original(self, text)

    monkeypatch.setattr(Connection, "send_text", send_text)
    assert found("and refused whenever it was sent")


@pytest.mark.thorough
def test_a_persons_move_that_nobody_has_sent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anybody told of another one: the log itself holds it, as after a mistake in the route."""
    original = game.move

    def move(room: Room, member: int | None, turn: int, action: int) -> MoveEvent | SealEvent:
        return original(room, member, turn, 1 - action if turn % 9 == 0 and action < 2 else action)

    monkeypatch.setitem(SAID, "move", replace(SAID["move"], check=move))
    assert found("sent by nobody")


@pytest.mark.thorough
def test_a_clock_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockWatch, "nudge", lambda _: None)
    assert found("nothing has ended a wait", clock=15, trouble=0.0)


def test_a_confirmed_move_that_is_lost_with_the_server_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a disk that says too early that it has written: then the log has no gap."""
    original = SimulatedProcess.kill

    async def kill(self: SimulatedProcess, why: str) -> None:
        await original(self, why)
        with disks[0]._engine.begin() as connection:
            for table in disks[0].tables:
                last = disks[0].log(table)[-1]
                if last.kind == "move":
                    here = (schema.events.c.table_id == table, schema.events.c.number == last.number)
                    connection.execute(delete(schema.events).where(*here))

    disks: list[Disk] = []
    made = Disk.__init__

    def make(self: Disk, world: World) -> None:
        made(self, world)
        disks[:] = [self]

    monkeypatch.setattr(Disk, "__init__", make)
    monkeypatch.setattr(SimulatedProcess, "kill", kill)
    assert found("confirmed, and not in the log", first=9, servers=1)


@pytest.mark.thorough
def test_a_move_that_is_written_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_at_every_ninth_move(monkeypatch, lambda row: [row, {**row, "number": row["number"] + 1}])
    assert found("was played 2 times")


@pytest.mark.thorough
def test_events_that_are_told_in_two_orders_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Connection.send_text
    kept: dict[Connection, str] = {}
    counted = itertools.count(1)

    def send_text(self: Connection, text: str) -> None:
        if '"type":"update"' in text[:30] and self not in kept and next(counted) % 20 == 0:
            kept[self] = text
            return
        original(self, text)
        if '"type":"update"' in text[:30] and self in kept:
            original(self, kept.pop(self))

    monkeypatch.setattr(Connection, "send_text", send_text)
    assert found("was told event")


@pytest.mark.thorough
@pytest.mark.parametrize(("servers", "first"), [(1, 9), (2, 15)])
def test_a_clock_that_runs_while_no_server_does_is_found(
    servers: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "lost", lambda *times: times[-1])
    assert found("a clock of 12 s ended after", first=first, clock=12, servers=servers, trouble=10.0)


@pytest.mark.thorough
@pytest.mark.parametrize("servers", [1, 2])
def test_a_clock_that_runs_while_the_database_does_not_answer_is_found(
    servers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing else is in trouble."""
    monkeypatch.setattr(waiting, "lost", lambda *times: times[-1])
    monkeypatch.setattr(Troubles, "_begin_one", lambda self, _: self.silence())
    assert found("a clock of 12 s ended after", first=4, clock=12, servers=servers, trouble=10.0)


@pytest.mark.thorough
def test_a_clock_that_pages_are_shown_too_short_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the table's own runs as it should."""
    original = SeatMessages._waits

    def waits(self: SeatMessages, member: int | None) -> dict[str, Any]:
        told = original(self, member)
        for each in told["waits"]:
            each["until"] = each["until"] and (each["since"] + each["until"]) // 2
        return told

    monkeypatch.setattr(SeatMessages, "_waits", waits)
    assert found("shown that a clock of 12 s ends after 6.000 s", clock=12, trouble=0.0)


@pytest.mark.thorough
def test_a_sealed_answer_that_is_told_to_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room, seat: int | None) -> dict[str, Any] | None:
        told = sealed_data(room, seat)
        if told is not None and told["answer"] is None and told["done"]:
            told["answer"] = sealed_data(room, told["done"][0])["answer"]  # type: ignore[index]
        return told

    monkeypatch.setattr("croupier.server.room.messages.sealed_data", leaky)
    assert found("told a sealed answer that is not one's own", game=SEALED)


@pytest.mark.thorough
def test_a_spectator_who_is_shown_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = SeatMessages.view

    def view(self: SeatMessages, table: Table, seat: int | None) -> Any:
        return original(self, table, 0 if seat is None else seat)

    monkeypatch.setattr(SeatMessages, "view", view)
    assert found("member None, event 3: shown what seat 0 may know alone", game="leduc")


def test_a_circle_that_has_not_kept_a_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def add(*_: object) -> bool:
        return True

    monkeypatch.setattr(Circles, "add", add)
    assert found("circles that have kept its game: []", game="leduc")


@pytest.mark.thorough
def test_another_game_at_a_table_that_is_not_there_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = AgainEvent
    monkeypatch.setattr(tables, "AgainEvent", lambda **_: original(table="none"))
    assert found("played again at a table that is not there: none", game="leduc")


def test_what_is_left_of_a_table_that_was_deleted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a database that does not know what belongs to what."""
    original = Disk.__init__

    def make(self: Disk, world: World) -> None:
        original(self, world)
        with self._engine.begin() as connection:
            connection.connection.driver_connection.commit()  # type: ignore[union-attr]  # sqlite3's own
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")

    monkeypatch.setattr(Disk, "__init__", make)
    assert found("of a table that was deleted there is something in ", game="leduc", trouble=0.0)


@pytest.mark.thorough
def test_a_game_that_does_not_go_on_once_nothing_is_in_trouble_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many moves there were before."""
    heal, original, healed = Troubles.heal, game.seat_move, []

    async def stop(self: Troubles) -> None:
        await heal(self)
        healed.append(self)

    def seat_move(room: Room, seat: int, turn: int, action: int, by: str) -> MoveEvent:
        if healed:
            raise RefusalError("unavailable", "a fault of the program")
        return original(room, seat, turn, action, by)

    monkeypatch.setattr(Troubles, "heal", stop)
    monkeypatch.setattr(game, "seat_move", seat_move)
    outcome = simulate(0, EveningPlan(game="pig", moves=5, servers=1, clock=0))
    assert "the game has not gone on, with everybody there and nothing in trouble" in outcome.faults


def test_a_task_in_the_background_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Autoplay._reveal
    counted = itertools.count(1)

    async def reveal(self: Autoplay, turn: int) -> None:
        if next(counted) % 2 == 0:
            raise KeyError("a fault of the program")
        await original(self, turn)

    monkeypatch.setattr(Autoplay, "_reveal", reveal)
    assert found("nobody hears of it: KeyError: 'a fault of the program'", first=5, game=SEALED)


def test_a_fault_that_is_a_warning_in_the_servers_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(*_: object) -> None:
        raise KeyError("a fault of the program")

    monkeypatch.setattr(ClockWatch, "_play", play)
    assert found("logged: when a clock had ended: KeyError: 'a fault of the program'", clock=12)


def warn_at_every_event(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    original = LogWriter._insert

    def insert(self: LogWriter, rows: list[_LogRow]) -> set[tuple[str, int]]:
        logging.getLogger("croupier.server").warning(words)
        return original(self, rows)

    monkeypatch.setattr(LogWriter, "_insert", insert)


def test_a_warning_of_the_database_is_found_where_nothing_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    warn_at_every_event(monkeypatch, "the database: a fault of the program")
    words = "logged: the database: a fault of the program"
    assert words in simulate(3, SHORT).faults
    assert words not in simulate(3, replace(SHORT, failing={1: False})).faults


def test_an_illegal_action_in_the_log_is_found_and_the_trace_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_at_every_ninth_move(
        monkeypatch,
        lambda row: [{**row, "payload": json.dumps({**json.loads(row["payload"]), "action": 99})}],
    )
    trace: list[str] = []
    outcome = simulate(0, EveningPlan(game="pig", moves=20, servers=1, trouble=0.0), trace.append)
    assert any("cannot be played again by the rules: action 99 is not legal" in each for each in outcome.faults)
    assert "seed 0: pig" in trace[0]
    assert any(" append " in line and " move seat " in line and " action " in line for line in trace)
