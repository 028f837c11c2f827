"""Who counts as present: everybody for whom a browser with a socket may speak."""

import asyncio
import time

from croupier.server.events import waiting
from tests.server.clients import PATIENCE_SECONDS, SOON, Browser, Seat, Server, mover_among
from tests.server.conftest import Started


def until_here(server: Server, table: str, members: list[int]) -> None:
    """Wait until some members, and no others, are present."""
    end = time.monotonic() + PATIENCE_SECONDS
    while list(server.live(table).people.here) != members:
        assert time.monotonic() < end, server.live(table).people.here
        time.sleep(0.01)


def hear_of(browser: Seat, kind: str, seat: int) -> None:
    """Listen until something has happened to a seat."""
    browser.hear("update", where=lambda said: (said["event"]["kind"], said["event"]["seat"]) == (kind, seat))


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


def test_people_at_one_screen_get_back_together_what_they_have_lost_by_being_away(
    ann: Browser, bob: Browser, server: Server
) -> None:
    options = {"players": 3, "schedule": "fives"}
    made = ann.make("skull-king", "me", "open", "open", options=options, settings={**SOON, "away_after": 1})
    ann.join(made, "Lena")  # in the same browser
    bob.join(made, "Bob")
    table = made["table"]
    ann.post(f"/api/tables/{table}/start", {"member": 0})

    def played_for() -> list[bool]:
        return [chair.stand_in for chair in server.live(table).room.chairs]

    with bob.sit(table, 2) as watching:
        for missing in (0, 1):  # all bid at once, and nobody is there for two seats
            hear_of(watching, "away", missing)
        assert played_for() == [True, True, False]
        with ann.sit(table, 1) as seat:  # the page shows the table for Lena, and Ann is in front of it
            for each in (1, 0):
                hear_of(seat, "back", each)
            assert played_for() == [False, False, False]
            assert seat.ask("away")["type"] == "ok"  # her own wish
        for member in (0, 1):
            with ann.sit(table, member) as seat:
                assert seat.ask("ping")["type"] == "pong"
                assert played_for() == [False, True, False]
    server.forget(table)  # what the log says is the same
    with ann.sit(table, 1) as seat:
        assert seat.ask("ping")["type"] == "pong"
        assert played_for() == [False, True, False]
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "not-your-turn"
        assert seat.ask("back")["type"] == "ok"


def test_a_move_ends_an_agent_that_was_not_wished_for(ann: Browser, bob: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open", settings={**SOON, "pace": "slow"})
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    live = server.live(made["table"])
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], 1) as second:
        seat = mover_among([first, second])
        place = (first, second).index(seat)
        late = live.do(lambda room: waiting.stand_in(room, None, place))  # as if both came at one moment
        asyncio.run_coroutine_threadsafe(late, server.loop).result()
        assert seat.ask("move", turn=seat.turn, action=0)["type"] == "ok"
        seat.hear_event("back")
        seat.hear_event("move")


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
