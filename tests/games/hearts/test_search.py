"""Search in Hearts: the past of a world, hands dealt anew, and what a deal gains."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.core import SeatValues
from croupier.games.hearts.search import SEARCH, gain, horizon, redraw
from croupier.testing.agent_check import relived
from tests.amounts import daily, larger
from tests.games.hearts.tables import MOON, SHOT, six
from tests.games.hearts.test_redeal import hands, passed
from tests.splitmix import SplitMix64

NOTHING = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.int16)


@pytest.mark.parametrize("options", daily([{"players": 4}, {"players": 5, "passing": "across", "jack": True}]))
def test_every_world_has_a_past_that_leads_to_it(options: dict[str, object]) -> None:
    game, draw, seen = croupier.make("hearts", target=0, max_deals=2, **options), SplitMix64(3), set()
    state = game.new_initial_state(4)
    while not state.is_terminal():
        trail = Turns.of_state(state).trail(0)
        assert trail is not None
        for seed in range(2):
            world = state.resample_hidden(state.current_player(), seed) if seed else state
            again = relived(game, trail.present, world.records.copy(), state.current_player())
            assert again is not None
            assert seed or again.start == trail.present.start
        seen.add(state.phase)
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
    assert seen == {"PASS", "PLAY"}


def test_a_past_that_begins_in_the_middle_of_passing_leads_to_its_worlds() -> None:
    state = six("passed=2C,3C,QS/4C", passing="left")
    for card in ("5C", "4D", "6C", "7C", "10D", "8C", "9C", "4S", "10C", "JC", "10S", "QC", "KC", "AC"):
        state.apply_action(state.string_to_action(card))
    trail = Turns.of_state(state).trail(0)
    assert trail is not None
    for seed in range(20):
        for seat in range(6):
            world = state.resample_hidden(seat, seed)
            again = relived(state.game, trail.present, world.records.copy(), seat)
            assert again is not None


@larger("steps", 1000, 3000)
def test_he_2_hands_dealt_anew_keep_what_is_known_and_reach_every_card(steps: int) -> None:
    state = passed("2C", "4C", "6C")
    world, where, given = state.records.copy(), [], []
    common, rngs = np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)
    before = state.records[0]
    for step in range(steps):
        touched = redraw(world[0], 2, (0, 1, 3, 4, 5)[step % 5], *NOTHING, common, rngs, 0)
        assert not (touched >> 2) & 1
        where.append(world[0]["where"].copy())
        given.append(world[0]["given"].copy())
    seats, places = np.arange(6)[:, None], np.array(where)
    holds, gave = places[:, None] == seats, np.array(given)[:, None] == seats  # by step, seat and card
    assert (holds.sum(axis=2) == (before["where"] == seats).sum(axis=1)).all()
    assert (gave.sum(axis=2) == 3).all()
    for seat in range(6):
        receiver = (seat + 1) % 6
        assert set(places[gave[:, seat]].tolist()) <= {receiver, 12 + receiver}
    assert (holds[:, 2] == (before["where"] == 2)).all()
    for known in (1, 2):  # what it got, and what it has passed
        assert (gave[:, known] == (before["given"] == known)).all()
    hidden = 48 - 7 - 3 - 2  # but its own, those played, and two that it has passed and seat 3 still holds
    held, passed_on = (each[:, 4].sum(axis=0) for each in (holds, gave))
    assert (held > 0).sum() == (passed_on > 0).sum() == hidden
    mean = steps * 8 / hidden
    assert held.max() < 1.4 * mean
    assert held[held > 0].min() > 0.6 * mean


def test_where_all_that_is_hidden_lies_in_one_hand_nothing_is_dealt_anew() -> None:
    state = six(f"plays={SHOT.rpartition(',9H')[0]},9H,10D,7S,9S,AD", MOON)
    world = state.records.copy()
    common, rngs = np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)
    before = world.tobytes()
    assert [len(hand) for hand in hands(state)] == [1, 0, 0, 0, 0, 0]
    assert redraw(world[0], 1, 0, *NOTHING, common, rngs, 0) == 0
    assert world.tobytes() == before


def test_a_deal_gains_what_the_others_get_less_the_own_points() -> None:
    start = six(f"deal=5 plays={SHOT.rpartition(',')[0]}", MOON)
    end = start.clone()
    end.apply_action(end.string_to_action("8D"))
    out: SeatValues = np.zeros(6, dtype=np.float32)
    assert not horizon(start.records[0], start.records[0])
    assert horizon(start.records[0], end.records[0])
    gain(start.records[0], end.records[0], out)
    assert out.tolist() == pytest.approx([-26 * 1 / 5, 26, *[-26 * 1 / 5] * 4])
    assert SEARCH.strata is not None
    assert SEARCH.strata(start.records[0], 0) == {"cards": 1}


@pytest.mark.thorough
def test_search_keeps_to_what_its_seat_knows() -> None:
    game = croupier.make("hearts", players=6, target=0, max_deals=1)
    assert croupier.check_agent(game, "search/worlds=2", games=1, worlds=2) > 10
