"""``croupier targets``: decisions of games are searched, for a learner to copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    RunThreads,
    Seed,
    announce_compiling,
    counted,
    echo,
    make_game,
    print_json,
    progress,
)


def targets(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder; one that was begun goes on.")],
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="The search whose decisions are kept.")
    ] = "search/fast",
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="AGENT", help="Who sits at the tables too; repeat for more."),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games.")] = 1000,
    share: Annotated[
        float, typer.Option("--share", metavar="S", help="Share of its decisions that are searched, up to 1.")
    ] = 0.5,
    mix: Annotated[
        str,
        typer.Option(
            "--mix", metavar="NAME", help="A mix of the game, by which the options of half of the games are drawn."
        ),
    ] = "none",
    option: GameOptions = None,
    players: Players = None,
    threads: RunThreads = 2,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Search decisions of games, for a learner to copy.

    AGENT sits at tables with itself and with others. Of the decisions that it searches, the folder keeps what its
    seat knew and the policy that search moves to. croupier train --set search_targets=DIR learns from them.

    A command that was stopped goes on when it is given again, and with larger --games a folder grows.

    Example: croupier targets skull-king --against bot --games 2000 --out runs/targets
    """
    from croupier.learn.targets.making import TargetSettings, make_targets

    game = make_game(name, option, players)
    announce_compiling(game)
    how = TargetSettings(agent=agent, others=tuple(against or ()), games=games, share=share, mix=mix, seed=seed)
    with progress(f"{game.spec.title}: {counted(games, 'game')}") as bar:
        found = make_targets(game, how, out, threads=threads, progress=bar)
    if as_json:
        print_json(found)
        return
    echo(f"{counted(found['decisions'], 'decision')} of {counted(found['games'], 'game')} are in {out}.")
