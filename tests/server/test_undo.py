"""Taking back: only what has taught nobody anything."""

import croupier
from croupier.core.engine.game import State
from croupier.server.room.checks import reveals, why_final
from croupier.server.room.room import random_event
from croupier.table.events import Move
from tests.splitmix import SplitMix64


def moved(state: State, action: int) -> Move:
    before = state.clone()
    state.apply_action(action)
    return Move(before, action, state.clone())


def test_a_roll_is_random_and_a_hold_is_not() -> None:
    state = croupier.make("pig").new_initial_state(2)
    assert random_event(moved(state, 0))
    assert why_final(moved(state, 1), range(2)) == ""


def test_a_bid_is_open_to_change_until_the_last_bid_shows_all() -> None:
    state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(4)
    for _ in range(2):
        assert why_final(moved(state, 1), range(3)) == ""
    last = moved(state, 1)
    assert "revealed" in why_final(last, range(3))
    assert "revealed" in why_final(last, (last.before.current_player(),))  # by the last bid one sees the others'


def test_a_card_shows_the_others_something_and_its_player_nothing() -> None:
    state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(4)
    while state.phase == "BIDDING":
        state.apply_action(1)
    move = moved(state, state.legal_actions()[0])
    mover = move.before.current_player()
    assert not reveals(move, mover)
    assert all(reveals(move, seat) for seat in range(3) if seat != mover)


def test_an_answer_that_concerns_no_hidden_card_reveals_nothing() -> None:
    draw, found = SplitMix64(3), 0
    for seed in range(12):
        state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(seed)
        while not state.is_terminal():
            before, legal = state.phase, state.legal_actions()
            move = moved(state, legal[draw.below(len(legal))])
            if before == "ABILITY_ROSIE" and not random_event(move):
                assert why_final(move, range(3)) == ""
                found += 1
    assert found > 0


def test_turning_up_a_card_of_a_pile_reveals_it() -> None:
    state = croupier.make("spite-malice").new_initial_state(1)
    draw, kinds = SplitMix64(1), set()
    for _ in range(60):
        legal = state.legal_actions()
        move = moved(state, legal[draw.below(len(legal))])
        kinds.add(why_final(move, range(2)))
    assert {"the move revealed something hidden"} <= kinds
