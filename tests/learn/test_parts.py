"""The parts of the learner, each against what it must do: priorities, league, curriculum, objective, pointer."""

import numpy as np
import pytest
import torch

from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.decisions import NOBODY
from croupier.learn.rollouts.league import CURRENT
from croupier.learn.rollouts.rollout import Collector
from croupier.learn.rollouts.training_tables import TrainingTables
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config, CurriculumSettings, preset
from croupier.learn.settings.plan import curriculum_of, network_shape, training_plan
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer
from tests.learn.small import EVERYTHING, collector_of, skull_king

ONE_SIZE = EVERYTHING.changed(critic="own", mix="none")
PLAIN = ONE_SIZE.changed(auxiliary={}, curriculum="none", league_share=0.0, bot_share=0.0, random_share=0.0)


def drawn(config: Config, seed: int = 0) -> PolicyNetwork:
    return PolicyNetwork(network_shape(skull_king(), config.network), torch.Generator().manual_seed(seed))


def collecting(config: Config) -> Collector:
    game = skull_king()
    return Collector(training_plan(game, config), Inference("cpu", "float32"))


def test_priorities_draw_abilities_more_often_and_the_weighted_sum_is_unbiased() -> None:
    rows = np.arange(100, 200)
    rare = np.zeros(100, dtype=np.bool_)
    rare[::20] = True
    buffer = AbilityPrioritizedBuffer(100, 5.0, np.int64)
    buffer.extend(rows, rare)
    generator = np.random.default_rng(1)
    values = np.random.default_rng(2).normal(size=200)
    times, sums = np.zeros(200), []
    for _ in range(400):
        parts = list(buffer.minibatches(20, generator))
        assert [len(part) for part, _ in parts] == [20] * 5
        total = 0.0
        for part, weights in parts:
            assert weights is not None
            np.add.at(times, part, 1)
            total += float((weights * values[part]).sum())
        sums.append(total)
    assert times[rows[rare]] / 400 == pytest.approx(5 * 100 / 120, rel=0.02)
    assert times[rows[~rare]] / 400 == pytest.approx(100 / 120, rel=0.2)
    error = float(np.std(sums)) / 20
    assert np.mean(sums) == pytest.approx(values[rows].sum(), abs=4 * error)


def test_opponents_moves_and_forced_moves_are_not_learned_from() -> None:
    collector = collecting(ONE_SIZE.changed(curriculum="none", rollout_steps=64, league_share=0.0, bot_share=0.8))
    network = drawn(ONE_SIZE)
    seen = 0
    for _ in range(5):
        decisions = collector.collect(network)
        assert (decisions.masks[decisions.rows].sum(axis=1) > 1).all()
        seen += len(decisions.rows)
        collector.carry_over()
    roster = collector.league.roster
    away = roster[roster.max(axis=1) != CURRENT]
    assert len(away) > 16
    assert ((away == CURRENT).sum(axis=1) >= 1).all()
    assert set(np.unique(away)) == {0, 1, 2}
    assert 0.2 < seen / (5 * 64 * 32) < 0.7
    deciders = collector.deciders[collector._game.num_players :]
    assert (deciders == NOBODY).any()


def test_bots_play_their_own_moves() -> None:
    config = ONE_SIZE.changed(
        curriculum="none", league_share=0.0, random_share=0.0, bot_share=1.0, rollout_steps=200
    )
    collector = collecting(config)
    for _ in range(2):
        collector.collect(drawn(config))
        collector.carry_over()
    assert collector.league.scalars()["opponents/bot:simple"] < 0.45, "an untrained network loses to the bot"


def test_the_league_keeps_the_last_policies_and_meets_them_equally_often() -> None:
    league = collecting(EVERYTHING).league
    networks = [drawn(EVERYTHING, seed) for seed in range(3)]
    for network in networks:
        league.keep(network)
    saved = league.snapshot()
    for place, network in ((0, networks[2]), (1, networks[1])):
        assert np.array_equal(saved[f"past.{place}.value.weight"], network.value.weight.detach().numpy())
    met = np.bincount([league._opponent() for _ in range(4000)], minlength=5)
    assert met[1:3] / 4000 == pytest.approx([0.2, 0.1], abs=0.03)
    assert met[3:] / 4000 == pytest.approx([0.2, 0.2], abs=0.03)


def test_the_curriculum_adds_the_abilities_in_the_sources_order() -> None:
    settings = CurriculumSettings(curriculum="source", curriculum_end=0.6)
    curriculum = curriculum_of(skull_king(), settings)
    stages = curriculum.stages
    assert [stage.name for stage in stages] == ["none", "harry", "roatan", "rosie", "bendt", "jade", "all"]
    assert [len(stage.options) for stage in stages] == [5, 4, 3, 2, 1, 0, 0]
    reached, number = [], 0
    for share in np.arange(0.0, 1.0, 0.05):
        number = curriculum.after(number, float(share), float("nan"))
        reached.append(stages[number].name)
    assert reached[:3] == ["none", "none", "harry"]
    assert reached.index("all") == 12
    assert curriculum_of(skull_king(harry=False), settings).stages == stages


def test_the_first_stage_alone_ends_early_at_its_win_rate() -> None:
    curriculum = curriculum_of(skull_king(), CurriculumSettings(curriculum="source", curriculum_win_rate=0.6))
    assert curriculum.stages[1].name == "harry"
    for stage, rate, reached in ((0, float("nan"), 0), (0, 0.5, 0), (0, 0.65, 1), (1, 0.9, 1)):
        assert curriculum.after(stage, 0.0, rate) == reached


