"""Playing over the wire: whole games of every game, refusals, take-back, absence."""

import json
from typing import Any

import pytest

import croupier
from croupier.core.engine.making import make_table
from croupier.core.spec.registry import BUILT_IN
from croupier.table.game_file import parse_game
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Browser, Company, Seat, mover_among, play_on

QUICK: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 30},
    "spite-malice": {"goal_size": 2},
    "skull-king": {"schedule": "one"},
}
"""Options of short games, where the usual ones are long."""


@pytest.mark.parametrize("entry", daily(BUILT_IN, 3), ids=lambda entry: entry.name)
def test_two_people_play_a_whole_game(entry: Any, server: AnyServer) -> None:
    options = QUICK.get(entry.name, {})
    others = ["bot"] * (croupier.make(entry.name, **options).num_players - 2)
    at = Company(server, entry.name, "me", "open", *others, options=options, start=False)
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        for seat in seats:
            seat.hear_event("start")
        play_on(seats)
        seats[0].hear_event("end")
        assert seats[0].view is not None
        returns = seats[0].view["returns"]
    played = parse_game(json.dumps(at.get(0, "game")))
    assert played.state.is_terminal()
    assert played.agents == ("human", "human", *others)
    assert returns == pytest.approx(played.state.returns().tolist())


@pytest.mark.parametrize("entry", daily(reversed(BUILT_IN)), ids=lambda entry: entry.name)
def test_agents_play_among_themselves_while_somebody_watches(entry: Any, ann: Browser) -> None:
    options = QUICK.get(entry.name, {})
    seats = ["bot"] * make_table(entry.name, **options).num_players
    made = ann.make(entry.name, *seats, options=options, start=True)
    with ann.sit(made["table"], 0) as watcher:  # the host has no seat
        assert watcher.hear_event("end")["table"]["status"] == "over"
    assert ann.get(f"/api/tables/{made['table']}/game")["agents"] == seats


def test_a_move_that_is_late_foreign_illegal_or_after_the_end_is_refused_by_its_code(server: AnyServer) -> None:
    at = Company(server, options={"winning_score": 2}, start=False)
    with at.seats(0, 1) as (first, second):
        assert first.ask("move", turn=1, action=0)["code"] == "forbidden"  # not begun
        at.post(0, "start")
        first.hear_event("start")
        second.hear_event("start")
        for seat, turn, action, code in (
            (second, 1, 0, "not-your-turn"), (first, 7, 0, "stale"), (first, 1, 99, "illegal-action"),
        ):  # fmt: skip
            assert seat.ask("move", turn=turn, action=action)["code"] == code
        first.move(0)
        assert first.ask("move", turn=1, action=0)["code"] == "stale"  # the same message again
        play_on((first, second))
        assert first.ask("move", turn=first.turn, action=0)["code"] == "over"


