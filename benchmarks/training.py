"""Training throughput on Skull King: croupier's learner, and MaskablePPO with the same network.

Run: ``uv run python -m benchmarks.training [--json]``. Decisions of the learner a second, from the environment to
updated weights, on two threads. All have an encoder of 256 and 256, the same heads, two epochs, minibatches of
1,024, and 65,536 decisions a rollout where tables are many (2,048 at the single table, MaskablePPO's default).
MaskablePPO plays one seat against random players, whose decisions cost next to nothing; croupier's learner plays
all seats. The preset also trains an oracle and sits with bots: those decisions are counted that it learns from.
"""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import torch

import croupier
import croupier.envs.gymnasium
from benchmarks.sidebyside import Loop, measure, report
from croupier.envs.sb3 import BatchVecEnv, MultiHeadMaskablePolicy, head_sizes
from croupier.learn.network.inference import torch_threads
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import preset
from croupier.learn.settings.plan import training_plan

OURS, PRESET = "croupier, same network", "croupier, the preset"
THREADS, TABLES, STEPS, MINIBATCH, EPOCHS = 2, 1024, 64, 1024, 2
GAME = "skull-king"


def ours(learned_alone: bool, **changes: Any) -> Loop:
    """Updates of the preset with some changes, one after the other."""
    config = preset(
        GAME,
        "quick",
        threads=THREADS,
        num_tables=TABLES,
        rollout_steps=STEPS,
        minibatch_size=MINIBATCH,
        epochs=EPOCHS,
        **changes,
    )
    trainer = Trainer(training_plan(croupier.make(GAME), config))

    def run(seconds: float) -> float:
        done, start = 0.0, time.perf_counter()
        while done == 0 or time.perf_counter() - start < seconds:
            with torch_threads(THREADS):
                scalars = trainer.step()
            done += TABLES * STEPS * (scalars["games/learned_share"] if learned_alone else 1.0)
        return done / (time.perf_counter() - start)

    return run


def maskable_ppo(env: Any, steps: int) -> Loop:
    """MaskablePPO's rollouts and updates, one after the other."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO(
        MultiHeadMaskablePolicy, env, n_steps=steps, batch_size=MINIBATCH, n_epochs=EPOCHS, seed=1, device="cpu",
        policy_kwargs={"heads": head_sizes(croupier.make(GAME)), "hidden": (256, 256)},
    )  # fmt: skip

    def run(seconds: float) -> float:
        begun, start = model.num_timesteps, time.perf_counter()
        with torch_threads(THREADS):
            while model.num_timesteps == begun or time.perf_counter() - start < seconds:
                model.learn(1, reset_num_timesteps=False)  # one rollout and its update
        return float(model.num_timesteps - begun) / (time.perf_counter() - start)

    return run


def main() -> None:
    """Measure and print."""
    torch.set_num_threads(THREADS)
    single = gymnasium.make("croupier/SkullKing-v0", opponents="random")
    many = BatchVecEnv(GAME, TABLES, opponents="random", seed=1)
    loops = {
        OURS: ours(False, critic="own", bot_share=0.0),
        PRESET: ours(True),
        "MaskablePPO, one table": maskable_ppo(single, 2048),
        "MaskablePPO, BatchVecEnv": maskable_ppo(many, STEPS),
    }
    report(measure(loops, OURS, rounds=3, seconds=5.0), "Skull King, training, two threads", "decisions/s")


if __name__ == "__main__":
    main()
