"""Mixes of options: drawn with their weights, from the deal's seed alone, and all that learns copes with them."""

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import game_seed
from croupier.core.engine.game import Game
from croupier.core.spec.training import Mix, Training
from croupier.games.skull_king.record.state import ABILITIES, OPTIONS
from croupier.learn.network.inference import Inference
from croupier.learn.rollouts.league import ABSENT
from croupier.learn.rollouts.rollout import Collector
from croupier.learn.rollouts.training_tables import TrainingTables
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.settings.plan import training_plan
from tests.changed import changed
from tests.learn.small import EVERYTHING, skull_king
from tests.toy import SPEC as TOY

NAMES = [option.name for option in OPTIONS]
ALL = EVERYTHING.changed(mix="all", mix_share=0.8, curriculum="none", rollout_steps=8)
SEEDS = np.arange(20_000, dtype=np.uint64)


def mixed(mix: Mix, **options: object) -> Game:
    """The toy game with a mix."""
    return Game(changed(TOY, training=lambda: Training(mixes={"m": mix})), **options)


def options_of(tables: TrainingTables) -> np.ndarray:
    """Number of people and schedule of each table's game."""
    return np.stack([tables.batch.records[name] for name in ("players", "schedule", "rascal", "loot")], axis=1)


def test_options_are_drawn_with_their_weights_and_each_by_itself() -> None:
    game = mixed(Mix({"players": {2: 1.0, 4: 3.0}, "hurry": {False: 0.8, True: 0.2}}), players=3)
    mix = OptionMix(game, "m", 0.6)
    assert (mix.active, mix.game.num_players) == (True, 4)
    players, hurry = mix.codes(SEEDS).T
    shares = {int(value): float(np.mean(players == value)) for value in np.unique(players)}
    assert shares == pytest.approx({2: 0.15, 3: 0.4, 4: 0.45}, abs=0.02)
    assert np.mean(hurry[players == 4]) == pytest.approx(0.2, abs=0.02)
    assert not hurry[players == 3].any(), "a game is drawn whole, or has the run's own options"


def test_a_games_options_are_a_function_of_its_seed() -> None:
    mix = OptionMix(skull_king(), "all", 0.9)
    whole = mix.codes(SEEDS)
    order = np.random.default_rng(1).permutation(len(SEEDS))[:500]
    assert (mix.codes(SEEDS[order]) == whole[order]).all()
    assert (OptionMix(skull_king(), "all", 0.9).codes(SEEDS) == whole).all()


def test_an_option_that_the_stage_fixes_is_not_drawn() -> None:
    mix = OptionMix(skull_king(), "all")
    found = mix.codes(SEEDS, {"rosie": False, "harry": True})
    assert not found[:, NAMES.index("rosie")].any()
    assert found[:, NAMES.index("harry")].all()
    assert (found[:, 0] == mix.codes(SEEDS)[:, 0]).all(), "what else is drawn stays"


def test_the_mixes_of_skull_king_take_all_sizes_that_fit_and_every_option() -> None:
    game = skull_king()
    fitting = [n for n in range(2, 9) if croupier.make("skull-king", players=n).blocks == game.blocks]
    sizes, every = (OptionMix(game, name).codes(SEEDS) for name in ("sizes", "all"))
    for found in (sizes, every):
        counts = {int(n): float(np.mean(found[:, 0] == n)) for n in np.unique(found[:, 0])}
        # as many decisions of each size
        whole = sum(1 / seats for seats in fitting)
        assert counts == pytest.approx({seats: 1 / seats / whole for seats in fitting}, abs=0.02)
    assert (sizes[:, 1:] == game.codes[1:]).all()
    on = {name: float(np.mean(every[:, place])) for place, name in enumerate(NAMES) if place > 1}
    assert on == pytest.approx(
        dict.fromkeys(("loot", "kraken", "whale"), 0.4) | {"rascal": 0.25} | dict.fromkeys(ABILITIES, 0.9),
        abs=0.02,
    )
    schedules = np.bincount(every[:, 1], minlength=7) / len(every)
    assert schedules.argmax() == 0
    assert schedules.min() > 0.05


def test_every_new_game_of_every_table_is_drawn_afresh() -> None:
    tables = TrainingTables(training_plan(skull_king(), ALL))
    batch, own = tables.batch, OptionMix(skull_king(), "all", 0.8)
    seen = set()
    for _ in range(600):
        expected = own.codes(batch.seeds)
        seen |= set(map(tuple, expected[:, :2].tolist()))
        assert (options_of(tables) == expected[:, [0, 1, NAMES.index("rascal"), NAMES.index("loot")]]).all()
        for row in (0, 7):
            assert batch.seeds[row] == game_seed(np.uint64(3), row, int(batch.episodes[row]))
        actions = np.zeros(len(batch), dtype=np.int64)
        batch.random_actions(tables.words(), actions)
        tables.deal(tables.step(actions))
    assert len(seen) > 25


def test_a_stage_of_the_curriculum_holds_in_drawn_games() -> None:
    tables = TrainingTables(training_plan(skull_king(), ALL.changed(curriculum="source")))
    assert not tables.batch.records["harry"].any()
    assert len(np.unique(tables.people)) > 3
    tables.advance(0.2, float("nan"))
    for _ in range(600):
        tables.deal(tables.step(tables.batch.legal_actions[:, 0].astype(np.int64)))
    assert tables.batch.records["harry"].mean() > 0.6
    assert not tables.batch.records["roatan"].any()


def test_opponents_sit_at_drawn_tables_where_there_are_seats() -> None:
    config = ALL.changed(bot_share=1.0, league_share=0.0, random_share=0.0)
    collector = Collector(training_plan(skull_king(), config), Inference("cpu", "float32"))
    network = Trainer(training_plan(skull_king(), config)).network
    for _ in range(12):
        collector.collect(network)
        collector.carry_over()
        roster, people = collector.league.roster, collector.tables.people
        absent = np.arange(roster.shape[1]) >= people[:, None]
        assert ((roster == ABSENT) == absent).all()
    assert (roster > 0).any()


def test_options_that_do_not_go_together_are_refused_before_the_run() -> None:
    def checked(options: dict[str, object]) -> None:
        if options["hurry"] and options["players"] == 4:
            raise ConfigError("four seats are never in a hurry")

    mix = Mix({"players": {3: 1.0, 4: 1.0}, "hurry": {True: 1.0}})
    spec = changed(TOY, training=lambda: Training(mixes={"m": mix}), check_options=checked)
    with pytest.raises(ConfigError, match="mix m of toy: four seats are never in a hurry"):
        Trainer(training_plan(Game(spec), Config().changed(mix="m", num_tables=4, rollout_steps=4)))
