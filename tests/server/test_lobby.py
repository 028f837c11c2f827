"""The lobby: links, names, seats, hosting, another game for the same people."""

import gc
import json
import weakref
from typing import Any

import pytest

from croupier.agents.names import AgentName
from croupier.agents.search.settings import PRESETS
from croupier.server.base.refusal import RefusalError
from croupier.server.events import coming
from croupier.server.events.coming import MOST_OF_BROWSER
from croupier.server.events.happening import rebuilt_room
from croupier.server.live.connection import GONE, REVOKED
from croupier.server.room.chairs import MOST_NOTICES
from croupier.server.storage.log import LogEvent, UnavailableError
from tests.server.clients import SOON, AnyServer, Browser, Company, play_on
from tests.server.conftest import Started
from tests.server.instant import InstantWorld, at_once

ME = {"kind": "me"}
IDLE_SECONDS = 120
"""A table at which nobody is leaves memory sooner."""


def names_of(agents: list[dict[str, Any]]) -> list[str]:
    """What some agents are called."""
    return [each["name"] for each in agents]


def test_games_are_listed_with_their_options_and_agents(ann: Browser) -> None:
    games = {each["name"]: each for each in ann.get("/api/games")}
    pig = games["pig"]
    assert ann.get("/api/games/pig") == pig
    assert [ann.refused("GET", f"/api/games/{each}") for each in ("whist", "PigDice-v0")] == ["not-found"] * 2
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
    assert [(each["name"], each["level"]) for each in agents[:4]] == [
        ("random", "beginner"), ("bot", "medium"), ("optimal", "strongest"), ("search", None),
    ]  # fmt: skip
    of_cards = ann.get("/api/games/skull-king/agents")
    assert names_of([each for each in of_cards if each["level"]]) == [
        "bot:random-bid", "bot:simple", "bot", "net", "search",
    ]  # fmt: skip
    assert not {"human", "py"} & set(names_of(agents))
    assert ann.refused("GET", "/api/games/whist/agents") == "not-found"
    assert ann.make("PigDice-v0-short")["state"]["options"]["winning_score"] == 50
    for preset in PRESETS:
        ann.make("pig", "me", f"search/{preset}")


@pytest.mark.parametrize(("game", "seats"), [("liars-dice", 2), ("liars-dice", 5), ("skull-king", 3)])
def test_as_many_play_as_seats_are_named(ann: Browser, game: str, seats: int) -> None:
    made = ann.make(game, "me", *["bot"] * (seats - 1), start=True)
    state = ann.get(f"/api/tables/{made['table']}")["state"]
    assert (len(state["seats"]), state["options"]["players"]) == (seats, seats)
    assert state["options"].get("lost_dice", True) is True  # all else is as at any table


def test_a_friend_comes_by_the_link_takes_a_seat_and_the_host_begins(server: AnyServer, bob: Browser) -> None:
    at = Company(server, "skull-king", "me", "open", "open", "bot", people=1, start=False)
    assert bob.refused("GET", at.path()) == "forbidden"  # the address alone opens nothing
    looked = bob.post(at.path("look"), {"token": at.made["join"]})
    assert looked["state"]["members"][0]["name"] == "Ann"
    came = bob.join(at.made, "  Bob\n")
    at.browsers[1] = bob
    assert came["you"] == {"member": 1, "seat": 1, "host": False, "circle": None}
    assert came["state"]["members"][1]["name"] == "Bob"
    assert at.post(1, "seat", seat=2)["you"]["seat"] == 2
    assert at.refused(1, "seat", seat=0) == "taken"
    assert at.refused(1, "seat", seat=9) == "not-found"
    assert at.refused(1, "start") == "forbidden"
    assert at.refused(0, "start") == "forbidden"  # seat 1 is free
    begun = at.post(0, "start", fill="bot:simple")
    assert begun["state"]["status"] == "playing"
    assert [each["agent"] for each in begun["state"]["seats"]] == [None, "bot:simple", None, "bot"]
    assert at.refused(0, "start") == "forbidden"


def test_a_link_that_is_wrong_or_replaced_opens_nothing(server: AnyServer, bob: Browser) -> None:
    at = Company(server, people=1, start=False)
    join, old = at.path("join"), at.made["join"]
    new = at.post(0, "invite")["join"]
    for dead in ("x" * 22, old):
        assert bob.refused("POST", join, {"token": dead, "name": "Bob"}) == "forbidden"
    at.made["join"] = new
    assert at.join("Bob", bob) == 1
    assert at.refused(1, "invite") == "forbidden"
    removed = at.post(0, "remove", whom=1)  # who does not come back by the old link
    assert bob.refused("POST", join, {"token": new, "name": "Bob"}) == "forbidden"
    at.made["join"] = removed["join"]
    assert at.join("Bob", bob) == 2
    assert "join" not in at.post(2, "remove", whom=2)  # who leaves does
    assert at.join("Bob", bob) == 3


