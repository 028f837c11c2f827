"""What is planted against a promise is found, and so is what leaks: a fault a time, within some seeds."""

from __future__ import annotations

import itertools
import json
import logging
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
from tests.simulator.evening import EveningPlan, simulate
from tests.simulator.process import SimulatedProcess
from tests.simulator.store import Disk
from tests.simulator.test_evenings import FOUR, SEALED, SHORT
from tests.simulator.troubles import Troubles
from tests.simulator.twins import compare_twin
from tests.simulator.world import World

BUDGET = 12
"""Seeds within which what is planted has to be found."""
Fault = Callable[[pytest.MonkeyPatch], None]
PLANTED: list[Any] = []
LEAKING: list[Any] = []
_LogRow = dict[str, Any]


def plant(words: str, first: int = 0, *, daily: bool = False, **plan: Any) -> Callable[[Fault], Fault]:
    """Note a fault, and the words in which it has to be found, from some seed on; most in a thorough run alone."""

    def note(fault: Fault) -> Fault:
        evening = EveningPlan(**{"game": "pig", "moves": 60, **plan})
        marks = () if daily else pytest.mark.thorough
        PLANTED.append(pytest.param(fault, words, first, evening, id=fault.__name__, marks=marks))
        return fault

    return note


def leak(first: int) -> Callable[[Fault], Fault]:
    """Note a leak, which two evenings that differ in what is hidden have to show, from some seed on."""

    def note(fault: Fault) -> Fault:
        LEAKING.append(pytest.param(fault, first, id=fault.__name__, marks=pytest.mark.thorough))
        return fault

    return note


def at_every_ninth_move(patch: pytest.MonkeyPatch, fault: Callable[[_LogRow], list[_LogRow]]) -> None:
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

    patch.setattr(LogWriter, "_insert", insert)


@plant("the log has gaps", daily=True)
def a_confirmed_move_that_is_not_written(patch: pytest.MonkeyPatch) -> None:
    at_every_ninth_move(patch, lambda _: [])


@plant("is damaged", game="skull-king", options={"players": 4}, servers=2, trouble=0.0, moves=20)
def a_number_that_two_servers_write(patch: pytest.MonkeyPatch) -> None:
    """As by a database without a unique key: the later one stands."""
    later = insert(schema.events).prefix_with("OR REPLACE").returning(*logs._KEY)
    patch.setattr(logs, "_INSERT_SQLITE", later)


@plant("2 times in the chat")
def a_line_of_the_chat_that_is_kept_twice(patch: pytest.MonkeyPatch) -> None:
    original = Store.say

    async def say(self: Store, table: str, line: ChatLine) -> None:
        await original(self, table, line)
        if line.number == 2:
            await original(self, table, replace(line, number=3))

    patch.setattr(Store, "say", say)


@plant("and not in the chat: ")
def a_line_of_the_chat_that_is_told_with_other_words(patch: pytest.MonkeyPatch) -> None:
    def message(kind: str, **parts: Any) -> dict[str, Any]:
        return messages.message(kind, lines=[{**line, "text": "something else"} for line in parts["lines"]])

    patch.setattr("croupier.server.live.chat.message", message)


@plant("and refused whenever it was sent")
def a_move_that_is_in_the_log_and_was_answered_as_refused(patch: pytest.MonkeyPatch) -> None:
    original = Connection.send_text
    counted = itertools.count(1)

    def send_text(self: Connection, text: str) -> None:
        told = json.loads(text)
        if told["type"] == "ok" and next(counted) % 9 == 0:
            text = json.dumps({**told, "type": "refused", "code": "illegal-action", "message": "no"})
        original(self, text)

    patch.setattr(Connection, "send_text", send_text)


@plant("sent by nobody")
def a_persons_move_that_nobody_has_sent(patch: pytest.MonkeyPatch) -> None:
    """Nor is anybody told of another one: the log itself holds it, as after a mistake in the route."""
    original = game.move

    def move(room: Room, member: int | None, turn: int, action: int) -> MoveEvent | SealEvent:
        return original(room, member, turn, 1 - action if turn % 9 == 0 and action < 2 else action)

    patch.setitem(SAID, "move", replace(SAID["move"], check=move))


@plant("nothing has ended a wait", clock=15, trouble=0.0)
def a_clock_that_never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ClockWatch, "nudge", lambda _: None)