def test_before_the_last_stage_only_the_first_bot_joins() -> None:
    league = collecting(EVERYTHING.changed(bots=("bot:simple", "bot"))).league
    league.keep(drawn(EVERYTHING))
    league.mixed = False
    assert {league._opponent() for _ in range(500)} == {0, 1}
    league.mixed = True
    assert {league._opponent() for _ in range(500)} == {0, 1, 2, 3, 4}


def test_a_trainer_seats_as_its_stage_says() -> None:
    trainer = Trainer(
        training_plan(skull_king(), EVERYTHING.changed(total_decisions=16 * 16 * 8, num_tables=16, teacher="none"))
    )
    seen = []
    while not trainer.finished:
        trainer.step()
        collector = collector_of(trainer)
        seen.append((collector.tables.stage.name, collector.league.mixed))
    assert dict(seen) == {
        "none": False, "harry": False, "roatan": False, "rosie": False, "bendt": False, "jade": False, "all": True,
    }  # fmt: skip


def test_the_preset_source_has_the_steps_of_the_source() -> None:
    config = preset("skull-king", "source")
    curriculum, number = curriculum_of(skull_king(), config.curriculum), 0
    begins: dict[str, int] = {}
    for step in range(0, config.run.total_decisions, 250_000):
        number = curriculum.after(number, step / config.run.total_decisions, float("nan"))
        begins.setdefault(curriculum.stages[number].name, step)
    assert begins == {
        "none": 0, "harry": 1_000_000, "roatan": 2_000_000, "rosie": 3_000_000, "bendt": 4_000_000,
        "jade": 5_000_000, "all": 6_000_000,
    }  # fmt: skip


def test_a_stage_change_takes_effect_from_the_next_game_on() -> None:
    tables = TrainingTables(training_plan(skull_king(), EVERYTHING))
    batch = tables.batch
    assert not batch.records["harry"].any()
    actions = np.zeros(32, dtype=np.int64)
    assert tables.advance(0.2, float("nan"))
    assert tables.stage.name == "harry"
    games = batch.episodes.copy()
    for _ in range(400):
        batch.random_actions(tables.words(), actions)
        tables.deal(tables.step(actions))
        begun = batch.episodes > games
        assert np.array_equal(batch.records["harry"] != 0, begun)
        assert not batch.records["roatan"].any()
    assert begun.all()


def test_points_are_rewarded_by_what_others_score_and_end_what_counts() -> None:
    tables = TrainingTables(training_plan(skull_king(), PLAIN.changed(win_weight=0.0)))
    batch, actions = tables.batch, np.zeros(32, dtype=np.int64)
    ends = 0
    for _ in range(300):
        before = batch.records["round"].copy()
        batch.random_actions(tables.words(), actions)
        tables.deal(tables.step(actions))
        scored = (batch.records["round"] != before) | batch.dones
        assert not tables.rewards[~scored].any()
        assert not (tables.closed & ~scored).any()
        for row in np.flatnonzero(scored & ~batch.dones):
            gained = batch.records["gained"][row, :3].astype(float)
            others = (gained.sum() - gained) / 2
            assert tables.rewards[row] == pytest.approx(0.01 * (gained - others), abs=1e-5)
            assert tables.closed[row] == gained.any()
            ends += 1
    assert ends > 100


def test_the_utility_comes_at_the_end_of_the_game() -> None:
    tables = TrainingTables(training_plan(skull_king(), PLAIN.changed(points_scale=0.0, win_weight=2.0)))
    batch, actions, games = tables.batch, np.zeros(32, dtype=np.int64), 0
    for _ in range(200):
        batch.random_actions(tables.words(), actions)
        tables.deal(tables.step(actions))
        assert tables.rewards.sum(axis=1) == pytest.approx(2.0 * batch.dones)
        assert tables.closed[batch.dones].all()
        games += int(batch.dones.sum())
    assert games > 30


def test_a_pointer_finds_the_card_in_each_place_of_the_hand() -> None:
    game, network = skull_king(loot=True, kraken=True, whale=True), drawn(PLAIN)
    batch = game.batch(64, seed=1)
    rngs, actions = np.arange(64, dtype=np.uint64), np.zeros(64, dtype=np.int64)
    for _ in range(60):
        places = network._places_of(torch.from_numpy(batch.observations)).numpy()
        for row, record in enumerate(batch.records):
            hand = record["hands"][record["player"]]
            assert np.array_equal(places[row, :12], np.where(hand < 0, 68, hand))
        batch.random_actions(rngs, actions)
        batch.step(actions)


def test_a_network_of_its_own_decides_where_the_mask_is_and_nowhere_else() -> None:
    network = drawn(PLAIN.changed(architecture="separate"))
    batch = skull_king().batch(400, seed=1)
    rngs, actions = np.arange(400, dtype=np.uint64), np.zeros(400, dtype=np.int64)
    for _ in range(25):
        batch.random_actions(rngs, actions)
        batch.step(actions)
    observations, masks = torch.from_numpy(batch.observations), torch.tensor(batch.masks)
    with torch.inference_mode():
        routed, whole = network(observations, masks)[0], network(observations)[0]
    assert len(np.unique(batch.phases)) >= 4
    assert torch.allclose(routed[masks], whole[masks], atol=1e-6)
