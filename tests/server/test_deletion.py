"""Deleting tables: at once, or in a game of several people after all who are there have agreed."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.server.events.happening import rebuilt_room
from croupier.server.events.lobby import missing
from croupier.server.live.connection import GONE
from croupier.server.room.chairs import Chair, Deletion
from croupier.server.room.messages import People
from croupier.server.storage.log import UnavailableError
from tests.server.clients import PATIENCE_SECONDS, SOON, Browser, Seat, Server
from tests.server.conftest import Started


class Company:
    """Ann, who hosts, and Bob and Cleo, all connected and in a game of three; and what they do."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.browsers = [Browser(server.port) for _ in range(3)]
        made = self.browsers[0].make("skull-king", "me", "open", "open", options={"players": 3, "schedule": "one"})
        self.made, self.table = made, made["table"]
        for name, browser in zip(("Bob", "Cleo"), self.browsers[1:], strict=True):
            browser.join(made, name)
        self.browsers[0].post(f"/api/tables/{self.table}/start", {"member": 0})
        self.seats: list[Seat] = []

    def delete(self) -> Any:
        """The host asks for it."""
        answer = self.browsers[0].ask("DELETE", f"/api/tables/{self.table}?member=0")
        assert answer.status == 200, answer.text
        return answer.json()

    def answer(self, member: int, agrees: bool) -> str:
        """Somebody says yes or no; returns the code, ``ok`` where it was taken."""
        body = {"member": member, "agrees": agrees}
        answer = self.browsers[member].ask("POST", f"/api/tables/{self.table}/assent", body)
        return "ok" if answer.status == 200 else str(answer.json()["error"]["code"])

    @property
    def there(self) -> bool:
        """Whether the table is stored."""
        path = self.server.store.engine.url.database
        assert path is not None
        with sqlite3.connect(path) as connection:
            count: int = connection.execute("SELECT count(*) FROM tables WHERE id = ?", (self.table,)).fetchone()[
                0
            ]
        connection.close()
        return count == 1

    def wait_until_gone(self) -> None:
        """Wait for the deletion."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self.there:
            assert time.monotonic() < until, "the table is still there"
            time.sleep(0.01)


@contextmanager
def gathered(server: Server) -> Iterator[Company]:
    """The company, with their sockets open."""
    company = Company(server)
    with ExitStack() as stack:
        company.seats = [
            stack.enter_context(browser.sit(company.table, member))
            for member, browser in enumerate(company.browsers)
        ]
        yield company


@pytest.fixture
def at_once(started: Started) -> Server:
    """A server on which nothing is waited for but people's assent."""
    return started(seed=1, delete_pause=0)


def told(seat: Seat, kind: str) -> str:
    """What a socket is told in words of an event."""
    said: str = seat.hear_event(kind)["messages"][-1]["text"]
    return said


