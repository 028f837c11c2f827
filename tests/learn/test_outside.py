"""Training of a game of another package by what it brings, and what is said of a part that is missing or wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.training import AuxiliaryTask, HandLayout, Mix, PrivilegedFeatures, Stage, Training
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.run import Run, policy_of
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import GENERAL, Config, preset, presets_of
from croupier.learn.settings.plan import training_plan
from tests.changed import changed
from tests.learn.small import collector_of
from tests.toy import SPEC as TOY
from tests.toy_training import encode_others, label_higher, label_outcome


def bringing(training: Training) -> Game:
    """The toy game with other training knowledge."""
    return Game(changed(TOY, training=lambda: training), players=3, hurry=True)


@pytest.mark.parametrize("mix", ["none", "sizes"])
def test_preset_curriculum_oracle_and_tasks_of_another_packages_game_are_used(
    outside: dict[str, str], mix: str
) -> None:
    assert outside
    game = croupier.make("toy", players=3, hurry=True)
    trainer = Trainer(training_plan(game, preset("toy", "quick", mix=mix)))
    tables, scalars, hurried = collector_of(trainer).tables, [], []
    with torch_threads(1):
        while not trainer.finished:
            scalars.append(trainer.step())
            hurried.append(bool(tables.batch.records["hurry"].any()))
    assert [each["curriculum/stage"] for each in scalars] == [0, 0, 0, 1, 1, 1]
    assert hurried == [False, False, False, True, True, True]
    seats = 4 if mix == "sizes" else 3
    critic = dict(trainer.network.critic.named_parameters())
    assert critic["0.weight"].shape[1] == game.observation_size + 2 * (seats - 1)
    for name in ("learning/critic_loss", "auxiliary/outcome", "auxiliary/higher"):
        assert all(np.isfinite(each[name]) and each[name] > 0.0 for each in scalars), name
    assert not [name for name in trainer.policy() if name.startswith(("critic.", "auxiliary."))]


def test_a_run_of_another_packages_game_is_kept_and_found_by_its_name(
    outside: dict[str, str], tmp_path: Path
) -> None:
    assert outside
    game = croupier.make("HighCard-v0-four")
    run = Run.begin(game, preset("HighCard-v0-four", "quick"), "quick", tmp_path / "run")
    result = run.go(lambda _status: None)
    assert [row["opponent"] for row in result["results"]] == ["random"]
    found, _ = policy_of(tmp_path / "run")
    assert found.options == game.options


def test_a_game_that_brings_nothing_has_the_general_presets_and_no_other_part() -> None:
    game = Game(changed(TOY, training=None))
    assert presets_of(game) is GENERAL
    assert preset(game, "quick").run.total_decisions == 10_000_000
    assert [stage.name for stage in training_plan(game, SHORT).curriculum.stages] == ["all"]
    with pytest.raises(ConfigError, match="unknown curriculum of toy 'patience'; known: none"):
        training_plan(game, SHORT.changed(curriculum="patience"))


SHORT = Config().changed(num_tables=4, rollout_steps=4, device="cpu", threads=1, widths=(8,))


def in_stages(options: dict[str, Any]) -> Training:
    return Training(curricula={"c": (Stage("first", options, 1.0),)})


def mixed(option: str, value: Any) -> Training:
    return Training(mixes={"m": Mix({option: {value: 1.0}})})


def holding(*layout: Any) -> Training:
    return Training(hand=lambda _game: HandLayout(*layout))


POINTER = {"card_head": "pointer"}


@pytest.mark.parametrize(
    ("training", "changes", "message"),
    [
        (Training(), {"critic": "oracle"}, "features of what is hidden; toy brings none: use critic=own"),
        (Training(), POINTER, "sorted hand; toy does not: use card_head=linear"),
        (Training(), {"auxiliary": {"outcome": 0.1}}, "toy has no auxiliary tasks"),
        (in_stages({"hury": False}), {"curriculum": "c"},
         "stage first of the curriculum c of toy: unknown option of toy 'hury'; did you mean hurry"),
        (in_stages({"players": 2}), {"curriculum": "c"},
         "stage first of the curriculum c of toy changes the number of seats"),
        (Training(), {"mix": "siezs"}, "unknown mix of toy 'siezs'; did you mean sizes"),
        (mixed("hury", True), {"mix": "m"}, "mix m of toy: unknown option of toy 'hury'; did you mean hurry"),
        (mixed("players", 5), {"mix": "m"}, "mix m of toy: .*players must be an integer from 2 to 4"),
        (holding(0, (1,), ("answers",)), POINTER,
         "unknown head in the hand layout of toy 'answers'; did you mean answer"),
        (holding(4, (1, 1), ("answer",)), POINTER, "the hand layout of toy does not lie in its observation"),
    ],
)  # fmt: skip
def test_a_part_that_is_missing_or_does_not_fit_is_refused_before_the_run(
    training: Training, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        training_plan(bringing(training), SHORT.changed(**changes))


def test_a_preset_with_a_wrong_setting_is_named() -> None:
    game = bringing(Training(presets={"own": {"gama": 0.5}}))
    with pytest.raises(ConfigError, match="preset own of toy: unknown setting 'gama'; did you mean gamma"):
        preset(game, "own")
    with pytest.raises(ConfigError, match="unknown preset of toy 'quick'; known: own"):
        preset(game, "quick")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: AuxiliaryTask("bare", 2), "'bare' needs one of label_later and label_at_decision"),
        (
            lambda: AuxiliaryTask("both", 1, label_outcome, label_higher),
            "'both' needs one of label_later and label_at_decision",
        ),
        (lambda: PrivilegedFeatures(0, encode_others), "at least one privileged feature"),
        (lambda: HandLayout(0, (), ("answer",)), "at least one kind of card and one head"),
        (lambda: Training(curricula={"none": ()}), "no curriculum can be named 'none'"),
        (lambda: Training(mixes={"none": Mix({"hurry": {True: 1.0}})}), "no mix can be named 'none'"),
        (lambda: Mix({}), "a mix draws at least one option"),
        (lambda: Mix({"hurry": {}}), "a mix gives each value of 'hurry' a weight above 0"),
        (lambda: Mix({"hurry": {True: 0.0}}), "a mix gives each value of 'hurry' a weight above 0"),
        (
            lambda: Training(curricula={"c": (Stage("b", {}, 0.5), Stage("a", {}, 0.5))}),
            "curriculum 'c' has a stage that ends no later than the one before it",
        ),
    ],
)
def test_what_can_be_no_training_knowledge_is_refused_where_it_is_made(
    wrong: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()
