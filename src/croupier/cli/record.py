"""``croupier record``: games between agents, recorded in a file."""

from __future__ import annotations

from pathlib import Path
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


def record(
    game: GameName,
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help="Who plays: one for each seat, or one for all seats.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file, .jsonl; it must not exist.")],
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games.")] = 1000,
    option: GameOptions = None,
    threads: Threads = 1,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Let agents play and write all games into a file.

    Each is a line with its seed and all actions. croupier replay shows such games, and croupier
    train --imitate learns from them. The agents move on by one seat from game to game.

    Example: croupier record skull-king bot --games 2000 --out bot.jsonl
    """
    from croupier.agents.registry import make_agent, require_libraries
    from croupier.arena.record import record_games

    require_libraries(agents)
    table = make_game(game, option)
    announce_compiling(table)
    names = agents * table.num_players if len(agents) == 1 else agents
    seated = [make_agent(name, table) for name in names]
    with progress(f"{table.spec.title}: {games} games") as on_progress:
        decisions = record_games(table, seated, games, seed, out, threads=threads, progress=on_progress)
    if as_json:
        print_json({"file": str(out), "games": games, "decisions": decisions, "bytes": out.stat().st_size})
        return
    typer.echo(f"Wrote {games:,} games with {decisions:,} decisions to {out}.")
