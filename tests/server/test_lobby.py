"""The lobby: links, names, seats, hosting, another game for the same people."""

import asyncio
import gc
import json
import sqlite3
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.agents.names import AgentName
from croupier.agents.search.settings import PRESETS
from croupier.server.base.refusal import RefusalError
from croupier.server.events import coming
from croupier.server.events.coming import MOST_OF_BROWSER
from croupier.server.events.happening import rebuilt_room
from croupier.server.room.chairs import MOST_NOTICES
from croupier.server.storage.log import LogEvent, UnavailableError
from tests.server.clients import PATIENCE_SECONDS, SOON, Browser, Server
from tests.server.conftest import Started

ME = {"kind": "me"}


def test_games_are_listed_with_their_options_and_agents(ann: Browser) -> None:
    games = {each["name"]: each for each in ann.get("/api/games")}
    pig = games["pig"]
    assert {option["name"] for option in pig["options"]} == {"winning_score", "max_turns", "turn_unit"}
    assert all(option["help"] for each in games.values() for option in each["options"])
    assert "PigDice-v0-short" in pig["variants"]
    dice = games["liars-dice"]  # whose tables begin with another game than `make`
    assert next(option["default"] for option in dice["options"] if option["name"] == "lost_dice") is True
    assert (dice["players"], dice["variants"]["LiarsDice-v0"]["lost_dice"]) == (3, False)
    with ann.sit(ann.make("liars-dice", "me", "bot", "bot", start=True)["table"], 0) as seat:
        assert seat.view is not None
        assert seat.view["table"]["round"] == 1
    agents = ann.get("/api/games/pig/agents")
    names = [each["name"] for each in agents]
    assert [(each["name"], each["level"]) for each in agents[:4]] == [
        ("random", "beginner"), ("bot", "medium"), ("optimal", "strongest"), ("search", None),
    ]  # fmt: skip
    of_cards = ann.get("/api/games/skull-king/agents")
    assert [each["name"] for each in of_cards if each["level"]] == [
        "bot:random-bid", "bot:simple", "bot", "net", "search",
    ]  # fmt: skip
    assert not {"human", "py"} & set(names)
    assert ann.refused("GET", "/api/games/whist/agents") == "not-found"


@pytest.mark.parametrize(
    ("game", "seats", "players"), [("liars-dice", 2, 2), ("liars-dice", 5, 5), ("skull-king", 3, 3)]
)
def test_as_many_play_as_seats_are_named(ann: Browser, game: str, seats: int, players: int) -> None:
    made = ann.make(game, "me", *["bot"] * (seats - 1), start=True)
    state = ann.get(f"/api/tables/{made['table']}")["state"]
    assert (len(state["seats"]), state["options"]["players"]) == (seats, players)
    assert state["options"].get("lost_dice", True) is True  # all else is as at any table


def test_numbers_of_seats_that_a_game_does_not_have_are_refused(ann: Browser) -> None:
    for game, seats in (("pig", 3), ("liars-dice", 6), ("LiarsDice-v0-five", 2), ("skull-king", 1)):
        wish = {"game": game, "seats": [ME] + [{"kind": "open"}] * (seats - 1)}
        assert ann.refused("POST", "/api/tables", wish) == "malformed"
    assert (
        ann.refused("POST", "/api/tables", {"game": "liars-dice", "options": {"players": 3}, "seats": [ME]})
        == "malformed"
    )


