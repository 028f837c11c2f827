"""Liar's Dice, rule by rule; the ids are those of docs/rules/leduc-and-liars-dice.md."""

from collections import Counter

import pytest

import croupier
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine.game import State


def table(cups: str, bids: str = "", **options: int) -> State:
    """A position with these dice, in which this was said."""
    words = [f"{name}={value}" for name, value in options.items()]
    said = [f"bids={bids}"] if bids else []
    return croupier.make("liars-dice", **options).position(" ".join(["liars-dice", *words, f"cups={cups}", *said]))


def can_say(state: State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def after(state: State, *said: str) -> State:
    for text in said:
        state.apply_action(state.string_to_action(text))
    return state


def test_ld_1_each_seat_has_its_number_of_dice_and_seat_0_speaks_first() -> None:
    state = croupier.make("liars-dice").new_initial_state(1)
    assert state.current_player() == 0
    assert [len(state.view(seat)["table"]["dice"]) for seat in range(2)] == [5, 5]
    other = croupier.make("liars-dice", players=3, dice=2, first_dice=4).new_initial_state(1)
    assert [len(other.view(seat)["table"]["dice"]) for seat in range(3)] == [4, 2, 2]
    assert other.view(None)["table"]["numbers"] == [4, 2, 2]


@pytest.mark.parametrize("faces", [2, 6])
def test_ld_1_every_face_is_as_likely(faces: int) -> None:
    game = croupier.make("liars-dice", dice=5, faces=faces)
    seen = Counter(die for seed in range(300) for die in game.new_initial_state(seed).view(1)["table"]["dice"])
    assert set(seen) == set(range(1, faces + 1))
    assert all(abs(count - 1500 / faces) < 120 for count in seen.values())  # four standard deviations and more


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 6}, {"dice": 0}, {"dice": 6}, {"first_dice": 6},
                                   {"faces": 1}, {"faces": 7}])  # fmt: skip
def test_ld_1_other_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        croupier.make("liars-dice", **wrong)


def test_ld_2_the_first_player_must_bid_and_may_bid_anything() -> None:
    bids = [f"[bid {quantity}x{face}]" for quantity in (1, 2) for face in range(1, 7)]
    assert can_say(table("3/5", dice=1)) == bids


def test_ld_2_a_bid_is_higher_than_the_last_or_liar_is_called() -> None:
    assert can_say(table("3/5", "2x4", dice=1)) == ["[bid 2x5]", "[bid 2x6]", "[liar]"]
    assert can_say(table("3/5", "1x6,2x6", dice=1)) == ["[liar]"]


def test_ld_2_seats_speak_in_turn() -> None:
    state = table("11/22/33", players=3, dice=2)
    for seat, said in enumerate(("[bid 1x1]", "[bid 1x2]", "[bid 3x1]", "[bid 3x2]")):
        assert state.current_player() == seat % 3
        after(state, said)


@pytest.mark.parametrize(
    ("cups", "bid", "true"),
    [
        ("3/5", "1x3", True),
        ("3/5", "1x5", True),
        ("3/5", "2x3", False),
        ("3/6", "2x3", True),  # the 6 is wild
        ("3/6", "1x2", True),
        ("3/6", "1x6", True),
        ("3/6", "2x6", False),  # a bid of sixes counts sixes alone
        ("6/6", "2x1", True),
    ],
)
def test_ld_3_the_highest_face_is_wild(cups: str, bid: str, true: bool) -> None:
    state = after(table(cups, dice=1), f"[bid {bid}]", "[liar]")
    assert state.is_terminal()
    assert state.returns().tolist() == ([1, -1] if true else [-1, 1])


def test_ld_3_with_fewer_faces_the_highest_of_them_is_wild() -> None:
    assert after(table("14/44", dice=2, faces=4), "[bid 4x1]", "[liar]").returns().tolist() == [1, -1]
    assert after(table("14/44", dice=2, faces=5), "[bid 4x1]", "[liar]").returns().tolist() == [-1, 1]


