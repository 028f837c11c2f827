"""Two servers on one database: each hears what the other writes, and decides nothing by what it has missed."""

from collections.abc import Callable

import pytest

from croupier.server.live.connection import GONE
from tests.server.clients import SOON, AnyServer, Browser, Company, here, mover_among, notices
from tests.server.conftest import Started
from tests.server.instant import InstantServer, InstantWorld, at_once, first_legal

Two = tuple[InstantServer, InstantServer]
TWO = {"players": 2, "schedule": "fives"}
ROUNDS = {"players": 3, "schedule": "fives"}


@pytest.fixture
def two(started: Started) -> Two:
    """Two servers, on which nobody need be away for long and little is waited for."""
    return pair(started)


def pair(start: Callable[..., InstantServer]) -> Two:
    """The same, begun in some world."""
    pauses = {"link_pause": 2, "delete_pause": 1, "host_pause": 2}
    return start(shared=True, seed=1, **pauses), start(shared=True, seed=2, **pauses)


def friends(
    two: tuple[AnyServer, AnyServer], game: str = "pig", *seats: str, start: bool = True, **more: object
) -> Company:
    """Two people at one table, each at another server."""
    at = Company(two[0], game, *seats, people=1, start=False, **more)
    at.join("Bob", two[1].browser())
    if start:
        at.post(0, "start")
    return at


def phone_at(server: AnyServer, at: Company) -> Browser:
    """Another device of the host's, at another server."""
    phone = server.browser()
    phone.post(at.path("enter"), {"token": at.post(0, "links")["token"]})
    return phone


def elsewhere(server: AnyServer, browser: Browser) -> Browser:
    """The same browser, whose requests happen to come to another server."""
    moved = server.browser()
    moved.cookies.update(browser.cookies)
    return moved