def test_a_game_of_several_is_deleted_when_all_who_are_there_agree_and_not_before(at_once: Server) -> None:
    with gathered(at_once) as company:
        assert company.delete()["deleted"] is None
        for seat in company.seats:
            assert told(seat, "delete").startswith("Ann wants to delete this table")
        assert company.answer(1, agrees=True) == "ok"
        assert told(company.seats[2], "assent") == "Bob agrees to delete the table."
        assert company.answer(1, agrees=True) == "forbidden"  # has agreed already
        assert company.answer(0, agrees=True) == "forbidden"  # has asked for it
        time.sleep(0.3)
        assert company.there  # Cleo has said nothing
        assert company.seats[0].snapshot()["table"]["deletion"] == {"by": 0, "assents": [1]}
        assert company.answer(2, agrees=True) == "ok"
        company.wait_until_gone()
        for seat in company.seats:
            with pytest.raises(ConnectionClosed) as closed:
                seat.hear("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GONE


def test_one_who_does_not_agree_keeps_the_table(at_once: Server) -> None:
    with gathered(at_once) as company:
        company.delete()
        assert company.answer(1, agrees=True) == "ok"
        assert company.answer(2, agrees=False) == "ok"
        for seat in company.seats:
            assert told(seat, "keep") == "Cleo does not agree to delete the table. It stays."
        assert company.answer(1, agrees=True) == "forbidden"  # nothing is asked any more
        time.sleep(0.2)
        assert company.there
        assert company.seats[0].snapshot()["table"]["deletion"] is None


def test_the_host_thinks_better_of_it(at_once: Server) -> None:
    with gathered(at_once) as company:
        company.delete()
        assert company.answer(0, agrees=False) == "ok"
        assert told(company.seats[1], "keep") == "Ann no longer wants to delete the table. It stays."
        assert company.there


def test_who_has_left_is_waited_for_a_while_and_no_longer(started: Started) -> None:
    server = started(seed=1, delete_pause=2)
    with gathered(server) as company:
        company.delete()
        company.answer(1, agrees=True)
        time.sleep(1.7)
        left = time.monotonic()
        company.seats[2].socket.close()  # a page that is loaded anew
        time.sleep(1.0)  # the time of the announcement is over
        assert company.there
        company.wait_until_gone()
        assert time.monotonic() - left > 1.8


def test_an_absence_counts_from_its_beginning() -> None:
    pause, at = 60, 1_000_000
    room = rebuilt_room("t", [], None, given_seeds=False)
    room.chairs = [Chair(member=0), Chair(member=1), Chair(member=2), Chair(member=3)]
    room.deletion = Deletion(by=0, at=at)
    absent = {1: at - 59_000, 2: at - 61_000}
    assert missing(room, People(at, (0, 3), absent_since=absent), pause) == [1, 3]


def test_it_is_announced_before_it_happens(started: Started) -> None:
    server = started(seed=1, delete_pause=1)
    with gathered(server) as company:
        company.delete()
        asked = company.seats[1].hear("people", where=lambda said: said["deleted_in"] is not None)
        assert 0 < asked["deleted_in"] <= 1000
        began = time.monotonic()
        company.answer(1, agrees=True)
        company.answer(2, agrees=True)
        assert company.there
        company.wait_until_gone()
        assert time.monotonic() - began > 0.8


def alone(ann: Browser) -> Any:
    return ann.make("pig", "me", "bot", start=True)


def watching_agents(ann: Browser) -> Any:
    return ann.make("pig", "bot", "bot", start=True)


def before_the_game(ann: Browser) -> Any:
    made = ann.make("pig", "me", "open")
    Browser(ann.port).join(made, "Bob")
    return made


def with_a_watcher(ann: Browser) -> Any:
    made = ann.make("pig", "me", "bot")
    Browser(ann.port).join(made, "Wim")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    return made


@pytest.mark.parametrize("make", [alone, watching_agents, before_the_game, with_a_watcher])
def test_a_host_whom_nobody_plays_with_deletes_at_once(make: Callable[[Browser], Any], ann: Browser) -> None:
    table = make(ann)["table"]
    assert ann.ask("DELETE", f"/api/tables/{table}?member=0").json() == {"deleted": table}
    assert ann.refused("GET", f"/api/tables/{table}") == "not-found"


def test_who_is_away_may_come_back_in_time_and_a_removed_one_is_announced_to(started: Started) -> None:
    server = started(seed=1)
    ann, bob = Browser(server.port), Browser(server.port)
    for removed in (False, True):
        made = ann.make("pig", "me", "open", settings={**SOON, "spectators": "open"})
        table = made["table"]
        bob.join(made, "Bob")
        ann.post(f"/api/tables/{table}/start", {"member": 0})
        if removed:  # a host who plays with nobody any more because of that is not alone
            ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
        answer = ann.ask("DELETE", f"/api/tables/{table}?member=0").json()
        assert answer["deleted"] is None
        assert ann.refused("DELETE", f"/api/tables/{table}?member=0") == "forbidden"  # is announced
        with Browser(server.port).sit(table, None) as watcher:
            assert 59_000 < watcher.heard[0]["people"]["deleted_in"] <= 60_000
            assert "wants to delete" in watcher.heard[0]["messages"][-1]["text"]


def test_after_a_restart_the_time_begins_anew_and_assent_is_kept(started: Started) -> None:
    before = started(seed=1, delete_pause=3600)
    with gathered(before) as company:
        company.delete()
        company.answer(1, agrees=True)
    before.stop()
    after = started(seed=1, delete_pause=1)
    company.server = after
    for browser in company.browsers:
        browser.port = after.port
    with company.browsers[2].sit(company.table, 2) as cleo:  # whoever was there comes back in this time
        assert cleo.heard[0]["table"]["deletion"] == {"by": 0, "assents": [1]}
        assert cleo.heard[0]["people"]["deleted_in"] > 500
        time.sleep(1.3)
        assert company.there
        company.answer(2, agrees=True)
        company.wait_until_gone()


def test_a_table_that_waits_to_be_deleted_is_not_forgotten(started: Started) -> None:
    server = started(seed=1, delete_pause=3600)
    with gathered(server) as company:
        live = server.live(company.table)
        company.delete()
    until = time.monotonic() + PATIENCE_SECONDS
    while live.connections:
        assert time.monotonic() < until, "a socket is still open at the table"
        time.sleep(0.01)
    live.idle_since -= 3600
    server.loop.call_soon_threadsafe(server.hub.sweep)
    company.browsers[0].get("/api/tables")  # after the sweep
    assert server.live(company.table) is live
    company.answer(2, agrees=False)
    live.idle_since -= 3600
    server.loop.call_soon_threadsafe(server.hub.sweep)
    company.browsers[0].get("/api/tables")
    assert live not in server.hub.present()


def test_what_was_announced_happens_though_nobody_follows_the_table_after_a_restart(started: Started) -> None:
    before = started(seed=1, delete_pause=3600)
    with gathered(before) as company:
        company.delete()
    before.stop()
    company.server = after = started(seed=1, delete_pause=0)
    company.browsers[1].port = after.port
    assert company.there
    company.browsers[1].ask("GET", f"/api/tables/{company.table}")
    company.wait_until_gone()


def test_a_database_that_does_not_answer_delays_the_deletion(
    at_once: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.live.watches.RETRY_SECONDS", 0.1)
    inner, tried = at_once.hub.store.delete, []

    async def fail_twice(table: str) -> None:
        said = [each.text for each in at_once.live(table).room.notices]
        tried.append(said.count("The table is deleted."))
        if len(tried) < 3:
            raise UnavailableError("gone fishing")
        await inner(table)

    at_once.hub.store.delete = fail_twice  # type: ignore[method-assign]  # the first times
    with gathered(at_once) as company:
        company.delete()
        company.answer(1, agrees=True)
        company.answer(2, agrees=True)
        company.wait_until_gone()
    assert len(tried) >= 3  # this test reads the file as well, which may keep one more from writing
    assert set(tried) == {1}


def test_whoever_watches_has_no_say(at_once: Server) -> None:
    with gathered(at_once) as company:
        assert company.answer(1, agrees=False) == "forbidden"  # nothing is asked
        wim = Browser(at_once.port)
        member = wim.join(company.made, "Wim")["member"]
        company.delete()
        for agrees in (True, False):
            body = {"member": member, "agrees": agrees}
            assert wim.refused("POST", f"/api/tables/{company.table}/assent", body) == "forbidden"
        assert company.seats[1].snapshot()["table"]["deletion"] is not None


def test_when_hosting_passes_nothing_is_deleted(at_once: Server) -> None:
    with gathered(at_once) as company:
        company.delete()
        company.browsers[0].post(f"/api/tables/{company.table}/host", {"member": 0, "whom": 1})
        assert company.seats[2].snapshot()["table"]["deletion"] is None