def test_nobody_is_called_as_a_seat_or_somebody_else_is(server: AnyServer, bob: Browser) -> None:
    at = Company(server, people=1, start=False)
    for name, code in (
        ("Player 0", "malformed"), ("player 12", "malformed"), (" PLAYER  1 ", "malformed"),
        ("Ann", "taken"), (" ANN ", "taken"), ("\u0410nn", "taken"),
    ):  # fmt: skip
        assert bob.refused("POST", at.path("join"), {"token": at.made["join"], "name": name}) == code
    at.join("Player One", bob)
    for name, code in (("player 12", "malformed"), ("ann", "taken"), ("\u0410nn", "taken")):
        assert at.refused(1, "name", name=name) == code
    at.post(1, "name", name="Bob")
    at.post(1, "name", name="BOB")  # one's own in other letters
    at.post(0, "name", name="Anna")
    assert at.post(1, "name", name="Ann")["state"]["members"][1]["name"] == "Ann"  # free again


def test_one_browser_brings_few_people_to_a_table_at_the_same_moment_too() -> None:
    world = InstantWorld(1)
    at = Company(world.start(seed=1), people=1, start=False)
    ann, bob = at.browsers[0], at.server.browser()
    for number in range(1, MOST_OF_BROWSER):
        at.join(f"Guest {chr(ord('A') + number)}", ann)
    assert ann.refused("POST", at.path("join"), {"token": at.made["join"], "name": "Eve"}) == "forbidden"
    assert at.join("Bob", bob) == MOST_OF_BROWSER
    at.post(1, "remove", whom=1)
    at.join("Eve", ann)  # a place is free again
    wishes = [{"token": at.made["join"], "name": f"{each} {each}"} for each in "KLMNOPQRSTUV"]
    answers = at_once(*((bob, at.path("join"), wish) for wish in wishes))
    assert sum(each.status == 200 for each in answers) == MOST_OF_BROWSER - 1
    world.end()


def test_a_table_keeps_the_latest_notices() -> None:
    first = {
        "game": "none", "version": 1, "options": {}, "host": 0, "members": [{"number": 0, "name": "Ann"}],
        "seats": [{"member": 0, "agent": None}], "settings": {},
    }  # fmt: skip
    told = [LogEvent("host", None, {"member": 0}, number, 0) for number in range(2, MOST_NOTICES + 7)]
    log = [LogEvent("create", None, first, 1, 0), *told]
    notices = rebuilt_room("table", log, None).notices
    assert [each.number for each in notices] == list(range(7, MOST_NOTICES + 7))


def test_who_has_lost_a_device_replaces_all_links_and_browsers_but_this_one(
    server: AnyServer, bob: Browser
) -> None:
    at = Company(server, people=1, start=False)
    old = at.post(0, "links")["token"]
    bob.post(at.path("enter"), {"token": old})
    with bob.sit(at.table, 0) as seat:
        new = at.post(0, "reissue", whom=0)["token"]
        assert seat.closed() == REVOKED
    assert bob.refused("POST", at.path("name"), {"member": 0, "name": "Rob"}) == "forbidden"
    phone = server.browser()
    assert phone.refused("POST", at.path("enter"), {"token": old}) == "forbidden"
    assert phone.post(at.path("enter"), {"token": new})["you"]["member"] == 0
    for browser in (at.browsers[0], phone):
        renamed = browser.post(at.path("name"), {"member": 0, "name": "Rob"})
        assert renamed["state"]["members"][0]["name"] == "Rob"


def test_the_same_people_play_again_at_a_new_table(server: AnyServer) -> None:
    at = Company(server, options={"winning_score": 2})
    assert at.refused(0, "again") == "forbidden"  # it goes on
    with at.seats(0, 1) as seats:
        play_on(seats)
        said = at.post(0, "say", text="Once more?")["line"]
        new = at.post(0, "again")
        assert seats[1].hear_event("again")["table"]["again"] == new["table"]
    assert at.refused(0, "again") == "over"
    at.table = new["table"]
    assert at.get(1)["mine"] == [{"member": 1, "seat": 1, "host": False, "circle": None}]
    with at.sit(1) as seat:
        assert seat.heard[0]["chat"] == [said]  # they talk on
    assert at.post(1, "say", text="Yes")["line"]["number"] == said["number"] + 1
    assert [each["member"] for each in at.post(0, "start")["state"]["seats"]] == [0, 1]


