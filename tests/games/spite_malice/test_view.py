"""Spite and Malice's view of the table: what SM-4 makes open, and nothing else."""

from tests.games.spite_malice.engine import D1, G, at, discards, piles, play


def test_sm_4_hands_tops_and_piles_are_open_to_both_seats_and_spectators() -> None:
    state = at(
        "*05/239",
        goals="678/19",
        discards=discards("44,-,*,-", "-,-,-,7"),
        piles="0*2,-,-,01",
        shoe="8+65",
        aside="0011",
        turns=4,
        turn=1,
    )
    table = state.view(0)["table"]
    assert table == state.view(1)["table"] == state.view(None)["table"]
    assert (table["turn"], table["turns"], table["max_turns"], table["ended"]) == (1, 4, 1000, None)
    assert table["play_piles"] == [
        {"cards": ["0", "*", "2"], "needs": "3"},
        {"cards": [], "needs": "0"},
        {"cards": [], "needs": "0"},
        {"cards": ["0", "1"], "needs": "2"},
    ]
    own, other = table["seats"]
    assert own == {
        "seat": 0,
        "hand": ["*", "0", "5"],
        "goal": "8",
        "goal_count": 3,
        "discards": [["4", "4"], [], ["*"], []],
    }
    assert (other["hand"], other["goal"], other["goal_count"]) == (["2", "3", "9"], "9", 2)
    assert other["discards"] == [[], [], [], ["7"]]
    assert (table["shoe"], table["recycled"], table["set_aside"]) == (3, 2, 4)


def test_sm_4_goal_cards_under_the_top_and_the_order_of_the_shoe_are_hidden() -> None:
    """Tables that differ in nothing else have the same views."""
    one = at("5/5", goals="123/45", shoe="6789+01", piles=piles(1, 1, 1, 1))
    other = at("5/5", goals="763/25", shoe="9841+10", piles=piles(1, 1, 1, 1))
    assert one.position() != other.position()
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
    sides = one.view(0)["table"]["seats"]
    assert [(side["goal"], side["goal_count"]) for side in sides] == [("3", 3), ("5", 2)]
    assert one.view(0)["table"]["shoe"] == 6


def test_sm_8_a_goal_card_that_is_played_turns_up_the_next() -> None:
    state = at("5/5", goals="72/45", piles=piles(2, 1, 1, 1))
    state.apply_action(play(G, 0))
    side = state.view(1)["table"]["seats"][0]
    assert (side["goal"], side["goal_count"]) == ("7", 1)


def test_sm_8_sm_15_the_end_says_how_it_came() -> None:
    won = at("5/5", goals="2/45", piles=piles(2, 1, 1, 1))
    won.apply_action(play(G, 0))
    assert (won.view(None)["table"]["ended"], won.view(None)["returns"]) == ("win", [1.0, -1.0])
    side = won.view(None)["table"]["seats"][0]
    assert (side["goal"], side["goal_count"]) == (None, 0)
    assert at("4/4", idle=2).view(0)["table"]["ended"] == "stalemate"
    assert at("4/4", turns=3, max_turns=3).view(0)["table"]["ended"] == "limit"


def test_sm_6_the_top_of_a_discard_pile_leaves_it() -> None:
    state = at("5/5", discards=discards("42,-,-,-"), piles=piles(2, 1, 1, 1))
    state.apply_action(play(D1, 0))
    assert state.view(1)["table"]["seats"][0]["discards"][0] == ["4"]
