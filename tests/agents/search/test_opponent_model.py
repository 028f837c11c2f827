"""The model that is fitted to the others: it learns kinds that it was never shown, and nothing that is hidden."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from benchmarks.strangers import WAYS, log_likelihoods, rounds_of
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search import opponent_model
from croupier.agents.search.belief import Belief
from croupier.agents.search.models import pick_rows
from croupier.agents.search.opponent_model import WIDTH, ObservedDecisions, OpponentModel, read_layers
from croupier.agents.search.opponents import LEAST
from croupier.core.base.errors import FileError
from croupier.core.base.tiers import compiled_form
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Stretch
from croupier.core.spec.search import DescribedChoices
from tests.agents.search.worldly import decisions, elsewhere, searching

SMALL = "search/worlds=4,candidates=1,sweeps=1,opponents=watched"
LEFT_OUT = ("bot:simple", "bot:habit-saver")
"""Kinds that its weights were not fitted to."""


def described(game: Game) -> DescribedChoices:
    part = game.spec.search_part
    assert part.choices is not None
    return part.choices()


@cache
def played(kind: str) -> list[tuple[Stretch, ...]]:
    game = croupier.make("skull-king")
    return [rounds_of(game, kind, 500 + seed) for seed in range(3)]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", LEFT_OUT)
def test_a_kind_that_was_left_out_is_foretold_far_better_than_by_the_uniform_guess(kind: str) -> None:
    game = croupier.make("skull-king")
    rows = np.concatenate(
        [row for rounds in played(kind) for row in log_likelihoods(game, rounds, *WAYS["watched"])]
    )
    for part in (0, 1):
        _, logs, even = rows[rows[:, 0] == part].mean(axis=0)
        assert logs > even + 0.25


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["net", "bot"])
def test_the_kinds_that_are_known_are_foretold_as_well_with_it(kind: str) -> None:
    game = croupier.make("skull-king")
    without, with_model = (
        np.concatenate([row for rounds in played(kind) for row in log_likelihoods(game, rounds, *WAYS[way])])
        for way in ("floor learnt", "watched")
    )
    assert with_model[:, 1].mean() > without[:, 1].mean() - 0.04


def test_what_is_learnt_does_not_hang_on_what_is_hidden() -> None:
    game = croupier.make("skull-king")
    agent, fitted, compared = searching(f"{SMALL}:bot", game), 0, 0
    for number, state in enumerate(decisions(game, 4, agent="bot:simple", every=11)):
        other = elsewhere(state, number)
        if other is None:
            continue
        seat = state.current_player()
        here, there = (agent.searcher.opinion(turns.trail(0), seat) for turns in (Turns.of_state(state), other))
        assert here.fitted is not None
        assert there.fitted is not None
        assert (here.models == there.models).all()
        assert (here.fitted.heads == there.fitted.heads).all()
        found, again = (agent.searcher.search(turns, 0) for turns in (Turns.of_state(state), other))
        assert (found.gains == again.gains).all()
        assert found.action == again.action
        fitted += bool((here.fitted.heads != here.fitted.heads[seat]).any())
        compared += 1
    assert compared > 8
    assert fitted > compared / 2


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_choice_whatever_was_asked_before() -> None:
    game = croupier.make("skull-king")
    found = (state for state in decisions(game, 6, agent="bot:simple", every=29) if state.phase == "PLAYING")
    states = [state.clone() for state in found]
    forth, back = searching(f"{SMALL}:bot", game), searching(f"{SMALL}:bot", game)
    first = [forth.searcher.search(Turns.of_state(state), 0).gains for state in states]
    last = [back.searcher.search(Turns.of_state(state), 0).gains for state in reversed(states)]
    assert len(states) > 4
    assert all((one == other).all() for one, other in zip(first, reversed(last), strict=True))


def test_its_probabilities_are_shares_and_its_choices_are_drawn_from_them() -> None:
    game = croupier.make("skull-king")
    model = OpponentModel.unfitted(described(game), game.num_players)
    state = next(each for each in decisions(game, 3) if each.phase == "PLAYING" and len(each.legal_actions()) == 3)
    count = 4000
    records = np.repeat(state.records, count)
    lists = np.tile(np.array(state.legal_actions(), dtype=np.int16), (count, 1))
    rows, counts = np.arange(count), np.full(count, 3, dtype=np.int16)
    shares = model.chances(records, rows[:1], lists, counts)[0]
    assert shares.sum() == pytest.approx(1.0)
    out = np.zeros(count, dtype=np.int64)
    model.choose(records, rows, lists, counts, np.arange(count, dtype=np.uint64) << np.uint64(20), out)
    drawn = np.array([(out == action).mean() for action in state.legal_actions()])
    assert np.abs(drawn - shares).max() < 4.5 * 0.5 / count**0.5


def test_abilities_are_not_described_and_any_answer_is_as_likely() -> None:
    game = croupier.make("skull-king")
    model = OpponentModel.unfitted(described(game), game.num_players)
    for seed in range(20):
        for state in decisions(game, seed):
            if state.phase.startswith("ABILITY"):
                legal = np.array([state.legal_actions()], dtype=np.int16)
                counts = np.array([legal.shape[1]], dtype=np.int16)
                shares = model.chances(state.records, np.zeros(1, dtype=np.int64), legal, counts)
                np.testing.assert_allclose(shares[0], 1.0 / legal.shape[1], atol=1e-6)
                return
    pytest.fail("nobody was asked about an ability")


@pytest.mark.compiled
def test_a_fit_finds_the_values_that_choices_were_drawn_by_and_is_their_best() -> None:
    game, rng = croupier.make("skull-king"), np.random.default_rng(2)
    model = OpponentModel.unfitted(described(game), 2)
    layers = read_layers(described(game).weights, described(game).size)
    count, truth = 3000, rng.normal(0.0, 0.5, WIDTH)
    features = rng.normal(0.0, 1.0, (count, 4, WIDTH)).astype(np.float32)
    logits = features @ truth
    places = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)
    rows = np.zeros(count, dtype=np.int64)
    fitted = model.fitted([ObservedDecisions(features, np.full(count, 4, dtype=np.int16), places, rows)])
    assert np.corrcoef(fitted.heads[0], truth)[0, 1] > 0.95
    assert (fitted.heads[1] == layers.mean).all(), "of a seat that has not decided nothing is learnt"
    shares = np.exp(features @ fitted.heads[0].astype(np.float64))
    shares /= shares.sum(axis=1, keepdims=True)
    slope = (features[np.arange(count), places] - (shares[:, :, None] * features).sum(axis=1)).sum(axis=0)
    slope -= (fitted.heads[0] - layers.mean) / layers.spread.astype(np.float64) ** 2
    assert np.abs(slope).max() < 0.1


@pytest.mark.compiled
def test_an_agent_that_is_asked_about_no_row_compiles_what_watches_too() -> None:
    game = croupier.make("skull-king")
    opponent_model._loops.cache_clear()  # other tests have called them
    agent = searching(f"{SMALL}:bot", game)
    model = agent.searcher._opponent_model
    assert model is not None
    machines: list[Any] = [compiled_form(each) for each in model._loops]
    assert not any(machine.signatures for machine in machines)
    agent.act(Turns(game, np.zeros(0, dtype=game.spec.rules.state), np.zeros(0, dtype=np.uint64)))
    loops: list[Any] = [*machines, *(compiled_form(each) for each in (opponent_model._fit, pick_rows))]
    known = [len(machine.signatures) for machine in loops]
    assert known[:2] == [1, 1]
    for state in decisions(game, 4, agent="bot:simple", every=15):
        agent.act(Turns.of_state(state))
    assert [len(machine.signatures) for machine in loops] == known


@pytest.mark.compiled
def test_who_is_no_model_is_played_as_the_fitted_one() -> None:
    game = croupier.make("skull-king")
    agent = searching(f"{SMALL}:net", game)
    rounds = played("bot:simple")[0]
    state = game.new_initial_state(500)
    others = [make_agent("net", game), *[make_agent("bot:simple", game)] * 3]
    while state.records["round"][0] < 8 or state.current_player() != 0:
        state.apply_action(int(others[state.current_player()].act(Turns.of_state(state))[0]))
    found = agent.searcher.search(Turns.of_state(state), 0)
    assert len(rounds) == 10
    assert (found.weights[1:, 2] > 0.8).all()
    assert (found.weights[1:, :2] >= LEAST / 2).all()
    assert (found.models[:, 1:] == 2).mean() > 0.6


def test_a_game_that_describes_no_decisions_is_searched_without_it() -> None:
    game = croupier.make("pig")
    agent = searching("search/worlds=4,opponents=watched:bot", game)
    state = game.new_initial_state(1)
    assert int(agent.act(Turns.of_state(state))[0]) in state.legal_actions()


def test_weights_that_are_none_are_refused(tmp_path: Path) -> None:
    game = croupier.make("skull-king")
    file, size = described(game).weights, described(game).size
    with np.load(file) as held:
        good = dict(held)
    for name, bad in (
        ("first", good["first"][:-1]),
        ("mean", good["mean"].astype(np.float64)),
        ("second", np.full_like(good["second"], np.nan)),
        ("spread", np.zeros_like(good["spread"])),
    ):
        wrong = tmp_path / f"{name}.npz"
        np.savez(wrong, allow_pickle=False, **(good | {name: bad}))
        with pytest.raises(FileError, match=name):
            read_layers(wrong, size)
    (tmp_path / "none.npz").write_bytes(b"no weights")
    for wrong in (tmp_path / "none.npz", tmp_path / "missing.npz"):
        with pytest.raises(FileError, match="holds no weights"):
            read_layers(wrong, size)


def test_what_is_kept_of_a_game_is_bounded() -> None:
    game = croupier.make("skull-king")
    agent = searching(f"{SMALL}:bot", game)
    others = agent.searcher._opponents
    for rounds in played("bot:simple"):
        state = game.new_initial_state(1)
        trail = state.trail()
        assert trail is not None
        others.opinion(type(trail)(rounds, trail.present), 0)
    assert len(others._known) == sum(len(rounds) for rounds in played("bot:simple"))
    kept = [
        each.predicted.nbytes + (0 if each.fitted is None else each.fitted.heads.nbytes)
        for each in others._known.values()
    ]
    assert max(kept) < 8192


def test_a_belief_beside_a_model_is_another_one() -> None:
    game = croupier.make("skull-king")
    part = game.spec.search_part
    belief = Belief(game, part, [])
    model = OpponentModel.unfitted(described(game), game.num_players)
    rounds = played("bot:simple")[0]
    assert belief.with_model(model).predicted(*belief.decided(rounds[4], 0)).shares.shape[1] == 1
    assert belief.predicted(*belief.decided(rounds[4], 0)).shares.shape[1] == 0