def test_a_friend_comes_by_the_link_takes_a_seat_and_the_host_begins(ann: Browser, bob: Browser) -> None:
    made = ann.make("skull-king", "me", "open", "open", "bot")
    table = made["table"]
    assert bob.refused("GET", f"/api/tables/{table}") == "forbidden"  # the address alone opens nothing
    token = {"token": made["join"]}
    assert bob.post(f"/api/tables/{table}/look", token)["state"]["members"][0]["name"] == "Ann"
    came = bob.join(made, "  Bob\n")
    assert came["you"] == {"member": 1, "seat": 1, "host": False, "circle": None}
    assert came["state"]["members"][1]["name"] == "Bob"
    moved = bob.post(f"/api/tables/{table}/seat", {"member": 1, "seat": 2})
    assert moved["you"]["seat"] == 2
    assert bob.refused("POST", f"/api/tables/{table}/seat", {"member": 1, "seat": 0}) == "taken"
    assert bob.refused("POST", f"/api/tables/{table}/seat", {"member": 1, "seat": 9}) == "not-found"
    assert bob.refused("POST", f"/api/tables/{table}/start", {"member": 1}) == "forbidden"
    assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0}) == "forbidden"  # seat 1 is free
    begun = ann.post(f"/api/tables/{table}/start", {"member": 0, "fill": "bot:simple"})
    assert begun["state"]["status"] == "playing"
    assert [each["agent"] for each in begun["state"]["seats"]] == [None, "bot:simple", None, "bot"]
    assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0}) == "forbidden"


