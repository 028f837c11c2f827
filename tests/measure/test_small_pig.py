"""Analysis of a game so small that it is solved at once, compiled or not."""

import croupier
from croupier.measure import Analyst


def test_a_turn_total_that_wins_is_held() -> None:
    game = croupier.make("pig", winning_score=5)
    found = Analyst(game).analyse(game.position("pig winning_score=5 scores=0,0 turn=0 total=5"))
    assert (found.exact, found.worlds) == (True, 0)
    assert game.spec.words.text.action_to_string(game.new_initial_state(1), found.actions[0].action) == "[hold]"
