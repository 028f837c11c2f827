"""``croupier arena``: a tournament of agents, with win rates and confidence intervals."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Seed,
    Threads,
    announce_compiling,
    make_game,
    print_json,
    progress,
)


def arena(
    game: GameName,
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help="Who plays, like random, bot:hold-25, net:FILE.")
    ],
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", help="Deals; each is played in all rotations of the seats.")
    ] = 1000,
    option: GameOptions = None,
    threads: Threads = 1,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Let agents play each other and measure them.

    All play the same deals, in all rotations of the seats; with more agents than seats every line-up plays. The
    win rate is the mean share of the win (a first place shared by k seats counts 1/k), with a 95% interval from a
    paired bootstrap over deals.

    Example: croupier arena pig optimal bot:hold-20 --deals 20000
    """
    from croupier.agents.registry import require_libraries
    from croupier.arena.tournament import play_tournament

    require_libraries(agents)
    table = make_game(game, option)
    announce_compiling(table)

    with progress(f"{table.spec.title}: {deals} deals") as on_progress:
        report = play_tournament(table, agents, deals, seed, threads=threads, progress=on_progress)
    if as_json:
        print_json(report.as_dict())
        return
    from rich.console import Console

    Console().print(report.table())
