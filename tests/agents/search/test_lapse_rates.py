"""Lapse rates learnt by seat: strangers are predicted no worse than by a uniform guess, known kinds as well."""

from functools import cache

import numpy as np
import pytest

import croupier
from benchmarks.strangers import MODELS, log_likelihoods, rounds_of
from croupier.agents.agent import Turns
from croupier.agents.search.belief import LEARNED, LapseRates, PredictedDecisions, lapse_rates_of
from croupier.core.engine.trail import Stretch
from tests.agents.search.worldly import decisions, searching

GAMES = 4


@cache
def played(kind: str) -> list[tuple[Stretch, ...]]:
    """Some whole games of three of a kind, as their rounds."""
    game = croupier.make("skull-king")
    return [rounds_of(game, kind, 1000 + seed) for seed in range(GAMES)]


def gained(kind: str, lapse_rates: LapseRates) -> np.ndarray:
    """Log-likelihood from the second round on, less the uniform guess's: of bids, and of all else."""
    game = croupier.make("skull-king")
    rows = np.concatenate([row for rounds in played(kind) for row in log_likelihoods(game, rounds, lapse_rates)])
    return np.array([(rows[:, 1] - rows[:, 2])[rows[:, 0] == part].sum() for part in (0, 1)])


@pytest.mark.compiled
def test_a_kind_that_no_model_knows_is_foretold_no_worse_than_by_the_uniform_guess() -> None:
    bids, plays = gained("bot:simple", LEARNED)
    assert bids > 0.0
    assert plays > 0.0
    assert gained("bot:simple", lapse_rates_of(0.05))[1] < 0.0, "a fixed floor says less than nothing"


@pytest.mark.compiled
def test_the_kinds_that_are_known_are_foretold_nearly_as_well_as_with_the_least_floor() -> None:
    for kind in MODELS:
        least, learnt = gained(kind, lapse_rates_of(0.05)), gained(kind, LEARNED)
        assert (learnt > 0.9 * least).all()


def predicted(options: int, share: float, count: int) -> PredictedDecisions:
    """Decisions of seat 0 that are no bids, each of which one model gives the same share."""
    rows = np.zeros(count, dtype=np.int64)
    return PredictedDecisions(rows, rows + 1, np.full(count, options, dtype=np.int16), np.full((count, 1), share))


def test_the_uniform_guess_is_the_last_resort() -> None:
    for share, low, high in ((0.001, 0.95, 1.0), (0.97, 0.0, 0.1)):
        logs, lapse_rates = LEARNED.learnt(LEARNED.log_likelihoods(predicted(4, share, 60), people=2))
        assert low < lapse_rates[0, 0, 1] < high
        assert lapse_rates[0, 0, 0] == lapse_rates[1, 0, 0] == pytest.approx(LEARNED.values @ LEARNED.shares)
        assert logs[0, 0] >= np.log(LEARNED.shares[-1]) - 60 * np.log(4)
        assert logs[1, 0] == pytest.approx(0.0), "of a seat that has not decided nothing is learnt"


def test_a_floor_of_none_holds_impossible_what_a_model_never_does() -> None:
    logs, _ = lapse_rates_of(0.0).learnt(lapse_rates_of(0.0).log_likelihoods(predicted(2, 0.5, 3), people=1))
    assert logs[0, 0] == pytest.approx(3 * np.log(0.5))
    never = lapse_rates_of(0.0).log_likelihoods(predicted(2, 0.0, 1), people=2)
    assert np.isneginf(never).any()
    logs, lapse_rates = lapse_rates_of(0.0).learnt(never)
    assert np.isneginf(logs[0, 0])
    assert logs[1, 0] == 0.0
    assert (lapse_rates == 0.0).all()


@pytest.mark.compiled
@pytest.mark.filterwarnings("error")
def test_what_all_models_hold_impossible_teaches_nothing_of_them() -> None:
    game = croupier.make("skull-king")
    searcher, asked = searching("search/worlds=2,candidates=1,sweeps=1,floor=0:bot", game).searcher, 0
    for state in decisions(game, 2, agent="random", every=17):
        turns = Turns.of_state(state)
        trail = turns.trail(0)
        opinion = searcher.opinion(trail, state.current_player())
        np.testing.assert_allclose(opinion.models.sum(axis=-1), 1.0)
        assert np.isfinite(opinion.lapse_rates).all()
        asked += trail is not None and len(trail.finished) > 1
    assert asked
