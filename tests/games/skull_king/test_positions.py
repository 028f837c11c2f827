"""One-line positions: complete, short to write, and refused by the rule's id where no game comes to them."""

import re
from functools import cache

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.core.spec.spec import CHANCE
from croupier.games.skull_king.record.cards import NAMES, SHORT, read_card
from croupier.games.skull_king.spec import SPEC
from tests.games.skull_king.tables import FULL, bid, field, play, say, scores, start, started


def set_up(text: str) -> State:
    game, _ = split_position(SPEC, text)
    return game.position(text, seed=3)


def fields(state: State) -> dict[str, str]:
    return SPEC.notation.format_position(state.records)


def same(one: State, other: State) -> bool:
    return bool(one.records.tobytes() == other.records.tobytes())


def test_sk_1_every_card_has_a_long_and_a_short_name_that_read_back() -> None:
    assert len(set(NAMES)) == len(set(SHORT)) == 68
    for names in (NAMES, SHORT):
        assert [read_card(name) for name in names] == list(range(68))
        assert [read_card(name.upper()) for name in names] == list(range(68))


def test_a_short_position_has_the_start_of_a_round_for_all_it_leaves_out() -> None:
    state = set_up("skull-king players=3 round=1 hands=g7/ros/b14")
    shown = fields(state)
    pile = shown.pop("pile").split(",")
    assert shown == {
        "phase": "BIDDING",
        "round": "1",
        "dealer": "2",
        "leader": "0",
        "tricks": "0",
        "scores": "0,0,0",
        "bids": "-,-,-",
        "won": "0,0,0",
        "hands": "g7/ros/b14",
    }
    assert len(pile) == 67
    assert set(pile) & {"g7", "ros", "b14"} == set()


def test_a_position_with_all_bids_begins_to_play() -> None:
    state = set_up("skull-king players=3 dealer=0 hands=g7/ros/b14 bids=0,1,1 scores=10,-20,30")
    assert (state.phase, state.current_player(), scores(state)) == ("PLAYING", 1, [10, -20, 30])


def test_a_deal_that_is_due_is_dealt_by_the_seed() -> None:
    text = "skull-king players=3 phase=DEAL round=1"
    assert same(set_up(text), set_up(text))
    assert (set_up(text).phase, field(set_up(text), "cards")) == ("BIDDING", 1)
    later = set_up(
        "skull-king players=3 schedule=fives phase=DEAL round=5 dealer=1 tricks=5 leader=2 bids=1,2,2 won=1,2,2 "
        "scores=20,40,40 "
        "pile=g1,g2,g3,g4,g5,g6,g7,g8,g9,g10,g11,g12,g13,g14,y1,y2,y3,y4,y5,y6,y7,y8,y9,y10,y11,y12,"
        "y13,y14,p1,p2,p3,p4,p5,p6,p7,p8,p9,p10,p11,p12,p13,p14,b1,b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,ros,ben "
        "hands=-/-/- last=2/2/b12,esc,esc missed=0,0,0 gained=20,40,40"
    )
    assert (field(later, "dealer"), field(later, "round"), later.current_player()) == (2, 4, 0)


@cache
def interesting() -> list[State]:
    """Tables in every phase, with all that a record can remember."""
    hands = ("tigress, green 2, rosie", "loot, green 3, bendt", "mermaid, loot, jade")
    states = [start(*hands, **FULL)]
    bid(states[-1], 1, 2)
    states.append(states[-1].clone())
    bid(states[-1], 1, 2, 3)
    states.append(states[-1].clone())
    say(states[-1], "[play tigress]")
    states.append(states[-1].clone())
    say(states[-1], "[pirate]")
    for cards in ("loot, loot", "rosie, bendt, jade"):
        states.append(states[-1].clone())
        play(states[-1], cards)
    states.append(states[-1].clone())
    say(states[-1], "[leader 2]")
    for pirate, plays in (("bendt", 3), ("roatan", 3), ("jade", 3), ("harry", 6)):
        table = started(f"{pirate}, green 2", "green 1, green 9", "green 3, green 4")
        play(table, ", ".join([pirate, "green 1", "green 3", "green 2", "green 9", "green 4"][:plays]))
        states.append(table)
    states.append(states[7].clone())
    say(states[-1], "[discard 1]")
    states.append(states[-1].clone())
    say(states[-1], "[discard 1]")
    table = started("kraken, green 8", "green 1, green 2", "black 3, yellow 5", players=2, kraken=True)
    play(table, "kraken, green 1")
    return [*states, table]


