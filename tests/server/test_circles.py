"""Circles: what the same people's games came to, read by a link alone; renamed, kept, deleted after a week."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from croupier.server.base.runtime import hashed
from croupier.server.live.results import counted, standings
from croupier.server.routes.circles import NOTICE_MILLISECONDS
from croupier.server.storage.circles import CircleGame, Circles
from croupier.server.storage.log import UnavailableError
from tests.server.clients import Browser, Message, Server
from tests.server.conftest import Started


def play_out(browser: Browser, table: str, member: int = 0) -> None:
    """Play the last legal action until the game is over."""
    with browser.sit(table, member) as seat:
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(seat.legal()[-1])
        seat.hear_event("end")


def circle_with(browser: Browser, token: str, games: int) -> Message:
    """A circle, which has so many games."""
    circle: Message = browser.get(f"/api/circles/{token}")
    assert len(circle["games"]) == games
    return circle


def within(server: Server, work: Callable[[], Any]) -> Any:
    """What something of the server's loop gives."""
    return asyncio.run_coroutine_threadsafe(work(), server.loop).result()


def finished(browser: Browser) -> Message:
    """A short game of Pig that is over."""
    made = browser.make("pig", "me", "bot", options={"winning_score": 5}, start=True)
    play_out(browser, made["table"])
    return made


def make_circle(browser: Browser, made: Message, name: str = "Thursdays") -> str:
    token: str = browser.post(f"/api/tables/{made['table']}/circle", {"member": 0, "name": name})["circle"]
    return token


def test_a_circle_made_after_a_game_has_its_result_and_follows_to_the_next(ann: Browser, bob: Browser) -> None:
    made = finished(ann)
    token = make_circle(ann, made, "  Thursdays\u202e ")
    found = bob.get(f"/api/circles/{token}")
    assert found["name"] == "Thursdays"
    (game,) = found["games"]
    assert game["game"] == "pig"
    assert [seat["name"] for seat in game["seats"]] == ["Ann", None]
    assert sum(seat["won"] for seat in game["seats"]) == 1.0
    assert {seat["place"] for seat in game["seats"]} == {1, 2}
    again = ann.post(f"/api/tables/{made['table']}/again", {"member": 0})
    assert again["you"]["circle"] == token
    if again["state"]["status"] == "lobby":
        ann.post(f"/api/tables/{again['table']}/start", {"member": 0})
    play_out(ann, again["table"])
    found = circle_with(ann, token, 2)
    (standing,) = found["standings"]
    assert (standing["name"], standing["games"]) == ("Ann", 2)
    assert standing["won"] == sum(game["seats"][0]["won"] for game in found["games"])
    assert ann.refused("POST", f"/api/tables/{made['table']}/circle", {"member": 0, "name": "x"}) == "taken"


def test_games_of_skull_king_tell_bids_that_came_out_and_captures(ann: Browser) -> None:
    made = ann.make("skull-king", "me", "bot", options={"players": 2, "schedule": "one"}, start=True)
    token = make_circle(ann, made)
    assert ann.get(f"/api/circles/{token}")["games"] == []
    play_out(ann, made["table"])
    found = circle_with(ann, token, 1)
    mine, bots = found["games"][0]["seats"]
    assert (mine["bids"][1], bots["agent"]) == (1, "bot")
    assert mine["capture"] is not None
    (standing,) = found["standings"]
    assert [standing["made"], standing["bids"]] == mine["bids"]
    text = str(found)
    assert not any(word in text for word in ("secret", "seed", "actions", made["table"]))


