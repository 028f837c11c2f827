"""Skull King runs with league, curriculum, auxiliary tasks and priorities: resuming, exporting, playing."""

from pathlib import Path

import numpy as np
import pytest
import torch

from croupier.core.base.errors import FileError
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs import checkpoint
from croupier.learn.runs.run import Run, Status
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from croupier.learn.update import ppo
from tests.amounts import daily
from tests.learn.small import EVERYTHING, differing, skull_king, trained, trains_and_plays_what_it_has_learned


@pytest.mark.thorough
@pytest.mark.parametrize("curriculum_end", daily([0.8, 0.3]))
def test_a_checkpoint_with_league_and_curriculum_goes_on_as_the_undisturbed_run_does(
    tmp_path: Path, curriculum_end: float
) -> None:
    config = EVERYTHING.changed(curriculum_end=curriculum_end)
    file = tmp_path / checkpoint.NAME
    first = trained(config, 3)
    checkpoint.save(file, first.checkpoint("quick"))
    stage = first.progress()["collector"]["tables"]["stage"]
    roster = first.tensors()["rollout.league.roster"]
    if curriculum_end == 0.8:
        assert 0 < stage < 6
        assert set(np.unique(roster)) == {-1, 0, 1}, "the bot alone sits beside the current policy"
    else:
        assert stage == 6
        assert (roster > 2).any(), "past policies sit at some tables"
    assert first.progress()["collector"]["league"]["kept"] == 2
    saved = checkpoint.load_checkpoint(file)
    assert saved.config == config
    resumed = Trainer(training_plan(saved.game, saved.config))
    resumed.restore(saved.tensors, saved.progress)
    with torch_threads(1):
        for _ in range(3):
            resumed.step()
    undisturbed = trained(config, 6)
    assert differing(resumed.tensors(), undisturbed.tensors()) == []
    assert resumed.progress() | {"seconds": 0} == undisturbed.progress() | {"seconds": 0}
    assert undisturbed.progress()["collector"]["tables"]["stage"] == 6


def test_a_checkpoint_of_other_settings_or_without_its_league_is_refused(tmp_path: Path) -> None:
    trainer = trained(EVERYTHING, 2)
    tensors, progress = trainer.tensors(), trainer.progress()
    other = Trainer(training_plan(skull_king(), EVERYTHING.changed(league_size=3)))
    with pytest.raises(ValueError, match=r"league|fit"):
        other.restore(tensors, progress)
    lost = {name: array for name, array in tensors.items() if not name.endswith("roster")}
    other = Trainer(training_plan(skull_king(), EVERYTHING))
    with pytest.raises(ValueError, match=r"roster"):
        other.restore(lost, progress)
    file = tmp_path / checkpoint.NAME
    checkpoint.save(file, trainer.checkpoint("quick"))
    data = file.read_bytes()
    old = f'\\"game_version\\": {trainer.game.spec.version}'.encode()
    assert old in data
    file.write_bytes(data.replace(old, old[:-1] + b"9"))
    with pytest.raises(FileError, match=r"skull-king rules version 9"):
        checkpoint.load_checkpoint(file)


def test_what_is_not_finite_in_an_auxiliary_head_stops_the_run(tmp_path: Path) -> None:
    run = Run.begin(skull_king(), EVERYTHING, "quick", tmp_path / "run")

    def told(status: Status) -> None:
        if status.share > 0.3:
            with torch.no_grad():
                run.trainer.network.auxiliary["bid"].bias.fill_(float("nan"))  # type: ignore[operator]

    with pytest.raises(ppo.Diverged, match=r"update 3 of 6.*bid is nan.*is of update 2"):
        run.go(told)
    assert Run.resume(tmp_path / "run").trainer.update == 2


@pytest.mark.parametrize(
    "changes",
    daily(
        [
            {"architecture": "flat", "card_head": "linear"},
            {"architecture": "separate"},
            {"architecture": "separate", "card_head": "linear"},
            {"card_head": "linear"},
            {"objective": "shaped", "credit_until": "game", "shaping_weights": {"win": 2.0}},
            {"precision": "bfloat16"},
            {"skip_forced": False, "objective": "utility"},
        ],
        3,
    ),
)
def test_every_setting_trains_and_its_policy_gives_the_networks_logits(changes: dict[str, object]) -> None:
    trains_and_plays_what_it_has_learned(EVERYTHING.changed(**changes))
