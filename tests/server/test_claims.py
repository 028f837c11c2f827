"""Seats that are left in the middle of a game: they can be taken back, until the host gives them away."""

from typing import Any

import pytest

from tests.server.clients import AnyServer, Company, notices
from tests.server.conftest import Started
from tests.server.instant import InstantWorld, at_once
from tests.server.test_entering import as_seen, begun, enter_by_hosts_link, place, play_round, quick

__all__ = ["quick"]


def leave(at: Company, member: int = 1) -> Any:
    """Somebody leaves a game."""
    return at.post(member, "remove", whom=member)


def take_back(at: Company, member: int = 1) -> Any:
    """Somebody takes the seat back; returns it."""
    return at.post(member, "claim")["state"]["seats"][1]


def test_who_leaves_is_told_of_by_name_watches_and_takes_the_seat_back(quick: AnyServer, started: Started) -> None:
    at = begun(quick, spectators="none")
    chair = {"seat": 1, "member": None, "agent": "bot", "stand_in": False, "awaits_deal": False, "claim": 1}
    with at.seats(0, 1) as (host, seat):
        assert leave(at)["state"]["seats"][1] == chair
        seat.hear_event("leave")
        assert place(seat) is None  # sees what all players see
        assert notices(seat)[-1] == "Bob has left; a bot plays on. Bob can take the seat back."
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "forbidden"
        assert seat.ask("hint", turn=seat.turn)["code"] == "forbidden"
        host.hear_event("leave")
        assert notices(host)[-1].startswith("Bob has left")
    quick.stop()
    at.move_to(started(seed=1))
    with at.seats(0, 1) as (host, seat):
        assert take_back(at) == chair | {"member": 1, "agent": None, "claim": None}
        snapshot = seat.hear("snapshot", where=lambda each: each["you"]["seat"] == 1)
        assert snapshot["view"]["seat"] == 1
        assert [each["text"] for each in snapshot["messages"] if each["kind"] == "prompt"]  # all is told again
        host.hear_event("claim")
        assert notices(host)[-1] == "Bob is back and plays again."
        assert at.refused(1, "claim") == "forbidden"


@pytest.mark.parametrize("how", ["delayed", "link", "newcomer"])
def test_who_may_have_seen_more_takes_the_seat_back_from_the_next_deal_on(how: str, quick: AnyServer) -> None:
    at = begun(quick, spectators="delayed" if how == "delayed" else "open")
    with at.sit(0) as host:
        if how == "newcomer":  # who waits for the deal leaves and comes back
            at.browsers[1] = enter_by_hosts_link(at)
        leave(at)
        if how == "link":  # whoever opens the host's link speaks for who has left
            at.browsers[1] = enter_by_hosts_link(at)
        assert take_back(at)["awaits_deal"]
        with at.seats(1, None) as (late, watcher):
            game = as_seen(late, watcher)
            assert game[0] == game[1]
            assert late.ask("move", turn=late.turn, action=0)["code"] == "not-yet"
            play_round(host)
            late.hear("update", where=lambda each: bool(each["view"]) and each["view"]["seat"] == 1)
        assert "takes the seat back, and plays and sees its cards from the next deal on" in "".join(notices(host))


def test_a_deal_that_comes_meanwhile_ends_the_wait_of_who_has_left(quick: AnyServer) -> None:
    at = begun(quick)
    with at.sit(0) as host:
        leave(at)
        at.browsers[1] = enter_by_hosts_link(at)
        chair = at.room.chairs[1]
        assert chair.leaver is not None
        assert chair.leaver.awaits_deal
        play_round(host)
        assert not take_back(at)["awaits_deal"]
        with at.sit(1) as seat:  # and what the seat was told before is not told now either
            assert place(seat) == 1
            game, dealt = at.room.table, at.room.chairs[1].sees_from
            assert game is not None
            own = {each.text for number, each in game.messages(1) if each.to == 1 and number < dealt}
            own -= {each.text for _, each in game.messages(None)}
            assert own
            assert not own & {each["text"] for each in seat.heard[0]["messages"]}


