"""``croupier perft``: node counts of a game tree, to compare two implementations of the rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    PositionText,
    Seed,
    choose_game,
    deal,
    echo,
    note,
    print_json,
    progress,
)
from croupier.core.base.errors import ConfigError

_LOOK_SECONDS = 2.0
"""After so much of the work it is said how long all of it will take."""
_YEAR_SECONDS = 365 * 86400.0


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=1, max=100, help="Plies; listed chance outcomes are plies.")
    ],
    position: PositionText = None,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Count the sequences of DEPTH plies, by their first action.

    After two seconds it says how long that will take, and leaves it where it would be more than a year.

    Example: croupier perft pig 7 --position "pig scores=90,95 turn=0 total=6"
    """
    from croupier.testing.tree import perft as count

    chosen = choose_game(game, option, position, players)
    state = deal(chosen, position, seed)
    begun = time.perf_counter()
    with progress(f"Counting {depth} plies") as on_progress:
        counts = count(state, depth, _foretelling(depth, on_progress))
    seconds = time.perf_counter() - begun
    total = sum(counts.values())
    if as_json:
        data = {"game": state.game.name, "position": state.position(), "seed": seed, "depth": depth}
        print_json(data | {"total": total, "actions": counts, "seconds": round(seconds, 3)})
        return
    for name, number in counts.items():
        echo(f"{name}: {number}")
    echo(f"total: {total}")


def _foretelling(depth: int, on_progress: Callable[[float], None]) -> Callable[[float], None]:
    """Say once how long a count will take, as far as the part that is done tells.

    Args:
        depth: number of plies.
        on_progress: called with the share that is done, too.

    Returns:
        A function of that share. It raises ConfigError where the count would take more than a year.
    """
    begun = time.monotonic()
    told = False

    def report(share: float) -> None:
        nonlocal told
        on_progress(share)
        passed = time.monotonic() - begun
        if told or passed < _LOOK_SECONDS:
            return
        told = True
        whole = passed / share if share else float("inf")
        if whole > _YEAR_SECONDS:
            raise ConfigError(f"to count {depth} plies would take more than a year here: choose a smaller DEPTH")
        note(f"Counting {depth} plies: about {_in_words(whole)} in all, at this pace. Ctrl-C ends it.")

    return report


def _in_words(seconds: float) -> str:
    """A length of time, roughly."""
    for unit, size in (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {unit}s"
    return f"{seconds:.0f} seconds"