def test_a_wrong_link_and_a_replaced_one_open_nothing(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    table = made["table"]
    wish = {"token": "x" * 22, "name": "Bob"}
    assert bob.refused("POST", f"/api/tables/{table}/join", wish) == "forbidden"
    other = ann.post(f"/api/tables/{table}/invite", {"member": 0})["join"]
    assert bob.refused("POST", f"/api/tables/{table}/join", {**wish, "token": made["join"]}) == "forbidden"
    assert bob.post(f"/api/tables/{table}/join", {**wish, "token": other})["member"] == 1
    assert bob.refused("POST", f"/api/tables/{table}/invite", {"member": 1}) == "forbidden"


def test_nobody_speaks_for_somebody_else(ann: Browser, bob: Browser, server: Server) -> None:
    made = ann.make("pig")
    table = made["table"]
    bob.join(made, "Bob")
    wishes: list[tuple[str, dict[str, object]]] = [
        ("name", {"name": "Eve"}), ("seat", {"seat": None}), ("start", {}), ("again", {}), ("links", {}),
        ("host", {"whom": 1}), ("remove", {"whom": 1}), ("reissue", {"whom": 1}), ("invite", {}),
        ("settings", {"settings": SOON}), ("agent", {"seat": 1, "agent": None}), ("wait", {"seat": 0}),
        ("stand-in", {"seat": 0}), ("take-over", {}),
    ]  # fmt: skip
    for route, body in wishes:
        before = server.live(table).room.number
        assert bob.refused("POST", f"/api/tables/{table}/{route}", {"member": 0, **body}) == "forbidden", route
        assert server.live(table).room.number == before
    assert bob.refused("DELETE", f"/api/tables/{table}?member=0") == "forbidden"


@pytest.mark.parametrize("route", ["host", "remove", "reissue", "invite", "settings", "agent", "start", "wait"])
def test_only_the_host_hosts(route: str, ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    bob.join(made, "Bob")
    bodies: dict[str, dict[str, object]] = {
        "host": {"whom": 1}, "remove": {"whom": 0}, "reissue": {"whom": 0}, "settings": {"settings": SOON},
        "agent": {"seat": 0, "agent": None}, "wait": {"seat": 0},
    }  # fmt: skip
    body = {"member": 1, **bodies.get(route, {})}
    assert bob.refused("POST", f"/api/tables/{made['table']}/{route}", body) == "forbidden"


@pytest.mark.parametrize("name", ["Player 0", "player 12", " PLAYER  1 "])
def test_nobody_is_called_as_a_seat_is(name: str, ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    wish = {"token": made["join"], "name": name}
    assert bob.refused("POST", f"/api/tables/{made['table']}/join", wish) == "malformed"
    assert ann.refused("POST", f"/api/tables/{made['table']}/name", {"member": 0, "name": name}) == "malformed"
    assert bob.join(made, "Player One")["member"] == 1


def test_nobody_comes_under_a_name_that_looks_like_anothers_or_takes_it_later(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    join, rename = (f"/api/tables/{made['table']}/{what}" for what in ("join", "name"))
    for name in ("Ann", " ANN ", "\u0410nn"):
        assert bob.refused("POST", join, {"token": made["join"], "name": name}) == "taken"
    bob.join(made, "Bob")
    for name in ("ann", "\u0410nn"):
        assert bob.refused("POST", rename, {"member": 1, "name": name}) == "taken"
    bob.post(rename, {"member": 1, "name": "BOB"})  # one's own in other letters
    ann.post(rename, {"member": 0, "name": "Anna"})
    assert bob.post(rename, {"member": 1, "name": "Ann"})["state"]["members"][1]["name"] == "Ann"  # free again


def test_one_browser_brings_few_people_to_a_table(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    path = f"/api/tables/{made['table']}/join"
    for number in range(1, MOST_OF_BROWSER):
        ann.join(made, f"Guest {chr(ord('A') + number)}")
    assert ann.refused("POST", path, {"token": made["join"], "name": "Eve"}) == "forbidden"
    assert bob.join(made, "Bob")["member"] == MOST_OF_BROWSER
    ann.post(f"/api/tables/{made['table']}/remove", {"member": 1, "whom": 1})
    ann.join(made, "Eve")  # a place is free again
    body = {"token": made["join"], "name": "x"}
    with ThreadPoolExecutor(4) as pool:  # at the same moment too
        asked = [pool.submit(bob.ask, "POST", path, {**body, "name": f"{each} {each}"}) for each in "KLMNOPQRSTUV"]
    assert sum(each.result().status == 200 for each in asked) == MOST_OF_BROWSER - 1


def test_a_table_keeps_the_latest_notices() -> None:
    first = {
        "game": "none", "version": 1, "options": {}, "host": 0, "members": [{"number": 0, "name": "Ann"}],
        "seats": [{"member": 0, "agent": None}], "settings": {},
    }  # fmt: skip
    told = [LogEvent("host", None, {"member": 0}, number, 0) for number in range(2, MOST_NOTICES + 7)]
    log = [LogEvent("create", None, first, 1, 0), *told]
    notices = rebuilt_room("table", log, None).notices
    assert [each.number for each in notices] == list(range(7, MOST_NOTICES + 7))


def test_hosting_is_handed_on(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    table = made["table"]
    bob.join(made, "Bob")
    assert ann.refused("POST", f"/api/tables/{table}/remove", {"member": 0, "whom": 0}) == "forbidden"
    assert not ann.post(f"/api/tables/{table}/host", {"member": 0, "whom": 1})["you"]["host"]
    assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0}) == "forbidden"
    ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 0})  # leaves
    left = bob.post(f"/api/tables/{table}/agent", {"member": 1, "seat": 0, "agent": "bot"})
    assert [each["member"] for each in left["state"]["members"]] == [1]
    assert bob.post(f"/api/tables/{table}/start", {"member": 1})["state"]["status"] == "playing"


def test_who_has_lost_a_device_replaces_all_links_and_browsers_but_this_one(
    ann: Browser, bob: Browser, server: Server
) -> None:
    made = ann.make("pig")
    table = made["table"]
    old = ann.post(f"/api/tables/{table}/links", {"member": 0})["token"]
    bob.post(f"/api/tables/{table}/enter", {"token": old})
    with bob.sit(table, 0) as seat:
        new = ann.post(f"/api/tables/{table}/reissue", {"member": 0, "whom": 0})["token"]
        with pytest.raises(ConnectionClosed):
            seat.hear("nothing")
    assert bob.refused("POST", f"/api/tables/{table}/name", {"member": 0, "name": "Rob"}) == "forbidden"
    phone = Browser(server.port)
    assert phone.refused("POST", f"/api/tables/{table}/enter", {"token": old}) == "forbidden"
    assert phone.post(f"/api/tables/{table}/enter", {"token": new})["you"]["member"] == 0
    for browser in (ann, phone):
        renamed = browser.post(f"/api/tables/{table}/name", {"member": 0, "name": "Rob"})
        assert renamed["state"]["members"][0]["name"] == "Rob"


def test_the_same_people_play_again_at_a_new_table(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "open", options={"winning_score": 2})
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    assert ann.refused("POST", f"/api/tables/{table}/again", {"member": 0}) == "forbidden"  # it goes on
    with ann.sit(table, 0) as first, bob.sit(table, 1) as second:
        while not first.over:
            mover = first if first.legal() else second
            mover.move(mover.legal()[-1] if mover.view and mover.view["table"]["turn_total"] else 0)
            last = max(first.number, second.number)
            first.catch_up(last)
            second.catch_up(last)
        new = ann.post(f"/api/tables/{table}/again", {"member": 0})
        assert second.hear_event("again")["table"]["again"] == new["table"]
    assert ann.refused("POST", f"/api/tables/{table}/again", {"member": 0}) == "over"
    assert bob.get(f"/api/tables/{new['table']}")["mine"] == [
        {"member": 1, "seat": 1, "host": False, "circle": None}
    ]
    begun = ann.post(f"/api/tables/{new['table']}/start", {"member": 0})
    assert [each["member"] for each in begun["state"]["seats"]] == [0, 1]


def test_who_was_removed_does_not_come_back_by_the_old_link(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig")
    table = made["table"]
    bob.join(made, "Bob")
    removed = ann.post(f"/api/tables/{table}/remove", {"member": 0, "whom": 1})
    old, new = ({"token": each["join"], "name": "Bob"} for each in (made, removed))
    assert bob.refused("POST", f"/api/tables/{table}/join", old) == "forbidden"
    assert bob.post(f"/api/tables/{table}/join", new)["member"] == 2
    left = bob.post(f"/api/tables/{table}/remove", {"member": 2, "whom": 2})  # leaves
    assert "join" not in left
    assert bob.post(f"/api/tables/{table}/join", new)["member"] == 3


def test_my_tables_are_listed_the_latest_first(ann: Browser, bob: Browser, server: Server) -> None:
    tables = [ann.make("pig", "me", "bot", start=True)["table"] for _ in range(3)]
    assert [each["table"]["id"] for each in ann.get("/api/tables")] == tables[::-1]
    assert ann.get("/api/tables")[0]["due"] == 0
    assert bob.get("/api/tables") == []
    for table in tables:
        server.forget(table)
    again = ann.get("/api/tables")
    assert [(each["table"]["title"], each["table"]["playable"]) for each in again] == [("Pig Dice", True)] * 3
    assert [each["table"]["status"] for each in again] == ["playing"] * 3


def test_nothing_happens_any_more_at_a_table_that_is_deleted(ann: Browser, server: Server) -> None:
    made = ann.make("pig", "bot", "bot", settings={**SOON, "pace": "slow"}, start=True)
    live = server.live(made["table"])
    with ann.sit(made["table"], 0):
        assert live.autoplay._due() is not None
        assert ann.ask("DELETE", f"/api/tables/{made['table']}?member=0").status == 200
        assert live.autoplay._due() is None  # no agent is asked, whatever nudges
        with pytest.raises(RefusalError, match="closed"):
            asyncio.run(live._do(lambda room: coming.rename(room, 0, "Eve")))


def test_a_table_that_could_not_be_deleted_goes_on(
    ann: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ann.make("pig", "me", "bot", start=True)

    async def fail(table: str) -> None:
        raise UnavailableError(f"no {table}")

    with ann.sit(made["table"], 0) as seat, monkeypatch.context() as patch:
        patch.setattr(server.hub.store, "delete", fail)
        assert ann.refused("DELETE", f"/api/tables/{made['table']}?member=0") == "unavailable"
        seat.move(1)


def test_a_table_is_deleted_with_all_that_is_kept_of_it(ann: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "bot", start=True)
    with ann.sit(made["table"], 0) as seat:
        ann.ask("DELETE", f"/api/tables/{made['table']}?member=0")
        with pytest.raises(ConnectionClosed):
            seat.hear("nothing")
    assert ann.refused("GET", f"/api/tables/{made['table']}") == "not-found"
    assert ann.get("/api/tables") == []


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "whist"}, "not-found"),
        ({"game": "pig", "options": {"winning_score": 0}}, "malformed"),
        ({"game": "pig", "options": {"name": "pig"}}, "malformed"),
        ({"game": "pig", "options": {"cards": 3}}, "malformed"),
        ({"game": "pig", "seats": [{"kind": "me"}]}, "malformed"),
        ({"game": "pig", "seats": [{"kind": "me"}, {"kind": "me"}]}, "malformed"),
        ({"game": "pig", "seats": [ME, {"kind": "agent"}]}, "malformed"),
        ({"game": "pig", "seats": [ME, {"kind": "agent", "agent": "human"}]}, "forbidden"),
        ({"game": "pig", "seats": [ME, {"kind": "agent", "agent": "py:os:system"}]}, "forbidden"),
        ({"game": "pig", "seats": [ME, {"kind": "agent", "agent": "net:/etc/passwd"}]}, "forbidden"),
        ({"game": "pig", "seats": [ME, {"kind": "agent", "agent": "search:net:x.onnx"}]}, "forbidden"),
        ({"game": "pig", "seats": [ME, {"kind": "agent", "agent": "search/worlds=999999"}]}, "forbidden"),
        ({"game": "pig", "settings": {"pace": "warp"}}, "malformed"),
        ({"game": "pig", "settings": {"take_back": 1e9}}, "malformed"),
        ({"game": "pig", "settings": {"stand_in": "py:a:B"}}, "forbidden"),
        ({"game": "pig", "name": "\u202e\n "}, "malformed"),
        ({"game": "pig", "name": "x" * 25}, "malformed"),
        ({"game": "pig", "start": True}, "malformed"),  # the second seat is open
        ({"game": "pig", "seed": 7}, "malformed"),  # who chose the seed would know the cards
    ],
)
def test_a_table_that_cannot_be_is_refused(wish: dict[str, object], code: str, ann: Browser) -> None:
    assert ann.refused("POST", "/api/tables", {"name": "Ann", **wish}) == code
    assert ann.get("/api/tables") == []


