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

from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError, span
from croupier.server.events import coming, lobby, waiting
from croupier.server.events import game as playing
from croupier.server.events.happening import rebuilt_room
from croupier.server.live.time_keeper import TimeKeeper
from croupier.server.room.chairs import LEAST_CLOCK, MOST_CLOCK, RoomSettings
from croupier.server.room.checks import may_undo
from croupier.server.room.event import RoomEvent
from croupier.server.room.room import Room
from croupier.server.storage.waits import Outage, lost
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Company
from tests.server.conftest import Started
from tests.server.instant import Gathering, InstantServer, InstantWorld, first_legal
from tests.server.test_waiting import waits_shown

ROLL = 0
LONG = make("pig", winning_score=10_000, max_turns=10_000)
SEALED = make("skull-king", players=2)
HOUR, DAY = 3600, 24 * 3600


def leave_all(at: Gathering) -> None:
    """Let everybody close the page, and the table leave the memory."""
    at.leave(*at.pages)
    at.pass_time(90)
    assert at.server.hub.present() == []


def played(at: Gathering) -> list[tuple[int | None, str, int]]:
    """Seat, chooser and time (in seconds) of each move that stands in the log."""
    began = next(event.at for event in at.log() if event.kind == "start")
    moves = [event for event in at.log() if event.kind == "move"]
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


def test_when_a_clock_ends_an_agent_plays_one_decision_and_the_person_goes_on(server: InstantServer) -> None:
    at = Gathering(server, LONG, away_after=0, clock=30)
    due = at.due
    assert [each["until"] for each in waits_shown(at, 0)] == [at.now + 30_000]
    at.pass_time(29.9)
    assert played(at) == []
    at.pass_time(0.2)
    assert played(at) == [(due, "clock", 30)]
    assert not at.room.chairs[due].stand_in
    name = ("Ann", "Bob")[due]
    assert at.room.notices[-1].text == f"{name} ran out of time: bot played one decision."
    assert not may_undo(at.room, due)
    at.pass_time(20)
    at.play(at.due)  # the next question has a clock of its own
    at.pass_time(29)
    assert len(played(at)) == 2
    at.pass_time(1.1)
    assert [each[1:] for each in played(at)] == [("clock", 30), ("person", 50), ("clock", 80)]


def test_in_a_sealed_phase_each_who_has_not_answered_has_a_clock(server: InstantServer) -> None:
    game = make("skull-king", players=3, schedule="fives")
    at = Gathering(server, game, (0, 1, 2), away_after=0, clock=60)
    at.pass_time(30)
    at.play(0, 2)
    assert {each["seat"] for each in waits_shown(at, 0)} == {1, 2}
    before = len(at.heard(0))
    at.room.asked[2] = replace(at.room.asked[2], at=at.room.asked[2].at + 20_000)
    at.live.clock.nudge()
    at.pass_time(31)
    assert [(event.kind, event.seat) for event in at.log()[-2:]] == [("seal", 0), ("seal", 1)]
    told = [said for said in at.heard(0)[before:] if said["type"] == "update"]
    assert [said["event"]["kind"] for said in told] == ["seal"]
    assert told[0]["sealed"] == {**told[0]["sealed"], "done": [0, 1], "open": [2], "answer": 2}
    assert "answered once" in told[0]["messages"][-1]["text"]
    at.play(1, 2)  # the person may still change it
    at.pass_time(20)
    moves = [(event.seat, event.payload["action"]) for event in at.log() if event.kind == "move"]
    assert sorted(moves) == [(0, 2), (1, 2), (2, 0)]


@pytest.mark.usefixtures("rare_pulses")
def test_with_nobody_there_for_a_day_agents_move_and_clocks_end(server: InstantServer) -> None:
    at = Gathering(server, LONG, (0, "bot"), clock=HOUR)
    leave_all(at)
    at.pass_time(DAY)
    by = [each[1] for each in played(at)]
    assert by.count("clock") >= 24
    assert by.count("agent") > 0
    ends = [moment for _, chooser, moment in played(at) if chooser == "clock"]
    assert all(HOUR <= after - before <= HOUR + 901 for before, after in itertools.pairwise(ends))
    at.get(0)
    assert not at.room.chairs[0].stand_in


@pytest.mark.usefixtures("rare_pulses")
def test_a_table_without_a_clock_rests_while_nobody_is_there(server: InstantServer) -> None:
    at = Gathering(server, LONG, (0, "bot"), away_after=60)
    leave_all(at)
    number = len(at.log())
    at.pass_time(DAY)
    assert len(at.log()) == number
    assert server.do(server.store.waits.of([at.table]))[at.table].due is None


