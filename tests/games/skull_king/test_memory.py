"""What a record remembers of a round: shown voids, special cards, abilities; and that worlds agree with it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.engine.game import State
from croupier.games.skull_king.bots.plan import draw_bid
from croupier.games.skull_king.record.cards import ESCAPE, NONE, RANKS, SPECIALS, SUITS, is_number, name_of
from croupier.games.skull_king.spec import SPEC
from tests.conftest import INTERPRETED
from tests.games.skull_king.tables import FULL, bid, field, play, say, start, started


def voids(state: State) -> list[str]:
    """By seat, the first letters of the suits that it has shown to lack."""
    return ["".join(name[0] for k, name in enumerate(SUITS) if bits >> k & 1) for bits in field(state, "voids")]


def specials(state: State) -> dict[str, int]:
    """Who has played which special card."""
    return {name: seat for name, seat in zip(SPECIALS, field(state, "specials"), strict=True) if seat != NONE}


def seen(state: State, block: str, seat: int) -> list[float]:
    """A block of an observation, rounded."""
    values = state.observation_tensor(seat)[state.game.block_slices[block]]
    return [round(float(value), 4) for value in values]


# ------------------------------------------------------------------------------ what is remembered


def test_sk_5_a_number_of_another_suit_shows_a_void_and_a_special_card_none() -> None:
    state = started(
        "green 7, green 8, green 9",
        "black 1, yellow 2, yellow 3",
        "escape, green 3, green 4",
        "green 1, green 2, p5",
    )
    play(state, "green 7, black 1")
    assert voids(state)[:4] == ["", "g", "", ""]
    play(state, "escape, green 1")
    assert voids(state)[:4] == ["", "g", "", ""]
    assert specials(state) == {"escape": 2}
    play(state, "yellow 2, green 3, green 2, green 8")
    assert voids(state)[:4] == ["y", "g", "y", "y"]


def test_sk_5_a_lead_without_a_suit_shows_nothing() -> None:
    state = started("rosie, green 8", "black 1, yellow 2", "green 3, green 4", rosie=False)
    play(state, "rosie, black 1, green 3")
    assert voids(state)[:3] == ["", "", ""]
    assert specials(state) == {"rosie": 0}


def test_sk_14_a_draw_for_bendt_forgets_the_voids_of_who_draws() -> None:
    state = started(
        "green 7, green 8, green 9",
        "bendt, yellow 2, purple 3",
        "yellow 9, green 3, y10",
        undealt="green 1, black 14",
    )
    play(state, "green 7, yellow 2, green 3")
    assert voids(state)[:3] == ["", "g", ""]
    play(state, "green 8, bendt, yellow 9")
    assert voids(state)[:3] == ["", "", "g"]
    assert state.current_player() == 1
    assert field(state, "bendt_seat") == 1


def test_the_next_round_begins_with_nothing_remembered() -> None:
    game = croupier.make("skull-king", players=4, **FULL)
    rng = Random(3)  # noqa: S311  # a test's randomness need not be unguessable
    state = game.new_initial_state(3)
    remembered = 0
    while not state.is_terminal():
        number = field(state, "round")
        state.apply_action(rng.choice(state.legal_actions()))
        remembered += any(voids(state)) and bool(specials(state))
        if field(state, "round") != number and not state.is_terminal():
            assert not any(voids(state))
            assert specials(state) == {}
            assert field(state, "rosie_used") == field(state, "roatan_seat") == NONE
    assert remembered > 50


def test_sk_14_who_uses_rosie_or_roatan_is_remembered_to_the_end_of_the_round() -> None:
    state = started("rosie, green 2, green 3", "green 1, roatan, green 9", "green 4, green 5, green 6", dealer=2)
    play(state, "rosie, green 1, green 4")
    assert (field(state, "rosie_used"), field(state, "roatan_seat")) == (0, NONE)
    say(state, "[leader 1]")
    play(state, "roatan, green 5, green 2")
    assert (field(state, "rosie_used"), field(state, "roatan_seat")) == (0, 1)
    say(state, "[bet 0]")
    assert (field(state, "rosie_seat"), field(state, "rosie_used"), field(state, "roatan_seat")) == (NONE, 0, 1)
    assert seen(state, "used", 1) == [0.375, 0, 0.125, 0, 0]  # the seat before, and oneself


# ------------------------------------------------------------------------------ what is told


def test_voids_special_cards_and_tricks_needed_are_told_own_seat_first() -> None:
    state = start(
        "green 7, green 8, green 9",
        "black 1, yellow 2, yellow 3",
        "escape, green 3, green 4",
        "green 1, green 2, p5",
    )
    bid(state, 2, 1, 0, 3)
    play(state, "green 7, black 1, escape, green 1")  # the black 1 wins
    told = np.array(seen(state, "voids", 2)).reshape(8, 4)
    assert told.tolist() == [[0] * 4, [0] * 4, [0] * 4, [1, 0, 0, 0]] + [[0] * 4] * 4
    assert seen(state, "needed", 2) == [0, 0.3, 0.2, 0, 0, 0, 0, 0]
    assert seen(state, "specials", 2) == [0.125] + [0] * 11
    assert seen(state, "specials", 1)[0] == 0.25
    assert seen(state, "specials", 3)[0] == 0.5


def test_sk_4_tricks_needed_are_told_no_earlier_than_the_bids() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    bid(state, 1, 2)
    assert seen(state, "needed", 1) == [0.2] + [0] * 7
    assert seen(state, "needed", 2) == [0] * 8


def test_sk_15_graybeards_cards_are_remembered_and_show_no_void() -> None:
    state = started("green 7, green 8, g9", "green 1, green 2, g3", "black 3, escape, purple 5", players=2)
    play(state, "green 7, green 1")
    assert voids(state)[:3] == ["", "", ""]
    assert field(state, "leader") == 2
    assert specials(state) == {"escape": 2}
    for seat in range(2):
        assert seen(state, "specials", seat)[0] == 0.375


# ------------------------------------------------------------------------------ positions


def test_the_memory_is_written_and_read_back() -> None:
    state = started(
        "green 7, green 8, green 9",
        "black 1, yellow 2, yellow 3",
        "escape, green 3, green 4",
        "rosie, green 2, p5",
    )
    play(state, "green 7, black 1, escape, rosie")
    say(state, "[leader 0]")
    text = state.position()
    assert " voids=-/g/-/- " in text
    assert " specials=esc:2,ros:3 " in text
    assert " used=3/- " in text
    again = state.game.position(text)
    assert np.array_equal(again.records, state.records)


def test_what_the_trick_shows_needs_not_be_written() -> None:
    game = croupier.make("skull-king", players=3)
    state = game.position(
        "skull-king players=3 bids=0,0,0 round=2 last=0/-/b1,b1,b1 hands=g8/p2/y3,esc trick=g7,p1"
    )
    assert voids(state)[:3] == ["", "g", ""]


# ------------------------------------------------------------------------------ worlds


def check_world(world: State, plays: dict[int, list[tuple[int, int]]]) -> None:
    """Every card that was played was legal with the hand that the world gives its player.

    Args:
        world: the state dealt again.
        plays: by seat, (lead, card) in order: lead is the suit to follow or
            less than 0. Plays before a draw are left out: who draws may hold any suit afterwards.
    """
    for seat, made in plays.items():
        hand = [int(card) for card in world.records[0]["hands"][seat] if card != NONE]
        for lead, card in reversed(made):
            if lead >= 0 and is_number(card) and card // RANKS != lead:
                assert not any(is_number(held) and held // RANKS == lead for held in hand), (seat, name_of(card))
            hand.append(card)


def test_sk_14_who_uses_an_ability_has_played_the_pirate() -> None:
    game = croupier.make("skull-king", players=3)
    state = started("rosie, green 2, green 3", "green 1, green 9, green 8", "green 4, green 5, green 6")
    play(state, "rosie, green 1, green 4")
    say(state, "[leader 2]")
    text = state.position()
    assert " specials=ros:0 used=0/- " in text
    assert specials(game.position(text.replace(" specials=ros:0", ""))) == {"rosie": 0}
    with pytest.raises(
        PositionError, match=r"Player 1 played 'rosie' last; the tricks shown say Player 0 \(SK-1\)"
    ):
        game.position(text.replace("specials=ros:0", "specials=ros:1"))
    with pytest.raises(PositionError, match=r"used in the position names Player 1 instead of 0 \(SK-14\)"):
        game.position(text.replace("used=0/-", "used=1/-"))
    state.records[0]["specials"][SPECIALS.index("rosie")] = 1
    with pytest.raises(PositionError, match=r"who uses Rosie has played the card \(SK-14\)"):
        SPEC.notation.validate(state.records)


@pytest.mark.parametrize("players", [3, 4, 8])
def test_a_batch_sees_what_a_state_sees(players: int) -> None:
    """Rows are looked at with the record's own seat, an int8; a state's seat is a Python integer."""
    game = croupier.make("skull-king", players=players, schedule="fives", **FULL)
    batch = game.batch(4, seed=2)
    words, actions = np.arange(4, dtype=np.uint64), np.zeros(4, dtype=np.int64)
    for _ in range(60):
        for row in range(4):
            state = State(game, batch.records[row : row + 1].copy(), batch.rngs[row : row + 1].copy(), 0, "", [])
            assert np.array_equal(batch.observations[row], state.observation_tensor())
        batch.random_actions(words, actions)
        batch.step(actions)


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_sk_5_every_world_agrees_with_all_cards_that_were_played(players: int) -> None:
    game = croupier.make("skull-king", players=players, schedule="skip", **FULL)
    rng = Random(players)  # noqa: S311  # a test's randomness need not be unguessable
    checked = 0
    for seed in range(1 if INTERPRETED else 3):
        state = game.new_initial_state(seed)
        plays: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(players)}
        while not state.is_terminal():
            s = state.records[0]
            before, seat, phase = (int(s["round"]), int(s["bendt_seat"])), state.current_player(), state.phase
            action = rng.choice(state.legal_actions())
            if phase == "PLAYING":
                plays[seat].append((int(s["lead"]), int(s["hands"][seat, action - 11])))
            state.apply_action(action)
            s = state.records[0]
            if int(s["round"]) != before[0]:
                plays = {seat: [] for seat in range(players)}
            elif int(s["bendt_seat"]) != before[1]:
                plays[int(s["bendt_seat"])] = []
            if not state.is_terminal() and rng.random() < 0.4:
                checked += any(voids(state))
                for seat in range(players):
                    check_world(state.resample_hidden(seat, seed), plays)
    assert checked > (5 if INTERPRETED else 60)


def test_sk_4_hidden_bids_are_drawn_from_what_such_hands_bid() -> None:
    weak = start("g1, y1, p1, g2, y2", "g9, y9, p9, g4, y4", "g5, y5, p5, g6, y6")
    strong = start("sk, ros, ben, b14, b13", "g9, y9, p9, g4, y4", "g5, y5, p5, g6, y6")
    means = []
    for state in (weak, strong):
        bid(state, 0)
        rngs = np.array([4], dtype=np.uint64)
        before = state.records.copy()
        drawn = [draw_bid(state.records[0], 0, rngs, 0) for _ in range(40 if INTERPRETED else 400)]
        assert np.array_equal(state.records, before)
        assert 0 <= min(drawn) <= max(drawn) <= 5
        means.append(float(np.mean(drawn)))
    assert means[0] < 0.5
    assert means[1] > 3.0


def test_sk_4_in_a_world_a_bid_and_the_hand_behind_it_belong_together() -> None:
    """The best cards of hands, counted, and the bids drawn for them go up together; a uniform draw would not."""
    state = start(
        "g1, g2, g3, g4, g5, g6, g7, g8", "y1, y2, y3, y4, y5, y6, y7, y8", "p1, p2, p3, p4, p5, p6, p7, p8"
    )
    bid(state, 0)
    pairs = []
    for seed in range(60 if INTERPRETED else 500):
        world = state.resample_hidden(1, seed).records[0]
        cards = [int(card) for card in world["hands"][0] if card != NONE]
        good = sum(card > ESCAPE or (card // RANKS == 3 and card % RANKS > 6) for card in cards)
        pairs.append((good, int(world["bids"][0])))
    correlation = np.corrcoef(np.array(pairs, dtype=float).T)[0, 1]
    assert correlation > 0.5