def deafened(server: AnyServer, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server hear nothing of what others write, as while its connection to the database is broken."""

    async def hear_nothing(table: str, number: int) -> None:
        del table, number

    monkeypatch.setattr(server.hub, what, hear_nothing)


def test_a_server_that_has_not_heard_what_was_said_shows_it_to_who_comes(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = friends(two)
    at.get(1)  # it is in memory there
    deafened(two[1], "refresh_chat", monkeypatch)
    line = at.post(0, "say", text="Are you there?")["line"]
    with at.sit(1) as seat:
        assert seat.heard[0]["chat"] == [line]
    at.post(0, "settings", settings={**SOON, "chat": False})
    assert at.refused(1, "say", text="Yes") == "forbidden"


def test_a_server_that_has_not_heard_that_a_link_was_opened_shows_no_hand(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    at = friends(two, "skull-king", options=TWO)
    with elsewhere(other, at.browsers[0]).sit(at.table, 0):
        deafened(other, "refresh", monkeypatch)
        one.pass_time(10)
        eve = one.browser()
        eve.post(at.path("enter"), {"token": at.post(0, "reissue", whom=1)["token"]})
        with elsewhere(other, eve).sit(at.table, 1) as late:
            assert late.view is None or late.view["seat"] is None
            assert late.heard[0]["table"]["seats"][1]["awaits_deal"]
            assert late.ask("hint", turn=late.turn)["code"] == "not-yet"


def test_a_server_that_has_not_heard_that_others_play_deletes_nothing_unasked(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    deafened(two[0], "refresh", monkeypatch)
    at = friends(two, start=False)
    elsewhere(two[1], at.browsers[0]).post(at.path("start"), {"member": 0})
    assert at.delete()["deleted"] is None


def test_a_hosts_link_is_made_here_and_opened_there(two: Two) -> None:
    at = friends(two, "skull-king", options=TWO, settings={**SOON, "spectators": "open"})
    with at.sit(0) as host:
        with at.sit(1) as seat:
            host.hear("people", where=here(0, 1))
            at.server.pass_time(3)
            assert at.refused(0, "reissue", whom=1) == "not-yet"  # he is at the other one
            assert seat.view is not None
        host.hear("people", where=here(0))
        assert at.refused(0, "reissue", whom=1) == "not-yet"
        at.server.pass_time(3)
        eve = two[1].browser()
        eve.post(at.path("enter"), {"token": at.post(0, "reissue", whom=1)["token"]})
        with eve.sit(at.table, 1) as late:
            assert late.view is not None
            assert late.view["seat"] is None
            assert at.refused(1, "name", name="Rob") == "forbidden"
            host.hear_event("enter")
            assert "opened the link" in notices(host)[-1]


def test_a_table_is_deleted_by_two_servers_if_the_people_at_both_agree(two: Two) -> None:
    at = friends(two)
    with at.seats(0, 1) as seats:
        seats[0].hear("people", where=here(0, 1))
        assert at.delete()["deleted"] is None
        seats[1].hear_event("delete")
        at.server.pass_time(2)
        assert at.get(0)["state"]["deletion"] == {"by": 0, "assents": []}
        at.post(1, "assent", agrees=True)
        assert [seat.closed() for seat in seats] == [GONE] * len(seats)
    assert at.browsers[1].refused("GET", at.path()) == "not-found"


def test_a_host_who_has_vanished_is_missed_by_all_servers(two: Two) -> None:
    at = Company(two[0], start=False)
    with at.sit(1) as seat:
        assert seat.heard[0]["people"]["host_free"] is not None
        at.server.pass_time(3)
        # another process, to which the request happens to come, has not missed the host for as long itself
        there = elsewhere(two[1], at.browsers[1])
        assert there.post(at.path("take-over"), {"member": 1})["you"]["host"]


def test_an_agent_that_thinks_long_is_asked_by_one_server_alone(two: Two) -> None:
    at = friends(two, "pig", "bot", "bot", start=False)
    asked = [first_legal(server, 100.0) for server in two]  # longer than a server has a table for itself
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        seats[0].hear_event("move")
    assert sorted(map(len, asked)) in ([0, 1], [0, 2])  # the second one is the next question


def test_who_wishes_not_to_wait_is_heard_by_the_server_that_asks_the_agents(two: Two) -> None:
    at = Company(two[0], "pig", "me", "bot", people=1, start=False, settings={"pace": "slow", "take_back": 10.0})
    phone = phone_at(two[1], at)
    at.post(0, "start")
    with at.sit(0) as seat:
        if seat.legal():
            seat.move(1)
        at.server.pass_time(0.5)  # this server has the claim, and paces its agent
        with phone.sit(at.table, 0) as there:
            begun = two[0].runtime.now()
            assert there.ask("skip")["type"] == "ok"
            there.hear("update", where=lambda said: said["event"]["seat"] == 1)
            assert two[0].runtime.now() - begun < 5000


@pytest.mark.parametrize("seed", range(3))
def test_two_at_two_servers_who_take_one_seat_at_once_do_not_share_it(seed: int) -> None:
    world = InstantWorld(seed)
    at = friends(pair(world.start), "pig", "open", "bot", start=False)
    at.post(0, "seat", seat=None)
    at.join("Eve")
    for member in (1, 2):
        at.post(member, "seat", seat=None)
    answers = at_once(*((at.browsers[each], at.path("seat"), {"member": each, "seat": 0}) for each in (1, 2)))
    assert sorted(each.status for each in answers) == [200, 409]
    assert [each.json()["error"]["code"] for each in answers if each.status == 409] == ["taken"]
    won = 1 + [each.status for each in answers].index(200)
    for member in (0, 1):
        state = at.get(member)["state"]
        assert (state["seats"][0]["member"], len(state["members"])) == (won, 3)
    world.end()


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_that_is_given_here_and_taken_back_there_at_once_has_one_person(seed: int) -> None:
    world = InstantWorld(seed)
    at = friends(pair(world.start), "skull-king", "me", "open", "bot", options=ROUNDS)
    at.join("Eve")
    at.post(1, "remove", whom=1)
    give, claim = at_once(
        (at.browsers[0], at.path("give"), {"member": 0, "whom": 2, "seat": 1}),
        (at.browsers[1], at.path("claim"), {"member": 1}),
    )
    assert sorted((give.status, claim.status)) in ([200, 403], [200, 409])
    for member in (0, 1):
        chair = at.get(member)["state"]["seats"][1]
        assert (chair["member"], chair["claim"]) == (2 if give.status == 200 else 1, None)
    world.end()


def test_bids_sealed_at_two_servers_are_shown_once(two: Two) -> None:
    at = friends(two, "skull-king", options=TWO)
    with at.seats(0, 1) as seats:
        for bid in (4, 2):
            seats[0].move(bid)
        seats[1].hear_event("seal")
        assert seats[1].snapshot()["sealed"]["done"] == [0]
        seats[1].move(3)
        leader = mover_among(seats)
        assert leader.view is not None
        assert [side["bid"] for side in leader.view["table"]["seats"][:2]] == [2, 3]
        assert seats[0].number == seats[1].number
        for server in two:
            room = server.room(at.table)
            assert [move.sealed for move in room.moves] == [True, True]
            assert len(room.changes) == 1
