"""Threads of torch wait with a short spin, unless somebody says otherwise, and that changes no weight."""

import os
import subprocess
import sys

import pytest

CODE = """
import hashlib, os
import croupier.learn
print(os.environ.get("GOMP_SPINCOUNT"))
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.plan import training_plan
from tests.learn.test_against import PIG, TINY
trainer = Trainer(training_plan(PIG, TINY.changed(total_decisions=2048, widths=(64, 64))))
with torch_threads(2):
    trainer.step()
digest = hashlib.sha256()
for value in trainer.network.state_dict().values():
    digest.update(value.numpy().tobytes())
print(digest.hexdigest())
"""


def trained(**variables: str) -> list[str]:
    """The setting with which torch was loaded, and the digest of a network's weights after some training."""
    kept = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    done = subprocess.run(
        [sys.executable, "-c", CODE], check=False, env=kept | variables, capture_output=True, text=True, timeout=99
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.thorough
@pytest.mark.compiled
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("variables", "said"), [({"OMP_WAIT_POLICY": "PASSIVE"}, "None"), ({"GOMP_SPINCOUNT": "50"}, "50")]
)
def test_how_threads_wait_can_be_said_and_changes_no_weight(variables: dict[str, str], said: str) -> None:
    usual, other = trained(), trained(**variables)
    assert [usual[0], other[0]] == ["1000", said]
    assert usual[1] == other[1]
