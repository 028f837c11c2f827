"""Oh Hell, rule by rule; the ids are those of docs/rules/hearts-and-oh-hell.md."""

from collections import Counter
from typing import Any

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State


def table(text: str, **options: Any) -> State:
    """A position under these options."""
    game = croupier.make("oh-hell", **options)
    shown = " ".join(f"{name}={str(value).lower()}" for name, value in options.items())
    return game.position(f"oh-hell {shown} {text}")


def three(text: str, **options: Any) -> State:
    """A round of two cards each for three players, hearts trump, in which seat 0 bids first."""
    dealt = "hands=AH,3C/10H,2C/2H,KS turned=9H"
    return table(f"{dealt} {text}", **{"players": 3, "largest": 2, "rounds": "one"} | options)


def can_do(state: State) -> list[str]:
    return [state.action_to_string(action).strip("[]") for action in state.legal_actions()]


def after(state: State, *said: str) -> State:
    for text in said:
        state.apply_action(state.string_to_action(text))
    return state


def shown(state: State) -> Any:
    return state.view(None)["table"]


@pytest.mark.parametrize("players", range(3, 8))
def test_oh_1_each_seat_has_cards_of_one_deck_and_the_deal_passes_on(players: int) -> None:
    game = croupier.make("oh-hell", players=players, largest=2)
    dealers: Counter[int] = Counter()
    for seed in range(60):
        state = game.new_initial_state(seed)
        dealers[shown(state)["dealer"]] += 1
    assert set(dealers) == set(range(players))
    first = shown(state)["dealer"]
    while shown(state)["round"] == 1:
        state.apply_action(state.legal_actions()[0])
    assert shown(state)["dealer"] == (first + 1) % players
    hands = [card for seat in range(players) for card in state.view(seat)["table"]["hand"]]
    assert len(set(hands)) == len(hands) == 2 * players
    assert shown(state)["turned"] not in hands


@pytest.mark.parametrize("wrong", [{"players": 2}, {"players": 8}, {"largest": 0}, {"largest": 18}])
def test_oh_1_other_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        croupier.make("oh-hell", **wrong)


@pytest.mark.parametrize(
    ("rounds", "sizes"),
    [("up", [1, 2, 3]), ("down", [3, 2, 1]), ("both", [1, 2, 3, 2, 1]), ("one", [3])],
)
def test_oh_2_hands_grow_and_shrink_as_the_rounds_say(rounds: str, sizes: list[int]) -> None:
    state = croupier.make("oh-hell", players=3, largest=3, rounds=rounds).new_initial_state(4)
    seen = {}
    while not state.is_terminal():
        now = shown(state)
        seen[now["round"]] = now["cards"]
        assert now["rounds"] == len(sizes)
        if state.phase == "BID" and all(bid is None for bid in now["bids"]):
            assert {len(state.view(seat)["table"]["hand"]) for seat in range(3)} == {now["cards"]}
        state.apply_action(state.legal_actions()[0])
    assert seen == dict(enumerate(sizes, start=1))
    assert shown(state)["round"] == len(sizes)


@pytest.mark.parametrize(
    ("players", "trump", "most"), [(3, True, 17), (4, True, 12), (4, False, 13), (5, True, 10), (7, True, 7)]
)
def test_oh_2_hands_are_no_larger_than_the_deck_is_enough_for(players: int, trump: bool, most: int) -> None:
    state = croupier.make("oh-hell", players=players, largest=most, trump=trump, rounds="one").new_initial_state(1)
    assert len(state.view(0)["table"]["hand"]) == most
    if most < 17:
        with pytest.raises(ConfigError, match=f"largest={most + 1} is too large.* at most {most} cards"):
            croupier.make("oh-hell", players=players, largest=most + 1, trump=trump)


def test_oh_3_the_card_turned_up_makes_its_suit_trump_and_is_not_played() -> None:
    state = three("bids=0,0,0 plays=3C,2C,2H")  # clubs were led; the two of hearts is a trump
    assert shown(state)["last_winner"] == 2
    assert shown(state)["trump"] == "H"
    turned = croupier.make("oh-hell", players=3, largest=17, rounds="one").new_initial_state(5)
    card = shown(turned)["turned"]
    assert card is not None
    assert all(card not in turned.view(seat)["table"]["hand"] for seat in range(3))


