"""fuzz_game finds what a game lets in and cannot play, and says how to run the case again."""

import re

import numpy as np
import pytest

from croupier.core.base.errors import CheckError
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import Game
from croupier.core.spec.spec import GameSpec
from croupier.testing.checks import check_game
from croupier.testing.fuzz import FuzzError, fuzz_game
from croupier.testing.fuzz_worker import StrictArray, StrictRecord, run_cases, strict_dtype
from croupier.testing.mutations import Dice, change_record, tell_record
from tests import faulty
from tests.amounts import daily
from tests.changed import changed
from tests.toy import SPEC as TOY

ALONE = pytest.mark.compiled
"""The cases run uncompiled in a process of their own anyway, so once is enough."""

DEFECTS: list[tuple[str, GameSpec, str]] = [
    ("index", faulty.BAD_INDEX, r"IndexError: index \d+ is out of bounds for axis 0 with size 10"),
    ("negative", faulty.NEGATIVE_INDEX, r"IndexError: negative index -\d in an array of shape \(10,\)"),
    ("slice", faulty.BAD_SLICE, r"IndexError: slice None:\d+ leaves an axis of 10 entries"),
    ("endless", faulty.ENDLESS, "playing on from it: it went on for more than 0.5 seconds"),
    ("seat", faulty.NO_SEAT, "player 9 is to move and is no seat"),
    ("exception", faulty.RAISING, "reading it: KeyError"),
    ("death", faulty.DYING, r"the process ended \(7\) in case \d+"),
]


@ALONE
@pytest.mark.parametrize(
    ("spec", "message"), daily(case[1:] for case in DEFECTS), ids=[case[0] for case in DEFECTS]
)
def test_a_defect_is_found_and_its_case_can_be_run_alone(spec: GameSpec, message: str) -> None:
    game = Game(spec, players=4)
    with pytest.raises(FuzzError, match=message) as caught:
        fuzz_game(game, 1500, seed=1, limit=0.5)
    number = re.search(r"case (\d+)", str(caught.value))
    assert number
    with pytest.raises(FuzzError, match=message) as again:
        fuzz_game(game, 1, seed=1, first=int(number[1]), limit=0.5)
    assert str(again.value).partition("changed:")[2] == str(caught.value).partition("changed:")[2]


@pytest.mark.thorough
@ALONE
def test_a_bot_that_chooses_what_is_not_legal_is_found() -> None:
    with pytest.raises(FuzzError, match=r"bot chooses 2; legal are \[0, 1\][^$]*bots=\('bot',\)\)"):
        fuzz_game(Game(faulty.BAD_BOT), 1000, bots=["bot"])
    assert fuzz_game(Game(faulty.BAD_BOT), 200).accepted > 0


@pytest.mark.thorough
@ALONE
def test_check_game_fuzzes_unless_told_otherwise() -> None:
    game = Game(faulty.RAISING)
    with pytest.raises(CheckError, match="KeyError"):
        check_game(game, games=1)
    assert check_game(game, games=1, fuzz=0) == 2


@pytest.mark.skipif(compiled(), reason="runs in this process what the fuzz runs uncompiled in another")
def test_the_worker_s_answer_is_what_came_of_the_cases() -> None:
    request = {"seed": 1, "first": 0, "cases": 1500, "plies": 30, "limit": 0.5, "bots": []}
    sound = Game(changed(TOY, state=strict_dtype(TOY.rules.state)), players=4)
    answer = run_cases(sound, request | {"cases": 300})
    assert answer["accepted"] + answer["refused"] == 300
    for spec, message in ((faulty.BAD_INDEX, "IndexError"), (faulty.ENDLESS, "more than 0.5 seconds")):
        answer = run_cases(Game(changed(spec, state=strict_dtype(TOY.rules.state)), players=4), request)
        assert message in answer["error"]
        assert answer["change"]
        assert run_cases(sound, request | {"first": answer["failure"], "cases": 1}) in (
            {"accepted": 0, "refused": 1},
            {"accepted": 1, "refused": 0},
        )


def test_strict_arrays_take_no_negative_index_and_no_slice_beyond_their_end() -> None:
    array = np.arange(12).reshape(3, 4).view(StrictArray)
    assert array[2, 3] == 11
    assert array[1:3].tolist() == [[4, 5, 6, 7], [8, 9, 10, 11]]
    assert array[::-1].shape == array[None].shape[1:] == (3, 4)
    for key in (-1, (0, -1), (np.int8(-1), 0)):
        with pytest.raises(IndexError, match="negative index -1"):
            array[key]
        with pytest.raises(IndexError, match="negative index -1"):
            array[key] = 0
    for part in (slice(4), slice(-1, None), slice(0, 5)):
        with pytest.raises(IndexError, match="leaves an axis of 3 entries"):
            array[part]
    with pytest.raises(IndexError, match="leaves an axis of 4 entries"):
        array[1][:5]
    assert str(array[0]) == "[0 1 2 3]"


def test_strict_records_write_through_and_their_fields_are_strict() -> None:
    records = np.zeros(2, dtype=strict_dtype(TOY.rules.state)).view(StrictArray)
    records[1]["deck"][3] = 7
    records[1]["player"] = 2
    assert isinstance(records[1], StrictRecord)
    assert (records["deck"][1, 3], records["player"].tolist()) == (7, [0, 2])
    with pytest.raises(IndexError, match="negative index"):
        records[1]["deck"][-1]
    with pytest.raises(OverflowError):
        records[1]["player"] = 300


def test_changes_of_a_record_are_told_and_are_those_of_their_case() -> None:
    state = Game(TOY, players=4).new_initial_state(1)
    other = Game(TOY, players=4).new_initial_state(2)
    changed = [change_record(state.records, other.records, Dice(5, case)) for case in range(300)]
    again = [change_record(state.records, other.records, Dice(5, case)) for case in range(300)]
    assert [record.tobytes() for record in changed] == [record.tobytes() for record in again]
    names = TOY.rules.state.names or ()
    touched = {name for record in changed for name in names if np.any(record[name] != state.records[name])}
    assert touched == set(names)
    one = state.records.copy()
    one[0]["said"][2] = 5
    assert tell_record(state.records, one) == "said[2] 0 -> 5 (bytes 16: 00 -> 05)"
