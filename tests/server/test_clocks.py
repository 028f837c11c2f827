"""Clocks: an agent plays one decision for who does not; they stand still in outages, and need nobody there."""

import contextlib
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from croupier.agents.names import AgentName
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError, span
from croupier.server.events import coming, lobby, waiting
from croupier.server.events import game as playing
from croupier.server.events.happening import rebuilt_room
from croupier.server.room.chairs import LEAST_CLOCK, MOST_CLOCK, RoomSettings
from croupier.server.room.checks import may_undo
from croupier.server.room.event import RoomEvent
from croupier.server.room.room import Room
from croupier.server.storage.waits import Outage, lost
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Company
from tests.server.simulated import Simulated, in_an_instant, simulate
from tests.server.test_waiting import held, sealed, waits_shown

ROLL = 0
LONG = make("pig", winning_score=10_000, max_turns=10_000)
SEALED = make("skull-king", players=2)
HOUR, DAY = 3600, 24 * 3600


async def leave_all(simulated: Simulated) -> None:
    """Let everybody close the page, and the tables leave the memory."""
    for member in list(simulated.sockets):
        await simulated.leave(member)
    await simulated.runtime.advance(90)
    assert simulated.hub.present() == []


def rolled(seat: int) -> Callable[[Room], RoomEvent]:
    """A person's roll."""

    def wish(room: Room) -> RoomEvent:
        assert room.table is not None
        return playing.move(room, seat, room.table.number, ROLL)

    return wish