def test_a_table_that_somebody_asks_for_is_not_forgotten_before_the_socket_comes(
    ann: Browser, server: Server
) -> None:
    table = ann.make("pig", "me", "bot", start=True)["table"]
    live = server.live(table)
    live.idle_since = time.monotonic() - 1000
    ann.get(f"/api/tables/{table}")
    server.hub.sweep()
    assert server.live(table) is live
    live.idle_since = time.monotonic() - 1000
    server.hub.sweep()
    assert server.hub.present() == []


def test_a_table_that_is_forgotten_leaves_memory_at_once(ann: Browser, server: Server) -> None:
    table = ann.make("pig", "me", "bot", settings=SOON, start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[0])
        seat.wait_for_turn()
    found = weakref.ref(server.live(table))
    gc.collect()
    gc.disable()  # what refers to itself would stay
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        while (live := found()) is not None:
            assert time.monotonic() < until, gc.get_referrers(live)
            live.idle_since = time.monotonic() - 1000
            del live
            server.hub.sweep()
            time.sleep(0.01)
    finally:
        gc.enable()


def test_a_game_that_ended_with_a_killed_server_keeps_what_it_came_to(ann: Browser, server: Server) -> None:
    table = ann.make("pig", "bot", "bot", options={"winning_score": 2}, start=True)["table"]
    with ann.sit(table, 0) as seat:
        seat.hear_event("end")
    path = server.store.engine.url.database
    assert path is not None
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND kind = 'end'", (table,))
    connection.close()
    server.forget(table)
    ann.get(f"/api/tables/{table}")
    change_version(server, table)
    found = ann.get(f"/api/tables/{table}/game")
    assert (found["finished"], len(found["points"])) == (True, 2)


