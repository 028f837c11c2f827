"""Seats and options of a table before the game: added, removed and edited by the host; seats for who comes."""

from typing import Any

import pytest

from tests.server.clients import AnyServer, Company, here, notices
from tests.server.conftest import Started
from tests.server.instant import InstantWorld, at_once

THREE: dict[str, Any] = {"players": 3, "schedule": "one"}
TWO: dict[str, Any] = {"players": 2, "schedule": "one"}


def members(state: Any) -> list[int | None]:
    """Who sits in each seat."""
    return [each["member"] for each in state["seats"]]


def test_who_finds_no_free_seat_gets_one_more_up_to_what_the_game_allows(server: AnyServer) -> None:
    at = Company(server, "skull-king", people=1, start=False, options=TWO)
    with at.sit(0) as host:
        came = [server.browser().join(at.made, f"Friend {number}") for number in range(1, 9)]
        host.hear("update", where=lambda each: len(each["table"]["members"]) == 9)
        assert "Friend 1 has joined." in notices(host)
        assert "Friend 2 has joined, and a seat was added." in notices(host)
    assert [each["you"]["seat"] for each in came] == [1, 2, 3, 4, 5, 6, 7, None]
    assert came[-1]["state"]["options"]["players"] == 8
    at.post(0, "start")
    assert at.room.table is not None
    assert at.room.table.game.num_players == 8


def test_a_game_for_two_has_no_more_seats(server: AnyServer) -> None:
    at = Company(server, start=False)
    assert server.browser().join(at.made, "Eve")["you"]["seat"] is None
    assert at.refused(0, "add-seat") == "forbidden"
    assert at.refused(0, "drop-seat", seat=1) == "taken"
    at.post(1, "seat", seat=None)
    assert at.refused(0, "drop-seat", seat=1) == "forbidden"
    assert at.refused(0, "drop-seat", seat=2) == "not-found"


def test_the_host_adds_and_removes_seats_and_all_stay_where_they_are(server: AnyServer, started: Started) -> None:
    at = Company(server, "skull-king", "bot", "me", "open", start=False, options=THREE)
    seats = at.post(0, "add-seat")["state"]["seats"]
    assert [(each["member"], each["agent"]) for each in seats] == [
        (None, "bot"), (0, None), (1, None), (None, None),
    ]  # fmt: skip
    state = at.post(0, "drop-seat", seat=0)["state"]
    assert (members(state), state["options"]["players"]) == ([0, 1, None], 3)
    server.stop()
    at.move_to(started(seed=1))  # the log says the same
    assert at.get(0)["state"]["seats"] == state["seats"]
    at.post(0, "start", fill="bot")
    for path, body in (("add-seat", {}), ("drop-seat", {"seat": 2}), ("options", {"options": {}})):
        assert at.refused(0, path, **body) == "forbidden"
    with at.seats(0, 1) as both:
        assert [seat.view and seat.view["seat"] for seat in both] == [0, 1]


def test_the_host_edits_the_options_until_the_start(server: AnyServer) -> None:
    at = Company(server, "skull-king", "me", "bot", "open", start=False, options=THREE)
    wish = {"players": 2, "schedule": "fives", "rascal": True}
    with at.sit(0) as host:
        state = at.post(0, "options", options=wish)["state"]
        host.hear_event("rules")
        changes = "2 seats; rounds: five, of 5 cards each; Rascal scoring: on"
        assert notices(host)[-1] == f"Ann has changed the rules: {changes}."
    assert (state["options"]["schedule"], state["options"]["rascal"]) == ("fives", True)
    assert members(state) == [0, 1]  # the agent's seat goes, people stay
    assert server.browser().join(at.made, "Eve")["you"]["seat"] == 2
    assert at.refused(0, "options", options=wish) == "taken"
    for wrong in ({"players": 9}, {"schedule": "none"}, {"x": 1}, {"players": "3"}):
        assert at.refused(0, "options", options=wrong) == "malformed"
    assert at.get(0)["state"]["options"]["schedule"] == "fives"
    assert at.get(0, "rules")["text"]


@pytest.mark.parametrize("seed", range(3))
def test_two_who_take_one_seat_at_once_do_not_share_it(seed: int) -> None:
    world = InstantWorld(seed)
    at = Company(world.start(seed=1), people=1, start=False)
    people = [at.server.browser() for _ in range(4)]
    names = [{"token": at.made["join"], "name": f"Friend {number}"} for number in range(4)]
    came = at_once(*((each, at.path("join"), body) for each, body in zip(people, names, strict=True)))
    told = [each.json() for each in came]
    assert sorted(each["you"]["seat"] is None for each in told) == [False, True, True, True]
    first = next(number for number, each in enumerate(told) if each["you"]["seat"] is not None)
    people[first].post(at.path("seat"), {"member": told[first]["member"], "seat": None})
    wishes = [
        (each, at.path("seat"), {"member": got["member"], "seat": 1})
        for each, got in zip(people, told, strict=True)
    ]
    answers = at_once(*wishes)
    assert sorted(each.status for each in answers) == [200, 409, 409, 409]
    assert {each.json()["error"]["code"] for each in answers if each.status == 409} == {"taken"}
    assert len(at.room.members) == 5
    world.end()


@pytest.mark.parametrize("what", ["all here", "host gone", "bob left"])
def test_whoever_has_played_begins_the_next_game_with_all_in_their_seats(what: str, server: AnyServer) -> None:
    at = Company(server, options={"winning_score": 10})
    with at.sit(1) as other:
        with at.sit(0) as host:
            if what == "bob left":
                at.post(1, "remove", whom=1)
            else:
                assert other.ask("away")["type"] == "ok"
            assert host.ask("away")["type"] == "ok"
            host.hear_event("end")
            if what == "all here":
                state = at.post(0, "again", start=True)["state"]
        if what != "all here":
            other.hear("people", where=here(1))
            state = at.post(1, "again", start=True)["state"]
    assert (state["status"], members(state)) == ("playing", [0, 1])  # who had left, too
    assert state["host"] == int(what != "all here")
