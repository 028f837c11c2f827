"""Where the time of training goes, and how much memory it takes, on Skull King's preset.

Run: ``uv run python -m benchmarks.training_profile [--json]``. Twelve updates of `croupier train skull-king` under
Python's profiler, after three that warm up; a part's share is that of the function that does it, with all that it
calls. The memory is the greatest that the process has held.
"""

from __future__ import annotations

import cProfile
import pstats
import resource
import sys
from pathlib import Path

import croupier
from benchmarks.sidebyside import print_json
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import preset
from croupier.learn.settings.plan import training_plan

THREADS, WARM_UP, UPDATES = 2, 3, 12
PARTS = {
    "playing": ("rollout.py", "collect"),
    "playing: the network decides": ("inference.py", "run"),
    "playing: the oracle values": ("inference.py", "critic_values"),
    "playing: bots decide": ("league.py", "act"),
    "playing: the games are stepped": ("tables.py", "step"),
    "learning": ("ppo.py", "update"),
    "learning: forward": ("ppo.py", "_losses"),
    "learning: backward": ("_tensor.py", "backward"),
    "learning: clipping the gradient": ("ppo.py", "_clip"),
    "learning: the optimiser": ("adam.py", "step"),
}
"""File and name of the function that does each part."""


def profile() -> dict[str, float]:
    """Share of the time of each part of an update, and ``decisions/s`` and ``memory, MB``."""
    config = preset("skull-king", "quick", threads=THREADS)
    trainer = Trainer(training_plan(croupier.make("skull-king"), config))
    profiler = cProfile.Profile()
    with torch_threads(THREADS):
        for _ in range(WARM_UP):
            trainer.step()
        before = trainer.seconds
        profiler.enable()
        for _ in range(UPDATES):
            trainer.step()
        profiler.disable()
    seconds = trainer.seconds - before
    spent = dict.fromkeys(PARTS, 0.0)
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]  # documented, but not in its types
    for (file, _, name), (_, _, _, cumulative, _) in stats.items():
        for part, (its_file, its_name) in PARTS.items():
            if Path(file).name == its_file and name == its_name:
                spent[part] += cumulative / seconds
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return spent | {"decisions/s": UPDATES * config.decisions_per_update / seconds, "memory, MB": peak}


def main() -> None:
    """Measure and print."""
    found = profile()
    if "--json" in sys.argv[1:]:
        print_json(found, [(croupier.make("skull-king"), [])])
        return
    for part in PARTS:
        print(f"{part:34s} {found[part]:6.1%}")
    print(f"{'decisions a second':34s} {found['decisions/s']:,.0f}")
    print(f"{'greatest memory':34s} {found['memory, MB']:,.0f} MB")


if __name__ == "__main__":
    main()