def test_oh_3_without_trump_no_card_is_turned_up_and_the_suit_that_was_led_wins() -> None:
    state = table("hands=AH,3C/10H,2C/2H,KS bids=0,0,0 plays=3C,2C,2H", players=3, largest=2, rounds="one",
                  trump=False)  # fmt: skip
    assert shown(state)["turned"] is shown(state)["trump"] is None
    assert shown(state)["last_winner"] == 0


def test_oh_4_bids_are_made_in_turn_from_the_dealers_left_and_are_open() -> None:
    state = three("dealer=0")
    assert state.current_player() == 1
    assert can_do(state) == ["bid 0", "bid 1", "bid 2"]
    after(state, "[bid 1]")
    assert state.current_player() == 2
    assert all(state.view(seat)["table"]["bids"] == [None, 1, None] for seat in range(3))


@pytest.mark.parametrize(
    ("bids", "left"), [("0,0", "01"), ("1,0", "02"), ("1,1", "12"), ("2,1", "012"), ("2,2", "012"), ("0,2", "12")]
)
def test_oh_4_the_hook_forbids_the_last_bid_by_which_all_add_up(bids: str, left: str) -> None:
    assert can_do(three(f"bids={bids}")) == [f"bid {bid}" for bid in left]
    assert can_do(three(f"bids={bids}", hook=False)) == ["bid 0", "bid 1", "bid 2"]


def test_oh_5_the_dealers_left_leads_and_the_suit_is_followed() -> None:
    state = three("bids=1,1,1")
    assert state.current_player() == 0
    assert can_do(state) == ["3C", "AH"]
    after(state, "3C")
    assert can_do(state) == ["2C"]  # seat 1 has a club
    after(state, "2C")
    assert can_do(state) == ["2H", "KS"]  # seat 2 has none


@pytest.mark.parametrize(("plays", "winner"), [("AH,10H,2H", 0), ("3C,2C,KS", 0), ("3C,2C,2H", 2)])
def test_oh_5_the_highest_trump_wins_or_the_highest_card_of_the_suit_and_leads_next(
    plays: str, winner: int
) -> None:
    state = three(f"bids=1,1,1 plays={plays}")
    assert shown(state)["last_winner"] == state.current_player() == winner
    assert shown(state)["won"] == [int(seat == winner) for seat in range(3)]
    assert shown(state)["trick"] == []


@pytest.mark.parametrize(("scoring", "points"), [("exact", [12, 0, 10]), ("tricks", [12, 0, 10])])
def test_oh_6_an_exact_bid_scores_ten_and_one_for_each_trick(scoring: str, points: list[int]) -> None:
    state = three("bids=2,2,0 plays=AH,10H,2H,3C,2C", scoring=scoring)
    after(state, "KS")
    assert state.points().tolist() == points


@pytest.mark.parametrize(("scoring", "points"), [("exact", [0, 0, 10]), ("tricks", [2, 0, 10])])
def test_oh_6_another_number_of_tricks_scores_nothing_or_one_for_each(scoring: str, points: list[int]) -> None:
    state = three("bids=1,2,0 plays=AH,10H,2H,3C,2C", scoring=scoring)
    after(state, "KS")
    assert state.points().tolist() == points


def test_oh_6_points_are_added_up() -> None:
    state = table(
        "round=2 scores=11,10,10 hands=AH,3C/10H,2C/2H,KS turned=9H bids=2,1,0 plays=AH,10H,2H,3C,2C",
        players=3, largest=2,
    )  # fmt: skip
    after(state, "KS")
    assert state.points().tolist() == [23, 10, 20]


def test_oh_7_the_most_points_win_and_equals_share_the_win() -> None:
    state = after(three("bids=2,2,0 plays=AH,10H,2H,3C,2C"), "KS")
    assert state.is_terminal()
    assert state.returns().tolist() == [1.0, 0.0, 0.0]
    two = table("round=2 scores=0,0,2 hands=AH,3C/10H,2C/2H,KS turned=9H bids=2,1,0 plays=AH,10H,2H,3C,2C",
                players=3, largest=2)  # fmt: skip
    assert after(two, "KS").returns().tolist() == [0.5, 0.0, 0.5]
    all_of_them = after(three("bids=1,1,1 plays=AH,10H,2H,3C,2C"), "KS")
    assert all_of_them.returns().tolist() == pytest.approx([1 / 3] * 3)
