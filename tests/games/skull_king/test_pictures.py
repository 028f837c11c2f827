"""Pictures of Skull King: all cards, and tables that show a seat no more than it may know."""

import pytest

import croupier
from croupier.core.engine.making import split_position
from croupier.games.skull_king.pictures import PICTURES
from croupier.games.skull_king.record.cards import FACES, name_of
from croupier.games.skull_king.spec import SPEC
from tests.games.drawn import faces, words

BODIES = {name: picture.body for name, picture in PICTURES.faces.items()}


def shown(svg: str) -> set[str]:
    return faces(svg, PICTURES.faces)


def test_every_card_in_a_hand_and_on_the_table_has_a_picture() -> None:
    assert list(BODIES) == [name_of(code) for code in range(FACES)]


@pytest.mark.parametrize("suit", ["green", "yellow", "purple", "black"])
def test_a_number_card_says_its_number_at_two_corners_and_in_the_middle(suit: str) -> None:
    for rank in range(1, 15):
        assert words(PICTURES.faces[f"{suit} {rank}"].svg) == [str(rank)] * 3


def test_sk_12_a_coin_stands_for_each_ten_points_of_a_capture() -> None:
    coins = {name: body.count('cy="300"') for name, body in BODIES.items()}
    fourteens = {f"{suit} 14": 1 for suit in ("green", "yellow", "purple")}
    pirates = dict.fromkeys(("rosie", "bendt", "roatan", "jade", "harry", "tigress:pirate"), 3)
    expected = fourteens | pirates | {"black 14": 2, "mermaid": 2, "skull king": 4}
    assert {name: count for name, count in coins.items() if count} == expected


def test_a_seat_sees_its_own_cards_and_a_spectator_those_on_the_table_alone() -> None:
    game, _ = split_position(SPEC, PICTURES.example)
    state = game.position(PICTURES.example)
    trick, last = {"skull king", "green 10", "yellow 2"}, {"black 8", "black 5", "whale", "escape", "black 4"}
    assert shown(state.svg(None)) == trick
    assert shown(state.svg(3)) == trick | {"purple 1", "purple 6", "black 10", "black 11", "mermaid"}
    assert shown(state.svg(1)) == trick | {"green 3", "green 11", "purple 11", "black 14", "bendt"}
    assert not shown(state.svg(3)) & last - {"escape"}


def test_sk_4_a_bid_is_drawn_as_hidden_until_the_last_is_in() -> None:
    state = croupier.make("skull-king", players=3).new_initial_state(2)
    first = state.current_player()
    state.apply_action(1)
    assert "bid 1 · won 0" in words(state.svg(first))
    for other in (None, *(seat for seat in range(3) if seat != first)):
        assert "bid ?" in words(state.svg(other))
        assert not any("bid 1" in line for line in words(state.svg(other)))


def test_sk_14_what_jade_and_bendt_show_is_drawn_for_their_seats_alone() -> None:
    for seed in range(200):
        state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(seed)
        while not state.is_terminal() and state.phase not in ("ABILITY_JADE", "ABILITY_BENDT_1"):
            state.apply_action(state.legal_actions()[-1 if state.phase == "PLAYING" else 0])
        if not state.is_terminal():
            break
    seat = state.current_player()
    title = {"ABILITY_JADE": "Not dealt, as Jade has shown", "ABILITY_BENDT_1": "Drawn for Bendt"}[state.phase]
    assert title in words(state.svg(seat))
    assert all(title not in words(state.svg(other)) for other in (None, 0, 1, 2) if other != seat)


def test_between_tricks_the_last_one_is_drawn() -> None:
    state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(4)
    while state.view(None)["table"]["tricks"] == 0 or state.phase != "PLAYING":
        state.apply_action(state.legal_actions()[0])
    assert "The last trick" in "".join(words(state.svg(None)))
    assert {play["card"] for play in state.view(None)["table"]["last_trick"]["plays"]} == shown(state.svg(None))


@pytest.mark.parametrize("players", range(2, 9))
def test_all_seats_are_on_the_picture_whatever_the_size_of_the_table(players: int) -> None:
    state = croupier.make("skull-king", players=players).new_initial_state(1)
    names = [f"Player {seat}" for seat in range(players)] + (["Graybeard"] if players == 2 else [])
    assert [name for name in words(state.svg(None)) if name in names] == names


def test_a_bid_has_a_sign_that_says_whether_it_is_short_made_or_passed() -> None:
    game, _ = split_position(SPEC, PICTURES.example)
    bids, won = "bids=1,2,2,3,1", "won=1,0,0,0,0"
    assert won in PICTURES.example
    assert bids in PICTURES.example
    signs = {"short": "M0-9H11L5.5 0Z", "made": "M1-5 4.5-1 10-10", "passed": "M0 0H11L5.5-9Z"}
    for bid, expected in ((2, ["short", "made"]), (1, ["made"]), (0, ["made", "passed"])):
        svg = game.position(PICTURES.example.replace(bids, f"bids={bid},0,0,0,0")).svg(None)
        assert [name for name, sign in signs.items() if sign in svg] == expected