def test_my_tables_are_listed_the_latest_first(ann: Browser, bob: Browser, server: AnyServer) -> None:
    tables = []
    for _ in range(3):
        tables.append(ann.make("pig", "me", "bot", start=True)["table"])
        server.pass_time(1)
    assert [each["table"]["id"] for each in ann.get("/api/tables")] == tables[::-1]
    assert ann.get("/api/tables")[0]["due"] == 0
    assert bob.get("/api/tables") == []
    for table in tables:
        server.forget(table)
    again = ann.get("/api/tables")
    assert [(each["table"]["title"], each["table"]["playable"]) for each in again] == [("Pig Dice", True)] * 3
    assert [each["table"]["status"] for each in again] == ["playing"] * 3


def test_nothing_happens_any_more_at_a_table_that_is_deleted_and_nothing_is_kept(server: AnyServer) -> None:
    at = Company(server, "pig", "bot", "bot", people=1, settings={**SOON, "pace": "slow"})
    live = at.live
    with at.sit(0) as seat:
        assert live.autoplay._due() is not None
        at.delete()
        assert live.autoplay._due() is None  # no agent is asked, whatever nudges
        with pytest.raises(RefusalError, match="closed"):
            server.do(live._do(lambda room: coming.rename(room, 0, "Eve")))
        assert seat.closed() == GONE
    assert at.browsers[0].refused("GET", at.path()) == "not-found"
    assert at.browsers[0].get("/api/tables") == []


def test_a_table_that_could_not_be_deleted_goes_on(server: AnyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(table: str) -> None:
        raise UnavailableError(f"no {table}")

    at = Company(server, "pig", "me", "bot", people=1)
    with at.sit(0) as seat, monkeypatch.context() as patch:
        patch.setattr(server.hub.store, "delete", fail)
        assert at.delete()["error"]["code"] == "unavailable"
        seat.move(1)


def seated(agent: str | None = None) -> list[dict[str, Any]]:
    """Oneself and an agent."""
    return [ME, {"kind": "agent", **({} if agent is None else {"agent": agent})}]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "whist"}, "not-found"),
    *(({"options": options}, "malformed") for options in ({"winning_score": 0}, {"name": "pig"}, {"cards": 3})),
    *(({"seats": seats}, "malformed") for seats in ([ME], [ME, ME], seated(), [ME] + [{"kind": "open"}] * 2)),
    ({"game": "liars-dice", "seats": [ME] + [{"kind": "open"}] * 5}, "malformed"),
    ({"game": "LiarsDice-v0-five", "seats": [ME, {"kind": "open"}]}, "malformed"),
    ({"game": "skull-king", "seats": [ME]}, "malformed"),
    ({"game": "liars-dice", "options": {"players": 3}, "seats": [ME]}, "malformed"),
    *(
        ({"seats": seated(agent)}, "forbidden")
        for agent in (
            "human", "py:os:system", "net:/etc/passwd", "search:net:x.onnx", "search/worlds=999999", "bot:nope",
            "search:bot:nope",
        )
    ),
    ({"settings": {"pace": "warp"}}, "malformed"), ({"settings": {"take_back": 1e9}}, "malformed"),
    ({"settings": {"stand_in": "py:a:B"}}, "forbidden"),
    ({"name": "\u202e\n "}, "malformed"), ({"name": "x" * 25}, "malformed"),
    ({"start": True}, "malformed"),  # the second seat is open
    ({"seed": 7}, "malformed"),  # who chose the seed would know the cards
]  # fmt: skip


def test_a_table_that_cannot_be_is_refused(ann: Browser) -> None:
    for wish, code in WRONG:
        assert ann.refused("POST", "/api/tables", {"game": "pig", "name": "Ann", **wish}) == code, wish
    assert ann.get("/api/tables") == []


def test_a_table_that_somebody_asks_for_is_not_forgotten_before_the_socket_comes(server: AnyServer) -> None:
    at = Company(server, "pig", "me", "bot", people=1)
    live = at.live
    server.pass_time(59)
    at.get(0)
    server.pass_time(45)
    assert at.live is live
    server.pass_time(IDLE_SECONDS)
    assert server.hub.present() == []


def test_a_table_that_is_forgotten_leaves_memory_at_once(server: AnyServer) -> None:
    at = Company(server, "pig", "me", "bot", people=1)
    with at.sit(0) as seat:
        seat.wait_for_turn()
        seat.move(seat.legal()[0])
        seat.wait_for_turn()
    found = weakref.ref(at.live)
    gc.collect()
    gc.disable()  # what refers to itself would stay
    try:
        server.pass_time(IDLE_SECONDS)
        assert found() is None, gc.get_referrers(found())
    finally:
        gc.enable()


