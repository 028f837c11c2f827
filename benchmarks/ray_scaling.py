"""Scaling with Ray: the arena and the collection of rollouts in this process, on one worker and on two.

Run in the environment of the group ``ray`` (see CONTRIBUTING.md): ``python -m benchmarks.ray_scaling [--json]``,
with ``arena`` or ``training`` for one part. All that is compared is done in turn, several times, and the ratios of
one turn are taken, so that what else the machine does meets all alike. Workers are started before the clock runs.
What limits many workers is measured too: the processor time of this process for a chunk and for an update, and the
bytes each way.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import Any

import numpy as np

import croupier
from benchmarks.sidebyside import print_json
from croupier.agents.agent import TABLES_AT_ONCE
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.learn.network.inference import torch_threads
from croupier.learn.rollouts.ray_workers import RayWorkers
from croupier.learn.rollouts.shards import OneByOne, RolloutTask, ShardAnswer, ShardState, Workers
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import preset
from croupier.learn.settings.plan import TrainingPlan, training_plan
from croupier.measure.play.chunks import Chunk, Match, describe
from croupier.measure.play.deals import play_chunks
from croupier.measure.play.executor import cluster
from croupier.measure.play.tournament import seatings

GAME, AGENTS = "skull-king", ("net", "bot", "bot:simple", "random")
TURNS, CHUNKS, UPDATES = 3, 8, 2
HERE, ONE, TWO = "in this process", "one worker", "two workers"


def note(line: str) -> None:
    """Say what is going on."""
    sys.stderr.write(f"{line}\n")


def arena(game: Game) -> dict[str, Any]:
    """The same chunks of a tournament."""
    agents = [make_agent(name, game) for name in AGENTS]
    match, rotations = Match(game, agents, 2), seatings(len(agents), game.num_players)
    tables = np.arange(CHUNKS * TABLES_AT_ONCE)
    parts = np.array_split(tables, CHUNKS)
    chunks = [Chunk(part // len(rotations), rotations[part % len(rotations)]) for part in parts]
    seconds: dict[str, list[float]] = {HERE: [], ONE: [], TWO: []}
    busy: dict[str, list[float]] = {HERE: [], ONE: [], TWO: []}
    back = 0
    for turn in range(TURNS):
        for name, workers in ((HERE, 0), (ONE, 1), (TWO, 2)):
            note(f"arena, turn {turn + 1} of {TURNS}: {name}")
            with ExitStack() as stack:
                executor = stack.enter_context(cluster("local", workers)) if workers else None
                if workers:
                    few = [Chunk(chunk.deals[:8], chunk.seating[:8]) for chunk in chunks[:4] * workers]
                    list(play_chunks(match, few, len(tables), executor=executor))  # starts and warms all workers
                begun, used = time.perf_counter(), time.process_time()
                played = [each for _, each in play_chunks(match, chunks, len(tables), executor=executor)]
                seconds[name].append(time.perf_counter() - begun)
                busy[name].append((time.process_time() - used) / CHUNKS)
                back = sum(array.nbytes for array in played[0].arrays().values())
    chunk, own = median(busy[HERE]), median(busy[TWO])
    return _told(seconds) | {
        "processor seconds of a chunk": chunk,
        "of them in this process, where workers play it": own,
        "bytes out a chunk": chunks[0].deals.nbytes + chunks[0].seating.nbytes,
        "bytes back a chunk": back,
        "bytes out once": sum(len(recipe.get("policy", b"")) for recipe in describe(match)["agents"]),
        "workers that keep this process busy": round(chunk / own),
    }


class WatchedWorkers:
    """Workers whose time and bytes are counted."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.seconds, self.busy, self.out, self.back, self.state = 0.0, 0.0, 0, 0, 0

    def start(self, plan: TrainingPlan) -> list[ShardState]:
        """Deal the tables."""
        return self._workers.start(plan)

    def play(self, order: RolloutTask, states: Callable[[int], ShardState]) -> list[ShardAnswer]:
        """Play one rollout of every shard."""
        begun, busy = time.perf_counter(), time.process_time()
        replies = self._workers.play(order, states)
        self.seconds, self.busy = time.perf_counter() - begun, time.process_time() - busy
        self.out = sum(array.nbytes for array in order.weights.values())
        self.state = sum(array.nbytes for reply in replies for array in reply.state.arrays.values())
        self.back = self.state + sum(_bytes(reply) for reply in replies)
        return replies


def _bytes(reply: ShardAnswer) -> int:
    found = [array for array in vars(reply.decisions).values() if hasattr(array, "nbytes")]
    return sum(array.nbytes for array in [*found, *reply.decisions.targets.values()])


def training(game: Game) -> dict[str, Any]:
    """Updates of the preset ``quick``, whose tables are divided in two in every case."""
    seconds: dict[str, list[float]] = {HERE: [], ONE: [], TWO: []}
    learning: list[float] = []
    players = WatchedWorkers(OneByOne())
    for turn in range(TURNS):
        for name, workers in ((HERE, 0), (ONE, 1), (TWO, 2)):
            note(f"training, turn {turn + 1} of {TURNS}: {name}")
            config = preset(game.name, "quick", threads=1, workers=max(workers, 1), teacher="none")
            with ExitStack() as stack:
                players = WatchedWorkers(stack.enter_context(RayWorkers()) if workers else OneByOne())
                trainer = Trainer(training_plan(game, config), players)
                with torch_threads(1):
                    trainer.step()  # warms all workers
                    for _ in range(UPDATES):
                        begun = time.perf_counter()
                        trainer.step()
                        seconds[name].append(players.seconds)
                        learning.append(time.perf_counter() - begun - players.seconds)
    rollout, update = median(seconds[HERE]), median(learning)
    return _told(seconds) | {
        "seconds of an update": update,
        "seconds of this process for a rollout of two workers": players.busy,
        "bytes out to a worker": players.out,
        "bytes back in all": players.back,
        "of these states of the tables": players.state,
        "at most times as fast, however many workers": (rollout + update) / (update + players.busy),
    }


def _told(seconds: dict[str, list[float]]) -> dict[str, Any]:
    ratios = {
        f"{name} of {HERE}": median(a / b for a, b in zip(seconds[HERE], seconds[name], strict=True))
        for name in (ONE, TWO)
    }
    pairs = zip(seconds[ONE], seconds[TWO], strict=True)
    return {
        "seconds": {name: [round(one, 2) for one in found] for name, found in seconds.items()},
        "speed": {**ratios, "two workers of one": median(a / b for a, b in pairs)},
    }


def main() -> None:
    """Measure and print."""
    game = croupier.make(GAME)
    load = os.getloadavg()[0]
    parts = {"arena": arena, "training": training}
    wanted = [word for word in sys.argv[1:] if word in parts] or list(parts)
    found = {"cores": os.cpu_count(), "load before": load, **{part: parts[part](game) for part in wanted}}
    found["load after"] = os.getloadavg()[0]
    if "--json" in sys.argv:
        print_json(found)
        return
    for part, figures in found.items():
        print(part, "" if isinstance(figures, dict) else figures)
        for name, figure in figures.items() if isinstance(figures, dict) else ():
            print(f"  {name}: {figure:.4g}" if isinstance(figure, float) else f"  {name}: {figure}")


if __name__ == "__main__":
    main()
