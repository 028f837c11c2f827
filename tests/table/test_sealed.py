"""Sealed answers: taken in any order, changed, refused by a code, and played in the game's order."""

import copy
from typing import Any

import pytest

import croupier
from croupier.agents.agent import Agent
from croupier.agents.registry import make_agent
from croupier.core.base.errors import AnswerError
from croupier.core.engine.game import Game
from croupier.table import Due, Table, ask_turn, drive_blocking
from tests.changed import changed
from tests.testing.test_check_sealed import SEALED
from tests.toy import FOLD, STAY

skull = croupier.make("skull-king", players=3, schedule="fives")
pig = croupier.make("pig")


def bidding(*agents: Agent | None, seed: int = 4) -> Table:
    return Table(skull.new_initial_state(seed), agents)


def as_it_stands(table: Table) -> Any:
    return table.state.serialize(), list(table.events), list(table.moves), dict(table.sealed)


def refused(table: Table, seat: Any, action: Any, number: Any) -> AnswerError:
    before = as_it_stands(table)
    with pytest.raises(AnswerError) as caught:
        table.seal(seat, action, number)
    assert as_it_stands(table) == before
    return caught.value


def seen_by(table: Table, seat: int | None) -> Any:
    return table.view(seat), table.messages(seat), table.number, table.over, table.returns()


def test_answers_come_in_any_order_and_are_played_in_that_of_the_game() -> None:
    table = bidding()
    first, second, third = table.sealing
    assert table.state.current_player() == first
    for seat, bid in ((third, 3), (second, 2)):
        table.seal(seat, bid, 1)
        assert table.reveal() is None
    assert table.number == 1
    assert list(table.sealing) == [first, second, third]
    table.seal(first, 1, 1)
    played = [table.reveal() for _ in range(4)]
    assert [event and (event.seat, event.action) for event in played] == [
        (first, 1), (second, 2), (third, 3), None,
    ]  # fmt: skip
    assert (table.state.phase, dict(table.sealing), dict(table.sealed)) == ("PLAYING", {}, {})
    by_turn = bidding()
    for bid in (1, 2, 3):
        by_turn.submit(by_turn.state.current_player(), bid, by_turn.number)
    assert table.events == by_turn.events
    assert table.state.serialize() == by_turn.state.serialize()


def test_what_is_sealed_shows_nowhere() -> None:
    tables = []
    for bid in (0, 5, 2):
        table = bidding()
        table.seal(list(table.sealing)[1], bid, 1)
        tables.append(table)
    for seat in (0, 1, 2, None):
        assert len({str(seen_by(table, seat)) for table in tables}) == 1
        assert seen_by(tables[0], seat) == seen_by(bidding(), seat)
    assert len({str(table.data()) for table in tables}) == 1
    asked = tables[0].asked(list(tables[0].sealing)[2])
    assert asked.current_player() == list(tables[0].sealing)[2]
    assert len({table.asked(asked.current_player()).serialize() for table in tables}) == 1
    with pytest.raises(ValueError, match="Player 7 is not to be asked"):
        tables[0].asked(7)


def test_an_answer_can_be_changed_until_it_is_played() -> None:
    table = bidding()
    first, second, third = table.sealing
    for seat, bid in ((second, 2), (third, 3), (second, 0), (first, 1)):
        table.seal(seat, bid, 1)
    assert table.sealed == {second: 0, third: 3, first: 1}
    assert table.reveal() is not None
    error = refused(table, first, 4, 2)
    assert (error.code, str(error)) == (
        "not-your-turn", f"Player {first} has no answer to give or to change any more before the reveal",
    )  # fmt: skip
    table.seal(third, 5, 1)  # the number of any event of this phase
    assert table.sealed == {second: 0, third: 5}
    assert [event.action for event in (table.reveal(), table.reveal()) if event is not None] == [0, 5]


