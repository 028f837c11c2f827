"""Beliefs: likelihoods are those of the models, the truth is possible, and samples follow the posterior."""

import itertools
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.belief import KINDS, Belief, LapseRateValues, Opinion, lapse_rates_of
from croupier.agents.search.chains import Chains
from croupier.agents.search.models import AgentModel, SeatModel, model_of
from croupier.agents.search.rollouts import Rollouts
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import SELF, Settings
from croupier.agents.search.worlds import Worlds, streams
from croupier.core.base.types import Mask, Records
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Stretch
from croupier.core.spec.search import HIDDEN
from croupier.games.skull_king.record.cards import NONE, RANKS, is_number
from tests.agents.search.worldly import NET, TABLES, decisions, elsewhere, present, searching, told
from tests.amounts import daily, larger

FLOOR = 0.05


def belief_of(game: Game, *names: str) -> tuple[Belief, list[SeatModel]]:
    models = [model_of(game, make_agent(name, game)) for name in names]
    return Belief(game, game.spec.search_part, models), models


def lapse_rates(game: Game, models: int, value: float) -> LapseRateValues:
    """The same floor for everybody."""
    return np.full((game.num_players, models, KINDS), value)


def everybody(game: Game, count: int, but: int) -> Mask:
    asked = np.ones((count, game.num_players), dtype=np.bool_)
    asked[:, but] = False
    return asked


@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_the_truth_is_never_impossible_and_its_likelihood_is_the_product_of_what_the_models_say(
    options: dict[str, object],
) -> None:
    game = croupier.make("skull-king", **options)
    belief, _ = belief_of(game, NET, "bot")
    agents = [make_agent(NET, game), make_agent("bot", game)]
    for state in decisions(game, 6, every=9):
        seat = state.current_player()
        stretch = present(state)
        story = belief.story(stretch, seat)
        if state.phase == "BIDDING":
            continue  # others' bids are not open: there is nothing to be read
        asked, known = everybody(game, 1, seat), lapse_rates(game, 2, FLOOR)
        found, fits = belief.likelihoods(state.records.copy(), story, asked, known)
        assert fits.all()
        expected = np.zeros((game.num_players, 2))
        record = stretch.start.copy()
        for action, mover in zip(stretch.actions, stretch.movers, strict=True):
            turns = Turns(game, record.copy(), np.zeros(1, dtype=np.uint64))
            legal = np.flatnonzero(turns.masks[0])
            if mover != seat and len(legal) > 1:
                lists, counts = legal.astype(np.int16)[None, :], np.array([len(legal)], dtype=np.int16)
                place = int(np.flatnonzero(legal == action)[0])
                for number, agent in enumerate(agents):
                    shares = AgentModel(game, agent).chances(record, np.zeros(1, dtype=np.int64), lists, counts)
                    expected[mover, number] += np.log((1 - FLOOR) * shares[0, place] + FLOOR / len(legal))
            game.spec.rules.play(record[0], int(action))
        np.testing.assert_allclose(found[0], expected, atol=1e-3)


@cache
def last_but_one_trick() -> tuple[Game, State, int, Stretch]:
    """A game of seven, a position in which each other seat holds one unknown card, its seat and stretch."""
    game = croupier.make("skull-king", players=7, schedule="tens", bendt=False, jade=False)
    for seed in range(200):
        state = game.new_initial_state(seed)
        bot = make_agent("bot", game)
        while not state.is_terminal():
            s = state.records[0]
            if (
                state.phase == "PLAYING" and s["tricks"] == s["cards"] - 2 and s["laid"] == 6
                and len(state.legal_actions()) == 2 and not s["pile_size"]
            ):  # fmt: skip
                return game, state, state.current_player(), present(state)
            state.apply_action(int(bot.act(Turns.of_state(state))[0]))
    pytest.fail("no such position was met")