@plant("confirmed, and not in the log", first=9, servers=1)
def a_confirmed_move_that_is_lost_with_the_server(patch: pytest.MonkeyPatch) -> None:
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

    patch.setattr(Disk, "__init__", make)
    patch.setattr(SimulatedProcess, "kill", kill)


@plant("was played 2 times")
def a_move_that_is_written_twice(patch: pytest.MonkeyPatch) -> None:
    at_every_ninth_move(patch, lambda row: [row, {**row, "number": row["number"] + 1}])


@plant("was told event")
def events_that_are_told_in_two_orders(patch: pytest.MonkeyPatch) -> None:
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

    patch.setattr(Connection, "send_text", send_text)


@plant("a clock of 12 s ended after", first=9, clock=12, servers=1, trouble=10.0)
@plant("a clock of 12 s ended after", first=15, clock=12, servers=2, trouble=10.0)
def a_clock_that_runs_while_no_server_does(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(waiting, "lost", lambda *times: times[-1])


@plant("a clock of 12 s ended after", first=4, clock=12, servers=1, trouble=10.0)
@plant("a clock of 12 s ended after", first=4, clock=12, servers=2, trouble=10.0)
def a_clock_that_runs_while_the_database_does_not_answer(patch: pytest.MonkeyPatch) -> None:
    """And nothing else is in trouble."""
    patch.setattr(waiting, "lost", lambda *times: times[-1])
    patch.setattr(Troubles, "_begin_one", lambda self, _: self.silence())


@plant("shown that a clock of 12 s ends after 6.000 s", clock=12, trouble=0.0)
def a_clock_that_pages_are_shown_too_short(patch: pytest.MonkeyPatch) -> None:
    """While the table's own runs as it should."""
    original = SeatMessages._waits

    def waits(self: SeatMessages, member: int | None) -> dict[str, Any]:
        told = original(self, member)
        for each in told["waits"]:
            each["until"] = each["until"] and (each["since"] + each["until"]) // 2
        return told

    patch.setattr(SeatMessages, "_waits", waits)


@plant("told a sealed answer that is not one's own", game=SEALED)
def a_sealed_answer_that_is_told_to_another_seat(patch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room, seat: int | None) -> dict[str, Any] | None:
        told = sealed_data(room, seat)
        if told is not None and told["answer"] is None and told["done"]:
            told["answer"] = sealed_data(room, told["done"][0])["answer"]  # type: ignore[index]
        return told

    patch.setattr("croupier.server.room.messages.sealed_data", leaky)


@plant("member None, event 3: shown what seat 0 may know alone", game="leduc")
def a_spectator_who_is_shown_a_hand(patch: pytest.MonkeyPatch) -> None:
    original = SeatMessages.view

    def view(self: SeatMessages, table: Table, seat: int | None) -> Any:
        return original(self, table, 0 if seat is None else seat)

    patch.setattr(SeatMessages, "view", view)


@plant("circles that have kept its game: []", game="leduc")
def a_circle_that_has_not_kept_a_game(patch: pytest.MonkeyPatch) -> None:
    async def add(*_: object) -> bool:
        return True

    patch.setattr(Circles, "add", add)


@plant("played again at a table that is not there: none", game="leduc")
def another_game_at_a_table_that_is_not_there(patch: pytest.MonkeyPatch) -> None:
    original = AgainEvent
    patch.setattr(tables, "AgainEvent", lambda **_: original(table="none"))


@plant("of a table that was deleted there is something in ", game="leduc", trouble=0.0)
def what_is_left_of_a_table_that_was_deleted(patch: pytest.MonkeyPatch) -> None:
    """As by a database that does not know what belongs to what."""
    original = Disk.__init__

    def make(self: Disk, world: World) -> None:
        original(self, world)
        with self._engine.begin() as connection:
            connection.connection.driver_connection.commit()  # type: ignore[union-attr]  # sqlite3's own
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")

    patch.setattr(Disk, "__init__", make)


@plant("the game has not gone on, with everybody there and nothing in trouble", moves=5, servers=1, clock=0)
def a_game_that_does_not_go_on_once_nothing_is_in_trouble(patch: pytest.MonkeyPatch) -> None:
    """However many moves there were before."""
    heal, original, healed = Troubles.heal, game.seat_move, []

    async def stop(self: Troubles) -> None:
        await heal(self)
        healed.append(self)

    def seat_move(room: Room, seat: int, turn: int, action: int, by: str) -> MoveEvent:
        if healed:
            raise RefusalError("unavailable", "a fault of the program")
        return original(room, seat, turn, action, by)

    patch.setattr(Troubles, "heal", stop)
    patch.setattr(game, "seat_move", seat_move)


@plant("nobody hears of it: KeyError: 'a fault of the program'", first=5, game=SEALED)
def a_task_in_the_background_that_fails(patch: pytest.MonkeyPatch) -> None:
    original = Autoplay._reveal
    counted = itertools.count(1)

    async def reveal(self: Autoplay, turn: int) -> None:
        if next(counted) % 2 == 0:
            raise KeyError("a fault of the program")
        await original(self, turn)

    patch.setattr(Autoplay, "_reveal", reveal)


@plant("logged: when a clock had ended: KeyError: 'a fault of the program'", clock=12)
def a_fault_that_is_a_warning_in_the_servers_log(patch: pytest.MonkeyPatch) -> None:
    async def play(*_: object) -> None:
        raise KeyError("a fault of the program")

    patch.setattr(ClockWatch, "_play", play)


@plant("cannot be played again by the rules: action 99 is not legal", servers=1, trouble=0.0, moves=20)
def an_illegal_action_in_the_log(patch: pytest.MonkeyPatch) -> None:
    at_every_ninth_move(
        patch, lambda row: [{**row, "payload": json.dumps({**json.loads(row["payload"]), "action": 99})}]
    )


@pytest.mark.parametrize(("fault", "words", "first", "plan"), PLANTED)
def test_a_planted_fault_is_found(
    fault: Fault, words: str, first: int, plan: EveningPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    assert any(words in told for seed in range(first, first + BUDGET) for told in simulate(seed, plan).faults)


@leak(first=13)
def a_sealed_answer_that_leaks_by_an_order(patch: pytest.MonkeyPatch) -> None:
    """Who has answered is told as ever, but whoever has sealed less comes first."""

    def leaky(room: Room, seat: int | None) -> dict[str, Any] | None:
        told = sealed_data(room, seat)
        if told is not None and room.table is not None:
            told["done"] = sorted(told["done"], key=room.table.sealed.__getitem__)
        return told

    patch.setattr(messages, "sealed_data", leaky)


@leak(first=10)
def hands_that_leak_beside_the_view(patch: pytest.MonkeyPatch) -> None:
    original = messages.table_data

    def leaky(room: Room) -> dict[str, Any]:
        seats = () if room.table is None else range(room.table.game.num_players)
        return {**original(room), "hands": [room.table and room.table.state.view(seat) for seat in seats]}

    patch.setattr(messages, "table_data", leaky)


@leak(first=13)
def sealed_answers_that_leak_in_an_answer_to_a_request(patch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room) -> dict[str, Any]:
        return {
            **messages.table_data(room),
            "sealed": [] if room.table is None else list(room.table.sealed.values()),
        }

    patch.setattr("croupier.server.routes.tables.table_data", leaky)


@leak(first=14)
def sealed_answers_that_leak_in_the_list_of_ones_tables(patch: pytest.MonkeyPatch) -> None:
    """Where a process has the game in memory."""
    original = tables._outlined

    def leaky(room: Room) -> dict[str, Any]:
        return {**original(room), "sealed": [] if room.table is None else list(room.table.sealed.values())}

    patch.setattr(tables, "_outlined", leaky)


@pytest.mark.parametrize(("fault", "first"), LEAKING)
def test_a_leak_is_found(fault: Fault, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    seeds = range(first, first + BUDGET)
    assert any(compare_twin(seed, FOUR, simulate(seed, FOUR)).faults for seed in seeds)


@pytest.mark.thorough
def test_a_warning_of_the_database_is_found_where_nothing_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    original, words = LogWriter._insert, "the database: a fault of the program"

    def insert(self: LogWriter, rows: list[_LogRow]) -> set[tuple[str, int]]:
        logging.getLogger("croupier.server").warning(words)
        return original(self, rows)

    monkeypatch.setattr(LogWriter, "_insert", insert)
    assert f"logged: {words}" in simulate(3, SHORT).faults
    assert f"logged: {words}" not in simulate(3, replace(SHORT, failing={1: False})).faults
