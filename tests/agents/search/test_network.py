"""Policies in rollouts: the same logits as the policy's own graph, and choices drawn from them."""

from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.policy import PolicyAgent, masked_softmax
from croupier.agents.search import network
from croupier.agents.search.models import AgentModel, PolicyModel, model_of
from croupier.agents.search.network import read_heads
from croupier.core.base.copies import concatenated
from croupier.learn.settings.config import NetworkSettings
from tests.agents.search.worldly import TABLES, decisions, fresh_policy
from tests.amounts import daily

pytest.importorskip("onnx")


def agent(game: croupier.Game, temperature: float = 0.0) -> PolicyAgent:
    return PolicyAgent("fresh", game, temperature=temperature, data=fresh_policy())


KINDS = [
    {"widths": (48, 33)},
    {"widths": (20, 31, 7), "card_head": "pointer", "architecture": "separate"},
    {"widths": (24, 16), "architecture": "separate", "card_head": "pointer"},
]


@pytest.mark.compiled
@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_the_layers_of_our_own_give_the_logits_of_the_whole_graph(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    compare(game, agent(game))


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_networks_of_every_kind_are_read(kind: dict[str, Any]) -> None:
    game = croupier.make("skull-king")
    compare(game, PolicyAgent("fresh", game, data=fresh_policy(NetworkSettings(**kind))))


def model_of_layers(game: croupier.Game, data: bytes) -> PolicyModel:
    layers = read_heads(data, game)
    assert layers is not None
    return PolicyModel(game, layers, 0.0, "net")


def compare(game: croupier.Game, policy: PolicyAgent) -> None:
    """Logits, choices and probabilities by compiled layers, and by ONNX Runtime."""
    heads = model_of_layers(game, policy.data)
    states = [state.clone() for seed in range(2) for state in decisions(game, seed, every=4)]
    records = concatenated([state.records for state in states])
    lists = np.zeros((len(states), game.num_actions), dtype=np.int16)
    counts = np.zeros(len(states), dtype=np.int16)
    for k, state in enumerate(states):
        legal = state.legal_actions()
        lists[k, : len(legal)], counts[k] = legal, len(legal)
    found = heads.logits(records, np.arange(len(states)), lists, counts)
    turns = Turns(game, records, np.zeros(len(states), dtype=np.uint64))
    whole = policy.logits(turns)
    for k in range(len(states)):
        np.testing.assert_allclose(found[k, : counts[k]], whole[k, lists[k, : counts[k]]], rtol=1e-4, atol=1e-4)
    chosen = np.zeros(len(states), dtype=np.int64)
    model = model_of(game, policy)
    assert isinstance(model, PolicyModel)
    rngs = np.zeros(len(states), dtype=np.uint64)
    model.choose(records, np.arange(len(states)), lists, counts, rngs, chosen)
    assert chosen.tolist() == policy.act(turns).tolist()
    shares = model.chances(records, np.arange(len(states)), lists, counts)
    expected = masked_softmax(whole, turns.masks)
    for k in range(len(states)):
        np.testing.assert_allclose(shares[k, : counts[k]], expected[k, lists[k, : counts[k]]], atol=1e-4)
        assert not shares[k, counts[k] :].any()


def test_a_row_gives_the_same_bits_in_whatever_company() -> None:
    game = croupier.make("skull-king")
    heads = model_of_layers(game, agent(game).data)
    batch = game.batch(200, seed=3)
    rows = np.flatnonzero(batch.legal_counts > 1)
    lists, counts = batch.legal_actions.copy(), batch.legal_counts.copy()  # views that are read only compile anew
    whole = heads.logits(batch.records, rows, lists, counts)
    for part in (rows[:1], rows[3:8], rows[50:]):
        place = int(np.flatnonzero(rows == part[0])[0])
        found = heads.logits(batch.records, part, lists, counts)
        np.testing.assert_array_equal(found, whole[place : place + len(part), : found.shape[1]])


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_observations_share_is_added_up_once(kind: dict[str, Any]) -> None:
    game = croupier.make("skull-king")
    heads = model_of_layers(game, fresh_policy(NetworkSettings(**kind)))
    states = [state for state in decisions(game, 4) if state.phase == "PLAYING"][:40]
    worlds = concatenated([state.records for state in states for _ in range(9)])
    game.loops.redeal(worlds, worlds["player"].astype(np.int64), np.arange(len(worlds), dtype=np.uint64))
    mixed = concatenated([worlds, game.batch(50, seed=3).records])  # some are alike, and some not at all
    lists = np.zeros((len(mixed), game.num_actions), dtype=np.int16)
    counts, mask = np.zeros(len(mixed), dtype=np.int16), np.zeros(game.num_actions, dtype=np.bool_)
    for k in range(len(mixed)):
        counts[k] = game.spec.rules.legal(mixed[k], mask, lists[k])
    rows = np.arange(len(mixed))
    alone = heads.logits(mixed, rows, lists, counts)
    for alike in (rows // 9, rows // 200, np.zeros_like(rows)):
        np.testing.assert_allclose(heads.logits(mixed, rows, lists, counts, alike), alone, rtol=1e-4, atol=1e-5)


def test_without_onnx_the_whole_graph_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.make("skull-king")
    monkeypatch.setattr(network, "find_spec", {"onnx": None}.get)
    assert isinstance(model_of(game, agent(game)), AgentModel)


def test_a_graph_of_another_form_is_run_whole() -> None:
    game = croupier.make("skull-king")
    flat = fresh_policy(NetworkSettings(widths=(24,), architecture="flat"))
    assert isinstance(model_of(game, PolicyAgent("flat", game, data=flat)), AgentModel)


@pytest.mark.compiled
def test_a_temperature_draws_in_proportion_to_the_softmax() -> None:
    game = croupier.make("skull-king")
    batch = game.batch(1, seed=3)
    while batch.phases[0] != 1 or batch.legal_counts[0] < 3:
        batch.step(batch.legal_actions[:, 0].astype(np.int64))
    count = 4000
    records, lists = np.repeat(batch.records, count), np.repeat(batch.legal_actions, count, axis=0)
    counts, rows = np.repeat(batch.legal_counts, count), np.arange(count)
    model = model_of(game, agent(game, 2.0))
    rngs, out = np.arange(count, dtype=np.uint64) * np.uint64(7919), np.zeros(count, dtype=np.int64)
    model.choose(records, rows, lists, counts, rngs, out)
    turns = Turns(game, batch.records, np.zeros(1, dtype=np.uint64))
    expected = agent(game, 2.0).probabilities(turns)[0]
    found = np.bincount(out, minlength=game.num_actions) / count
    np.testing.assert_allclose(found, expected, atol=0.04)
    again = np.zeros(count, dtype=np.int64)
    model.choose(records, rows, lists, counts, np.arange(count, dtype=np.uint64) * np.uint64(7919), again)
    assert (again == out).all()
