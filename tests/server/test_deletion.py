"""Deleting tables: at once, or in a game of several people after all who are there have agreed."""

import pytest

from croupier.server.events.happening import rebuilt_room
from croupier.server.events.lobby import missing
from croupier.server.live.connection import GONE
from croupier.server.room.chairs import Chair, Deletion
from croupier.server.room.messages import People
from croupier.server.storage.log import UnavailableError
from tests.server.clients import SOON, AnyServer, Company, Seat
from tests.server.conftest import Started

IDLE_SECONDS = 120
"""A table at which nobody is leaves memory sooner."""


def three(server: AnyServer) -> Company:
    """Ann, who hosts, and Bob and Cid in a game of three."""
    return Company(server, "skull-king", people=3, options={"players": 3, "schedule": "one"})


def there(at: Company) -> bool:
    """Whether the table is stored."""
    return bool(at.server.sql("SELECT * FROM tables WHERE id = ?", at.table))


def told(seat: Seat, kind: str) -> str:
    """What a socket is told in words of an event."""
    said: str = seat.hear_event(kind)["messages"][-1]["text"]
    return said


@pytest.fixture
def prompt(started: Started) -> AnyServer:
    """A server on which nothing is waited for but people's assent."""
    return started(seed=1, delete_pause=0)


def test_a_game_of_several_is_deleted_when_all_who_are_there_agree_and_not_before(prompt: AnyServer) -> None:
    at = three(prompt)
    with at.seats(0, 1, 2) as seats:
        assert at.refused(1, "assent", agrees=False) == "forbidden"  # nothing is asked
        assert at.join("Wim") == 3
        assert at.delete()["deleted"] is None
        for seat in seats:
            assert told(seat, "delete").startswith("Ann wants to delete this table")
        for agrees in (True, False):
            assert at.refused(3, "assent", agrees=agrees) == "forbidden"  # whoever watches has no say
        at.post(1, "assent", agrees=True)
        assert told(seats[2], "assent") == "Bob agrees to delete the table."
        for member in (1, 0):  # has agreed already, or has asked for it
            assert at.refused(member, "assent", agrees=True) == "forbidden"
        prompt.pass_time(60)
        assert there(at)  # Cid has said nothing
        assert seats[0].snapshot()["table"]["deletion"] == {"by": 0, "assents": [1]}
        at.post(2, "assent", agrees=True)
        assert not there(at)
        assert [seat.closed() for seat in seats] == [GONE] * len(seats)


@pytest.mark.parametrize("how", ["no", "better", "host"])
def test_one_who_does_not_agree_or_thinks_better_of_it_keeps_the_table(how: str, prompt: AnyServer) -> None:
    at = three(prompt)
    with at.seats(0, 1, 2) as seats:
        at.delete()
        at.post(1, "assent", agrees=True)
        if how == "host":  # when hosting passes nothing is deleted
            at.post(0, "host", whom=1)
        else:
            at.post(2 if how == "no" else 0, "assent", agrees=False)
            words = "Cid does not agree" if how == "no" else "Ann no longer wants"
            for seat in seats:
                assert told(seat, "keep") == f"{words} to delete the table. It stays."
        assert at.refused(1, "assent", agrees=True) == "forbidden"  # nothing is asked any more
        prompt.pass_time(60)
        assert there(at)
        assert seats[0].snapshot()["table"]["deletion"] is None


def test_who_has_left_is_waited_for_a_while_and_no_longer(started: Started) -> None:
    at = three(started(seed=1, delete_pause=20))
    with at.seats(0, 1, 2) as seats:
        at.delete()
        at.post(1, "assent", agrees=True)
        at.server.pass_time(17)
        seats[2].socket.close()  # a page that is loaded anew
        at.server.pass_time(18)  # the time of the announcement is over
        assert there(at)
        at.server.pass_time(4)
        assert not there(at)


def test_an_absence_counts_from_its_beginning() -> None:
    pause, at = 60, 1_000_000
    room = rebuilt_room("t", [], None, given_seeds=False)
    room.chairs = [Chair(member=0), Chair(member=1), Chair(member=2), Chair(member=3)]
    room.deletion = Deletion(by=0, at=at)
    absent = {1: at - 59_000, 2: at - 61_000}
    assert missing(room, People(at, (0, 3), absent_since=absent), pause) == [1, 3]


