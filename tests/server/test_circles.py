"""Circles: what the same people's games came to, read by a link alone; renamed, kept, deleted after a week."""

import asyncio
from typing import Any

import pytest

from croupier.server.base.runtime import hashed
from croupier.server.live.results import counted, standings
from croupier.server.routes.circles import NOTICE_MILLISECONDS
from croupier.server.storage.circles import CircleGame, Circles
from croupier.server.storage.log import UnavailableError
from tests.server.clients import AnyServer, Browser, Company, Message, play_on
from tests.server.conftest import Started

SHORT = {"winning_score": 5}


def play_out(at: Company) -> None:
    """Let the host play to the end."""
    with at.sit(0) as seat:
        play_on([seat])
        seat.hear_event("end")
    at.server.pass_time(1)


def game_of(server: AnyServer, **more: Any) -> Company:
    """A short game of Pig of one person against an agent, to its end."""
    at = Company(server, "pig", "me", "bot", people=1, options=SHORT, **more)
    play_out(at)
    return at


def circle_of(at: Company, name: str = "Thursdays") -> str:
    """The link of a circle that is made at a table."""
    token: str = at.post(0, "circle", name=name)["circle"]
    return token


def again(at: Company) -> None:
    """The next game of the same people, to its end."""
    made = at.post(0, "again", start=True)
    at.made, at.table = made, made["table"]
    play_out(at)


def read(browser: Browser, token: str, games: int) -> Message:
    """A circle, which has so many games."""
    circle: Message = browser.get(f"/api/circles/{token}")
    assert len(circle["games"]) == games
    return circle


def games_of(circle: Message) -> dict[str, int]:
    """How many games count for each name."""
    return {each["name"]: each["games"] for each in circle["standings"]}


def test_a_circle_made_after_a_game_has_its_result_and_follows_to_the_next(
    server: AnyServer, bob: Browser
) -> None:
    at = game_of(server)
    first, token = at.table, circle_of(at, "  Thursdays\u202e ")
    found = read(bob, token, 1)
    assert found["name"] == "Thursdays"
    (game,) = found["games"]
    assert game["game"] == "pig"
    assert [seat["name"] for seat in game["seats"]] == ["Ann", None]
    assert sum(seat["won"] for seat in game["seats"]) == 1.0
    assert {seat["place"] for seat in game["seats"]} == {1, 2}
    again(at)
    found = read(bob, token, 2)
    (standing,) = found["standings"]
    assert (standing["name"], standing["games"]) == ("Ann", 2)
    assert standing["won"] == sum(game["seats"][0]["won"] for game in found["games"])
    at.table = first
    assert at.refused(0, "circle", name="x") == "taken"
    other = game_of(server, circle=token)  # a new table can belong to it from the beginning
    assert other.made["you"]["circle"] == token
    read(bob, token, 3)
    assert bob.refused("POST", "/api/tables", {"game": "pig", "circle": "x" * 22}) == "not-found"


def test_games_of_skull_king_tell_bids_that_came_out_and_captures(server: AnyServer) -> None:
    at = Company(server, "skull-king", "me", "bot", people=1, options={"players": 2, "schedule": "one"})
    token = circle_of(at)
    read(at.browsers[0], token, 0)
    play_out(at)
    found = read(at.browsers[0], token, 1)
    mine, bots = found["games"][0]["seats"]
    assert (mine["bids"][1], bots["agent"]) == (1, "bot")
    assert mine["capture"] is not None
    (standing,) = found["standings"]
    assert [standing["made"], standing["bids"]] == mine["bids"]
    assert not any(word in str(found) for word in ("secret", "seed", "actions", at.table))


