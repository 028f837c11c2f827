"""Seats that are left in the middle of a game: they can be taken back, until the host gives them away."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.clients import Browser, Server
from tests.server.conftest import Started
from tests.server.test_entering import as_seen, begun, play_round, quick, said

__all__ = ["quick"]


def leave(browser: Browser, table: str, member: int = 1) -> Any:
    """Somebody leaves a game."""
    return browser.post(f"/api/tables/{table}/remove", {"member": member, "whom": member})


def take_back(browser: Browser, table: str, member: int = 1) -> Any:
    """Somebody takes the seat back; returns it."""
    body = {"member": member}
    return browser.post(f"/api/tables/{table}/claim", body)["state"]["seats"][1]


def test_who_leaves_is_told_of_by_name_watches_and_takes_the_seat_back(quick: Server, started: Started) -> None:
    with begun(quick, spectators="none") as (table, _, ann, bob, host):
        with bob.sit(table, 1) as seat:
            seats = leave(bob, table)["state"]["seats"]
            assert seats[1] == {
                "seat": 1, "member": None, "agent": "bot", "stand_in": False, "awaits_deal": False, "claim": 1,
            }  # fmt: skip
            seat.hear_event("leave")
            assert seat.view is not None
            assert seat.view["seat"] is None  # sees what all players see
            assert said(seat)[-1] == "Bob has left; a bot plays on. Bob can take the seat back."
            assert seat.ask("move", turn=seat.turn, action=0)["code"] == "forbidden"
            assert seat.ask("hint", turn=seat.turn)["code"] == "forbidden"
        host.hear_event("leave")
        assert said(host)[-1].startswith("Bob has left")
    quick.stop()
    after = started(seed=1)
    bob.port = ann.port = after.port
    with ann.sit(table, 0) as host, bob.sit(table, 1) as seat:
        assert take_back(bob, table) == {
            "seat": 1, "member": 1, "agent": None, "stand_in": False, "awaits_deal": False, "claim": None,
        }  # fmt: skip
        snapshot = seat.hear("snapshot", where=lambda each: each["you"]["seat"] == 1)
        assert snapshot["view"]["seat"] == 1
        assert [each["text"] for each in snapshot["messages"] if each["kind"] == "prompt"]  # all is told again
        host.hear_event("claim")
        assert said(host)[-1] == "Bob is back and plays again."
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"


@pytest.mark.parametrize("how", ["delayed", "link", "newcomer"])
def test_who_may_have_seen_more_takes_the_seat_back_from_the_next_deal_on(how: str, quick: Server) -> None:
    spectators = "delayed" if how == "delayed" else "open"
    with begun(quick, spectators=spectators) as (table, _, ann, bob, host):
        who = bob
        if how == "newcomer":  # who waits for the deal leaves and comes back
            token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
            who = Browser(ann.port)
            who.post(f"/api/tables/{table}/enter", {"token": token})
        leave(who, table)
        if how == "link":  # whoever opens the host's link speaks for who has left
            token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
            who = Browser(ann.port)
            assert who.post(f"/api/tables/{table}/enter", {"token": token})["you"]["seat"] is None
        assert take_back(who, table)["awaits_deal"]
        with who.sit(table, 1) as late, Browser(ann.port).sit(table, None) as watcher:
            game = as_seen(late, watcher)
            assert game[0] == game[1]
            assert late.ask("move", turn=late.turn, action=0)["code"] == "not-yet"
            play_round(host)
            late.hear("update", where=lambda each: bool(each["view"]) and each["view"]["seat"] == 1)
        assert "takes the seat back, and plays and sees its cards from the next deal on" in "".join(said(host))


def test_a_deal_that_comes_meanwhile_ends_the_wait_of_who_has_left(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, host):
        leave(bob, table)
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        eve = Browser(ann.port)
        eve.post(f"/api/tables/{table}/enter", {"token": token})
        room = quick.live(table).room
        assert room.chairs[1].leaver is not None
        assert room.chairs[1].leaver.awaits_deal
        play_round(host)
        assert not take_back(eve, table)["awaits_deal"]
        with eve.sit(table, 1) as seat:  # and what the seat was told before is not told now either
            assert seat.view is not None
            assert seat.view["seat"] == 1
            game, dealt = room.table, room.chairs[1].sees_from
            assert game is not None
            own = {each.text for number, each in game.messages(1) if each.to == 1 and number < dealt}
            own -= {each.text for _, each in game.messages(None)}
            assert own
            assert not own & {each["text"] for each in seat.heard[0]["messages"]}


def test_the_claim_ends_when_the_host_gives_the_seat_away(quick: Server) -> None:
    with begun(quick) as (table, made, ann, bob, host):
        eve, wish = Browser(ann.port), {"member": 0, "whom": 2, "seat": 1}
        eve.join(made, "Eve")
        leave(bob, table)
        assert ann.refused("POST", f"/api/tables/{table}/give", {**wish, "whom": 1}) == "forbidden"
        ann.post(f"/api/tables/{table}/agent", {"member": 0, "seat": 1, "agent": "random"})  # it stays his
        assert quick.live(table).room.seat_left_by(1) == 1
        with bob.sit(table, 1) as watching:
            given = ann.post(f"/api/tables/{table}/give", wish)["state"]["seats"][1]
            assert (given["member"], given["claim"], given["awaits_deal"]) == (2, None, True)
            watching.hear_event("give")
            host.hear_event("give")
            for told in (said(watching)[-1], said(host)[-1]):
                assert told.startswith("Ann gives the seat of Bob to Eve")
                assert told.endswith("Bob has left and can no longer take it back.")
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"


def test_who_was_removed_or_leaves_for_good_takes_no_seat_back(quick: Server) -> None:
    with begun(quick) as (table, made, ann, bob, _):
        eve = Browser(ann.port)
        assert eve.join(made, "Eve")["you"]["seat"] is None
        assert eve.refused("POST", f"/api/tables/{table}/claim", {"member": 2}) == "forbidden"  # has left none
        leave(bob, table)
        ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"
        assert quick.live(table).room.chairs[1].leaver is None
    with begun(quick) as (table, _, ann, bob, _):
        ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"
    with begun(quick) as (table, _, _, bob, _):
        leave(bob, table)
        leave(bob, table)  # who watches: for good
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"
        assert set(quick.live(table).room.members) == {0}


@pytest.mark.parametrize("begin", [False, True])
def test_a_host_hands_on_hosting_before_leaving(begin: bool, ann: Browser, bob: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open")
    table = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    if begin:
        ann.post(f"{table}/start", {"member": 0})
    wish = {"member": 0, "whom": 0}
    assert ann.refused("POST", f"{table}/remove", wish) == "forbidden"
    assert set(server.live(made["table"]).room.members) == {0, 1}
    ann.post(f"{table}/host", {"member": 0, "whom": 1})
    seats = ann.post(f"{table}/remove", wish)["state"]["seats"]
    assert seats[0]["claim"] == (0 if begin else None)  # before the game the seat is free again


def test_nobody_takes_a_seat_back_when_the_game_is_over(quick: Server) -> None:
    with begun(quick) as (table, _, _, bob, host):
        leave(bob, table)
        assert host.ask("away")["type"] == "ok"
        host.hear_event("end")
        assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "over"
        bob.get(f"/api/tables/{table}/replay")  # who has left looks back at it


def test_of_two_who_take_one_seat_at_once_one_gets_it(quick: Server) -> None:
    for _ in range(4):
        with begun(quick) as (table, made, ann, bob, _):
            eve = Browser(ann.port)
            eve.join(made, "Eve")
            leave(bob, table)
            with ThreadPoolExecutor(2) as pool:
                give = pool.submit(
                    ann.ask, "POST", f"/api/tables/{table}/give", {"member": 0, "whom": 2, "seat": 1}
                )
                claim = pool.submit(bob.ask, "POST", f"/api/tables/{table}/claim", {"member": 1})
            answers = [give.result(), claim.result()]
            assert sorted(each.status for each in answers) in ([200, 403], [200, 409])
            room = quick.live(table).room
            assert room.chairs[1].member == (2 if answers[0].status == 200 else 1)
            assert set(room.members) == {0, 1, 2}


def test_who_is_removed_while_taking_the_seat_back_has_no_seat(quick: Server) -> None:
    for _ in range(3):
        with begun(quick) as (table, _, ann, bob, _):
            leave(bob, table)
            with ThreadPoolExecutor(2) as pool:
                claim = pool.submit(bob.ask, "POST", f"/api/tables/{table}/claim", {"member": 1})
                removed = pool.submit(ann.ask, "POST", f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
            assert removed.result().status == 200
            answer = claim.result()
            assert answer.status == 200 or answer.json()["error"]["code"] in ("forbidden", "not-found")
            room = quick.live(table).room
            assert set(room.members) == {0}
            assert (room.chairs[1].member, room.chairs[1].leaver) == (None, None)
            assert bob.refused("POST", f"/api/tables/{table}/claim", {"member": 1}) == "forbidden"


def test_a_member_has_a_claim_to_one_seat_at_most(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, _):
        leave(bob, table)
        ann.post(f"/api/tables/{table}/give", {"member": 0, "whom": 1, "seat": 2})
        room = quick.live(table).room
        assert [chair.leaver for chair in room.chairs] == [None] * 3
        assert room.seat_of(1) == 2
