"""The compiled rules, id by id. test_classic.py has the same for the readable game."""

from collections import Counter

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine.game import State
from croupier.games.spite_malice.classic.game import PACK
from croupier.games.spite_malice.state import ACTIONS, STATE
from tests.games.spite_malice.engine import (
    D1,
    D2,
    D3,
    PASS,
    G,
    at,
    check_invariants,
    discard,
    discards,
    game,
    piles,
    play,
    table,
)


def refused(state: State, action: int) -> None:
    before = state.serialize()
    with pytest.raises(IllegalAction):
        state.apply_action(action)
    assert state.serialize() == before


def test_sm_1_a_game_is_dealt_from_120_cards_between_two() -> None:
    state = game().new_initial_state(3)
    assert state.game.num_players == 2
    check_invariants(state, None)
    now = table(state)
    cards = [*now.hands, *now.goals, now.shoe]
    assert Counter(value for pile in cards for value in pile) == Counter(PACK)


def test_sm_2_five_and_fifteen_each_and_eighty_in_the_shoe() -> None:
    now = table(game().new_initial_state(1))
    assert [len(hand) for hand in now.hands] == [5, 5]
    assert [len(goal) for goal in now.goals] == [15, 15]
    assert (len(now.shoe), now.recycled, now.aside, now.stacks) == (80, 0, (), ((),) * 4)
    assert now.discards == (((),) * 4,) * 2


def test_sm_2_one_card_at_a_time_the_last_goal_card_on_top() -> None:
    # A pack in a known order: the deal of seed 5 gives the same cards whatever the goal size
    fifteen, three = table(game().new_initial_state(5)), table(game(goal_size=3).new_initial_state(5))
    assert three.hands == fifteen.hands
    for seat in (0, 1):
        assert three.goals[seat] == fifteen.goals[seat][:3]
    dealt = [value for pair in zip(fifteen.goals[0][3:], fifteen.goals[1][3:], strict=True) for value in pair]
    assert three.shoe == (*dealt, *fifteen.shoe)


def test_sm_2_another_goal_size_is_an_option() -> None:
    now = table(game(goal_size=1).new_initial_state(2))
    assert [len(goal) for goal in now.goals] == [1, 1]
    assert len(now.shoe) == 108
    for wrong in (0, 16, True, "3"):
        with pytest.raises(ConfigError, match=r"goal_size.*SM-2"):
            game(goal_size=wrong)


def test_sm_3_the_higher_goal_top_starts_and_a_when_they_are_equal() -> None:
    seen = set()
    for seed in range(200):
        state = game(goal_size=1).new_initial_state(seed)
        a, b = (goal[-1] for goal in table(state).goals)
        rank_a, rank_b = ((value if value >= 0 else 10) for value in (a, b))
        assert state.current_player() == (1 if rank_b > rank_a else 0), state.position()
        seen.add((rank_b > rank_a, rank_a == rank_b, 10 in (rank_a, rank_b)))
    assert seen >= {(True, False, True), (False, False, True), (False, True, False), (True, False, False)}


def test_sm_4_what_is_hidden_is_drawn_anew_and_what_is_open_stays() -> None:
    state = at("1/2", goals="12347/56787", shoe="012345678+98765*", discards=discards("5,31,-,-"), aside="01")
    old, seen = table(state), set()
    for seed in range(20):
        new = table(state.resample_hidden(0, seed))
        assert (new.hands, new.discards, new.aside, new.recycled) == (old.hands, old.discards, old.aside, 6)
        assert [goal[-1] for goal in new.goals] == [7, 7]
        as_dealt = [*new.shoe[:9], *new.goals[0], *new.goals[1]]
        assert sorted(as_dealt) == sorted([*old.shoe[:9], *old.goals[0], *old.goals[1]])
        assert sorted(new.shoe[9:]) == sorted(old.shoe[9:])
        seen.add((new.goals, new.shoe))
    assert len(seen) == 20


def test_sm_4_every_hidden_card_can_lie_anywhere_that_it_may_lie() -> None:
    state = at("1/2", goals="37/47", shoe="5+6")
    places: Counter[object] = Counter()
    for seed in range(600):
        now = table(state.resample_hidden(1, seed))
        places[now.goals[0][0], now.goals[1][0], now.shoe] += 1
    orders = {(a, b, (c, 6)) for a in (3, 4, 5) for b in (3, 4, 5) for c in (3, 4, 5) if len({a, b, c}) == 3}
    assert set(places) == orders
    assert all(65 < count < 135 for count in places.values())


