"""The engine and the classic game, id by id: the cases of ``data/rules.txt``, and what takes many deals."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from croupier.core.base.errors import IllegalAction
from croupier.games.spite_malice.classic.game import PACK
from croupier.games.spite_malice.state import ACTIONS, STATE
from croupier.games.spite_malice.text import read_action
from tests.games.scripts import read_cases
from tests.games.spite_malice.differential import Pair
from tests.games.spite_malice.engine import DATA, at, check_invariants, discards, game, piles, play, table


def set_up(line: str) -> Pair:
    """Both games in the position of a case."""
    fields: dict[str, Any] = dict(word.split("=") for word in line.split())
    options = {name: int(fields.pop(name)) for name in ("max_turns", "goal_size") if name in fields}
    return Pair(at(fields.pop("hands"), **fields, **options))


def shown(pair: Pair, what: str) -> str:
    """What both games show, as the file writes it."""
    state, now = pair.state, table(pair.state)
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    if what == "cards":
        return f"hand {len(now.hands[now.player])}, shoe {len(now.shoe)}, aside {len(now.aside)}"
    if what in ("returns", "points"):
        return " ".join(f"{value:g}" for value in getattr(state, what)())
    if what == "ended":
        return pair.classic.ending() or "no"
    beginning = {"plays": "[p", "discards": "[x", "legal": "["}[what]
    return " ".join(text for text in legal if text.startswith(beginning))


def refuse(pair: Pair, text: str, reason: str) -> None:
    """Neither game takes an action, and the classic one says why; nothing changes."""
    action, before = read_action(pair.state, text), pair.state.serialize()
    with pytest.raises(IllegalAction):
        pair.state.apply_action(action)
    with pytest.raises(ValueError, match=reason):
        pair.classic.apply(action)
    assert pair.state.serialize() == before
    pair.compare()


def take(pair: Pair, step: str) -> None:
    """Take or check one step of a case."""
    what, _, expected = step.partition(" ")
    if step.startswith("["):
        pair.apply(pair.state.string_to_action(step))
    elif what == "refused":
        refuse(pair, *expected.split(" because "))
    elif "=" in step:
        fields = dict(word.split("=") for word in pair.state.position().split()[1:])
        assert {name: fields[name] for name in re.findall(r"(\S+)=", step)} == dict(
            word.split("=") for word in step.split()
        )
    else:
        assert shown(pair, what) == expected, step


@pytest.mark.parametrize(("position", "steps"), read_cases(DATA / "rules.txt"))
def test_sm_5_to_sm_15_a_position_goes_on_as_the_file_says(position: str, steps: list[str]) -> None:
    pair = set_up(position)
    for step in steps:
        take(pair, step)


def test_sm_6_what_is_no_action_is_refused() -> None:
    state = at("12/1")
    for action in (ACTIONS, -1):
        with pytest.raises(IllegalAction):
            state.apply_action(action)


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


@pytest.mark.parametrize("height", range(10))
def test_sm_6_a_pile_takes_exactly_the_next_value(height: int) -> None:
    for first in range(0, 10, 5):
        hand = range(first, first + 5)
        state = at("".join(map(str, hand)) + "/1", goals="11/1", piles=piles(height, 9, 9, 9)[:-1] + "8")
        fitting = [action // 4 for action in state.legal_actions() if action < 20 and action % 4 == 0]
        assert fitting == [height - first] * (height in hand), state.position()


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


def test_the_record_is_small_and_the_actions_are_61() -> None:
    assert STATE.itemsize < 400
    assert game().num_actions == 61
    assert [(head.name, head.size) for head in game().heads] == [("turn", 61)]
