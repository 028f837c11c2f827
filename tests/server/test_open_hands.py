"""All hands are open where agents play among themselves, and nowhere else; such a table can be halted."""

from typing import Any

import pytest

from tests.server.clients import SOON, Browser, Message, Server
from tests.server.conftest import Started

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}
OPEN: dict[str, Any] = {**SOON, "spectators": "open"}
HALTED: dict[str, Any] = {**OPEN, "pace": "paused"}


@pytest.fixture
def server(started: Started) -> Server:
    """A server on which nobody need be away for long."""
    return started(seed=1, link_pause=0, host_pause=0, watcher_pause=0)


def hands(shown: Message) -> int:
    """How many hands a snapshot shows."""
    return sum(view["table"]["hand"] is not None for view in shown.get("views") or ())


def test_agents_among_themselves_are_watched_with_open_hands(server: Server) -> None:
    ann = Browser(server.port)
    made = ann.make("skull-king", "bot", "bot", "bot", options=ROUNDS, settings=HALTED, start=True)
    eve = Browser(server.port)
    with ann.sit(made["table"], 0) as host, eve.sit(made["table"], None) as watcher:
        for shown in (host.snapshot(), watcher.snapshot()):
            assert hands(shown) == 3
            assert shown["view"]["seat"] is None
            assert [view["seat"] for view in shown["views"]] == [0, 1, 2]


def test_hands_are_closed_where_a_person_sits_or_may_come_back(server: Server) -> None:
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("skull-king", "bot", "open", "bot", options=ROUNDS, settings=HALTED)
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    with ann.sit(table, 0) as host:
        assert "views" not in host.snapshot()
        bob.post(
            f"/api/tables/{table}/remove", {"member": 1, "whom": 1}
        )  # an agent plays on, and Bob may come back
        host.hear_event("leave")
        assert "views" not in host.snapshot()
    with bob.sit(table, 1) as left:
        assert "views" not in left.snapshot()


def test_hands_are_closed_again_when_a_seat_is_given_and_its_person_waits_for_the_next_deal(
    server: Server,
) -> None:
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make("skull-king", "bot", "bot", "bot", options=ROUNDS, settings=HALTED, start=True)
    bob.join(made, "Bob")
    with bob.sit(made["table"], 1) as seat:
        assert hands(seat.snapshot()) == 3
        ann.post(f"/api/tables/{made['table']}/give", {"member": 0, "whom": 1, "seat": 2})
        assert "views" not in seat.hear_event("give")
        shown = seat.snapshot()
        assert "views" not in shown
        assert shown["view"]["seat"] is None
        assert shown["table"]["seats"][2]["awaits_deal"]


@pytest.mark.parametrize(
    ("game", "options", "seats"), [("skull-king", ROUNDS, 3), ("spite-malice", {}, 2)], ids=["rounds", "one deal"]
)
def test_who_has_seen_open_hands_and_asks_for_a_seat_is_refused_and_a_gift_waits_for_the_next_deal(
    game: str, options: dict[str, Any], seats: int, server: Server
) -> None:
    ann, bob = Browser(server.port), Browser(server.port)
    made = ann.make(game, *["bot"] * seats, options=options, settings=HALTED, start=True)
    table = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    with bob.sit(made["table"], 1) as seat:
        seen = seat.snapshot()
        assert len(seen["views"]) == seats
        kept = server.live(made["table"]).room.number
        for path, body, code in (
            ("seat", {"seat": 1}, "forbidden"),  # the game has begun
            ("claim", {}, "forbidden"),  # he has left no seat
            ("give", {"whom": 1, "seat": 1}, "forbidden"),  # he does not host
            ("agent", {"seat": 1, "agent": None}, "forbidden"),
        ):
            assert bob.refused("POST", f"{table}/{path}", {"member": 1, **body}) == code
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "forbidden"
        assert server.live(made["table"]).room.number == kept
        ann.post(f"{table}/give", {"member": 0, "whom": 1, "seat": 1})
        seat.hear_event("give")
        for kind in ("hint", "undo", "away", "back"):
            turn = {} if kind in ("away", "back") else {"turn": seat.turn}
            assert seat.ask(kind, **turn)["code"] == "not-yet", kind
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "not-yet"
        ann.post(f"{table}/settings", {"member": 0, "settings": OPEN})
        if game == "skull-king":  # he plays from the second round on
            seat.hear("update", where=lambda said: bool(said["view"]) and said["view"]["seat"] == 1)
            assert seat.view is not None
            assert seat.view["table"]["round"] == 2
        else:
            seat.hear("update", where=lambda said: bool(said["view"]) and said["view"]["over"])
            shown = [said["view"] for said in seat.heard if said["type"] == "update"]
            assert {view["seat"] for view in shown if not view["over"]} == {None}


@pytest.mark.parametrize("watched", ["none", "delayed"])
def test_strangers_see_no_hands_where_the_host_lets_nobody_or_late(watched: str, server: Server) -> None:
    ann = Browser(server.port)
    made = ann.make(
        "skull-king", *["bot"] * 3, options=ROUNDS, settings={**HALTED, "spectators": watched}, start=True
    )
    if watched == "none":
        assert Browser(server.port).refused("GET", f"/api/tables/{made['table']}") == "forbidden"
        return
    with Browser(server.port).sit(made["table"], None) as watcher:
        assert "views" not in watcher.snapshot()


def test_a_halted_table_moves_when_it_is_asked_and_when_it_goes_on(server: Server) -> None:
    ann = Browser(server.port)
    made = ann.make("pig", "bot", "bot", settings=HALTED, start=True)
    with ann.sit(made["table"], 0) as host:
        first = host.snapshot()["number"]
        for moves in (1, 2, 3):
            host.ask("skip")
            host.catch_up(first + moves)
            assert host.snapshot()["number"] == first + moves
        settings = host.snapshot()["table"]["settings"]
        ann.post(
            f"/api/tables/{made['table']}/settings", {"member": 0, "settings": {**settings, "pace": "instant"}}
        )
        host.hear("update", where=lambda said: bool(said["view"] and said["view"]["over"]))