def test_a_game_has_a_largest_number_of_moves_and_those_taken_back_count(
    server: AnyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.events.game.MOST_MOVES", 3)
    with Company(server).seats(0, 1) as seats:
        for at in (0, 1, 0):
            seats[at].wait_for_turn()
            seats[at].move(1)
        seats[1].wait_for_turn()
        refused = seats[1].ask("move", turn=seats[1].turn, action=1)
        assert (refused["code"], "at most 3 moves" in refused["message"]) == ("too-large", True)
    with Company(server).sit(0) as seat:
        for _ in range(2):
            seat.move(1)
            assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
        assert seat.ask("move", turn=seat.turn, action=1)["code"] == "too-large"


def test_a_spectator_may_not_play(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "bot", settings={**SOON, "spectators": "open"}, start=True)
    with bob.sit(made["table"], None) as watcher:
        assert watcher.view is not None
        assert watcher.view["seat"] is None
        assert watcher.ask("move", turn=1, action=0)["code"] == "forbidden"
        for kind, parts in (
            ("undo", {"turn": 1}),
            ("hint", {"turn": 1}),
            ("away", {}),
            ("back", {}),
            ("skip", {}),
        ):
            assert watcher.ask(kind, **parts)["code"] == "forbidden"


def test_a_reload_and_a_log_that_is_read_again_give_the_same_table(server: AnyServer, ann: Browser) -> None:
    table = ann.make("skull-king", "me", "bot", "bot", "bot", options={"schedule": "one"}, start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[0])
        seat.wait_for_turn()
        view, turn = seat.view, seat.turn
        said = [each for message in seat.heard for each in message.get("messages", ())]
        keys = {each["key"]: each["params"] for each in said if each["kind"] == "event"}
        assert keys["skull-king.bid.you"].keys() == {"bid"}
        assert all("key" not in each for each in said if each["kind"] != "event")
        told = seat.snapshot()["table"]
    for forget in (False, True):  # and as if the server had started anew
        if forget:
            server.forget(table)
        with ann.sit(table, 0) as again:
            assert (again.view, again.turn) == (view, turn)
            assert again.heard[0]["messages"] == said
            assert again.heard[0]["table"] == told


def test_who_hosts_or_watches_agents_need_not_wait_for_them_and_skip_ends_a_pause(server: AnyServer) -> None:
    slow = {"pace": "slow", "take_back": 10.0, "spectators": "open"}
    with Company(server, "pig", "bot", "bot", people=1, settings=slow).sit(None) as watcher:
        assert watcher.ask("skip")["type"] == "ok"  # nobody plays who could be hurried
    with Company(server, "pig", "open", "bot", settings=slow).seats(0, None) as (host, watcher):
        assert host.ask("skip")["type"] == "ok"
        assert watcher.ask("skip")["code"] == "forbidden"
    with Company(server, "pig", "me", "bot", people=1, settings=slow).sit(0) as seat:
        seat.move(0)
        if seat.legal():  # no 1 was rolled
            seat.move(1)
        number = seat.number
        server.pass_time(1.0)
        assert seat.snapshot()["number"] == number
        assert seat.ask("skip")["type"] == "ok"
        assert seat.hear("update")["event"]["seat"] == 1


# --------------------------------------------------------------------------------------------------- taking back


def test_a_hold_is_taken_back_until_the_other_acts(server: AnyServer) -> None:
    with Company(server).seats(0, 1) as (first, second):
        first.move(0)
        assert first.ask("undo", turn=first.turn)["code"] == "not-revocable"  # dice have rolled
        before = first.view
        first.move(1)
        assert first.ask("undo", turn=first.turn)["type"] == "ok"
        assert first.view == before
        second.catch_up(first.move(1)["number"])
        first.catch_up(second.move(0)["number"])
        assert first.ask("undo", turn=first.turn)["code"] == "not-revocable"
    with Company(server, "pig", "me", "bot", people=1, settings={**SOON, "undo": False}).sit(0) as seat:
        seat.move(0)
        assert seat.ask("undo", turn=seat.turn)["code"] == "not-revocable"  # it is switched off


def test_a_card_is_taken_back_while_agents_wait_and_not_later(server: AnyServer) -> None:
    settings = {"pace": "instant", "take_back": 10.0}
    options = {"players": 3, "schedule": "fives", "rosie": False, "bendt": False, "jade": False}
    at = Company(server, "skull-king", "me", "bot", "bot", people=1, options=options, settings=settings)
    with at.sit(0) as seat:
        seat.move(0)
        assert seat.ask("skip")["type"] == "ok"
        seat.wait_for_turn()
        before = seat.view
        seat.move(seat.legal()[0])
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
        assert seat.view == before
    at = Company(server, "skull-king", options={"players": 2, "schedule": "one"}, settings=settings)
    with at.seats(0, 1) as seats:  # while another person is to move, what all have learned counts
        for _ in range(3):  # two bids, and a card
            mover = mover_among(seats)
            done = mover.move(mover.legal()[-1])["number"]
            for seat in seats:
                seat.catch_up(done)
        assert not mover.legal()
        refused = mover.ask("undo", turn=mover.turn)
    assert (refused["code"], "revealed" in refused["message"]) == ("not-revocable", True)


def test_who_may_take_back_is_told_so_also_after_a_reload_and_when_somebody_comes(server: AnyServer) -> None:
    at = Company(server)
    with at.seats(0, 1) as (first, second):
        first.move(0)
        assert not first.snapshot()["undo"]  # dice have rolled
        second.catch_up(first.number)
        mover = first if first.legal() else second
        mover.move(1)
        at.join("Eve")
        for seat in (first, second):
            assert seat.hear_event("member")["undo"] == (seat is mover)
            assert seat.snapshot()["undo"] == (seat is mover)


# ---------------------------------------------------------------------------------------------------------- away


def test_an_agent_plays_for_who_is_away_and_gives_the_seat_back(server: AnyServer) -> None:
    with Company(server).seats(0, 1) as (first, second):
        assert first.ask("away")["type"] == "ok"
        second.wait_for_turn()
        assert second.hear_event("away")["table"]["seats"][0]["stand_in"]
        assert first.ask("move", turn=first.turn, action=0)["code"] == "not-your-turn"
        assert first.ask("back")["type"] == "ok"
        assert first.ask("back")["code"] == "forbidden"
        assert not first.hear_event("back")["table"]["seats"][0]["stand_in"]


def test_the_host_waits_or_lets_an_agent_play_and_every_process_knows_it(server: AnyServer) -> None:
    for seconds in (1, 3600):
        at = Company(server, "pig", "open", "open", settings={**SOON, "away_after": seconds}, start=False)
        at.post(0, "seat", seat=1)
        at.post(0, "start")
        assert at.refused(0, "wait", seat=1) == "not-your-turn"
        with at.sit(0) as host:
            host.hear("people", where=lambda said: said["pause"] is not None)
            at.post(0, "wait", seat=0)
            host.hear("people", where=lambda said: said["pause"] is None)
            assert at.refused(1, "stand-in", seat=1) == "not-yet"  # the host, who is there, may still play
        server.forget(at.table)  # another process has what the log says
        with at.sit(0) as host:
            assert at.live.autoplay._due() is None
            assert host.heard[0]["people"]["pause"] is None
            at.post(0, "stand-in", seat=0)
            host.wait_for_turn()


def test_the_host_lets_no_agent_play_for_who_is_here(server: AnyServer) -> None:
    at = Company(server)
    with at.sit(1) as seat:
        code, words = at.why(0, "stand-in", seat=1)
        assert (code, "Bob is here" in words) == ("not-yet", True)
        assert not seat.snapshot()["table"]["seats"][1]["stand_in"]
        seat.ask("away")  # whose wish it is may
        assert seat.snapshot()["table"]["seats"][1]["stand_in"]


def test_each_page_is_told_in_its_own_language(server: AnyServer) -> None:
    at = Company(server, "pig", "me", "bot", people=1)
    ann, here = at.browsers[0], f"/api/tables/{at.table}/socket?member=0"
    with at.sit(0) as english, Seat(ann.open(f"{here}&language=de"), ann.pause) as german:
        english.wait_for_turn()
        english.move(english.legal()[0])
        texts = [seat.hear_event("move")["messages"][-1]["text"] for seat in (english, german)]
        with Seat(ann.open(f"{here}&language=de"), ann.pause) as later:
            texts += [later.heard[0]["messages"][-1]["text"]]
    assert texts[0].startswith("Turn total is now")
    assert texts[1] == texts[2]
    assert texts[1].startswith("Die Zugsumme ist jetzt")
