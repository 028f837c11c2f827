"""Search in Oh Hell: the past of a world, hands dealt anew, and what a round gains."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.core import SeatValues
from croupier.games.oh_hell.search import SEARCH, gain, horizon, redraw
from croupier.testing.agent_check import relived
from tests.amounts import larger
from tests.splitmix import SplitMix64

SMALL = "oh-hell players=3 largest=2 rounds=one hands=AH,3C/10H,2C/2H,KS turned=9H bids=1,0,0"
NOTHING = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.int16)


@pytest.mark.parametrize("options", [{"players": 3, "largest": 4}, {"players": 5, "largest": 3, "trump": False}])
def test_every_world_has_a_past_that_leads_to_it(options: dict[str, object]) -> None:
    game, draw, seen = croupier.make("oh-hell", rounds="down", **options), SplitMix64(3), set()
    state = game.new_initial_state(4)
    while not state.is_terminal():
        trail = Turns.of_state(state).trail(0)
        assert trail is not None
        for seed in range(4):
            world = state.resample_hidden(state.current_player(), seed) if seed else state
            again = relived(game, trail.present, world.records.copy(), state.current_player())
            assert again is not None
            assert seed or again.start == trail.present.start
            assert again.actions.tolist() == trail.present.actions.tolist()
        seen.add(state.phase)
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
    assert seen == {"BID", "PLAY"}


@larger("steps", 1500, 6000)
def test_oh_5_a_hand_dealt_anew_reaches_every_world_as_often_and_keeps_what_is_known(steps: int) -> None:
    game = croupier.make("oh-hell", players=3, largest=2, rounds="one")
    text = f"{SMALL} plays=3C,2C,KS,AH"
    world, worlds = game.position(text).records.copy(), []
    common, rngs = np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)
    for step in range(steps):
        touched = redraw(world[0], 0, 1 + step % 2, *NOTHING, common, rngs, 0)
        assert touched & 1 == 0
        worlds.append(world[0]["where"].copy())
    holds = np.array(worlds)[:, None] == np.arange(3)[:, None]  # by step, seat and card
    assert (holds.sum(axis=2) == [0, 1, 1]).all()
    assert not holds[:, 2, :13].any()  # seat 2 has shown to hold no club
    seen = holds[:, 1].sum(axis=0)
    hidden = 52 - 5
    assert (seen > 0).sum() == hidden
    assert seen.max() < 2.5 * steps / hidden
    assert seen[seen > 0].min() > 0.3 * steps / hidden


def test_where_nothing_is_hidden_beside_a_hand_nothing_is_dealt_anew() -> None:
    game = croupier.make("oh-hell", players=3, largest=2, rounds="one")
    text = f"{SMALL} plays=3C,2C,KS,AH,10H"
    world = game.position(text).records.copy()
    common, rngs = np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)
    before = world.tobytes()
    assert redraw(world[0], 0, 1, *NOTHING, common, rngs, 0) == 0  # its hand is empty
    assert world.tobytes() == before


def test_a_round_gains_its_points_less_the_mean_of_what_the_others_score() -> None:
    game = croupier.make("oh-hell", players=3, largest=2)
    text = "oh-hell players=3 largest=2 round=2 scores=11,0,0 hands=AH,3C/10H,2C/2H,KS turned=9H bids=2,1,0"
    start = game.position(f"{text} plays=AH,10H,2H,3C,2C")
    end = start.clone()
    end.apply_action(end.string_to_action("KS"))
    out: SeatValues = np.zeros(3, dtype=np.float32)
    assert not horizon(start.records[0], start.records[0])
    assert horizon(start.records[0], end.records[0])
    gain(start.records[0], end.records[0], out)
    assert out.tolist() == [12 - 5, 0 - 11, 10 - 6]
    assert SEARCH.strata is not None
    assert SEARCH.strata(start.records[0], 2) == {"cards": 1}


@pytest.mark.thorough
def test_search_keeps_to_what_its_seat_knows() -> None:
    game = croupier.make("oh-hell", players=3, largest=2)
    assert croupier.check_agent(game, "search/worlds=4", games=1, worlds=2) > 10
