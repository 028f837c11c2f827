"""Training against one agent: where the learner sits, how it begins, and what it is measured against."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.learn.runs.run import POLICY, Run
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config, preset
from croupier.learn.settings.plan import training_plan
from tests.learn.small import collector_of
from tests.toy import SPEC as TOY

PIG = croupier.make("pig", winning_score=30, max_turns=60)
FAST = Config().changed(
    num_tables=256, rollout_steps=32, minibatch_size=1024, widths=(32, 32), learning_rate=3e-3, device="cpu",
    teacher_games=2000,
)  # fmt: skip
TINY = FAST.changed(num_tables=16, rollout_steps=8, minibatch_size=64, widths=(8,), teacher_games=8)
SHORT = TINY.changed(total_decisions=256)


def against(game: Game, agent: str, config: Config, **changes: Any) -> Config:
    """These settings, with an agent in all other seats."""
    base = {name: config[name] for name in ("num_tables", "rollout_steps", "minibatch_size", "widths", "device")}
    base |= {name: config[name] for name in ("learning_rate", "teacher_games")}
    return preset(game, "quick", against=agent, **base | changes)


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_learner_finds_more_than_half_of_what_a_best_response_gains_and_never_more(tmp_path: Path) -> None:
    config = against(PIG, "bot:hold-20", FAST, total_decisions=1_000_000, teacher="bot:hold-20")
    result = Run.begin(PIG, config, "quick", tmp_path).go(lambda _: None)
    first = result["results"][0]
    assert (first["opponent"], first["exact"]) == ("bot:hold-20", True)
    assert 0.10042 / 2 < first["win_rate"] - 0.5 <= 0.10042


def test_the_agent_takes_all_other_seats_whatever_the_preset_has_there() -> None:
    base = preset("skull-king", "source")
    config = preset("skull-king", "source", against="bot:simple", learning_rate=0.5)
    league = config.league
    assert (league.bots, league.bot_share, league.opponent_seats) == (("bot:simple",), 1.0, "all-but-one")
    assert (league.league_share, league.random_share) == (0.0, 0.0)
    assert (config.rollout.mix, config.curriculum.curriculum, config.imitation.teacher) == ("none", "none", "none")
    assert config.schedule.entropy_coef == max(base.schedule.entropy_coef, 0.05)
    assert config.schedule.learning_rate == 0.5
    assert config.rewards == base.rewards, "the rest is the preset's"
    chosen = preset("skull-king", "quick", against="bot", teacher="bot", entropy_coef=0.01)
    assert (chosen.imitation.teacher, chosen.schedule.entropy_coef) == ("bot", 0.01)


def test_the_learner_sits_alone_in_every_game() -> None:
    game = Game(TOY, players=3)
    trainer = Trainer(training_plan(game, against(game, "random", TINY, total_decisions=16 * 8 * 3)))
    league = collector_of(trainer).league
    seats = np.zeros(3, dtype=np.int64)
    for _ in range(6):
        assert (np.sort(league.roster, axis=1) == [0, 1, 1]).all(), "from the first games on"
        seats += (league.roster == 0).sum(axis=0)
        league.seat(np.arange(len(league.roster)), np.full(len(league.roster), 3, dtype=np.int8))
    assert (seats > 0).all()
    trainer.step()
    assert (np.sort(league.roster, axis=1) == [0, 1, 1]).all()


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """The file of a policy that was trained for a moment."""
    Run.begin(PIG, SHORT, "quick", tmp_path / "agent").go(lambda _: None, judged=False)
    return tmp_path / "agent" / POLICY


def test_a_policy_that_the_network_cannot_hold_is_refused_before_anything_is_written(
    policy: Path, tmp_path: Path
) -> None:
    config, shapes = (
        TINY.changed(widths=(9,), initial_policy=str(policy)),
        r"of shape \(8,\) in the file and of shape",
    )
    with pytest.raises(ConfigError, match=rf"encoder\.0\.bias is {shapes} \(9,\) in"):
        Run.begin(PIG, config, "quick", tmp_path / "run")
    with pytest.raises(FileError, match=r"none\.onnx cannot be read"):
        Run.begin(PIG, TINY.changed(initial_policy=str(tmp_path / "none.onnx")), "quick", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_policy_of_the_same_network_gives_its_weights(policy: Path, tmp_path: Path) -> None:
    config = against(PIG, f"net:{policy}", TINY, initial_policy=str(policy), total_decisions=256)
    copied = Run.begin(PIG, config, "quick", tmp_path / "run")
    seen = np.random.default_rng(1).random((50, PIG.observation_size)).astype(np.float32)
    theirs = make_agent(f"net:{policy}", PIG)
    copied.trainer.imitate(lambda _loss, _accuracy: None)
    assert np.array_equal(copied.agent()._run(seen)[0], theirs._run(seen)[0])  # type: ignore[attr-defined]  # a policy
    copied.close()


@pytest.mark.parametrize(("name", "value"), [("bot_share", 0.5), ("mix", "sizes"), ("bots", ("random",))])
def test_a_setting_that_the_agent_decides_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=f"the setting {name} follows from --against bot"):
        preset("pig", "quick", against="bot", **{name: value})


@pytest.mark.parametrize(
    ("agent", "wrong"), [("human", "would be asked at every table"), ("optimel", "did you mean optimal")]
)
def test_an_agent_that_cannot_sit_there_is_refused_before_anything_is_written(
    agent: str, wrong: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=wrong):
        Run.begin(PIG, against(PIG, agent, TINY), "quick", tmp_path / "run")
    assert not (tmp_path / "run").exists()
