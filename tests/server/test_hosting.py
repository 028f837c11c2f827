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
        assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "forbidden"  # too early
        time.sleep(max(0.0, told["host_free"] / 1000 - time.time()) + 0.05)
        assert bob.post(f"/api/tables/{table}/take-over", {"member": 1})["you"]["host"]
        assert seat.hear_event("host")["you"] == {"member": 1, "seat": 1, "host": True}
        assert bob.refused("POST", f"/api/tables/{table}/take-over", {"member": 1}) == "forbidden"  # is it already
        assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0}) == "forbidden"
        begun = bob.post(f"/api/tables/{table}/start", {"member": 1})
        assert begun["state"]["host"] == 1


def test_who_only_watches_does_not_take_hosting_from_those_who_play(started: Started) -> None:
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
        watching.hear("people", where=lambda said: said["here"] == [2])
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
