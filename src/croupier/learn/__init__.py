"""Training: one learner for all games. Importing the package loads no torch; training does.

Read `runs/trainer.py` (the loop) first, then `rollouts/rollout.py` (the data) and `update/ppo.py` (the update).
The package imports `measure`, `table`, `provenance`, `agents` and `core`. A setting is declared once, in
`settings/config.py`; a game's presets belong into its `training` module. What is rewarded is in
`rollouts/training_tables.py`, what is learned from it in `update/ppo.py` and `rollouts/auxiliary.py`.

`Run` is ``croupier train`` in Python; `export_module` is for a user's own training loop. A name loads its module
on first use.
"""

from __future__ import annotations

import os

from croupier.core.base.lazy import lazy_names

# A torch thread that waits for others spins, by default so long that next to busy processes it takes the core from
# the threads it waits for (docs/decisions.md, 0101). Torch reads the variable when it is loaded, which is later.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")


__getattr__, __all__ = lazy_names(
    __name__,
    __file__,
    gone=dict.fromkeys(
        ("Effort", "Learner", "exploit", "learners"),
        "train with preset(game, name, against=AGENT) and Run, and measure with croupier.measure.play_gains",
    ),
)
