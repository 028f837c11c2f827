"""The reward for a rise of the chance to win: what it adds up to, and that it goes on after a stop."""

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.games.skull_king.outlook import outlook
from croupier.learn.network.inference import torch_threads
from croupier.learn.rollouts.training_tables import make_tables
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from tests.learn.small import EVERYTHING, differing, skull_king
from tests.toy import SPEC as TOY

PLACING = EVERYTHING.changed(
    placement_weight=2.0, points_scale=0.0, win_weight=0.0, curriculum="none", mix="all", mix_share=0.7
)


@pytest.mark.parametrize("objective", ["points", "utility"])
@pytest.mark.parametrize("credit_until", ["scoring", "game"])
def test_over_a_game_it_adds_up_to_the_share_of_the_win_less_an_equal_share(
    objective: str, credit_until: str
) -> None:
    tables = make_tables(skull_king(), PLACING.changed(objective=objective, credit_until=credit_until))
    batch, actions = tables.batch, np.zeros(32, dtype=np.int64)
    seats = tables.game.num_players
    got, whole, games, midway = np.zeros((32, seats)), np.zeros(32, dtype=np.bool_), 0, 0
    for _ in range(1500):
        people = tables.people.copy()
        returns = np.zeros((32, seats))

        def ended(rows: np.ndarray, returns: np.ndarray = returns) -> None:
            returns[rows] = batch.rewards[rows]

        batch.random_actions(tables.words(), actions)
        tables.step(actions, ended)
        got += tables.rewards
        midway += int((np.abs(tables.rewards).max(axis=1) > 0.0)[~batch.dones].sum())
        for row in np.flatnonzero(batch.dones):
            if whole[row]:
                equal = np.where(np.arange(seats) < people[row], 1.0 / people[row], 0.0)
                own = returns[row] if objective == "utility" else 0.0
                assert got[row] == pytest.approx(2.0 * (returns[row] - equal) + own, abs=1e-4)
                games += 1
            got[row], whole[row] = 0.0, True
    assert games > 40
    assert midway > 100


def test_it_is_paid_when_points_are_scored_by_what_they_changed() -> None:
    tables = make_tables(skull_king(), PLACING.changed(mix="none"))
    batch, actions, scored = tables.batch, np.zeros(32, dtype=np.int64), 0
    for _ in range(200):
        before, number = outlook(batch.records), batch.records["round"].copy()
        batch.random_actions(tables.words(), actions)
        tables.step(actions, lambda _rows: None)
        ended = (batch.records["round"] != number) & ~batch.dones
        risen = 2.0 * (outlook(batch.records) - before)[:, :3]
        np.testing.assert_allclose(tables.rewards[ended], risen[ended], atol=1e-5)
        assert not tables.rewards[~ended & ~batch.dones].any()
        scored += int(ended.sum())
    assert scored > 50


def test_a_resumed_run_that_rewards_placement_reaches_the_same_weights() -> None:
    def stepped(trainer: Trainer) -> Trainer:
        with torch_threads(1):
            for _ in range(3):
                trainer.step()
        return trainer

    first = stepped(Trainer(skull_king(), PLACING))
    resumed = Trainer(skull_king(), PLACING)
    resumed.restore(first.tensors(), first.progress())
    assert differing(stepped(resumed).tensors(), stepped(first).tensors()) == []
    assert differing(
        first.policy(), stepped(stepped(Trainer(skull_king(), PLACING.changed(placement_weight=0.0)))).policy()
    )


def test_a_game_without_an_outlook_is_refused() -> None:
    config = Config().changed(placement_weight=1.0, num_tables=4, rollout_steps=4)
    with pytest.raises(
        ConfigError, match="needs a game with an outlook on the winner; toy brings none: leave it 0"
    ):
        Trainer(Game(TOY), config)
