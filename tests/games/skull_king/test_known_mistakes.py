"""Mistakes that other implementations of Skull King have made, one test each, against the kernels."""

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import State
from croupier.games.skull_king import legal_cards, resolve_trick
from croupier.games.skull_king.words.board import describe
from tests.games.skull_king.tables import (
    bid,
    cards_everywhere,
    field,
    hand_of,
    legal,
    play,
    refused,
    say,
    scores,
    seats,
    start,
    started,
)


def test_sk_5_trump_may_not_be_played_while_able_to_follow() -> None:
    assert legal_cards(["black 14", "green 1"], seats("green 7")) == ("green 1",)
    state = started("green 7, green 8", "green 1, black 14", "green 2, green 3")
    play(state, "green 7")
    assert legal(state) == ["[play green 1]"]
    assert "green was led and you hold it (SK-5)" in refused(state, "[play black 14]")


@pytest.mark.parametrize(
    "led", ["rosie", "mermaid", "skull king", "tigress:pirate", "escape, jade", "loot, mermaid"]
)
def test_sk_5_a_number_after_a_led_character_sets_no_suit(led: str) -> None:
    assert legal_cards(["green 1", "yellow 1", "black 1"], seats(f"{led}, green 7")) == (
        "green 1",
        "yellow 1",
        "black 1",
    )
    # nor does it decide who wins: the character does
    assert resolve_trick(seats(f"{led}, green 7, green 14")).winner == led.count(",")


def test_sk_8_after_a_kraken_the_winner_without_it_leads() -> None:
    state = started("green 7, green 1", "kraken, green 2", "green 9, green 3", kraken=True)
    play(state, "green 7, kraken, green 9")
    assert (state.current_player(), field(state, "won")[:3], field(state, "tricks")) == (2, [0, 0, 0], 1)


def test_sk_9_after_an_empty_whale_trick_the_whales_player_leads() -> None:
    state = started("rosie, green 1", "whale, green 2", "escape, green 3", whale=True)
    play(state, "rosie, whale, escape")
    assert (state.phase, state.current_player(), field(state, "won")[:3]) == ("PLAYING", 1, [0, 0, 0])


def test_sk_7_a_tigress_played_as_pirate_counts_for_every_bonus() -> None:
    state = start("skull king", "tigress", "jade", last=True)
    bid(state, 1, 0, 0)
    play(state, "skull king, tigress:pirate, jade")
    assert scores(state) == [20 + 60, 10, 10]
    state = start("tigress", "mermaid", "mermaid", last=True)
    bid(state, 1, 0, 0)
    play(state, "tigress:pirate, mermaid, mermaid")
    assert scores(state) == [20 + 40, 10, 10]


@pytest.mark.parametrize("pirate", ["rosie", "bendt", "roatan", "jade"])
def test_sk_14_nothing_is_asked_after_the_last_trick(pirate: str) -> None:
    state = started("green 7, green 1", f"{pirate}, green 9", "green 8, green 2")
    play(state, f"green 7, green 9, green 8, {pirate}, green 2, green 1")
    assert (state.phase, field(state, "round")) == ("BIDDING", 2)
    assert scores(state) == [20, -20, 20]


def test_sk_11_both_of_two_loot_alliances_are_kept() -> None:
    state = start("green 7", "loot", "loot", loot=True, last=True)
    bid(state, 1, 0, 0)
    play(state, "green 7, loot, loot")
    assert field(state, "allies") == [[1, 0], [2, 0]]
    assert scores(state) == [60, 30, 30]


def worlds_of(state: State, seat: int) -> State:
    """The same table with all bids that a seat cannot know moved by one."""
    other = state.clone()
    record = other.records[0]
    for k in range(other.game.num_players):
        if k != seat and record["bids"][k] >= 0:
            record["bids"][k] = (record["bids"][k] + 1) % (record["cards"] + 1)
    return other


def test_sk_4_no_bid_is_visible_before_the_last_one() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6", "black 1, black 2")
    for made in range(4):
        for seat in range(4):
            other = worlds_of(state, seat)
            assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
            assert other.observation_string(seat) == state.observation_string(seat)
        before = state.clone()
        state.apply_action(made % 3)
        if made < 3:
            for seat in range(4):
                said = describe(before, made % 3, state, seat)
                assert said == ([f"You bid {made % 3}."] if seat == made else [f"Player {made} has bid."])
    shown = state.game.block_slices["bids"]
    assert state.observation_tensor(0)[shown][:4].tolist() == pytest.approx([k / 11 for k in (1, 2, 3, 1)])
    said = describe(before, 0, state, 3)
    assert said == ["You bid 0.", "All have bid: 0 by Player 0, 1 by Player 1, 2 by Player 2, 0 by you."]


@pytest.mark.parametrize("schedule", ["ten", "tens", "down", "even"])
def test_sk_2_eight_players_do_not_run_out_of_cards(schedule: str) -> None:
    state = croupier.make("skull-king", players=8, schedule=schedule).new_initial_state(4)
    rounds = 0
    while not state.is_terminal():
        if field(state, "bids_in") == 0:
            rounds += 1
            assert [len(hand_of(state, seat)) for seat in range(8)] == [field(state, "cards")] * 8
            assert 1 <= field(state, "cards") <= 8
        state.apply_action(state.legal_actions()[-1])
    assert rounds == 10


@pytest.mark.parametrize("answer", [24 + 3, 24 + 12, 11, 0, 40, -1, 52, 10**6])
def test_sk_14_an_answer_of_the_wrong_kind_loses_no_card(answer: int) -> None:
    state = started("bendt, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5")
    play(state, "bendt, green 1, green 3")
    before, cards = state.serialize(), cards_everywhere(state)
    with pytest.raises(IllegalAction, match=r"phase ABILITY_BENDT_1; legal: 24 \[discard green 2\], 25 "):
        state.apply_action(answer)
    assert state.serialize() == before
    say(state, "[discard 3]")
    say(state, "[discard 1]")
    assert cards_everywhere(state) == cards
    assert len(hand_of(state, 0)) == 1