def test_sm_4_the_same_generator_draws_the_same_whatever_is_the_case() -> None:
    for seed in range(5):
        state, rng = game().new_initial_state(seed), np.random.default_rng(seed)
        for _ in range(400):
            if not state.is_terminal():
                state.apply_action(int(rng.choice(state.legal_actions())))
        worlds = [state.resample_hidden(seat, key) for seat in (0, 1) for key in range(3)]
        assert len({world.records.tobytes() for world in worlds}) == 3
        for world in worlds:
            again, here = world.resample_hidden(0, 9), state.resample_hidden(0, 9)
            assert again.records.tobytes() == here.records.tobytes()
            assert again.rngs[0] == here.rngs[0]


def test_sm_4_both_seats_know_the_same_cards() -> None:
    state = game().new_initial_state(8)
    slices = state.game.block_slices
    own, other = state.observation_tensor(0), state.observation_tensor(1)
    for name in ("piles", "pile_jokers", "stock", "unseen", "recycled"):
        assert np.array_equal(own[slices[name]], other[slices[name]]), name
    goals = slices["goals"]
    half = (goals.stop - goals.start) // 2
    assert np.array_equal(own[goals][:half], other[goals][half:])


def test_sm_5_a_turn_begins_with_a_draw_to_five() -> None:
    state = at("68/3", shoe="90*542")
    state.apply_action(discard(1, 0))
    now = table(state)
    assert (state.current_player(), now.hands, now.shoe) == (1, ((6,), (-1, 0, 3, 5, 9)), (4, 2))


def test_sm_6_a_play_takes_the_next_value_from_hand_goal_or_discard_top() -> None:
    state = at("*38/7", goals="23/7", discards=discards("25,1,-,-", "3,3,3,3"), piles=piles(3, 0, 1, 5))
    plays = [action for action in state.legal_actions() if action < 40]
    jokers = [play(0, pile) for pile in range(4)]
    assert plays == [*jokers, play(1, 0), play(G, 0), play(D1, 3), play(D2, 2)]
    for action in (play(2, 0), play(3, 0), play(D3, 0), ACTIONS, -1):
        refused(state, action)
    state.apply_action(play(D1, 3))
    state.apply_action(play(0, 1))
    assert table(state).stacks == ((0, 1, 2), (-1,), (0,), (0, 1, 2, 3, 4, 5))
    assert table(state).discards[0][0] == (2,)
    state.apply_action(play(G, 0))
    assert (table(state).goals[0], state.current_player()) == ((2,), 0)


