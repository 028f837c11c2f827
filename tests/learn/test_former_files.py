"""Files that version 0.1 wrote, before settings were renamed, are still read.

The checkpoint is of three updates out of six of Mini Spite and Malice with goal piles of two cards.
"""

import json
import shutil
from pathlib import Path

import numpy as np

from croupier.learn.network.inference import torch_threads
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import Run
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.former_names import MIX_SIZES, RENAMED

DATA = Path(__file__).parent / "data"


def resumed(folder: Path) -> Trainer:
    folder.mkdir()
    shutil.copy(DATA / "checkpoint-0.1.safetensors", folder / checkpoint.NAME)
    return Run.resume(folder).trainer


def test_a_checkpoint_of_version_0_1_goes_on_from_its_weights_to_the_end(tmp_path: Path) -> None:
    # its games go on, but the choices in them are drawn by another rule since
    trainer, again = resumed(tmp_path / "one"), resumed(tmp_path / "other")
    assert (trainer.update, trainer.config.updates) == (3, 6)
    written = checkpoint.load(DATA / "checkpoint-0.1.safetensors").tensors
    start = {name: weights.copy() for name, weights in trainer.policy().items()}
    for name, weights in start.items():
        assert any(
            array.shape == weights.shape and np.array_equal(array, weights) for array in written.values()
        ), name
    with torch_threads(1):
        while not trainer.finished:
            trainer.step()
            again.step()
    assert again.finished
    for name, weights in trainer.policy().items():
        np.testing.assert_array_equal(again.policy()[name], weights, err_msg=name)
        assert np.isfinite(weights).all()
    assert any(not np.array_equal(start[name], weights) for name, weights in trainer.policy().items())


def test_a_config_file_of_version_0_1_is_read_under_the_names_of_today() -> None:
    written = json.loads((DATA / "config-0.1.json").read_text())["config"]
    assert set(RENAMED) <= set(written)
    config = Config.from_dict(written)
    assert (config.rollout.gae_lambda, config.schedule.entropy_coef, config.rewards.credit_until) == (
        0.8,
        0.02,
        "game",
    )
    assert written.pop(MIX_SIZES) is False
    assert config.rollout.mix == "none"
    assert {name: config[RENAMED.get(name, name)] for name in written} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in written.items()
    }
