"""Whom a table waits for: nudges, and an agent in the place of somebody who is there and does not play."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError
from croupier.server.events import game, waiting
from croupier.server.room.event import RoomEvent
from croupier.server.room.messages import SeatMessages
from croupier.server.room.room import Room
from tests.server.simulated import Simulated, in_an_instant

Wish = Callable[[Room], RoomEvent]


async def refused(simulated: Simulated, wish: Wish) -> tuple[str, str]:
    """Ask for something that is refused; gives the code and the words."""
    with pytest.raises(RefusalError) as error:
        await simulated.live.do(wish)
    return error.value.code, error.value.message


def nudges(simulated: Simulated, member: int, seat: int) -> Wish:
    return lambda room: waiting.nudge(room, member, seat, simulated.runtime.now())


def takes_over(simulated: Simulated, member: int, seat: int) -> Wish:
    return lambda room: waiting.replace(room, member, seat, simulated.live.people)


def waits_shown(simulated: Simulated, member: int | None) -> list[dict[str, Any]]:
    """Whom the table waits for, as a member is told."""
    found: list[dict[str, Any]] = SeatMessages(simulated.live.room, simulated.live.people).snapshot(member)[
        "waits"
    ]
    return found


@in_an_instant()
async def test_who_is_due_is_nudged_in_words_to_all_now_and_then(simulated: Simulated) -> None:
    await simulated.begin(away_after=0, chat=False)
    live, runtime = simulated.live, simulated.runtime
    due = live.room.due.seat
    assert due is not None
    other = 1 - due
    names = ("Ann", "Bob")
    assert await refused(simulated, nudges(simulated, other, due)) == (
        "too-fast", f"{names[due]} has only just been asked: you can nudge in 10 seconds",
    )  # fmt: skip
    await runtime.advance(10)
    await live.do(nudges(simulated, other, due))
    await runtime.settle()
    for socket in simulated.sockets.values():
        told = socket.heard[-1]
        assert (told["event"]["kind"], told["event"]["seat"]) == ("nudge", due)
        [words] = [said["text"] for said in told["messages"] if said["kind"] == "notice"]
        assert words == f"{names[other]} nudges {names[due]}: the table waits for {names[due]}."
    await runtime.advance(30)
    code, words = await refused(simulated, nudges(simulated, other, due))
    assert (code, words) == (
        "too-fast",
        f"{names[due]} was nudged just now: nudge again in 30 seconds",
    )
    await runtime.advance(30)
    await live.do(nudges(simulated, other, due))
    assert (await refused(simulated, nudges(simulated, due, due)))[0] == "forbidden"
    assert (await refused(simulated, nudges(simulated, due, other)))[0] == "not-your-turn"
    assert (await refused(simulated, nudges(simulated, other, 7)))[0] == "not-found"


@in_an_instant()
async def test_who_is_there_and_does_not_play_gets_an_agent_after_a_minute_as_the_settings_allow(
    simulated: Simulated,
) -> None:
    await simulated.begin(make("skull-king", players=3, schedule="one"), (0, 1, 2), away_after=60)
    live, runtime, slow = simulated.live, simulated.runtime, 1
    await runtime.advance(59)
    assert (await refused(simulated, takes_over(simulated, 0, slow)))[0] == "not-yet"
    await runtime.advance(1)
    assert (await refused(simulated, takes_over(simulated, 2, slow)))[0] == "forbidden"  # not the host
    await live.do(takes_over(simulated, 0, slow))
    assert live.room.chairs[slow].stand_in
    assert "Ann lets a bot play for" in live.room.notices[-1].text
    assert live.room.player(slow) == "bot"


def held(seat: int) -> Wish:
    """The last legal action."""

    def wish(room: Room) -> RoomEvent:
        assert room.table is not None
        return game.move(room, seat, room.table.number, int(room.table.state.legal_actions()[-1]))

    return wish


@in_an_instant()
async def test_for_a_slow_host_somebody_else_wishes_it_and_never_where_nobody_is_replaced(
    simulated: Simulated,
) -> None:
    await simulated.begin(away_after=60)
    live, runtime = simulated.live, simulated.runtime
    while live.room.due.seat == 1:
        await live.do(held(1))
    await runtime.advance(60)
    settings = live.room.settings
    for changed, words in (
        ({"away_after": 0}, "settings do not let a bot play"),
        ({"clock": 3600}, "a clock of an hour or more"),
    ):
        live.room.settings = settings.model_copy(update=changed)
        code, told = await refused(simulated, takes_over(simulated, 1, 0))
        assert (code, words in told) == ("forbidden", True)
    live.room.settings = settings
    await live.do(takes_over(simulated, 1, 0))
    assert live.room.chairs[0].stand_in


def sealed(seat: int) -> Wish:
    """A bid of two."""
    return lambda room: game.move(room, seat, 1 if room.table is None else room.table.number, 2)


@in_an_instant()
async def test_each_move_asks_anew_and_a_sealed_phase_asks_all_at_once(simulated: Simulated) -> None:
    await simulated.begin(make("skull-king", players=3, schedule="fives"), (0, 1, "bot"), away_after=0)
    live, runtime = simulated.live, simulated.runtime
    began = runtime.now()
    assert {each["seat"]: each["since"] for each in waits_shown(simulated, 0)} == {0: began, 1: began}
    await runtime.advance(7)
    await live.do(sealed(0))
    await runtime.settle()
    assert waits_shown(simulated, 0) == [{"seat": 1, "since": began, "until": None}]
    await live.do(sealed(1))
    await runtime.advance(5)
    [only] = waits_shown(simulated, 1)
    assert only["since"] > began
    assert waits_shown(simulated, None) == []  # who may not watch is not told