def played(simulated: Simulated) -> list[tuple[int | None, str, int]]:
    """Seat, chooser and time (in seconds) of each move that stands in the log."""
    began = next(event.at for event in simulated.database.log("t") if event.kind == "start")
    moves = [event for event in simulated.database.log("t") if event.kind == "move"]
    return [(event.seat, event.payload["by"], (event.at - began) // 1000) for event in moves]


@pytest.mark.parametrize(
    ("outages", "expected"),
    [
        ([], 160), ([(0, 100)], 160), ([(160, 200)], 160), ([(90, 110)], 170), ([(120, 150)], 190),
        ([(120, 150), (185, 200)], 205), ([(120, 150), (190, 200)], 190), ([(0, 1000)], 1060),
    ],
)  # fmt: skip
def test_a_clock_of_60_that_began_at_100_stands_still_in_outages(
    outages: list[tuple[int, int]], expected: int
) -> None:
    assert lost([Outage(*each) for each in outages], 100, 160) == expected


@in_an_instant()
async def test_when_a_clock_ends_an_agent_plays_one_decision_and_the_person_goes_on(simulated: Simulated) -> None:
    await simulated.begin(LONG, away_after=0, clock=30)
    live, runtime = simulated.live, simulated.runtime
    due = live.room.due.seat
    assert due is not None
    assert [each["until"] for each in waits_shown(simulated, 0)] == [runtime.now() + 30_000]
    await runtime.advance(29.9)
    assert played(simulated) == []
    await runtime.advance(0.2)
    assert played(simulated) == [(due, "clock", 30)]
    assert not live.room.chairs[due].stand_in
    name = ("Ann", "Bob")[due]
    assert live.room.notices[-1].text == f"{name} ran out of time: bot played one decision."
    assert not may_undo(live.room, due)
    await runtime.advance(20)
    now = live.room.due.seat
    assert now is not None
    await live.do(held(now))  # the next question has a clock of its own
    await runtime.advance(29)
    assert len(played(simulated)) == 2
    await runtime.advance(1.1)
    assert [each[1:] for each in played(simulated)] == [("clock", 30), ("person", 50), ("clock", 80)]


@in_an_instant()
async def test_in_a_sealed_phase_each_who_has_not_answered_has_a_clock(simulated: Simulated) -> None:
    game = make("skull-king", players=3, schedule="fives")
    await simulated.begin(game, (0, 1, 2), away_after=0, clock=60)
    live, runtime = simulated.live, simulated.runtime
    await runtime.advance(30)
    await live.do(sealed(0))
    assert {each["seat"] for each in waits_shown(simulated, 0)} == {1, 2}
    before = len(simulated.sockets[0].heard)
    live.room.asked[2] = replace(live.room.asked[2], at=live.room.asked[2].at + 20_000)
    live.clock.nudge()
    await runtime.advance(31)
    kinds = [(event.kind, event.seat) for event in simulated.database.log("t")[2:]]
    assert kinds == [("seal", 0), ("seal", 1)]
    told = [said for said in simulated.sockets[0].heard[before:] if said["type"] == "update"]
    assert [said["event"]["kind"] for said in told] == ["seal"]
    assert told[0]["sealed"] == {**told[0]["sealed"], "done": [0, 1], "open": [2], "answer": 2}
    assert "answered once" in told[0]["messages"][-1]["text"]
    await live.do(sealed(1))  # the person may still change it
    await runtime.advance(20)
    assert live.room.table is not None
    moves = [
        (event.seat, event.payload["action"]) for event in simulated.database.log("t") if event.kind == "move"
    ]
    assert sorted(moves) == [(0, 2), (1, 2), (2, 0)]


@in_an_instant(heartbeat=300)
async def test_with_nobody_there_for_a_day_agents_move_and_clocks_end(simulated: Simulated) -> None:
    await simulated.begin(LONG, (0, "bot"), clock=HOUR)
    await leave_all(simulated)
    await simulated.runtime.advance(DAY)
    by = [each[1] for each in played(simulated)]
    assert by.count("clock") >= 24
    assert by.count("agent") > 0
    ends = [at for _, chooser, at in played(simulated) if chooser == "clock"]
    assert all(HOUR <= after - before <= HOUR + 301 for before, after in itertools.pairwise(ends))
    assert not simulated.live.room.chairs[0].stand_in


@in_an_instant(heartbeat=600)
async def test_a_table_without_a_clock_rests_while_nobody_is_there(simulated: Simulated) -> None:
    await simulated.begin(LONG, (0, "bot"), away_after=60)
    await leave_all(simulated)
    number = len(simulated.database.log("t"))
    await simulated.runtime.advance(DAY)
    assert len(simulated.database.log("t")) == number
    assert (await simulated.store.waits.of(["t"]))["t"].due is None


@in_an_instant()
async def test_clocks_stand_still_while_the_server_is_down_and_are_found_at_the_start(
    simulated: Simulated,
) -> None:
    await simulated.begin(LONG, (0, 1), clock=HOUR)
    await leave_all(simulated)
    await simulated.runtime.advance(1800)
    await simulated.hub.close()
    await simulated.runtime.advance(10 * HOUR)
    assert played(simulated) == []
    later = simulated.another_hub()
    await later.start()
    await simulated.runtime.advance(1600)
    assert played(simulated) == []
    await simulated.runtime.advance(200)
    [(_, chooser, at)] = played(simulated)
    assert chooser == "clock"
    assert 11 * HOUR <= at <= 11 * HOUR + 25
    await later.close()


@in_an_instant()
async def test_a_table_that_is_opened_at_a_servers_start_knows_the_outage_before_it(simulated: Simulated) -> None:
    """Else a page is shown an end of the clock that is long past, until the first pulse."""
    await simulated.begin(LONG, (0, 1), clock=HOUR)
    await leave_all(simulated)
    await simulated.hub.close()
    await simulated.runtime.advance(10 * HOUR)
    later = simulated.another_hub()  # whose keeper of the time has not begun
    live = await later.live("t")
    assert live.clocks[0] > simulated.runtime.now() + 0.9 * 1000 * HOUR
    await later.close()


@in_an_instant()
async def test_where_the_agent_of_who_is_away_is_gone_the_usual_one_plays(simulated: Simulated) -> None:
    """A table of 0.2 may name one that is gone, and the host can seat nobody where a person sits."""
    await simulated.begin(LONG, (0, 1), stand_in="ismcts")
    first = simulated.live.room.due.seat
    await simulated.live.do(lambda room: waiting.stand_in(room, first))
    await simulated.runtime.advance(30)
    assert (first, "agent") == played(simulated)[0][:2]


@in_an_instant()
async def test_clocks_stand_still_while_the_database_does_not_answer(simulated: Simulated) -> None:
    await simulated.begin(LONG, (0, 1), clock=60, away_after=0)
    runtime = simulated.runtime
    await runtime.advance(40)
    simulated.database.broken = True
    await runtime.advance(500)
    simulated.database.broken = False
    await runtime.advance(10)
    assert played(simulated) == []
    until = max(said["waits"][0]["until"] for said in simulated.sockets[0].heard if said.get("waits"))
    assert 5_000 <= until - runtime.now() <= 25_000
    await runtime.advance(25)
    assert len(played(simulated)) == 1


@in_an_instant()
async def test_a_clock_stands_still_in_an_outage_of_the_database_that_its_end_is_not_in(
    simulated: Simulated,
) -> None:
    """However short it is, as long as the database was asked meanwhile."""
    await simulated.begin(LONG, (0, 1), clock=60, away_after=0)
    runtime = simulated.runtime
    await runtime.advance(23)
    simulated.database.broken = True
    await runtime.advance(13)
    simulated.database.broken = False
    await runtime.advance(60 - 23)
    assert played(simulated) == []
    await runtime.advance(10)
    assert len(played(simulated)) == 1


@in_an_instant()
async def test_a_clock_that_has_ended_plays_no_decision_that_was_asked_while_its_end_waited(
    simulated: Simulated,
) -> None:
    """Who plays at the last moment has the whole time for the next decision."""
    await simulated.begin(LONG, away_after=0, clock=30)
    live, runtime = simulated.live, simulated.runtime
    due = live.room.due.seat

    async def lease(table: str, milliseconds: int) -> bool:
        del table, milliseconds
        await runtime.sleep(1.0)
        return True

    simulated.hub.lease = lease  # type: ignore[method-assign]
    await runtime.advance(30.5)
    assert due is not None
    assert played(simulated) == []
    await live.do(rolled(due))
    assert live.room.due.seat == due
    await runtime.advance(5)
    assert [by for _, by, _ in played(simulated)] == ["person"]
    await runtime.advance(26)
    assert [by for _, by, _ in played(simulated)] == ["person", "clock"]


@in_an_instant(heartbeat=300)
async def test_of_two_processes_one_alone_asks_at_a_table_that_nobody_looks_at(simulated: Simulated) -> None:
    simulated.hub = simulated.another_hub(twin=True)
    other = simulated.another_hub(twin=True)
    await other.start()
    await simulated.begin(LONG, (0, "bot"), clock=HOUR)
    await leave_all(simulated)
    await simulated.runtime.advance(6 * HOUR)
    assert len(simulated.asked) == len(played(simulated)) >= 6
    for hub in set(simulated.asked):
        await hub.close()  # whoever has served it is gone, and the other one serves
    before = len(played(simulated))
    survivor = next((hub for hub in (simulated.hub, other) if hub not in simulated.asked), None)
    if survivor is None:
        survivor = simulated.another_hub(twin=True)
        await survivor.start()
    await simulated.runtime.advance(3 * HOUR)
    assert len(played(simulated)) > before + 1
    assert simulated.asked[-1] is survivor
    await survivor.close()


@in_an_instant(heartbeat=600, keep_days=1)
async def test_a_game_whose_clock_runs_is_never_deleted_for_its_age(simulated: Simulated) -> None:
    await simulated.begin(LONG, (0, 1), clock=3 * DAY)
    await leave_all(simulated)
    await simulated.runtime.advance(1.2 * DAY)
    assert "t" in simulated.database.tables
    assert played(simulated) == []
    live = await simulated.hub.live("t")
    settings = live.room.settings.model_copy(update={"clock": None})
    await live.do(lambda room: lobby.change_settings(room, 0, settings, ()))
    assert live.room.notices[-1].text == "Ann switches the clock off."
    await simulated.runtime.advance(1.1 * DAY)
    assert "t" not in simulated.database.tables


@in_an_instant(heartbeat=600)
async def test_where_games_last_days_nobody_is_replaced_or_followed_for_being_away(simulated: Simulated) -> None:
    await simulated.begin(LONG, (0, 1), clock=DAY, away_after=60)
    live = simulated.live
    await simulated.leave(0)
    await simulated.runtime.advance(20 * HOUR)
    assert not live.room.chairs[0].stand_in
    assert live.people.host_free is None
    with pytest.raises(RefusalError, match="the host stays the host"):
        await live.do(lambda room: lobby.take_over(room, 1, live.people))


# ------------------------------------------------------------------------------------- clocks that are held open

THINKS = 3.0
"""Seconds that an agent takes, in what follows."""


async def play_slowly(simulated: Simulated, game: Game = LONG) -> None:
    """Begin a game of two with a clock of ten seconds, at which agents take a while."""
    await simulated.begin(game, away_after=5, clock=10)

    async def ask(agent: AgentName, state: State, name: str) -> int:
        del agent, name
        await simulated.runtime.sleep(THINKS)
        return int(state.legal_actions()[0])

    simulated.hub.agent_queues.ask = ask  # type: ignore[method-assign]


def taken_back(simulated: Simulated, seat: int) -> Callable[[Room], RoomEvent]:
    """A person's undo."""

    def wish(room: Room) -> RoomEvent:
        assert room.table is not None
        return playing.undo(room, seat, room.table.number, simulated.runtime.now())

    return wish


def with_clock(clock: int | None) -> Callable[[Room], RoomEvent]:
    """The host sets another clock."""
    return lambda room: lobby.change_settings(room, 0, room.settings.model_copy(update={"clock": clock}), ())


def until(simulated: Simulated) -> float:
    """Seconds that are left of the only clock that runs."""
    [end] = simulated.live.clocks.values()
    return (end - simulated.runtime.now()) / 1000


def stepped_away(seat: int) -> Callable[[Room], RoomEvent]:
    return lambda room: waiting.stand_in(room, seat)


def came_back(seat: int) -> Callable[[Room], RoomEvent]:
    return lambda room: waiting.back(room, seat)


async def first_hold(simulated: Simulated) -> int:
    """Begin, and let the first person roll until holding can be taken back; gives the seat."""
    await play_slowly(simulated)
    due = simulated.live.room.due.seat
    assert due is not None
    await simulated.live.do(rolled(due))
    assert simulated.live.room.due.seat == due
    return due


@in_an_instant()
async def test_what_is_left_of_a_clock_comes_back_with_the_decision_of_both(simulated: Simulated) -> None:
    """And by a server that has read it from the log again."""
    first = await first_hold(simulated)
    live, runtime = simulated.live, simulated.runtime
    await runtime.advance(6)
    await live.do(held(first))
    assert until(simulated) == 10
    await runtime.advance(3)
    await live.do(taken_back(simulated, first))
    assert until(simulated) == 4
    await runtime.advance(1)
    await live.do(stepped_away(first))
    await runtime.advance(2)
    await live.do(came_back(first))
    assert until(simulated) == 3
    await live.do(held(first))
    assert until(simulated) == 7
    await simulated.hub.close()
    later = simulated.another_hub()
    await later.start()
    again = await later.live("t")
    assert again.room.asked == live.room.asked
    assert again.clocks == live.clocks
    await later.close()


@in_an_instant()
async def test_another_move_asks_another_decision_which_has_a_clock_of_its_own(simulated: Simulated) -> None:
    first = await first_hold(simulated)
    live, runtime = simulated.live, simulated.runtime
    await live.do(held(first))
    await runtime.advance(9)
    await live.do(taken_back(simulated, first))
    await live.do(rolled(first))
    assert until(simulated) == 10


@in_an_instant()
async def test_who_steps_away_and_comes_back_all_the_time_lets_no_agent_begin_again(simulated: Simulated) -> None:
    """However long it takes."""
    await play_slowly(simulated)
    due, runtime = simulated.live.room.due.seat, simulated.runtime
    assert due is not None
    for _ in range(14):
        await runtime.advance(0.1)
        with contextlib.suppress(RefusalError):  # once it is the next decision
            await simulated.live.do(stepped_away(due))
            await runtime.advance(THINKS - 0.1)
            await simulated.live.do(came_back(due))
    assert played(simulated)[0][2] <= 2 * 10 + 2 * THINKS


@in_an_instant()
async def test_a_move_is_not_taken_back_once_its_time_is_up(simulated: Simulated) -> None:
    """Nothing would be left for another one; and each time an agent would begin to think again."""
    first = await first_hold(simulated)
    await simulated.runtime.advance(10 + THINKS / 2)
    await simulated.live.do(held(first))
    with pytest.raises(RefusalError, match="your time for that decision is up") as refused:
        await simulated.live.do(taken_back(simulated, first))
    assert refused.value.code == "not-revocable"


@in_an_instant()
async def test_another_clock_gives_more_and_takes_nothing_and_is_never_one_that_begins_anew(
    simulated: Simulated,
) -> None:
    await play_slowly(simulated)
    live, runtime = simulated.live, simulated.runtime
    await runtime.advance(6)
    await live.do(with_clock(30))
    assert until(simulated) == 24
    await live.do(with_clock(10))
    assert until(simulated) == 10
    await runtime.advance(4)
    await live.do(with_clock(None))
    await runtime.advance(100)
    await live.do(with_clock(10))
    assert until(simulated) == 6


class TwoWhoDally:
    """Ann and Bob, who do by chance all that might hold a clock open, and play now and then.

    Attributes:
        done: how often they have done what.
    """

    WAYS = {"hold": 8, "undo": 12, "away": 3, "back": 9, "leave": 1, "claim": 3, "connect": 1, "clock": 1}  # noqa: RUF012
    """What they may do, and how often."""

    def __init__(self, simulated: Simulated, seed: int) -> None:
        self.simulated, self.random = simulated, Random(seed)  # noqa: S311
        self.done: Counter[str] = Counter()

    async def dally(self) -> None:
        """Do one of it."""
        await self.simulated.runtime.advance(self.random.choice((0.05, 1.0, 2.5, 4.0)))
        [way] = self.random.choices(list(self.WAYS), list(self.WAYS.values()))
        with contextlib.suppress(RefusalError):
            await getattr(self, way)(self.random.randrange(2))
            self.done[way] += 1

    async def hold(self, seat: int) -> None:
        """Hold, bid or play a card."""

        def wish(room: Room) -> RoomEvent:
            table, due = room.table, room.due.seat
            assert table is not None
            if seat in table.sealing:
                action = self.random.choice(table.asked(seat).legal_actions())
                return playing.move(room, seat, table.number, action)
            legal = table.state.legal_actions() or [0]  # when it is over, that is said by the refusal
            return playing.move(room, seat if due is None else due, table.number, legal[-1])

        await self.simulated.live.do(wish)

    async def undo(self, seat: int) -> None:
        moves = self.simulated.live.room.moves
        await self.simulated.live.do(taken_back(self.simulated, moves[-1].seat if moves else seat))

    async def away(self, seat: int) -> None:
        await self.simulated.live.do(lambda room: waiting.stand_in(room, seat))

    async def back(self, seat: int) -> None:
        await self.simulated.live.do(lambda room: waiting.back(room, seat))

    async def leave(self, seat: int) -> None:
        await self.simulated.live.do(lambda room: coming.depart(room, seat, seat))

    async def claim(self, seat: int) -> None:
        await self.simulated.live.do(lambda room: coming.claim(room, seat))

    async def connect(self, seat: int) -> None:
        """Close the page, or open it again."""
        if seat in self.simulated.live.people.here:
            await self.simulated.leave(seat)
        else:
            await self.simulated.come(seat)
            await self.simulated.live.come_back(seat)

    async def clock(self, seat: int) -> None:
        del seat
        await self.simulated.live.do(
            with_clock(self.random.choice((10, 11, 12, 10, 11, 12, None, 90, HOUR, MOST_CLOCK)))
        )


def longest_holds(simulated: Simulated) -> tuple[float, float]:
    """By how many seconds somebody held one decision longer than its clock at most, and both the game; by the log.

    A decision is one after the same moves, and in a sealed phase one of each seat. Its clock is the longest that
    it was asked with; times without a clock do not count.
    """
    asked: Counter[tuple[int, ...]] = Counter()
    stood: Counter[tuple[int, ...]] = Counter()
    longest: Counter[tuple[int, ...]] = Counter()
    log, game = simulated.database.log("t"), simulated.live.room.game
    assert game is not None
    past, actions, sealed_by = list[State](), list[int](), set[int]()
    played_by_agent, at = set[int](), 0
    clock: int | None = 10
    for event in log:
        if past and clock and not past[-1].is_terminal():
            first, due = len(actions), [past[-1].current_player()]
            if past[-1].phase == "BIDDING":
                while first and past[first - 1].phase == "BIDDING":
                    first -= 1
                due = [seat for seat in range(2) if seat not in sealed_by]
            for key, held in (
                ((-1, *actions), stood),
                *(((s, *actions[:first]), asked) for s in {*due} - played_by_agent),
            ):
                held[key] += event.at - at
                longest[key] = max(longest[key], 1000 * clock)
        at = event.at
        if event.kind == "start":
            past = [game.new_initial_state(event.payload["seed"])]
        elif event.kind == "seal":
            sealed_by.add(event.seat or 0)
        elif event.kind in ("away", "leave"):
            played_by_agent.add(event.seat or 0)
        elif event.kind in ("back", "claim"):
            played_by_agent.discard(event.seat or 0)
        elif event.kind == "settings":
            clock = event.payload["clock"]
        elif event.kind == "undo":
            past.pop(), actions.pop()
        elif event.kind == "move":
            actions.append(event.payload["action"])
            past.append(past[-1].clone())
            past[-1].apply_action(actions[-1])
            sealed_by = sealed_by if past[-1].phase == "BIDDING" else set()
    over = (
        max(held[key] - people * longest[key] for key in held) / 1000 for held, people in ((asked, 1), (stood, 2))
    )
    return next(over), next(over)


def dally(seed: int, seconds: int, game: Game = LONG) -> tuple[float, ...]:
    """Let two people dally for a time, or to the game's end; gives seconds: of this, and of `longest_holds`."""
    found: tuple[float, ...] = ()

    async def scenario(simulated: Simulated) -> None:
        nonlocal found
        await play_slowly(simulated, game)
        two = TwoWhoDally(simulated, seed)
        began = simulated.runtime.now()
        while simulated.runtime.now() < began + 1000 * seconds and simulated.live.room.status == "playing":
            await two.dally()
        ways = set(two.WAYS) - {"claim"}  # who comes back by the page has claimed
        assert game is not LONG or ways <= set(two.done)
        asked, stood = longest_holds(simulated)
        found = ((simulated.runtime.now() - began) / 1000, asked, stood)
        # a second agent is asked where the other's undo has come before the first one's answer
        assert 0 <= asked <= 2 * THINKS + 0.1
        assert stood <= 2 * THINKS + 0.1
        log = simulated.database.log("t")
        room = simulated.live.room
        again = rebuilt_room("t", log, room.game, given_seeds=True)
        assert (again.asked, again.decisions.paused) == (room.asked, room.decisions.paused)

    simulate(scenario, within=300)
    return found


@pytest.mark.parametrize(("seed", "game"), daily([(0, LONG), (1, LONG), (2, SEALED)]))
def test_whatever_two_people_do_they_hold_no_decision_much_longer_than_its_clock(seed: int, game: Game) -> None:
    dally(seed, 600, game)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3, 8))