def test_clocks_stand_still_while_the_server_is_down_and_are_found_at_the_start(started: Started) -> None:
    at = Gathering(started(seed=1), LONG, clock=HOUR)
    leave_all(at)
    at.pass_time(1800)
    at.server.stop()
    at.pass_time(10 * HOUR)
    assert played(at) == []
    first_legal(started(seed=1))
    at.pass_time(1600)
    assert played(at) == []
    at.pass_time(200)
    [(_, chooser, moment)] = played(at)
    assert chooser == "clock"
    assert 11 * HOUR <= moment <= 11 * HOUR + 25


def test_a_table_that_is_opened_at_a_servers_start_knows_the_outage_before_it(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a page is shown an end of the clock that is long past, until the first pulse."""
    at = Gathering(started(seed=1), LONG, clock=HOUR)
    leave_all(at)
    at.server.stop()
    at.pass_time(10 * HOUR)

    async def rest(keeper: TimeKeeper) -> None:
        """It has not begun."""

    monkeypatch.setattr(TimeKeeper, "run", rest)
    at.move_to(started(seed=1))
    at.get(0)
    assert at.live.clocks[0] > at.now + 0.9 * 1000 * HOUR


def test_where_the_agent_of_who_is_away_is_gone_the_usual_one_plays(server: InstantServer) -> None:
    """A table of 0.2 may name one that is gone, and the host can seat nobody where a person sits."""
    at = Gathering(server, LONG)
    at.room.settings = at.room.settings.model_copy(update={"stand_in": "ismcts"})
    first = at.due
    at.do(stepped_away(first))
    at.pass_time(30)
    assert (first, "agent") == played(at)[0][:2]


def outage(at: Gathering, seconds: float) -> None:
    """The database does not answer for a while."""
    at.server.disk.broken = True
    at.pass_time(seconds)
    at.server.disk.broken = False


def test_clocks_stand_still_while_the_database_does_not_answer(server: InstantServer) -> None:
    at = Gathering(server, LONG, clock=60, away_after=0)
    at.pass_time(40)
    outage(at, 500)
    at.pass_time(10)
    assert played(at) == []
    until = max(said["waits"][0]["until"] for said in at.heard(0) if said.get("waits"))
    assert 5_000 <= until - at.now <= 25_000
    at.pass_time(25)
    assert len(played(at)) == 1


def test_a_clock_stands_still_in_an_outage_of_the_database_that_its_end_is_not_in(server: InstantServer) -> None:
    """However short it is, as long as the database was asked meanwhile."""
    at = Gathering(server, LONG, clock=60, away_after=0)
    at.pass_time(23)
    outage(at, 13)
    at.pass_time(60 - 23)
    assert played(at) == []
    at.pass_time(10)
    assert len(played(at)) == 1


def test_a_clock_that_has_ended_plays_no_decision_that_was_asked_while_its_end_waited(
    server: InstantServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays at the last moment has the whole time for the next decision."""
    at = Gathering(server, LONG, away_after=0, clock=30)
    due = at.due

    async def lease(table: str, milliseconds: int) -> bool:
        del table, milliseconds
        await server.runtime.sleep(1.0)
        return True

    monkeypatch.setattr(server.hub, "lease", lease)
    at.pass_time(30.5)
    assert played(at) == []
    at.play(due, ROLL)
    assert at.due == due
    at.pass_time(5)
    assert [by for _, by, _ in played(at)] == ["person"]
    at.pass_time(26)
    assert [by for _, by, _ in played(at)] == ["person", "clock"]


def test_of_two_processes_one_alone_asks_at_a_table_that_nobody_looks_at(started: Started) -> None:
    one, other = (started(shared=True, seed=1) for _ in range(2))
    at = Gathering(one, LONG, (0, "bot"), clock=60)
    asked = {one: at.asked, other: first_legal(other)}
    at.leave(0)
    at.pass_time(400)
    assert sum(map(len, asked.values())) == len(played(at)) >= 6
    for server in [server for server, questions in asked.items() if questions]:
        server.stop()  # whoever has served it is gone, and the other one serves
    before = len(played(at))
    survivor = next((server for server, questions in asked.items() if not questions), None)
    if survivor is None:
        survivor = started(shared=True, seed=1)
        asked[survivor] = first_legal(survivor)
    at.pass_time(200)
    assert len(played(at)) > before + 1
    assert asked[survivor]


@pytest.mark.usefixtures("rare_pulses")
def test_a_game_whose_clock_runs_is_never_deleted_for_its_age(started: Started) -> None:
    at = Gathering(started(seed=1, keep_days=1), LONG, clock=3 * DAY)
    leave_all(at)
    at.pass_time(1.2 * DAY)
    assert at.table in at.server.disk.tables
    assert played(at) == []
    at.get(0)
    at.do(with_clock(None))
    assert at.room.notices[-1].text == "Ann switches the clock off."
    at.pass_time(1.1 * DAY)
    assert at.table not in at.server.disk.tables


@pytest.mark.usefixtures("rare_pulses")
def test_where_games_last_days_nobody_is_replaced_or_followed_for_being_away(server: InstantServer) -> None:
    at = Gathering(server, LONG, clock=DAY, away_after=60)
    at.leave(0)
    at.pass_time(20 * HOUR)
    assert not at.room.chairs[0].stand_in
    assert at.live.people.host_free is None
    assert "the host stays the host" in at.refusal(lambda room: lobby.take_over(room, 1, at.live.people))[1]


# ------------------------------------------------------------------------------------- clocks that are held open

THINKS = 3.0
"""Seconds that an agent takes, in what follows."""


def slow_game(server: InstantServer, game: Game = LONG) -> Gathering:
    """A game of two with a clock of ten seconds, at which agents take a while."""
    at = Gathering(server, game, away_after=5, clock=10)
    first_legal(server, THINKS)
    return at


def taken_back(at: Gathering, seat: int) -> Callable[[Room], RoomEvent]:
    """A person's undo."""
    return lambda room: playing.undo(room, seat, at.game.number, at.now)


def with_clock(clock: int | None) -> Callable[[Room], RoomEvent]:
    """The host sets another clock."""
    return lambda room: lobby.change_settings(room, 0, room.settings.model_copy(update={"clock": clock}), ())


def until(at: Gathering) -> float:
    """Seconds that are left of the only clock that runs."""
    [end] = at.live.clocks.values()
    return (end - at.now) / 1000


def stepped_away(seat: int) -> Callable[[Room], RoomEvent]:
    return lambda room: waiting.stand_in(room, seat)


def came_back(seat: int) -> Callable[[Room], RoomEvent]:
    return lambda room: waiting.back(room, seat)


def first_hold(server: InstantServer) -> tuple[Gathering, int]:
    """A slow game in which the first person has rolled until holding can be taken back; and that seat."""
    at = slow_game(server)
    first = at.due
    at.play(first, ROLL)
    assert at.due == first
    return at, first


def test_what_is_left_of_a_clock_comes_back_with_the_decision_of_both(started: Started) -> None:
    """And by a server that has read it from the log again."""
    at, first = first_hold(started(seed=1))
    at.pass_time(6)
    at.play(first)
    assert until(at) == 10
    at.pass_time(3)
    at.do(taken_back(at, first))
    assert until(at) == 4
    at.pass_time(1)
    at.do(stepped_away(first))
    at.pass_time(2)
    at.do(came_back(first))
    assert until(at) == 3
    at.play(first)
    assert until(at) == 7
    asked, clocks = at.room.asked, at.live.clocks
    at.server.stop()
    at.move_to(started(seed=1))
    at.get(0)
    assert (at.room.asked, at.live.clocks) == (asked, clocks)


def test_another_move_asks_another_decision_which_has_a_clock_of_its_own(server: InstantServer) -> None:
    at, first = first_hold(server)
    at.play(first)
    at.pass_time(9)
    at.do(taken_back(at, first))
    at.play(first, ROLL)
    assert until(at) == 10


def test_who_steps_away_and_comes_back_all_the_time_lets_no_agent_begin_again(server: InstantServer) -> None:
    """However long it takes."""
    at = slow_game(server)
    due = at.due
    for _ in range(14):
        at.pass_time(0.1)
        with contextlib.suppress(RefusalError):  # once it is the next decision
            at.do(stepped_away(due))
            at.pass_time(THINKS - 0.1)
            at.do(came_back(due))
    assert played(at)[0][2] <= 2 * 10 + 2 * THINKS


def test_a_move_is_not_taken_back_once_its_time_is_up(server: InstantServer) -> None:
    """Nothing would be left for another one; and each time an agent would begin to think again."""
    at, first = first_hold(server)
    at.pass_time(10 + THINKS / 2)
    at.play(first)
    code, words = at.refusal(taken_back(at, first))
    assert (code, "your time for that decision is up" in words) == ("not-revocable", True)


def test_another_clock_gives_more_and_takes_nothing_and_is_never_one_that_begins_anew(
    server: InstantServer,
) -> None:
    at = slow_game(server)
    for clock, passed, left in ((30, 6, 24), (10, 0, 10)):
        at.pass_time(passed)
        at.do(with_clock(clock))
        assert until(at) == left
    at.pass_time(4)
    at.do(with_clock(None))
    at.pass_time(100)
    at.do(with_clock(10))
    assert until(at) == 6


class TwoWhoDally:
    """Ann and Bob, who do by chance all that might hold a clock open, and play now and then.

    Attributes:
        done: how often they have done what.
    """

    WAYS = {"hold": 8, "undo": 12, "away": 3, "back": 9, "leave": 1, "claim": 3, "connect": 1, "clock": 1}  # noqa: RUF012
    """What they may do, and how often."""

    def __init__(self, at: Gathering, seed: int) -> None:
        self.at, self.random = at, Random(seed)  # noqa: S311
        self.done: Counter[str] = Counter()

    def dally(self) -> None:
        """Do one of it."""
        self.at.pass_time(self.random.choice((0.05, 1.0, 2.5, 4.0)))
        [way] = self.random.choices(list(self.WAYS), list(self.WAYS.values()))
        with contextlib.suppress(RefusalError):
            getattr(self, way)(self.random.randrange(2))
            self.done[way] += 1

    def hold(self, seat: int) -> None:
        """Hold, bid or play a card."""
        table, due = self.at.game, self.at.room.due.seat
        if seat in table.sealing:
            self.at.play(seat, self.random.choice(table.asked(seat).legal_actions()))
        else:  # when it is over, that is said by the refusal
            self.at.play(seat if due is None else due, (table.state.legal_actions() or [0])[-1])

    def undo(self, seat: int) -> None:
        moves = self.at.room.moves
        self.at.do(taken_back(self.at, moves[-1].seat if moves else seat))

    def away(self, seat: int) -> None:
        self.at.do(stepped_away(seat))

    def back(self, seat: int) -> None:
        self.at.do(came_back(seat))

    def leave(self, seat: int) -> None:
        self.at.do(lambda room: coming.depart(room, seat, seat))

    def claim(self, seat: int) -> None:
        self.at.do(lambda room: coming.claim(room, seat))

    def connect(self, seat: int) -> None:
        """Close the page, or open it again."""
        if seat in self.at.live.people.here:
            self.at.leave(seat)
        else:
            self.at.come(seat)

    def clock(self, _: int) -> None:
        self.at.do(with_clock(self.random.choice((10, 11, 12, 10, 11, 12, None, 90, HOUR, MOST_CLOCK))))


def longest_holds(at: Gathering) -> tuple[float, float]:
    """By how many seconds somebody held one decision longer than its clock at most, and both the game; by the log.

    A decision is one after the same moves, and in a sealed phase one of each seat. Its clock is the longest that
    it was asked with; times without a clock do not count.
    """
    asked: Counter[tuple[int, ...]] = Counter()
    stood: Counter[tuple[int, ...]] = Counter()
    longest: Counter[tuple[int, ...]] = Counter()
    log, game = at.log(), at.room.game
    assert game is not None
    past, actions, sealed_by = list[State](), list[int](), set[int]()
    played_by_agent, before = set[int](), 0
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
                held[key] += event.at - before
                longest[key] = max(longest[key], 1000 * clock)
        before = event.at
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


def dally(seed: int, seconds: int, game: Game = LONG) -> float:
    """Let two people dally for a time, or to the game's end; gives the seconds of this."""
    world = InstantWorld()
    at = slow_game(world.start(seed=1), game)
    two, began = TwoWhoDally(at, seed), at.now
    while at.now < began + 1000 * seconds and at.room.status == "playing":
        two.dally()
    ways = set(two.WAYS) - {"claim"}  # who comes back by the page has claimed
    assert game is not LONG or ways <= set(two.done)
    asked, stood = longest_holds(at)
    # a second agent is asked where the other's undo has come before the first one's answer
    assert 0 <= asked <= 2 * THINKS + 0.1
    assert stood <= 2 * THINKS + 0.1
    room, lasted = at.room, (at.now - began) / 1000
    again = rebuilt_room(at.table, at.log(), room.game, given_seeds=True)
    assert (again.asked, again.decisions.paused) == (room.asked, room.decisions.paused)
    world.end()
    return lasted


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
        seconds += dally(next(games), HOUR, SEALED)


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