def test_ld_3_all_dice_are_shown_after_the_call() -> None:
    state = table("134/255", dice=3)
    assert after(state, "[bid 2x5]").view(1)["table"]["shown"] is None
    shown = after(state, "[liar]").view(None)["table"]
    assert (shown["shown"], shown["caller"]) == ([[1, 3, 4], [2, 5, 5]], 1)


def test_ld_4_bidder_and_caller_win_and_lose_and_all_others_come_out_even() -> None:
    said = ("[bid 1x1]", "[bid 1x2]", "[bid 2x2]")
    assert after(table("1/2/3/5", players=4, dice=1), *said, "[liar]").returns().tolist() == [0, 0, -1, 1]
    assert after(table("1/2/6/5", players=4, dice=1), *said, "[liar]").returns().tolist() == [0, 0, 1, -1]


def test_ld_4_nothing_is_told_by_points_before_the_end() -> None:
    assert after(table("1/2", dice=1), "[bid 2x1]").points().tolist() == [0, 0]


def lost(fields: str, **options: int) -> State:
    """A position of the game of lost dice."""
    words = [f"{name}={value}" for name, value in options.items()]
    game = croupier.make("liars-dice", lost_dice=True, **options)
    return game.position(" ".join(["liars-dice", "lost_dice=true", *words, fields]))


@pytest.mark.parametrize(("bids", "found", "loser"), [("2x4,3x2", 3, 0), ("2x4,4x2", 3, 1)])
def test_ld_5_the_loser_of_a_call_loses_a_die_and_all_roll_again(bids: str, found: int, loser: int) -> None:
    table = after(lost(f"cups=144/226 bids={bids}", dice=3), "[liar]").view(0)["table"]
    assert table["numbers"] == [3 - (loser == 0), 3 - (loser == 1)]
    assert (table["round"], table["bids"], table["caller"], table["shown"]) == (2, [], None, None)
    assert len(table["dice"]) == table["numbers"][0]
    assert table["last"] == {
        "bidder": 1, "quantity": int(bids[-3]), "face": 2, "caller": 0, "shown": [[1, 4, 4], [2, 2, 6]],
        "found": found, "loser": loser,
    }  # fmt: skip


def test_ld_5_a_bid_names_no_more_dice_than_are_left() -> None:
    state = lost("last=12/34,1x4,0 cups=1/34", dice=2)
    assert (can_say(state)[-1], state.current_player()) == ("[bid 3x6]", 0)
    with pytest.raises(IllegalAction, match="names more dice than there are: 3 are left"):
        state.string_to_action("[bid 4x1]")


def test_ld_6_the_loser_begins_and_who_is_out_is_passed_over() -> None:
    options = {"players": 4, "dice": 1}
    state = after(lost("cups=1/2/3/4", **options), "[bid 1x1]", "[bid 4x6]", "[liar]")  # seat 1 is out
    assert (state.view(None)["table"]["numbers"], state.current_player()) == ([1, 0, 1, 1], 2)
    state = after(state, "[bid 1x1]", "[bid 1x2]", "[bid 1x3]")
    assert state.current_player() == 2
    assert [bid["seat"] for bid in state.view(None)["table"]["bids"]] == [2, 3, 0]
    kept = after(lost("cups=12/34/56", players=3, dice=2), "[bid 1x1]", "[bid 1x2]", "[bid 6x6]", "[liar]")
    assert (kept.view(None)["table"]["numbers"], kept.current_player()) == ([2, 2, 1], 2)


def test_ld_7_the_last_player_with_dice_wins_and_points_say_who_went_out_when() -> None:
    state = lost("last=1/22//4,1x5,3 out=2 cups=1/2//4", players=4, dice=2)
    assert state.returns().tolist() == [0, 0, 0, 0]
    assert state.points().tolist() == [1, 1, 0, 1]
    state = after(state, "[bid 1x1]", "[bid 3x6]", "[liar]")
    assert (state.points().tolist(), state.current_player()) == ([2, 2, 0, 1], 0)
    over = lost("last=1//2,2x6,0 out=1", players=3, dice=2)
    assert over.is_terminal()
    assert (over.returns().tolist(), over.points().tolist()) == ([1, -0.5, -0.5], [2, 0, 1])
