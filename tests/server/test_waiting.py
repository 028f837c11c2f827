"""Whom a table waits for: nudges, and an agent in the place of somebody who is there and does not play."""

from collections.abc import Callable
from typing import Any

from croupier.core.engine.making import make
from croupier.server.events import waiting
from croupier.server.room.event import RoomEvent
from croupier.server.room.room import Room
from tests.server.instant import Gathering, InstantServer

Wish = Callable[[Room], RoomEvent]


def nudges(at: Gathering, member: int, seat: int) -> Wish:
    return lambda room: waiting.nudge(room, member, seat, at.now)


def takes_over(at: Gathering, member: int, seat: int) -> Wish:
    return lambda room: waiting.replace(room, member, seat, at.live.people)


def waits_shown(at: Gathering, member: int | None) -> list[dict[str, Any]]:
    """Whom the table waits for, as a member is told."""
    found: list[dict[str, Any]] = at.snapshot(member)["waits"]
    return found


def test_who_is_due_is_nudged_in_words_to_all_now_and_then(server: InstantServer) -> None:
    at = Gathering(server, away_after=0, chat=False)
    due, other, names = at.due, 1 - at.due, ("Ann", "Bob")
    assert at.refusal(nudges(at, other, due)) == (
        "too-fast", f"{names[due]} has only just been asked: you can nudge in 10 seconds",
    )  # fmt: skip
    at.pass_time(10)
    at.do(nudges(at, other, due))
    for member in (0, 1):
        told = at.heard(member)[-1]
        assert (told["event"]["kind"], told["event"]["seat"]) == ("nudge", due)
        [words] = [said["text"] for said in told["messages"] if said["kind"] == "notice"]
        assert words == f"{names[other]} nudges {names[due]}: the table waits for {names[due]}."
    at.pass_time(30)
    again = f"{names[due]} was nudged just now: nudge again in 30 seconds"
    assert at.refusal(nudges(at, other, due)) == ("too-fast", again)
    at.pass_time(30)
    at.do(nudges(at, other, due))
    for member, seat, code in ((due, due, "forbidden"), (due, other, "not-your-turn"), (other, 7, "not-found")):
        assert at.refusal(nudges(at, member, seat))[0] == code


def test_who_is_there_and_does_not_play_gets_an_agent_after_a_minute_as_the_settings_allow(
    server: InstantServer,
) -> None:
    at = Gathering(server, make("skull-king", players=3, schedule="one"), (0, 1, 2), away_after=60)
    slow = 1
    at.pass_time(59)
    assert at.refusal(takes_over(at, 0, slow))[0] == "not-yet"
    at.pass_time(1)
    assert at.refusal(takes_over(at, 2, slow))[0] == "forbidden"  # not the host
    at.do(takes_over(at, 0, slow))
    assert at.room.chairs[slow].stand_in
    assert "Ann lets a bot play for" in at.room.notices[-1].text
    assert at.room.player(slow) == "bot"


def test_for_a_slow_host_somebody_else_wishes_it_and_never_where_nobody_is_replaced(server: InstantServer) -> None:
    at = Gathering(server, away_after=60)
    while at.due == 1:
        at.play(1)
    at.pass_time(60)
    settings = at.room.settings
    for changed, words in (
        ({"away_after": 0}, "settings do not let a bot play"),
        ({"clock": 3600}, "a clock of an hour or more"),
    ):
        at.room.settings = settings.model_copy(update=changed)
        code, told = at.refusal(takes_over(at, 1, 0))
        assert (code, words in told) == ("forbidden", True)
    at.room.settings = settings
    at.do(takes_over(at, 1, 0))
    assert at.room.chairs[0].stand_in


def test_each_move_asks_anew_and_a_sealed_phase_asks_all_at_once(server: InstantServer) -> None:
    at = Gathering(server, make("skull-king", players=3, schedule="fives"), (0, 1, "bot"), away_after=0)
    began = at.now
    assert {each["seat"]: each["since"] for each in waits_shown(at, 0)} == {0: began, 1: began}
    at.pass_time(7)
    at.play(0, 2)
    assert waits_shown(at, 0) == [{"seat": 1, "since": began, "until": None}]
    at.play(1, 2)
    at.pass_time(5)
    [only] = waits_shown(at, 1)
    assert only["since"] > began
    assert waits_shown(at, None) == []  # who may not watch is not told