def test_whoever_hears_of_a_circle_or_of_the_end_finds_the_game_there(
    server: AnyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    circles = server.store.circles
    add = circles.add

    async def slow(circle: str, game: CircleGame) -> bool:
        await asyncio.sleep(0.2)
        return await add(circle, game)

    monkeypatch.setattr(circles, "add", slow)
    at = game_of(server)
    with at.sit(0) as seat:
        token = circle_of(at)
        assert seat.hear_event("circle")["you"]["circle"] == token
        read(at.browsers[0], token, 1)
    again(at)  # up to the message that the game is over
    read(at.browsers[0], token, 2)


def test_only_who_is_at_the_table_gets_the_link(server: AnyServer, bob: Browser) -> None:
    at = Company(server, "pig", "me", "bot", people=1, settings={"spectators": "open", "pace": "instant"})
    token = circle_of(at)
    with at.seats(0, None) as (seat, stranger):
        assert token not in str(stranger.heard)
        assert stranger.heard[0]["you"]["circle"] is None
        assert seat.heard[0]["you"]["circle"] == token
    assert token not in str(bob.get(at.path()))
    assert bob.join(at.made, "Bob")["you"]["circle"] == token


def test_a_circle_is_renamed_and_deleted_a_week_after_that_was_said(started: Started) -> None:
    server = started(seed=1)
    at = game_of(server)
    path, ann = f"/api/circles/{circle_of(at)}", at.browsers[0]
    assert ann.post(f"{path}/name", {"name": "Fridays"})["name"] == "Fridays"
    wanted = ann.post(f"{path}/deletion", {"wanted": True})
    assert wanted["deleted_in"] == NOTICE_MILLISECONDS
    server.pass_time(60)
    again = ann.post(f"{path}/deletion", {"wanted": True})
    assert again["deleted_in"] == NOTICE_MILLISECONDS - 60_000  # a second wish begins no second week
    assert ann.post(f"{path}/deletion", {"wanted": False})["deleted_in"] is None
    ann.post(f"{path}/deletion", {"wanted": True})
    circles, now = server.store.circles, server.hub.runtime.now()
    server.do(circles.forget(now + NOTICE_MILLISECONDS - 60_000, None))
    assert ann.get(path)["games"]
    server.do(circles.forget(now + NOTICE_MILLISECONDS + 60_000, None))
    assert ann.refused("GET", path) == "not-found"
    assert server.sql("SELECT count(*) FROM circle_games") == [(0,)]


def test_a_circle_whose_week_is_over_is_gone_before_it_is_swept(server: AnyServer) -> None:
    at = game_of(server)
    token, now = circle_of(at), server.hub.runtime.now()
    server.do(server.store.circles.delete_at(hashed(token), now - 1, now))
    for method, path, body in (
        ("GET", "", None), ("POST", "/name", {"name": "x"}), ("POST", "/deletion", {"wanted": False}),
    ):  # fmt: skip
        assert at.browsers[0].refused(method, f"/api/circles/{token}{path}", body) == "not-found"


def test_a_circle_is_forgotten_as_long_after_its_last_game_as_tables_are(server: AnyServer) -> None:
    at = game_of(server)
    path, circles, now = f"/api/circles/{circle_of(at)}", server.store.circles, server.hub.runtime.now()
    server.do(circles.forget(now, now - 60_000))
    assert at.browsers[0].get(path)["games"]
    server.do(circles.forget(now, now + 60_000))
    assert at.browsers[0].refused("GET", path) == "not-found"


def test_results_outlive_their_table_and_a_restart(started: Started) -> None:
    server = started(seed=1)
    at = game_of(server)
    token = circle_of(at)
    at.delete()
    server.stop()
    read(started().browser(), token, 1)


def test_a_result_that_could_not_be_written_is_written_when_the_table_is_read_again(
    server: AnyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Company(server, "pig", "me", "bot", people=1, options=SHORT)
    token = circle_of(at)

    async def broken(self: Circles, circle: str, game: object) -> bool:
        raise UnavailableError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Circles, "add", broken)
        play_out(at)
    read(at.browsers[0], token, 0)
    server.forget(at.table)
    at.get(0)
    read(at.browsers[0], token, 1)


@pytest.mark.parametrize("name", ["", " \u202e ", "x" * 49])
def test_names_of_circles_that_are_none_are_refused(server: AnyServer, name: str) -> None:
    at = Company(server, "pig", "me", "bot", people=1)
    assert at.refused(0, "circle", name=name) == "malformed"
    path = f"/api/circles/{circle_of(at)}"
    assert at.browsers[0].refused("POST", f"{path}/name", {"name": name}) == "malformed"
    assert at.browsers[0].get(path)["name"] == "Thursdays"


def cheated(server: AnyServer, eve: Browser, token: str, name: str) -> str:
    """A game in a circle in which one browser plays both itself and somebody else; gives its table."""
    server.pass_time(1)
    made = eve.make("pig", "me", "open", options=SHORT, name="Eve", circle=token)
    eve.join(made, name)
    eve.post(f"/api/tables/{made['table']}/start", {"member": 0})
    with eve.sit(made["table"], 0) as one, eve.sit(made["table"], 1) as two:
        play_on([one, two])
    return str(made["table"])


def test_a_game_at_another_browser_counts_for_a_name_once_somebody_accepts_it_who_has_borne_it(
    server: AnyServer, bob: Browser
) -> None:
    at = game_of(server)
    token, ann, eve = circle_of(at), at.browsers[0], server.browser()
    for name in ("Ann", "\u0410nn"):
        cheated(server, eve, token, name)
    found = read(eve, token, 3)
    assert games_of(found) == {"Ann": 1, "Eve": 2}
    latest, played = found["games"][:2]
    assert [(each["name"], each["counts"]) for each in latest["seats"]] == [("Eve", True), ("\u0410nn", False)]
    accept = f"/api/circles/{token}/accept"
    for browser in (eve, bob):
        games = read(browser, token, 3)["games"]
        assert not any(each["may_accept"] for game in games for each in game["seats"])
        assert browser.refused("POST", accept, {"game": latest["id"], "seat": 1}) == "forbidden"
    accepted = ann.post(accept, {"game": played["id"], "seat": 1})
    assert games_of(accepted)["Ann"] == 2
    assert accepted["games"][1]["seats"][1]["counts"]
    assert not any(hashed(each.cookies["croupier"]) in str(accepted) for each in (ann, eve))
    for body in ({"game": "x", "seat": 0}, {"game": played["id"], "seat": 2}):
        assert ann.refused("POST", accept, body) == "not-found"


def test_the_host_of_a_circle_takes_a_game_out_and_changes_the_link(server: AnyServer, bob: Browser) -> None:
    at = game_of(server)
    token, ann = circle_of(at), at.browsers[0]
    table, path = cheated(server, bob, token, "Zed"), f"/api/circles/{token}"
    found = read(bob, token, 2)
    game = {"game": found["games"][0]["id"]}
    assert (found["host"], read(ann, token, 2)["host"]) == (False, True)
    assert bob.refused("POST", f"{path}/take-out", game) == "forbidden"
    assert bob.refused("POST", f"{path}/link") == "forbidden"
    assert games_of(ann.post(f"{path}/take-out", game)) == {"Ann": 1}
    server.forget(table)
    bob.get(f"/api/tables/{table}")  # which keeps its result anew, where none is there
    read(bob, token, 1)
    assert ann.refused("POST", f"{path}/take-out", game) == "not-found"
    changed = ann.post(f"{path}/link")
    assert changed["circle"] != token
    assert changed["host"]
    assert bob.refused("GET", path) == "not-found"
    assert bob.refused("POST", "/api/tables", {"game": "pig", "circle": token}) == "not-found"
    assert games_of(read(bob, changed["circle"], 1)) == {"Ann": 1}


def test_a_circle_of_before_there_were_hosts_is_read_and_nobody_is_its_host(
    server: AnyServer, bob: Browser
) -> None:
    at = game_of(server)
    token = circle_of(at)
    server.sql("UPDATE circles SET host = ''")
    server.sql("""UPDATE circle_games SET result = replace(result, '"by"', '"was"')""")
    for browser in (at.browsers[0], bob):
        found = read(browser, token, 1)
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
    def seat(name: str | None, place: int, won: float, bids: Any = None, capture: int | None = None) -> Message:
        return {
            "name": name,
            "agent": None,
            "points": 0,
            "place": place,
            "won": won,
            "bids": bids,
            "capture": capture,
        }

    friends = [seat("Ann", 1, 0.5, [3, 10], 40), seat("Bo", 1, 0.5, [2, 10], 0), seat(None, 3, 0)]
    others = [seat("Bo", 1, 1.0), seat("Ann", 2, 0.0)]
    first, second = standings([{"game": "skull-king", "seats": friends}, {"game": "pig", "seats": others}])
    assert (first.name, first.won, first.games, first.places) == ("Bo", 1.5, 2, 1.0)
    assert (first.made, first.bids, first.capture) == (2, 10, 0)
    assert (second.name, second.won, second.places, second.capture) == ("Ann", 0.5, 1.5, 40)
    assert standings([]) == []
