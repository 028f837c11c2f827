"""Seats that change hands: who may see and play what after a link of one's own, one of the host's, or a gift."""

import asyncio
from typing import Any

import pytest

from croupier.server.live.connection import REVOKED
from tests.server.clients import SOON, AnyServer, Browser, Company, Message, Seat, here, notices
from tests.server.conftest import Serving, Started

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}
"""Skull King in rounds of five cards."""


@pytest.fixture
def quick(started: Started) -> AnyServer:
    """A server on which nobody need be away for long."""
    return started(seed=1, link_pause=0, host_pause=0, watcher_pause=0, delete_pause=0)


def begun(server: AnyServer, game: str = "skull-king", **settings: Any) -> Company:
    """A game of Ann, who hosts, Bob, and an agent in a third seat of Skull King."""
    seats, options = (("me", "open", "bot"), ROUNDS) if game == "skull-king" else (("me", "open"), {})
    return Company(server, game, *seats, options=options, settings={**SOON, "spectators": "open", **settings})


def enter_by_hosts_link(at: Company, whom: int = 1, host: int = 0) -> Browser:
    """The host makes a link for a member who is away, and somebody opens it."""
    token = at.post(host, "reissue", whom=whom)["token"]
    eve = at.server.browser()
    assert eve.post(at.path("enter"), {"token": token})["you"]["member"] == whom
    return eve


def as_seen(*seats: Seat) -> list[Message]:
    """What several sockets show of the game at the same moment."""
    shown = [seat.snapshot() for seat in seats]
    return [{key: each.get(key) for key in ("view", "views", "messages", "rounds", "turn")} for each in shown]


def place(seat: Seat) -> Any:
    """The seat whose cards a socket is shown; None for what all see."""
    assert seat.view is not None
    return seat.view["seat"]


def play_round(seat: Seat) -> None:
    """Let one person play until the next round is dealt, while agents answer for all others."""
    assert seat.view is not None
    now = seat.view["table"]["round"]
    while seat.view["table"]["round"] == now and not seat.over:
        if seat.legal():
            seat.catch_up(seat.move(seat.legal()[0])["number"])
        else:
            seat.hear_one()


def test_who_opens_the_hosts_link_sees_and_plays_the_seat_from_the_next_deal_on(quick: AnyServer) -> None:
    at = begun(quick)
    with at.sit(0) as host:
        at.browsers[1] = enter_by_hosts_link(at)
        with at.sit(1) as late:
            with at.sit(None) as watcher:
                game = as_seen(late, watcher)
                assert game[0] == game[1]
            assert late.heard[0]["you"] == {"member": 1, "seat": 1, "host": False, "circle": None}
            assert late.heard[0]["table"]["seats"][1]["awaits_deal"]
            for kind, parts in (
                ("hint", {"turn": late.turn}),
                ("undo", {"turn": late.turn}),
                ("away", {}),
                ("back", {}),
            ):
                assert late.ask(kind, **parts)["code"] == "not-yet"
            assert late.ask("move", turn=late.turn, action=0)["code"] == "not-yet"
            play_round(host)
            assert host.ask("away")["type"] == "ok"  # an agent plays for Ann from here on
            late.hear(
                "update", where=lambda said: "table" in said and not said["table"]["seats"][1]["awaits_deal"]
            )
            assert place(late) == 1
            before = [each for each in late.heard if each.get("view") and each["view"]["seat"] is None]
            assert all(each["view"]["table"]["round"] == 1 for each in before)
            late.wait_for_turn()
            assert late.view is not None
            assert late.view["table"]["round"] == 2
            assert late.ask("move", turn=late.turn, action=late.legal()[0])["type"] == "ok"
        with at.sit(1) as again:  # what the seat was told before the deal is not told now either
            assert place(again) == 1
            told, shown = again.heard[0]["messages"], again.heard[0]["turn"]
    game_now = at.room.table
    assert game_now is not None
    dealt = next(move + 2 for move, ended in enumerate(game_now.rounds) if ended is not None)
    for number, message in game_now.messages(1):
        if message.to == 1 and message.kind != "board" and number <= shown:
            found = any(each["text"] == message.text and each["turn"] == number for each in told)
            assert found == (number >= dealt)


@pytest.mark.parametrize("spectators", ["none", "delayed"])
def test_until_then_a_newcomer_sees_no_more_than_who_watches(spectators: str, quick: AnyServer) -> None:
    at = begun(quick, spectators=spectators, members_watch=False)
    at.browsers[1] = enter_by_hosts_link(at)
    at.join("Wim")
    with at.seats(0, 1, 2) as (host, late, watching):
        assert late.view is None
        host.wait_for_turn()
        done = host.move(host.legal()[0])["number"]
        for seat in (late, watching) if spectators == "none" else ():
            seat.catch_up(done)
        game = as_seen(late, watching)
    assert game[0] == game[1]


