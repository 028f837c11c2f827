"""Pig's view of the table."""

import croupier


def test_pig_1_both_seats_and_a_spectator_see_the_whole_table() -> None:
    game = croupier.make("pig", winning_score=60, max_turns=9)
    state = game.position("pig winning_score=60 max_turns=9 scores=20,34 turn=1 total=7 turns=3")
    expected = {
        "scores": [20, 34],
        "turn": 1,
        "turn_total": 7,
        "target": 60,
        "limit": 9,
        "left": 6,
        "unit": "turn",
    }
    assert [state.view(seat)["table"] for seat in (0, 1, None)] == [expected] * 3
    assert state.view(1)["actions"] == [{"action": 0, "text": "[roll]"}, {"action": 1, "text": "[hold]"}]
    assert state.view(0)["actions"] == state.view(None)["actions"] == []


def test_pig_5_the_unit_of_the_limit_is_told() -> None:
    state = croupier.make("pig", turn_unit="action", max_turns=4).new_initial_state(1)
    state.apply_action(1)
    table = state.view(0)["table"]
    assert (table["unit"], table["limit"], table["left"]) == ("action", 4, 3)


def test_pig_4_a_won_game_has_its_returns() -> None:
    state = croupier.make("pig", winning_score=5).position("pig winning_score=5 scores=0,3 turn=1 total=4 turns=1")
    state.apply_action(1)
    view = state.view(None)
    assert (view["over"], view["player"], view["returns"], view["points"]) == (True, None, [-1.0, 1.0], [0.0, 7.0])
