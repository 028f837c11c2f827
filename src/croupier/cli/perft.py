"""``croupier perft``: node counts of a game tree, to compare two implementations of the rules."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    Position,
    Seed,
    announce_compiling,
    choose_game,
    deal,
    print_json,
)


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=1, max=100, help="Plies; listed chance outcomes are plies.")
    ],
    position: Position = None,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Count the sequences of DEPTH plies, by their first action.

    Example: croupier perft pig 7 --position "pig scores=90,95 turn=0 total=6"
    """
    from croupier.core.tree import perft as count

    chosen = choose_game(game, option, position, players)
    announce_compiling(chosen)
    state = deal(chosen, position, seed)
    begun = time.perf_counter()
    counts = count(state, depth)
    seconds = time.perf_counter() - begun
    total = sum(counts.values())
    if as_json:
        data = {"game": state.game.name, "position": state.position(), "seed": seed, "depth": depth}
        print_json(data | {"total": total, "actions": counts, "seconds": round(seconds, 3)})
        return
    for name, number in counts.items():
        typer.echo(f"{name}: {number}")
    typer.echo(f"total: {total}")