@pytest.mark.parametrize("height", range(10))
def test_sm_6_a_pile_takes_exactly_the_next_value(height: int) -> None:
    for first in range(0, 10, 5):
        hand = range(first, first + 5)
        state = at("".join(map(str, hand)) + "/1", goals="11/1", piles=piles(height, 9, 9, 9)[:-1] + "8")
        fitting = [action // 4 for action in state.legal_actions() if action < 20 and action % 4 == 0]
        assert fitting == [height - first] * (height in hand), state.position()


def test_sm_7_a_nine_sets_the_pile_aside_and_its_jokers_are_wild_again() -> None:
    state = at("19/1", piles="0*23*5678,-,-,-", aside="4")
    state.apply_action(play(1, 0))
    now = table(state)
    assert now.stacks[0] == ()
    assert now.aside == (-1, -1, 0, 2, 3, 4, 5, 6, 7, 8, 9)


def test_sm_7_a_joker_completes_a_pile_too() -> None:
    state = at("*5/1", piles=piles(9, 1, 1, 1))
    state.apply_action(play(0, 0))
    assert table(state).aside == (-1, *range(9))


def test_sm_8_the_next_goal_card_is_playable_at_once_and_the_last_one_wins() -> None:
    state = at("4/4", goals="21/7", piles=piles(1, 0, 0, 0))
    state.apply_action(play(G, 0))
    assert table(state).goals[0] == (2,)
    assert not state.is_terminal()
    state.apply_action(play(G, 0))
    assert state.is_terminal()
    assert state.returns().tolist() == [1, -1]
    assert state.legal_actions() == []


def test_sm_8_player_b_can_win_too_and_points_count_goal_cards() -> None:
    state = at("4/4", goals="37/*", turn=1, goal_size=4)
    assert state.points().tolist() == [2, 3]
    state.apply_action(play(G, 2))
    assert state.returns().tolist() == [-1, 1]
    assert state.points().tolist() == [2, 4]


def test_sm_9_an_emptied_hand_draws_five_and_plays_on() -> None:
    state = at("1/1", shoe="92*045", piles=piles(1, 0, 0, 0))
    state.apply_action(play(0, 0))
    now = table(state)
    assert (state.current_player(), now.hands[0], now.shoe, now.turns) == (0, (-1, 0, 2, 4, 9), (5,), 0)


def test_sm_9_a_hand_that_is_not_empty_draws_nothing() -> None:
    state = at("16/1", shoe="92", piles=piles(1, 0, 0, 0))
    state.apply_action(play(0, 0))
    assert table(state).hands[0] == (6,)


def test_sm_9_is_checked_after_every_play() -> None:
    state = at("-/1", discards=discards("9,5,-,-"), piles=piles(9, 0, 0, 0))
    state.apply_action(play(D1, 0))
    now = table(state)
    assert sorted([*now.hands[0], *now.shoe]) == list(range(10))
    assert (len(now.hands[0]), len(now.shoe), now.recycled) == (5, 5, 5)


def test_sm_10_a_discard_of_any_card_but_0_ends_the_turn() -> None:
    state = at("*0338/22222", piles=piles(1, 1, 2, 2))
    legal = [action for action in state.legal_actions() if 40 <= action < 60]
    assert legal == [discard(i, pile) for i in (0, 2, 3, 4) for pile in range(4)]
    state.apply_action(discard(0, 3))
    now = table(state)
    assert (state.current_player(), now.turns, now.hands[0], now.discards[0][3]) == (1, 1, (0, 3, 3, 8), (-1,))


def test_sm_10_a_later_discard_covers_an_earlier_one() -> None:
    state = at("8/1", discards=discards("5,-,-,-"))
    state.apply_action(discard(0, 0))
    assert table(state).discards == (((5, 8), (), (), ()), ((),) * 4)


def test_sm_11_zero_must_be_played() -> None:
    state = at("*001/1", goals="30/7", piles=piles(1, 0, 3, 0))
    assert state.legal_actions() == [play(source, pile) for source in (1, 2, G) for pile in (1, 3)]


def test_sm_11_zero_on_the_goal_must_be_played() -> None:
    assert at("12/1", goals="30/7").legal_actions() == [play(G, pile) for pile in range(4)]


def test_sm_11_zero_can_wait_while_no_pile_is_free_and_is_never_discarded() -> None:
    state = at("012/1", piles=piles(1, 1, 5, 5))
    expected = [play(1, 0), play(1, 1), *(discard(i, pile) for i in (1, 2) for pile in range(4))]
    assert state.legal_actions() == expected


def test_sm_11_a_joker_is_not_the_card_0() -> None:
    state = at("*6/1")
    expected = [*(play(0, p) for p in range(4)), *(discard(i, p) for i in (0, 1) for p in range(4))]
    assert state.legal_actions() == expected


def test_sm_12_passing_is_for_a_hand_of_zeros_with_no_play_left() -> None:
    state = at("00/12345", piles=piles(1, 1, 5, 5))
    assert state.legal_actions() == [PASS]
    state.apply_action(PASS)
    now = table(state)
    assert (state.current_player(), now.hands[0], now.turns, now.discards[0]) == (1, (0, 0), 1, ((),) * 4)


def test_sm_12_passing_is_for_an_empty_hand_with_nothing_to_draw() -> None:
    state = at("1/1", discards=discards("5,-,-,-"), piles=piles(1, 1, 4, 4))
    state.apply_action(play(0, 0))
    assert state.legal_actions() == [PASS]


@pytest.mark.parametrize("hand", ["-", "0", "00"])
def test_sm_12_whoever_cannot_discard_must_play_what_can_be_played(hand: str) -> None:
    state = at(f"{hand}/1", discards=discards("5,-,-,-"), piles=piles(5, 1, 4, 4))
    assert state.legal_actions() == [play(D1, 0)]


def test_sm_12_other_plays_are_optional() -> None:
    state = at("56/1", piles=piles(5, 1, 4, 4))
    assert state.legal_actions() == [play(0, 0), *(discard(i, p) for i in (0, 1) for p in range(4))]


def test_sm_13_the_fifth_completed_pile_is_shuffled_to_the_back_of_the_shoe_at_once() -> None:
    orders = set()
    for seed in range(8):
        state = at("19/1", seed=seed, shoe="22", aside="012345678*" * 4, piles=piles(9, 0, 0, 0))
        state.apply_action(play(1, 0))
        now = table(state)
        assert now.shoe[:2] == (2, 2)
        assert sorted(now.shoe[2:]) == sorted([*[*range(9), -1] * 4, *range(10)])
        assert (now.recycled, now.aside, now.hands[0]) == (50, (), (1,))
        orders.add(now.shoe)
    assert len(orders) == 8


def test_sm_13_four_completed_piles_wait() -> None:
    state = at("19/1", shoe="22", aside="0123456789" * 3, piles=piles(9, 0, 0, 0))
    state.apply_action(play(1, 0))
    assert (len(table(state).aside), table(state).shoe) == (40, (2, 2))


def test_sm_13_an_empty_shoe_takes_the_cards_aside_when_a_draw_is_due() -> None:
    state = at("8/-", shoe="66", aside="0123456789")
    state.apply_action(discard(0, 0))
    now = table(state)
    assert len(now.hands[1]) == 5
    assert Counter([*now.hands[1], *now.shoe]) == Counter([6, 6, *range(10)])
    assert (now.recycled, now.aside) == (7, ())


def test_sm_13_the_cards_aside_stay_while_the_shoe_suffices() -> None:
    state = at("8/4", shoe="6521", aside="0123456789")
    state.apply_action(discard(0, 0))
    now = table(state)
    assert (now.hands[1], now.shoe, len(now.aside)) == ((1, 2, 4, 5, 6), (), 10)


def test_sm_13_with_too_few_cards_the_hand_stays_short() -> None:
    state = at("8/4", shoe="6")
    state.apply_action(discard(0, 0))
    assert table(state).hands[1] == (4, 6)


def test_sm_14_a_won_game_is_not_recycled() -> None:
    state = at("-/1", goals="9/7", aside="0123456789" * 4, piles=piles(9, 0, 0, 0), shoe="1")
    state.apply_action(play(G, 0))
    now = table(state)
    assert (state.is_terminal(), len(now.aside), now.shoe, now.hands[0]) == (True, 50, (1,), ())
    assert state.game.position(state.position()).position() == state.position()


def test_sm_14_the_pile_is_recycled_before_the_hand_is_refilled_and_sorted() -> None:
    for seed in range(5):
        state = at("9/1", seed=seed, aside="0123456789" * 4, piles=piles(9, 0, 0, 0))
        state.apply_action(play(0, 0))
        now = table(state)
        assert (len(now.hands[0]), len(now.shoe), now.aside) == (5, 45, ())
        assert list(now.hands[0]) == sorted(now.hands[0])


def test_sm_15_two_turns_without_a_draw_a_play_or_a_discard_are_a_draw() -> None:
    state = at("0/00", piles=piles(1, 1, 5, 5))
    state.apply_action(PASS)
    assert (state.is_terminal(), table(state).idle) == (False, 1)
    state.apply_action(PASS)
    assert state.is_terminal()
    assert state.returns().tolist() == [0, 0]
    assert not state.records["truncated"][0]


def test_sm_15_a_draw_or_a_play_keeps_the_game_alive() -> None:
    state = at("00000/0", piles="*,*,*,*", shoe="0")
    state.apply_action(PASS)
    state.apply_action(PASS)
    assert not state.is_terminal()  # B drew before passing
    played = at("0/0", piles=piles(1, 1, 5, 4), discards=discards("5,-,-,-"), idle=1)
    played.apply_action(play(D1, 2))
    played.apply_action(PASS)
    assert (played.is_terminal(), table(played).idle) == (False, 0)


def test_sm_15_max_turns_cuts_the_game_off() -> None:
    state = at("8/8", max_turns=2)
    state.apply_action(discard(0, 0))
    assert not state.is_terminal()
    state.apply_action(discard(0, 0))
    assert state.is_terminal()
    assert state.records["truncated"][0] == 1
    assert state.returns().tolist() == [0, 0]
    with pytest.raises(ConfigError, match=r"max_turns.*SM-15"):
        game(max_turns=0)


def test_the_record_is_small_and_the_actions_are_61() -> None:
    assert STATE.itemsize < 400
    assert game().num_actions == 61
    assert [(head.name, head.size) for head in game().heads] == [("turn", 61)]