@pytest.mark.parametrize("number", range(14))
def test_a_position_reads_back_exactly_in_every_phase(number: int) -> None:
    state = interesting()[number]
    again = state.game.position(state.position(), seed=state.seed)
    assert same(again, state)
    assert again.position() == state.position()
    assert "\n" not in state.position()


def test_the_tables_above_are_in_every_phase() -> None:
    assert {state.phase for state in interesting()} == {phase.name for phase in interesting()[0].game.phases}


def test_a_finished_game_reads_back_exactly() -> None:
    state = croupier.make("skull-king", players=3, schedule="fives", loot=True).new_initial_state(2)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert "phase=OVER round=5" in state.position()
    assert same(state.game.position(state.position()), state)


@pytest.mark.parametrize("name", [name for name in SPEC.rules.state.names or () if name != "spare"])
def test_a_record_with_one_number_out_of_range_is_refused(name: str) -> None:
    state = interesting()[5]
    SPEC.notation.validate(state.records)
    wide = name in ("scores", "gained", "bonuses")
    for value in (-10_000, 10_000) if wide else (-7, 100):
        broken = state.records.copy()
        np.ravel(broken[name])[0] = value
        with pytest.raises(PositionError):
            SPEC.notation.validate(broken)


def test_sk_2_before_the_first_deal_the_table_is_as_it_was_set_up() -> None:
    records = croupier.make("skull-king").new_records()
    SPEC.notation.validate(records)
    for name in ("sizes", "scores", "last_trick", "seen"):
        broken = records.copy()
        np.ravel(broken[name])[0] = 3
        with pytest.raises(PositionError, match=rf"before the first deal the record's {name} cannot be told yet"):
            SPEC.notation.validate(broken)


def test_saved_bytes_of_an_impossible_record_are_refused() -> None:
    state = started("green 7, green 1", "green 8, green 2", "green 9, green 3")
    state.records["hands"][0, 0, 0] = state.records["hands"][0, 1, 0]
    with pytest.raises(PositionError, match=r"'green 2' is there 2 times; this deck has 1 \(SK-1\)"):
        state.game.deserialize_state(state.serialize())


def test_the_record_is_small_and_nothing_is_left_of_the_round_before() -> None:
    assert SPEC.rules.state.itemsize < 512
    game = croupier.make("skull-king", players=3, schedule="fives", loot=True, kraken=True, whale=True)
    state = game.new_initial_state(8)
    while field(state, "round") < 4:
        state.apply_action(state.legal_actions()[-1])
    fresh = game.new_records()
    kept = {"scores", "gained", "missed", "round", "cards", "dealer", "leader", "player", "phase", "pile_size",
            "sizes", "suits", "twins", "hands", "pile", "last_leader", "last_winner", "last_trick"}  # fmt: skip
    for name in SPEC.rules.state.names or ():
        if name not in kept:
            assert np.array_equal(state.records[name], fresh[name]), name
    assert fresh[0]["player"] == CHANCE


def test_the_page_explains_every_field_of_a_position() -> None:
    from croupier.games.skull_king.notation import FIELDS
    from tests.cases import ROOT

    page = (ROOT / "docs" / "rules" / "skull-king.md").read_text()
    for name in FIELDS:
        assert re.search(rf"^\| `{name}` \|", page, re.MULTILINE), name


def test_sk_14_a_record_with_a_wager_that_nobody_made_is_refused() -> None:
    state = croupier.make("skull-king", players=8).new_initial_state(3)
    while state.phase != "PLAYING":
        state.apply_action(state.legal_actions()[0])
    record = state.records.copy()
    record["wagers"][0, 7] = 10  # nobody has used Roatan: his seat, -1, is no index of the last one
    with pytest.raises(PositionError, match=r"nobody wagers but who has won a trick with Roatan \(SK-14\)"):
        state.game.spec.notation.validate(record)
