"""The driver of seats: who is asked, what is handed in, and when it stops."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import AnswerError
from croupier.table import Due, Event, ReplyPolicy, Table, ask_turn, drive, drive_blocking
from croupier.table.driver import Answer, decide

pig = croupier.make("pig", winning_score=12, max_turns=9)
ROLL, HOLD = 0, 1


def dealt(seed: int = 7, allowance: int | None = None) -> Table:
    agents = [make_agent("bot:hold-5", pig), make_agent("random", pig)]
    return Table(pig.new_initial_state(seed), agents, policy=ReplyPolicy(allowance))


def computed(table: Table, due: Due) -> int:
    assert due.agent is not None
    return ask_turn(due.agent, due.turns, table.state.seed)


def decided(table: Table, ask: Callable[[Due], Answer]) -> Event | None:
    async def asked(due: Due) -> Answer:
        return ask(due)

    return asyncio.run(decide(table, asked))


def test_a_game_is_driven_to_its_end_as_it_is_by_hand() -> None:
    table, by_hand, told = dealt(), dealt(), list[Event]()
    while (due := by_hand.due()) is not None:
        by_hand.submit(due.seat, computed(by_hand, due), due.number)
    drive_blocking(table, lambda due: computed(table, due), told.append)
    assert table.over
    assert table.events == by_hand.events
    assert told == table.events[1:]
    drive_blocking(table, lambda due: pytest.fail(f"{due} is asked in a game that is over"))


def test_a_decision_that_is_left_open_waits_and_the_game_goes_on_from_there() -> None:
    table = dealt()

    def first_seat(due: Due) -> int | None:
        return HOLD if due.seat == 0 else None

    drive_blocking(table, first_seat)
    assert (table.number, table.state.current_player()) == (2, 1)
    assert decided(table, first_seat) is None
    assert table.number == 2
    drive_blocking(table, lambda _: ROLL if table.number < 5 else None)
    assert table.number == 5


def test_a_refused_reply_is_asked_for_again_and_only_the_decision_is_told() -> None:
    table, said, told = dealt(allowance=1), iter(["hm", "[roll]", "hm", "hm"]), list[Event]()
    asked: list[int] = []

    def ask(due: Due) -> str:
        asked.append(due.number)
        return next(said)

    assert decided(table, ask) == table.events[-1]
    assert [event.kind for event in table.events] == ["begin", "invalid", "action"]
    drive_blocking(table, ask, told.append)
    assert [event.kind for event in told] == ["forfeit"]
    assert asked == [1, 2, 3, 4]
    assert table.forfeited == told[0].seat


def test_what_was_handed_in_by_who_was_asked_is_not_handed_in_again() -> None:
    table, told = dealt(allowance=3), list[Event]()
    replies = iter([False, False, True])

    def ask(due: Due) -> Event | None:
        good = next(replies, None)
        if good is None:
            return None
        return table.submit(due.seat, ROLL, due.number) if good else table.refuse(due.seat, "no", due.number)

    drive_blocking(table, ask, told.append)
    assert [event.kind for event in table.events[1:]] == ["invalid", "invalid", "action"]
    assert told == [table.events[-1]]


def test_whoever_is_asked_may_wait_and_tables_take_turns() -> None:
    tables, order = [dealt(1), dealt(2)], list[int]()

    async def play(number: int) -> None:
        async def ask(due: Due) -> int:
            await asyncio.sleep(0)
            order.append(number)
            return computed(tables[number], due)

        await drive(tables[number], ask)

    async def both() -> None:
        await asyncio.gather(play(0), play(1))

    asyncio.run(both())
    alone = [dealt(1), dealt(2)]
    for table in alone:
        drive_blocking(table, lambda due, table=table: computed(table, due))  # type: ignore[misc]
    assert [table.events for table in tables] == [table.events for table in alone]
    assert order[:4] == [0, 1, 0, 1]


def test_the_blocking_driver_works_within_an_event_loop() -> None:
    async def within() -> Table:
        table = dealt()
        drive_blocking(table, lambda due: computed(table, due))
        return table

    assert asyncio.run(within()).over


def test_what_whoever_is_asked_raises_goes_through_and_changes_nothing() -> None:
    table = dealt()

    def leaves(due: Due) -> int:
        raise EOFError(f"Player {due.seat} is gone")

    with pytest.raises(EOFError, match="Player 0 is gone"):
        drive_blocking(table, leaves)
    assert table.number == 1
    with pytest.raises(AnswerError, match="action 7 is not legal; legal: 0 \\[roll\\], 1 \\[hold\\]"):
        drive_blocking(table, lambda _: 7)
    assert table.number == 1


def test_one_decision_is_made_at_a_time() -> None:
    table = dealt()

    async def ask(due: Due) -> int:
        return computed(table, due)

    def decisions() -> Iterator[Event]:
        while (event := asyncio.run(decide(table, ask))) is not None:
            yield event

    assert list(decisions()) == table.events[1:]
    assert table.over