def test_an_agent_plays_for_a_newcomer_and_everybody_is_told_in_words(quick: AnyServer, started: Started) -> None:
    at = begun(quick)
    with at.seats(0, None) as (host, watcher):
        at.browsers[1] = enter_by_hosts_link(at)
        play_round(host)
        watcher.catch_up(host.number)
        told = notices(host)
        assert told == notices(watcher)
        assert [each.split(":")[0].split(",")[0] for each in told] == [
            "Bob has joined.", "Bob is away", "Somebody has opened the link that Ann made for Bob's seat",
            "New deal",
        ]  # fmt: skip
        assert "from the next deal on. Until then a bot plays" in told[2]
    moves = [move for move in at.room.moves if move.seat == 1]
    assert moves
    assert not any(move.by_person for move in moves)
    with at.sit(0) as again:
        assert [each for each in notices(again) if each in told] == told  # also who comes later
    at = begun(quick)
    at.browsers[1] = enter_by_hosts_link(at)
    quick.stop()
    at.move_to(started(seed=1))
    with at.seats(0, 1) as (host, newcomer):  # who still waits for the deal after a restart
        assert place(newcomer) is None
        assert len(notices(host)) == 3
        play_round(host)
        newcomer.hear("update", where=lambda each: each["view"]["seat"] == 1)


def test_a_link_of_ones_own_or_one_that_the_person_opens_gives_the_seat_at_once(quick: AnyServer) -> None:
    at = begun(quick)
    with at.sit(0) as host:
        phone = quick.browser()
        phone.post(at.path("enter"), {"token": at.post(1, "links")["token"]})
        with phone.sit(at.table, 1) as seat:
            assert place(seat) == 1
            assert not seat.heard[0]["table"]["seats"][1]["awaits_deal"]
        assert notices(host) == ["Bob has joined."]
        token = at.post(0, "reissue", whom=1)["token"]
        at.browsers[1].post(at.path("enter"), {"token": token})
        with at.sit(1) as seat:
            assert place(seat) == 1
        at.post(1, "reissue", whom=1)  # who has lost a link replaces it, and keeps the seat
        with at.sit(1) as seat:
            assert place(seat) == 1


def test_the_host_makes_a_link_only_for_who_has_been_away_for_five_minutes(started: Started) -> None:
    at = begun(started(seed=1))
    with at.sit(0):
        with at.sit(1):
            answer = at.ask(0, "reissue", whom=1)
            assert (answer.status, answer.json()["error"]["code"]) == (409, "not-yet")
            assert "Bob is here" in answer.text
        code, words = at.why(0, "reissue", whom=1)
        assert (code, "try again in 5 minutes" in words) == ("not-yet", True)
        at.server.pass_time(299)
        assert at.refused(0, "reissue", whom=1) == "not-yet"
        gone = at.live.people.absent_since[1]
    at.server.forget(at.table)
    with at.sit(0) as host:  # an absence is remembered while nobody looks at the table
        assert at.live.people.absent_since[1] == gone
        at.server.pass_time(1)
        token = at.post(0, "reissue", whom=1)["token"]
        host.hear_event("offer")
        assert "opens it plays as Bob from the next deal on." in notices(host)[-1]
    invited = at.browsers[0].post(at.path("invitation"), {"token": token, "kind": "seat"})
    assert invited["link"].endswith(f"/#/seat/{at.table}/{token}")


def test_who_comes_back_in_time_keeps_the_seat_and_the_link_is_void(quick: AnyServer) -> None:
    at = begun(quick)
    with at.sit(0) as host:
        token = {"token": at.post(0, "reissue", whom=1)["token"]}
        with at.sit(1) as seat:
            assert place(seat) == 1
            seat.hear_event("void")
            assert quick.browser().refused("POST", at.path("enter"), token) == "forbidden"
        host.hear_event("void")
        assert notices(host)[-1] == "Bob is back: the link for Bob's seat no longer works."
    assert quick.browser().refused("POST", at.path("enter"), token) == "forbidden"


def test_a_hosts_link_is_opened_once_and_replaces_all_others(quick: AnyServer) -> None:
    at = begun(quick)
    own, token = at.post(1, "links")["token"], at.post(0, "reissue", whom=1)["token"]
    at.post(1, "name", name="Rob")  # the cookie is good so far
    eve = quick.browser()
    eve.post(at.path("enter"), {"token": token})
    for dead in (own, token):
        assert quick.browser().refused("POST", at.path("enter"), {"token": dead}) == "forbidden"
    assert at.refused(1, "name", name="Bob") == "forbidden"
    socket = at.path("socket?member=1")
    assert at.browsers[1].shut_out(socket) == "forbidden"
    second = enter_by_hosts_link(at)
    with second.sit(at.table, 1):
        assert eve.shut_out(socket) == "forbidden"