def all_worlds(game: Game, state: State) -> Records:
    """Every way in which the others can hold the cards that are left."""
    seat, s = state.current_player(), state.records[0]
    others = [other for other in range(7) if other != seat]
    cards = [int(s["hands"][other, 0]) for other in others]
    found = {}
    for order in itertools.permutations(cards):
        world = state.records.copy()
        fits = True
        for other, card in zip(others, order, strict=True):
            world["hands"][0, other, 0] = card
            world["suits"][0, other] = 0
            if card < 56:
                world["suits"][0, other, card // 14] = 1
                fits = fits and not s["voids"][other] >> (card // 14) & 1
        if fits:
            found[order] = world
    return np.concatenate(list(found.values()))


@larger("count", 80, 800)
def test_samples_follow_the_exact_posterior_over_all_worlds(count: int) -> None:
    game, state, seat, stretch = last_but_one_trick()
    belief, models = belief_of(game, "bot")
    story = belief.story(stretch, seat)
    worlds = all_worlds(game, state)
    assert len(worlds) > 20
    read = len(story.codes)
    found, fits = belief.likelihoods(worlds, story, everybody(game, len(worlds), seat), lapse_rates(game, 1, 0.3))
    weights = np.where(fits, np.exp(found.sum(axis=(1, 2))), 0.0)
    weights /= weights.sum()
    held = worlds["hands"][:, :, 0]
    sampler = Worlds(game, game.spec.search_part, models)
    rngs = streams(np.uint64(5), count)
    drawn = sampler.sample(state.records, seat, rngs, np.zeros((count, 7), dtype=np.int8))
    chains = Chains(belief, drawn, seat, rngs, story, Opinion(np.ones((7, 1)), lapse_rates(game, 1, 0.3)))
    report, sampled = chains.run(4, 20), chains.worlds
    assert report.decisions == read == 71
    assert 0.0 < report.moved < 1.0
    for other in range(7):
        if other == seat:
            continue
        for card in np.unique(held[:, other]):
            exact = float(weights[held[:, other] == card].sum())
            share = float((sampled["hands"][:, other, 0] == card).mean())
            assert abs(share - exact) < 4.5 * np.sqrt(exact * (1 - exact) / count) + 0.01, (other, card)


def must_have_drawn() -> tuple[State, int]:
    """A position in which somebody has played a suit that it lacked before it drew for Bendt, and that card."""
    game = croupier.make("skull-king")
    for seed in range(400):
        voids = np.zeros(8, dtype=np.int16)
        for state in decisions(game, seed):
            s, seat = state.records[0], state.current_player()
            drawer = int(s["bendt_seat"])
            if drawer == NONE:
                voids = s["voids"].copy()
            elif state.phase == "PLAYING" and drawer != seat and s["jade_seat"] == NONE:
                codes = told(present(state), seat)
                after = codes[codes.index(HIDDEN) :]
                for card in s["drawn"].tolist():
                    if is_number(card) and voids[drawer] >> (card // RANKS) & 1 and card in after:
                        return state, card
    pytest.fail("no such position was met")


@pytest.mark.thorough
def test_worlds_agree_with_what_must_have_been_drawn_for_bendt() -> None:
    state, card = must_have_drawn()
    agent = searching("search/worlds=64:bot", state.game)
    worlds = agent.searcher.search(Turns.of_state(state), 0).worlds
    assert (worlds["drawn"] == card).any(axis=1).all()
    assert len(np.unique(worlds["hands"], axis=0)) > 32, "they are no copies of few"
    assert len(np.unique(worlds["discards"], axis=0)) > 10


def test_a_model_that_hardly_anybody_plays_as_is_not_asked() -> None:
    game, state, seat, stretch = last_but_one_trick()
    belief, _ = belief_of(game, "bot", "bot:simple")
    story, worlds = belief.story(stretch, seat), all_worlds(game, state)
    asked, likely = everybody(game, len(worlds), seat), np.ones((7, 2), dtype=np.bool_)
    both, fits = belief.likelihoods(worlds, story, asked, lapse_rates(game, 2, 0.3))
    other = (seat + 1) % 7
    likely[other, 1] = False
    found, same = belief.likelihoods(worlds, story, asked, lapse_rates(game, 2, 0.3), likely)
    assert (fits == same).all()
    assert np.isneginf(found[:, other, 1]).all()
    both[:, other, 1] = -np.inf
    assert (found == both).all()


def held(agent: SearchAgent, turns: Turns, keys: range) -> np.ndarray:
    """In what share of its worlds each hand holds each card, in searches by other random words; float64."""
    found = []
    for key in keys:
        worlds = agent.searcher.search(replace(turns, keys=np.array([key], dtype=np.uint64)), 0).worlds
        found.append((worlds["hands"][:, :, None, :] == np.arange(68)[:, None]).any(axis=3).mean(axis=0))
    return np.array(found)


@pytest.mark.thorough
@pytest.mark.parametrize("name", daily(["search/worlds=8,candidates=4,sweeps=4:bot", "pimc/worlds=8:bot"]))
def test_worlds_are_distributed_alike_whatever_the_truth_is(name: str) -> None:
    game = croupier.make("skull-king")
    agent = searching(name, game)
    played = (each for each in decisions(game, 9) if each.phase == "PLAYING" and each.records["cards"][0] == 6)
    state = next(each for each in played if each.records["tricks"][0] == 2)
    one, two = elsewhere(state, 40), elsewhere(state, 41)
    assert one is not None
    assert two is not None
    assert (one.records["hands"] != two.records["hands"]).any()
    count = 80
    first, second = held(agent, one, range(count)), held(agent, two, range(count, 2 * count))
    apart = np.abs(first.mean(axis=0) - second.mean(axis=0))
    error = np.sqrt((first.var(axis=0) + second.var(axis=0)) / count)
    assert (apart <= 4.5 * error + 0.02).all()
    assert (first.mean(axis=0) > 0.02).sum() > 60


@pytest.mark.thorough
def test_worlds_of_a_search_are_independent_of_each_other() -> None:
    """Shares over the worlds of a search vary between searches as those of independent worlds do.

    So errors of means may be computed from their number. Where few deals explain the bids, worlds that are copies
    of them would vary many times as much.
    """
    game = croupier.make("skull-king")
    worlds, searches = 32, 40
    agent = searching(f"search/worlds={worlds}:{NET}", game)
    played = (each for each in decisions(game, 9) if each.phase == "PLAYING" and each.records["cards"][0] == 9)
    state = next(each for each in played if each.records["tricks"][0] == 1)
    shares = held(agent, Turns.of_state(state), range(searches))
    mean = shares.mean(axis=0)
    open_still = (mean > 0.1) & (mean < 0.9)
    assert open_still.sum() > 50
    ratio = shares.var(axis=0, ddof=1)[open_still] / (mean * (1.0 - mean) / worlds)[open_still]
    assert 0.8 < ratio.mean() < 1.3


@pytest.mark.thorough
@pytest.mark.parametrize("drawn", [800])
def test_gains_are_those_of_all_worlds_weighted_by_the_exact_posterior(drawn: int) -> None:
    game, state, seat, stretch = last_but_one_trick()
    settings = Settings(worlds=drawn, candidates=4, sweeps=20, floor=0.3, opponents=SELF, halving=False)
    found = Searcher(game, make_agent("bot", game), settings, None).search(Turns.of_state(state), 0)
    belief, models = belief_of(game, "bot")
    story, worlds = belief.story(stretch, seat), all_worlds(game, state)
    logs, fits = belief.likelihoods(worlds, story, everybody(game, len(worlds), seat), lapse_rates(game, 1, 0.3))
    weights = np.where(fits, np.exp(logs.sum(axis=(1, 2))), 0.0)
    engine = Rollouts(game, game.spec.search_part, models)
    for place, action in enumerate(found.actions):
        count = len(worlds)
        gains = engine.run(
            state.records, worlds.copy(), np.arange(count, dtype=np.uint64), np.zeros((count, 7), dtype=np.int8),
            np.full(count, action),
        )[:, seat]  # fmt: skip
        exact = float(np.average(gains, weights=weights))
        error = float(found.gains[place].std() / np.sqrt(drawn))
        assert abs(float(found.gains[place].mean()) - exact) < 4.5 * error + 0.01


def test_models_are_told_apart_by_what_they_foretell() -> None:
    game = croupier.make("skull-king")
    belief, _ = belief_of(game, NET, "bot")
    for played, better in ((NET, 0), ("bot", 1)):
        agent = make_agent(played, game)
        state = game.new_initial_state(8)
        while not state.is_terminal():
            state.apply_action(int(agent.act(Turns.of_state(state))[0]))
        trail = state.trail()
        assert trail is not None
        stretches = (*trail.finished, trail.present)
        predicted = [
            lapse_rates_of(FLOOR).log_likelihoods(belief.predicted(*belief.decided(each, 0)), game.num_players)
            for each in stretches
        ]
        logs = np.sum(predicted, axis=(0, 3, 4))
        assert (logs[1:, better] > logs[1:, 1 - better]).all()
        assert not logs[0].any(), "a seat does not ask how it plays itself"
