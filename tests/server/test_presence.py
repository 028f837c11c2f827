"""Who counts as present: everybody for whom a browser with a socket may speak."""

import time

from tests.server.clients import PATIENCE_SECONDS, SOON, Browser, Server
from tests.server.conftest import Started


def until_here(server: Server, table: str, members: list[int]) -> None:
    """Wait until some members, and no others, are present."""
    end = time.monotonic() + PATIENCE_SECONDS
    while list(server.live(table).people.here) != members:
        assert time.monotonic() < end, server.live(table).people.here
        time.sleep(0.01)


def test_people_at_one_screen_are_all_here_and_no_agent_plays_for_them(ann: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open", settings={**SOON, "away_after": 1})
    ann.join(made, "Lena")  # in the same browser
    table = made["table"]
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    for member in (0, 1):
        with ann.sit(table, member) as seat:
            until_here(server, table, [0, 1])
            time.sleep(1.3)
            assert seat.ask("ping")["type"] == "pong"
            assert not any(chair.stand_in for chair in server.live(table).room.chairs)
    until_here(server, table, [])
    assert ann.refused("POST", f"/api/tables/{table}/reissue", {"member": 0, "whom": 1}) == "not-yet"


def test_who_has_another_browser_now_is_no_longer_here_by_the_old_one(started: Started) -> None:
    server = started(seed=1)
    ann, phone = Browser(server.port), Browser(server.port)
    made = ann.make("pig", "me", "open")
    ann.join(made, "Lena")
    table = made["table"]
    token = ann.post(f"/api/tables/{table}/links", {"member": 1})["token"]
    phone.post(f"/api/tables/{table}/enter", {"token": token})
    with ann.sit(table, 0):
        until_here(server, table, [0, 1])
        phone.post(f"/api/tables/{table}/reissue", {"member": 1, "whom": 1})  # the others have lost it
        until_here(server, table, [0])
        with phone.sit(table, 1):
            until_here(server, table, [0, 1])
        ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
        until_here(server, table, [0])


def test_a_link_of_the_host_is_void_when_the_person_is_at_another_ones_screen(started: Started) -> None:
    server = started(seed=1, link_pause=0)
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("skull-king", "me", "open", "open", options={"players": 3, "schedule": "one"})
    for name in ("Bob", "Lena"):
        bob.join(made, name)
    table = made["table"]
    token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 2})["token"]
    with bob.sit(table, 1):
        until_here(server, table, [1, 2])
        end = time.monotonic() + PATIENCE_SECONDS
        while server.live(table).room.offers:
            assert time.monotonic() < end
            time.sleep(0.01)
    assert Browser(server.port).refused("POST", f"/api/tables/{table}/enter", {"token": token}) == "forbidden"
