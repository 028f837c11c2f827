"""Actions and positions in words, and what is wrong with those that are refused."""

import numpy as np
import pytest

from croupier.core.base.errors import PositionError
from croupier.core.engine.record_position import RecordPosition
from croupier.games.spite_malice import notation, text
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition
from croupier.games.spite_malice.notation import read, to_records, validate
from tests.games.spite_malice.engine import D2, PASS, G, at, discard, game, piles, play

SAMPLE = (
    "spite-malice turn=1 hands=*2378/33569 goals=4545454576/12129 discards=9,7,-,-/9,4,-,- "
    "piles=01,-,01234,01 shoe=87+6 aside=- turns=12 idle=0 busy=1"
)


def test_every_action_reads_back_from_its_text() -> None:
    state = game().new_initial_state(1)
    names = [text.action_to_string(state, action) for action in range(61)]
    assert len(set(names)) == 61
    assert [text.read_action(state, name) for name in names] == list(range(61))
    assert [names[a] for a in (play(2, 2), play(G, 0), play(D2, 3), discard(2, 0), PASS)] == [
        "[p h3 3]", "[p g 1]", "[p d2 4]", "[x3 1]", "[x]",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="action 61 does not exist"):
        state.action_to_string(61)


@pytest.mark.parametrize("words", ["[p h3 3]", "P H3 3", " [ p  h3   3 ] ", "[P h3 3]"])
def test_case_spaces_and_brackets_do_not_matter(words: str) -> None:
    state = game().position(SAMPLE)
    assert state.string_to_action(words) == play(2, 2)


def test_a_bare_x_discards_the_highest_card_but_0() -> None:
    state = at("*0259/1", piles=piles(1, 1, 3, 3))
    assert state.string_to_action("[x 2]") == discard(4, 1)
    assert state.string_to_action("[x1 2]") == state.string_to_action("x h1 2") == discard(0, 1)
    assert at("00*/1", piles=piles(1, 1, 3, 3)).string_to_action("[x 1]") == discard(0, 0)


def test_a_position_is_one_line_and_reads_back() -> None:
    state = game().position(SAMPLE)
    assert state.position() == SAMPLE
    assert read(state.records) == ClassicPosition(
        hands=((-1, 2, 3, 7, 8), (3, 3, 5, 6, 9)),
        goals=((4, 5, 4, 5, 4, 5, 4, 5, 7, 6), (1, 2, 1, 2, 9)),
        discards=(((9,), (7,), (), ()), ((9,), (4,), (), ())),
        stacks=((0, 1), (), (0, 1, 2, 3, 4), (0, 1)),
        shoe=(8, 7, 6),
        player=1,
        turns=12,
        busy=True,
        recycled=1,
    )


def test_fields_left_out_are_empty_and_a_position_without_any_is_dealt() -> None:
    assert at("*/1").position() == (
        "spite-malice turn=0 hands=*/1 goals=17/17 discards=-,-,-,-/-,-,-,- piles=-,-,-,- shoe=-+- aside=- "
        "turns=0 idle=0 busy=0"
    )
    assert game().position("spite-malice", 5).position() == game().new_initial_state(5).position()
    assert notation.format_position(game().new_records()) == {}
    undealt = RecordPosition(game(), game().new_records()).view(0)
    assert text.observation_string(undealt) == "The cards are not dealt yet."


def test_an_unsorted_hand_and_a_card_that_is_none_are_refused() -> None:
    for field in ("hands", "goals"):
        records = game().new_initial_state(2).records.copy()
        records[0][field][0][:2] = [9, -1] if field == "hands" else [10, 5]
        with pytest.raises(PositionError):
            validate(records)


def test_a_classic_game_becomes_a_record_and_its_actions_are_the_same() -> None:
    classic = ClassicGame.fromPosition(read(game().position(SAMPLE).records), maxTurns=70)
    records = to_records(classic)
    assert records[0]["max_turns"] == 70
    assert np.array_equal(records["hands"], game().position(SAMPLE).records["hands"])
    state = game(max_turns=70).position(SAMPLE.replace("spite-malice", "spite-malice max_turns=70"))
    assert state.legal_actions() == classic.legalActions()
    assert records.tobytes() == state.records.tobytes()