def test_bad_sealed_answers_are_refused_by_a_code() -> None:
    table = bidding()
    first, second, _ = table.sealing
    table.seal(second, 2, 1)
    assert refused(table, second, 2, 1).code == "stale"
    assert str(refused(table, second, 2, 1)) == "this answer is sealed already"
    for number in (0, 2, -1, True, 1.5, None):
        assert refused(table, first, 2, number).code == "stale"
    for seat in (3, -1, True, None, 1.5):
        assert refused(table, seat, 2, 1).code == "not-your-turn"
    for action in (6, -1, True, None, 2.5):
        error = refused(table, first, action, 1)
        assert (error.code, error.legal) == ("illegal-action", tuple(range(6)))
    table.seal(first, 1, 1)
    table.seal(list(table.sealing)[2], 1, 1)
    while table.reveal() is not None:
        pass
    assert refused(table, second, 0, 1).code == "stale"  # after the reveal
    assert str(refused(table, second, 0, table.number)) == (
        "what is due is not sealed: only the seat to move answers"
    )
    assert refused(table, second, 0, table.number).code == "not-your-turn"
    table.forfeit(0, "leaves", table.number)
    assert refused(table, second, 0, table.number).code == "over"
    assert (table.reveal(), dict(table.sealing)) == (None, {})
    assert refused(Table(pig.new_initial_state(1)), 0, 0, 1).code == "not-your-turn"


def test_agents_are_asked_in_their_turn_and_people_wait_for_those_before_them() -> None:
    bot = make_agent("bot", skull)
    tables = (bidding(None, bot, None, seed=seed) for seed in range(20))
    table = next(each for each in tables if list(each.sealing) == [0, 1, 2])
    table.seal(2, 5, 1)
    asked: list[int] = []

    def ask(due: Due) -> int | None:
        asked.append(due.seat)
        return None if due.agent is None else ask_turn(due.agent, due.turns, table.state.seed)

    drive_blocking(table, ask)
    assert (asked, table.number) == ([0], 1)  # the first person is waited for
    table.seal(0, 4, 1)
    drive_blocking(table, ask)
    assert asked[1] == 1
    assert table.state.phase == "PLAYING"
    assert [move.action for move in table.moves][::2] == [4, 5]
    by_turn = bidding(seed=int(table.state.seed))
    by_turn.submit(0, 0, 1)  # another answer of a person: the agent cannot know
    due = by_turn.due()
    assert due is not None
    assert ask_turn(bot, due.turns, by_turn.state.seed) == table.moves[1].action


def test_a_new_stretch_of_the_same_phase_takes_new_answers() -> None:
    table = bidding()
    for seat in list(table.sealing):
        table.seal(seat, 0, 1)
    while table.reveal() is not None:
        pass
    while table.state.phase != "BIDDING":
        table.submit(table.state.current_player(), table.state.legal_actions()[0], table.number)
    assert len(table.sealing) == 3
    assert dict(table.sealed) == {}
    assert refused(table, 0, 3, table.number - 1).code == "stale"
    table.seal(0, 3, table.number)


def test_taking_back_drops_what_waits() -> None:
    table = bidding()
    order = list(table.sealing)
    table.submit(order[0], 1, 1)
    table.seal(order[2], 4, 1)
    table.undo(2)
    assert (dict(table.sealed), list(table.sealing)) == ({}, order)
    assert refused(table, order[2], 4, 2).code == "stale"
    table.submit(order[0], 1, 3)
    assert list(table.sealing) == order[1:]
    table.seal(order[2], 4, 3)


def test_a_copy_of_a_table_has_answers_of_its_own() -> None:
    table = bidding()
    first, second, _ = table.sealing
    table.seal(first, 1, 1)
    other = copy.copy(table)
    other.seal(second, 1, 1)
    assert (list(table.sealed), list(other.sealed)) == ([first], [first, second])


def test_who_is_to_move_may_answer_at_once_as_ever() -> None:
    table = Table(Game(changed(SEALED), players=2).new_initial_state(1))
    table.seal(0, STAY, 1)
    assert table.submit(0, FOLD, 1).action == FOLD
    assert dict(table.sealed) == {}
    table.seal(1, STAY, 1)
    event = table.reveal()
    assert event is not None
    assert (event.seat, table.over) == (1, True)