def test_a_variant_makes_a_table_with_its_options(ann: Browser) -> None:
    assert ann.make("PigDice-v0-short")["state"]["options"]["winning_score"] == 50


def test_every_preset_of_search_may_be_seated(ann: Browser) -> None:
    for preset in PRESETS:
        ann.make("pig", "me", f"search/{preset}")


def test_the_owner_allows_agents_by_name(started: Started, server: Server) -> None:
    allowed = started(agents=("bot:hold-3", "search/worlds=8"))
    host = Browser(allowed.port)
    assert "search/worlds=8" in [each["name"] for each in host.get("/api/games/pig/agents")]
    host.make("pig", "me", "search/worlds=8")
    wish = {"game": "pig", "seats": [ME, {"kind": "agent", "agent": "search/worlds=8"}]}
    assert Browser(server.port).refused("POST", "/api/tables", wish) == "forbidden"


@pytest.mark.parametrize("agent", ["bot:hold-3", "search/worlds=2:bot:hold-3", "net:none.onnx", "bot:nope"])
def test_an_allowed_agent_sits_only_at_games_that_it_plays(agent: str, started: Started) -> None:
    host = Browser(started(agents=(agent,)).port)
    wish = {"game": "skull-king", "options": {"players": 2}, "seats": [ME, {"kind": "agent", "agent": agent}]}
    assert agent not in [each["name"] for each in host.get("/api/games/skull-king/agents")]
    assert host.refused("POST", "/api/tables", wish) == "forbidden"
    known = agent in [each["name"] for each in host.get("/api/games/pig/agents")]
    assert known == agent.endswith("bot:hold-3")


