"""Training: one learner for all games. Importing it loads no torch; training does.

`Run` is the whole of ``croupier train``; `export_module` is for training loops of one's own. A name loads what it
needs when it is first asked for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.learn.runs.checkpoint import Checkpoint, load_checkpoint
    from croupier.learn.runs.module_export import export_module
    from croupier.learn.runs.run import Run, Status
    from croupier.learn.settings.config import Config
    from croupier.learn.settings.presets import preset

# A thread of torch that waits for the others spins, by default for so long that beside busy processes it takes the
# core from those it waits for (docs/decisions.md, 0101). Read when torch is loaded, which is later than this.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

__all__ = [
    "Checkpoint",
    "Config",
    "Run",
    "Status",
    "export_module",
    "load_checkpoint",
    "preset",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.learn.runs.checkpoint": (
            "Checkpoint",
            "load_checkpoint",
        ),
        "croupier.learn.runs.module_export": ("export_module",),
        "croupier.learn.runs.run": (
            "Run",
            "Status",
        ),
        "croupier.learn.settings.config": ("Config",),
        "croupier.learn.settings.presets": ("preset",),
    },
    gone=dict.fromkeys(
        ("Effort", "Learner", "exploit", "learners"),
        "train with preset(game, name, against=AGENT) and Run, and measure with croupier.measure.play_gains",
    ),
)
