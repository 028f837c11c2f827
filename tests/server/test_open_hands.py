"""All hands are open where agents play among themselves, and nowhere else; such a table can be halted."""

from typing import Any

import pytest

from tests.server.clients import SOON, AnyServer, Company, Message
from tests.server.conftest import Started

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "fives"}
OPEN: dict[str, Any] = {**SOON, "spectators": "open"}
HALTED: dict[str, Any] = {**OPEN, "pace": "paused"}


@pytest.fixture
def server(started: Started) -> AnyServer:
    """A server on which nobody need be away for long."""
    return started(seed=1, link_pause=0, host_pause=0, watcher_pause=0)


def agents(server: AnyServer, game: str = "skull-king", **settings: Any) -> Company:
    """A halted table of agents, whom Bob watches."""
    seats, options = (["bot"] * 3, ROUNDS) if game == "skull-king" else (["bot"] * 2, {})
    at = Company(server, game, *seats, people=1, options=options, settings=HALTED | settings)
    at.join("Bob")
    return at


def hands(shown: Message) -> list[Any]:
    """The seats whose hands a snapshot shows."""
    return [
        view["seat"] for view in shown.get("views") or () if view["table"].get("hand", view["seat"]) is not None
    ]


def test_agents_among_themselves_are_watched_with_open_hands_until_a_seat_is_given(server: AnyServer) -> None:
    at = agents(server)
    with at.seats(0, None, 1) as (host, watcher, seat):
        for shown in (host.snapshot(), watcher.snapshot(), seat.snapshot()):
            assert hands(shown) == [0, 1, 2]
            assert shown["view"]["seat"] is None
        at.post(0, "give", whom=1, seat=2)
        assert "views" not in seat.hear_event("give")
        shown = seat.snapshot()
        assert "views" not in shown
        assert shown["view"]["seat"] is None
        assert shown["table"]["seats"][2]["awaits_deal"]


def test_hands_are_closed_where_a_person_sits_or_may_come_back_and_to_strangers(server: AnyServer) -> None:
    at = Company(server, "skull-king", "bot", "open", "bot", options=ROUNDS, settings=HALTED)
    with at.sit(0) as host:
        assert "views" not in host.snapshot()
        at.post(1, "remove", whom=1)  # an agent plays on, and Bob may come back
        host.hear_event("leave")
        assert "views" not in host.snapshot()
    with at.sit(1) as left:
        assert "views" not in left.snapshot()
    nobody, late = (agents(server, spectators=spectators) for spectators in ("none", "delayed"))
    assert server.browser().refused("GET", nobody.path()) == "forbidden"
    with late.sit(None) as watcher:
        assert "views" not in watcher.snapshot()


@pytest.mark.parametrize("game", ["skull-king", "spite-malice"])
def test_who_has_seen_open_hands_and_asks_for_a_seat_is_refused_and_a_gift_waits_for_the_next_deal(
    game: str, server: AnyServer
) -> None:
    at = agents(server, game)
    with at.sit(1) as seat:
        assert len(hands(seat.snapshot())) == len(at.room.chairs)
        kept = at.room.number
        for path, body in (  # the game has begun; he has left no seat; he does not host
            ("seat", {"seat": 1}), ("claim", {}), ("give", {"whom": 1, "seat": 1}),
            ("agent", {"seat": 1, "agent": None}),
        ):  # fmt: skip
            assert at.refused(1, path, **body) == "forbidden"
        assert seat.ask("move", turn=seat.turn, action=0)["code"] == "forbidden"
        assert at.room.number == kept
        at.post(0, "give", whom=1, seat=1)
        seat.hear_event("give")
        for kind in ("hint", "undo", "away", "back", "move"):
            parts = (
                {} if kind in ("away", "back") else {"turn": seat.turn} | ({"action": 0} if kind == "move" else {})
            )
            assert seat.ask(kind, **parts)["code"] == "not-yet", kind
        at.post(0, "settings", settings=OPEN)
        if game == "skull-king":  # he plays from the second round on
            seat.hear("update", where=lambda said: bool(said["view"]) and said["view"]["seat"] == 1)
            assert seat.view is not None
            assert seat.view["table"]["round"] == 2
        else:
            seat.hear("update", where=lambda said: bool(said["view"]) and said["view"]["over"])
            shown = [said["view"] for said in seat.heard if said["type"] == "update"]
            assert {view["seat"] for view in shown if not view["over"]} == {None}


def test_a_halted_table_moves_when_it_is_asked_and_when_it_goes_on(server: AnyServer) -> None:
    at = agents(server, "pig")
    with at.sit(0) as host:
        first = host.snapshot()["number"]
        for moves in (1, 2, 3):
            host.ask("skip")
            server.pass_time(60)
            assert host.snapshot()["number"] == first + moves
        at.post(0, "settings", settings={**host.snapshot()["table"]["settings"], "pace": "instant"})
        host.hear("update", where=lambda said: bool(said["view"] and said["view"]["over"]))