def test_for_an_hour_two_people_hold_no_decision_much_longer_than_its_clock(seed: int) -> None:
    dally(seed, HOUR)


@pytest.mark.thorough
def test_for_an_hour_of_sealed_bids_two_people_hold_no_decision_much_longer_than_its_clock() -> None:
    games, seconds = itertools.count(3), 0.0
    while seconds < HOUR:
        seconds += dally(next(games), HOUR, SEALED)[0]


def test_page_protocol_and_docs_name_the_bounds_that_the_server_keeps() -> None:
    root = Path(__file__).parents[2]
    page = (root / "src/croupier/server/static/people/option_fields.js").read_text()
    listed = re.search(r"const CLOCKS = (\[.*\]);", page)
    assert listed
    offered = json.loads(listed[1])
    assert (offered[0], offered[-1]) == (LEAST_CLOCK, MOST_CLOCK)
    for clock in offered:
        assert RoomSettings(clock=clock).clock == clock
    words = " to ".join(str(span(each)) for each in (LEAST_CLOCK, MOST_CLOCK))
    assert f"gives each decision {words}." in (root / "docs/serve.md").read_text()
    assert f"null, or {LEAST_CLOCK:,} to {MOST_CLOCK:,} seconds" in (root / "docs/protocol.md").read_text()


