"""Positions, actions and messages of Hearts in words."""

from typing import Any

import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError
from croupier.games.tricks.cards import CARDS
from tests.games.hearts import tables
from tests.games.hearts.tables import SHOT


def by_suit(hands: str) -> str:
    """Hands as positions are written."""
    return "/".join(",".join(sorted(hand.split(","), key=CARDS.index)) for hand in hands.split("/"))


hearts = croupier.make("hearts", players=6)
HEAD = "hearts players=6"
SIX, MOON = by_suit(tables.SIX), by_suit(tables.MOON)
DEAL = f"deal=1 hands={SIX}"
PASSED = "2C,3C,QS/4C,5C,4D/6C,7C,10D/8C,9C,4S/10C,JC,10S/QC,KC,AC"
STOP = "deal=4"
"""Nothing is passed in the fourth."""


def position(fields: str) -> State:
    return hearts.position(f"{HEAD} {fields}")


@pytest.mark.parametrize(
    "fields",
    [
        DEAL,
        f"{DEAL} passed=2C,3C",
        f"{DEAL} passed=2C,3C,QS/4C",
        f"{DEAL} passed={PASSED}",
        f"{DEAL} passed={PASSED} plays=2C,4C,6C",
        f"deal=4 scores=26,20,5,0,-36,63 hands={SIX} plays=2C,5C,6C,9C,10C,KC",
        f"deal=4 scores=0,1,0,0,0,0 last=5/AC,2C,3C,4C,5C,6C/5 hands={SIX} plays=2C",
        f"deal=4 hands={MOON} plays={SHOT.rpartition(',')[0]}",
    ],
)
def test_a_position_text_says_all(fields: str) -> None:
    assert position(fields).position() == f"{HEAD} {fields}"


def test_positions_may_be_short_and_written_as_people_do() -> None:
    text = position(f"hands={SIX.lower().replace('10', 't')}").position()
    assert text == f"{HEAD} {DEAL}"
    assert croupier.make("hearts").position("hearts").current_player() >= 0  # dealt when it is set up


def test_a_record_of_three_that_pass_across_is_refused() -> None:
    records = croupier.make("hearts", players=3).new_initial_state(1).records.copy()
    records["passing"] = 3
    with pytest.raises(PositionError, match="nobody sits across"):
        hearts.spec.notation.validate(records)


@pytest.mark.parametrize("text", ["[pass 2C]", "pass 2C", "2c", "[2♣]", " PASS 2♣ ", "[ pass  2c ]"])
def test_passes_are_read_with_or_without_brackets_and_word(text: str) -> None:
    assert position(DEAL).string_to_action(text) == 52


@pytest.mark.parametrize("text", ["[2C]", "2c", "play 2C", "[play 2♣]", " 2♣ "])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    state = position(f"{STOP} hands={SIX}")
    assert state.action_to_string(state.string_to_action(text)) == "[2C]"


def test_an_action_that_does_not_exist_has_no_name() -> None:
    with pytest.raises(ValueError, match="action 104 does not exist; they are 0 to 103"):
        hearts.spec.words.text.action_to_string(position(DEAL), 104)


def prompts() -> Any:
    return hearts.spec.words.prompts


def test_a_reply_names_one_action_in_brackets() -> None:
    state = position(f"{STOP} hands={SIX} plays=2C")
    assert state.action_to_string(prompts().read(state, "I follow [4c], low.", strict=True)) == "[4C]"
    assert state.action_to_string(prompts().read(state, "[4c] or [5C]", strict=False)) == "[4C]"
    for reply, fault in (("4C", "unparsable"), ("[4C] or [5C]", "several"), ("[KS]", "illegal")):
        with pytest.raises(ReplyError) as refused:
            prompts().read(state, reply, strict=True)
        assert refused.value.fault == fault


def test_a_trick_that_a_card_finishes_costs_its_penalty_points() -> None:
    won = hearts.spec.words.won_trick
    assert won is not None
    state = position(f"{STOP} hands={SIX} plays=2C,5C,6C,9C,10C")
    trick = won(state, state.string_to_action("KC"))
    assert trick is not None
    assert (trick.winner, trick.cards[-1], trick.points) == (5, (5, "KC"), 0)
    assert won(position(DEAL), 52) is None
    last = position(f"{STOP} hands={MOON} plays={SHOT.rpartition(',')[0]}")
    trick = won(last, last.string_to_action("8D"))
    assert trick is not None
    assert trick.points == sum(card.endswith("H") + 13 * (card == "QS") for _, card in trick.cards)


def test_the_points_of_a_deal_are_below_nothing() -> None:
    before = position(f"{STOP} scores=1,-2,3,0,0,0 hands={MOON} plays={SHOT.rpartition(',')[0]}")
    after = before.clone()
    action = before.string_to_action("8D")
    after.apply_action(action)
    score = hearts.spec.words.round_score
    assert score is not None
    ended = score(before, action, after)
    assert ended is not None
    assert (ended.round, [(each.points, each.total) for each in ended.seats[:3]]) == (
        4, [(-26, -27), (0, 2), (-26, -29)],
    )  # fmt: skip
    assert score(position(DEAL), 52, position(f"{DEAL} passed=2C")) is None
