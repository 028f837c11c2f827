"""A host who vanishes: after a pause somebody else at the table hosts."""

import time

import pytest

from tests.server.clients import Browser
from tests.server.conftest import Started


def test_a_player_takes_hosting_over_from_a_host_who_has_vanished(started: Started) -> None:
    server = started(seed=1, host_pause=1)
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("pig", "me", "open")
    table = made["table"]
    bob.join(made, "Bob")
    with bob.sit(table, 1) as seat:
        with ann.sit(table, 0):
            seat.hear("people", where=lambda said: said["here"] == [0, 1] and said["host_free"] is None)
            assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "forbidden"
        told = seat.hear("people", where=lambda said: said["here"] == [1])
        assert told["host_free"] > 1000 * time.time()
        assert 0 < told["host_left"] <= 1000
        assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "not-yet"
        time.sleep(max(0.0, told["host_free"] / 1000 - time.time()) + 0.05)
        assert bob.post(f"/api/tables/{table}/take-over", {"member": 1})["you"]["host"]
        assert seat.hear_event("host")["you"] == {"member": 1, "seat": 1, "host": True, "circle": None}
        assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "forbidden"  # is it already
        assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0}) == "forbidden"
        begun = bob.post(f"/api/tables/{table}/start", {"member": 1})
        assert begun["state"]["host"] == 1


def test_who_only_watches_takes_hosting_over_after_a_day_without_those_who_play(started: Started) -> None:
    server = started(seed=1, host_pause=0)
    ann, bob, eve = (Browser(server.port) for _ in range(3))
    made = ann.make("pig", "me", "open")
    table = made["table"]
    bob.join(made, "Bob")
    assert eve.join(made, "Eve")["you"]["seat"] is None
    with eve.sit(table, 2) as watching:
        with bob.sit(table, 1):
            watching.hear("people", where=lambda said: said["here"] == [1, 2])
            assert eve.refused("POST", f"/api/tables/{table}/take-over", {"member": 2}) == "forbidden"
            assert watching.heard[-1]["watcher_free"] is None
            assert watching.heard[-1]["host_left"] == 0
        told = watching.hear("people", where=lambda said: said["here"] == [2])
        assert 86_300_000 < told["watcher_left"] <= 86_400_000
        assert eve.refused("POST", f"/api/tables/{table}/take-over", {"member": 2}) == "not-yet"
        absences = server.hub.absences.of(table)
        absences._since = {member: at - 86_400_000 for member, at in absences._since.items()}  # a day later
        assert eve.post(f"/api/tables/{table}/take-over", {"member": 2})["you"]["host"]


def test_a_host_who_comes_back_in_time_stays_the_host(started: Started) -> None:
    server = started(seed=1, host_pause=0)
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("pig", "me", "open")
    table = made["table"]
    bob.join(made, "Bob")
    with bob.sit(table, 1) as seat:
        assert seat.heard[0]["people"]["host_free"] is not None
        with ann.sit(table, 0):
            assert seat.hear("people", where=lambda said: said["here"] == [0, 1])["host_free"] is None
            assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "forbidden"


@pytest.mark.parametrize("member", [0, 7])
def test_nobody_takes_over_in_anothers_name(member: int, started: Started) -> None:
    server = started(seed=1, host_pause=0)
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("pig", "me", "open")
    bob.join(made, "Bob")
    assert bob.refused("POST", f"/api/tables/{made['table']}/take-over", {"member": member}) == "forbidden"


def test_at_a_table_where_nobody_has_a_seat_a_watcher_hosts_after_a_day_without_the_host(started: Started) -> None:
    server = started(seed=1, host_pause=0)
    ann, eve = Browser(server.port), Browser(server.port)
    made = ann.make("pig", "bot", "bot")
    eve.join(made, "Eve")
    with eve.sit(made["table"], 1):
        wish = {"member": 1}
        assert eve.refused("POST", f"/api/tables/{made['table']}/take-over", wish) == "not-yet"
        server.hub.absences.of(made["table"])._since[0] -= 86_400_000  # a day later
        assert eve.post(f"/api/tables/{made['table']}/take-over", wish)["you"]["host"]


def test_nobody_counts_as_away_from_before_the_server_started(started: Started) -> None:
    before = started(seed=1, host_pause=0)
    ann, bob = Browser(before.port), Browser(before.port)
    made = ann.make("pig", "me", "open")
    table = made["table"]
    bob.join(made, "Bob")
    with bob.sit(table, 1) as seat:
        assert seat.heard[0]["people"]["host_left"] == 0
    before.stop()
    after = Browser(started(seed=1, host_pause=30).port)
    after.cookies.update(bob.cookies)
    with after.sit(table, 1) as seat:
        assert 29_000 < seat.heard[0]["people"]["host_left"] <= 30_000
