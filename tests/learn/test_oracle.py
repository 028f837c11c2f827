"""The critic that sees hidden cards, and tables of several sizes: what is told, and that no policy sees it."""

import numpy as np
import pytest
import torch

from croupier.core.engine.loops import encode_loop
from croupier.games.skull_king.record.cards import COPIES, TYPES
from croupier.games.skull_king.training import HAND_FEATURES
from croupier.learn.network.inference import Inference, torch_threads
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.league import ABSENT, CURRENT
from croupier.learn.rollouts.rollout import Collector
from croupier.learn.rollouts.training_tables import TrainingTables
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import network_shape, training_plan
from tests.learn.small import skull_king

ORACLE = Config().changed(
    total_decisions=10**6, num_tables=40, rollout_steps=12, minibatch_size=64, widths=(16,), threads=1,
    device="cpu", objective="points",
    credit_until="scoring", win_weight=0.0, critic="oracle", mix="sizes",
    mix_share=0.5,
)  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_oracle_sees_the_others_hands_and_bids_and_nothing_of_its_own(players: int) -> None:
    game = skull_king(players=players)
    batch = game.batch(1, 3)
    privileged = training_plan(game, ORACLE.changed(mix="none")).privileged
    assert privileged is not None
    rng = np.random.Generator(np.random.PCG64(1))
    seen_bids = False
    for _ in range(60):
        out = np.full((1, privileged.size), 9.0, dtype=np.float32)
        encode_loop(privileged.encode)(batch.records, batch.current_players, out)
        record, seat = batch.records[0], int(batch.current_players[0])
        seats = 3 if players == 2 else players  # SK-15: Graybeard
        assert out.shape == (1, (seats - 1) * HAND_FEATURES)
        for k, told in enumerate(out[0].reshape(seats - 1, HAND_FEATURES), start=1):
            other = (seat + k) % seats
            hand = [int(card) for card in record["hands"][other][: record["sizes"][other]]]
            assert np.rint(told[:TYPES] * COPIES).tolist() == [hand.count(card) for card in range(TYPES)]
            assert round(float(told[TYPES]) * 11) == record["bids"][other] + 1
            seen_bids |= record["bids"][other] > 0
        batch.step(rng.choice(np.flatnonzero(batch.masks[0]), 1))
    assert seen_bids


def test_a_policy_is_the_same_whatever_the_critic_sees() -> None:
    trainer = Trainer(training_plan(skull_king(), ORACLE))
    with torch_threads(1):
        trainer.step()
    network = trainer.network
    seen = torch.rand(4, trainer.game.observation_size)
    one, other = (network.critic_values(seen, torch.full((4, 7 * HAND_FEATURES), share)) for share in (0.0, 1.0))
    assert not torch.equal(one, other)
    assert [tuple(part.shape) for part in network(seen)] == [(4, 54), (4,)]
    assert any(name.startswith("mean.critic.") for name in trainer.tensors())
    assert not any("critic" in name for name in trainer.policy())


def test_advantages_are_measured_by_the_critic() -> None:
    trainer = Trainer(training_plan(skull_king(), ORACLE))
    collector = Collector(training_plan(skull_king(), ORACLE), Inference("cpu", "float32"))
    with torch_threads(1):
        found = collector.collect(trainer.network)
        rows = found.rows
        parts = (torch.from_numpy(found.observations[rows]), torch.from_numpy(found.privileged[rows]))
        wanted = trainer.network.critic_values(*parts).detach().numpy()
    assert len(rows) > 100
    np.testing.assert_allclose(found.values[rows], wanted, atol=1e-5)
    assert (found.privileged[rows].reshape(len(rows), 7, HAND_FEATURES).sum(axis=(1, 2)) > 0).all()


def test_rewards_at_tables_of_all_sizes_add_up_to_nothing() -> None:
    tables = TrainingTables(training_plan(skull_king(), ORACLE))
    games, scored = np.zeros(len(tables.people), dtype=np.int64), 0
    for _ in range(400):
        people = tables.people.copy()
        assert (tables.batch.current_players < people).all()
        ended = tables.step(tables.batch.legal_actions[:, 0].astype(np.int64))
        tables.deal(ended)
        games[ended] += 1
        absent = np.arange(8) >= people[:, None]
        np.testing.assert_allclose((tables.rewards * ~absent).sum(axis=1), 0.0, atol=1e-5)
        scored += int((np.abs(tables.rewards).max(axis=1) > 0).sum())
    assert games.min() > 0
    assert scored > 100


def test_nobody_sits_where_a_smaller_table_has_no_seat() -> None:
    config = ORACLE.changed(bot_share=1.0, bots=("bot:simple",))
    collector = Collector(training_plan(skull_king(), config), Inference("cpu", "float32"))
    league, people = collector.league, collector.tables.people
    absent = np.arange(8) >= people[:, None]
    assert ((league.roster == ABSENT) == absent).all()
    assert (league.roster[~absent] == CURRENT).all()
    league.seat(np.arange(40), people)
    assert ((league.roster == ABSENT) == absent).all()
    assert ((league.roster == CURRENT).sum(axis=1) >= 1).all()
    assert ((league.roster > CURRENT).sum(axis=1) >= 1).all()


def test_the_oracle_may_have_layers_of_other_sizes_than_the_policy() -> None:
    networks = [
        PolicyNetwork(
            network_shape(skull_king(), config.network, privileged_size=5), torch.Generator().manual_seed(1)
        )
        for config in (ORACLE, ORACLE.changed(critic_widths=(12, 7)))
    ]
    same, other = ([layer.out_features for layer in network.critic] for network in networks)
    assert same == [*ORACLE.network.widths, 1]
    assert other == [12, 7, 1]
    size = skull_king().observation_size
    assert networks[1].critic_values(torch.rand(3, size), torch.rand(3, 5)).shape == (3,)
    for name, weight in networks[0].state_dict().items():
        if not name.startswith("critic."):
            assert torch.equal(weight, networks[1].state_dict()[name]), name
