"""Seats that change hands: who may see and play what after a link of one's own, one of the host's, or a gift."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.server.live.connection import REVOKED
from tests.server.clients import SOON, Browser, Message, Seat, Server
from tests.server.conftest import Started

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}
"""Skull King in rounds of five cards."""


@pytest.fixture
def quick(started: Started) -> Server:
    """A server on which nobody need be away for long."""
    return started(seed=1, link_pause=0, host_pause=0, watcher_pause=0, delete_pause=0)


@contextmanager
def begun(
    server: Server, game: str = "skull-king", **settings: Any
) -> Iterator[tuple[str, Message, Browser, Browser, Seat]]:
    """A game of Ann, who hosts and is connected, Bob, who is not, and agents in further seats."""
    ann, bob = Browser(server.port), Browser(server.port)
    seats = ["me", "open", "bot"] if game == "skull-king" else ["me", "open"]
    options = ROUNDS if game == "skull-king" else {}
    made = ann.make(game, *seats, options=options, settings={**SOON, "spectators": "open", **settings})
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as seat:
        yield made["table"], made, ann, bob, seat


def enter_by_hosts_link(ann: Browser, table: str, whom: int = 1) -> Browser:
    """The host makes a link for a member who is away, and somebody opens it."""
    token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": whom})["token"]
    eve = Browser(ann.port)
    assert eve.post(f"/api/tables/{table}/enter", {"token": token})["you"]["member"] == whom
    return eve


def said(seat: Seat) -> list[str]:
    """The notices that a socket has got, in their order."""
    told = [each for message in seat.heard for each in message.get("messages", ()) if each["kind"] == "notice"]
    return [each["text"] for each in told]


def as_seen(*seats: Seat) -> list[Message]:
    """What several sockets show of the game at the same moment."""
    shown = [seat.snapshot() for seat in seats]
    while len({each["number"] for each in shown}) > 1:  # an agent has moved in between
        shown = [seat.snapshot() for seat in seats]
    return [{key: each.get(key) for key in ("view", "views", "messages", "rounds", "turn")} for each in shown]


def play_round(seat: Seat) -> None:
    """Let one person play until the next round is dealt, while agents answer for all others."""
    assert seat.view is not None
    now = seat.view["table"]["round"]
    while seat.view["table"]["round"] == now and not seat.over:
        if seat.legal():
            seat.catch_up(seat.move(seat.legal()[0])["number"])
        else:
            seat.hear_one()


def test_who_opens_the_hosts_link_sees_and_plays_the_seat_from_the_next_deal_on(quick: Server) -> None:
    with begun(quick) as (table, _, ann, _, host):
        eve = enter_by_hosts_link(ann, table)
        with eve.sit(table, 1) as late:
            with Browser(ann.port).sit(table, None) as watcher:
                game = as_seen(late, watcher)
                assert game[0] == game[1]
            assert late.heard[0]["you"] == {"member": 1, "seat": 1, "host": False, "circle": None}
            assert late.heard[0]["table"]["seats"][1]["awaits_deal"]
            refusals = [late.ask("move", turn=late.turn, action=0), late.ask("hint", turn=late.turn)]
            refusals += [late.ask("undo", turn=late.turn), late.ask("away"), late.ask("back")]
            assert [each["code"] for each in refusals] == ["not-yet"] * 5
            play_round(host)
            assert host.ask("away")["type"] == "ok"  # an agent plays for Ann from here on
            late.hear(
                "update",
                where=lambda each: each.get("table", {}).get("seats", [{}] * 2)[1].get("awaits_deal") is False,
            )
            assert late.view is not None
            assert late.view["seat"] == 1
            before = [each for each in late.heard if each.get("view") and each["view"]["seat"] is None]
            assert all(each["view"]["table"]["round"] == 1 for each in before)
            late.wait_for_turn()
            assert late.view["table"]["round"] == 2
            assert late.ask("move", turn=late.turn, action=late.legal()[0])["type"] == "ok"
        with eve.sit(table, 1) as again:  # what the seat was told before the deal is not told now either
            assert again.view is not None
            assert again.view["seat"] == 1
            told, shown = again.heard[0]["messages"], again.heard[0]["turn"]
    table_now = quick.live(table).room.table
    assert table_now is not None
    dealt = next(move + 2 for move, ended in enumerate(table_now.rounds) if ended is not None)
    for number, message in table_now.messages(1):
        if message.to == 1 and message.kind != "board" and number <= shown:
            assert any(each["text"] == message.text and each["turn"] == number for each in told) == (
                number >= dealt
            )


@pytest.mark.parametrize("spectators", ["none", "delayed"])
def test_until_then_a_newcomer_sees_no_more_than_who_watches(spectators: str, quick: Server) -> None:
    settings: dict[str, Any] = {"spectators": spectators, "members_watch": False}
    with begun(quick, **settings) as (table, made, ann, _, host):
        eve = enter_by_hosts_link(ann, table)
        watcher = Browser(ann.port)
        watcher.join(made, "Wim")
        with eve.sit(table, 1) as late, watcher.sit(table, 2) as watching:
            assert late.view is None
            host.wait_for_turn()
            done = host.move(host.legal()[0])["number"]
            for seat in (late, watching):
                if spectators == "none":
                    seat.catch_up(done)
            game = as_seen(late, watching)
        assert game[0] == game[1]


def test_an_agent_plays_for_a_newcomer_and_everybody_is_told_in_words(quick: Server) -> None:
    with begun(quick) as (table, _, ann, _, host):
        with Browser(ann.port).sit(table, None) as watcher:
            enter_by_hosts_link(ann, table)
            play_round(host)
            until = [each for each in host.heard if each["type"] == "update"][-1]["number"]
            watcher.catch_up(until)
            told = said(host)
            assert told == said(watcher)
            assert [each.split(":")[0].split(",")[0] for each in told] == [
                "Bob has joined.",
                "Bob is away",
                "Somebody has opened the link that Ann made for Bob's seat",
                "New deal",
            ]
            assert "from the next deal on. Until then a bot plays" in told[2]
        moves = quick.live(table).room.moves
        assert any(move.seat == 1 for move in moves)
        assert not any(move.by_person for move in moves if move.seat == 1)
        assert [each for each in said_anew(ann, table) if each in told] == told  # also who comes later


def said_anew(browser: Browser, table: str) -> list[str]:
    """The notices that a new socket of the host gets."""
    with browser.sit(table, 0) as seat:
        return said(seat)


def test_after_a_restart_a_newcomer_still_waits_for_the_deal(quick: Server, started: Started) -> None:
    with begun(quick) as (table, _, ann, _, _):
        eve = enter_by_hosts_link(ann, table)
    quick.stop()
    after = started(seed=1)
    host, late = Browser(after.port), Browser(after.port)
    host.cookies.update(ann.cookies)
    late.cookies.update(eve.cookies)
    with host.sit(table, 0) as seat, late.sit(table, 1) as newcomer:
        assert newcomer.view is not None
        assert newcomer.view["seat"] is None
        assert len(said(seat)) == 3
        play_round(seat)
        newcomer.hear("update", where=lambda each: each["view"]["seat"] == 1)


def test_the_persons_own_link_gives_the_seat_at_once(quick: Server) -> None:
    with begun(quick) as (table, _, _, bob, host):
        token = bob.post(f"/api/tables/{table}/links", {"member": 1})["token"]
        phone = Browser(bob.port)
        phone.post(f"/api/tables/{table}/enter", {"token": token})
        with phone.sit(table, 1) as seat:
            assert seat.view is not None
            assert seat.view["seat"] == 1
            assert not seat.heard[0]["table"]["seats"][1]["awaits_deal"]
        assert said(host) == ["Bob has joined."]


def test_the_host_makes_a_link_only_for_who_has_been_away_for_five_minutes(started: Started) -> None:
    server = started(seed=1)
    with begun(server) as (table, _, ann, bob, _):
        wish = {"member": 0, "whom": 1}
        with bob.sit(table, 1) as seat:
            answer = ann.ask("POST", f"/api/tables/{table}/reissue", wish)
            assert (answer.status, answer.json()["error"]["code"]) == (409, "not-yet")
            assert "Bob is here" in answer.text
            assert seat.ask("ping")["type"] == "pong"
        server.live(table).hub.absences.clear()  # as after a restart: nobody has been away for longer
        answer = ann.ask("POST", f"/api/tables/{table}/reissue", wish).json()["error"]
        assert answer["code"] == "not-yet"
        assert "try again in 5 minutes" in answer["message"]
        absences = server.hub.absences.of(table)
        absences._since[1] -= 300_000
        token = ann.post(f"/api/tables/{table}/reissue", wish)["token"]
        invited = ann.post(f"/api/tables/{table}/invitation", {"token": token, "kind": "seat"})
        assert invited["link"].endswith(f"/#/seat/{table}/{token}")


def test_an_absence_is_remembered_while_nobody_looks_at_the_table(quick: Server) -> None:
    with begun(quick) as (table, _, ann, _, _):
        gone = quick.live(table).people.absent_since[1]
    quick.forget(table)
    with ann.sit(table, 0):
        assert quick.live(table).people.absent_since[1] == gone


def test_who_comes_back_in_time_keeps_the_seat_and_the_link_is_void(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, host):
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        with bob.sit(table, 1) as seat:
            assert seat.view is not None
            assert seat.view["seat"] == 1
            seat.hear_event("void")
            assert Browser(ann.port).refused("POST", f"/api/tables/{table}/enter", {"token": token}) == "forbidden"
            host.hear_event("void")
        assert said(host)[-1] == "Bob is back: the link for Bob's seat no longer works."
        assert Browser(ann.port).refused("POST", f"/api/tables/{table}/enter", {"token": token}) == "forbidden"


def test_the_persons_own_browser_that_opens_the_hosts_link_keeps_the_seat(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, _):
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        bob.post(f"/api/tables/{table}/enter", {"token": token})
        with bob.sit(table, 1) as seat:
            assert seat.view is not None
            assert seat.view["seat"] == 1


def test_a_hosts_link_is_opened_once_and_replaces_all_others(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, _):
        own = bob.post(f"/api/tables/{table}/links", {"member": 1})["token"]
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        bob.post(f"/api/tables/{table}/name", {"member": 1, "name": "Rob"})  # the cookie is good so far
        eve = Browser(ann.port)
        eve.post(f"/api/tables/{table}/enter", {"token": token})
        for dead in (own, token):
            assert Browser(ann.port).refused("POST", f"/api/tables/{table}/enter", {"token": dead}) == "forbidden"
        assert bob.refused("POST", f"/api/tables/{table}/name", {"member": 1, "name": "Bob"}) == "forbidden"
        with pytest.raises(ConnectionClosed), bob.sit(table, 1):
            pass
        second = enter_by_hosts_link(ann, table)
        with second.sit(table, 1) as seat, pytest.raises(ConnectionClosed), eve.sit(table, 1):
            assert seat.view is not None


def test_a_socket_that_was_opened_while_the_link_was_is_closed(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, _):
        token = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 1})["token"]
        inner = quick.hub.store.hand_over
        opened: list[Any] = []

        async def hand_over(session: str, at: str, member: int) -> None:
            opened.append(await asyncio.to_thread(lambda: bob.sit(table, 1).__enter__()))
            await inner(session, at, member)

        quick.hub.store.hand_over = hand_over  # type: ignore[assignment, method-assign]  # Bob is quicker than the database
        Browser(ann.port).post(f"/api/tables/{table}/enter", {"token": token})
        [seat] = opened
        assert seat.view["seat"] is None  # already
        with pytest.raises(ConnectionClosed) as closed:
            seat.hear("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == REVOKED


@pytest.mark.parametrize("game", ["spite-malice", "pig"])
def test_in_a_game_that_deals_once_a_newcomer_waits_for_the_next_game(game: str, quick: Server) -> None:
    with begun(quick, game) as (table, _, ann, _, host):
        eve = enter_by_hosts_link(ann, table)
        with eve.sit(table, 1) as late:
            for _ in range(12):
                host.wait_for_turn()
                if host.over:
                    break
                host.move(host.legal()[-1])
            late.ask("ping")
            views = [each["view"] for each in late.heard if each.get("view")]
            assert all(view["seat"] is None or view["over"] for view in views)
            assert len(views) > 10


def test_before_the_game_a_link_of_the_host_gives_the_seat_and_everybody_is_told(quick: Server) -> None:
    ann, bob = Browser(quick.port), Browser(quick.port)
    made = ann.make("skull-king", "me", "open", options={"players": 2, "schedule": "one"})
    table = made["table"]
    bob.join(made, "Bob")
    with ann.sit(table, 0) as host:
        eve = enter_by_hosts_link(ann, table)
        host.hear_event("link")
        assert said(host)[-1] == "Somebody has opened the link that Ann made for Bob's seat, and now plays as Bob."
        ann.post(f"/api/tables/{table}/start", {"member": 0})
        with eve.sit(table, 1) as seat:
            assert seat.view is not None
            assert seat.view["seat"] == 1


def test_in_a_game_of_one_deal_a_newcomer_is_told_to_wait_for_the_next_game(quick: Server) -> None:
    with begun(quick, "pig") as (table, _, ann, _, host):
        assert host.heard[0]["table"]["deals_again"] is False
        eve = enter_by_hosts_link(ann, table)
        with eve.sit(table, 1) as late:
            assert "until this game is over" in late.ask("away")["message"]
            assert "sees the seat's cards in the next game, as this one is dealt once" in said(late)[-1]
        [listed] = [each["table"] for each in eve.get("/api/tables") if each["table"]["id"] == table]
        assert listed["seats"][1] == {"seat": 1, "member": 1, "agent": None, "stand_in": False, "claim": None}
    with begun(quick) as (_, _, _, _, seat):
        assert seat.heard[0]["table"]["deals_again"] is True


def test_a_player_who_has_lost_a_link_replaces_it(quick: Server) -> None:
    with begun(quick) as (table, _, ann, bob, _):
        old = bob.post(f"/api/tables/{table}/links", {"member": 1})["token"]
        eve = Browser(ann.port)
        eve.post(f"/api/tables/{table}/enter", {"token": old})
        new = bob.post(f"/api/tables/{table}/reissue", {"member": 1, "whom": 1})["token"]
        assert eve.refused("POST", f"/api/tables/{table}/name", {"member": 1, "name": "Rob"}) == "forbidden"
        assert eve.refused("POST", f"/api/tables/{table}/enter", {"token": old}) == "forbidden"
        assert Browser(ann.port).post(f"/api/tables/{table}/enter", {"token": new})["member"] == 1
        with bob.sit(table, 1) as seat:
            assert seat.view is not None
            assert seat.view["seat"] == 1  # who has replaced it keeps the seat


def test_a_seat_that_the_host_gives_is_seen_and_played_from_the_next_deal_on(quick: Server) -> None:
    with begun(quick) as (table, made, ann, _, host):
        eve = Browser(ann.port)
        assert eve.join(made, "Eve")["you"]["seat"] is None
        wish = {"member": 0, "whom": 2, "seat": 2}
        assert eve.refused("POST", f"/api/tables/{table}/give", {**wish, "member": 2}) == "forbidden"
        assert ann.refused("POST", f"/api/tables/{table}/give", {**wish, "seat": 1}) == "taken"
        assert ann.refused("POST", f"/api/tables/{table}/give", {**wish, "whom": 1}) == "forbidden"
        assert ann.refused("POST", f"/api/tables/{table}/give", {**wish, "seat": 7}) == "not-found"
        given = ann.post(f"/api/tables/{table}/give", wish)["state"]["seats"][2]
        assert (given["member"], given["agent"], given["awaits_deal"], given["claim"]) == (2, None, True, None)
        host.hear_event("give")
        assert "Ann gives the seat of bot to Eve" in said(host)[-1]
        with eve.sit(table, 2) as late:
            assert late.view is not None
            assert late.view["seat"] is None
            enough = {"member": 0, "seat": 1}
            ann.post(f"/api/tables/{table}/stand-in", enough)
            play_round(host)
            late.hear("update", where=lambda each: each["view"]["seat"] == 2)
    assert not any(move.by_person for move in quick.live(table).room.moves if move.seat == 2)


def test_a_watcher_who_has_become_the_host_sees_no_card_of_those_who_have_left(started: Started) -> None:
    server = started(seed=1, link_pause=0, host_pause=0)
    with begun(server) as (table, made, ann, _, _):
        eve = Browser(ann.port)
        eve.join(made, "Eve")
    with eve.sit(table, 2) as watching:
        watching.hear("people", where=lambda each: each["here"] == [2])
        refused = eve.ask("POST", f"/api/tables/{table}/take-over", {"member": 2}).json()["error"]
        assert refused["code"] == "not-yet"
        assert "24 hours" in refused["message"]
        for member in (0, 1):
            server.hub.absences.of(table)._since[member] -= 86_400_000  # a day later
        assert eve.post(f"/api/tables/{table}/take-over", {"member": 2})["you"]["host"]
        for member in (0, 1):
            token = eve.post(f"/api/tables/{table}/reissue", {"member": 2, "whom": member})["token"]
            eve.post(f"/api/tables/{table}/enter", {"token": token})
            with eve.sit(table, member) as seat:
                game = as_seen(seat, watching)
                assert game[0] == game[1]
        assert "Eve is the host now." in said(watching)
