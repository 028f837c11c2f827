"""Playing over the wire: whole games of every game, refusals, take-back, absence."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import croupier
from croupier.core.engine.making import make_table
from croupier.core.spec.registry import BUILT_IN
from croupier.server.live.connection import REVOKED
from croupier.table.game_file import parse_game
from tests.amounts import daily
from tests.server.clients import SOON, Browser, Seat, Server, mover_among
from tests.splitmix import SplitMix64

QUICK: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 30},
    "spite-malice": {"goal_size": 2},
    "skull-king": {"schedule": "one"},
}
"""Options of short games, where the usual ones are long."""


def play_on(seats: list[Seat], draw: SplitMix64) -> None:
    """Let people play any legal action until the game is over for all of them."""
    while not all(seat.over for seat in seats):
        mover = next((seat for seat in seats if seat.legal()), None)
        if mover is None:
            seats[0].hear_one()
        else:
            legal = mover.legal()
            mover.move(legal[draw.below(len(legal))])
        last = max(seat.number for seat in seats)
        for seat in seats:
            seat.catch_up(last)


@pytest.mark.parametrize("entry", daily(BUILT_IN, 3), ids=lambda entry: entry.name)
def test_two_people_play_a_whole_game(entry: Any, ann: Browser, bob: Browser) -> None:
    game = croupier.make(entry.name, **QUICK.get(entry.name, {}))
    others = ["bot"] * (game.num_players - 2)
    made = ann.make(entry.name, "me", "open", *others, options=QUICK.get(entry.name, {}))
    came = bob.join(made, "Bob")
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], came["member"]) as second:
        ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
        for seat in (first, second):
            seat.hear_event("start")
        play_on([first, second], SplitMix64(3))
        first.hear_event("end")
    file = ann.get(f"/api/tables/{made['table']}/game")
    played = parse_game(json.dumps(file))
    assert played.state.is_terminal()
    assert played.agents == ("human", "human", *others)
    assert first.view is not None
    assert first.view["returns"] == pytest.approx(played.state.returns().tolist())


@pytest.mark.parametrize("entry", daily(reversed(BUILT_IN)), ids=lambda entry: entry.name)
def test_agents_play_among_themselves_while_somebody_watches(entry: Any, ann: Browser) -> None:
    game = make_table(entry.name, **QUICK.get(entry.name, {}))
    made = ann.make(entry.name, *["bot"] * game.num_players, options=QUICK.get(entry.name, {}), start=True)
    with ann.sit(made["table"], 0) as watcher:  # the host has no seat
        end = watcher.hear_event("end")
    assert end["table"]["status"] == "over"
    assert ann.get(f"/api/tables/{made['table']}/game")["agents"] == ["bot"] * game.num_players


def test_a_move_that_is_late_foreign_illegal_or_after_the_end_is_refused_by_its_code(
    ann: Browser, bob: Browser
) -> None:
    made = ann.make("pig", "me", "open", options={"winning_score": 2})
    came = bob.join(made, "Bob")
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], came["member"]) as second:
        assert first.ask("move", turn=1, action=0)["code"] == "forbidden"  # not begun
        ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
        first.hear_event("start")
        second.hear_event("start")
        assert second.ask("move", turn=1, action=0)["code"] == "not-your-turn"
        assert first.ask("move", turn=7, action=0)["code"] == "stale"
        assert first.ask("move", turn=1, action=99)["code"] == "illegal-action"
        first.move(0)
        assert first.ask("move", turn=1, action=0)["code"] == "stale"  # the same message again
        play_on([first, second], SplitMix64(1))
        assert first.ask("move", turn=first.turn, action=0)["code"] == "over"


def test_a_game_has_a_largest_number_of_moves(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.events.game.MOST_MOVES", 3)
    made = ann.make("pig", "me", "open", options={"winning_score": 10_000, "max_turns": 10_000})
    ann.join(made, "Bea")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as first, ann.sit(made["table"], 1) as second:
        for seat in (first, second, first):
            seat.wait_for_turn()
            seat.move(1)
        second.wait_for_turn()
        refused = second.ask("move", turn=second.turn, action=1)
    assert (refused["code"], "at most 3 moves" in refused["message"]) == ("too-large", True)


def test_moves_that_are_taken_back_count_towards_the_largest_number(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.events.game.MOST_MOVES", 3)
    made = ann.make("pig", "me", "open")
    ann.join(made, "Bea")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as seat:
        seat.move(1)
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
        seat.move(1)
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
        assert seat.ask("move", turn=seat.turn, action=1)["code"] == "too-large"


def test_a_spectator_may_not_play(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "bot", settings={**SOON, "spectators": "open"}, start=True)
    with bob.sit(made["table"], None) as watcher:
        assert watcher.view is not None
        assert watcher.view["seat"] is None
        for kind, parts in (("move", {"turn": 1, "action": 0}), ("undo", {"turn": 1}), ("hint", {"turn": 1})):
            assert watcher.ask(kind, **parts)["code"] == "forbidden"
        for kind in ("away", "back", "skip"):
            assert watcher.ask(kind)["code"] == "forbidden"


def test_a_reload_in_the_middle_gives_the_same_table_again(ann: Browser) -> None:
    made = ann.make("skull-king", "me", "bot", "bot", "bot", options={"schedule": "one"}, start=True)
    with ann.sit(made["table"], 0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[0])
        seat.wait_for_turn()
        view, turn = seat.view, seat.turn
        said = [each for message in seat.heard for each in message.get("messages", ())]
        keys = {each["key"]: each["params"] for each in said if each["kind"] == "event"}
        assert keys["skull-king.bid.you"].keys() == {"bid"}
        assert all("key" not in each for each in said if each["kind"] != "event")
    with ann.sit(made["table"], 0) as again:
        assert (again.view, again.turn) == (view, turn)
        assert again.heard[0]["messages"] == said


def test_a_seat_is_played_from_several_devices(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "bot", start=True)
    link = ann.post(f"/api/tables/{made['table']}/links", {"member": 0})
    bob.post(f"/api/tables/{made['table']}/enter", {"token": link["token"]})
    with ann.sit(made["table"], 0) as desk, bob.sit(made["table"], 0) as phone:
        phone.move(0)
        desk.hear("update")
        assert desk.view == phone.view


def test_several_people_share_one_browser(ann: Browser) -> None:
    made = ann.make("pig", "me", "open", options={"winning_score": 20})
    came = ann.join(made, "Bea")
    assert came["member"] == 1
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as first, ann.sit(made["table"], 1) as second:
        play_on([first, second], SplitMix64(2))


def test_who_only_hosts_or_watches_agents_need_not_wait_for_them(ann: Browser, bob: Browser) -> None:
    slow = {"pace": "slow", "take_back": 0.0, "spectators": "open"}
    made = ann.make("pig", "bot", "bot", settings=slow, start=True)
    with bob.sit(made["table"], None) as watcher:
        assert watcher.ask("skip")["type"] == "ok"  # nobody plays who could be hurried
    hosted = ann.make("pig", "open", "bot", settings=slow)
    bob.join(hosted, "Bob")
    ann.post(f"/api/tables/{hosted['table']}/start", {"member": 0})
    with ann.sit(hosted["table"], 0) as host, Browser(ann.port).sit(hosted["table"], None) as watcher:
        assert host.ask("skip")["type"] == "ok"
        assert watcher.ask("skip")["code"] == "forbidden"


def test_pace_lets_agents_wait_and_skip_ends_it(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot", settings={"pace": "slow", "take_back": 10.0}, start=True)
    with ann.sit(made["table"], 0) as seat:
        seat.move(0)
        if seat.legal():  # no 1 was rolled
            seat.move(1)
        assert seat.ask("skip")["type"] == "ok"
        moved = seat.hear("update")
        assert moved["event"]["seat"] == 1


# --------------------------------------------------------------------------------------------------- taking back


def test_a_hold_is_taken_back_until_the_other_acts(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open")
    came = bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], came["member"]) as second:
        first.move(0)
        answer = first.ask("undo", turn=first.turn)
        assert (answer["type"], answer["code"]) == ("refused", "not-revocable")  # dice have rolled
        before = first.view
        first.move(1)
        assert first.ask("undo", turn=first.turn)["type"] == "ok"
        assert first.view == before
        second.catch_up(first.move(1)["number"])
        first.catch_up(second.move(0)["number"])
        assert first.ask("undo", turn=first.turn)["code"] == "not-revocable"


def test_a_card_is_taken_back_while_agents_wait_and_not_later(ann: Browser) -> None:
    settings = {"pace": "instant", "take_back": 10.0}
    options = {"players": 3, "schedule": "fives", "rosie": False, "bendt": False, "jade": False}
    made = ann.make("skull-king", "me", "bot", "bot", options=options, settings=settings)
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as seat:
        seat.move(0)
        assert seat.ask("skip")["type"] == "ok"
        seat.wait_for_turn()
        before = seat.view
        seat.move(seat.legal()[0])
        assert seat.ask("undo", turn=seat.turn)["type"] == "ok"
        assert seat.view == before


def test_while_another_person_is_to_move_what_all_have_learned_counts(ann: Browser, bob: Browser) -> None:
    options = {"players": 2, "schedule": "one"}
    settings = {"pace": "instant", "take_back": 10.0}
    made = ann.make("skull-king", "me", "open", options=options, settings=settings)
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], 1) as second:
        seats = (first, second)
        for _ in range(3):  # two bids, and a card
            mover = mover_among(seats)
            done = mover.move(mover.legal()[-1])["number"]
            for seat in seats:
                seat.catch_up(done)
        assert not mover.legal()
        refused = mover.ask("undo", turn=mover.turn)
    assert (refused["code"], "revealed" in refused["message"]) == ("not-revocable", True)


def test_who_may_take_back_is_told_so_also_after_a_reload_and_when_somebody_comes(
    ann: Browser, bob: Browser
) -> None:
    made = ann.make("pig", "me", "open")
    bob.join(made, "Bob")
    table = made["table"]
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        first.move(0)
        assert not first.snapshot()["undo"]  # dice have rolled
        second.catch_up(first.number)
        mover = first if first.legal() else second
        mover.move(1)
        Browser(ann.port).join(made, "Eve")
        for seat in (first, second):
            joined = seat.hear_event("member")
            assert joined["undo"] == (seat is mover)
            assert seat.snapshot()["undo"] == (seat is mover)


def test_taking_back_can_be_switched_off(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot", settings={**SOON, "undo": False}, start=True)
    with ann.sit(made["table"], 0) as seat:
        seat.move(0)
        assert seat.ask("undo", turn=seat.turn)["code"] == "not-revocable"


# ---------------------------------------------------------------------------------------------------------- away


def test_an_agent_plays_for_who_is_away_and_gives_the_seat_back(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open")
    came = bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as first, bob.sit(made["table"], came["member"]) as second:
        assert first.ask("away")["type"] == "ok"
        second.wait_for_turn()
        assert second.hear_event("away")["table"]["seats"][0]["stand_in"]
        assert first.ask("move", turn=first.turn, action=0)["code"] == "not-your-turn"
        assert first.ask("back")["type"] == "ok"
        assert first.ask("back")["code"] == "forbidden"
        assert not first.hear_event("back")["table"]["seats"][0]["stand_in"]


def test_who_disconnects_is_waited_for_then_an_agent_plays_until_the_return(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open", settings={**SOON, "away_after": 1})
    came = bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with bob.sit(made["table"], came["member"]) as second:
        counted = second.hear("people", where=lambda said: said["pause"] is not None)
        assert counted["pause"]["seat"] == 0
        second.hear_event("away")
        second.wait_for_turn()
        with ann.sit(made["table"], 0) as first:
            assert first.hear_event("back")["table"]["seats"][0]["stand_in"] is False


def test_when_an_agent_takes_over_nobody_is_waited_for_any_more(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open", settings={**SOON, "away_after": 1})
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with bob.sit(made["table"], 1) as second:
        second.hear("people", where=lambda said: said["pause"] is not None)
        second.hear_event("away")
        waits = [said["pause"] for said in second.heard if said["type"] == "people"]
        if waits[-1] is not None:
            second.hear("people", where=lambda said: said["pause"] is None)


def test_that_the_host_waits_is_known_to_every_process(ann: Browser, bob: Browser, server: Server) -> None:
    made = ann.make("pig", "open", "open", settings={**SOON, "away_after": 1})
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/seat", {"member": 0, "seat": 1})
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    assert ann.refused("POST", f"/api/tables/{table}/wait", {"member": 0, "seat": 1}) == "not-your-turn"
    ann.post(f"/api/tables/{table}/wait", {"member": 0, "seat": 0})
    server.forget(table)  # another process has what the log says
    with ann.sit(table, 0) as host:
        assert server.live(table).autoplay._due() is None
        assert host.heard[0]["people"]["pause"] is None


def test_the_host_waits_or_lets_an_agent_play(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "open", "open", settings={**SOON, "away_after": 3600})
    came = bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/seat", {"member": 0, "seat": 1})
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    table = made["table"]
    with ann.sit(table, 0) as host:
        host.hear("people", where=lambda said: said["pause"] is not None)
        ann.post(f"/api/tables/{table}/wait", {"member": 0, "seat": 0})
        host.hear("people", where=lambda said: said["pause"] is None)
        assert (
            bob.refused("POST", f"/api/tables/{table}/stand-in", {"member": came["member"], "seat": 1})
            == "not-yet"  # the host, who is there, may still play
        )
        ann.post(f"/api/tables/{table}/stand-in", {"member": 0, "seat": 0})
        host.wait_for_turn()


def test_the_host_lets_no_agent_play_for_who_is_here(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open")
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    wish = {"member": 0, "seat": 1}
    with bob.sit(made["table"], 1) as seat:
        refused = ann.ask("POST", f"/api/tables/{made['table']}/stand-in", wish)
        assert refused.json()["error"]["code"] == "not-yet"
        assert "Bob is here" in refused.text
        assert not seat.snapshot()["table"]["seats"][1]["stand_in"]
        seat.ask("away")  # whose wish it is may
        assert seat.snapshot()["table"]["seats"][1]["stand_in"]


def test_who_is_removed_is_cut_off_and_an_agent_plays_on(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "open", "open")
    came = bob.join(made, "Bob")
    ann.post(f"/api/tables/{made['table']}/seat", {"member": 0, "seat": 1})
    ann.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with ann.sit(made["table"], 0) as host, bob.sit(made["table"], came["member"]) as guest:
        ann.post(f"/api/tables/{made['table']}/remove", {"member": 0, "whom": came["member"]})
        with pytest.raises(ConnectionClosed) as closed:
            guest.hear("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == REVOKED
        host.wait_for_turn()
    with pytest.raises(ConnectionClosed), bob.sit(made["table"], came["member"]):
        pass


# ---------------------------------------------------------------------------------------------- after the server


def test_a_table_is_the_same_after_it_was_rebuilt_from_its_log(ann: Browser, server: Server) -> None:
    made = ann.make("spite-malice", "me", "bot", options={"goal_size": 3}, start=True)
    with ann.sit(made["table"], 0) as seat:
        for _ in range(6):
            seat.wait_for_turn()
            if seat.over:
                break
            seat.move(seat.legal()[-1])
        seat.wait_for_turn()
        before = seat.snapshot()
    server.forget(made["table"])  # as if it had started anew
    with ann.sit(made["table"], 0) as again:
        after = again.heard[0]
    assert before["view"] == after["view"]
    assert before["messages"] == after["messages"]
    assert before["table"] == after["table"]
