"""``croupier bench``: throughput in decisions a second under random legal play."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    Seed,
    Threads,
    announce_compiling,
    echo,
    make_game,
    print_json,
    progress,
    provenance_of,
)
from croupier.core.base.progress import part_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.core.engine.game import Game

_STEPS_A_LOOK = 16
"""Steps between two looks at the clock."""


def bench(
    name: GameName,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=3600.0, metavar="S", help="Time for each figure.")
    ] = 2.0,
    size: Annotated[
        int, typer.Option("--batch", min=1, max=1 << 22, metavar="N", help="Games that are stepped together.")
    ] = 4096,
    threads: Threads = 1,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Measure decisions a second of random legal play.

    Every decision draws an action from the list of legal ones, applies it with the chance events that follow, and
    writes mask and list (and observation) for the next; finished games are dealt again.

    Example: croupier bench pig --seconds 5 --threads 2
    """
    game = make_game(name, option, players)
    announce_compiling(game)
    source = provenance_of(game, [], [seed])
    with progress(f"{game.spec.title}: measuring") as report:
        given = (game, size, seed, threads, seconds)
        mask = measure(*given, observe=False, on_progress=part_of(report, 0.0, 0.5))
        both = measure(*given, observe=True, on_progress=part_of(report, 0.5, 1.0))
    if as_json:
        rates = {"mask": round(mask), "mask+observation": round(both)}
        settings = {"threads": threads, "game": game.name, "options": game.options, "batch": size, "seed": seed}
        print_json({"decisions_per_second": rates, **settings, "provenance": source})
        return
    echo(f"{game.name}, {size} games on {threads} thread{'' if threads == 1 else 's'}, decisions a second:")
    echo(f"  mask              {mask:>15,.0f}")
    echo(f"  mask+observation  {both:>15,.0f}")


def measure(
    game: Game,
    size: int,
    seed: int,
    threads: int,
    seconds: float,
    *,
    observe: bool,
    on_progress: Callable[[float], None],
) -> float:
    """Decisions a second of a batch under random legal play.

    Args:
        size: games stepped together.
        seed: seed of the batch and of the choices.
        threads: threads that share a step.
        seconds: how long to measure; compilation is done before.
        observe: write observations too.
        on_progress: called with the share that is done.
    """
    import numpy as np

    batch = game.batch(size, seed, threads=threads, observe=observe)
    streams = np.arange(size, dtype=np.uint64) + np.uint64(seed)
    actions = np.zeros(size, dtype=np.int64)
    batch.random_actions(streams, actions)
    batch.step(actions)
    steps = 0
    begun = now = time.perf_counter()
    while now - begun < seconds:
        for _ in range(_STEPS_A_LOOK):
            batch.random_actions(streams, actions)
            batch.step(actions)
        steps += _STEPS_A_LOOK
        now = time.perf_counter()
        on_progress(min(1.0, (now - begun) / seconds))
    return steps * size / (now - begun)
