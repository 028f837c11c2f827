"""Adapters beside what libraries bring: PettingZoo's card games, OpenSpiel's in Python, Gymnasium's vectoriser.

Random legal play as a user of the library drives it, in decisions a second: one table at a time, with Gymnasium
many. PettingZoo's card games stand on RLCard, which the group ``peers`` brings::

    uv run --group peers python -m benchmarks.doors --seed 1 --json
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.loops import openspiel_loop
from benchmarks.sidebyside import Loop, measure, report

PEERS = ("classic/leduc_holdem-v4", "classic/texas_holdem-v4", "classic/texas_holdem_no_limit-v6")
OURS: dict[str, dict[str, Any]] = {"pig": {}, "spite-malice": {}, "skull-king": {"players": 4}}
OPENSPIEL_OURS = ("croupier_pig", "croupier_spite_malice", "croupier_skull_king")
OPENSPIEL_PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")


def pettingzoo_loop(make: Callable[[], Any], seed: int) -> Loop:
    """Random legal play of a PettingZoo environment, in decisions a second; retiring agents is no decision."""
    env, draw = make(), random.Random(seed)
    env.reset(seed=seed)

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            env.reset()
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                env.step(draw.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                done += 1
        return done / (time.perf_counter() - start)

    return run


def pettingzoo_loops(seed: int) -> dict[str, Loop]:
    """Our environments, and those of PettingZoo's card games that can be imported."""
    from pettingzoo import make
    from pettingzoo.env_registry.exceptions import FailedToImport

    from croupier.envs import pettingzoo

    def ours(name: str) -> Callable[[], Any]:
        return lambda: pettingzoo.env(name, **OURS[name])

    loops = {f"croupier {name}": pettingzoo_loop(ours(name), seed) for name in OURS}
    for name in PEERS:
        try:
            loops[f"PettingZoo {name}"] = pettingzoo_loop(partial(make, "aec", name), seed)
        except FailedToImport as error:
            print(f"left out: {error}", file=sys.stderr)
    return loops


def openspiel_loops(seed: int) -> dict[str, Loop]:
    """Our games in OpenSpiel, and its own games that are written in Python."""
    for module in ("croupier.envs.open_spiel", "open_spiel.python.games"):
        importlib.import_module(module)
    return {name: openspiel_loop(name, seed=seed) for name in (*OPENSPIEL_OURS, *OPENSPIEL_PEERS)}


def gymnasium_loop(tables: int, seed: int, mode: str | None) -> Loop:
    """Random legal play at tables of Skull King with random opponents, in decisions of the learner a second."""
    import gymnasium

    import croupier.envs.gymnasium  # noqa: F401  # registers the ids

    envs: Any = gymnasium.make_vec("croupier/SkullKing-v0", num_envs=tables, vectorization_mode=mode)
    draw = np.random.default_rng(seed)
    masks = [envs.reset(seed=seed)[1]["action_mask"]]

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            priorities = draw.random(masks[0].shape, dtype=np.float32) * masks[0]
            masks[0] = envs.step(priorities.argmax(axis=1))[-1]["action_mask"]
            done += tables
        return done / (time.perf_counter() - start)

    return run


def gymnasium_loops(seed: int) -> dict[str, Loop]:
    """Our vector environment, and the environment of one table in Gymnasium's own vectoriser."""
    return {
        "make_vec, 64 tables": gymnasium_loop(64, seed, None),
        "make_vec, 1,024 tables": gymnasium_loop(1024, seed, None),
        "SyncVectorEnv, 64 tables": gymnasium_loop(64, seed, "sync"),
    }


def main() -> None:
    """Measure all three libraries, and print the medians and the ratios of ours to the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seed", type=int, default=1, help="seed of the play")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, after a warm-up")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a loop and round")
    asked = parser.parse_args()
    for title, loops, ours in (
        ("PettingZoo: random legal play", pettingzoo_loops(asked.seed), "croupier skull-king"),
        ("OpenSpiel: random legal play", openspiel_loops(asked.seed), "croupier_skull_king"),
        ("Gymnasium: random legal play of Skull King", gymnasium_loops(asked.seed), "make_vec, 64 tables"),
    ):
        report(measure(loops, ours, asked.rounds, asked.seconds), title, "decisions a second")


if __name__ == "__main__":
    main()
