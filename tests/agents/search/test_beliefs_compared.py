"""How beliefs are compared: what is hidden, what a belief costs, worlds in equal time, and the head."""

from functools import cache

import numpy as np
import pytest

import croupier
from benchmarks.belief_head import HOLDERS, Head, HeadSearcher, Located, exchange, fit, locate, play
from benchmarks.beliefs import SEED, TRICKS, UNIFORM, believed, figures, scored, tables
from benchmarks.strength.seeing import seeing
from croupier.agents.agent import Turns
from croupier.agents.search.searcher import SearchAgent
from croupier.agents.search.settings import Settings
from croupier.agents.search.worlds import streams
from croupier.core.engine.game import State
from croupier.games.skull_king.record.cards import TYPES

pytestmark = pytest.mark.thorough  # an experiment under benchmarks, which nothing that users have rests on

SEAT = np.zeros(1, dtype=np.int64)


@cache
def asked() -> list[State]:
    """The decisions of seat 0 to play a card in the round of ten of a game."""
    return [state.clone() for state in tables(croupier.make("skull-king"), "bot", SEED)]


def next_round_dealt(state: State, count: int) -> np.ndarray:
    """Worlds that are possible for seat 0."""
    worlds = np.repeat(state.records, count)
    croupier.make("skull-king").loops.redeal(worlds, np.zeros(count, dtype=np.int64), streams(np.uint64(9), count))
    return worlds


def test_what_a_seat_has_not_located_is_the_same_in_every_world() -> None:
    for state in asked():
        found = locate(state.records, SEAT)
        worlds = locate(next_round_dealt(state, 8), np.zeros(8, dtype=np.int64))
        for name in ("hidden", "room", "allowed"):
            assert (getattr(worlds, name) == getattr(found, name)).all(), name
        assert (worlds.held.sum(axis=2) == found.hidden).all()
        assert (worlds.held.sum(axis=1) == found.room).all()
        assert not worlds.held[~worlds.allowed].any(), "a seat was given a suit that it has shown to lack"
    assert locate(asked()[0].records, SEAT).hidden.sum() >= 57


def test_what_a_belief_costs() -> None:
    held = np.zeros((1, TYPES, HOLDERS))
    held[0, 3, 0], held[0, 56, 1], held[0, 56, 3] = 1, 1, 2  # one card, and three escapes
    located = Located(held.sum(axis=2), held, held.sum(axis=1), np.ones_like(held, dtype=np.bool_))
    shares = np.full((TYPES, HOLDERS), 0.25)
    shares[3] = 0.5, 0.5, 0.0, 0.0
    shares[56] = 0.1, 0.2, 0.0, 0.7
    cards, loss, right = scored(shares, located)
    assert cards == 4
    assert right == pytest.approx(0.5 + 0.2 + 2 * 0.7)
    assert loss == pytest.approx(-np.log(0.5) - np.log(0.2) - 2 * np.log(0.7))


@pytest.mark.compiled
def test_who_sees_all_cards_places_all_and_a_uniform_guess_costs_the_entropy_of_the_places() -> None:
    game = croupier.make("skull-king")
    agent = seeing(game)
    assert isinstance(agent, SearchAgent)
    assert [int(state.records["tricks"][0]) for state in asked()] == list(range(TRICKS))
    found = believed(game, "bot", 1, {"seeing": agent})
    loss, right = figures(found["seeing"])
    assert (right > 0.8).all(), "escapes are alike, so that none of them has one place alone"
    assert (loss < 0.3).all()
    states = asked()
    cards = [int(locate(state.records, SEAT).hidden.sum()) for state in states]
    assert found[UNIFORM][0, :, 0].tolist() == cards == sorted(cards, reverse=True)
    for state, cost in zip(states, figures(found[UNIFORM])[0], strict=False):
        even = locate(state.records, SEAT).even[0, 0]
        shares = even[even > 0.0]
        assert cost == pytest.approx(-(shares * np.log(shares)).sum())


@pytest.mark.compiled
def test_exchanges_find_what_is_probable_and_keep_the_deck() -> None:
    for state in asked()[::3]:
        found = locate(state.records, SEAT)
        worlds = next_round_dealt(state, 6)
        logs = np.log(np.maximum(found.held[0] / np.maximum(found.hidden[0], 1)[:, None], 1e-13))
        exchange(worlds, 0, logs, 60_000, streams(np.uint64(5), 6))
        after = locate(worlds, np.zeros(6, dtype=np.int64))
        assert (after.hidden == found.hidden).all()
        assert (after.room == found.room).all()
        single = found.hidden[0] == 1
        if state.records["bendt_seat"][0] == -1:
            assert (after.held[:, single] == found.held[0, single]).all()
        hands = worlds["hands"][:, 1:4]
        assert (np.sort(np.where(hands < 0, 99, hands), axis=2) == np.where(hands < 0, 99, hands)).all(), "sorted"


@cache
def small_head() -> Head:
    return Head(fit(play("tens", 4, 1), 40, 1))


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_head_says_where_cards_may_be_and_search_plays_by_it() -> None:
    game = croupier.make("skull-king")
    searcher = HeadSearcher(game, Settings(worlds=8), small_head())
    for state in asked()[1::4]:
        trail, found = state.trail(), locate(state.records, SEAT)
        shares = searcher.shares(state.records, 0, trail)
        assert shares.sum(axis=1) == pytest.approx(np.ones(TYPES))
        assert shares[~found.allowed[0]].max(initial=0.0) < 1e-9
        world = next_round_dealt(state, 1)
        assert (shares == searcher.shares(world, 0, trail)).all(), "it has read what is hidden"
        action = int(SearchAgent(searcher).act(Turns.of_state(state))[0])
        assert action in state.legal_actions()