def test_a_game_that_ended_with_a_killed_server_keeps_what_it_came_to(server: AnyServer) -> None:
    at = Company(server, "pig", "bot", "bot", people=1, options={"winning_score": 2})
    with at.sit(0) as seat:
        seat.hear_event("end")
    server.sql("DELETE FROM events WHERE table_id = ? AND kind = 'end'", at.table)
    server.forget(at.table)
    at.get(0)
    change_version(server, at.table)
    found = at.get(0, "game")
    assert (found["finished"], len(found["points"])) == (True, 2)


# ----------------------------------------------------------------------------------- agents that the owner allows


@pytest.mark.parametrize(
    "agent", ["bot:hold-3", "search/worlds=8", "search/worlds=2:bot:hold-3", "net:none.onnx", "bot:nope"]
)
def test_an_agent_that_the_owner_allows_by_name_sits_only_at_games_that_it_plays(
    agent: str, started: Started
) -> None:
    host = started(agents=(agent,)).browser()
    plays = {
        "pig": agent.endswith("bot:hold-3") or agent == "search/worlds=8",
        "skull-king": agent == "search/worlds=8",
    }
    for game, options in (("pig", {}), ("skull-king", {"players": 2})):
        wish = {"game": game, "options": options, "seats": seated(agent)}
        assert (agent in names_of(host.get(f"/api/games/{game}/agents"))) == plays[game]
        assert host.ask("POST", "/api/tables", wish).status == (200 if plays[game] else 403)
    wish = {"game": "pig", "seats": seated("search/worlds=8")}  # where it is not allowed
    assert started().browser().refused("POST", "/api/tables", wish) == "forbidden"


def test_an_agent_that_the_owner_has_withdrawn_is_asked_no_more(started: Started) -> None:
    before = started(agents=("search/worlds=8",))
    at = Company(before, "pig", "me", "search/worlds=8", people=1)
    before.stop()
    at.move_to(started())
    asked: list[str] = []

    async def ask(agent: AgentName, state: object, name: str) -> int:
        del state, name
        asked.append(agent.text)
        return 1

    at.server.hub.agent_queues.ask = ask  # type: ignore[method-assign]  # to see who is asked
    with at.sit(0) as seat:
        if seat.legal():
            seat.move(1)
        while not (told := [said for said in seat.heard if said["type"] == "trouble"]):
            seat.hear_one()
        assert "no longer allowed" in told[0]["message"]
        assert asked == []
        at.post(0, "agent", seat=1, agent="bot")
        seat.hear("update", where=lambda said: said["event"]["kind"] == "move")
    assert asked == ["bot"]


def test_another_game_for_the_same_people_leaves_out_agents_that_were_withdrawn(started: Started) -> None:
    agent = "search/worlds=2"
    before = started(agents=(agent,))
    settings = {**SOON, "stand_in": agent}
    at = Company(before, "pig", "bot", agent, people=1, options={"winning_score": 2}, settings=settings)
    with at.sit(0) as seat:
        seat.hear_event("end")
    before.stop()
    at.move_to(started())
    new = at.post(0, "again")["state"]
    assert [each["agent"] for each in new["seats"]] == ["bot", None]
    assert new["settings"]["stand_in"] == "bot"


def test_a_table_of_other_rules_is_shown_and_not_played_on(server: AnyServer) -> None:
    at = Company(server, people=1, start=False)
    at.post(0, "start", fill="random")
    with at.sit(0) as seat:
        seat.move(0)
    change_version(server, at.table)
    with at.sit(0) as seat:
        shown = seat.heard[0]
        assert not shown["table"]["playable"]
        assert shown["view"] is None
        assert shown["moves"][0] == {"seat": 0, "text": "[roll]"}
        assert seat.ask("move", turn=2, action=0)["code"] == "other-version"
    assert at.browsers[0].refused("GET", at.path("game")) == "forbidden"  # it is not finished


def change_version(server: AnyServer, table: str) -> None:
    """Let a table be one of version 0 of its rules, as if an older croupier had made it."""
    [(payload,)] = server.sql("SELECT payload FROM events WHERE table_id = ? AND number = 1", table)
    changed = json.dumps({**json.loads(payload), "version": 0})
    server.sql("UPDATE events SET payload = ? WHERE table_id = ? AND number = 1", changed, table)
    server.forget(table)
