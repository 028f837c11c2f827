"""Training: one learner for all games. Importing it loads no torch; training does.

Read `runs/trainer.py` (the loop), then `rollouts/rollout.py` (where data comes from) and `update/ppo.py` (what is
learned from it). The room imports `measure`, `table`, `provenance`, `agents` and `core`. A setting is declared
once, in `settings/config.py`; a game's presets belong into its `training` module.

`Run` is the whole of ``croupier train``; `export_module` is for training loops of one's own. A name loads what it
needs when it is first asked for.
"""

from __future__ import annotations

import os

from croupier.core.base.lazy import lazy_names

# A thread of torch that waits for the others spins, by default for so long that beside busy processes it takes the
# core from those it waits for (docs/decisions.md, 0101). Read when torch is loaded, which is later than this.
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
