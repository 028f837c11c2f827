"""A game in progress: what is due, which answers are refused, what each seat is told, what is taken back."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import AnswerError, ConfigError
from croupier.core.engine.game import Game
from croupier.table import Due, ReplyPolicy, Table
from croupier.table.asking import ask_turn
from croupier.table.game_file import load_game, save_game
from tests.changed import changed
from tests.pages import python
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=12, max_turns=9)
toy = Game(TOY, players=3)
ROLL, HOLD = 0, 1
STAY, FOLD = 0, 1


def due(table: Table) -> Due:
    found = table.due()
    assert found is not None
    return found


def answer(table: Table, said: int | str) -> None:
    now = due(table)
    table.submit(now.seat, said, now.number)


def as_it_stands(table: Table) -> Any:
    return table.state.serialize(), list(table.events), list(table.moves), table.forfeited


def refused(table: Table, seat: int, said: Any, number: int) -> AnswerError:
    before = as_it_stands(table)
    with pytest.raises(AnswerError) as caught:
        table.submit(seat, said, number)
    assert as_it_stands(table) == before
    return caught.value


def test_a_table_says_what_is_due_and_takes_the_answer() -> None:
    table = Table(toy.new_initial_state(1))
    assert table.number == due(table).number == 1
    assert (due(table).seat, due(table).agent) == (0, None)
    assert np.array_equal(due(table).turns.masks[0], table.state.legal_actions_mask())
    event = table.submit(0, FOLD, 1)
    assert (event.number, event.kind, event.seat, event.action, event.text) == (2, "action", 0, FOLD, "[fold]")
    assert due(table).seat == 1
    assert table.state.history == [FOLD]


def test_an_answer_that_is_late_doubled_foreign_illegal_or_after_the_end_is_refused() -> None:
    table = Table(toy.new_initial_state(1))
    for seat in (1, 2, 3, -1, True):  # told nothing of what is legal
        error = refused(table, seat, 99, 1)
        assert (error.code, error.legal, "legal" in str(error)) == ("not-your-turn", (), False)
    for said in (2, -1, True, 1.0, 1.5, None):
        error = refused(table, 0, said, 1)
        assert (error.code, error.legal) == ("illegal-action", (STAY, FOLD))
        assert str(error) == f"action {said!r} is not legal; legal: 0 [stay], 1 [fold]"
    answer(table, STAY)
    for number in (0, 1, 3):
        error = refused(table, 1, STAY, number)
        assert (error.code, str(error)) == ("stale", f"the answer is to number {number}, and the table is at 2")
    for _ in range(2):
        answer(table, STAY)
    assert table.over
    assert table.due() is None
    assert refused(table, 0, STAY, table.number).code == "over"
    assert table.returns() == tuple(table.state.returns().tolist())
    table = Table(pig.new_initial_state(1))
    table.submit(0, ROLL, 1)
    assert refused(table, 0, ROLL, 1).code == "stale"  # doubled, where the same seat is to move again


def test_each_seat_is_told_what_is_for_it_and_no_other() -> None:
    table = Table(toy.new_initial_state(1))
    answer(table, FOLD)
    deck = table.state.records[0]["deck"]
    for seat in range(3):
        assert [entry.message.text for entry in table.messages(seat)] == [
            f"You are player {seat} of 3. Your card is {deck[seat]}.",
            *(["[fold]"] if seat == 0 else []),
            "Player 0 has answered.",
            *(["Noted."] if seat == 0 else []),
        ]
    assert [entry.message.text for entry in table.messages(None)] == ["Player 0 has answered."]
    assert (
        table.transcript(1)
        == f"[GAME] You are player 1 of 3. Your card is {deck[1]}.\n[GAME] Player 0 has answered."
    )


def test_messages_since_a_number_are_the_later_ones() -> None:
    table = Table(toy.new_initial_state(1))
    answer(table, FOLD)
    answer(table, FOLD)
    assert [(entry.number, entry.message.text) for entry in table.messages(2, since=2)] == [
        (3, "Player 1 has answered.")
    ]
    assert table.messages(2, since=0) == table.messages(2)
    assert table.messages(2, since=99) == []
    for seat in (3, -1, True):
        with pytest.raises(ValueError, match=f"seats are 0 to 2, not {seat}"):
            table.messages(seat)


def test_an_action_is_heard_as_its_text_by_those_who_may_hear_it() -> None:
    words, numbers = Table(pig.new_initial_state(4)), Table(pig.new_initial_state(4))
    answer(words, "[roll]")
    answer(numbers, ROLL)
    assert words.transcript(0) == numbers.transcript(0)
    assert "[Player 0] [roll]" in words.transcript(1)


def test_invalid_replies_are_told_to_their_seat_and_cost_nothing_by_default() -> None:
    table = Table(toy.new_initial_state(1))
    for number in (2, 3, 4):
        event = table.submit(0, "what?", number - 1)
        assert (event.kind, event.number, event.refusal) == ("invalid", number, "say [stay] or [fold]")
    assert due(table).seat == 0
    assert "Invalid reply: say [stay] or [fold]." in table.transcript(0)
    assert "Invalid" not in table.transcript(1)
    assert refused(table, 0, "[stay]", 1).code == "stale"  # a doubled invalid reply is none


@pytest.mark.parametrize(
    ("game", "reply", "fault"),
    [
        ("pig", "I would rather not", "unparsable"),
        ("pig", "[fold]", "unparsable"),
        ("skull-king", "bid 1", "unparsable"),
        ("skull-king", "[bid one]", "unparsable"),
        ("skull-king", "[hm] or [bid 7], no, [bid 1]", "illegal"),
        ("skull-king", "[play green 1]", "illegal"),
        ("spite-malice", "[a card]", "unparsable"),
        ("spite-malice", "[a card] [p d4 3]", "illegal"),
    ],
)
def test_an_invalid_reply_has_its_fault_in_a_word(game: str, reply: str, fault: str) -> None:
    options = {"players": 2, "schedule": "one"} if game == "skull-king" else {}
    table = Table(croupier.make(game, **options).new_initial_state(1))
    seat = due(table).seat
    event = table.submit(seat, reply, table.number)
    assert (event.kind, event.fault) == ("invalid", fault), event
    table.refuse(seat, "it came too late", table.number, "hung")
    assert [each.fault for each in table.events] == ["", fault, "hung"]


def test_one_invalid_reply_too_many_forfeits_the_game() -> None:
    table = Table(toy.new_initial_state(1), policy=ReplyPolicy(allowance=1))
    answer(table, "what?")
    event = table.submit(0, "what?", table.number)
    assert (event.kind, event.refusal) == ("forfeit", "say [stay] or [fold]")
    assert [each.number for each in table.events] == [1, 2, 3]
    assert table.over
    assert table.returns() == pytest.approx((-1.0, np.nan, np.nan), nan_ok=True)
    assert table.messages(1)[-1].message.text == "Player 0 loses by an invalid reply; the others share the win."
    assert refused(table, 0, STAY, table.number).code == "over"
    table = Table(pig.new_initial_state(4), policy=ReplyPolicy(allowance=1))
    for said in ("what?", "[hold]", "what?", "[hold]", "what?"):  # a valid reply clears the count
        answer(table, said)
    assert not table.over
    assert Table(toy.new_initial_state(1), policy=ReplyPolicy(allowance=0)).submit(0, "what?", 1).kind == "forfeit"
    with pytest.raises(ConfigError, match="the allowance of invalid replies must be at least 0, not -1"):
        ReplyPolicy(-1)


def test_a_seat_that_leaves_forfeits_though_it_is_not_to_move() -> None:
    table = Table(toy.new_initial_state(1), names=["a", "b", "c"])
    answer(table, STAY)
    with pytest.raises(AnswerError, match="the table is at 2"):
        table.forfeit(2, "leaves the game", 1)
    event = table.forfeit(2, "leaves the game", 2)
    assert (event.kind, event.reason) == ("forfeit", "Player 2 leaves the game.")
    assert table.messages(None)[-1].message.text == "Player 2 leaves the game; the others share the win."
    data = table.data()
    assert (data["forfeited"], data["finished"], data["returns"]) == (2, True, [None, None, -1.0])


def test_a_forfeited_game_is_over_in_its_views_and_file_and_not_taken_back(tmp_path: Any) -> None:
    table = Table(pig.new_initial_state(4))
    answer(table, HOLD)
    table.forfeit(0, "leaves the game", table.number)
    with pytest.raises(AnswerError) as caught:
        table.undo(table.number)
    assert caught.value.code == "over"
    for seat in (0, 1, None):
        view = table.view(seat)
        assert (view["over"], view["player"], view["phase"], view["actions"]) == (True, None, None, [])
        assert view["returns"] is None
    save_game(tmp_path / "game.json", table.state, table.names, table.forfeited)
    played = load_game(tmp_path / "game.json")
    assert (played.forfeited, played.agents, played.state.history) == (0, ("human", "human"), [HOLD])


def test_what_is_taken_back_is_played_again_with_the_same_dice() -> None:
    table = Table(pig.new_initial_state(4))
    answer(table, ROLL)
    rolled, number = table.state.serialize(), table.number
    with pytest.raises(AnswerError, match=r"at 2") as caught:
        table.undo(number - 1)
    assert caught.value.code == "stale"
    event = table.undo(number)
    assert (event.kind, event.number) == ("undo", number + 1)
    assert table.state.serialize() == pig.new_initial_state(4).serialize()
    assert table.moves == []
    assert refused(table, 0, ROLL, number).code == "stale"  # an answer to what was taken back
    answer(table, ROLL)
    assert table.state.serialize() == rolled
    assert table.data()["actions"] == [ROLL]
    assert table.messages(1)[-1].number == table.number == number + 2


def test_several_decisions_are_taken_back_at_once_and_no_more_than_were_made() -> None:
    table = Table(toy.new_initial_state(1))
    for _ in range(3):
        answer(table, STAY)
    assert table.due() is None
    table.undo(table.number, 2)
    assert table.state.history == [STAY]
    assert due(table).seat == 1
    for count in (0, 2, -1):
        with pytest.raises(ValueError, match="1 decisions were made"):
            table.undo(table.number, count)


def test_agents_are_asked_by_who_runs_the_table() -> None:
    agent = make_agent("bot:hold-4", pig)
    table = Table(pig.new_initial_state(4), [agent, None])
    assert table.names == ("bot:hold-4", "human")
    while (now := table.due()) is not None:
        assert (now.agent is agent) == (now.seat == 0)
        table.submit(now.seat, HOLD if now.agent is None else ask_turn(now.agent, now.turns, 4), now.number)
    assert [move.action for move in table.moves] == table.state.history
    assert table.moves[-1].after.serialize() == table.state.serialize()


def test_a_table_needs_one_agent_and_one_name_a_seat() -> None:
    state = pig.new_initial_state(1)
    with pytest.raises(ConfigError, match="pig has 2 seats, so 2 agents, not 1"):
        Table(state, [None])
    with pytest.raises(ConfigError, match="pig has 2 seats, so 2 names, not 3"):
        Table(state, names=["a", "b", "c"])


def test_a_game_without_prompts_is_played_in_silence() -> None:
    table = Table(Game(changed(TOY, prompts=None), players=2).new_initial_state(1))
    answer(table, "[stay]")
    event = table.submit(1, "nonsense", table.number)
    assert (event.kind, event.fault) == ("invalid", "unparsable")
    assert [entry.message.kind for entry in table.messages(1)] == ["notice"]
    answer(table, FOLD)
    assert table.over


def test_a_seats_view_is_that_of_the_state() -> None:
    table = Table(toy.new_initial_state(1))
    assert [table.view(seat) for seat in (0, 1, None)] == [table.state.view(seat) for seat in (0, 1, None)]
    assert [entry["text"] for entry in table.view(0)["actions"]] == ["[stay]", "[fold]"]
    with pytest.raises(ValueError, match="seats are 0 to 2, not 3"):
        table.view(3)


def test_a_game_that_is_over_at_the_start_is_told_as_such() -> None:
    table = Table(pig.position("pig winning_score=12 max_turns=9 scores=12,3 turn=0 total=0 turns=4"))
    assert table.due() is None
    assert [entry.message.text for entry in table.messages(1)] == [
        "Player 0 reaches the target of 12 and wins, 12 points to 3."
    ]


def test_seats_and_numbers_are_whole_numbers() -> None:
    table = Table(pig.new_initial_state(4))
    for seat, number in ((0.0, 1), (0, True), (0, 1.0), (False, 1)):
        assert refused(table, seat, ROLL, number).code in ("stale", "not-your-turn")  # type: ignore[arg-type]
    event = table.submit(np.int64(0), np.int64(HOLD), np.int64(1))  # type: ignore[arg-type]
    assert (type(event.seat), type(event.action)) == (int, int)
    assert table.view(np.int64(1))["seat"] == 1  # type: ignore[arg-type]
    for decisions in (True, 1.0):
        with pytest.raises(ValueError, match="cannot be taken back"):
            table.undo(table.number, decisions)  # type: ignore[arg-type]


def test_the_pages_example_plays_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = python("agents.md", "A game in progress")
    exec(compile(code, "agents.md", "exec"), {})  # noqa: S102  # the page's own example
    told = capsys.readouterr().out.splitlines()
    assert "[Player 0] [roll]" in told
    assert told[-1] == "(-1.0, 1.0)"


def pickled(table: Table) -> Table:
    back: Table = pickle.loads(pickle.dumps(table))  # noqa: S301  # bytes of our own
    return back


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
def test_a_copied_table_goes_on_apart_from_the_first(way: Callable[[Table], Table]) -> None:
    table = Table(pig.new_initial_state(1), [None, make_agent("random", pig)], policy=ReplyPolicy(allowance=1))
    answer(table, ROLL)
    other, before = way(table), as_it_stands(table)
    assert other.events == table.events
    other.undo(other.number)
    answer(other, HOLD)
    other.forfeit(1, "leaves the game", other.number)
    assert (as_it_stands(table), table.rounds) == (before, [None])
    again = way(table)
    answer(table, HOLD)
    answer(again, HOLD)
    assert (again.state.serialize(), again.events) == (table.state.serialize(), table.events)


def test_a_table_is_copied_with_agents_that_are_not_and_not_pickled_with_them() -> None:
    table = Table(pig.new_initial_state(1), [make_agent("optimal", pig), None])
    assert due(copy.deepcopy(table)).agent is due(table).agent
    with pytest.raises(TypeError, match="the agent 'optimal' cannot be pickled"):
        pickle.dumps(table)


def test_a_game_that_goes_on_is_told_as_if_it_had_been_played_here() -> None:
    table = Table(toy.new_initial_state(1))
    while table.due() is not None:
        answer(table, STAY)
        again = Table(toy.new_initial_state(1), played=table.state.history)
        assert as_it_stands(again)[0] == as_it_stands(table)[0]
        assert again.events == table.events
        assert [again.transcript(seat) for seat in range(3)] == [table.transcript(seat) for seat in range(3)]
    whole = table.state.history
    with pytest.raises(AnswerError, match="the game is over"):
        Table(toy.new_initial_state(1), played=[*whole, STAY])
    with pytest.raises(AnswerError, match="action 9 is not legal"):
        Table(toy.new_initial_state(1), played=[STAY, 9])