def test_an_agent_that_the_owner_has_withdrawn_is_asked_no_more(started: Started) -> None:
    before = started(agents=("search/worlds=8",))
    ann = Browser(before.port)
    table = ann.make("pig", "me", "search/worlds=8", start=True)["table"]
    before.stop()
    after = started()
    host = Browser(after.port)
    host.cookies.update(ann.cookies)
    asked: list[str] = []

    async def ask(agent: AgentName, state: object, name: str) -> int:
        del state, name
        asked.append(agent.text)
        return 1

    after.hub.agent_queues.ask = ask  # type: ignore[method-assign]  # to see who is asked
    with host.sit(table, 0) as seat:
        if seat.legal():
            seat.move(1)
        while not (told := [said for said in seat.heard if said["type"] == "trouble"]):
            seat.hear_one()
        assert "no longer allowed" in told[0]["message"]
        assert asked == []
        host.post(f"/api/tables/{table}/agent", {"member": 0, "seat": 1, "agent": "bot"})
        seat.hear("update", where=lambda said: said["event"]["kind"] == "move")
    assert asked == ["bot"]


def test_another_game_for_the_same_people_leaves_out_agents_that_were_withdrawn(started: Started) -> None:
    agent = "search/worlds=2"
    before = started(agents=(agent,))
    ann = Browser(before.port)
    table = ann.make(
        "pig", "bot", agent, options={"winning_score": 2}, start=True, settings={**SOON, "stand_in": agent}
    )["table"]
    with ann.sit(table, 0) as seat:
        seat.hear_event("end")
    before.stop()
    host = Browser(started().port)
    host.cookies.update(ann.cookies)
    new = host.post(f"/api/tables/{table}/again", {"member": 0})["state"]
    assert [each["agent"] for each in new["seats"]] == ["bot", None]
    assert new["settings"]["stand_in"] == "bot"


def test_a_table_of_other_rules_is_shown_and_not_played_on(ann: Browser, server: Server) -> None:
    made = ann.make("pig", "me", "open")
    table = made["table"]
    ann.post(f"/api/tables/{table}/start", {"member": 0, "fill": "random"})
    with ann.sit(table, 0) as seat:
        seat.move(0)
    change_version(server, table)
    with ann.sit(table, 0) as seat:
        shown = seat.heard[0]
        assert not shown["table"]["playable"]
        assert shown["view"] is None
        assert shown["moves"][0] == {"seat": 0, "text": "[roll]"}
        assert seat.ask("move", turn=2, action=0)["code"] == "other-version"
    assert ann.refused("GET", f"/api/tables/{table}/game") == "forbidden"  # it is not finished


def change_version(server: Server, table: str) -> None:
    """Let a table be one of version 0 of its rules, as if an older croupier had made it."""
    path = server.store.engine.url.database
    assert path is not None
    with sqlite3.connect(path) as connection:
        first = "SELECT payload FROM events WHERE table_id = ? AND number = 1"
        [payload] = connection.execute(first, (table,)).fetchone()
        changed = json.dumps({**json.loads(payload), "version": 0})
        connection.execute("UPDATE events SET payload = ? WHERE table_id = ? AND number = 1", (changed, table))
    connection.close()
    server.forget(table)
