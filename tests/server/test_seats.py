"""Seats and options of a table before the game: added, removed and edited by the host; seats for who comes."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.clients import Browser, Server
from tests.server.conftest import Started
from tests.server.test_entering import said

THREE: dict[str, Any] = {"players": 3, "schedule": "one"}


def test_who_finds_no_free_seat_gets_one_more_up_to_what_the_game_allows(ann: Browser, server: Server) -> None:
    made = ann.make("skull-king", "me", "open", options={"players": 2, "schedule": "one"})
    with ann.sit(made["table"], 0) as host:
        came = [Browser(server.port).join(made, f"Friend {number}") for number in range(1, 9)]
        host.hear("update", where=lambda each: len(each["table"]["members"]) == 9)
        assert "Friend 1 has joined." in said(host)
        assert "Friend 2 has joined, and a seat was added." in said(host)
    assert [each["you"]["seat"] for each in came] == [1, 2, 3, 4, 5, 6, 7, None]
    assert came[-1]["state"]["options"]["players"] == 8
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    game = server.live(made["table"]).room.table
    assert game is not None
    assert game.game.num_players == 8


def test_a_game_for_two_has_no_more_seats(ann: Browser, bob: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open")
    table = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    assert Browser(server.port).join(made, "Eve")["you"]["seat"] is None
    assert ann.refused("POST", f"{table}/add-seat", {"member": 0}) == "forbidden"
    assert ann.refused("POST", f"{table}/drop-seat", {"member": 0, "seat": 1}) == "taken"
    bob.post(f"{table}/seat", {"member": 1, "seat": None})
    assert ann.refused("POST", f"{table}/drop-seat", {"member": 0, "seat": 1}) == "forbidden"
    assert ann.refused("POST", f"{table}/drop-seat", {"member": 0, "seat": 2}) == "not-found"


def test_the_host_adds_and_removes_seats_and_all_stay_where_they_are(
    ann: Browser, bob: Browser, started: Started, server: Server
) -> None:
    made = ann.make("skull-king", "bot", "me", "open", options=THREE)
    table = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    seats = ann.post(f"{table}/add-seat", {"member": 0})["state"]["seats"]
    assert [(each["member"], each["agent"]) for each in seats] == [
        (None, "bot"),
        (0, None),
        (1, None),
        (None, None),
    ]
    state = ann.post(f"{table}/drop-seat", {"member": 0, "seat": 0})["state"]
    assert [each["member"] for each in state["seats"]] == [0, 1, None]
    assert state["options"]["players"] == 3
    server.stop()
    bob.port = ann.port = started(seed=1).port  # the log says the same
    assert ann.get(table)["state"]["seats"] == state["seats"]
    ann.post(f"{table}/start", {"member": 0, "fill": "bot"})
    for path, body in (("add-seat", {}), ("drop-seat", {"seat": 2}), ("options", {"options": {}})):
        assert ann.refused("POST", f"{table}/{path}", {"member": 0, **body}) == "forbidden"
    with ann.sit(made["table"], 0) as one, bob.sit(made["table"], 1) as other:
        assert one.view is not None
        assert other.view is not None
        assert (one.view["seat"], other.view["seat"]) == (0, 1)


def test_the_host_edits_the_options_until_the_start(ann: Browser, bob: Browser) -> None:
    made = ann.make("skull-king", "me", "bot", "open", options=THREE)
    table = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    wish = {"member": 0, "options": {"players": 2, "schedule": "fives", "rascal": True}}
    with ann.sit(made["table"], 0) as host:
        state = ann.post(f"{table}/options", wish)["state"]
        host.hear_event("rules")
        changes = "2 seats; rounds: five, of 5 cards each; Rascal scoring: on"
        assert said(host)[-1] == f"Ann has changed the rules: {changes}."
    assert (state["options"]["schedule"], state["options"]["rascal"]) == ("fives", True)
    assert [each["member"] for each in state["seats"]] == [0, 1]  # the agent's seat goes, people stay
    three = Browser(ann.port).join(made, "Eve")
    assert three["you"]["seat"] == 2
    assert ann.refused("POST", f"{table}/options", wish) == "taken"
    for wrong in ({"players": 9}, {"schedule": "none"}, {"x": 1}, {"players": "3"}):
        assert ann.refused("POST", f"{table}/options", {"member": 0, "options": wrong}) == "malformed"
    assert ann.get(table)["state"]["options"]["schedule"] == "fives"
    text = ann.get(f"{table}/rules")["text"]
    assert text


@pytest.mark.parametrize("way", ["join", "sit"])
def test_two_who_take_one_seat_at_once_do_not_share_it(way: str, ann: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open")
    table = f"/api/tables/{made['table']}"
    people = [Browser(server.port) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(lambda each: each[1].join(made, f"Friend {each[0]}"), enumerate(people)))
    assert sorted(each["you"]["seat"] is None for each in came) == [False, True, True, True]
    if way == "sit":
        first = next(each for each in came if each["you"]["seat"] is not None)["member"]
        browser = people[next(at for at, each in enumerate(came) if each["member"] == first)]
        browser.post(f"{table}/seat", {"member": first, "seat": None})
        wishes = [(person, each["member"]) for person, each in zip(people, came, strict=True)]
        with ThreadPoolExecutor(4) as pool:
            answers = list(
                pool.map(lambda each: each[0].ask("POST", f"{table}/seat", {"member": each[1], "seat": 1}), wishes)
            )
        assert sorted(each.status for each in answers) == [200, 409, 409, 409]
        assert {each.json()["error"]["code"] for each in answers if each.status == 409} == {"taken"}
    assert len(server.live(made["table"]).room.members) == 5


@pytest.mark.parametrize("what", ["all here", "host gone", "bob left"])
def test_whoever_has_played_begins_the_next_game_with_all_in_their_seats(
    what: str, ann: Browser, bob: Browser
) -> None:
    made = ann.make("pig", "me", "open", options={"winning_score": 10})
    bob.join(made, "Bob")
    table = f"/api/tables/{made['table']}"
    ann.post(f"{table}/start", {"member": 0})
    with bob.sit(made["table"], 1) as other:
        with ann.sit(made["table"], 0) as host:
            if what == "bob left":
                bob.post(f"{table}/remove", {"member": 1, "whom": 1})
            else:
                assert other.ask("away")["type"] == "ok"
            assert host.ask("away")["type"] == "ok"
            host.hear_event("end")
            if what == "all here":
                state = ann.post(f"{table}/again", {"member": 0, "start": True})["state"]
        if what != "all here":
            other.hear("people", where=lambda each: each["here"] == [1])
            state = bob.post(f"{table}/again", {"member": 1, "start": True})["state"]
    assert state["status"] == "playing"
    assert [each["member"] for each in state["seats"]] == [0, 1]  # who had left, too
    assert state["host"] == int(what != "all here")
