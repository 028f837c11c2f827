"""Sealed answers over the wire: all people choose at once, everybody learns who is done, and nothing else."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from croupier.core.engine.making import make
from croupier.server.agents.jobs import JobData
from croupier.server.events import game as playing
from tests.server.clients import SOON, AnyServer, Company, Message, Seat, mover_among
from tests.server.conftest import Started
from tests.server.instant import Gathering, InstantServer
from tests.server.overhearing import overheard
from tests.server.test_leaks import timeless
from tests.server.test_own_errors import rows_of, try_damages

FIVES = {"players": 3, "schedule": "fives"}


@contextmanager
def three(
    server: AnyServer, spectators: str = "open", hints: bool = False, **options: Any
) -> Iterator[tuple[Company, list[Seat]]]:
    """Three people at a table of Skull King, begun; and who watches it, as the last of the sockets."""
    settings = {**SOON, "spectators": spectators, "members_watch": False, "hints": hints}
    at = Company(server, "skull-king", people=3, options={**FIVES, **options}, settings=settings)
    with at.seats(0, 1, 2, *([None] if spectators == "open" else [])) as seats:
        yield at, seats


def order_of_the_game(at: Company) -> list[int]:
    """The seats in the order in which the game would ask them, which begins left of the dealer."""
    played = at.room.table
    assert played is not None
    return list(played.sealing)


def updates(seat: Seat, since: int = 0) -> list[Message]:
    """The updates that a socket has got after some message."""
    return [said for said in seat.heard[since:] if said["type"] == "update"]


def answered(seats: list[Seat], seat: int, action: int) -> Message:
    """Let a seat answer, and everybody hear of it."""
    done = seats[seat].ask("move", turn=seats[seat].turn, action=action)
    assert done["type"] == "ok", done
    for each in seats:
        each.ask("ping")  # what was told before is heard with the answer
    return done


def bids(seat: Seat) -> list[int | None]:
    assert seat.view is not None
    return [side["bid"] for side in seat.view["table"]["seats"]]


def test_all_choose_at_once_and_all_is_shown_when_the_last_is_in(server: AnyServer) -> None:
    with three(server) as (at, seats):
        assert seats[0].snapshot()["sealed"]["open"] == [0, 1, 2]  # by seat, however the game asks
        order = order_of_the_game(at)
        assert order != [0, 1, 2]
        assert sorted(order) == [0, 1, 2]
        assert all(seat.legal() == list(range(6)) for seat in seats[:3])
        assert seats[3].legal() == []
        for number, each in enumerate(reversed(order[1:])):
            answered(seats, each, 2 + number)
        waiting = {"done": sorted(order[1:]), "open": [order[0]], "answer": None, "actions": []}
        assert seats[order[0]].snapshot()["sealed"] == waiting
        assert seats[3].snapshot()["sealed"] == waiting
        assert seats[order[0]].legal() == list(range(6))
        own = seats[order[2]].snapshot()
        assert (own["sealed"]["answer"], own["view"]["actions"]) == (2, [])
        assert [each["action"] for each in own["sealed"]["actions"]] == list(range(6))
        assert [each["text"] for each in own["sealed"]["actions"]][:2] == ["[bid 0]", "[bid 1]"]
        for seat in seats:
            assert all(bid is None for bid in bids(seat))
        answered(seats, order[0], 1)
        last = mover_among(seats)
        assert last.view is not None
        expected = {order[0]: 1, order[1]: 3, order[2]: 2}
        for seat in seats:
            assert bids(seat) == [expected[each] for each in range(3)]
            assert updates(seat)[-1]["sealed"] is None
            shown = [each for each in updates(seat) if any(bid is not None for bid in _others(each))]
            assert len(shown) == 1  # all at once


def _others(said: Message) -> list[int | None]:
    own = said["view"]["seat"]
    return [side["bid"] for side in said["view"]["table"]["seats"] if side["seat"] != own]


def test_a_change_is_told_to_its_own_person_alone_and_counted_for_nobody(server: AnyServer) -> None:
    with three(server) as (at, seats), at.sit(1) as phone:
        answered(seats, 1, 2)
        before = [len(seat.heard) for seat in seats]
        number = seats[0].number
        listed = at.browsers[0].get("/api/tables")[0]["at"]  # by which the list is sorted
        server.pass_time(1)
        for bid in (3, 0, 5):
            answered(seats, 1, bid)
        for seat in (seats[0], seats[2], seats[3]):
            assert updates(seat, before[seats.index(seat)]) == []
            assert seat.ask("ping")["number"] == number == seat.snapshot()["number"]
        assert [said["sealed"]["answer"] for said in updates(seats[1], before[1])] == [3, 0, 5]
        assert seats[1].number == number
        phone.ask("ping")
        assert phone.heard[-2]["sealed"]["answer"] == 5
        assert at.browsers[0].get("/api/tables")[0]["at"] == listed
        answered(seats, 0, 1)
        assert at.browsers[0].get("/api/tables")[0]["at"] > listed
        assert seats[2].number == number + 1
        with at.sit(1) as again:  # a page that is opened anew can change it too
            assert again.heard[0]["sealed"]["answer"] == 5
            assert again.ask("move", turn=again.turn, action=4)["number"] == number + 1
        answered(seats, 2, 1)
        mover_among(seats)
        assert bids(seats[0])[1] == 4
        assert seats[0].number == number + 1 + 1 + 3
    assert at.kinds().count("seal") == 3 + 4
    server.forget(at.table)
    with at.sit(0) as later:
        assert later.number == number + 5


def test_every_byte_to_others_is_the_same_whatever_is_sealed(started: Started) -> None:
    told: list[object] = []
    for values in ((0, 5, 2), (4, 1, 3)):
        with three(started(seed=9)) as (at, seats), overheard() as log:
            before = [len(seat.heard) for seat in seats]
            for seat, bid in zip((0, 1, 1), values, strict=True):
                answered(seats, seat, bid)
            lists = [at.browsers[2].get("/api/tables"), at.get(2)]
            refusals = [
                seats[2].ask("undo", turn=seats[2].turn), seats[2].ask("move", turn=9, action=0),
                seats[2].ask("move", turn=seats[2].turn, action=77), seats[3].ask("hint", turn=seats[3].turn),
            ]  # fmt: skip
            refused = [at.browsers[2].why("GET", at.path(each)) for each in ("game", "replay", "replay/views")]
            shown = [seats[number].snapshot() for number in (2, 3)]
            heard = [updates(seats[number], before[number]) for number in (2, 3)]
            text = json.dumps([lists, refusals, refused, shown, heard]).replace(at.table, "")
            told.append((timeless(json.loads(text)), log[:]))
            assert all(said["type"] == "refused" for said in refusals)
    assert told[0] == told[1]


def test_bad_sealed_answers_are_refused_by_a_code_and_nothing_is_lost(server: AnyServer) -> None:
    with three(server) as (at, seats):
        order = order_of_the_game(at)
        first = seats[order[0]]
        turn = first.turn
        answered(seats, order[0], 3)
        kept = rows_of(at)
        for parts, code in (
            ({"turn": turn, "action": 3}, "stale"),  # the same once more
            ({"turn": turn - 1, "action": 2}, "stale"),
            ({"turn": turn + 1, "action": 2}, "stale"),
            ({"turn": turn, "action": 6}, "illegal-action"),
            ({"turn": turn, "action": -1}, "illegal-action"),
        ):
            assert first.ask("move", **parts)["code"] == code, parts
        for wrong in ({}, {"action": 2, "seat": order[1]}, {"action": "2"}):  # a foreign seat cannot be named
            first.say("move", turn=turn, **wrong)
            assert first.hear("refused")["code"] == "malformed"
        assert first.ask("undo", turn=turn)["code"] == "not-revocable"
        assert seats[3].ask("move", turn=turn, action=1)["code"] == "forbidden"
        assert server.browser().ask("GET", at.path("socket?member=1")).status >= 400
        assert rows_of(at) == kept
        for other in order[1:]:
            answered(seats, other, 1)
        leader = mover_among(seats)
        assert bids(leader)[order[0]] == 3
        kept = rows_of(at)
        assert seats[order[1]].ask("move", turn=turn, action=2)["code"] == "stale"  # after the reveal
        assert seats[order[1]].ask("move", turn=seats[order[1]].turn, action=2)["code"] == "not-your-turn"
        assert leader.ask("move", turn=leader.turn, action=2)["code"] == "illegal-action"  # a bid is none now
        for seat in seats[:3]:
            assert seat.ask("undo", turn=seat.turn)["code"] == "not-revocable"
            assert not seat.snapshot()["undo"]
        assert rows_of(at) == kept


def test_changes_are_bounded_for_each_seat_and_phase(server: AnyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_CHANGES", 2)
    with three(server, schedule="ten") as (_, seats):
        for first in (0, 1):
            for bid in (first, 1 - first, first):
                answered(seats, 0, bid)
            assert seats[0].ask("move", turn=seats[0].turn, action=1 - first)["code"] == "too-large"
            for bid in (0, 1, 0):
                answered(seats, 1, bid)  # what another has used up takes nothing away
            answered(seats, 2, 1)
            mover_among(seats)
            assert bids(seats[2]) == [first, 0, 1]
            while sum(bool(seat.legal()) for seat in seats) < 3:  # the cards; the next round begins anew
                mover = next(seat for seat in seats if seat.legal())
                done = mover.move(mover.legal()[0])["number"]
                for seat in seats:
                    seat.catch_up(done)


@pytest.mark.parametrize("how", ["away", "leaves", "removed"])
def test_a_sealed_answer_stands_when_its_person_goes(how: str, server: AnyServer) -> None:
    with three(server) as (at, seats):
        answered(seats, 1, 4)
        if how == "away":
            assert seats[1].ask("away")["type"] == "ok"
            assert seats[1].ask("move", turn=seats[1].turn, action=0)["code"] == "not-your-turn"
            assert seats[1].snapshot()["sealed"] | {"actions": []} == {
                "done": [1], "open": seats[1].snapshot()["sealed"]["open"], "answer": 4, "actions": [],
            }  # fmt: skip
        else:
            who = 1 if how == "leaves" else 0
            at.post(who, "remove", whom=1)
            seats[1].socket.close()
        rest = [seats[0], seats[2], seats[3]]
        for seat in (rest[0], rest[1]):
            assert seat.ask("move", turn=seat.turn, action=1)["type"] == "ok"
        while None in bids(rest[0]):
            rest[0].hear_one()
        assert bids(rest[0])[1] == 4
    moves = [(move.seat, move.sealed, move.by_person) for move in at.room.moves[:3] if move.seat == 1]
    assert moves == [(1, True, True)]


def test_who_is_given_the_seat_learns_nothing_of_the_answer(server: AnyServer) -> None:
    with three(server) as (at, seats):
        at.join("Late")
        answered(seats, 1, 4)
        at.post(0, "remove", whom=1)
        at.post(0, "give", whom=3, seat=1)
        with at.sit(3) as newcomer:
            sealed = newcomer.heard[0]["sealed"]
            assert (sealed["done"], sealed["answer"], sealed["actions"]) == ([1], None, [])
            assert newcomer.ask("move", turn=newcomer.turn, action=0)["code"] == "not-yet"


@pytest.mark.parametrize("spectators", ["none", "delayed"])
def test_spectators_of_other_rounds_or_of_nothing_hear_nothing_of_it(spectators: str, server: AnyServer) -> None:
    with three(server, spectators) as (at, seats):
        at.join("Late")
        with at.sit(3) as watcher:
            answered(seats, 1, 4)
            watcher.ask("ping")
            assert [said["sealed"] for said in watcher.heard if "sealed" in said] in ([None], [None, None])
            kinds = [each["event"]["kind"] for each in updates(watcher)]
        assert kinds == (["seal"] if spectators == "none" else [])


def test_hints_are_for_all_who_choose_and_know_nothing_of_what_is_sealed(
    server: AnyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[JobData] = []

    async def run(job: JobData, **_: object) -> dict[str, object]:
        jobs.append(job)
        return {"analysis": None, "text": "", "footing": ""}

    monkeypatch.setattr(server.hub.process_pool, "run", run)
    with three(server, hints=True) as (at, seats):
        order = order_of_the_game(at)
        for bid in (0, 4):
            answered(seats, order[0], bid)
            assert seats[order[2]].ask("hint", turn=seats[order[2]].turn)["type"] == "hint"
        assert seats[order[0]].ask("hint", turn=seats[order[0]].turn)["type"] == "hint"
        assert seats[3].ask("hint", turn=seats[3].turn)["code"] == "forbidden"
    assert jobs[0] == jobs[1]
    assert (jobs[0]["actions"], jobs[2]["actions"]) == ([0, 0], [])  # as if they had said anything


def test_a_damaged_row_of_a_sealed_answer_is_refused_by_its_number(server: AnyServer) -> None:
    with three(server) as (at, seats):
        answered(seats, 1, 4)
        answered(seats, 1, 2)
    try_damages(at, {"seal"}, 3, at.browsers[0])


# ----------------------------------------------------------------------------------------- agents, and who is away

SKULL = make("skull-king", players=4, schedule="fives")


def test_agents_are_asked_in_their_turn_and_those_after_people_wait_for_all_of_them(server: InstantServer) -> None:
    at = Gathering(server, SKULL, (0, "bot", 1, "bot"), take_back=2.0, away_after=0)
    order = list(at.game.sealing)
    assert [seat for seat in order if seat % 2 == 0] == list(at.room.due.people)
    before = [move.seat for move in at.room.moves]
    assert all(seat % 2 == 1 for seat in before)  # agents that come before all people have answered
    at.play(1, 3)
    assert [move.seat for move in at.room.moves] == before
    at.play(0, 2)
    at.pass_time(0.1)  # nobody waits for taking back: there are several people
    played = {move.seat: (move.action, move.sealed) for move in at.room.moves[:4]}
    assert played == {0: (2, True), 1: (0, False), 2: (3, True), 3: (0, False)}


def test_who_plays_alone_against_agents_may_change_the_answer_while_they_wait(server: InstantServer) -> None:
    at = Gathering(server, SKULL, (0, "bot", "bot", "bot"), take_back=2.0, away_after=0)
    asked_before = len(at.room.moves)
    at.play(0, 3)
    at.pass_time(1.5)
    at.play(0, 1)
    at.pass_time(0.4)
    assert len(at.room.moves) == asked_before
    at.pass_time(0.2)  # a change is no reason to wait longer
    assert next(move.action for move in at.room.moves if move.seat == 0) == 1
    assert len(at.room.moves) >= 4


def test_bids_are_looked_at_for_a_moment_before_an_agent_plays_the_first_card(server: InstantServer) -> None:
    at = Gathering(server, SKULL, (0, "bot", "bot", "bot"), take_back=0.0, away_after=0)
    assert list(at.game.sealing) == [0, 1, 2]  # the agent in seat 3 has answered, and leads
    at.room.settings = at.room.settings.model_copy(update={"pace": "quick"})
    at.play(0, 0)
    at.pass_time(0.1)
    shown = len(at.room.moves)
    assert shown % 4 == 0
    at.pass_time(1.3)
    assert len(at.room.moves) == shown
    at.pass_time(0.2)
    assert len(at.room.moves) == shown + 1


def test_a_minute_is_counted_for_all_who_are_away_at_once(server: InstantServer) -> None:
    at = Gathering(server, SKULL, range(4), away_after=60)
    at.play(1, 5)
    at.leave(1, 2, 3)
    at.pass_time(59)
    assert not any(chair.stand_in for chair in at.room.chairs)
    at.pass_time(1.1)
    assert [chair.stand_in for chair in at.room.chairs] == [False, False, True, True]  # one has answered
    assert dict(at.game.sealed) == {1: 5}
    at.play(0, 2)
    assert {move.seat: move.action for move in at.room.moves[:4]} == {0: 2, 1: 5, 2: 0, 3: 0}


def test_the_host_lets_the_table_wait_for_several(server: InstantServer) -> None:
    at = Gathering(server, SKULL, range(4), away_after=60)
    at.leave(1, 2)
    for seat in (1, 2):
        at.post(0, "wait", seat=seat)
    at.pass_time(600)
    assert not any(chair.stand_in for chair in at.room.chairs)


def test_answers_that_are_all_in_are_shown_once_the_database_answers_again(
    server: InstantServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Gathering(server, SKULL, range(4), away_after=0)
    for member in (0, 1, 2):
        at.play(member, 1)
    original = server.store.append

    async def last_only(table: str, event: Any) -> None:
        await original(table, event)
        server.disk.broken = True

    with monkeypatch.context() as patch:
        patch.setattr(server.store, "append", last_only)
        at.play(3, 1)
    assert at.room.moves == []
    server.disk.broken = False
    at.pass_time(1.5)
    assert len(at.room.moves) == 4