def test_whoever_hears_of_a_circle_or_of_the_end_finds_the_game_there(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    circles = server.store.circles
    add = circles.add

    async def slow(circle: str, game: CircleGame) -> bool:
        await asyncio.sleep(0.2)
        return await add(circle, game)

    monkeypatch.setattr(circles, "add", slow)
    made = finished(ann)
    with ann.sit(made["table"], 0) as seat, ThreadPoolExecutor(1) as other:
        asked = other.submit(make_circle, ann, made)
        token = seat.hear_event("circle")["you"]["circle"]
        circle_with(ann, token, 1)
        assert asked.result() == token
    again = ann.post(f"/api/tables/{made['table']}/again", {"member": 0})
    if again["state"]["status"] == "lobby":
        ann.post(f"/api/tables/{again['table']}/start", {"member": 0})
    play_out(ann, again["table"])
    circle_with(ann, token, 2)


def test_only_who_is_at_the_table_gets_the_link(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "bot", start=True, settings={"spectators": "open", "pace": "instant"})
    token = make_circle(ann, made)
    with bob.sit(made["table"], None) as stranger:
        assert token not in str(stranger.heard)
        assert stranger.heard[0]["you"]["circle"] is None
    with ann.sit(made["table"], 0) as seat:
        assert seat.heard[0]["you"]["circle"] == token
    assert token not in str(bob.get(f"/api/tables/{made['table']}"))
    friend = bob.join(made, "Bob")
    assert friend["you"]["circle"] == token


def test_a_circle_is_renamed_and_deleted_a_week_after_that_was_said(server: Server, ann: Browser) -> None:
    token = make_circle(ann, finished(ann))
    assert ann.post(f"/api/circles/{token}/name", {"name": "Fridays"})["name"] == "Fridays"
    wanted = ann.post(f"/api/circles/{token}/deletion", {"wanted": True})
    assert 0 < wanted["deleted_in"] <= NOTICE_MILLISECONDS
    again = ann.post(f"/api/circles/{token}/deletion", {"wanted": True})
    assert again["deleted_in"] <= wanted["deleted_in"]  # a second wish begins no second week
    assert ann.post(f"/api/circles/{token}/deletion", {"wanted": False})["deleted_in"] is None
    ann.post(f"/api/circles/{token}/deletion", {"wanted": True})
    circles, now = server.store.circles, server.hub.runtime.now()
    within(server, lambda: circles.forget(now + NOTICE_MILLISECONDS - 60_000, None))
    assert ann.get(f"/api/circles/{token}")["games"]
    within(server, lambda: circles.forget(now + NOTICE_MILLISECONDS + 60_000, None))
    assert ann.refused("GET", f"/api/circles/{token}") == "not-found"
    path = server.store.engine.url.database
    assert path is not None
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM circle_games").fetchone() == (0,)
    connection.close()


def test_a_circle_whose_week_is_over_is_gone_before_it_is_swept(server: Server, ann: Browser) -> None:
    token = make_circle(ann, finished(ann))
    now = server.hub.runtime.now()
    within(server, lambda: server.store.circles.delete_at(hashed(token), now - 1, now))
    for method, path, body in (
        ("GET", "", None),
        ("POST", "/name", {"name": "x"}),
        ("POST", "/deletion", {"wanted": False}),
    ):
        assert ann.refused(method, f"/api/circles/{token}{path}", body) == "not-found"


def test_a_circle_is_forgotten_as_long_after_its_last_game_as_tables_are(server: Server, ann: Browser) -> None:
    token = make_circle(ann, finished(ann))
    circles, now = server.store.circles, server.hub.runtime.now()
    within(server, lambda: circles.forget(now, now - 60_000))
    assert ann.get(f"/api/circles/{token}")["games"]
    within(server, lambda: circles.forget(now, now + 60_000))
    assert ann.refused("GET", f"/api/circles/{token}") == "not-found"


def test_results_outlive_their_table_and_a_restart(started: Started, ann: Browser, server: Server) -> None:
    made = finished(ann)
    token = make_circle(ann, made)
    ann.delete(f"/api/tables/{made['table']}?member=0")
    server.stop()
    other = started()
    assert len(Browser(other.port).get(f"/api/circles/{token}")["games"]) == 1


def test_a_result_that_could_not_be_written_is_written_when_the_table_is_read_again(
    server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ann.make("pig", "me", "bot", options={"winning_score": 5}, start=True)
    token = make_circle(ann, made)

    async def broken(self: Circles, circle: str, game: object) -> bool:
        raise UnavailableError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Circles, "add", broken)
        play_out(ann, made["table"])
        assert ann.post(f"/api/tables/{made['table']}/name", {"member": 0, "name": "Ann"})  # after the end's work
    assert ann.get(f"/api/circles/{token}")["games"] == []
    server.forget(made["table"])
    ann.get(f"/api/tables/{made['table']}")
    assert len(ann.get(f"/api/circles/{token}")["games"]) == 1


def test_a_new_table_can_belong_to_a_circle_from_the_beginning(ann: Browser, bob: Browser) -> None:
    token = make_circle(ann, finished(ann))
    made = bob.make("pig", "me", "bot", options={"winning_score": 5}, start=True, circle=token)
    assert made["you"]["circle"] == token
    play_out(bob, made["table"])
    circle_with(ann, token, 2)
    assert bob.refused("POST", "/api/tables", {"game": "pig", "circle": "x" * 22}) == "not-found"


@pytest.mark.parametrize("name", ["", " \u202e ", "x" * 49])
def test_names_of_circles_that_are_none_are_refused(ann: Browser, name: str) -> None:
    made = finished(ann)
    assert ann.refused("POST", f"/api/tables/{made['table']}/circle", {"member": 0, "name": name}) == "malformed"
    token = make_circle(ann, made)
    assert ann.refused("POST", f"/api/circles/{token}/name", {"name": name}) == "malformed"
    assert ann.get(f"/api/circles/{token}")["name"] == "Thursdays"


def made_up(eve: Browser, token: str, name: str) -> str:
    """A game in a circle in which one browser plays both itself and somebody else; gives its table."""
    made = eve.make("pig", "me", "open", options={"winning_score": 5}, name="Eve", circle=token)
    eve.join(made, name)
    eve.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with eve.sit(made["table"], 0) as one, eve.sit(made["table"], 1) as two:
        while not (one.over or two.over):
            mover = one if one.legal() else two
            number = mover.move(mover.legal()[-1])["number"]
            for seat in (one, two):
                seat.catch_up(number)
        one.hear_event("end")
    return str(made["table"])


def games_of(circle: Message) -> dict[str, int]:
    """How many games count for each name."""
    return {each["name"]: each["games"] for each in circle["standings"]}


def test_a_game_at_another_browser_counts_for_a_name_once_somebody_accepts_it_who_has_borne_it(
    server: Server, ann: Browser, bob: Browser
) -> None:
    token = make_circle(ann, finished(ann))
    eve, stranger = Browser(server.port), Browser(server.port)
    for name in ("Ann", "\u0410nn"):
        made_up(eve, token, name)
    found = circle_with(eve, token, 3)
    assert games_of(found) == {"Ann": 1, "Eve": 2}
    latest = found["games"][0]
    assert [(each["name"], each["counts"]) for each in latest["seats"]] == [("Eve", True), ("\u0410nn", False)]
    for browser in (eve, stranger):
        assert not any(
            each["may_accept"] for game in browser.get(f"/api/circles/{token}")["games"] for each in game["seats"]
        )
        body = {"game": latest["id"], "seat": 1}
        assert browser.refused("POST", f"/api/circles/{token}/accept", body) == "forbidden"
    played = found["games"][1]
    accepted = ann.post(f"/api/circles/{token}/accept", {"game": played["id"], "seat": 1})
    assert games_of(accepted)["Ann"] == 2
    assert accepted["games"][1]["seats"][1]["counts"]
    assert not any(hashed(each.cookies["croupier"]) in str(accepted) for each in (ann, eve))
    for body in ({"game": "x", "seat": 0}, {"game": played["id"], "seat": 2}):
        assert ann.refused("POST", f"/api/circles/{token}/accept", body) == "not-found"


@pytest.mark.thorough
def test_the_host_of_a_circle_takes_a_game_out_and_changes_the_link(
    server: Server, ann: Browser, bob: Browser
) -> None:
    token = make_circle(ann, finished(ann))
    table = made_up(bob, token, "Zed")
    found = circle_with(bob, token, 2)
    game = {"game": found["games"][0]["id"]}
    assert (found["host"], ann.get(f"/api/circles/{token}")["host"]) == (False, True)
    assert bob.refused("POST", f"/api/circles/{token}/take-out", game) == "forbidden"
    assert bob.refused("POST", f"/api/circles/{token}/link") == "forbidden"
    assert games_of(ann.post(f"/api/circles/{token}/take-out", game)) == {"Ann": 1}
    server.forget(table)
    bob.get(f"/api/tables/{table}")  # which keeps its result anew, where none is there
    circle_with(bob, token, 1)
    assert ann.refused("POST", f"/api/circles/{token}/take-out", game) == "not-found"
    changed = ann.post(f"/api/circles/{token}/link")
    assert changed["circle"] != token
    assert changed["host"]
    assert bob.refused("GET", f"/api/circles/{token}") == "not-found"
    assert bob.refused("POST", "/api/tables", {"game": "pig", "circle": token}) == "not-found"
    assert games_of(circle_with(bob, changed["circle"], 1)) == {"Ann": 1}


def test_a_circle_of_before_there_were_hosts_is_read_and_nobody_is_its_host(server: Server, ann: Browser) -> None:
    token = make_circle(ann, finished(ann))
    path = server.store.engine.url.database
    assert path is not None
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE circles SET host = ''")
        connection.execute("""UPDATE circle_games SET result = replace(result, '"by"', '"was"')""")
    for browser in (ann, Browser(server.port)):
        found = browser.get(f"/api/circles/{token}")
        assert (games_of(found), found["host"]) == ({"Ann": 1}, False)
        assert browser.refused("POST", f"/api/circles/{token}/link") == "forbidden"


def test_a_name_belongs_to_the_browsers_at_which_it_was_borne_and_to_those_that_were_accepted() -> None:
    def game(name: str, *by: str, **more: Any) -> Message:
        return {"game": "pig", "seats": [{"name": name, "by": list(by), **more}]}

    results = [
        game("Ann", "desk"), game("Ann", "phone"), game("ANN", "phone", "desk"), game("Ann", "phone"),
        game("Ann", "eve"), game("Ann", "laptop", accepted=True), game("Ann", "laptop"), game("Bob", "eve"),
    ]  # fmt: skip
    assert [seat.counts for [seat] in counted(results)] == [True, False, True, True, False, True, True, True]


def test_standings_add_shares_of_wins_and_keep_agents_out() -> None:
    def seat(
        name: str | None, place: int, won: float, bids: list[int] | None, capture: int | None
    ) -> dict[str, Any]:
        return {
            "name": name,
            "agent": None,
            "points": 0,
            "place": place,
            "won": won,
            "bids": bids,
            "capture": capture,
        }

    friends = [seat("Ann", 1, 0.5, [3, 10], 40), seat("Bo", 1, 0.5, [2, 10], 0), seat(None, 3, 0, None, None)]
    others = [seat("Bo", 1, 1.0, None, None), seat("Ann", 2, 0.0, None, None)]
    results = [{"game": "skull-king", "seats": friends}, {"game": "pig", "seats": others}]
    first, second = standings(results)
    assert (first.name, first.won, first.games, first.places, first.made, first.bids, first.capture) == (
        "Bo",
        1.5,
        2,
        1.0,
        2,
        10,
        0,
    )
    assert (second.name, second.won, second.places, second.capture) == ("Ann", 0.5, 1.5, 40)
    assert standings([]) == []