def test_the_claim_ends_when_the_host_gives_the_seat_away(quick: AnyServer) -> None:
    at = begun(quick)
    at.join("Eve")
    with at.sit(0) as host:
        leave(at)
        assert at.refused(0, "give", whom=1, seat=1) == "forbidden"
        at.post(0, "agent", seat=1, agent="random")  # it stays his
        assert at.room.seat_left_by(1) == 1
        with at.sit(1) as watching:
            given = at.post(0, "give", whom=2, seat=1)["state"]["seats"][1]
            assert (given["member"], given["claim"], given["awaits_deal"]) == (2, None, True)
            for seat in (watching, host):
                seat.hear_event("give")
                assert notices(seat)[-1].startswith("Ann gives the seat of Bob to Eve")
                assert notices(seat)[-1].endswith("Bob has left and can no longer take it back.")
    assert at.refused(1, "claim") == "forbidden"


def test_who_was_removed_or_leaves_for_good_takes_no_seat_back(quick: AnyServer) -> None:
    at = begun(quick)
    assert at.join("Eve") == 2
    assert at.refused(2, "claim") == "forbidden"  # has left none
    leave(at)
    at.post(0, "remove", whom=1)
    assert at.room.chairs[1].leaver is None
    removed, watched = begun(quick), begun(quick)
    removed.post(0, "remove", whom=1)
    leave(watched)
    leave(watched)  # who watches: for good
    assert set(watched.room.members) == {0}
    for each in (at, removed, watched):
        assert each.refused(1, "claim") == "forbidden"
    at = begun(quick)  # and a member has a claim to one seat at most
    leave(at)
    at.post(0, "give", whom=1, seat=2)
    assert [chair.leaver for chair in at.room.chairs] == [None] * 3
    assert at.room.seat_of(1) == 2


@pytest.mark.parametrize("begin", [False, True])
def test_a_host_hands_on_hosting_before_leaving(begin: bool, server: AnyServer) -> None:
    at = Company(server, start=begin)
    assert at.refused(0, "remove", whom=0) == "forbidden"
    assert set(at.room.members) == {0, 1}
    assert not at.post(0, "host", whom=1)["you"]["host"]
    assert at.refused(0, "start") == "forbidden"
    seats = at.post(0, "remove", whom=0)["state"]["seats"]
    assert seats[0]["claim"] == (0 if begin else None)  # before the game the seat is free again
    left = at.post(1, "agent", seat=0, agent="bot")["state"]
    assert [each["member"] for each in left["members"]] == ([0, 1] if begin else [1])
    assert begin or at.post(1, "start")["state"]["status"] == "playing"


def test_nobody_takes_a_seat_back_when_the_game_is_over(quick: AnyServer) -> None:
    at = begun(quick)
    leave(at)
    with at.sit(0) as host:
        assert host.ask("away")["type"] == "ok"
        host.hear_event("end")
    assert at.refused(1, "claim") == "over"
    at.get(1, "replay")  # who has left looks back at it


@pytest.mark.parametrize("other", ["give", "remove"])
def test_of_two_who_want_one_seat_at_once_one_gets_it(other: str) -> None:
    outcomes = set()
    for seed in range(6):
        world = InstantWorld(seed)
        at = begun(world.start(seed=1))
        at.join("Eve")
        leave(at)
        body = {"whom": 2, "seat": 1} if other == "give" else {"whom": 1}
        first, claim = at_once(
            (at.browsers[0], at.path(other), {"member": 0, **body}),
            (at.browsers[1], at.path("claim"), {"member": 1}),
        )
        room = at.room
        outcomes.add((first.status, claim.status))
        if other == "give":
            assert (first.status, claim.status) in ((200, 403), (409, 200))
            assert room.chairs[1].member == (2 if first.status == 200 else 1)
            assert set(room.members) == {0, 1, 2}
        else:
            assert first.status == 200
            assert claim.status == 200 or claim.json()["error"]["code"] in ("forbidden", "not-found")
            assert (set(room.members), room.chairs[1].member, room.chairs[1].leaver) == ({0, 2}, None, None)
            assert at.refused(1, "claim") == "forbidden"
        world.end()
    assert len(outcomes) > 1  # either was first
