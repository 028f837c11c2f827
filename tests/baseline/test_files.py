"""Files that 0.2 wrote are read, and its runs go on; what is gone says so by name."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError
from croupier.learn.runs.run import Run
from croupier.learn.settings.config import Config

FILES = Path(__file__).parent / "data" / "files"


def test_a_training_run_of_0_2_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FILES / "training", folder)
    run = Run.resume(folder, total_decisions=42_000)
    assert run.trainer.decisions >= 40_000
    assert run.go(lambda _: None, judged=False)["decisions"] >= 42_000


@pytest.mark.parametrize(
    ("setting", "usual", "other"),
    [
        ("search_targets", "none", "runs/targets"),
        ("search_passes", 3, 4),
        ("search_weight", 0.0, 0.3),
        ("search_rows", 1024, 8),
    ],
)
def test_a_setting_that_is_gone_is_dropped_at_its_default_and_refused_otherwise(
    setting: str, usual: Any, other: Any
) -> None:
    assert Config.from_dict(Config().as_dict() | {setting: usual}) == Config()
    with pytest.raises(ConfigError, match=f"setting {setting}={other} is gone"):
        Config.from_dict(Config().as_dict() | {setting: other})