def test_it_is_announced_before_it_happens(started: Started) -> None:
    at = three(started(seed=1, delete_pause=10))
    with at.seats(0, 1, 2) as seats:
        at.delete()
        asked = seats[1].hear("people", where=lambda said: said["deleted_in"] is not None)
        assert asked["deleted_in"] == 10_000
        for member in (1, 2):
            at.post(member, "assent", agrees=True)
        at.server.pass_time(9.9)
        assert there(at)
        at.server.pass_time(0.2)
        assert not there(at)


@pytest.mark.parametrize("who", ["alone", "agents", "lobby", "watcher"])
def test_a_host_whom_nobody_plays_with_deletes_at_once(who: str, server: AnyServer) -> None:
    seats = {"alone": ("me", "bot"), "agents": ("bot", "bot"), "lobby": ("me", "open"), "watcher": ("me", "bot")}
    at = Company(server, "pig", *seats[who], people=2 if who in ("lobby", "watcher") else 1, start=who != "lobby")
    assert at.delete() == {"deleted": at.table}
    assert at.browsers[0].refused("GET", at.path()) == "not-found"


@pytest.mark.parametrize("removed", [False, True])
def test_who_is_away_may_come_back_in_time_and_a_removed_one_is_announced_to(
    removed: bool, server: AnyServer
) -> None:
    at = Company(server, settings={**SOON, "spectators": "open"})
    if removed:  # a host who plays with nobody any more because of that is not alone
        at.post(0, "remove", whom=1)
    assert at.delete()["deleted"] is None
    assert at.delete()["error"]["code"] == "forbidden"  # is announced
    with at.sit(None) as watcher:
        assert watcher.heard[0]["people"]["deleted_in"] == 60_000
        assert "wants to delete" in watcher.heard[0]["messages"][-1]["text"]


def test_after_a_restart_the_time_begins_anew_and_assent_is_kept(started: Started) -> None:
    before = started(seed=1, delete_pause=3600)
    at = three(before)
    with at.seats(0, 1, 2):
        at.delete()
        at.post(1, "assent", agrees=True)
    before.stop()
    at.move_to(started(seed=1, delete_pause=10))
    with at.sit(2) as cid:  # whoever was there comes back in this time
        assert cid.heard[0]["table"]["deletion"] == {"by": 0, "assents": [1]}
        assert cid.heard[0]["people"]["deleted_in"] == 10_000
        at.server.pass_time(13)
        assert there(at)
        at.post(2, "assent", agrees=True)
        assert not there(at)


def test_what_was_announced_happens_though_nobody_follows_the_table_after_a_restart(started: Started) -> None:
    before = started(seed=1, delete_pause=3600)
    at = three(before)
    with at.seats(0, 1, 2):
        at.delete()
    before.stop()
    at.move_to(started(seed=1, delete_pause=0))
    assert there(at)
    at.browsers[1].ask("GET", at.path())
    assert not there(at)


def test_a_table_that_waits_to_be_deleted_is_not_forgotten(started: Started) -> None:
    at = three(started(seed=1, delete_pause=3600))
    with at.seats(0, 1, 2):
        live = at.live
        at.delete()
    at.server.pass_time(IDLE_SECONDS)
    assert at.live is live
    at.post(2, "assent", agrees=False)
    at.server.pass_time(IDLE_SECONDS)
    assert live not in at.server.hub.present()


def test_a_database_that_does_not_answer_delays_the_deletion(prompt: AnyServer) -> None:
    inner, tried = prompt.hub.store.delete, []

    async def fail_twice(table: str) -> None:
        tried.append([each.text for each in at.room.notices].count("The table is deleted."))
        if len(tried) < 3:
            raise UnavailableError("gone fishing")
        await inner(table)

    prompt.hub.store.delete = fail_twice  # type: ignore[method-assign]  # the first times
    at = three(prompt)
    with at.seats(0, 1, 2):
        at.delete()
        for member in (1, 2):
            at.post(member, "assent", agrees=True)
        assert there(at)
        prompt.pass_time(60)
    assert not there(at)
    assert tried == [1, 1, 1]