def test_a_socket_that_was_opened_while_the_link_was_is_closed(serving: Serving) -> None:
    real, opened = serving(seed=1, link_pause=0), list[Seat]()
    at = begun(real)
    token, inner = at.post(0, "reissue", whom=1)["token"], real.hub.store.hand_over

    async def hand_over(session: str, table: str, member: int) -> None:
        opened.append(await asyncio.to_thread(lambda: at.sit(1).__enter__()))
        await inner(session, table, member)

    real.hub.store.hand_over = hand_over  # type: ignore[method-assign]  # Bob is quicker than the database
    real.browser().post(at.path("enter"), {"token": token})
    [seat] = opened
    assert place(seat) is None  # already
    assert seat.closed() == REVOKED


@pytest.mark.parametrize("game", ["spite-malice", "pig"])
def test_in_a_game_that_deals_once_a_newcomer_waits_for_the_next_game(game: str, quick: AnyServer) -> None:
    at = begun(quick, game)
    with at.sit(0) as host:
        assert host.heard[0]["table"]["deals_again"] is False
        at.browsers[1] = enter_by_hosts_link(at)
        with at.sit(1) as late:
            assert "until this game is over" in late.ask("away")["message"]
            assert "sees the seat's cards in the next game, as this one is dealt once" in notices(late)[-1]
            for _ in range(12):
                host.wait_for_turn()
                if host.over:
                    break
                host.move(host.legal()[-1])
            late.ask("ping")
            views = [each["view"] for each in late.heard if each.get("view")]
            assert all(view["seat"] is None or view["over"] for view in views)
            assert len(views) > 10
    [listed] = [each["table"] for each in at.browsers[1].get("/api/tables") if each["table"]["id"] == at.table]
    assert listed["seats"][1] == {"seat": 1, "member": 1, "agent": None, "stand_in": False, "claim": None}
    with begun(quick).sit(0) as seat:
        assert seat.heard[0]["table"]["deals_again"] is True


def test_before_the_game_a_link_of_the_host_gives_the_seat_and_everybody_is_told(quick: AnyServer) -> None:
    at = Company(quick, "skull-king", options={"players": 2, "schedule": "one"}, start=False)
    with at.sit(0) as host:
        at.browsers[1] = enter_by_hosts_link(at)
        host.hear_event("link")
        assert notices(host)[-1] == (
            "Somebody has opened the link that Ann made for Bob's seat, and now plays as Bob."
        )
        at.post(0, "start")
        with at.sit(1) as seat:
            assert place(seat) == 1


def test_a_seat_that_the_host_gives_is_seen_and_played_from_the_next_deal_on(quick: AnyServer) -> None:
    at = begun(quick)
    assert at.join("Eve") == 2
    for member, wish, code in (
        (2, {"whom": 2, "seat": 2}, "forbidden"), (0, {"whom": 2, "seat": 1}, "taken"),
        (0, {"whom": 1, "seat": 2}, "forbidden"), (0, {"whom": 2, "seat": 7}, "not-found"),
    ):  # fmt: skip
        assert at.refused(member, "give", **wish) == code
    with at.sit(0) as host:
        given = at.post(0, "give", whom=2, seat=2)["state"]["seats"][2]
        assert (given["member"], given["agent"], given["awaits_deal"], given["claim"]) == (2, None, True, None)
        host.hear_event("give")
        assert "Ann gives the seat of bot to Eve" in notices(host)[-1]
        with at.sit(2) as late:
            assert place(late) is None
            at.post(0, "stand-in", seat=1)
            play_round(host)
            late.hear("update", where=lambda each: each["view"]["seat"] == 2)
    assert not any(move.by_person for move in at.room.moves if move.seat == 2)


def test_a_watcher_who_has_become_the_host_sees_no_card_of_those_who_have_left(started: Started) -> None:
    at = begun(started(seed=1, link_pause=0, host_pause=0))
    with at.sit(0):
        at.join("Eve")
    with at.sit(2) as watching:
        watching.hear("people", where=here(2))
        code, words = at.why(2, "take-over")
        assert (code, "24 hours" in words) == ("not-yet", True)
        for member in (0, 1):
            at.server.hub.absences.of(at.table)._since[member] -= 86_400_000  # a day later
        assert at.post(2, "take-over")["you"]["host"]
        for member in (0, 1):
            eve = enter_by_hosts_link(at, member, host=2)
            with eve.sit(at.table, member) as seat:
                game = as_seen(seat, watching)
                assert game[0] == game[1]
        assert "Eve is the host now." in notices(watching)
