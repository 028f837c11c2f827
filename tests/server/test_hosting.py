"""Who counts as present, and who hosts once the host has vanished."""

from croupier.server.events import waiting
from tests.server.clients import SOON, AnyServer, Company, Seat, here, mover_among
from tests.server.conftest import Started

DAY_MILLISECONDS = 86_400_000


def a_day_later(at: Company, *members: int) -> None:
    """Those who are away have been so for a day more."""
    absences = at.server.hub.absences.of(at.table)
    for member in members:
        absences._since[member] -= DAY_MILLISECONDS


def test_a_player_takes_hosting_over_from_a_host_who_has_vanished(started: Started) -> None:
    at = Company(started(seed=1, host_pause=1), start=False)
    with at.sit(1) as seat:
        with at.sit(0):
            seat.hear("people", where=lambda said: here(0, 1)(said) and said["host_free"] is None)
            assert at.refused(1, "take-over") == "forbidden"
        told = seat.hear("people", where=here(1))
        assert told["host_left"] == 1000
        assert at.refused(1, "take-over") == "not-yet"
        at.server.pass_time(0.99)
        code, words = at.why(1, "take-over")
        assert (code, "try again in 1 second" in words) == ("not-yet", True)
        with at.sit(0):  # who comes back in time stays the host
            assert seat.hear("people", where=here(0, 1))["host_free"] is None
            at.server.pass_time(2)
            assert at.refused(1, "take-over") == "forbidden"
        at.server.pass_time(1.0)
        assert at.post(1, "take-over")["you"]["host"]
        assert seat.hear_event("host")["you"] == {"member": 1, "seat": 1, "host": True, "circle": None}
        assert at.refused(1, "take-over") == "forbidden"  # is it already
        assert at.refused(0, "start") == "forbidden"
        assert at.post(1, "start")["state"]["host"] == 1


def test_who_only_watches_takes_hosting_over_after_a_day_without_those_who_play(started: Started) -> None:
    at = Company(started(seed=1, host_pause=0), start=False)
    assert at.join("Eve") == 2
    with at.sit(2) as watching:
        with at.sit(1):
            watching.hear("people", where=here(1, 2))
            assert at.refused(2, "take-over") == "forbidden"
            assert watching.heard[-1]["watcher_free"] is None
            assert watching.heard[-1]["host_left"] == 0
        told = watching.hear("people", where=here(2))
        assert DAY_MILLISECONDS - 1000 < told["watcher_left"] <= DAY_MILLISECONDS
        assert at.refused(2, "take-over") == "not-yet"
        a_day_later(at, 0, 1)
        assert at.post(2, "take-over")["you"]["host"]


def test_at_a_table_where_nobody_has_a_seat_a_watcher_hosts_after_a_day_without_the_host(started: Started) -> None:
    at = Company(started(seed=1, host_pause=0), "pig", "bot", "bot", start=False)
    with at.sit(1):
        assert at.refused(1, "take-over") == "not-yet"
        a_day_later(at, 0)
        assert at.post(1, "take-over")["you"]["host"]


def test_nobody_counts_as_away_from_before_the_server_started(started: Started) -> None:
    before = started(seed=1, host_pause=0)
    at = Company(before, start=False)
    with at.sit(1) as seat:
        assert seat.heard[0]["people"]["host_left"] == 0
    before.stop()
    at.move_to(started(seed=1, host_pause=30))
    with at.sit(1) as seat:
        assert seat.heard[0]["people"]["host_left"] == 30_000


# ------------------------------------------------------------------------------------ several people at one screen


def hear_of(browser: Seat, kind: str, seat: int) -> None:
    """Listen until something has happened to a seat."""
    browser.hear("update", where=lambda said: (said["event"]["kind"], said["event"]["seat"]) == (kind, seat))


def played_for(at: Company) -> list[bool]:
    """In which seats an agent plays for a person."""
    return [chair.stand_in for chair in at.room.chairs]


def test_people_at_one_screen_are_all_here_and_no_agent_plays_for_them(server: AnyServer) -> None:
    at = Company(server, people=1, start=False, settings={**SOON, "away_after": 1})
    at.join("Lena", at.browsers[0])
    at.post(0, "start")
    for member in (0, 1):
        with at.sit(member) as seat:
            assert list(at.live.people.here) == [0, 1]
            server.pass_time(1.3)
            assert seat.ask("ping")["type"] == "pong"
            assert not any(played_for(at))
    assert list(at.live.people.here) == []
    assert at.refused(0, "reissue", whom=1) == "not-yet"


def test_people_at_one_screen_get_back_together_what_they_have_lost_by_being_away(server: AnyServer) -> None:
    options = {"players": 3, "schedule": "fives"}
    at = Company(server, "skull-king", people=1, start=False, options=options, settings={**SOON, "away_after": 1})
    at.join("Lena", at.browsers[0])
    at.join("Bob")
    at.post(0, "start")
    with at.sit(2) as watching:
        for missing in (0, 1):  # all bid at once, and nobody is there for two seats
            hear_of(watching, "away", missing)
        assert played_for(at) == [True, True, False]
        with at.sit(1) as seat:  # the page shows the table for Lena, and Ann is in front of it
            for each in (1, 0):
                hear_of(seat, "back", each)
            assert played_for(at) == [False, False, False]
            assert seat.ask("away")["type"] == "ok"  # her own wish
        for member in (0, 1):
            with at.sit(member) as seat:
                assert seat.ask("ping")["type"] == "pong"
                assert played_for(at) == [False, True, False]
    server.forget(at.table)  # what the log says is the same
    with at.sit(1) as seat:
        assert seat.ask("ping")["type"] == "pong"
        assert played_for(at) == [False, True, False]
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "not-your-turn"
        assert seat.ask("back")["type"] == "ok"


def test_a_move_ends_an_agent_that_was_not_wished_for(server: AnyServer) -> None:
    at = Company(server, settings={**SOON, "pace": "slow"})
    with at.seats(0, 1) as seats:
        seat = mover_among(seats)
        place = seats.index(seat)
        server.do(at.live.do(lambda room: waiting.stand_in(room, None, place)))  # as if both came at one moment
        assert seat.ask("move", turn=seat.turn, action=0)["type"] == "ok"
        seat.hear_event("back")
        seat.hear_event("move")


def test_who_has_another_browser_now_is_no_longer_here_by_the_old_one(server: AnyServer) -> None:
    at = Company(server, people=1, start=False)
    at.join("Lena", at.browsers[0])
    phone = at.browsers[1] = server.browser()
    phone.post(at.path("enter"), {"token": at.browsers[0].post(at.path("links"), {"member": 1})["token"]})
    with at.sit(0):
        assert list(at.live.people.here) == [0, 1]
        at.post(1, "reissue", whom=1)  # the others have lost it
        assert list(at.live.people.here) == [0]
        with at.sit(1):
            assert list(at.live.people.here) == [0, 1]
        at.post(0, "remove", whom=1)
        assert list(at.live.people.here) == [0]


def test_a_link_of_the_host_is_void_when_the_person_is_at_another_ones_screen(started: Started) -> None:
    at = Company(
        started(seed=1, link_pause=0), "skull-king", start=False, options={"players": 3, "schedule": "one"}
    )
    at.join("Lena", at.browsers[1])
    token = at.post(0, "reissue", whom=2)["token"]
    with at.sit(1):
        assert list(at.live.people.here) == [1, 2]
        assert not at.room.offers
    assert at.server.browser().refused("POST", at.path("enter"), {"token": token}) == "forbidden"
