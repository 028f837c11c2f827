"""Files that version 0.1 wrote, before settings were renamed, are still read.

The checkpoint is of three updates out of six of Mini Spite and Malice with goal piles of two cards.
"""

import json
import shutil
from pathlib import Path

import numpy as np

from croupier.learn import checkpoint
from croupier.learn.config import RENAMED, Config
from croupier.learn.run import Run
from croupier.learn.trainer import Trainer, torch_threads

DATA = Path(__file__).parent / "data"


def test_a_checkpoint_of_version_0_1_goes_on_to_the_weights_of_a_run_from_the_start(tmp_path: Path) -> None:
    shutil.copy(DATA / "checkpoint-0.1.safetensors", tmp_path / checkpoint.NAME)
    resumed = Run.resume(tmp_path).trainer
    assert (resumed.update, resumed.config.updates) == (3, 6)
    fresh = Trainer(resumed.game, resumed.config)
    with torch_threads(1):
        while not fresh.finished:
            fresh.step()
        while not resumed.finished:
            resumed.step()
    for name, weights in fresh.policy().items():
        np.testing.assert_allclose(resumed.policy()[name], weights, atol=1e-3, err_msg=name)


def test_a_config_file_of_version_0_1_is_read_under_the_names_of_today() -> None:
    written = json.loads((DATA / "config-0.1.json").read_text())["config"]
    assert set(RENAMED) <= set(written)
    config = Config.from_dict(written)
    assert (config.rollout.gae_lambda, config.schedule.entropy_coef, config.rewards.credit_until) == (
        0.8,
        0.02,
        "game",
    )
    assert {name: config[RENAMED.get(name, name)] for name in written} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in written.items()
    }
