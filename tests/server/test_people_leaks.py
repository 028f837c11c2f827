"""Leaks over the wire beside play: sealed bids, chat, seats that are left, taken back and given."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.amounts import daily
from tests.server.clients import Browser, Seat, Server
from tests.server.conftest import Started
from tests.server.test_leaks import compare, gathered

FOUR: dict[str, Any] = {"players": 4, "schedule": "fives"}
LEAVER, GIVEN, WATCHER = 2, 3, 4
"""Members: who leaves seat 2, whose seat 3 the host gives away, and who gets it."""


class Table:
    """A round in which all but the host have bid, while seats change hands.

    Attributes:
        table: its id.
        seats: the sockets: of members 0 to 4, and of a stranger.
    """

    def __init__(self, server: Server, spectators: str, sockets: ExitStack) -> None:
        self.table, made, self._browsers = gathered(server, "skull-king", FOUR, spectators)
        self._browsers.append(Browser(server.port))
        self._browsers[WATCHER].join(made, "Watcher")
        members: list[tuple[Browser, int | None]] = list(zip(self._browsers, range(WATCHER + 1), strict=True))
        if spectators != "none":
            members.append((Browser(server.port), None))
        self.seats = [sockets.enter_context(who.sit(self.table, member)) for who, member in members]

    def post(self, member: int, what: str, **body: Any) -> None:
        """Ask for something in a member's name, and let all hear of it."""
        self._browsers[member].post(f"/api/tables/{self.table}/{what}", {"member": member, **body})
        self.hear()

    def seal(self, bids: dict[int, int]) -> None:
        """Let members bid."""
        for member, bid in bids.items():
            self.seats[member].move(bid)
            self.hear()

    def hear(self) -> None:
        """Let all hear what was told."""
        for seat in self.seats:
            seat.ask("ping")


@pytest.mark.parametrize("spectators", daily(["open", "delayed", "none"], 2))
def test_while_bids_are_sealed_no_byte_tells_them_to_whoever_has_or_gets_or_leaves_a_seat(
    spectators: str, server: Server
) -> None:
    with ExitStack() as sockets:
        at = Table(server, spectators, sockets)
        changed = compare(server, at.table, at.seats, seed=1)
        at.seal({1: 4, LEAVER: 1, GIVEN: 5})
        at.post(1, "say", text="Bid low!")
        changed += compare(server, at.table, at.seats, seed=2)
        at.post(LEAVER, "remove", whom=LEAVER)
        removed = at.seats.pop(GIVEN)
        at.post(0, "remove", whom=GIVEN)
        at.post(0, "give", whom=WATCHER, seat=GIVEN)
        changed += compare(server, at.table, at.seats, seed=3)
        answers = [answer(seat) for seat in at.seats[1:4]]
        at.post(LEAVER, "claim")
        changed += compare(server, at.table, at.seats, seed=4)
        assert answers == [4, None, None]  # nobody but who has bid and plays is told
        assert answer(at.seats[LEAVER]) == (None if spectators == "delayed" else 1)
        with pytest.raises(ConnectionClosed):
            removed.hear("nothing")
    assert changed > 60


def answer(seat: Seat) -> int | None:
    """The sealed bid that somebody is told as the own one."""
    sealed = seat.snapshot()["sealed"]
    found: int | None = sealed and sealed["answer"]
    return found


def told(server: Server, spectators: str, world: int) -> list[str]:
    """What the host, the watcher and a stranger hear in a world that the host holds possible.

    In it the others bid, differently in each world, speak, leave and come back; the watcher is given a seat.
    """
    with ExitStack() as sockets:
        at = Table(server, spectators, sockets)
        game = server.live(at.table).room.table
        assert game is not None
        truth = game._state
        if world:
            game._state = truth.resample_hidden(0, world)
            assert (game._state.records != truth.records).any()
        before = [len(seat.heard) for seat in at.seats]
        at.seal({1: 1 + world, LEAVER: 3 - world, GIVEN: world})
        at.post(1, "react", reaction="think")
        at.post(LEAVER, "say", text="I have to go.")
        at.post(LEAVER, "remove", whom=LEAVER)
        at.post(0, "give", whom=WATCHER, seat=LEAVER)
        at.post(GIVEN, "remove", whom=GIVEN)
        at.post(GIVEN, "claim")
        at.seal({1: 5})  # changed
        heard = [
            [said for said in seat.heard[since:] if said["type"] != "people"]  # who is connected, and for how long
            for seat, since in zip(at.seats, before, strict=True)
        ]
        kinds = [said["event"]["kind"] for said in heard[0] if said["type"] == "update"]
        assert kinds == ["seal", "seal", "seal", "leave", "give", "leave", "claim"]
        assert [said["type"] for said in heard[0]].count("chat") == 2
        return [json.dumps(_timeless(said)).replace(at.table, "") for said in (heard[0], *heard[WATCHER:])]


_MOMENTS = ("at", "now", "since", "until", "re")


def _timeless(said: Any) -> Any:
    """The same without moments."""
    if isinstance(said, dict):
        return {key: _timeless(value) for key, value in said.items() if key not in _MOMENTS}
    return [_timeless(each) for each in said] if isinstance(said, list) else said


@pytest.mark.parametrize("spectators", daily(["open", "delayed", "none"], 2))
def test_what_is_heard_while_seats_change_hands_is_the_same_in_every_world(
    spectators: str, started: Started
) -> None:
    worlds = [told(started(seed=9), spectators, world) for world in range(3)]
    assert worlds[0] == worlds[1] == worlds[2]
    assert all(len(each) > 1000 for each in worlds[0])
