"""Scores by round as data: they are those of the game, and of what was bid and won."""

import pytest

import croupier
from croupier.core.engine.game import State
from croupier.games.skull_king.text import narrate
from croupier.games.skull_king.words.board import round_score, won_trick

SIZES = (6, 7, 8, 9, 10)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_rounds_add_up_to_the_points_of_the_game(players: int) -> None:
    state = croupier.make("skull-king", players=players, schedule="skip").new_initial_state(seed=players)
    ended, captured = [], [0] * 5
    while not state.is_terminal():
        before, action = state.clone(), state.legal_actions()[-1 if len(state.history) % 3 else 0]
        state.apply_action(action)
        found = round_score(before, action, state)
        lines = " ".join(each.text for each in narrate(before, action, state))
        assert ("is over" in lines) == (found is not None)
        trick = won_trick(before, action)
        brought = 0 if trick is None else trick.points or 0
        assert brought == captures(before, action)
        captured[before.view(None)["table"]["round"] - 1] += brought
        if found is not None:
            check_round(before, state, found.round)
            rows = [f"bid {each.bid}, won {each.won}: {each.points:+d} ({each.total})" for each in found.seats]
            assert all(row in lines for row in rows)
            ended.append(found)
    assert [each.round for each in ended] == [1, 2, 3, 4, 5]
    for seat in range(players):
        assert sum(each.seats[seat].points for each in ended) == state.points()[seat]
        assert ended[-1].seats[seat].total == state.points()[seat]
        totals = [each.seats[seat].total for each in ended]
        points = [each.seats[seat].points for each in ended]
        assert [sum(points[: place + 1]) for place in range(5)] == totals
    assert [sum(seat.captured or 0 for seat in each.seats) for each in ended] == captured
    assert any(captured)
    assert all(
        sum(seat.won or 0 for seat in each.seats) <= cards for each, cards in zip(ended, SIZES, strict=True)
    )


def captures(before: State, action: int) -> int:
    """Points that a decision's trick brings to who has won it."""
    was, now = before.view(None)["table"], before.played(action).view(None)["table"]
    if was["tricks"] == now["tricks"]:
        return 0
    return sum(each["points"] for each in now["last_trick"]["captures"])


def check_round(before: State, after: State, number: int) -> None:
    """The round that ended is that of the decision, and everybody's total is what the game says."""
    assert number == before.view(None)["table"]["round"]
    assert after.view(None)["table"]["round"] in (number, number + 1)


def test_a_decision_within_a_round_ends_none() -> None:
    state = croupier.make("skull-king", players=3).new_initial_state(seed=4)
    before = state.clone()
    state.apply_action(0)
    assert round_score(before, 0, state) is None
