"""Decisions a second under random legal play: ``python -m benchmarks GAME``.

Every decision draws an action from the list of legal ones, applies it with the chance events that follow, and
writes mask and list (and observation) for the next; finished games are dealt again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np

import croupier
from croupier import Game
from croupier.core.base.errors import typed_whole

STEPS_A_LOOK = 16
"""Steps between two looks at the clock."""


def measure(game: Game, size: int, seed: int, threads: int, seconds: float, *, observe: bool) -> float:
    """Decisions a second of a batch.

    Args:
        game: the game.
        size: games stepped together.
        seed: seed of the batch and of the choices.
        threads: threads that share a step.
        seconds: how long to measure; compilation is done before.
        observe: write observations too.
    """
    batch = game.batch(size, seed, threads=threads, observe=observe)
    streams = np.arange(size, dtype=np.uint64) + np.uint64(seed)
    actions = np.zeros(size, dtype=np.int64)
    batch.random_actions(streams, actions)
    batch.step(actions)
    steps = 0
    begun = now = time.perf_counter()
    while now - begun < seconds:
        for _ in range(STEPS_A_LOOK):
            batch.random_actions(streams, actions)
            batch.step(actions)
        steps += STEPS_A_LOOK
        now = time.perf_counter()
    return steps * size / (now - begun)


def main() -> None:
    """Measure decisions a second of random legal play."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument("game", help="a game or a variant: see croupier games")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
    parser.add_argument("--batch", type=typed_whole, default=4096, help="games that are stepped together")
    parser.add_argument("--threads", type=typed_whole, default=1)
    parser.add_argument("--players", type=typed_whole)
    parser.add_argument("--seed", type=typed_whole, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    if not 0.0 < given.seconds <= 3600.0:
        parser.error(f"--seconds must be a number above 0 and at most 3600, not {given.seconds}")
    try:
        game = croupier.make(given.game, **({} if given.players is None else {"players": given.players}))
        parts = given.batch, given.seed, given.threads, given.seconds
        rates = {
            "mask": round(measure(game, *parts, observe=False)),
            "mask+observation": round(measure(game, *parts, observe=True)),
        }
    except ValueError as error:  # what was typed is not right
        parser.error(str(error))
    if given.json:
        told = {"threads": given.threads, "game": game.name, "options": game.options, "batch": given.batch}
        sys.stdout.write(json.dumps({"decisions_per_second": rates, **told, "seed": given.seed}, indent=2) + "\n")
    else:
        sys.stdout.write(f"{game.name}, {given.batch} games on {given.threads} thread(s), decisions a second:\n")
        sys.stdout.write("".join(f"  {name:18}{rate:>15,}\n" for name, rate in rates.items()))


if __name__ == "__main__":
    main()