def test_clocks_that_cannot_be_are_refused_with_a_word(server: AnyServer) -> None:
    at = Company(server, people=1, start=False, settings={"clock": 60})
    for clock in (0, 9, 14 * DAY + 1, 365 * DAY, -1, 2**70, True, 60.5, "60"):
        code, words = at.browsers[0].why("POST", "/api/tables", {"game": "pig", "settings": {"clock": clock}})
        assert code == "malformed"
        assert type(clock) is not int or words == "A clock gives 10 seconds to 14 days for each decision."
        assert at.refused(0, "settings", settings={"clock": clock}) == "malformed"


def test_a_list_of_tables_says_whose_turn_it_is_also_of_those_that_are_not_in_memory(server: AnyServer) -> None:
    at = Company(server, settings={**SOON, "clock": 60})
    due = at.room.due.seat
    server.forget(at.table)
    [listed] = at.browsers[0].get("/api/tables")
    assert (listed["awaited"], listed["winners"], listed["deletable"]) == ([due], None, False)
    assert server.hub.present() == []  # what was noted is enough
    plain = Company(server)
    due = plain.room.due.seat
    server.forget(plain.table)  # nothing was noted: it is read again
    assert [each["awaited"] for each in plain.browsers[1].get("/api/tables")] == [[due]]
